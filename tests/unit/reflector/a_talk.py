"""A talk for tests of what it left: lines as a person said them, and the work that is about it."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from uuid import UUID

from services.reflector.thinking import Thinker, extract_entities, narrate_talk, suggest_place, weigh_changes
from shared.contracts.entities import EntityType, OpenThread
from shared.contracts.ids import new_id
from shared.contracts.turns import EngagementKind
from shared.contracts.work import GatheredWork, SuggestedWork, TalkPlace, TalkTurn

NOW = datetime(2026, 3, 3, 12, tzinfo=UTC)  # a Tuesday
STORY = UUID(int=1)
GARDEN = UUID(int=2)
PLACES = (
    TalkPlace(engagement_id=STORY, kind=EngagementKind.PERSONAL, title="Your Story"),
    TalkPlace(engagement_id=GARDEN, kind=EngagementKind.PROJECT, title="Garden"),
)


def talk_of(*lines: str, place: UUID = STORY, intent: str | None = "general_conversation") -> list[TalkTurn]:
    """Turns with these lines, a minute after one another; what stands behind " | " is the reply."""
    turns = []
    for number, line in enumerate(lines, 1):
        said, _, replied = line.partition(" | ")
        turns.append(
            TalkTurn(
                number=number,
                turn_id=new_id(),
                at=NOW + timedelta(minutes=number),
                engagement_id=place,
                said=said,
                replied=replied or "I see.",
                intent=intent,
            )
        )
    return turns


def thread_of(kind: EntityType, text: str) -> OpenThread:
    """Something that an earlier talk left open."""
    return OpenThread(
        thread_id=new_id(), entity_type=kind, text=text, since=NOW - timedelta(days=3), engagement_id=STORY
    )


def work_on(talk: Sequence[TalkTurn], *threads: OpenThread, language: str = "en", **more: object) -> GatheredWork:
    """The work as it was gathered."""
    given: dict[str, object] = {
        "work_id": new_id(),
        "tenant_id": UUID(int=8),
        "person_id": UUID(int=9),
        "line": "compression",
        "step": "extract",
        "subject_id": new_id(),
        "attempt": 1,
        "offered": 1,
        "epoch": 0,
        "deadline": NOW + timedelta(hours=1),
        "language": language,
        "time_zone": "UTC",
        "may_spend": True,
        "turns": len(talk),
        "pages": 1,
        "began_at": NOW,
        "ended_at": NOW + timedelta(hours=1),
        "places": PLACES,
        "open_threads": threads,
        **more,
    }
    return GatheredWork.model_validate(given)


async def think_through(thinker: Thinker, work: GatheredWork, talk: Sequence[TalkTurn]) -> SuggestedWork:
    """All four steps."""
    extracted = await extract_entities(thinker, work, talk)
    narrated = await narrate_talk(thinker, extracted, talk)
    weighed = await weigh_changes(thinker, narrated, talk)
    return await suggest_place(thinker, weighed, talk)
