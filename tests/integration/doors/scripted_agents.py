"""The agents of the scripted memory: who was let in, and what each is told."""

import secrets
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid4

from shared.contracts.envelope import Request
from shared.contracts.errors import (
    AgentNotDeclaredError,
    AgentNotFoundError,
    CategoryNotAllowedError,
    UnauthorizedError,
)
from shared.contracts.message import Message
from shared.contracts.requests.agents import AddAgent, AgentAdded, AgentList, AgentView, ListAgents, RemoveAgent
from shared.contracts.requests.people import Identity, Scope
from shared.contracts.requests.recall import QueryAnswer, QueryAsAgent
from shared.settings import DEFAULT_TENANT
from tests.integration.doors.scripted_notebook import Once
from tests.integration.doors.scripted_people import digest

SEES = {"researcher": ("knowledge", "tasks"), "planner": ("tasks",)}


class ScriptedAgents:
    """Answers what concerns agents."""

    def __init__(self, once: Once, tokens: Callable[[], dict[str, Identity]], exists: Callable[[UUID], object]) -> None:
        self._once = once
        self._tokens = tokens
        self._exists = exists
        self.answers: dict[type[Request[Any]], Callable[[Any], Message]] = {
            ListAgents: lambda asked: self._all(asked.caller.person_id),
            AddAgent: self._add,
            RemoveAgent: lambda asked: once(asked.caller.person_id, asked.key, lambda: self._remove(asked)),
            QueryAsAgent: self._query,
        }

    def _all(self, person_id: UUID) -> AgentList:
        self._exists(person_id)
        mine = [each for each in self._tokens().values() if each.agent and each.person_id == person_id]
        views = (
            AgentView(
                token_id=each.token_id or uuid4(), agent=each.agent or "", created_at=datetime.now(UTC),
                last_used_at=None, asked=(), refused=False, sees=SEES.get(each.agent or "", ()), conversations=False,
                executes=False,
            )
            for each in mine
        )  # fmt: skip
        return AgentList(agents=tuple(views))

    def _add(self, asked: AddAgent) -> Message:
        person_id = asked.caller.person_id
        if asked.agent not in SEES:
            raise AgentNotDeclaredError(sorted(SEES))
        self._exists(person_id)

        def do() -> Message:
            token, token_id = secrets.token_urlsafe(16), uuid4()
            self._tokens()[digest(token)] = Identity(
                tenant_id=DEFAULT_TENANT, person_id=person_id, scope=Scope.AGENT, agent=asked.agent, token_id=token_id
            )
            return AgentAdded(token_id=token_id, person_id=person_id, agent=asked.agent, token=token)

        return self._once(person_id, asked.key, do)

    def _remove(self, asked: RemoveAgent) -> Message:
        tokens, person_id = self._tokens(), asked.caller.person_id
        gone = [one for one, each in tokens.items() if (each.token_id, each.person_id) == (asked.token_id, person_id)]
        if not gone:
            raise AgentNotFoundError
        del tokens[gone[0]]
        return self._all(person_id)

    def _query(self, asked: QueryAsAgent) -> Message:
        if asked.token_id not in {each.token_id for each in self._tokens().values()}:
            raise UnauthorizedError
        for category in asked.categories:
            if category not in SEES[asked.agent]:
                raise CategoryNotAllowedError(category)
        return QueryAnswer(hits=(), revision=0)
