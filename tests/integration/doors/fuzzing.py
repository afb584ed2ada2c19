"""Requests that a machine thinks of from the document: every check of schemathesis, and two of our own.

Nothing that was sent comes back in an error, and what says that nothing was saved has saved nothing.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis.checks import CHECKS, load_all_checks

from services.gateway.app import DOORS
from services.gateway.call import Door
from services.gateway.forms import has_visible_text
from shared.contracts.assertions import AssertionView
from tests.shape.source import ROOT

ENDLESS = ("/v1/events",)
FUZZED = [door for door in DOORS if door.path not in ENDLESS]
TELLING = 8
"""A text of this length or more that comes back is no accident."""
load_all_checks()


@dataclass(frozen=True)
class Fuzzed:
    """One person at all doors, and what is kept of them."""

    url: str
    document: dict[str, Any]
    kept: Callable[[], str]
    """Everything that a request may have changed."""
    there: Callable[[], Sequence[AssertionView]]
    """What the person has now."""

    def try_out(self, door: Door, token: str, examples: int) -> None:
        """So many times two requests at this door, the same ones each time."""
        operation: Any = schemathesis.openapi.from_dict(self.document)[door.path][door.method]
        good = operation.as_strategy(generation_mode=schemathesis.GenerationMode.POSITIVE)
        bad = operation.as_strategy(generation_mode=schemathesis.GenerationMode.NEGATIVE)

        @settings(
            max_examples=examples, deadline=None, database=None, derandomize=True, phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )  # fmt: skip
        @given(seen=good, other=st.one_of(good, bad))  # where nothing can be wrong, `bad` is empty
        def attempt(seen: Any, other: Any) -> None:  # noqa: ANN401
            self._see(seen)
            for case in (seen, other):
                self._attempt(case, {"Authorization": f"Bearer {token}"})

        attempt()

    def _attempt(self, case: Any, headers: dict[str, str]) -> None:  # noqa: ANN401
        case.body = _whole_numbers(case.body)
        before = self.kept()
        response = case.call(base_url=self.url, headers=headers, timeout=10)
        assert response.status_code < 500, response.text
        if response.status_code >= 400:
            assert response.json()["saved"] is False
            assert self.kept() == before, "what says that nothing was saved has saved nothing"
            self._is_no_echo(case, response.json())
        case.validate_response(
            response, headers=headers, checks=_checks(case, response), transport_kwargs={"timeout": 10}
        )

    def _see(self, case: Any) -> None:  # noqa: ANN401
        """Names a memory that is there, as it is: a random id finds nothing."""
        there = self.there() if "assertion_id" in (case.path_parameters or {}) else ()
        if there:
            case.path_parameters["assertion_id"] = str(there[-1].assertion_id)
            if isinstance(case.body, dict):
                case.body |= {"version": there[-1].version, "text_hash": there[-1].text_hash}

    def _is_no_echo(self, case: Any, problem: dict[str, Any]) -> None:  # noqa: ANN401
        problem.pop("current", None)  # what is kept is told to whom it belongs
        told, known = json.dumps(problem), json.dumps(self.document) + our_words()
        echoed = [text for text in _texts(_sent(case)) if text in told and text not in known]
        assert not echoed, (echoed, told)


@cache
def our_words() -> str:
    """All our code: texts are drawn from its constants too, and "Not understood" is ours though it was sent."""
    files = (file for folder in ("services", "shared") for file in sorted((ROOT / folder).rglob("*.py")))
    return "".join(file.read_text(encoding="utf-8") for file in files)


def _checks(case: Any, response: Any) -> list[Callable[..., object]]:  # noqa: ANN401
    unsaid = NOT_SAID.get(case.path, ())
    unseen = any(not has_visible_text(text) for text in _all_texts(case.body))
    if unseen or (response.status_code == 422 and response.json()["code"] == "idempotency_mismatch"):
        unsaid = (*unsaid, *ACCEPTANCE)  # that a text can be seen, that a key is new: no schema has words for it
    return [CHECKS.get_one(name) for name in CHECKS.get_all_names() if name not in unsaid]


ACCEPTANCE = ("positive_data_acceptance",)
NOT_SAID = {
    "/v1/converse": ACCEPTANCE,  # its Last-Event-ID
    "/v1/turns/{turn_id}/events": ACCEPTANCE,  # the same
    "/v1/assertions": ACCEPTANCE,  # its cursor
    "/v1/assertions/{assertion_id}/influences": ACCEPTANCE,  # the same
    "/v1/threads": ACCEPTANCE,  # the same
    "/v1/assertions/{assertion_id}/category": ACCEPTANCE,  # that the operator has declared such a category
    "/v1/import": ACCEPTANCE,  # the rows of its file
    "/v1/memory/query": ACCEPTANCE,  # its times: the schema's form has leap seconds and years that no calendar has
    "/v1/people/{person_id}/agents": ACCEPTANCE,  # that the operator has declared such an agent
    "/v1/me": ACCEPTANCE,  # the names of time zones
    "/v1/offers/{offer_id}": ACCEPTANCE,  # a text where the answer is a change, and only there; each item once
    "/v1/people": ("negative_data_rejection",),  # nothing at all is a body, too
}
"""Where the document cannot say all that a request must be."""


def _whole_numbers(part: Any) -> Any:  # noqa: ANN401
    """JSON Schema counts 1.0 among the integers; we do not."""
    if isinstance(part, float) and part.is_integer():
        return int(part)
    if isinstance(part, dict):
        return {name: _whole_numbers(value) for name, value in part.items()}
    return [_whole_numbers(value) for value in part] if isinstance(part, list) else part


def _sent(case: Any) -> list[object]:  # noqa: ANN401
    parts = [case.body, case.path_parameters, case.query]
    return [part for part in parts if isinstance(part, dict | list | str)]


def _texts(part: object) -> Iterator[str]:
    """The texts that are long enough to be known again, plain and as JSON has them."""
    for text in _all_texts(part):
        if len(text) >= TELLING:
            yield from (text, json.dumps(text)[1:-1])


def _all_texts(part: object) -> Iterator[str]:
    """Every text in it, and the names that its members have."""
    if isinstance(part, str):
        yield part
    elif isinstance(part, dict):
        yield from part
        for value in part.values():
            yield from _all_texts(value)
    elif isinstance(part, list):
        for value in part:
            yield from _all_texts(value)
