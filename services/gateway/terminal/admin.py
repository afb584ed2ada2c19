"""`holdfast admin`: makes a person; lets agents ask a person's memory, shows them, sends them away."""

import json
from argparse import Namespace
from collections.abc import Iterator
from typing import TypedDict

from services.gateway.terminal.account import home_person, operator
from services.gateway.terminal.calls import Calls
from services.gateway.terminal.style import clean, dim
from services.gateway.terminal.telling import tell


class AddedShown(TypedDict):
    """The answer of `POST /v1/people`."""

    person_id: str
    token: str


class AgentAddedShown(TypedDict):
    """The answer of `POST /v1/people/{person_id}/agents`."""

    token_id: str
    agent: str
    token: str


class AgentShown(TypedDict):
    """One that may ask."""

    token_id: str
    agent: str
    last_used_at: str | None
    refused: bool
    sees: list[str]


class AgentsShown(TypedDict):
    """The answer of `GET /v1/people/{person_id}/agents`."""

    agents: list[AgentShown]


def run(given: Namespace) -> int:
    """Does what the operator asks, and tells what came of it."""
    calls = Calls(operator())
    if given.thing == "person":
        _add_person(calls, given)
        return 0
    path = f"/v1/people/{given.person or home_person()}/agents"
    if given.verb == "add":
        _add_agent(calls.post(path, {"agent": given.agent}), given)
    elif given.verb == "remove":
        answer = calls.delete(f"{path}/{given.token_id}")
        tell(answer if given.json else "It may ask no more.")
    else:
        answer = calls.get(path)
        tell(answer if given.json else "\n".join(_told(json.loads(answer))) or "Nobody but the person may ask.")
    return 0


def _add_person(calls: Calls, given: Namespace) -> None:
    answer = calls.post("/v1/people", {"companion_name": given.name} if given.name else {})
    if given.json:
        tell(answer)
        return
    added: AddedShown = json.loads(answer)
    tell(f"Person {added['person_id']}\nToken  {added['token']}\nThe token is shown this once; keep it safe.")


def _add_agent(answer: str, given: Namespace) -> None:
    if given.json:
        tell(answer)
        return
    added: AgentAddedShown = json.loads(answer)
    tell(f"Agent {added['agent']} ({added['token_id']})\nToken {added['token']}\n")
    tell("The token is shown this once, and good for POST /v1/memory/query alone.")


def _told(shown: AgentsShown) -> Iterator[str]:
    for each in shown["agents"]:
        used = each["last_used_at"]
        asked = f"asked last {used[:16].replace('T', ' ')}" if used else "has not asked of late"
        refused = ", and for something that it may not see" if each["refused"] else ""
        yield f"{each['token_id']}  {clean(each['agent'])}  {dim(asked + refused)}"
        yield dim(f"    sees {', '.join(each['sees']) or 'nothing'}")
