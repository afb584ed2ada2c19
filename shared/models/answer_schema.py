"""The form of a structured answer, made from the reading that it becomes and the cards that there are.

Every field is required. What may be absent may also be null, and only that: a list is empty and a switch is off.
Anthropic refuses a schema with more than 16 fields of several types, and a field that can be null is one of them.
"""

from functools import cache
from typing import cast

from pydantic import JsonValue

from shared.contracts.understanding import HELPFUL, Continuation, Reading
from shared.models.wire import Json

NULL: Json = {"type": "null"}


@cache
def answer_schema(intents: tuple[str, ...]) -> Json:
    """The JSON schema that providers are given; their servers check no limits, so neither does it."""
    whole = cast("Json", Reading.model_json_schema())
    schema = _strict(whole, cast("dict[str, Json]", whole["$defs"]))
    fields = cast("dict[str, Json]", schema["properties"])
    intent: Json = {"type": "string", "enum": list(intents)}
    fields["intent"] = intent
    fields["alternatives"] = {"type": "array", "items": intent}
    fields["secondary_intent"] = {"anyOf": [intent, NULL]}
    fields["memory_used"] = _by_mark(fields["memory_used"])
    _intents_of_parts(fields["parts"], intent)
    return schema


@cache
def short_schema(intents: tuple[str, ...]) -> Json:
    """The same for small models: what they fill in well, and few words; the rest is read as not said."""
    phrase: Json = {"type": ["string", "null"]}
    marks: Json = {"type": "array", "items": {"type": "string"}}
    fact = closed_object({"own_words": {"type": "string"}, "replaces": marks})
    return closed_object(
        {
            "intent": {"enum": list(intents)},
            "confidence": {"type": "number"},
            "personal_facts": {"type": "array", "items": fact},
            "knowledge": phrase,
            "forget_description": phrase,
            "query": phrase,
            "continuation": {"enum": [each.value for each in Continuation if each not in HARD]},
            "language": {"type": "string"},
            "own_life_in_danger": {"type": "boolean"},
        }
    )


HARD = (Continuation.REFINE, Continuation.SELECT)
"""What a small model gets wrong more often than not; such lines are read by the words of the person alone."""


def _intents_of_parts(parts: Json, intent: Json) -> None:
    cast("Json", cast("Json", parts["items"])["properties"])["intent"] = intent


def _strict(node: Json, named: dict[str, Json]) -> Json:
    if "$ref" in node:
        return _strict(named[str(node["$ref"]).rsplit("/", 1)[-1]], named)
    if "anyOf" in node:
        return {"anyOf": [_strict(option, named) for option in cast("list[Json]", node["anyOf"])]}
    if node["type"] == "array":
        return {"type": "array", "items": _strict(cast("Json", node["items"]), named)}
    if node["type"] == "object":
        return closed_object(
            {name: _strict(field, named) for name, field in cast("dict[str, Json]", node["properties"]).items()}
        )
    return {name: node[name] for name in ("type", "enum") if name in node}


def closed_object(fields: dict[str, Json]) -> Json:
    """An object with exactly these fields."""
    names: list[JsonValue] = list(fields)
    return {"type": "object", "properties": {**fields}, "required": names, "additionalProperties": False}


def _by_mark(memories: Json) -> Json:
    """Memories are named by the mark that they have in the question: ids are neither shown to a model nor believed."""
    fields = cast("dict[str, Json]", cast("Json", memories["items"])["properties"])
    others = {name: field for name, field in fields.items() if name != "assertion_id"}
    others["influence"] = {"type": "string", "enum": list(HELPFUL)}
    return {"type": "array", "items": closed_object({"memory": {"type": "string"}, **others})}
