"""At the terminal: search says why it found what it found; the operator lets agents in, sees them, sends them away."""

import json
from pathlib import Path
from uuid import uuid4

import pytest

from shared.contracts.assertions import Force
from shared.contracts.requests.recall import QueryMemory
from tests.integration.doors.commands import Command
from tests.integration.doors.scripted_memory import ScriptedMemory
from tests.integration.doors.test_http_terminal_memory import Person, on_terminal, person

__all__ = ["person"]

pytestmark = pytest.mark.row("S4")


@pytest.mark.row("M14")
async def test_search_asks_the_one_query_and_says_why(
    holdfast: Command, home: Path, person: Person, memory: ScriptedMemory
) -> None:
    person.hold("You like tea.", Force.COMMITTED)
    code, screen = await on_terminal(home, "search", "tea", "--in", "both", "--category", "health")
    assert code == 0
    assert "1  You like tea." in screen
    assert "90%, by words 60%, meaning 30%" in screen
    asked = next(asked for asked in memory.asked if isinstance(asked, QueryMemory))
    assert (asked.query, asked.search_type, asked.categories) == ("tea", "both", ("health",))
    ran = await holdfast("search", "tea", "--json")
    (hit,) = map(json.loads, ran.out.splitlines())
    assert [signal["name"] for signal in hit["why"]] == ["words", "meaning"]
    assert await on_terminal(home, "search", "wine", "--in", "conversations") == (0, "Nothing that was said fits.\n")
    assert (await holdfast("search", "tea", "--in", "dreams")).code == 2


@pytest.mark.row("M13")
async def test_the_operator_lets_an_agent_in_and_sends_it_away(
    holdfast: Command, person: Person, memory: ScriptedMemory
) -> None:
    ran = await holdfast("admin", "agent", "add", "--agent", "researcher", "--json")
    added = json.loads(ran.out)
    assert (added["agent"], added["person_id"]) == ("researcher", str(person.person_id))
    assert (await holdfast("admin", "agent", "add", "--agent", "planner")).out.splitlines()[-1] == (
        "The token is shown this once, and good for POST /v1/memory/query alone."
    )
    other, _ = memory.add()
    assert json.loads((await holdfast("admin", "agent", "list", "--person", str(other), "--json")).out) == {
        "agents": []
    }
    told = (await holdfast("admin", "agent", "list")).out
    assert "researcher  has not asked of late" in told
    assert "sees knowledge, tasks" in told
    assert added["token"] not in told
    assert (await holdfast("admin", "agent", "remove", added["token_id"])).out == "It may ask no more.\n"
    assert "researcher" not in (await holdfast("admin", "agent", "list")).out
    again = await holdfast("admin", "agent", "remove", added["token_id"])
    assert (again.code, again.err) == (1, "There is no such agent.\n")
    nobody = await holdfast("admin", "agent", "list", "--person", str(uuid4()))
    assert (nobody.code, nobody.err) == (1, "There is no such person.\n")
    unknown = await holdfast("admin", "agent", "add", "--agent", "gardener")
    assert unknown.err == "That is no agent that is declared here. Declared are: planner, researcher.\n"
