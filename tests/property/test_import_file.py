"""An import's rows: whatever they claim they land held and mine; whatever they are, they are read or named."""

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from uuid import UUID, uuid4

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.memory.transfer.import_file import (
    BroughtAssertion,
    BroughtEngagement,
    BroughtEntry,
    Ground,
    land_rows,
    read_row,
    restore_landed,
)
from shared.contracts.assertions import Because, Force
from shared.contracts.errors import ImportMismatchError

pytestmark = pytest.mark.row("S6")

NOW = datetime(2026, 5, 1, tzinfo=UTC)
STORY, GARDEN, OURS = uuid4(), uuid4(), uuid4()
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=9), inner, max_size=3),
    max_leaves=8,
)
NAMES = sorted(
    {*BroughtAssertion.__slots__, *BroughtEntry.__slots__, *BroughtEngagement.__slots__, "state", "person_id"}
)
ROWS = st.dictionaries(st.sampled_from(NAMES), JSON | st.uuids().map(str), max_size=8).map(json.dumps)
MEMORIES = st.builds(
    BroughtAssertion,
    assertion_id=st.uuids(),
    content=st.text("ab ", min_size=1, max_size=6),
    engagement_id=st.sampled_from([None, STORY, GARDEN]),
    display_number=st.integers(0, 9),
    force=st.sampled_from(Force),
    version=st.integers(1, 9),
    source_assertion_id=st.none() | st.uuids(),
    source_engagement_id=st.sampled_from([None, GARDEN]),
    created_at=st.none() | st.datetimes(timezones=st.just(UTC)),
    updated_at=st.none() | st.datetimes(timezones=st.just(UTC)),
)


def ground(**more: object) -> Ground:
    nothing: frozenset[UUID] = frozenset()
    places = {STORY: OURS, GARDEN: GARDEN}
    rest: dict[str, object] = {
        "now": NOW,
        "import_id": uuid4(),
        "places": places,
        "story_id": OURS,
        "numbers": {OURS: 7},
        "present": nothing,
        "erased": nothing,
        "texts": frozenset(),
        "refused": lambda _: False,
    }
    return Ground(**(rest | more))  # type: ignore[arg-type]  # a builder for tests


@given(ROWS | JSON.map(json.dumps) | st.text(max_size=30))
def test_a_row_is_read_or_named_and_never_repeated(text: str) -> None:
    try:
        read_row(17, text, NOW)
    except ImportMismatchError as error:
        said = str(error)
        assert said.startswith("Row 17 cannot be read")
        assert said.rstrip(".") == "Row 17 cannot be read" or any(f"“{name}”" in said for name in NAMES)


ZONES = st.integers(-14 * 60, 14 * 60).map(lambda minutes: timezone(timedelta(minutes=minutes)))
A_MEMORY: dict[str, object] = {"assertion_id": str(STORY), "content": "x"}
AN_ENTRY = {"assertion_id": str(STORY), "event": "ADD", "verb": "hold", "actor": "person", "version": 1}
TIMES: dict[str, dict[str, object]] = {
    **dict.fromkeys(("created_at", "updated_at", "last_accessed_at", "expires_at"), A_MEMORY),
    "at": {**AN_ENTRY, "force_to": "held"},
}


def is_read(name: str, at: datetime) -> bool:
    try:
        read_row(17, json.dumps({**TIMES[name], name: at.isoformat()}), NOW)
    except ImportMismatchError:
        return False
    return True


@given(st.sampled_from(sorted(TIMES)), st.datetimes(timezones=ZONES))
def test_a_time_of_a_file_is_between_1900_and_ten_years_from_now(name: str, at: datetime) -> None:
    assert is_read(name, at) == (datetime(1900, 1, 1, tzinfo=UTC) <= at <= NOW + timedelta(days=3_653))


@given(st.lists(MEMORIES, max_size=8))
def test_everything_lands_held_in_my_places_numbered_on(memories: list[BroughtAssertion]) -> None:
    landing = land_rows(list(enumerate(memories, 1)), ground())
    landed = list(landing.assertions.values())
    assert {one.force for one in landed} <= {Force.HELD}
    assert {one.engagement_id for one in landed} <= {OURS, GARDEN}
    assert all(one.provenance.turn_id is None and one.created_at <= NOW for one in landed)
    assert len(landed) + landing.skipped == len(memories)
    for place, first in ((OURS, 8), (GARDEN, 1)):
        numbers = sorted(one.display_number for one in landed if one.engagement_id == place)
        assert numbers == list(range(first, first + len(numbers)))
    ids = {one.assertion_id for one in landed}
    assert len(ids) == len(landed)
    assert {one.provenance.source_assertion_id for one in landed} - {None} <= ids


@given(st.lists(MEMORIES, max_size=8, unique_by=lambda one: one.assertion_id))
def test_numbers_keep_their_order(memories: list[BroughtAssertion]) -> None:
    landing = land_rows(list(enumerate(memories, 1)), ground())
    for place in (None, STORY, GARDEN):
        rows = [(n, one) for n, one in enumerate(memories, 1) if one.engagement_id == place]
        before = [one.assertion_id for _, one in sorted(rows, key=lambda row: (row[1].display_number, row[0]))]
        after = sorted((landing.assertions[n] for n, _ in rows), key=lambda one: one.display_number)
        assert [one.assertion_id for one in after] == before


@given(st.lists(MEMORIES, max_size=8), st.sets(st.integers(0, 7)))
def test_what_was_refused_erased_or_is_there_does_not_land(memories: list[BroughtAssertion], picked: set[int]) -> None:
    chosen = [one for place, one in enumerate(memories) if place in picked]
    ids = frozenset(one.assertion_id for one in chosen)
    texts = {one.content for one in chosen}
    for more in ({"present": ids}, {"erased": ids}, {"refused": texts.__contains__}):
        landing = land_rows(list(enumerate(memories, 1)), ground(**more))
        assert not {one.assertion_id for one in landing.assertions.values()} & ids


TAKEN_BACK = st.builds(
    replace,
    MEMORIES,
    force=st.just(Force.RETRACTED),
    previous_force=st.sampled_from([Force.HELD, Force.COMMITTED]),
    reason=st.sampled_from(Because),
)


@given(st.lists(MEMORIES | TAKEN_BACK, max_size=8, unique_by=lambda one: one.assertion_id), st.sets(st.integers(0, 7)))
def test_what_the_file_itself_refuses_waits_for_nobody(memories: list[BroughtAssertion], picked: set[int]) -> None:
    texts = {one.content for place, one in enumerate(memories) if place in picked}
    landing = land_rows(list(enumerate(memories, 1)), ground(refused_in_file=texts.__contains__))
    of_file = {one.assertion_id: one for one in memories}
    for landed in landing.assertions.values():
        brought = of_file[landed.assertion_id]
        if landed.content not in texts:
            assert landed.force is Force.HELD
            continue
        assert (landed.force, landed.reason) == (Force.RETRACTED, brought.reason)
        assert landed.expires_at is None
        back = restore_landed(landed, brought, NOW)
        assert back is not None
        assert back.force is Force.RETRACTED
    assert len(landing.assertions) + landing.skipped == len(memories)


@given(MEMORIES)
def test_the_one_yes_gives_back_what_it_was_unless_the_person_decided_since(memory: BroughtAssertion) -> None:
    landing = land_rows([(1, memory)], ground())
    held = landing.assertions[1]
    back = restore_landed(held, memory, NOW)
    assert back is not None
    assert (back.force, back.version, back.content) == (memory.force, memory.version + 1, memory.content)
    assert (back.expires_at is not None) == (memory.force is Force.HELD)
    object.__setattr__(held, "version", memory.version + 1)
    assert restore_landed(held, memory, NOW) is None
    object.__setattr__(held, "force", Force.RETRACTED)
    object.__setattr__(held, "reason", Because.REJECTED)
    assert restore_landed(held, memory, NOW) is None
    object.__setattr__(held, "reason", Because.NOT_CONFIRMED)
    assert restore_landed(held, memory, NOW) is not None
