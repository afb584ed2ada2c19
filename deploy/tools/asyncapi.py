"""The AsyncAPI 3 document of all that crosses the broker, made of the contracts and permissions that are in force.

FastStream's own generator was tried first. It knows neither replies nor the parameters of an address, so requests would
stand there without their answers; and it reads the arguments of handlers, while ours take a delivery.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from inspect import cleandoc
from pathlib import Path
from typing import Any, get_args, get_type_hints

from pydantic import BaseModel, JsonValue
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaMode, JsonSchemaValue, models_json_schema
from pydantic_core.core_schema import NamedTupleSchema

from deploy.nats.users import NOTICE, USERS, User
from services.classifier.understanding import classify_turn
from services.memory.turn.close import close_turn
from services.memory.turn.open import open_turn
from services.memory.turn.perform import perform_turn
from services.responder.replying import reply_to_turn
from services.router.routing import route_turn
from shared.contracts.answer import Err, Ok
from shared.contracts.envelope import Request
from shared.contracts.message import CONTRACT
from shared.contracts.notices import Changed, DeadTurn, ReplyEvent, Restarted
from shared.contracts.pipeline import (
    DEAD,
    DONE,
    DUPLICATE_WINDOW_SECONDS,
    LINE,
    REPLIES,
    REPLY,
    STOPPED,
    TURNS,
    WORK_BEGUN,
    WORK_LINES,
    WORKING,
    step_filter,
    work_consumer,
    work_filter,
    work_working_subject,
)
from shared.contracts.pipeline import WORK as WORK_STREAM
from shared.contracts.requests.every import REQUESTS
from shared.contracts.turns import Turn
from shared.contracts.work import WORK_FORMS, BackgroundWork, DeadWork

FILE = Path(__file__).resolve().parents[2] / "docs" / "asyncapi.json"
Json = dict[str, JsonValue]

WORK = {
    "open": open_turn,
    "classify": classify_turn,
    "route": route_turn,
    "perform": perform_turn,
    "respond": reply_to_turn,
    "close": close_turn,
}
"""What each step does: the form that it hears and the sentence about it are read from there."""
IDS = {
    "turn_id": "The turn.",
    "person_id": "The person whose turn it is.",
    "work_id": "The background work.",
}
"""What may stand in a subject: ids that we made, and nothing that anybody typed."""
NOTHING = "Nothing"
"""The message without a body."""


@dataclass(frozen=True)
class MessageChannel:
    """A family of subjects, and what is said there."""

    subject: str
    """As a broker's filter."""
    stars: tuple[str, ...]
    """What its stars stand for."""
    about: str
    carries: tuple[type[BaseModel], ...]
    """None of them where the subject says it all."""
    stream: str | None = None
    step: str | None = None
    """The consumer that hands the messages out."""
    answer: type[BaseModel] | None = None

    @property
    def name(self) -> str:
        """Its name in the document."""
        return self.subject.rstrip(".*")

    @property
    def address(self) -> str:
        """The subject, with names instead of stars."""
        names = iter(self.stars)
        return ".".join(f"{{{next(names)}}}" if part == "*" else part for part in self.subject.split("."))


def form_of(step: str) -> type[Turn]:
    """The form that a step hears."""
    form: type[Turn] = get_type_hints(WORK[step])["turn"]
    return form


def list_channels() -> tuple[MessageChannel, ...]:
    """All there are."""
    return (*_steps(), *_works(), *_requests(), *_events())


def _steps() -> Iterator[MessageChannel]:
    for step in LINE:
        yield MessageChannel(step_filter(step), ("turn_id",), _sentence(WORK[step]), (form_of(step),), TURNS, step)
    yield MessageChannel(step_filter(DEAD), ("turn_id",), _sentence(DeadTurn), (DeadTurn,), TURNS, DEAD)
    yield MessageChannel(WORKING, ("turn_id",), "Somebody is still busy with this turn.", ())
    yield MessageChannel(STOPPED, ("turn_id",), "The person stopped this turn: nobody goes on answering it.", ())


def _works() -> Iterator[MessageChannel]:
    for line in WORK_LINES.values():
        forms = WORK_FORMS[line.name]
        made = tuple(forms[str(line.after(step))] for step in line.steps if step in line.thought)
        carried: dict[str, tuple[str, tuple[type[BaseModel], ...]]] = {
            step: (_sentence(form), (form,)) for step, form in forms.items()
        }
        carried[DONE] = ("What a step that thinks has made, on its way to memory, which alone forwards it.", made)
        carried[DEAD] = (_sentence(DeadWork), (DeadWork,))
        for step, (about, carries) in carried.items():
            consumer = work_consumer(line.name, step)
            yield MessageChannel(work_filter(line.name, step), ("work_id",), about, carries, WORK_STREAM, consumer)
        working = work_working_subject(line.name, "*")
        yield MessageChannel(working, ("work_id",), "Somebody is still busy with this work.", ())
    yield MessageChannel(WORK_BEGUN, (), "A work was begun: whoever admits need not wait for the next look.", ())


def _requests() -> Iterator[MessageChannel]:
    for request in REQUESTS:
        stars = ("person_id",) * request.subject.count("*")
        yield MessageChannel(request.subject, stars, _sentence(request), (request,), answer=request.answer)


def _events() -> Iterator[MessageChannel]:
    (union, _) = get_args(ReplyEvent)
    said = tuple(event for event in get_args(union) if event is not Restarted)  # which gateways say to their clients
    yield MessageChannel(REPLY, ("person_id", "turn_id"), "The events of one turn's reply.", said, REPLIES)
    yield MessageChannel(NOTICE, ("person_id",), "What happened without being asked.", (Changed,))


def _sentence(thing: object) -> str:
    return cleandoc(thing.__doc__ or "")


# ---- the document ------------------------------------------------------------------------------------------------


def build_document() -> Json:
    """The whole."""
    every = list_channels()
    return {
        "asyncapi": "3.0.0",
        "info": _info(),
        "defaultContentType": "application/json",
        "servers": {"broker": _server()},
        "channels": {name: body for channel in every for name, body in _channels(channel).items()},
        "operations": {name: body for channel in every for user in USERS for name, body in _operations(channel, user)},
        "components": _components(every),
    }


def _components(every: tuple[MessageChannel, ...]) -> Json:
    messages = {_key(form): _message(form) for channel in every for form in _forms(channel)}
    nothing: Json = {"summary": "Empty: the subject says it all.", "contentType": "application/octet-stream"}
    return {
        "schemas": _schemas(every),
        "messages": {**messages, NOTHING: nothing},
        "parameters": {name: {"description": about} for name, about in IDS.items()},
        "securitySchemes": {"user": {"type": "userPassword", "description": "Each service has a user of its own."}},
    }


def _info() -> Json:
    return {
        "title": "Holdfast",
        "version": str(CONTRACT),
        "description": (
            "What the services say to each other over NATS. The version is that of the message forms; whoever hears a "
            "message ignores fields that it does not know. The operations say who may say and hear what, as the broker "
            "enforces it."
        ),
        "license": {"name": "Apache-2.0"},
    }


def _server() -> Json:
    return {
        "host": "{host}",
        "protocol": "nats",
        "variables": {"host": {"default": "localhost:4222", "description": "HOLDFAST_NATS_URL names it."}},
        "security": [_ref("components", "securitySchemes", "user")],
    }


def _channels(channel: MessageChannel) -> dict[str, Json]:
    """The channel itself, and the one of its answers."""
    asked = {channel.name: _channel(channel)}
    return asked if channel.answer is None else {**asked, _answers(channel): _answer_channel(channel.answer)}


def _channel(channel: MessageChannel) -> Json:
    body: Json = {"address": channel.address, "description": channel.about, "messages": _messages_of(channel.carries)}
    if channel.stars:
        body["parameters"] = {star: _ref("components", "parameters", star) for star in channel.stars}
    if channel.stream:
        consumer: Json = {"consumer": channel.step} if channel.step else {}
        body["x-jetstream"] = {"stream": channel.stream, **consumer}
    return body


def _answer_channel(answer: type[BaseModel]) -> Json:
    about = "The inbox that the request names."
    return {"address": None, "description": about, "messages": _messages_of(_envelope(answer))}


def _messages_of(forms: tuple[type[BaseModel], ...]) -> Json:
    return {name: _ref("components", "messages", name) for name in [_key(form) for form in forms] or [NOTHING]}


def _operations(channel: MessageChannel, user: User) -> Iterator[tuple[str, Json]]:
    reply: Json = {"reply": {"channel": _ref("channels", _answers(channel))}} if channel.answer else {}
    about: Json = {"channel": _ref("channels", channel.name), "tags": [{"name": user.name}], **reply}
    if _any_matches(channel, user.publishes):
        yield f"{user.name}.says.{channel.name}", {"action": "send", **about}
    if _any_matches(channel, user.hears) or f"$JS.ACK.{channel.stream}.{channel.step}.>" in user.publishes:
        queue: Json = {"bindings": {"nats": {"queue": user.name}}} if channel.answer else {}
        yield f"{user.name}.hears.{channel.name}", {"action": "receive", **about, **queue}


def _any_matches(channel: MessageChannel, filters: tuple[str, ...]) -> bool:
    return any(fnmatchcase(channel.subject, wanted) for wanted in filters)


def _message(form: type[BaseModel]) -> Json:
    described: Json = {"name": _key(form), "title": form.__name__, "summary": _sentence(form)}
    headers: Json = {"headers": _stored_once()} if issubclass(form, Turn | DeadTurn | BackgroundWork | DeadWork) else {}
    return {**described, **headers, "payload": _ref("components", "schemas", _key(form))}


def _stored_once() -> Json:
    about = f"The same turn, step and offer is the same message: stored once within {DUPLICATE_WINDOW_SECONDS} seconds."
    return {"type": "object", "properties": {"Nats-Msg-Id": {"type": "string", "description": about}}}


def _answers(channel: MessageChannel) -> str:
    return f"{channel.name}.answer"


def _envelope(answer: type[BaseModel]) -> tuple[type[BaseModel], ...]:
    ok: Any = Ok  # mypy reads a subscript as an annotation; here it makes the class
    return (ok[answer], Err)


def _ref(*path: str) -> Json:
    return {"$ref": "#/" + "/".join(path)}


# ---- schemas -----------------------------------------------------------------------------------------------------


class Draft7(GenerateJsonSchema):
    """The draft that AsyncAPI's own schemas follow: a list with places is `items`, not `prefixItems`."""

    def named_tuple_schema(self, schema: NamedTupleSchema) -> JsonSchemaValue:
        """A tuple whose places have names."""
        made = super().named_tuple_schema(schema)
        return {"items" if key == "prefixItems" else key: value for key, value in made.items()}


def _forms(channel: MessageChannel) -> tuple[type[BaseModel], ...]:
    return (*channel.carries, *(_envelope(channel.answer) if channel.answer else ()))


def _mode(form: type[BaseModel]) -> JsonSchemaMode:
    # What others may send us, with what they may leave out; and what we send, which is always whole.
    return "validation" if issubclass(form, Request) else "serialization"


def _schemas(every: tuple[MessageChannel, ...]) -> JsonValue:
    forms = dict.fromkeys(form for channel in every for form in _forms(channel))
    _, schemas = models_json_schema(
        [(form, _mode(form)) for form in forms],
        ref_template="#/components/schemas/{model}",
        schema_generator=Draft7,
    )
    return {name: schemas["$defs"][name] for name in sorted(schemas["$defs"])}


def _key(form: type[BaseModel]) -> str:
    return form.__name__.replace("[", "_").replace("]", "_")


def asyncapi_text() -> str:
    """The document as it stands in docs/asyncapi.json."""
    return json.dumps(build_document(), indent=2, ensure_ascii=False) + "\n"
