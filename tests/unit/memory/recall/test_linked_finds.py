"""What is linked draws together and is brought along, and neither says more than was found."""

from datetime import UTC, datetime
from uuid import UUID, uuid4

import pytest

from services.memory.recall.candidate import Candidate, Measured
from services.memory.recall.linked_finds import Link, brought_along, drawn_together
from services.memory.recall.ranking import Placed
from services.memory.recall.weights import load_weights

pytestmark = pytest.mark.row("M12")

AT = datetime(2026, 5, 10, tzinfo=UTC)
DRAWN = load_weights().links.drawn
NURSE, NIGHTS, TEA, COFFEE = (uuid4() for _ in range(4))


def found(memory: UUID | None, score: float) -> Placed:
    entry = Measured(1, "assertion" if memory else "person", AT, 5, 1.0, 0.5)
    return Placed(Candidate(entry, assertion_id=memory), score, (("words", score),))


def scores(finds: list[Placed]) -> dict[UUID | None, float]:
    return {one.candidate.assertion_id: one.score for one in finds}


def test_finds_that_are_linked_rise_by_their_strongest_link_and_say_so() -> None:
    finds = [found(TEA, 0.55), found(NURSE, 0.5), found(NIGHTS, 0.3)]
    drawn = drawn_together(finds, [Link(NURSE, NIGHTS, 0.6), Link(TEA, COFFEE, 0.9)])
    assert scores(drawn) == pytest.approx({TEA: 0.55, NURSE: 0.5 + 0.5 * DRAWN * 0.6, NIGHTS: 0.3 + 0.7 * DRAWN * 0.6})
    for one in drawn:
        assert sum(share for _, share in one.why) == pytest.approx(one.score)
        assert ("related" in dict(one.why)) == (one.candidate.assertion_id is not TEA)


def test_a_link_can_change_who_is_first() -> None:
    drawn = drawn_together([found(TEA, 0.51), found(NURSE, 0.5), found(NIGHTS, 0.3)], [Link(NIGHTS, NURSE, 0.6)])
    assert list(scores(drawn)) == [NURSE, TEA, NIGHTS]


def test_only_the_strongest_of_several_links_counts() -> None:
    finds = [found(NURSE, 0.5), found(NIGHTS, 0.3), found(TEA, 0.3)]
    one = drawn_together(finds, [Link(NURSE, NIGHTS, 0.6)])
    many = drawn_together(finds, [Link(NURSE, NIGHTS, 0.6), Link(TEA, NURSE, 0.5)])
    assert scores(one)[NURSE] == scores(many)[NURSE]


def test_at_most_two_come_along_the_nearest_to_the_surest_first() -> None:
    finds = [found(NURSE, 0.8), found(TEA, 0.4), found(None, 0.9)]
    far, near, nearest = sorted(uuid4() for _ in range(3))
    links = [Link(far, TEA, 0.9), Link(NURSE, near, 0.6), Link(nearest, NURSE, 0.7)]
    assert brought_along(finds, links, 0.1) == [(nearest, 0.56), (near, 0.48)]


def test_what_was_found_is_not_brought_along_as_well() -> None:
    assert brought_along([found(NURSE, 0.8), found(NIGHTS, 0.3)], [Link(NURSE, NIGHTS, 0.9)], 0.1) == []


def test_nothing_comes_along_that_is_less_sure_than_is_asked_for_or_where_nothing_was_found() -> None:
    links = [Link(NURSE, NIGHTS, 0.5)]
    assert brought_along([found(NURSE, 0.8)], links, 0.41) == []
    assert brought_along([found(NURSE, 0.8)], links, 0.4) == [(NIGHTS, 0.4)]
    assert brought_along([], links, 0.0) == []
