"""`holdfast admin`: makes people and their tokens; lets agents ask a person's memory, shows them, sends them away."""

import json
from argparse import Namespace
from collections.abc import Iterator
from typing import TypedDict

from services.terminal.calls import Calls
from services.terminal.kept_token import home_person, keep_person, operator_account
from services.terminal.output import print_text
from services.terminal.style import clean_text, dim_text


class AddedShown(TypedDict):
    """The answer of `POST /v1/people`."""

    person_id: str
    token: str


class PersonShown(TypedDict):
    """Somebody, in numbers."""

    person_id: str
    created_at: str
    lines: int
    memories: int
    last_line_at: str | None


class PeopleShown(TypedDict):
    """The answer of `GET /v1/people`."""

    people: list[PersonShown]


class TokenAddedShown(TypedDict):
    """The answer of `POST /v1/people/{person_id}/tokens`."""

    person_id: str
    token: str
    expires_at: str


class TokenShown(TypedDict):
    """One way in."""

    token_id: str
    made_by: str
    created_at: str
    expires_at: str


class TokensShown(TypedDict):
    """The answer of `GET /v1/people/{person_id}/tokens`."""

    tokens: list[TokenShown]


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
    calls = Calls(operator_account())
    if given.thing == "person":
        PEOPLE[given.verb](calls, given)
        return 0
    path = f"/v1/people/{given.person or home_person()}/agents"
    if given.verb == "add":
        _add_agent(calls.post(path, {"agent": given.agent}), given)
    elif given.verb == "remove":
        answer = calls.delete(f"{path}/{given.token_id}")
        print_text(answer if given.json else "It may ask no more.")
    else:
        answer = calls.get(path)
        print_text(answer if given.json else "\n".join(_told(json.loads(answer))) or "Nobody but the person may ask.")
    return 0


def _add_person(calls: Calls, given: Namespace) -> None:
    answer = calls.post("/v1/people", {"companion_name": given.name} if given.name else {})
    if given.json:
        print_text(answer)
        return
    added: AddedShown = json.loads(answer)
    print_text(f"Person {added['person_id']}\nToken  {added['token']}\nThe token is shown this once; keep it safe.")


def _list_people(calls: Calls, given: Namespace) -> None:
    answer = calls.get("/v1/people")
    shown: PeopleShown = json.loads(answer)
    print_text(answer if given.json else "\n".join(map(_of_person, shown["people"])) or "Nobody is there yet.")


def _of_person(one: PersonShown) -> str:
    last = one["last_line_at"]
    spoke = f"spoke last {_moment(last)}" if last else "has not said anything"
    numbers = f"since {_moment(one['created_at'])}, {one['lines']} lines, {one['memories']} memories, {spoke}"
    return f"{one['person_id']}  {dim_text(numbers)}"


def _new_token(calls: Calls, given: Namespace) -> None:
    answer = calls.post(f"/v1/people/{given.person or home_person()}/tokens", {})
    added: TokenAddedShown = json.loads(answer)
    if given.keep:
        keep_person(added["person_id"], added["token"])
    keep = f"It is good until {added['expires_at'][:10]} and shown this once; keep it safe."
    print_text(answer if given.json else f"Token  {added['token']}\n{keep}")


def _revoke_token(calls: Calls, given: Namespace) -> None:
    path = f"/v1/people/{given.person or home_person()}/tokens"
    answer = calls.delete(f"{path}/{given.token_id}") if given.token_id else calls.get(path)
    shown: TokensShown = json.loads(answer)
    ended = ["It is worth nothing any more. What is still good:"] if given.token_id else []
    print_text(answer if given.json else "\n".join([*ended, *map(_of_token, shown["tokens"])]))


def _of_token(one: TokenShown) -> str:
    made = (
        f"made by {one['made_by'].replace('_', ' ')} {_moment(one['created_at'])}, good until {one['expires_at'][:10]}"
    )
    return f"{one['token_id']}  {dim_text(made)}"


def _moment(text: str) -> str:
    return text[:16].replace("T", " ")


PEOPLE = {"add": _add_person, "list": _list_people, "token": _new_token, "revoke": _revoke_token}


def _add_agent(answer: str, given: Namespace) -> None:
    if given.json:
        print_text(answer)
        return
    added: AgentAddedShown = json.loads(answer)
    print_text(f"Agent {added['agent']} ({added['token_id']})\nToken {added['token']}\n")
    print_text("The token is shown this once, and good for POST /v1/memory/query alone.")


def _told(shown: AgentsShown) -> Iterator[str]:
    for each in shown["agents"]:
        used = each["last_used_at"]
        asked = f"asked last {used[:16].replace('T', ' ')}" if used else "has not asked of late"
        refused = ", and for something that it may not see" if each["refused"] else ""
        yield f"{each['token_id']}  {clean_text(each['agent'])}  {dim_text(asked + refused)}"
        yield dim_text(f"    sees {', '.join(each['sees']) or 'nothing'}")
