"""Which of the items that a model named may stand: what the person said in their own words, and who it was. Pure."""

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path
from typing import Literal, cast

from services.reflector.check_sentences import TalkWords, names_nothing_unsaid, words_of_talk
from services.reflector.offline.find_items import kind_of_sentence, load_cues
from services.reflector.offline.name_day import name_day
from services.reflector.read_items import FACT, MOST, NamedItem
from services.reflector.settle_items import entity_of
from services.reflector.spoken_turns import (
    OF_THE_HOUSE,
    SpokenTurn,
    find_quote,
    language_spoken,
    plain_words,
    sentence_of,
)
from shared.contracts.entities import (
    ChangedPriority,
    ClearedBlocker,
    Entity,
    EntityData,
    EntityType,
    NamedBlocker,
    NamedDecision,
    NamedInsight,
    NamedPerson,
    NamedTask,
    NamedWaitingOn,
    OpenedQuestion,
    ProjectReference,
    ProjectUpdate,
    ResolvedQuestion,
)
from shared.contracts.turns import EngagementKind
from shared.contracts.understanding import PersonalFact
from shared.contracts.work import GatheredWork
from shared.offline.facts.personal import kind_of
from shared.text.comparable import content_words
from shared.text.quotation import quote_words
from shared.text.visible_text import clean_text
from shared.wording.days import zone_named

FEWEST_WORDS = 2
"""Of a quotation: one word alone says nothing."""
SAID = 0.5
"""The share of an item's words that the person must have said; of less, the quotation stands instead."""
OF_EARLIER = frozenset({EntityType.QUESTION_RESOLVED, EntityType.BLOCKER_CLEARED, EntityType.PRIORITY_CHANGE})
"""What is named in words of other lines; all else is in those of its own."""
ASKABLE = frozenset({EntityType.QUESTION_OPENED, EntityType.PERSON, EntityType.ACT_REFERENCE})
"""What a question can tell."""
MIXED_UP = frozenset({EntityType.DECISION, EntityType.TASK, EntityType.QUESTION_OPENED})
"""What models take for one another; a cue word settles it."""
_PLAINLY = {"open": EntityType.QUESTION_OPENED, "waiting": EntityType.WAITING_ON}
OF_THE_PERSON = frozenset({EntityType.DECISION, EntityType.TASK, EntityType.PRIORITY_CHANGE, EntityType.INSIGHT})
"""What is nothing of theirs when somebody else does it."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What items are held against."""

    work: GatheredWork
    turns: tuple[SpokenTurn, ...]
    said: TalkWords
    language: str


@dataclass(frozen=True, slots=True)
class CheckedItems:
    """What may stand."""

    entities: tuple[Entity, ...] = ()
    facts: tuple[PersonalFact, ...] = ()
    left_out: int = 0


def evidence_of(work: GatheredWork, turns: Sequence[SpokenTurn]) -> Evidence:
    """All that was said."""
    language = language_spoken(turns, work.language)
    return Evidence(work, tuple(turns), words_of_talk(turns, language), language)


def check_items(items: Sequence[NamedItem], window: Sequence[SpokenTurn], evidence: Evidence) -> CheckedItems:
    """The items of a stretch of talk that the person's own words bear out."""
    entities: list[Entity] = []
    facts: list[PersonalFact] = []
    for item in items:
        spoken = find_quote(item.quote, window, item.turn)
        if spoken is None or len(plain_words(item.quote).split()) < FEWEST_WORDS:
            continue
        if item.kind == FACT:
            facts.extend(_fact(item, spoken, evidence))
        elif (data := _checked(item, spoken, evidence)) is not None:
            entities.append(entity_of(data, spoken, item.quote))
    return CheckedItems(tuple(entities), tuple(facts), len(items) - len(entities) - len(facts))


def _fact(item: NamedItem, spoken: SpokenTurn, evidence: Evidence) -> list[PersonalFact]:
    """The person's words as they are; none of a line of which something was held or refused already."""
    turn = spoken.turn
    if turn.facts or turn.noted or turn.intent in OF_THE_HOUSE or sentence_of(item.quote, spoken).endswith("?"):
        return []
    traits = kind_of(item.quote)
    return [
        PersonalFact(
            text=quote_words(item.quote, evidence.language),
            own_words=item.quote,
            category=traits.category,
            importance=traits.importance,
            sensitive=traits.sensitive,
            about=traits.about,
        )
    ]


def _checked(item: NamedItem, spoken: SpokenTurn, evidence: Evidence) -> EntityData | None:
    kind, sentence = EntityType(item.kind), sentence_of(item.quote, spoken)
    if sentence.rstrip().endswith("?") and (kind not in ASKABLE or _was_answered(kind, spoken)):
        return None
    if kind in OF_THE_PERSON and _is_of_others(item, sentence, evidence.language):
        return None
    kind = _kind_by_cue(kind, sentence, evidence.language)
    if kind is EntityType.WAITING_ON and item.who and is_self(item.who):
        kind = EntityType.TASK
    if kind is EntityType.PERSON:
        return _person(item, spoken, evidence)
    if kind in {EntityType.ACT_REFERENCE, EntityType.ACT_UPDATE}:
        return _project(kind, item, evidence)
    what = borne_out(item, kind, spoken, evidence)
    if what is None:
        return None
    said_on = spoken.turn.at.astimezone(zone_named(evidence.work.time_zone)).date()
    return _data(kind, what, item, name_day(sentence, said_on), evidence)


def borne_out(item: NamedItem, kind: EntityType, spoken: SpokenTurn, evidence: Evidence) -> str | None:
    """The text, the quotation where it says more than was said, and nothing where it speaks of something else."""
    stems, quote = content_words(item.what), clean_text(item.quote, MOST)
    if not stems:
        return quote
    if not stems & content_words(f"{item.quote} {sentence_of(item.quote, spoken)}"):
        return None
    said = evidence.said.own_stems if kind in OF_EARLIER else content_words(spoken.own)
    if len(stems & said) / len(stems) < SAID:
        return quote
    return item.what if names_nothing_unsaid(item.what, evidence.said, evidence.language) else quote


def _also(text: str, evidence: Evidence) -> str:
    """A reason or an answer, where the person gave it."""
    stems = content_words(text)
    said = stems and len(stems & evidence.said.own_stems) / len(stems) >= SAID
    return text if said and names_nothing_unsaid(text, evidence.said, evidence.language) else ""


def _who(text: str, evidence: Evidence) -> str:
    return text if plain_words(text) in evidence.said.own and not is_self(text) else ""


def is_self(who: str) -> bool:
    """Whether that is the person."""
    return plain_words(who).strip() in _tables()["self"]


def _is_of_others(item: NamedItem, sentence: str, language: str) -> bool:
    """By who it is said to be, or by how the sentence begins: "Tom decided to leave"."""
    if item.who and item.kind in {EntityType.DECISION, EntityType.TASK} and not is_self(item.who):
        return True
    others = _others(language)
    return any(others.match(text) is not None for text in (sentence, item.quote))


def _was_answered(kind: EntityType, spoken: SpokenTurn) -> bool:
    """Whether the companion was asked, and told them; one that asks back has not."""
    replied = spoken.turn.replied.rstrip()
    return kind is EntityType.QUESTION_OPENED and bool(replied) and not replied.endswith("?")


def _kind_by_cue(kind: EntityType, sentence: str, language: str) -> EntityType:
    """What the sentence plainly says, where the model took it for something that the person decided, does or asks."""
    cue = kind_of_sentence(sentence, load_cues(language))
    return _PLAINLY.get(cue or "", kind) if kind in MIXED_UP else kind


def _person(item: NamedItem, spoken: SpokenTurn, evidence: Evidence) -> NamedPerson | None:
    """By a name that was said; either with what they are to the person, or written as a name within a sentence."""
    if plain_words(item.what) not in spoken.plain or not item.what[:1].isupper() or is_self(item.what):
        return None
    relation = _also(item.who, evidence)
    within = re.compile(rf"[\w,;] {re.escape(item.what)}\b")
    if not relation and not any(within.search(one.own) for one in evidence.turns):
        return None
    return NamedPerson(name=item.what, context=_also(item.more, evidence), relation=relation)


def _project(kind: EntityType, item: NamedItem, evidence: Evidence) -> EntityData | None:
    title = next((title for title in _titles(evidence.work) if plain_words(title) == plain_words(item.what)), None)
    if title is None:
        return None
    if kind is EntityType.ACT_REFERENCE:
        return ProjectReference(act=title, relevance=_also(item.more, evidence))
    return ProjectUpdate(act=title, update=_also(item.more, evidence) or clean_text(item.quote, MOST))


def _titles(work: GatheredWork) -> list[str]:
    return [clean_text(place.title, MOST) for place in work.places if place.kind is EngagementKind.PROJECT]


def _data(kind: EntityType, what: str, item: NamedItem, due: date | None, evidence: Evidence) -> EntityData | None:
    more = _also(item.more, evidence)
    if kind is EntityType.TASK:
        status = cast("Literal['decided', 'in_progress', 'blocked', 'completed']", item.status or "decided")
        priority = cast("Literal['low', 'normal', 'high']", item.priority or "normal")
        return NamedTask(description=what, status=status, priority=priority, due=due)
    if kind is EntityType.PRIORITY_CHANGE:
        return ChangedPriority(item=what, old=_also(item.before, evidence), new=more) if more else None
    makes: dict[EntityType, EntityData] = {
        EntityType.DECISION: NamedDecision(what=what, why=more),
        EntityType.WAITING_ON: NamedWaitingOn(who=_who(item.who, evidence), what=what),
        EntityType.QUESTION_OPENED: OpenedQuestion(question=what),
        EntityType.QUESTION_RESOLVED: ResolvedQuestion(question=what, answer=more),
        EntityType.BLOCKER: NamedBlocker(what=what),
        EntityType.BLOCKER_CLEARED: ClearedBlocker(what=what, unblocks=more),
        EntityType.INSIGHT: NamedInsight(insight=what, context=more),
    }
    return makes.get(kind)


@cache
def _tables() -> dict[str, dict[str, str] | list[str]]:
    return tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))


@cache
def _others(language: str) -> re.Pattern[str]:
    patterns = cast("dict[str, str]", _tables()["others"])
    return re.compile(patterns.get(language, patterns["en"]))
