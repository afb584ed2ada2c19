"""Open: what understanding a turn needs, read and nothing changed."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import uuid5

from asyncpg import Record
from pydantic import TypeAdapter
from sqlalchemy.ext.asyncio import AsyncConnection

from services.memory.recall.masking import Hidden, mask_history
from services.memory.recall.question import frame_question
from services.memory.recall.ranking import Placed
from services.memory.recall.search_candidates import Within, prepare_search, search_candidates
from services.memory.recall.weights import answer_threshold
from services.memory.store.context import MemoryContext, owner_of
from services.memory.store.database import run_for_one, run_statement
from services.memory.turn.accept import EARLIER
from services.memory.turn.end import EXCHANGES, MOST_HISTORY, end_lost, note_stale
from services.memory.turn.fitting_threads import StoredThread, fit_threads
from shared.contracts.notices import Attempt
from shared.contracts.operations import Offer
from shared.contracts.turns import Exchange, NearMemory, OpenedTurn, PastCorrection, PersonView, Turn, newest_within
from shared.text.likeness import share_words
from shared.wording import days

_EXCHANGES = TypeAdapter(tuple[Exchange, ...])

_HIDDEN = TypeAdapter(tuple[Hidden, ...])

_NEAR = TypeAdapter(tuple[NearMemory, ...])

_THREADS = TypeAdapter(tuple[StoredThread, ...])

_CORRECTIONS = TypeAdapter(tuple[PastCorrection, ...])


@dataclass(frozen=True, slots=True)
class Opening:
    """What a turn is opened with."""

    person: PersonView
    history: tuple[Exchange, ...]
    revision: int
    standing: Offer | None
    may_answer: bool
    about_to_end: bool
    newest: tuple[NearMemory, ...]
    """Of what is known here; none, and nothing is but what conversations meant."""
    has_story: bool
    """Whether any conversation left what it meant."""
    corrections: tuple[PastCorrection, ...]
    threads: tuple[StoredThread, ...]
    """What is open here."""
    is_lost: bool
    """It is off the record, and its words went with a crash of the database."""


async def load_opening(
    connection: AsyncConnection, turn: Turn, now: datetime, allowed: Iterable[str] | None
) -> Opening | None:
    """Read when the turn is opened; nothing when the turn no longer is the person's active one."""
    parameters = {
        "person_id": turn.person_id,
        "turn_id": turn.turn_id,
        "engagement_id": turn.engagement_id,
        "exchanges": EXCHANGES,
        "now": now,
        "read": turn.read,
        "allowed": None if allowed is None else list(allowed),
    }
    row = await run_for_one(connection, "turn/load_to_open", parameters)
    if row is None or row["active_turn_id"] != turn.turn_id:
        return None
    standing = Offer.model_validate_json(row["standing"]) if row["standing"] else None
    return Opening(
        person=PersonView(
            companion_name=row["companion_name"],
            language=row["language"],
            time_zone=row["time_zone"],
            may_spend=row["may_spend"],
        ),
        history=masked_history(row, hidden_of(row), client_history(turn, row["earlier"])),
        revision=row["revision"],
        standing=standing,
        may_answer=standing is not None and standing.offer_id == row["answers_offer_id"],
        about_to_end=row["about_to_end"],
        has_story=row["has_story"],
        newest=_NEAR.validate_json(row["newest"]),
        corrections=_CORRECTIONS.validate_json(row["corrections"]),
        threads=_THREADS.validate_json(row["threads"]),
        is_lost=not turn.write and row["earlier"] is None,
    )


def client_history(turn: Turn, earlier: str | None) -> tuple[Exchange, ...]:
    """What a client remembers of the talk before, which nobody else has."""
    said = enumerate(EARLIER.validate_json(earlier or "[]"))
    return tuple(
        Exchange(
            turn_id=uuid5(turn.turn_id, str(place)), said=one.said, replied=one.replied, intent=None, from_client=True
        )
        for place, one in said
    )


def hidden_of(row: Record) -> tuple[Hidden, ...]:
    """What no model is shown of the talk."""
    return _HIDDEN.validate_json(row["hidden"])


def masked_history(row: Record, hidden: Sequence[Hidden], remembered: Sequence[Exchange] = ()) -> tuple[Exchange, ...]:
    """The talk so far, as a model may see it; what was said off the record since is the client's to remember."""
    talk = (*_EXCHANGES.validate_json(row["history"]), *remembered)
    return newest_within(mask_history(talk, hidden), MOST_HISTORY)


MOST_FITTING = 5
MOST_CORRECTIONS = 5


def nearest_corrections(text: str, newest_first: Sequence[PastCorrection]) -> tuple[PastCorrection, ...]:
    """Those of lines like this one, then the newest."""
    return tuple(sorted(newest_first, key=lambda past: -share_words(text, past.said))[:MOST_CORRECTIONS])


async def related_memories(memory: MemoryContext, turn: Turn, opening: Opening) -> tuple[NearMemory, ...]:
    """Nothing is looked for where nothing is known, or where a line has no word that tells anything."""
    if not (opening.newest or opening.has_story):
        return ()
    person = opening.person
    question = frame_question(turn.text, memory.clock(), (), person.companion_name, days.zone_named(person.time_zone))
    if not question.terms:
        return opening.newest
    within = Within(
        (turn.engagement_id,),
        story=True,
        allowed=memory.access.supervisor,
        granted=memory.access.supervisor,
        hears=memory.access.supervisor_hears,
    )
    sought = await prepare_search(memory, question, within)
    async with memory.searching(owner_of(turn)) as connection:
        found = await search_candidates(connection, owner_of(turn), sought, answer_threshold(), MOST_FITTING)
        fitting = await _read(connection, turn, found)
    known = {one.assertion_id for one in fitting}
    return (*fitting, *(one for one in opening.newest if one.assertion_id not in known))


async def _read(connection: AsyncConnection, turn: Turn, found: list[Placed]) -> list[NearMemory]:
    scores = {one.candidate.assertion_id: one.score for one in found}
    parameters = {"person_id": turn.person_id, "ids": list(scores)}
    rows = await run_statement(connection, "turn/load_near_memories", parameters) if scores else []
    near = (NearMemory(**row, score=scores[row["assertion_id"]]) for row in rows)
    return sorted(near, key=lambda one: -one.score)


async def open_turn(memory: MemoryContext, turn: Turn, _: Attempt) -> OpenedTurn | None:
    """Loads what understanding needs; a turn that no longer counts ends here."""
    async with memory.reading(owner_of(turn)) as connection:
        opening = await load_opening(connection, turn, memory.clock(), memory.access.supervisor)
    if opening is None:
        note_stale(turn, "open")
        return None
    if opening.is_lost:
        await end_lost(memory, turn)
        return None
    return OpenedTurn.grown(
        turn,
        person=opening.person,
        history=opening.history,
        revision=opening.revision,
        standing=opening.standing,
        may_answer=opening.may_answer,
        about_to_end=opening.about_to_end,
        near=await related_memories(memory, turn, opening),
        corrections=nearest_corrections(turn.text, opening.corrections),
        threads=fit_threads(turn.text, opening.threads),
    )
