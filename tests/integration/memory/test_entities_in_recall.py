"""What conversations named is a way to find them; an agent finds one only where it may see all that it names."""

from uuid import UUID

import pytest

from services.memory.access import grants
from services.memory.recall import memory_query
from shared.contracts.entities import EntityType, NamedPerson, NamedTask
from shared.contracts.requests.recall import QueryAnswer, QueryMemory
from tests.integration.memory.house import House, Inhabitant
from tests.integration.memory.kept_talk import left
from tests.integration.memory.test_asking_as_agent import let_in, wrote

pytestmark = pytest.mark.row("M15", "U12")

MOVE = "You decided to leave the city in spring."
AGENTS = """
categories:
  tasks: {context: all}
  history: {context: all}
agents:
  supervisor: {sees: all, conversations: true}
  diarist: {sees: [tasks, history], conversations: true}
  deaf: {sees: all}
  friend: {sees: all, conversations: true}
"""


async def asked(house: House, one: Inhabitant, query: str, **filters: object) -> QueryAnswer:
    question = {"caller": one.who, "query": query, "filters": filters}
    return await memory_query.query_memory(house.memory, QueryMemory.model_validate(question))


def ids(answer: QueryAnswer) -> list[UUID | None]:
    return [hit.id for hit in answer.hits]


async def test_a_conversation_is_found_by_what_it_named_and_says_so(house: House) -> None:
    one = await house.person()
    for n in range(5):
        await wrote(house, one, f"You own boat number {n}.", "knowledge")
    kept = await left(house, one, MOVE, NamedPerson(name="Wilhelmina", relation="sister"))
    await left(house, one, "You hold something.", NamedPerson(name="Wilhelmina"), force="held")
    found = await asked(house, one, "Wilhelmina")
    assert ids(found) == [kept.memory_id]
    assert found.hits[0].why[0].name == "entities"
    await house.do("update memory_entity set resolved_at = now()")
    assert ids(await asked(house, one, "Wilhelmina")) == [kept.memory_id], "resolved ones count as well"
    assert ids(await asked(house, one, "Archibald")) == []


async def test_a_query_is_narrowed_to_what_names_something_of_a_type(house: House) -> None:
    one = await house.person()
    named = await left(house, one, MOVE, NamedTask(description="find a house"))
    await left(house, one, "You decided to leave the city for good.", NamedPerson(name="Anna"))
    await wrote(house, one, "You like the city.", "preferences")
    assert len(ids(await asked(house, one, "leaving the city"))) >= 2
    assert ids(await asked(house, one, "leaving the city", entity_type=EntityType.TASK)) == [named.memory_id]
    assert ids(await asked(house, one, "leaving the city", entity_type=EntityType.BLOCKER)) == []
    at = {"as_of": house.memory.clock()}
    then = {"caller": one.who, "query": "leave the city", "filters": {"entity_type": "task"}, **at}
    of_then = await memory_query.query_memory(house.memory, QueryMemory.model_validate(then))
    assert MOVE not in [hit.text for hit in of_then.hits if hit.id != named.memory_id]


@pytest.mark.row("M13")
async def test_an_agent_is_told_of_a_conversation_only_where_it_hears_and_sees_all_that_it_names(house: House) -> None:
    house.memory.access_file.access = grants.read_access(AGENTS)
    one = await house.person()
    task = await left(house, one, MOVE, NamedTask(description="find a house"))
    person = await left(house, one, "You left the city with a friend.", NamedPerson(name="Anna"))
    ill = await left(house, one, "You left the city for a while.", NamedTask(description="take the insulin"))
    everything = {task.memory_id, person.memory_id, ill.memory_id}
    seen = {}
    for agent in ("friend", "deaf", "diarist"):
        asking = await let_in(house, one, agent)
        answer = await asking("leave the city", seen_revision=0)
        seen[agent] = {hit.id for hit in answer.hits}
        assert ("Anna" in answer.delta) is False
    assert seen == {"friend": everything, "deaf": set(), "diarist": {task.memory_id}}
    diarist = await let_in(house, one, "diarist")
    assert (await diarist("leave the city", filters={"entity_type": "person"})).hits == ()
    assert (await diarist("Anna")).hits == ()
