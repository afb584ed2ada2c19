"""Whatever a model answers is a reading or a failure that is known; nothing else, and never more than was asked for."""

import json
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from shared.contracts.understanding import MOST_FACTS, Reading
from shared.intents.card import load_cards
from shared.models.parse_reading import reading_of
from shared.models.thinking import WithoutThinking
from shared.models.wire import CallFailedError
from shared.text.visible_text import clean_text
from tests.model_stories import ANSWER, FACT, near, offer, question

ANY_TEXT = st.text(st.characters(codec=None), max_size=60)
JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | ANY_TEXT
    | st.sampled_from(["m1", "select", *load_cards()]),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.sampled_from([*ANSWER, *FACT]) | ANY_TEXT, inner),
    max_leaves=12,
)
ANSWERS = st.fixed_dictionaries(
    {}, optional=dict.fromkeys(ANSWER, JSON) | {"intent": JSON | st.sampled_from([*load_cards()])}
)
ASKED = question("I like tea.", offer=offer("You're tall.", "You own a boat."), near=(near("You like tea."),))


def fits(reading: Reading) -> None:
    assert reading.intent in load_cards()
    assert 0 <= reading.confidence <= 1
    assert len(reading.personal_facts) <= MOST_FACTS
    assert all(fact.own_words in ASKED.text and len(fact.text) <= 280 for fact in reading.personal_facts)
    assert set(reading.selection) <= {1, 2}
    assert {memory.assertion_id for memory in reading.memory_used} <= {ASKED.near[0].assertion_id}
    assert Reading.model_validate_json(reading.model_dump_json()) == reading  # it can cross the line


@given(ANSWERS)
def test_any_answer_of_about_the_right_form_is_read(answer: dict[str, object]) -> None:
    try:
        reading = reading_of(json.dumps(answer), ASKED)
    except CallFailedError:
        assert not isinstance(answer.get("intent"), str)
    else:
        fits(reading)


@given(st.one_of(ANY_TEXT, JSON.map(json.dumps), st.tuples(ANY_TEXT, ANSWERS.map(json.dumps), ANY_TEXT).map("".join)))
def test_any_text_is_read_or_fails(text: str) -> None:
    try:
        reading = reading_of(text, ASKED)
    except CallFailedError:
        return
    fits(reading)


@given(ANY_TEXT, st.integers(min_value=1, max_value=40))
def test_what_is_cleaned_can_be_stored_and_is_short_enough(text: str, most: int) -> None:
    kept = clean_text(text, most)
    assert len(kept) <= most
    assert "\x00" not in kept
    kept.encode()  # fails for a lone surrogate


@given(
    st.sampled_from(["", "<think>a plan</think>", " <think></think>\n", "<th", "<b>"]),
    st.text(max_size=30),
    st.lists(st.integers(min_value=0, max_value=60), max_size=8),
)
def test_thinking_is_taken_out_wherever_the_stream_is_cut(before: str, words: str, cuts: list[int]) -> None:
    text = before + words
    places = sorted({0, *(cut for cut in cuts if cut < len(text)), len(text)})
    aloud = WithoutThinking()
    pieces = [aloud.take(text[start:end]) for start, end in pairwise(places)]
    whole = WithoutThinking()
    expected = whole.take(text) + whole.end()
    assert "".join(pieces) + aloud.end() == expected
    if "</think>" in before and "<" not in words:
        assert expected == words.lstrip()
