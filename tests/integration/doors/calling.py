"""Every door called alike: which doors there are of a kind, and a caller who sees that all is well after each call."""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any
from uuid import uuid4

import httpx
import pytest

from services.gateway.app import DOORS
from services.gateway.call import KEY, Door
from shared.contracts.requests.people import Scope
from tests.integration.doors.open_gateway import ADMIN_TOKEN, OpenGateway
from tests.integration.doors.scripted_memory import ScriptedMemory

CANARY = "xylophone-marmalade"
JSON = {"Content-Type": "application/json"}
WRITES = {"POST", "PATCH", "DELETE"}
ENDLESS = {"/v1/events"}


def name(door: Door) -> str:
    return f"{door.method} {door.path}"


def texts_of(part: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:  # noqa: ANN401
    """The way to every text of a body."""
    items = part.items() if isinstance(part, dict) else enumerate(part) if isinstance(part, list) else ()
    for key, value in items:
        if isinstance(value, str):
            yield (*way, key)
        yield from texts_of(value, (*way, key))


def doors(which: Callable[[Door], bool]) -> pytest.MarkDecorator:
    """A test for each of these doors."""
    found = [door for door in DOORS if which(door)]
    return pytest.mark.parametrize("door", found, ids=map(name, found))


with_form = doors(lambda door: door.form is not None)
with_text = doors(lambda door: door.form is not None and any(texts_of(json.loads(door.form.example))))
with_id = doors(lambda door: "{" in door.path)
with_key = doors(lambda door: KEY in door.parameters)
with_query = doors(lambda door: bool(door.in_query))
for_persons = doors(lambda door: door.needs is Scope.PERSON and door.path not in ENDLESS)


class Caller:
    """Calls a door as the person that it is for, and sees that nothing was echoed, and that the next call works."""

    def __init__(self, gateway: OpenGateway, memory: ScriptedMemory) -> None:
        self.gateway = gateway
        self.memory = memory
        self.person_id, self.token = memory.add()

    async def send(self, door: Door, body: bytes | str | None = None, **more: Any) -> tuple[int, str]:  # noqa: ANN401
        answer = await self.call(door, body, **more)
        return answer.status_code, answer.json().get("code", "")

    async def call(
        self, door: Door, body: bytes | str | None = None, *, path_id: str = "", query: str = "", **headers: str
    ) -> httpx.Response:
        path = re.sub(r"\{\w+\}", path_id or str(uuid4()), door.path) + query
        content = body.encode() if isinstance(body, str) else body
        sent = {**bearer(ADMIN_TOKEN if door.needs is Scope.ADMIN else self.token), **JSON, **headers}
        answer = await self.gateway.http.request(door.method, path, content=content, headers=sent)
        self._is_well(answer)
        good = await self.gateway.http.get("/v1/me", headers=bearer(self.token))
        assert good.status_code == 200
        return answer

    def _is_well(self, answer: httpx.Response) -> None:
        assert answer.status_code < 500, answer.text
        for echo in (CANARY, "Traceback", "pydantic"):
            assert echo not in answer.text
            assert echo not in str(answer.headers)
        if answer.status_code >= 400:
            assert answer.headers["content-type"] == "application/problem+json"
            assert answer.json()["saved"] is False
            assert not self.commands

    @property
    def commands(self) -> list[str]:
        """What memory was told to do, but for making people."""
        return [type(asked).__name__ for asked in self.memory.asked if ".command." in type(asked).subject]


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def a_caller(gateway: OpenGateway, memory: ScriptedMemory) -> Caller:
    """Somebody who may ask as often as they like."""
    for rate in (gateway.gateway.rate, gateway.gateway.strangers):
        rate._full = rate._per_second = 1e9
    return Caller(gateway, memory)


def example(door: Door) -> dict[str, Any]:
    assert door.form is not None
    found: dict[str, Any] = json.loads(door.form.example)
    return found


def changed(body: dict[str, Any], way: tuple[Any, ...], value: object) -> dict[str, Any]:
    """The body with another value there."""
    other: dict[str, Any] = json.loads(json.dumps(body))
    place: Any = other
    for key in way[:-1]:
        place = place[key]
    place[way[-1]] = value
    return other
