"""Messages as the first contract version wrote them: whatever is released next must still read them.

Each file in `recorded/version_1` is one message, as it was sent, under the name of its form. They are never changed; a
form that can no longer read its file needs a new contract version, and both are read for one release.
"""

import json
from itertools import pairwise
from pathlib import Path
from typing import cast

import pytest
from pydantic import TypeAdapter, ValidationError

from shared.contracts.answer import Err, Ok
from shared.contracts.message import CONTRACT, Message
from shared.contracts.notices import (
    NOTICE,
    REPLY_EVENT,
    Changed,
    Closed,
    DeadTurn,
    Failed,
    Offered,
    Piece,
    Restarted,
    Started,
)
from shared.contracts.pipeline import COMPRESSION, LINE
from shared.contracts.requests.every import REQUESTS
from shared.contracts.turns import AnsweredTurn, ClassifiedTurn, OpenedTurn, PerformedTurn, RoutedTurn, Turn
from shared.contracts.work import (
    BackgroundWork,
    DeadWork,
    ExtractedWork,
    GatheredWork,
    NarratedWork,
    SuggestedWork,
    WeighedWork,
)

pytestmark = pytest.mark.row("P2")

RECORDED = Path(__file__).parent / "recorded" / "version_1"
STEPS = (Turn, OpenedTurn, ClassifiedTurn, RoutedTurn, PerformedTurn, AnsweredTurn)
"""What each step of the line hears."""
THOUGHT = (BackgroundWork, GatheredWork, ExtractedWork, NarratedWork, WeighedWork, SuggestedWork)
"""What each step of compression hears."""
EVENTS = (Started, Piece, Offered, Restarted, Closed, Failed)
ANSWERS = tuple(dict.fromkeys(request.answer for request in REQUESTS))
FORMS: tuple[type[Message], ...] = (*STEPS, *THOUGHT, *EVENTS, Changed, DeadTurn, DeadWork, Err, *REQUESTS, *ANSWERS)

MAPS = frozenset({"axes", "removed"})
"""Fields whose names are data: an entry more is an entry more, not a field that nobody knows."""

Json = dict[str, "Json"] | list["Json"] | str | float | bool | None


def _recorded(form: type[Message]) -> str:
    return (RECORDED / f"{form.__name__}.json").read_text(encoding="utf-8")


def _with_more(value: Json) -> Json:
    """The same with a field that nobody knows in each object, as a newer release may send it."""
    if isinstance(value, dict):
        known = {name: inner if name in MAPS else _with_more(inner) for name, inner in value.items()}
        return {**known, "invented_later": {"and": ["more"]}}
    if isinstance(value, list):
        return [_with_more(inner) for inner in value]
    return value


def _is_kept(value: Json, by: Json) -> bool:
    """Whether everything that was said is there, and perhaps more."""
    if isinstance(value, dict) and isinstance(by, dict):
        return all(name in by and _is_kept(inner, by[name]) for name, inner in value.items())
    if isinstance(value, list) and isinstance(by, list):
        return len(value) == len(by) and all(map(_is_kept, value, by))
    return value == by


def test_every_form_that_crosses_a_wire_was_recorded() -> None:
    assert (len(STEPS), len(THOUGHT)) == (len(LINE), len(COMPRESSION.steps))
    assert {path.stem for path in RECORDED.glob("*.json")} == {form.__name__ for form in FORMS}


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.__name__)
def test_a_recorded_message_is_read_and_nothing_of_it_is_lost(form: type[Message]) -> None:
    read = form.model_validate_json(_recorded(form))
    assert _is_kept(json.loads(_recorded(form)), read.model_dump(mode="json"))


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.__name__)
def test_fields_that_nobody_knows_are_passed_over(form: type[Message]) -> None:
    more = json.dumps(_with_more(json.loads(_recorded(form))))
    assert form.model_validate_json(more) == form.model_validate_json(_recorded(form))


@pytest.mark.parametrize("form", STEPS, ids=lambda form: form.__name__)
@pytest.mark.parametrize("contract", [0, CONTRACT + 1])
def test_a_turn_of_a_contract_that_is_not_ours_is_refused_by_its_version(form: type[Turn], contract: int) -> None:
    foreign = json.loads(_recorded(form)) | {"contract": contract}
    with pytest.raises(ValidationError) as refused:
        form.model_validate(foreign)
    assert [error["loc"] for error in refused.value.errors()] == [("contract",)]


@pytest.mark.parametrize(("hears", "says"), list(pairwise(STEPS)), ids=lambda form: form.__name__)
def test_each_form_keeps_all_fields_of_the_one_before(hears: type[Turn], says: type[Turn]) -> None:
    assert issubclass(says, hears)
    assert hears.model_validate_json(_recorded(says)).turn_id == says.model_validate_json(_recorded(says)).turn_id


@pytest.mark.parametrize(("hears", "says"), list(pairwise(THOUGHT)), ids=lambda form: form.__name__)
def test_each_form_of_work_keeps_all_fields_of_the_one_before(
    hears: type[BackgroundWork], says: type[BackgroundWork]
) -> None:
    assert issubclass(says, hears)
    assert hears.model_validate_json(_recorded(says)).work_id == says.model_validate_json(_recorded(says)).work_id


@pytest.mark.parametrize("event", EVENTS, ids=lambda form: form.__name__)
def test_an_event_of_a_reply_is_known_by_its_name(event: type[Message]) -> None:
    assert type(REPLY_EVENT.validate_json(_recorded(event))) is event


def test_a_notice_is_known_by_its_name() -> None:
    assert type(NOTICE.validate_json(_recorded(Changed))) is Changed


@pytest.mark.parametrize("answer", ANSWERS, ids=lambda form: form.__name__)
def test_an_answer_comes_in_its_envelope(answer: type[Message]) -> None:
    form: object = Ok[answer] | Err  # type: ignore[valid-type]  # known only while running
    envelope = TypeAdapter(cast("type[Ok[Message] | Err]", form))
    read = envelope.validate_json(f'{{"ok": true, "answer": {_recorded(answer)}}}')
    assert isinstance(read, Ok)
    assert read.answer == answer.model_validate_json(_recorded(answer))
    assert isinstance(envelope.validate_json(_recorded(Err)), Err)
