"""Reads a body without believing it: size before reading, shape before meaning, and no word of it in an answer."""

import asyncio
import json
import re
from collections.abc import Callable, Iterable
from typing import Any, TypeVar, get_args

from pydantic import ValidationError
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails
from starlette.requests import ClientDisconnect
from starlette.types import Receive, Scope

from services.gateway.forms import (
    CHANGE_WITHOUT_TEXT,
    EMPTY_TEXT,
    ITEMS_OR_LINE,
    NAMED_TWICE,
    TEXT_WITHOUT_CHANGE,
    Form,
)
from services.gateway.problems import (
    BadCharacterError,
    BadJsonError,
    ContentTypeError,
    EmptyMessageError,
    FieldError,
    FromTokenError,
    MissingFieldError,
    NotAnObjectError,
    TooDeepError,
    TooLargeError,
    TooLongError,
    TooManyFieldsError,
    TooSlowError,
    UnknownFieldError,
)
from shared.contracts.errors import HoldfastError

READ_SECONDS = 10.0
DEEPEST = 32
JSON_TYPE = re.compile(rb"application/json\s*(?:;\s*charset=\"?utf-8\"?\s*)?", re.ASCII | re.IGNORECASE)
_STRINGS = re.compile(rb'"(?:[^"\\]|\\.)*"?', re.DOTALL)
_BRACKETS = bytes(set(range(256)) - set(b"[]{}"))
NOT_EMPTY = "a text that is not empty"
HASH = "the 64 hexadecimal digits that were given with it"
TIME = "a time with its zone, such as 2026-11-18T12:00:00Z"
NAME = "1 to 40 small letters, digits and underscores, a letter first"
WHO = frozenset({"agent", "agent_id", "caller", "person", "person_id", "tenant", "tenant_id", "token_id", "user_id"})
EXPECTED = {
    "string_type": "a text",
    "enum": "one of {expected}",
    "literal_error": "one of {expected}",
    "uuid_type": "an id of 36 characters, as we gave it",
    "uuid_parsing": "an id of 36 characters, as we gave it",
    "zone": "a time zone such as Europe/Berlin",
    "model_type": "an object",
    "dict_type": "an object",
    "tuple_type": "a list",
    "too_short": "a list of at least {min_length}",
    "too_long": "a list of at most {max_length}",
    "bool_type": "true or false",
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "finite_number": "a number",
    "datetime_type": TIME,
    "datetime_parsing": TIME,
    "datetime_from_date_parsing": TIME,
    "datetime_object_invalid": TIME,
    "timezone_aware": TIME,
    "greater_than_equal": "at least {ge}",
    "less_than_equal": "at most {le}",
    "decimal_type": "an amount in dollars, such as 2.50",
    "decimal_parsing": "an amount in dollars, such as 2.50",
    "decimal_max_digits": "an amount in dollars, such as 2.50",
    "decimal_max_places": "an amount in dollars, such as 2.50",
    "decimal_whole_digits": "an amount in dollars, such as 2.50",
    TEXT_WITHOUT_CHANGE: "an item that has a text only where the answer is 'change'",
}
"""What a field must be, by the kind of error that pydantic found."""
PATTERNS = {"language": "two small letters, such as en", "text_hash": HASH, "file_hash": HASH,
            "agent": NAME, "category": NAME, "categories": NAME,
            "always_ask": NAME, "never_ask": NAME}  # fmt: skip
"""What a field must be that has a pattern."""
OWN_WORDS: dict[str, Callable[[str, dict[str, Any]], HoldfastError]] = {
    "missing": lambda place, _: MissingFieldError(place),
    "string_too_long": lambda place, facts: TooLongError(place, facts["max_length"]),
    "string_pattern_mismatch": lambda place, _: FieldError(place, PATTERNS[_last(place)]),
    EMPTY_TEXT: lambda place, _: EmptyMessageError() if place == "message" else FieldError(place, NOT_EMPTY),
    CHANGE_WITHOUT_TEXT: lambda place, _: MissingFieldError(f"{place}.text"),
    ITEMS_OR_LINE: lambda *_: FieldError("items", "a list, or line in its place"),
    NAMED_TWICE: lambda *_: FieldError("items", "a list that names each memory once"),
}
"""The errors that say more than what the field must be."""

FormT = TypeVar("FormT", bound=Form)


def header_value(scope: Scope, name: bytes) -> bytes | None:
    """The value of a header; of one that is sent twice, nothing that could be believed."""
    values = [value for key, value in scope["headers"] if key == name]
    return values[0] if len(values) == 1 else b"" if values else None


def declared_too_large(scope: Scope, limit: int) -> bool:
    """Whether the request itself says that its body is over the limit."""
    length = header_value(scope, b"content-length")
    return length is not None and length.isdigit() and int(length[:19]) > limit


async def read_form(scope: Scope, receive: Receive, kind: type[FormT], limit: int) -> FormT:
    """The body in its form, or the error that says what is wrong with it."""
    body = await read_body(receive, limit)
    if body or not kind.may_be_empty:
        check_type(scope)
    return parse_form(body, kind)


def parse_form(body: bytes, kind: type[FormT]) -> FormT:
    """The form that these bytes are."""
    if not body.strip() and kind.may_be_empty:
        return kind()
    if not body.strip():
        raise kind.when_empty
    document = parse_json(body, kind.most_fields)
    if not document and not (kind.may_be_empty and document == {}):
        raise kind.when_empty
    if not isinstance(document, dict):
        raise NotAnObjectError
    try:
        # Strictly from the JSON itself: in Python's own types an id and its text are not the same.
        return kind.model_validate_json(body)
    except ValidationError as error:
        raise _said(error.errors(include_input=False, include_url=False)[0], kind) from None


def parse_json(body: bytes, most_fields: int = Form.most_fields) -> object:
    """One JSON document of a sane shape, in which every text can be stored."""
    if nesting_depth(body) > DEEPEST:
        raise TooDeepError(DEEPEST)
    try:
        document: object = json_decoder(most_fields).decode(body.decode())
    except ValueError:
        raise BadJsonError from None
    _check_texts([document])
    return document


def json_decoder(most_fields: int) -> json.JSONDecoder:
    """A decoder that takes no field twice, no number that is none, no text that cannot be stored, and not too many."""
    fields = 0

    def count(pairs: list[tuple[str, object]]) -> dict[str, object]:
        nonlocal fields
        fields += len(pairs)
        if fields > most_fields:
            raise TooManyFieldsError(most_fields)
        if len(found := dict(pairs)) != len(pairs):
            raise BadJsonError
        _check_texts(found)
        _check_texts(found.values())
        return found

    return json.JSONDecoder(object_pairs_hook=count, parse_constant=_no_number, parse_float=_finite)


async def read_body(receive: Receive, limit: int, seconds: float | None = None) -> bytes:
    """The bytes of a body, counted while they come."""
    body = bytearray()
    more = True
    try:
        async with asyncio.timeout(seconds or READ_SECONDS):
            while more:
                message = await receive()
                if message["type"] == "http.disconnect":
                    raise ClientDisconnect
                body += message.get("body", b"")
                more = message.get("more_body", False)
                if len(body) > limit:
                    raise TooLargeError(limit)
    except TimeoutError:
        raise TooSlowError from None
    return bytes(body)


def check_type(scope: Scope) -> None:
    """Refuses a body that is not JSON by its own account."""
    if JSON_TYPE.fullmatch(header_value(scope, b"content-type") or b"") is None:
        raise ContentTypeError


def nesting_depth(body: bytes) -> int:
    """How deeply the document is nested, as far as that matters."""
    deepest = now = 0
    for bracket in _STRINGS.sub(b"", body).translate(None, _BRACKETS):
        if bracket in b"[{":
            now += 1
            deepest = max(deepest, now)
            if deepest > DEEPEST:
                break
        else:
            now -= 1
    return deepest


def _check_texts(values: Iterable[object]) -> None:
    for value in values:
        if isinstance(value, str) and ("\x00" in value or not _whole(value)):
            raise BadCharacterError
        if isinstance(value, list):
            _check_texts(value)


def _whole(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _no_number(_: str) -> object:
    raise BadJsonError


def _finite(digits: str) -> float:
    number = float(digits)
    if number in (float("inf"), float("-inf")):
        raise BadJsonError
    return number


def _said(error: ErrorDetails, kind: type[Form]) -> HoldfastError:
    """What pydantic found, in our words; only our own names appear in it."""
    form, place = _place(error["loc"], kind)
    kind_of_error, facts = error["type"], error.get("ctx", {})
    if kind_of_error in OWN_WORDS:
        return OWN_WORDS[kind_of_error](place, facts)
    if not place or kind_of_error == "extra_forbidden":
        named = error["loc"][-1] if error["loc"] else None
        return FromTokenError() if form.says_who and named in WHO else UnknownFieldError(tuple(_fields(form)))
    return FieldError(place, EXPECTED.get(kind_of_error, NOT_EMPTY).format(**facts))


def _place(location: tuple[int | str, ...], kind: type[Form]) -> tuple[type[Form], str]:
    """The form that an error is in, and the way there by our own names; no way when a name is not ours."""
    form, place = kind, ""
    for part in location:
        if isinstance(part, int):
            place += f"[{part}]"
        elif part in _fields(form):
            place = f"{place}.{part}" if place else part
            form = _form_within(_fields(form)[part].annotation) or form
        else:
            return form, ""
    return form, place


def _fields(form: type[Form]) -> dict[str, FieldInfo]:
    """The fields by the names that they have in a body."""
    return {field.alias or name: field for name, field in form.model_fields.items()}


def _last(place: str) -> str:
    return place.rpartition(".")[2].partition("[")[0]


def _form_within(annotation: object) -> type[Form] | None:
    parts = (annotation, *get_args(annotation))
    return next((part for part in parts if isinstance(part, type) and issubclass(part, Form)), None)
