"""Bodies of any bytes become a form or one of our own errors; nothing of them is in the error's words."""

import json
from typing import TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.gateway.app import DOORS
from services.gateway.forms import (
    ConverseForm,
    EngagementChangeForm,
    EngagementForm,
    Form,
    MeForm,
    PersonForm,
    has_visible_text,
)
from services.gateway.problems import BadCharacterError, BadJsonError, TooDeepError
from services.gateway.reading import parse_form, parse_json
from shared.contracts.errors import HoldfastError

pytestmark = pytest.mark.row("O5")
FORMS = tuple({door.form: None for door in DOORS if door.form is not None})
CANARY = "qXw7canary"
FormT = TypeVar("FormT", bound=Form)

any_text = st.text(st.characters(codec=None, exclude_categories=()), max_size=30)
any_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | any_text,
    lambda children: st.lists(children, max_size=4) | st.dictionaries(any_text, children, max_size=4),
    max_leaves=20,
)
known_names = st.sampled_from(sorted({name for form in FORMS for name in form.model_fields}))


def refused(body: bytes, kind: type[FormT]) -> HoldfastError | None:
    """The error that a body gets; every other exception is a failure of the test."""
    try:
        form = parse_form(body, kind)
    except HoldfastError as error:
        found = error
    else:
        form.model_dump_json().encode()
        return None
    assert 400 <= found.status < 500
    assert found.saved == "false"
    return found


@given(body=st.binary(max_size=300), kind=st.sampled_from(FORMS))
def test_any_bytes(body: bytes, kind: type[Form]) -> None:
    refused(body, kind)


@given(document=any_json, kind=st.sampled_from(FORMS))
def test_any_document(document: object, kind: type[Form]) -> None:
    refused(json.dumps(document).encode(), kind)


@given(document=st.dictionaries(known_names, any_json, max_size=5), kind=st.sampled_from(FORMS))
def test_any_values_of_known_fields(document: dict[str, object], kind: type[Form]) -> None:
    refused(json.dumps(document).encode(), kind)


@given(document=st.dictionaries(known_names | st.just(CANARY), st.just(CANARY) | st.just([CANARY]), min_size=1))
@pytest.mark.parametrize("kind", FORMS)
def test_an_error_never_repeats_what_was_sent(document: dict[str, object], kind: type[Form]) -> None:
    error = refused(json.dumps(document).encode(), kind)
    assert CANARY not in str(error)


@given(text=any_text)
def test_a_text_is_stored_as_it_is_or_refused(text: str) -> None:
    body = json.dumps({"message": text}).encode()
    storable = "\x00" not in text and not any(0xD800 <= ord(char) <= 0xDFFF for char in text)
    error = refused(body, ConverseForm)
    if error is None:
        assert parse_form(body, ConverseForm).message == text
        assert storable
    else:
        assert not storable or not has_visible_text(text)


@given(depth=st.integers(1, 2_000), closed=st.booleans(), opener=st.sampled_from(['{"a":', "["]))
def test_depth_is_seen_before_parsing(depth: int, closed: bool, opener: str) -> None:  # noqa: FBT001
    closer = "}" if opener[0] == "{" else "]"
    body = (opener * depth + "1" + (closer * depth if closed else "")).encode()
    if depth > 32:
        with pytest.raises(TooDeepError):
            parse_json(body)
    elif not closed:
        with pytest.raises(BadJsonError):
            parse_json(body)
    else:
        parse_json(body)


@pytest.mark.parametrize("brackets", ["[" * 40_000, '"' + "[" * 40_000, '\\"[' * 10_000, "{}" * 30_000, '"\\' * 20_000])
def test_the_depth_of_any_body_is_found_in_linear_time(brackets: str) -> None:
    with pytest.raises((TooDeepError, BadJsonError)):
        parse_json(brackets.encode())


@pytest.mark.parametrize("body", [b'["\\ud800"]', b'{"a": ["x", {"b": "\\u0000"}]}', b'"\\udfff"', b'[["\\u0000"]]'])
def test_characters_are_looked_for_everywhere(body: bytes) -> None:
    with pytest.raises(BadCharacterError):
        parse_json(body)


@pytest.mark.parametrize("text", ["a", " a ", "👩\u200d👩\u200d👧", "é", "e\u0301", "!", "0", "\u200ba", "你"])
def test_what_can_be_seen(text: str) -> None:
    assert has_visible_text(text)


@pytest.mark.parametrize(
    "text", ["", " ", "\n\t", "\u200b\u200c\u200d\ufeff", "\u3164", "\u2800", "\u00a0", "\u2028", "\ufe0f"]
)
def test_what_cannot_be_seen(text: str) -> None:
    assert not has_visible_text(text)


@pytest.mark.parametrize(
    ("body", "kind"),
    [(b"", PersonForm), (b"{}", PersonForm), (b" ", PersonForm), (b'{"title": "x", "seed": ""}', EngagementForm),
     (b'{"status": "archived"}', EngagementChangeForm), (b'{"settings": {"language": "de"}}', MeForm)],
)  # fmt: skip
def test_what_is_enough(body: bytes, kind: type[Form]) -> None:
    assert refused(body, kind) is None
