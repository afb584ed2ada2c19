"""The message documentation says what the code does."""

import json
from collections.abc import Iterator
from fnmatch import fnmatchcase
from itertools import pairwise
from typing import cast, get_type_hints
from uuid import UUID

import jsonschema_rs
import pytest
from faststream.nats.subscriber.usecases import LogicSubscriber
from pydantic import JsonValue

from deploy.nats.users import USERS
from deploy.tools import asyncapi
from services.memory.handlers import hear_requests, hear_steps
from services.memory.settings import MemorySettings
from services.memory.store.context import MemoryContext
from shared.bus.broker import open_broker
from shared.contracts.answer import Err, Ok
from shared.contracts.envelope import Caller
from shared.contracts.errors import TurnNotFoundError
from shared.contracts.message import Message
from shared.contracts.notices import Attempt, Piece
from shared.contracts.pipeline import DEAD, LINE
from shared.contracts.requests.every import REQUESTS
from shared.contracts.requests.ops import Pong
from shared.contracts.requests.turns import GetTurn
from shared.contracts.turns import AnsweredTurn, Turn

ID = UUID(int=7)
DOCUMENT = asyncapi.build_document()


def at(path: str) -> JsonValue:
    """What a reference into the document points to."""
    found: JsonValue = DOCUMENT
    for part in path.removeprefix("#/").split("/"):
        assert isinstance(found, dict)
        found = found[part]
    return found


def references(inside: JsonValue) -> Iterator[str]:
    match inside:
        case {"$ref": str(path)}:
            yield path
        case dict():
            for value in inside.values():
                yield from references(value)
        case list():
            for value in inside:
                yield from references(value)


def keys(path: str) -> set[str]:
    found = at(path)
    assert isinstance(found, dict)
    return set(found)


def fits(form: str, message: Message) -> bool:
    """Whether a message, as it crosses the wire, is what the document says of it."""
    return fits_as_json(form, json.loads(message.model_dump_json()))


def fits_as_json(form: str, message: JsonValue) -> bool:
    schema = {"$ref": f"#/components/schemas/{form}", "components": DOCUMENT["components"]}
    return jsonschema_rs.Draft7Validator(schema).is_valid(message)


@pytest.mark.row("P2")
def test_the_document_in_the_repository_is_what_the_code_says_now() -> None:
    assert asyncapi.FILE.read_text() == asyncapi.asyncapi_text(), "run: make docs"


def test_every_step_hears_the_form_that_the_step_before_it_says() -> None:
    assert tuple(asyncapi.WORK) == LINE
    assert asyncapi.form_of(LINE[0]) is Turn
    for step, following in pairwise(LINE):
        heard = asyncapi.form_of(following)
        assert get_type_hints(asyncapi.WORK[step])["return"] in {heard, heard | None}
    assert asyncapi.form_of(LINE[-1]) is AnsweredTurn


def test_whatever_memory_listens_to_is_in_the_document() -> None:
    settings = MemorySettings(
        nats_url="nats://memory:secret@127.0.0.1:1", database_url="postgresql://app:secret@127.0.0.1:1/holdfast"
    )
    bus = open_broker("memory", settings, on_closed=lambda: None)
    memory = cast("MemoryContext", None)  # it is handed on, and used when something is heard
    hear_requests(bus, memory, 1)
    hear_steps(bus, memory, 1)
    heard = {cast(LogicSubscriber[object], subscriber).subject.template for subscriber in bus.subscribers}
    assert {f"turn.{step}.*" for step in ("open", "perform", "close", DEAD)} < heard
    assert heard <= {channel.subject for channel in asyncapi.list_channels()}


def test_nobody_may_say_what_the_document_does_not_know() -> None:
    subjects = [channel.subject for channel in asyncapi.list_channels()]
    for user in USERS:
        for allowed in user.publishes:
            is_ours = not allowed.startswith(("$JS.", "_INBOX."))
            assert not is_ours or any(fnmatchcase(subject, allowed) for subject in subjects), (user.name, allowed)


def test_every_reference_leads_somewhere() -> None:
    found = set(references(DOCUMENT))
    assert len(found) > len(REQUESTS)
    for path in found:
        assert at(path) is not None


def test_every_request_is_answered_with_ok_or_err() -> None:
    for channel in asyncapi.list_channels():
        if channel.answer is not None:
            expected = {f"Ok_{channel.answer.__name__}_", "Err"}
            assert keys(f"#/channels/{channel.name}.answer/messages") == expected
    assert sum(channel.answer is not None for channel in asyncapi.list_channels()) == len(REQUESTS)


def test_addresses_name_what_their_stars_stand_for() -> None:
    assert at("#/channels/reply/address") == "reply.{person_id}.{turn_id}"
    assert at("#/channels/turn.classify/address") == "turn.classify.{turn_id}"
    assert at("#/channels/memory.query.me/address") == "memory.query.me"


def test_operations_are_what_the_broker_allows() -> None:
    said = {name for name in keys("#/operations") if name.endswith(".turn.classify")}
    assert said == {"memory.says.turn.classify", "classifier.hears.turn.classify"}


def test_messages_as_they_cross_the_wire_fit_the_document() -> None:
    assert fits("Piece", Piece(turn_id=ID, attempt=Attempt(1, 2, 3), n=0, text="hello"))
    assert fits("GetTurn", GetTurn(caller=Caller(tenant_id=ID, person_id=ID), turn_id=ID))
    assert fits("Err", Err.of(TurnNotFoundError()))
    assert fits("Ok_Pong_", Ok[Pong](answer=Pong()))


def test_other_messages_do_not() -> None:
    piece = Piece(turn_id=ID, attempt=Attempt(1, 2, 3), n=0, text="hello").model_dump(mode="json")
    assert fits_as_json("Piece", piece | {"a field of the next release": True})
    assert not fits_as_json("Piece", piece | {"attempt": [1, 2]})
    assert not fits_as_json("Piece", piece | {"attempt": ["1", 2, 3]})
    assert not fits_as_json("Piece", piece | {"event": "closed"})
    assert not fits("Piece", Pong())
    assert not fits("Ok_Pong_", Err.of(TurnNotFoundError()))
