"""From what a model answered to items; nothing in it is believed before it is checked. Pure."""

from dataclasses import dataclass

from pydantic import JsonValue

from shared.contracts.entities import EntityType
from shared.models.answer_fields import find_objects, read_list, read_one_of, read_phrase
from shared.models.answer_schema import NULL, closed_object
from shared.models.wire import Json

MOST = 280
LONGEST_QUOTE = 400
MOST_ITEMS = 200
"""Of one answer; a model that names more has lost its way."""
FACT = "fact"
TYPES = (*(kind.value for kind in EntityType), FACT)
STATUSES = ("decided", "in_progress", "blocked", "completed")
PRIORITIES = ("low", "normal", "high")
_TEXT: Json = {"type": "string"}
_MAYBE: Json = {"anyOf": [_TEXT, NULL]}


@dataclass(frozen=True, slots=True)
class NamedItem:
    """An entry as the model wrote it."""

    kind: str
    turn: int | None
    quote: str
    what: str
    who: str = ""
    more: str = ""
    status: str = ""
    priority: str = ""
    before: str = ""


def item_schema() -> Json:
    """The form of the answer: every field required, and what may be absent null."""
    entry = closed_object({
        "turn": {"type": "integer"},
        "quote": _TEXT,
        "type": {"enum": list(TYPES), "type": "string"},
        "what": _TEXT,
        "who": _MAYBE,
        "more": _MAYBE,
        "status": {"anyOf": [{"type": "string", "enum": list(STATUSES)}, NULL]},
        "priority": {"anyOf": [{"type": "string", "enum": list(PRIORITIES)}, NULL]},
        "before": _MAYBE,
    })  # fmt: skip
    return closed_object({"items": {"type": "array", "items": entry}})


def read_items(answer: str) -> list[NamedItem] | None:
    """What can be read of it, also of an answer that was cut; none where it holds no list at all."""
    entries: list[JsonValue] = []
    is_list = False
    for found in find_objects(answer, MOST_ITEMS + 1):
        if isinstance(found.get("items"), list):
            entries, is_list = read_list(found["items"]), True
            break
        if "quote" in found:  # of a list that was cut
            entries.append(found)
    read = [item for entry in entries[:MOST_ITEMS] if (item := _item(entry)) is not None]
    return read if read or (is_list and not entries) else None


def _item(entry: JsonValue) -> NamedItem | None:
    if not isinstance(entry, dict):
        return None
    kind, turn = read_one_of(entry.get("type"), set(TYPES)), entry.get("turn")
    quote, what = read_phrase(entry, "quote", LONGEST_QUOTE), read_phrase(entry, "what", MOST)
    if kind is None or quote is None or what is None:
        return None
    return NamedItem(
        kind=kind,
        turn=turn if isinstance(turn, int) and turn is not True else None,
        quote=quote,
        what=what,
        who=read_phrase(entry, "who", MOST) or "",
        more=read_phrase(entry, "more", MOST) or "",
        status=read_one_of(entry.get("status"), set(STATUSES)) or "",
        priority=read_one_of(entry.get("priority"), set(PRIORITIES)) or "",
        before=read_phrase(entry, "before", MOST) or "",
    )
