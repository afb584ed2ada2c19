"""The graded talks, thought about by whoever is configured, and how much of it was right."""

import json
import re
import time
import tomllib
from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import UUID, uuid5

from services.reflector.check_sentences import is_supported, words_of_talk
from services.reflector.spoken_turns import hear_turns, language_spoken, plain_words
from services.reflector.thinking import Thinker, extract_entities, narrate_talk, suggest_place, weigh_changes
from services.reflector.write_narrative import read_sentences
from shared.contracts.entities import RESOLVING, SURE, Entity, OpenThread, describe_entity
from shared.contracts.turns import EngagementKind
from shared.contracts.work import GatheredWork, SuggestedWork, TalkPlace, TalkTurn
from shared.models.model import Brief, LanguageModel, Question, Read, Said, Thought
from shared.models.wire import Asked
from shared.text.comparable import fold_text

LANGUAGES = ("en", "de", "es")
BEGAN = datetime(2026, 6, 3, 18, tzinfo=UTC)
SPACE = UUID(int=16)
STORY = "Your Story"
_LINE = re.compile(r"(?:@(?P<place>\S+) )?(?:\{(?P<intent>\w+)\} )?(?P<said>.*?)(?: \| (?P<replied>.*))?$", re.DOTALL)
_SENTENCE = re.compile(r"(?<=[.!?]) +")


@dataclass(frozen=True, slots=True)
class Expected:
    """A kind, or one of several, and words one of which an item must have."""

    kinds: frozenset[str]
    words: tuple[str, ...]

    def fits(self, entity: Entity) -> bool:
        """Whether the item is such a one."""
        text = fold_text(f"{describe_entity(entity.data)} {entity.quote}")
        kind = not self.kinds or entity.entity_type.value in self.kinds
        return kind and (not self.words or any(word in text for word in self.words))


@dataclass(frozen=True, slots=True)
class GradedTalk:
    """A talk and what it should leave."""

    name: str
    language: str
    talk: tuple[TalkTurn, ...]
    work: GatheredWork
    find: tuple[Expected, ...]
    may: tuple[Expected, ...]
    never: tuple[Expected, ...]
    never_told: tuple[str, ...]
    resolved: frozenset[UUID]
    place: UUID


def graded_talks() -> Iterator[GradedTalk]:
    """All of them."""
    for language in LANGUAGES:
        text = Path(__file__).with_name(f"{language}.toml").read_text(encoding="utf-8")
        for given in tomllib.loads(text)["talk"]:
            yield _graded(given, language)


def _graded(given: dict[str, Any], language: str) -> GradedTalk:
    places = (_place(STORY, ""), *(_place(*one.split(": ", 1)) for one in given.get("projects", ())))
    by_title = {place.title: place.engagement_id for place in places}
    talk = tuple(_turns(given["lines"], given["id"], by_title))
    spoken = [turn.engagement_id for turn in talk]
    places = tuple(place.model_copy(update={"turns": spoken.count(place.engagement_id)}) for place in places)
    threads = tuple(_thread(one, given["id"], places[0]) for one in given.get("open", ()))
    return GradedTalk(
        name=given["id"],
        language=language,
        talk=talk,
        work=_work(talk, language, places, threads),
        find=_expected(given.get("find", ())),
        may=_expected(given.get("may", ())),
        never=_expected(given.get("never", ())),
        never_told=tuple(fold_text(words) for words in given.get("never_told", ())),
        resolved=frozenset(threads[place - 1].thread_id for place in given.get("resolved", ())),
        place=by_title[STORY if given["place"] == "story" else given["place"]],
    )


def _place(title: str, seed: str) -> TalkPlace:
    kind = EngagementKind.PERSONAL if title == STORY else EngagementKind.PROJECT
    return TalkPlace(engagement_id=uuid5(SPACE, title), kind=kind, title=title, seed=seed)


def _thread(given: str, name: str, place: TalkPlace) -> OpenThread:
    kind, _, text = given.partition(": ")
    return OpenThread.model_validate(
        {
            "thread_id": uuid5(SPACE, f"{name}{text}"),
            "entity_type": kind,
            "text": text,
            "since": BEGAN - timedelta(days=9),
            "engagement_id": place.engagement_id,
        }
    )


def _turns(lines: str, name: str, places: dict[str, UUID]) -> Iterator[TalkTurn]:
    whole = lines.strip().replace("\n>", "\f>").split("\n")
    for number, line in enumerate(whole, 1):
        found = _LINE.match(line.replace("\f", "\n"))
        assert found is not None
        yield TalkTurn(
            number=number,
            turn_id=uuid5(SPACE, f"{name}{number}"),
            at=BEGAN + timedelta(minutes=number),
            engagement_id=places[found["place"] or STORY],
            said=found["said"],
            replied=found["replied"] or "Hm.",
            intent=found["intent"] or "general_conversation",
        )


def _work(
    talk: Sequence[TalkTurn], language: str, places: tuple[TalkPlace, ...], threads: tuple[OpenThread, ...]
) -> GatheredWork:
    return GatheredWork(
        work_id=SPACE,
        tenant_id=SPACE,
        person_id=SPACE,
        line="compression",
        step="extract",
        subject_id=SPACE,
        attempt=1,
        offered=1,
        epoch=0,
        deadline=BEGAN + timedelta(days=1),
        language=language,
        time_zone="UTC",
        may_spend=True,
        turns=len(talk),
        pages=1,
        began_at=BEGAN,
        ended_at=BEGAN + timedelta(hours=1),
        places=places,
        open_threads=threads,
    )


def _expected(given: Sequence[Sequence[str]]) -> tuple[Expected, ...]:
    return tuple(
        Expected(
            frozenset() if kinds == "*" else frozenset(kinds.split("|")),
            () if words == ["*"] else tuple(fold_text(word) for word in "|".join(words).split("|")),
        )
        for kinds, *words in given
    )


# ---- thinking --------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Overheard:
    """A model that thinks as before, and whose answers are kept to be looked at."""

    inner: LanguageModel
    answers: list[tuple[str, str]] = field(default_factory=list)

    @property
    def provider(self) -> str:
        """Of the one inside."""
        return self.inner.provider

    @property
    def model(self) -> str:
        """Of the one inside."""
        return self.inner.model

    @property
    def briefly(self) -> bool:
        """Of the one inside."""
        return self.inner.briefly

    async def ask(self, question: Question) -> Read:
        """Not asked here."""
        return await self.inner.ask(question)

    async def think(self, asked: Asked) -> Thought:
        """The thought, kept."""
        thought = await self.inner.think(asked)
        if thought.text is not None:
            self.answers.append((asked.prompt.rpartition("/")[2], thought.text))
        return thought

    def stream(self, brief: Brief) -> AsyncIterator[str | Said]:
        """Not asked here."""
        return self.inner.stream(brief)


@dataclass(frozen=True, slots=True)
class ThoughtTalk:
    """A graded talk with what was made of it."""

    of: GradedTalk
    made: SuggestedWork
    seconds: float
    answers: tuple[tuple[str, str], ...]

    @property
    def missed(self) -> list[Expected]:
        """What should have been found."""
        return [one for one in self.of.find if not any(one.fits(entity) for entity in self.made.entities)]

    @property
    def wrong(self) -> list[Entity]:
        """Items that are neither looked for nor right as well."""
        known = (*self.of.find, *self.of.may)
        return [entity for entity in self.made.entities if not any(one.fits(entity) for one in known)]

    @property
    def forbidden(self) -> list[Entity]:
        """Items that must not be."""
        return [entity for entity in self.made.entities if any(one.fits(entity) for one in self.of.never)]

    @property
    def resolved(self) -> frozenset[UUID]:
        """The threads that it proposes to close."""
        deltas = (delta for delta in self.made.deltas if delta.delta_type in RESOLVING and delta.confidence > SURE)
        return frozenset(delta.thread_id for delta in deltas if delta.thread_id is not None)

    @property
    def unsupported(self) -> list[str]:
        """What the narrative says and the talk does not."""
        told = fold_text(self.made.narrative)
        named = [words for words in self.of.never_told if words in told]
        return named + [one for one in _sentences(self.made) if not self._may_stand(one)]

    @property
    def dropped(self) -> tuple[int, int]:
        """Sentences that a model wrote, and how many of them may not stand."""
        written = [one for name, text in self.answers if name == "narrative" for one in read_sentences(text) or ()]
        return len(written), sum(not self._may_stand(one) for one in written)

    @property
    def valid(self) -> tuple[int, int]:
        """Answers, and how many of them are one whole JSON object."""
        return len(self.answers), sum(_is_whole(text) for _, text in self.answers)

    def _may_stand(self, sentence: str) -> bool:
        turns = hear_turns(self.of.talk)
        if any(plain_words(sentence) in spoken.plain for spoken in turns):
            return True
        language = language_spoken(turns, self.of.language)
        titles = (place.title for place in self.of.work.places)
        return is_supported(sentence, words_of_talk(turns, language, *titles), language)


def _sentences(made: SuggestedWork) -> list[str]:
    """Of quotations what is quoted; of prose each sentence."""
    quoted = re.findall(r"[“„«]([^”“»]+)[”“»]", made.narrative)
    return quoted if quoted and made.reduced else _SENTENCE.split(made.narrative)


def _is_whole(text: str) -> bool:
    try:
        return isinstance(json.loads(text), dict)
    except ValueError:
        return False


async def think_about(model: LanguageModel, graded: GradedTalk) -> ThoughtTalk:
    """All four steps."""
    overheard = Overheard(model)
    thinker, began = Thinker(overheard), time.perf_counter()
    extracted = await extract_entities(thinker, graded.work, graded.talk)
    narrated = await narrate_talk(thinker, extracted, graded.talk)
    weighed = await weigh_changes(thinker, narrated, graded.talk)
    made = await suggest_place(thinker, weighed, graded.talk)
    return ThoughtTalk(graded, made, time.perf_counter() - began, tuple(overheard.answers))


# ---- the table ---------------------------------------------------------------------------------------------------


def table(found: Sequence[ThoughtTalk]) -> Iterator[str]:
    """A line for each language, and one for all."""
    columns = (
        "talks  items right  found  forbidden",
        "narratives unsupported",
        "threads closed (right)",
        "places  seconds",
    )
    yield f"        {'  '.join(columns)}"
    for language in (*LANGUAGES, "all"):
        part = [one for one in found if language in {one.of.language, "all"}]
        if part:
            yield f"  {language:<4}{len(part):>7}{_line(part)}"
    written, dropped = _sum(one.dropped for one in found)
    answers, valid = _sum(one.valid for one in found)
    if answers:
        left = sum(one.made.left_out for one in found)
        yield f"answers {answers}, whole JSON {valid}; items left out {left}; sentences {written}, dropped {dropped}"


def _line(part: Sequence[ThoughtTalk]) -> str:
    items, wrong = sum(len(one.made.entities) for one in part), sum(len(one.wrong) for one in part)
    wanted, missed = sum(len(one.of.find) for one in part), sum(len(one.missed) for one in part)
    closed, open_ = sum(len(one.resolved) for one in part), sum(len(one.of.resolved) for one in part)
    right = sum(len(one.resolved & one.of.resolved) for one in part)
    placed = sum(one.made.suggested_engagement_id == one.of.place for one in part)
    seconds = sorted(one.seconds for one in part)[len(part) // 2]
    told = sum(bool(one.unsupported) for one in part)
    return (
        f"{_share(items - wrong, items):>13}{_share(wanted - missed, wanted):>7}"
        f"{sum(len(one.forbidden) for one in part):>11}{told:>24}"
        f"{f'{closed} of {open_} ({right})':>24}{f'{placed} of {len(part)}':>9}{seconds:>9.2f}"
    )


def _sum(pairs: Iterator[tuple[int, int]]) -> tuple[int, int]:
    both = list(pairs)
    return sum(one for one, _ in both), sum(other for _, other in both)


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.0%}" if whole else "-"
