"""What a talk named, by cue words alone: the person's own sentence, quoted as it is, and nothing made of it. Pure."""

import re
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import tzinfo
from functools import cache
from pathlib import Path

from services.reflector.offline.name_day import name_day
from services.reflector.settle_items import closes_item, entity_of, settle_items
from services.reflector.spoken_turns import OF_THE_HOUSE, SpokenTurn, language_spoken, plain_words
from shared.contracts.entities import (
    ClearedBlocker,
    Entity,
    EntityData,
    NamedBlocker,
    NamedDecision,
    NamedPerson,
    NamedTask,
    NamedWaitingOn,
    OpenedQuestion,
    OpenThread,
    ProjectReference,
    ProjectUpdate,
    ResolvedQuestion,
    describe_entity,
)
from shared.contracts.turns import EngagementKind
from shared.contracts.work import GatheredWork
from shared.text.comparable import negation_words
from shared.text.visible_text import clean_text
from shared.wording.days import zone_named

MOST = 280
KINDS = ("blocked", "waiting", "open", "done", "decided", "todo")
"""In the order in which a sentence is tried; it is the first that fits."""
SCHEDULES = "schedule_task"
STATES = frozenset({"add_knowledge", "correct_knowledge"})
"""Intents of statements about a project."""
FEWEST_WORDS = 4
SHORTEST_TITLE = 4


@dataclass(frozen=True, slots=True)
class _Heard:
    """What is known while the sentences are read."""

    cues: dict[str, tuple[str, ...]]
    names: tuple[str, ...]
    zone: tzinfo
    threads: tuple[OpenThread, ...]


def find_items(work: GatheredWork, turns: Sequence[SpokenTurn]) -> tuple[Entity, ...]:
    """All that a cue word tells, each once."""
    language = language_spoken(turns, work.language)
    cues = load_cues(language)
    people = list(_people(turns, cues["people"]))
    names = tuple(entity.data.name for entity in people if isinstance(entity.data, NamedPerson))
    known = _Heard(cues, names, zone_named(work.time_zone), work.open_threads)
    found: list[Entity] = []
    for spoken in turns:
        if spoken.turn.intent in OF_THE_HOUSE:
            continue
        for sentence in spoken.sentences:
            data = _data(sentence, spoken, known, found)
            if data is not None:
                found.append(entity_of(data, spoken, sentence))
        found.extend(_of_projects(spoken, work))
    return settle_items([*people, *found])


@cache
def load_cues(language: str) -> dict[str, tuple[str, ...]]:
    """The cue words of a language; those of English where we have none of it."""
    tables = tomllib.loads(Path(__file__).with_name("cues.toml").read_text(encoding="utf-8"))
    return {kind: tuple(words) for kind, words in tables.get(language, tables["en"]).items()}


def kind_of_sentence(sentence: str, cues: dict[str, tuple[str, ...]]) -> str | None:
    """Which cue stands in it; none in a question, in what is only imagined, and where something else is denied."""
    plain = plain_words(sentence)
    if len(plain.split()) < FEWEST_WORDS:
        return None
    imagined = any(f" {words} " in plain for words in cues["not"])
    for kind in KINDS:
        cue = next((words for words in cues[kind] if f" {words} " in plain), None)
        if cue is None or (kind != "open" and (imagined or sentence.rstrip().endswith("?"))):
            continue
        rest = plain.replace(f" {cue} ", " ", 1).split()
        if kind in {"done", "decided", "waiting"} and not negation_words().isdisjoint(_before(plain, cue)):
            continue
        return kind if rest else None
    return None


def _before(plain: str, cue: str) -> frozenset[str]:
    """The few words before the cue: a "not" further away denies something else."""
    return frozenset(plain.partition(f" {cue} ")[0].split()[-3:])


def _data(sentence: str, spoken: SpokenTurn, known: _Heard, found: Sequence[Entity]) -> EntityData | None:
    text = clean_text(sentence, MOST)
    kind = "todo" if spoken.turn.intent == SCHEDULES else kind_of_sentence(sentence, known.cues)
    if kind == "todo":
        said_on = spoken.turn.at.astimezone(known.zone).date()
        return NamedTask(description=text, due=name_day(sentence, said_on))
    if kind == "waiting":
        who = next((name for name in known.names if plain_words(name) in plain_words(sentence)), "")
        return NamedWaitingOn(who=who, what=text)
    if kind == "done":
        return _closing(text, [*known.threads, *found])
    if kind == "open":
        return OpenedQuestion(question=text)
    if kind == "blocked":
        return NamedBlocker(what=text)
    return NamedDecision(what=text) if kind == "decided" else None


def _closing(text: str, earlier: Sequence[OpenThread | Entity]) -> EntityData:
    """What is done: an answer to an earlier question, the end of a hindrance, or else a task."""
    for one in reversed(earlier):
        about = one.text if isinstance(one, OpenThread) else describe_entity(one.data)
        if not closes_item(text, about):
            continue
        kind = one.entity_type
        if kind == "question_opened":
            return ResolvedQuestion(question=clean_text(about, MOST), answer=text)
        if kind == "blocker":
            return ClearedBlocker(what=clean_text(about, MOST))
    return NamedTask(description=text, status="completed")


def _people(turns: Iterable[SpokenTurn], relations: tuple[str, ...]) -> Iterator[Entity]:
    pattern = _named(relations)
    for spoken in turns:
        for sentence in spoken.sentences:
            for found in pattern.finditer(sentence):
                yield entity_of(NamedPerson(name=found["name"], relation=found["relation"]), spoken, sentence)


@cache
def _named(relations: tuple[str, ...]) -> re.Pattern[str]:
    words = "|".join(sorted(relations, key=len, reverse=True))
    whose = r"my|our|mein\w*|unser\w*|mi|mis|nuestr\w+"
    return re.compile(rf"\b(?i:(?:{whose}) (?:\w+ )?(?P<relation>{words})),? (?P<name>[A-ZÄÖÜÁÉÍÓÚÑ]\w+)")


def _of_projects(spoken: SpokenTurn, work: GatheredWork) -> Iterator[Entity]:
    """What was stated in a project, and projects that were spoken of elsewhere."""
    for place in work.places:
        if place.kind is not EngagementKind.PROJECT:
            continue
        is_here = place.engagement_id == spoken.turn.engagement_id
        if is_here and spoken.turn.intent in STATES and spoken.told:
            told = clean_text(" ".join(spoken.sentences), MOST)
            yield entity_of(ProjectUpdate(act=clean_text(place.title, MOST), update=told), spoken, told)
        elif not is_here and len(place.title) >= SHORTEST_TITLE and plain_words(place.title) in spoken.plain:
            yield entity_of(ProjectReference(act=clean_text(place.title, MOST)), spoken, place.title)
