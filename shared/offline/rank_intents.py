"""Which of thirteen intents a line has: what the trained readers say, and what no reader may overrule."""

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

import numpy as np

from shared.contracts.turns import PastCorrection
from shared.embedding.embedder import vector_of
from shared.models.model import Question
from shared.offline.asked_for import forgets_all
from shared.offline.engine_patterns import engine_patterns
from shared.offline.facts.choosing import heard_words
from shared.offline.linear import LINE, ReadingTime, Setting, features_of, load_linear
from shared.offline.reader import line_input
from shared.text.comparable import fold_text
from shared.text.episodes import noted_episode
from shared.text.likeness import LIKE, share_words
from shared.text.own_words import Parted
from shared.text.pattern_files import APOSTROPHE
from shared.text.plain_orders import asks_for_all, asks_for_all_here, is_not_to_be_written

MOST_ORDERED = 400
"""Letters that are looked at."""


def orders_forgetting(own: str, *, in_project: bool) -> bool:
    """Whether it is one; of a project's own notes nothing is a memory of them, so there it has to name the person."""
    text = fold_text(own[:MOST_ORDERED].replace(APOSTROPHE, "'"))
    if in_project:
        return _forgetting()["of_them"].match(text) is not None
    return any(_forgetting()[name].match(text) for name in ("delete", "unlearn", "last"))


@cache
def _forgetting() -> dict[str, re.Pattern[str]]:
    table = tomllib.loads(Path(__file__).with_name("forget_orders.toml").read_text(encoding="utf-8"))
    lead = rf"\W*(?:{table['lead']}\b\W+){{0,5}}"
    return {
        "delete": re.compile(rf"{lead}(?:{table['forget']}|{table['delete']})\b(?!\W+{table['no_object']}\b)(?=\W*\w)"),
        "of_them": re.compile(rf"{lead}{table['forget']}\b\W+{table['of_them']}"),
        "unlearn": re.compile(rf"{lead}(?:{'|'.join(table['unlearn'])})\W+{table['what']}"),
        "last": re.compile(rf"{lead}(?:{'|'.join(table['last'])})(?:\W+(?:please|bitte|por favor|mal|wieder))*\W*$"),
    }


_LETTERS = re.compile(r"[^\W\d_]+")
_ROWS = ("qwertyuiop", "qwertzuiop", "asdfghjkl", "zxcvbnm", "yxcvbnm")
_RUN = 4
"""Keys beside each other; words of a language seldom have so many."""

_SPOKEN_AS_ONE = re.compile(r"sch|ch|ck|ng|st|sp|tz|ph|th|sh|rr|ll|ss|tt|nn|mm|ff|pp|pf|gh")
_CLUSTER = re.compile(r"[bcdfghjklmnpqrstvwxz]{5}")
_NO_VOWEL = re.compile(r"[bcdfghjklmnpqrstvwxz]{4,}")
_VARIED = 4
_SAID = frozenset({"tldr"})
_SHARE = 0.6
_MANY = 12
"""Words; nobody presses keys by accident for so long."""

_BESIDE = frozenset(
    line[at : at + _RUN] for row in _ROWS for line in (row, row[::-1]) for at in range(len(line) - _RUN + 1)
)


def is_nonsense(own: str) -> bool:
    """Whether at least half of the words are none, or there is nothing but figures."""
    words = [word.lower() for word in _LETTERS.findall(own)]
    if len(words) > _MANY:
        return False
    if not words:
        return re.search(r"\d", own) is not None
    return 2 * sum(map(_is_mash, words)) >= len(words)


def _is_mash(word: str) -> bool:
    if len(word) < _RUN or word in _SAID:
        return False
    if _NO_VOWEL.fullmatch(word) and len(set(word)) >= _VARIED:
        return True
    return (
        _longest_run(word) >= max(_RUN, _SHARE * len(word))
        or _CLUSTER.search(_SPOKEN_AS_ONE.sub("t", word)) is not None
    )


def _longest_run(word: str) -> int:
    """The longest part of the word that lies beside each other on a keyboard, in either direction."""
    longest = here = 0
    for start in range(len(word) - _RUN + 1):
        here = here + 1 if word[start : start + _RUN] in _BESIDE else 0
        longest = max(longest, here)
    return longest + _RUN - 1 if longest else 0


REMEMBER, FORGET = "remember_about_me", "forget_about_me"
ADD, CORRECT = "add_knowledge", "correct_knowledge"
CONVERSATION, SCHEDULE = "general_conversation", "schedule_task"
WRITING = frozenset({REMEMBER, FORGET, ADD, CORRECT})
ASK = "ask_question"
ASKING = frozenset({ASK, "ask_about_past_input", "summarize_engagement", "help"})
ORDERED = 0.8
"""Of what is ordered in so many words."""

LIKELY, HALF = 0.5, 0.5
FEW = 3
"""Words that are too few to tell talk from more."""

_P = engine_patterns("ordering")


@dataclass(frozen=True, slots=True)
class Ranked:
    """The intents, the likeliest first, and how sure the first is."""

    intents: tuple[str, ...]
    confidence: float


def ranked_intents(said: Parted, question: Question, language: str, left: ReadingTime) -> Ranked:
    """All intents by their chances; an order to forget is one, and so is one to remember outside of a project."""
    ranked = _by_chance(said, question, language, left)
    if (
        is_not_to_be_written(said.own)
        or orders_forgetting(said.own, in_project=question.project is not None)
        or forgets_all(said.own)
    ):
        return _first(FORGET, ranked)
    noted = _P["keeps"].match(said.own) or _P["introduces"].fullmatch(said.own) or noted_episode(said.own)
    if question.project is None and noted:
        return _first(REMEMBER, ranked)
    if question.project is None and ranked.intents[0] == CORRECT:
        ranked = _first(REMEMBER, ranked, 0.0)  # outside of a project it can only change what is told of the person
    if asks_for_all(said.own):
        here = question.project is not None and asks_for_all_here(said.own)
        return _first("summarize_engagement" if here else "ask_about_past_input", ranked)
    if is_nonsense(said.own):
        return _first(CONVERSATION, ranked)
    if question.project is not None and set(ranked.intents[:2]) <= {ADD, CORRECT, REMEMBER}:
        return _first(ranked.intents[0], ranked, LIKELY)  # surely one of the two, and both are asked about
    return _first(REMEMBER, ranked, LIKELY) if _tells_something(said, ranked, left) else ranked


def _tells_something(said: Parted, ranked: Ranked, left: ReadingTime) -> bool:
    """Likely told, or taken for talk; and the reader of words finds that half of them tell something."""
    likely = ranked.intents[0] == REMEMBER and ranked.confidence < LIKELY
    unsure = ranked.intents[0] == SCHEDULE and ranked.confidence < LIKELY
    talk = (ranked.intents[0] == CONVERSATION or unsure) and REMEMBER in ranked.intents[1:3]
    if not (likely or talk) or left.is_spent():
        return False
    words = heard_words(said.told, left)
    return len(words) > (FEW if talk else 0) and float(np.mean([word.is_talk for word in words])) <= HALF


def _by_chance(said: Parted, question: Question, language: str, left: ReadingTime) -> Ranked:
    last = question.history[-1].intent if question.history else None
    in_project = question.project is not None
    features = features_of(
        said, Setting(in_project, question.offer is not None, last or ""), partial(left.once, vector_of)
    )
    model = load_linear(LINE)
    chances = model.probabilities(features, line_input(said, in_project=in_project), language, left)
    order = np.argsort(-chances)
    ranked = Ranked(tuple(model.labels[place] for place in order), model.confidence(float(chances[order[0]])))
    return _set_right(said.own, ranked, question.corrections)


def _first(intent: str, ranked: Ranked, at_least: float = ORDERED) -> Ranked:
    others = tuple(one for one in ranked.intents if one != intent)
    return Ranked((intent, *others), max(ranked.confidence, at_least))


def _set_right(own: str, ranked: Ranked, corrections: Sequence[PastCorrection]) -> Ranked:
    """What the person once set right holds for lines like that one; of several the one that is most like it."""
    misread = [past for past in corrections if past.corrected != past.original]
    likest = max(misread, key=lambda past: share_words(own, past.said), default=None)
    if likest is None or share_words(own, likest.said) < LIKE or likest.corrected not in ranked.intents:
        return ranked
    return _first(likest.corrected, ranked, LIKELY)
