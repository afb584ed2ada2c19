"""A file that is brought: whatever its bytes, it is read whole or refused in our own words."""

import json
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.gateway.export_form import BYTES_AT_ONCE, LARGEST_ROW, ROWS_AT_ONCE, ExportFile, read_export
from shared.contracts.errors import HoldfastError

pytestmark = pytest.mark.row("S6")
CANARY = "qXw7canary"
SECTIONS = ("engagements", "assertions", "history", "turns", "refusals")

any_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=10),
    lambda children: st.lists(children, max_size=4) | st.dictionaries(st.text(max_size=5), children, max_size=4),
    max_leaves=15,
)
rows = st.dictionaries(
    st.text(max_size=5), any_json.filter(lambda value: "\\u0000" not in json.dumps(value)), max_size=3
)
assertion = st.fixed_dictionaries({"assertion_id": st.just("1"), "content": st.just("x")})


def refused(body: bytes) -> HoldfastError | None:
    try:
        read_export(body)
    except HoldfastError as error:
        found = error
    else:
        return None
    assert 400 <= found.status < 500
    assert CANARY not in str(found)
    return found


@given(body=st.binary(max_size=200))
def test_any_bytes(body: bytes) -> None:
    assert refused(body) is not None


@given(document=any_json)
def test_any_document(document: object) -> None:
    assert refused(json.dumps(document).encode()) is not None


@given(
    members=st.dictionaries(
        st.sampled_from((*SECTIONS, "holdfast_export", "person", CANARY)), any_json | st.lists(rows)
    ),
    text=st.sampled_from(["{}", '{"holdfast_export": 1, "assertions": [{"x": "' + CANARY + '"}]}', "[]"]),
)
def test_any_members(members: dict[str, object], text: str) -> None:
    refused(json.dumps(members).encode())
    refused(text.encode())


@given(
    found=st.lists(assertion, min_size=1, max_size=5),
    turns=st.lists(st.dictionaries(st.just("said"), st.integers()), max_size=3),
    indent=st.sampled_from([None, 0, 3]),
    order=st.permutations(("holdfast_export", "assertions", "turns", "engagements")),
)
def test_a_file_of_any_layout_is_read_row_by_row(
    found: list[dict[str, str]], turns: list[object], indent: int | None, order: list[str]
) -> None:
    engagements = [{"engagement_id": "e", "title": ']}",{['}]
    whole = {"holdfast_export": 1, "assertions": found, "turns": turns, "engagements": engagements}
    body = json.dumps({name: whole[name] for name in order}, indent=indent).encode()
    file = read_export(body)
    assert file.count == len(found)
    assert [json.loads(row) for row in file.rows] == [*engagements, *found]


@given(
    sizes=st.lists(st.integers(2, LARGEST_ROW), min_size=1, max_size=60)
    | st.lists(st.just(2), min_size=1, max_size=900)
)
def test_messages_are_small_enough_and_nothing_is_lost(sizes: list[int]) -> None:
    file = ExportFile("0" * 64, 1, [f"{n:0{size}d}" for n, size in enumerate(sizes)])
    batches = list(file.batches())
    assert [row for _, batch in batches for row in batch] == file.rows
    assert [first for first, _ in batches] == [sum(len(b) for _, b in batches[:at]) for at in range(len(batches))]
    for _, batch in batches:
        assert 1 <= len(batch) <= ROWS_AT_ONCE
        assert len(batch) == 1 or sum(map(len, batch)) <= BYTES_AT_ONCE


def test_a_large_file_is_read_in_its_own_time() -> None:
    row = json.dumps({"assertion_id": "1", "content": "You're “here”. " * 6})
    body = f'{{"holdfast_export": 1, "assertions": [{",".join([row] * 80_000)}]}}'.encode()
    assert len(body) < 16_777_216
    began = time.process_time()
    assert read_export(body).count == 80_000
    assert time.process_time() - began < 6


@pytest.mark.parametrize("opener", ["[", '{"a":', '"', "\\", " ", "-", "[{", '[{"a":[', ","])
def test_what_opens_without_end_ends(opener: str) -> None:
    for start in ("", '{"holdfast_export": 1, "assertions": [', '{"person": '):
        began = time.process_time()
        assert refused((start + opener * (1_000_000 // len(opener))).encode()) is not None
        assert time.process_time() - began < 2
