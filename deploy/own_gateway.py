"""Our own gateway over HTTP, as much as a start needs: is it ready, make a person, make a sign-in code."""

import asyncio
import json
from http.client import HTTPConnection, HTTPException
from typing import TypeVar
from uuid import UUID, uuid4

from deploy.services import Doors
from shared.contracts.message import Message
from shared.contracts.requests.people import PersonAdded, PersonEntry, PersonList, SignInCode, TokenAdded

READY_SECONDS = 60.0
CALL_SECONDS = 10.0
MessageT = TypeVar("MessageT", bound=Message)


class GatewayCallError(Exception):
    """The gateway did not answer as expected."""

    def __init__(self, path: str, status: int | None) -> None:
        what = "did not answer" if status is None else f"answered with {status}"
        super().__init__(f"The gateway {what} ({path}). Its log is in the logs folder of HOLDFAST_HOME.")
        self.status = status


class OwnGateway:
    """Calls on the gateway; the plain library in a thread does for three of them."""

    def __init__(self, doors: Doors) -> None:
        self._doors = doors

    async def wait_ready(self) -> None:
        """Returns when a line could be answered."""
        deadline = asyncio.get_running_loop().time() + READY_SECONDS
        while True:
            try:
                status, _ = await self._call("GET", "/readyz", None)
            except (OSError, HTTPException):
                status = None
            if status == 200:  # noqa: PLR2004  # the number has a name everywhere
                return
            if asyncio.get_running_loop().time() > deadline:
                raise GatewayCallError("/readyz", status)
            await asyncio.sleep(0.05)

    async def add_person(self, admin_token: str) -> PersonAdded:
        """A new person with their token."""
        return await self._post("/v1/people", admin_token, PersonAdded)

    async def people(self, admin_token: str) -> tuple[PersonEntry, ...]:
        """Who is there already."""
        return (await self._get("/v1/people", admin_token, PersonList)).people

    async def add_token(self, admin_token: str, person_id: UUID) -> TokenAdded:
        """Another way in for somebody who is there already."""
        return await self._post(f"/v1/people/{person_id}/tokens", admin_token, TokenAdded)

    async def sign_in_code(self, token: str) -> SignInCode:
        """A code that opens the page once."""
        return await self._post("/v1/session/code", token, SignInCode)

    async def _get(self, path: str, token: str, answer: type[MessageT]) -> MessageT:
        return await self._asked("GET", path, token, answer)

    async def _post(self, path: str, token: str, answer: type[MessageT]) -> MessageT:
        return await self._asked("POST", path, token, answer)

    async def _asked(self, method: str, path: str, token: str, answer: type[MessageT]) -> MessageT:
        status, body = await self._call(method, path, token)
        if status >= 300:  # noqa: PLR2004
            raise GatewayCallError(path, status)
        return answer.model_validate_json(body)

    async def _call(self, method: str, path: str, token: str | None) -> tuple[int, bytes]:
        return await asyncio.to_thread(self._blocking_call, method, path, token)

    def _blocking_call(self, method: str, path: str, token: str | None) -> tuple[int, bytes]:
        connection = HTTPConnection(self._doors.near, self._doors.port, timeout=CALL_SECONDS)
        headers = {"Idempotency-Key": str(uuid4()), "Content-Type": "application/json"}
        if token is not None:
            headers["Authorization"] = f"Bearer {token}"
        try:
            connection.request(method, path, json.dumps({}) if method == "POST" else None, headers)
            response = connection.getresponse()
            return response.status, response.read()
        finally:
            connection.close()
