"""Reads a body without believing it: size before reading, shape before meaning, and no word of it in an answer."""

import asyncio
import json
import re
from collections.abc import Iterable
from typing import TypeVar

from pydantic import ValidationError
from pydantic_core import ErrorDetails
from starlette.requests import ClientDisconnect
from starlette.types import Receive, Scope

from services.gateway.forms import EMPTY_TEXT, Form
from services.gateway.problems import (
    BadCharacterError,
    BadJsonError,
    ContentTypeError,
    EmptyMessageError,
    FieldError,
    MissingFieldError,
    NotAnObjectError,
    TooDeepError,
    TooLargeError,
    TooLongError,
    TooManyFieldsError,
    TooSlowError,
    UnknownFieldError,
)
from shared.errors import HoldfastError

READ_SECONDS = 10.0
DEEPEST = 32
MOST_FIELDS = 200
JSON_TYPE = re.compile(rb"application/json\s*(?:;\s*charset=\"?utf-8\"?\s*)?", re.ASCII | re.IGNORECASE)
_STRINGS = re.compile(rb'"(?:[^"\\]|\\.)*"?', re.DOTALL)
_BRACKETS = bytes(set(range(256)) - set(b"[]{}"))
EXPECTED = {
    "string_type": "a text",
    "enum": "one of {expected}",
    "uuid_type": "an id of 36 characters, as we gave it",
    "uuid_parsing": "an id of 36 characters, as we gave it",
    "string_pattern_mismatch": "two small letters, such as en",
    "zone": "a time zone such as Europe/Berlin",
    "model_type": "an object",
}
"""What a field must be, by the kind of error that pydantic found."""

FormT = TypeVar("FormT", bound=Form)


def header(scope: Scope, name: bytes) -> bytes | None:
    """The value of a header; of one that is sent twice, nothing that could be believed."""
    values = [value for key, value in scope["headers"] if key == name]
    return values[0] if len(values) == 1 else b"" if values else None


def declared_too_large(scope: Scope, limit: int) -> bool:
    """Whether the request itself says that its body is over the limit."""
    length = header(scope, b"content-length")
    return length is not None and length.isdigit() and int(length[:19]) > limit


async def read_form(scope: Scope, receive: Receive, kind: type[FormT], limit: int) -> FormT:
    """The body in its form, or the error that says what is wrong with it."""
    body = await _read(receive, limit)
    if body or not kind.may_be_empty:
        _check_type(scope)
    return parse_form(body, kind)


def parse_form(body: bytes, kind: type[FormT]) -> FormT:
    """The form that these bytes are."""
    if not body.strip() and kind.may_be_empty:
        return kind()
    if not body.strip():
        raise kind.when_empty
    document = parse_json(body)
    if not document and not (kind.may_be_empty and document == {}):
        raise kind.when_empty
    if not isinstance(document, dict):
        raise NotAnObjectError
    try:
        # Strictly from the JSON itself: in Python's own types an id and its text are not the same.
        return kind.model_validate_json(body)
    except ValidationError as error:
        raise _said(error.errors(include_input=False, include_url=False)[0], kind) from None


def parse_json(body: bytes) -> object:
    """One JSON document of a sane shape, in which every text can be stored."""
    if _depth(body) > DEEPEST:
        raise TooDeepError(DEEPEST)
    fields = 0

    def count(pairs: list[tuple[str, object]]) -> dict[str, object]:
        nonlocal fields
        fields += len(pairs)
        if fields > MOST_FIELDS:
            raise TooManyFieldsError(MOST_FIELDS)
        if len(found := dict(pairs)) != len(pairs):
            raise BadJsonError
        _check_texts(found)
        _check_texts(found.values())
        return found

    try:
        document: object = json.loads(
            body.decode(), object_pairs_hook=count, parse_constant=_no_number, parse_float=_finite
        )
    except ValueError:
        raise BadJsonError from None
    _check_texts([document])
    return document


async def _read(receive: Receive, limit: int) -> bytes:
    body = bytearray()
    more = True
    try:
        async with asyncio.timeout(READ_SECONDS):
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


def _check_type(scope: Scope) -> None:
    if JSON_TYPE.fullmatch(header(scope, b"content-type") or b"") is None:
        raise ContentTypeError


def _depth(body: bytes) -> int:
    deepest = depth = 0
    for bracket in _STRINGS.sub(b"", body).translate(None, _BRACKETS):
        if bracket in b"[{":
            depth += 1
            deepest = max(deepest, depth)
            if deepest > DEEPEST:
                break
        else:
            depth -= 1
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
    known = tuple(kind.model_fields)
    name = str(error["loc"][0]) if error["loc"] else ""
    match error["type"]:
        case "extra_forbidden":
            return UnknownFieldError(known)
        case "missing" if name in known:
            return MissingFieldError(name)
        case "string_too_long":
            return TooLongError(name, error["ctx"]["max_length"])
        case _ if error["type"] == EMPTY_TEXT and name == "message":
            return EmptyMessageError()
    if name not in known:
        return UnknownFieldError(known)
    expected = EXPECTED.get(error["type"], "a text that is not empty")
    return FieldError(name, expected.format(**error.get("ctx", {})))
