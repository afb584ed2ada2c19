"""What brings an entry forward, what is said of it, and when nothing is said at all."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.memory.recall.candidate import Candidate, Measured, Role
from services.memory.recall.question import About, Aim
from services.memory.recall.ranking import Backdrop, Crowd, Placed, full_weight, rank_candidates
from services.memory.recall.time_spans import Span
from services.memory.recall.weights import answer_threshold

pytestmark = pytest.mark.row("M15", "M28")

MAY = datetime(2026, 5, 10, tzinfo=UTC)
QUESTION = Aim(("tea",), "do I drink tea?", "do you drink tea?", "english")
GROUND = Backdrop(Crowd(50, 0.1), Crowd(500, 0.1), rarities=4.0, known_terms=1)
FULL = full_weight(QUESTION, GROUND)


def entry(  # noqa: PLR0913  # one for each signal
    number: int = 1,
    role: Role = "person",
    *,
    words: float = 0.0,
    meaning: float = 0.0,
    at: datetime = MAY,
    asks: bool = False,
    names: int = 0,
) -> Measured:
    return Measured(number, role, at, 5, words, meaning, asks, names)


def ranked(*candidates: Candidate, question: Aim = QUESTION, ground: Backdrop = GROUND) -> list[int]:
    return [found.candidate.entry.number for found in rank_candidates(question, candidates, ground)]


def best(*candidates: Candidate, question: Aim = QUESTION, ground: Backdrop = GROUND) -> Placed:
    return rank_candidates(question, candidates, ground)[0]


PLAIN = Candidate(entry(1, words=2, meaning=0.4))


@pytest.mark.parametrize(
    "better",
    [
        Candidate(entry(2, words=2, meaning=0.5)),
        Candidate(entry(2, words=3, meaning=0.4)),
        Candidate(entry(2, words=2, meaning=0.4), before=(entry(3, words=2),)),
        Candidate(entry(2, words=2, meaning=0.4), after=(entry(3, meaning=0.9),)),
    ],
    ids=["meaning", "words", "words just before", "what was said just after"],
)
def test_whatever_speaks_for_an_entry_brings_it_forward(better: Candidate) -> None:
    assert ranked(PLAIN, better) == [2, 1]
    assert ranked(better, PLAIN) == [2, 1]


def test_what_has_the_name_that_is_asked_for_comes_forward_by_its_share_of_them() -> None:
    basel = replace(QUESTION, names=("basel", "2019"))
    both, one = (Candidate(entry(number, words=2, meaning=0.4, names=number - 1)) for number in (3, 2))
    assert ranked(PLAIN, one, both, question=basel) == [3, 2, 1]
    assert "named" in dict(best(both, question=basel).why)


def test_a_question_tells_less_than_its_answer() -> None:
    question = entry(1, "companion", words=1, meaning=0.5, asks=True)
    answer = entry(2, words=1, meaning=0.5)
    assert ranked(Candidate(question, after=(answer,)), Candidate(answer, before=(question,))) == [2, 1]
    told = replace(question, asks=False)
    assert ranked(Candidate(told, after=(answer,)), Candidate(answer, before=(told,))) == [1, 2]


@pytest.mark.parametrize(
    ("about", "first"), [("person", [1, 3, 2]), ("companion", [2, 1, 3]), (None, [1, 2, 3])], ids=str
)
def test_who_is_asked_about_speaks_first(about: About | None, first: list[int]) -> None:
    lines = [Candidate(entry(1, meaning=0.4)), Candidate(entry(2, "companion", meaning=0.35)),
             Candidate(entry(3, "assertion", meaning=0.3))]  # fmt: skip
    question = replace(QUESTION, about=about, surely=True)
    assert ranked(*lines, question=question) == first


def test_where_both_are_named_it_counts_for_half() -> None:
    lines = [Candidate(entry(1, meaning=0.4)), Candidate(entry(2, "companion", meaning=0.6))]
    assert ranked(*lines, question=replace(QUESTION, about="person", surely=True)) == [1, 2]
    assert ranked(*lines, question=replace(QUESTION, about="person", surely=False)) == [2, 1]


def test_the_time_that_is_asked_about_counts_and_the_days_after_it_a_little() -> None:
    span = Span(MAY, MAY + timedelta(days=1))
    moments = (MAY - timedelta(days=1), MAY + timedelta(days=5), MAY, MAY + timedelta(days=40))
    lines = [Candidate(entry(number, meaning=0.4, at=at)) for number, at in enumerate(moments)]
    assert ranked(*lines, question=replace(QUESTION, span=span))[:2] == [2, 1]


def test_what_was_said_another_day_is_no_neighbour() -> None:
    near = entry(8, words=4, meaning=0.9, at=MAY + timedelta(hours=5))
    far = replace(near, at=MAY + timedelta(hours=7))
    one, other = (Candidate(entry(number, meaning=0.4), after=(after,)) for number, after in ((1, far), (2, near)))
    assert ranked(one, other) == [2, 1]


def test_of_equals_what_is_newer_comes_first() -> None:
    same = [
        Candidate(entry(1, "assertion", meaning=0.4)),
        Candidate(entry(2, "assertion", meaning=0.4, at=MAY + timedelta(days=1))),
        Candidate(entry(3, "assertion", meaning=0.4)),
    ]
    assert ranked(*same) == [2, 3, 1]
    assert ranked(*reversed(same)) == [2, 3, 1]


def test_of_equals_none_is_cut_off() -> None:
    same = [Candidate(entry(number, meaning=0.4)) for number in range(3)]
    worse = Candidate(entry(9, meaning=0.3))
    assert len(rank_candidates(QUESTION, [*same, worse], GROUND, most=1)) == 3


def test_it_says_what_it_was_found_by_and_how_much_each_brought() -> None:
    question = replace(QUESTION, about="person", surely=True, span=Span(MAY, MAY + timedelta(days=1)))
    found = best(Candidate(entry(words=3, meaning=0.5), after=(entry(2, meaning=0.5),)), question=question)
    assert {name for name, _ in found.why} == {"words", "meaning", "around", "speaker", "time"}
    shares = [share for _, share in found.why]
    assert shares == sorted(shares, reverse=True)
    assert sum(shares) == pytest.approx(found.score, abs=0.001)
    assert [name for name, _ in best(Candidate(entry(meaning=0.5))).why] == ["meaning", "around"]


def test_what_fits_clearly_is_told_and_what_is_usual_is_not() -> None:
    assert best(Candidate(entry(words=FULL * 0.6, meaning=0.7))).score > 0.9
    assert best(Candidate(entry(meaning=0.3))).score < answer_threshold()


def test_what_is_usual_for_a_question_is_no_sign() -> None:
    line = Candidate(entry(1, "assertion", meaning=0.55))
    rare, common = (replace(GROUND, facts=Crowd(50, usual)) for usual in (0.1, 0.5))
    assert best(line, ground=rare).score > 0.5 > answer_threshold() > best(line, ground=common).score


def test_the_best_of_many_must_be_better() -> None:
    line = Candidate(entry(1, "assertion", meaning=0.5))
    scores = [best(line, ground=replace(GROUND, facts=Crowd(count, 0.1))).score for count in (20, 1_000, 100_000)]
    assert scores == sorted(scores, reverse=True)
    assert scores[0] > scores[2]


def test_a_single_memory_is_not_held_against_itself() -> None:
    only = replace(GROUND, facts=Crowd(1, 0.7), talk=Crowd(0, 0))
    assert best(Candidate(entry(1, "assertion", meaning=0.7)), ground=only).score > 0.8


def test_words_that_occur_nowhere_count_against_the_rest() -> None:
    line = Candidate(entry(words=3, meaning=0.4))
    asked_for_more = replace(QUESTION, terms=("tea", "zebra", "quagga"))
    assert best(line).score > best(line, question=asked_for_more).score


def test_an_empty_memory_has_nothing() -> None:
    assert rank_candidates(QUESTION, [], Backdrop(Crowd(0, 0), Crowd(0, 0), 0, 0)) == []


entries = st.builds(
    entry,
    st.integers(1, 99),
    st.sampled_from(["person", "companion", "assertion"]),
    words=st.floats(0, 12),
    meaning=st.floats(-0.2, 1),
    at=st.datetimes(datetime(2020, 1, 1), datetime(2030, 1, 1)).map(lambda at: at.replace(tzinfo=UTC)),  # noqa: DTZ001
    asks=st.booleans(),
)
several = st.lists(
    st.builds(Candidate, entries, st.lists(entries, max_size=2).map(tuple), st.lists(entries, max_size=2).map(tuple)),
    max_size=6, unique_by=lambda one: one.entry.number,
)  # fmt: skip
crowds = st.builds(Crowd, st.integers(0, 100_000), st.floats(-0.1, 1))
grounds = st.builds(Backdrop, crowds, crowds, st.floats(0, 40), st.integers(0, 3))


@given(several, grounds, st.randoms())
def test_the_order_is_that_of_the_scores_whatever_order_they_came_in(
    candidates: list[Candidate], ground: Backdrop, random: Random
) -> None:
    found = rank_candidates(QUESTION, candidates, ground)
    scores = [one.score for one in found]
    assert scores == sorted(scores, reverse=True)
    assert all(0 <= score <= 1 for score in scores)
    shuffled = list(candidates)
    random.shuffle(shuffled)
    assert rank_candidates(QUESTION, shuffled, ground) == found


@given(several, grounds, entries)
def test_another_entry_never_moves_the_others_past_each_other(
    candidates: list[Candidate], ground: Backdrop, other: Measured
) -> None:
    before = ranked(*candidates, ground=ground)
    more = [*candidates, Candidate(replace(other, number=100))]
    assert [number for number in ranked(*more, ground=ground) if number != 100] == before
