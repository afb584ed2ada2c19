"""A person at the HTTP door: what they say, what they do in the notebook, and what they are shown."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeVar
from uuid import UUID, uuid4

import httpx
from pydantic import JsonValue

from shared.contracts.assertions import AssertionView, Force
from shared.contracts.message import Message
from shared.contracts.notices import Closed
from shared.contracts.operations import Offer
from shared.contracts.requests.notebook import (
    AssertionChanged,
    AssertionHistory,
    AssertionPage,
    OfferList,
    RefusalList,
    WhyView,
)
from shared.contracts.requests.people import EngagementView, Me
from shared.contracts.requests.recall import QueryAnswer
from shared.contracts.requests.transfer import ImportState
from tests.acceptance.memory.minds import Mind
from tests.integration.line.eventually import eventually

FormT = TypeVar("FormT", bound=Message)


@dataclass
class Person:
    """Somebody with a token, on one device or another."""

    http: httpx.AsyncClient
    mind: Mind
    person_id: UUID
    story_id: UUID
    token: str
    offer: Offer | None = None
    """What they were asked last."""

    async def say(self, text: str, project: UUID | None = None, **more: JsonValue) -> Closed:
        """One line and its reply."""
        answer = await self.send(text, project, **more)
        assert answer.status_code == 200, answer.text
        closed = Closed.model_validate_json(answer.content)
        self.offer = closed.offer
        return closed

    async def send(self, text: str, project: UUID | None = None, **more: JsonValue) -> httpx.Response:
        """One line, whatever comes back."""
        await self.mind.is_going_to_hear(text, self.offer)
        body = {"message": text, **({"project_id": str(project)} if project else {}), **more}
        return await self.post("/v1/converse", body)

    async def project(self, title: str, seed: str = "") -> UUID:
        """A new project."""
        made = await self.post("/v1/engagements", {"title": title, "seed": seed})
        return EngagementView.model_validate_json(made.content).engagement_id

    async def memories(
        self, engagement: UUID | None = None, force: Force | None = None, **more: str
    ) -> list[AssertionView]:
        """What the notebook shows, newest first; of Your Story when no project is named."""
        query = {"engagement": str(engagement or self.story_id), **({"force": force.value} if force else {}), **more}
        return list((await self._look(AssertionPage, "/v1/assertions", query)).assertions)

    async def memory(self, assertion_id: UUID) -> AssertionView:
        """One memory as it is now."""
        return await self._look(AssertionView, f"/v1/assertions/{assertion_id}")

    async def history(self, assertion_id: UUID) -> AssertionHistory:
        """What happened to it."""
        return await self._look(AssertionHistory, f"/v1/assertions/{assertion_id}/history")

    async def write(self, content: str, engagement: UUID | None = None, **more: JsonValue) -> AssertionView:
        """Written by their own hand."""
        body = {"engagement_id": str(engagement or self.story_id), "content": content, **more}
        written = await self.post("/v1/assertions", body)
        assert written.status_code == 201, written.text
        return AssertionView.model_validate_json(written.content)

    async def act(self, verb: str, seen: AssertionView, **more: JsonValue) -> AssertionChanged:
        """Something done in the notebook to what was seen there."""
        answer = await self.try_to(verb, seen, **more)
        assert answer.status_code == 200, answer.text
        return AssertionChanged.model_validate_json(answer.content)

    async def try_to(self, verb: str, seen: AssertionView, **more: JsonValue) -> httpx.Response:
        """The same, whatever comes back."""
        body = {"version": seen.version, "text_hash": seen.text_hash, **more}
        return await self.post(f"/v1/assertions/{seen.assertion_id}/{verb}", body)

    async def offers(self) -> OfferList:
        """What waits for an answer."""
        return await self._look(OfferList, "/v1/offers")

    async def refusals(self) -> RefusalList:
        """What is never to be remembered again."""
        return await self._look(RefusalList, "/v1/refusals")

    async def why(self, turn_id: UUID) -> WhyView:
        """How a reply came about."""
        return await self._look(WhyView, f"/v1/turns/{turn_id}/why")

    async def me(self) -> Me:
        """Their settings, revision and usage."""
        return await self._look(Me, "/v1/me")

    async def set(self, **settings: JsonValue) -> Me:
        """Changes settings."""
        answer = await self.http.patch("/v1/me", json=settings, headers=self._headers())
        assert answer.status_code == 200, answer.text
        return Me.model_validate_json(answer.content)

    async def look_for(self, query: str) -> QueryAnswer:
        """What is known that fits."""
        answer = await self.post("/v1/memory/query", {"query": query})
        assert answer.status_code == 200, answer.text
        return QueryAnswer.model_validate_json(answer.content)

    async def exported(self, form: str = "json") -> bytes:
        """Everything of theirs."""
        answer = await self.get("/v1/export", {"format": form})
        assert answer.status_code == 200, answer.text
        return answer.content

    async def bring(self, file: bytes) -> ImportState:
        """Imports a file."""
        headers = {**self._headers(), "Content-Type": "application/json"}
        answer = await self.http.post("/v1/import", content=file, headers=headers)
        assert answer.status_code in {200, 202}, answer.text
        return ImportState.model_validate_json(answer.content)

    async def import_of(self, import_id: UUID) -> ImportState:
        """How an import stands."""
        return ImportState.model_validate_json((await self.get(f"/v1/imports/{import_id}")).content)

    async def confirm_import(self, state: ImportState) -> httpx.Response:
        """The one yes to all of a file."""
        body = {"file_hash": state.file_hash, "count": state.count}
        return await self.post(f"/v1/import/{state.import_id}/confirm", body)

    async def get(self, path: str, query: dict[str, str] | None = None) -> httpx.Response:
        """Any look."""
        return await self.http.get(path, params=query, headers=self._headers())

    async def post(self, path: str, body: Mapping[str, object], key: str = "") -> httpx.Response:
        """Any write, under a key of its own."""
        return await self.http.post(path, json=body, headers=self._headers(key))

    async def delete(self, path: str, body: dict[str, JsonValue] | None = None) -> httpx.Response:
        """Makes something go."""
        return await self.http.request("DELETE", path, json=body, headers=self._headers())

    async def _look(self, form: type[FormT], path: str, query: dict[str, str] | None = None) -> FormT:
        answer = await self.get(path, query)
        assert answer.status_code == 200, answer.text
        return form.model_validate_json(answer.content)

    def _headers(self, key: str = "") -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}", "Idempotency-Key": key or str(uuid4())}


async def until_expired(person: Person) -> AssertionView:
    """The one memory that the chore has dropped."""

    async def gone() -> list[AssertionView]:
        return await person.memories(force=Force.RETRACTED)

    (one,) = await eventually(gone)
    return one
