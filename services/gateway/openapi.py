"""The document at `/openapi.json`: made from the same doors that are served."""

import json
from collections.abc import Callable
from enum import StrEnum
from typing import TypedDict

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic import BaseModel
from pydantic.json_schema import JsonSchemaMode, models_json_schema
from starlette.responses import Response

from services.gateway.call import (
    AFTER,
    AS_OF,
    BEFORE,
    CURSOR,
    ENGAGEMENT,
    FORCE,
    FORMAT,
    KEY,
    KIND,
    LIMIT,
    OFFSET,
    OPEN,
    ORDER,
    PLACE,
    STATE,
    STATUS,
    TEXT,
    TYPE,
    Door,
)
from services.gateway.doors.export import ExportFormat
from services.gateway.doors.story import StoryOrder
from services.gateway.doors.threads import Openness
from services.gateway.problems import MEDIA_TYPE, Problem
from shared.contracts.assertions import Force, Kind, State
from shared.contracts.entities import EntityType
from shared.contracts.requests.conversations import ConversationStatus
from shared.contracts.requests.people import Scope

Json = dict[str, "Json"] | list["Json"] | tuple["Json", ...] | str | int | float | bool | None
Part = dict[str, Json]

REF = "#/components/schemas/{model}"
UUID_SCHEMA: Part = {"type": "string", "format": "uuid"}
ID_OR_NONE: Part = {"anyOf": [UUID_SCHEMA, {"type": "string", "maxLength": 0}]}
"""After the question mark, where an empty one is none."""


def _words(kind: type[StrEnum]) -> Part:
    return {"type": "string", "enum": [member.value for member in kind]}


PARAMETERS: dict[str, Part] = {
    KEY: {
        "name": KEY, "in": "header", "schema": {"type": "string", "pattern": "^[!-~]([ -~]{0,198}[!-~])?$"},
        "description": "The same key with the same body happens once and has the same answer.",
    },
    CURSOR: {
        "name": CURSOR, "in": "header", "schema": {"type": "string", "maxLength": 100},
        "description": "The id of the last event that was shown; what follows it is sent.",
    },
    LIMIT: {
        "name": LIMIT, "in": "query", "schema": {"type": "integer", "minimum": 1, "maximum": 100, "default": 50},
    },
    BEFORE: {"name": BEFORE, "in": "query", "schema": ID_OR_NONE},
    AFTER: {"name": AFTER, "in": "query", "schema": ID_OR_NONE},
    STATUS: {
        "name": STATUS, "in": "query", "schema": _words(ConversationStatus), "description": "Only those that stand so.",
    },
    ENGAGEMENT: {"name": ENGAGEMENT, "in": "query", "schema": ID_OR_NONE, "description": "Only of this engagement."},
    FORCE: {"name": FORCE, "in": "query", "schema": _words(Force), "description": "Only of this force."},
    KIND: {"name": KIND, "in": "query", "schema": _words(Kind), "description": "Only of this kind."},
    STATE: {
        "name": STATE, "in": "query", "schema": {**_words(State), "default": "active"},
        "description": "In use, or set aside because nobody touched it for long.",
    },
    TEXT: {
        "name": TEXT, "in": "query", "schema": {"type": "string", "maxLength": 200}, "example": "shellfish",
        "description": "Part of the text, taken literally.",
    },
    PLACE: {
        "name": PLACE, "in": "query", "schema": {"type": "string", "pattern": "^[!-~]{1,100}$"},
        "description": "The `cursor` of the page before.",
    },
    AS_OF: {
        "name": AS_OF, "in": "query", "schema": {"type": "string", "format": "date"}, "example": "2026-05-01",
        "description": "What was there then: a day, of which the end counts in UTC, or a time with its zone.",
    },
    OPEN: {
        "name": OPEN, "in": "query", "schema": {**_words(Openness), "default": "true"},
        "description": "What is open, what was resolved, or both.",
    },
    TYPE: {"name": TYPE, "in": "query", "schema": _words(EntityType), "description": "Only of this type."},
    OFFSET: {
        "name": OFFSET, "in": "query", "schema": {"type": "integer", "minimum": 0, "maximum": 99_999, "default": 0},
        "description": "How many are skipped.",
    },
    ORDER: {
        "name": ORDER, "in": "query", "schema": {**_words(StoryOrder), "default": "time"},
        "description": "The newest first, or near ones side by side.",
    },
    FORMAT: {
        "name": FORMAT, "in": "query", "schema": {**_words(ExportFormat), "default": "json"},
        "description": "Complete, or to be read.",
    },
}  # fmt: skip
REFUSALS = {
    400: "Not well-formed", 401: "No valid token", 403: "Not with this token, or from another site's page",
    404: "Unknown, or somebody else's", 408: "The request did not come in time", 409: "Not allowed now",
    410: "It was there, and is not kept",
    413: "Too large", 415: "Not JSON", 422: "Does not fit", 429: "Too many", 431: "Too much header",
    500: "Our mistake", 503: "Something is away", 504: "The turn ended without a reply",
}  # fmt: skip
SECURITY: Part = {
    "token": {"type": "http", "scheme": "bearer"},
    "cookie": {"type": "apiKey", "in": "cookie", "name": "holdfast", "description": "`__Host-holdfast` behind TLS."},
}
EVERY_DOOR = (400, 403, 413, 431, 500)
WITH_TOKEN = (401, 429, 503)
WITH_FORM = (408, 415, 422)


class Described(TypedDict):
    """What FastAPI is told about a door."""

    methods: list[str]
    status_code: int
    response_class: type[Response]
    summary: str
    operation_id: str
    responses: dict[int | str, Part]
    openapi_extra: Part


def describe_door(door: Door) -> Described:
    """A door in the words of the document."""
    extra: Part = {"parameters": [_parameter(name) for name in door.parameters], "security": _security(door)}
    if door.form is not None:
        schema: Part = {"$ref": REF.format(model=door.form.__name__)}
        content: Part = {"application/json": {"schema": schema, "example": json.loads(door.form.example)}}
        extra["requestBody"] = {"required": not door.form.may_be_empty, "content": content}
    return Described(
        methods=[door.method],
        status_code=door.status,
        response_class=Response,
        summary=(door.answer.__doc__ or "").strip(),
        operation_id=door.answer.__name__,
        responses={**_answers(door), **_refusals(door)},
        openapi_extra=extra,
    )


def openapi_document(app: FastAPI, doors: tuple[Door, ...]) -> Callable[[], Part]:
    """Makes the whole document, once."""

    def make() -> Part:
        if app.openapi_schema is None:
            app.openapi_schema = _whole(app, doors)
        made: Part = app.openapi_schema
        return made

    return make


def _whole(app: FastAPI, doors: tuple[Door, ...]) -> Part:
    made: Part = get_openapi(title="Holdfast", version="1", routes=app.routes)
    made["components"] = {"schemas": _schemas(doors), "securitySchemes": SECURITY}
    return made


def _schemas(doors: tuple[Door, ...]) -> Json:
    models: dict[type[BaseModel], JsonSchemaMode] = {Problem: "serialization"}
    for door in doors:
        models |= {door.form: "validation"} if door.form else {}
        models |= {door.gives: "serialization"} if door.gives else {}
        models |= {gives: "serialization" for _, gives in door.also}
    _, made = models_json_schema(list(models.items()), ref_template=REF)
    schemas: Json = made["$defs"]
    return schemas


def _answers(door: Door) -> dict[int | str, Part]:
    answers: dict[int | str, Part] = {door.status: {"description": "Done", "content": _content(door, door.gives)}}
    for status, gives in door.also:
        answers[status] = {"description": (gives.__doc__ or "").strip(), "content": _content(None, gives)}
    return answers


def _content(door: Door | None, gives: type[BaseModel] | None) -> Part:
    content: Part = {}
    if gives is not None:
        content["application/json"] = {"schema": {"$ref": REF.format(model=gives.__name__)}}
    if door is not None and door.streams:
        content["text/event-stream"] = {"schema": {"type": "string"}}
    if door is not None and door.text:
        content[door.text] = {"schema": {"type": "string"}}
    return content


def _refusals(door: Door) -> dict[int | str, Part]:
    statuses = {*EVERY_DOOR, *door.refuses}
    statuses |= {*WITH_TOKEN} if door.needs else set()
    statuses |= {*WITH_FORM} if door.form else set()
    statuses |= {422} if door.parameters else set()
    statuses |= {429} if door.form and not door.needs else set()
    schema: Part = {"schema": {"$ref": REF.format(model=Problem.__name__)}}
    return {status: {"description": REFUSALS[status], "content": {MEDIA_TYPE: schema}} for status in sorted(statuses)}


def _parameter(name: str) -> Part:
    return PARAMETERS.get(name) or {"name": name, "in": "path", "required": True, "schema": UUID_SCHEMA}


def _security(door: Door) -> Json:
    if door.needs is None:
        return []
    return [{"token": []}] if door.needs is Scope.ADMIN else [{"token": []}, {"cookie": []}]
