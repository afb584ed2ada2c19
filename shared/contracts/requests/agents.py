"""The agents that may ask a person's memory: made by the operator, seen and sent away by the person."""

from datetime import datetime
from typing import ClassVar
from uuid import UUID

from shared.contracts.envelope import Caller, Key, Request
from shared.contracts.message import Message, Text
from shared.contracts.requests.people import AgentName


class AgentView(Message):
    """An agent's token, as the person sees it. The token itself is nowhere stored."""

    token_id: UUID
    agent: AgentName
    created_at: datetime
    last_used_at: datetime | None
    """When it last asked; such records are kept for 90 days."""
    asked: tuple[Text, ...]
    """The categories that it asked for in that time."""
    refused: bool
    """Whether it asked for something that it may not see."""
    sees: tuple[Text, ...]
    """What it is granted."""
    conversations: bool
    executes: bool


class AgentList(Message):
    """Who may ask besides the person."""

    agents: tuple[AgentView, ...]


class ListAgents(Request[AgentList]):
    """Who may ask my memory?"""

    subject: ClassVar[str] = "memory.query.agents"
    answer: ClassVar[type[Message]] = AgentList
    caller: Caller


class AgentAdded(Message):
    """A new agent. The token is shown this once."""

    token_id: UUID
    person_id: UUID
    agent: AgentName
    token: str


class AddAgent(Request[AgentAdded]):
    """Lets an agent ask a person's memory. A repeated key brings a new token for the same one; the former ends."""

    subject: ClassVar[str] = "memory.command.add_agent"
    answer: ClassVar[type[Message]] = AgentAdded
    caller: Caller
    key: Key
    agent: AgentName


class RemoveAgent(Request[AgentList]):
    """Sends an agent away; who remains."""

    subject: ClassVar[str] = "memory.command.remove_agent"
    answer: ClassVar[type[Message]] = AgentList
    caller: Caller
    key: Key
    token_id: UUID
