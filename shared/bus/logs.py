"""Structured logs without personal text.

A record is an event name and fields from an allowlist: ids, codes, numbers. An exception is logged by its type and
place, never by its message, which may quote what a person said (pydantic's does).
"""

import json
import logging
import sys
import traceback
from datetime import UTC, datetime
from typing import Literal
from uuid import UUID

Field = str | int | float | bool | UUID | None

ALLOWED = frozenset(
    {
        *("service", "step", "subject", "name", "method", "path", "status", "code"),
        *(
            "turn_id",
            "work_id",
            "person_id",
            "line_id",
            "request_id",
            "dead_letter_id",
            "receipt_id",
            "row_id",
            "attempt",
            "offered",
        ),
        *("error", "where", "what", "count", "ms", "seconds", "port", "pid", "table", "bytes"),
    }
)

_log = logging.getLogger("holdfast")


class FieldNotAllowedError(Exception):
    """A field that could carry personal text; found by the first test that runs the line."""

    def __init__(self, names: frozenset[str]) -> None:
        super().__init__(f"not on the allowlist of log fields: {', '.join(sorted(names))}")


def log_event(event: str, *, level: int = logging.INFO, **fields: Field) -> None:
    """One event with its fields."""
    if unknown := frozenset(fields) - ALLOWED:
        raise FieldNotAllowedError(unknown)
    if _log.isEnabledFor(level):
        _log.log(level, event, extra={"fields": fields})


def log_failure(event: str, error: BaseException, **fields: Field) -> None:
    """An error's type and place."""
    frames = traceback.extract_tb(error.__traceback__)
    where = f"{frames[-1].filename.rsplit('/', 1)[-1]}:{frames[-1].lineno}" if frames else "?"
    log_event(event, level=logging.ERROR, error=type(error).__name__, where=where, **fields)


class _Json(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        return json.dumps({**_head(record), **_fields(record)}, default=str)


class _Text(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        fields = [f"{name}={value}" for name, value in _fields(record).items()]
        return " ".join([self.formatTime(record, "%H:%M:%S"), record.levelname.lower(), _event(record), *fields])


def _event(record: logging.LogRecord) -> str:
    # Another library's message may hold anything; of those only the logger's name is kept.
    return record.msg if record.name == "holdfast" else record.name


def _fields(record: logging.LogRecord) -> dict[str, Field]:
    fields: dict[str, Field] = getattr(record, "fields", {})
    return fields


def _head(record: logging.LogRecord) -> dict[str, Field]:
    return {
        "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
        "level": record.levelname.lower(),
        "event": _event(record),
    }


def configure_logs(level: str, form: Literal["json", "text"]) -> None:
    """Sends records to standard error in the given form; other libraries speak from warnings upward."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Json() if form == "json" else _Text())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    _log.setLevel(level.upper())
