"""What becomes of a line: for every way in which a person can stand when it comes."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.memory.inflight.queue import Place
from services.memory.turn.accept import MOST_WAITING, Begins, KnownLine, Standing, Waits, decide_acceptance
from shared.contracts.envelope import Caller
from shared.contracts.errors import (
    HoldfastError,
    KeyReusedError,
    NoPersonalEngagementError,
    PersonNotFoundError,
    ProjectArchivedError,
    TooManyWaitingError,
)
from shared.contracts.ids import new_id
from shared.contracts.requests.people import EngagementStatus
from shared.contracts.requests.turns import Accepted, Converse
from shared.contracts.turns import Channel, EngagementKind

pytestmark = pytest.mark.row("P3", "P4")

REQUEST = Converse(
    caller=Caller(tenant_id=new_id(), person_id=new_id()),
    line_id=new_id(),
    body_hash="the body",
    text="Hello",
    project_id=None,
    channel=Channel.API,
)
PLACE = Place(new_id(), EngagementKind.PROJECT, "garden", Channel.API, write=True, read=True)
ids = st.one_of(st.none(), st.builds(new_id))
standings = st.builds(
    Standing,
    place=st.one_of(st.none(), st.just(PLACE)),
    engagement_status=st.sampled_from(EngagementStatus),
    conversation_id=st.builds(new_id),
    active_turn_id=ids,
    known=st.one_of(st.none(), st.builds(KnownLine, st.sampled_from((REQUEST.body_hash, "another")), ids)),
    waiting=st.integers(0, MOST_WAITING + 3),
    standing_offer_id=ids,
)


def _expected(standing: Standing) -> type[object]:
    """The rules, said once more and in another way."""
    if standing.known is not None:
        return Accepted if standing.known.body_hash == REQUEST.body_hash else KeyReusedError
    if standing.place is None:  # the request names no project, so it is Your Story that is missing
        return NoPersonalEngagementError
    if standing.engagement_status is EngagementStatus.ARCHIVED:
        return ProjectArchivedError
    if standing.waiting >= MOST_WAITING:
        return TooManyWaitingError
    return Begins if standing.active_turn_id is None and not standing.waiting else Waits


def _decision(standing: Standing) -> object:
    try:
        return decide_acceptance(standing, REQUEST)
    except HoldfastError as refused:
        return refused


@given(standings)
def test_a_line_is_refused_known_waiting_or_begins_a_turn(standing: Standing) -> None:
    decision = _decision(standing)
    assert type(decision) is _expected(standing)
    assert not isinstance(decision, HoldfastError) or decision.saved == "false"


@given(standings)
def test_a_line_that_is_known_has_the_same_answer_whatever_happened_since(standing: Standing) -> None:
    turn_id = new_id()
    known = replace(standing, known=KnownLine(REQUEST.body_hash, turn_id))
    assert decide_acceptance(known, REQUEST) == Accepted(line_id=REQUEST.line_id, turn_id=turn_id, repeated=True)


@given(standings)
def test_only_a_line_that_begins_a_turn_may_answer_the_standing_offer(standing: Standing) -> None:
    idle = replace(
        standing, known=None, place=PLACE, engagement_status=EngagementStatus.ACTIVE, active_turn_id=None, waiting=0
    )
    decision = decide_acceptance(idle, REQUEST)
    assert isinstance(decision, Begins)
    assert decision.answers_offer_id == standing.standing_offer_id


def test_nobody_has_no_lines() -> None:
    with pytest.raises(PersonNotFoundError):
        decide_acceptance(None, REQUEST)
