"""The companion itself is an agent: what the file does not grant it, it is not told either."""

from uuid import UUID

import pytest

from services.memory.access import grants
from services.memory.chores.index_waiting import catch_up
from services.memory.people.account import add_engagement
from shared.contracts.requests.people import AddEngagement
from shared.contracts.turns import PerformedTurn
from tests.integration.memory import a_turn
from tests.integration.memory.house import House, Inhabitant, a_key
from tests.integration.memory.test_asking_as_agent import wrote

pytestmark = pytest.mark.row("M13")

TASK, LIKING, DREAM = "You're to water the tomatoes.", "You like tomatoes.", "You dream of tomatoes."
WHICH = "What about the tomatoes?"


@pytest.fixture
async def person(house: House) -> Inhabitant:
    """Somebody of whom three things are known, one of them granted."""
    house.memory.access_file.access = grants.read_access(
        "categories: {tasks: {context: all}}\nagents: {supervisor: {sees: [tasks]}}"
    )
    one = await house.person()
    await wrote(house, one, TASK, "tasks")
    await wrote(house, one, LIKING, "preferences")
    held = await house.knows(one, DREAM, DREAM, force="held")
    await house.do("update assertion set expires_at = now() + interval '7 days' where id = $1", held)
    await catch_up(house.memory, one.who)
    return one


async def asked(house: House, one: Inhabitant, *needs: str, project: UUID | None = None) -> PerformedTurn:
    turn = await a_turn.opened(house, one, WHICH)
    if project is not None:
        await house.do("update turn set engagement_id = $1 where id = $2", project, turn.turn_id)
        turn = turn.model_copy(update={"engagement_id": project, "engagement_kind": "project"})
    return await a_turn.performed(house, turn, *needs, query=WHICH)


async def test_understanding_has_at_hand_what_the_companion_may_see(house: House, person: Inhabitant) -> None:
    turn = await a_turn.opened(house, person, WHICH)
    assert [near.content for near in turn.near] == [TASK]
    assert turn.near[0].score is not None, "it was found, and is not the newest alone"


@pytest.mark.parametrize("needs", [("quotes",), ("quotes", "spoken"), ("summary", "spoken")])
async def test_a_reply_quotes_what_the_companion_may_see(
    house: House, person: Inhabitant, needs: tuple[str, ...]
) -> None:
    turn = await asked(house, person, *needs)
    assert [quote.content for quote in turn.context.quotes] == [TASK]


async def test_in_a_project_a_reply_knows_of_the_person_what_the_companion_may_see(
    house: House, person: Inhabitant
) -> None:
    place = AddEngagement(caller=person.who, key=a_key(), title="Garden", seed="")
    garden = (await add_engagement(house.memory, place)).engagement_id
    context = (await asked(house, person, project=garden)).context
    for told in (context.personal_memory, context.delta):
        assert "water the tomatoes" in told
        assert "like" not in told


async def test_where_all_is_granted_a_category_that_the_file_names_no_more_is_still_told(
    house: House, person: Inhabitant
) -> None:
    await house.do("update assertion set category = 'diary' where content = $1", LIKING)
    await catch_up(house.memory, person.who)
    everything = "categories: {tasks: {context: all}}\nagents: {supervisor: {sees: all}}"
    house.memory.access_file.access = grants.read_access(everything)
    turn = await a_turn.opened(house, person, WHICH)
    assert {near.content for near in turn.near} == {TASK, LIKING}


@pytest.mark.parametrize("granted", [True, False])
async def test_what_was_said_is_searched_for_a_reply_where_the_file_grants_it(house: House, *, granted: bool) -> None:
    house.memory.access_file.access = grants.read_access(
        "categories: {tasks: {context: all}}\n"
        f"agents: {{supervisor: {{sees: [tasks], conversations: {str(granted).lower()}}}}}"
    )
    one = await house.person()
    said = await a_turn.opened(house, one, "The tomatoes are from my uncle.")
    talk = await a_turn.performed(house, said, intent="general_conversation")
    await a_turn.closed(house, talk)
    await catch_up(house.memory, one.who)
    reply = await asked(house, one, "quotes", "spoken")
    assert [line.said for line in reply.context.spoken] == (["The tomatoes are from my uncle."] if granted else [])
