"""The file of categories and agents: complete as shipped, and one exact sentence for whatever is wrong with another."""

import pytest

from services.memory.access.access_file import SHIPPED
from services.memory.access.grants import Access, AccessFileError, Wish, read_access
from shared.contracts.assertions import Category
from shared.contracts.errors import (
    AgentNotDeclaredError,
    CategoryNotAllowedError,
    ConversationsNotAllowedError,
    UnknownCategoryError,
)

pytestmark = pytest.mark.row("M13")

SMALL = """
categories:
  tasks: {context: all}
  diary: {context: rag, rag_length: 3}
agents:
  supervisor: {sees: all, conversations: true}
  helper: {sees: [tasks], executes: true}
"""


@pytest.fixture(scope="module")
def shipped() -> Access:
    return read_access(SHIPPED.read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def small() -> Access:
    return read_access(SMALL)


def test_the_shipped_file_declares_what_the_companion_gives_and_the_agents_of_the_product(shipped: Access) -> None:
    assert set(shipped.categories) == set(Category)
    assert set(shipped.agents) == frozenset({"supervisor", "planner", "stylist", "researcher", "executor"})
    lengths = {name: shipped.most_of(name) for name in ("profile", "event", "activity")}
    assert lengths == {"profile": None, "event": 30, "activity": 50}
    assert shipped.agents["supervisor"].sees == set(Category)
    assert [name for name, agent in shipped.agents.items() if agent.executes] == ["executor"]
    assert [name for name, agent in shipped.agents.items() if agent.conversations] == ["supervisor"]
    assert [name for name, agent in shipped.agents.items() if "health" in agent.sees] == ["supervisor", "planner"]


WRONG = [
    ("", "it must name “categories” and “agents”"),
    ("[]", "it must name “categories” and “agents”"),
    ("categories: {a: [", "it is no well-formed YAML (line 1)"),
    ("categories: !!python/object:os.system {}", "it is no well-formed YAML (line 1)"),
    (SMALL + "more: 1\n", "the file has “more”, which is none of agents, categories"),
    ("categories: {tasks: {context: all}}\n", "the file has no “agents”"),
    (SMALL.replace("diary", "tasks"), "“tasks” is there twice (line 4)"),
    (SMALL.replace("helper", "supervisor"), "“supervisor” is there twice (line 7)"),
    (SMALL.replace("[tasks]", "[tasks, moods]"), "the agent “helper” sees “moods”, which is no category of this file"),
    (SMALL.replace("[tasks]", "[profile]"), "the agent “helper” sees “profile”, which is no category of this file"),
    (SMALL.replace("[tasks]", "[tasks, tasks]"), "the agent “helper” sees “tasks” twice"),
    (SMALL.replace("[tasks]", "tasks"), "what the agent “helper” sees must be a list of categories, or all"),
    (SMALL.replace("sees: [tasks], ", ""), "the agent “helper” has no “sees”"),
    (SMALL.replace("executes: true", "executes: 1"), "“executes” of the agent “helper” must be true or false"),
    (
        SMALL.replace("executes", "runs"),
        "the agent “helper” has “runs”, which is none of conversations, executes, sees",
    ),
    (SMALL.replace("{context: all}", "{context: some}"), "the context of the category “tasks” must be all or rag"),
    (SMALL.replace("{context: all}", "{context: []}"), "the context of the category “tasks” must be all or rag"),
    (SMALL.replace("{context: all}", "{}"), "the category “tasks” has no “context”"),
    (SMALL.replace("{context: all}", "all"), "the category “tasks” must be a mapping"),
    (SMALL.replace("all}", "all, rag_length: 3}", 1), "the category “tasks” has a rag_length, but its context is all"),
    (SMALL.replace("3", "0"), "the rag_length of the category “diary” must be a number from 1 to 1000"),
    (SMALL.replace("3", "true"), "the rag_length of the category “diary” must be a number from 1 to 1000"),
    (SMALL.replace(", rag_length: 3", ""), "the rag_length of the category “diary” must be a number from 1 to 1000"),
    (
        SMALL.replace("diary", "Diary"),
        "the category “Diary” must have 1 to 40 small letters, digits and underscores, a letter first",
    ),
    (SMALL.replace("supervisor", "boss"), "the agent “supervisor” is missing; it is the companion itself"),
    ("categories: {}\nagents: {}\n", "“categories” must name at least one category"),
    ("? [a]\n: 1\n", "it is no well-formed YAML (line 1)"),
]


@pytest.mark.parametrize(("text", "said"), WRONG)
def test_what_is_wrong_is_said_in_one_exact_sentence(text: str, said: str) -> None:
    with pytest.raises(AccessFileError) as wrong:
        read_access(text)
    assert str(wrong.value) == said


def test_the_person_sees_everything_but_procedures_unless_they_ask_for_those(small: Access) -> None:
    assert small.of_person(Wish()).categories is None
    assert not small.of_person(Wish()).procedures
    assert small.of_person(Wish(procedures=True)).procedures
    assert small.of_person(Wish(["diary", "health"])).categories == frozenset({"diary", "health"})
    assert small.of_person(Wish(talk=True)).conversations


@pytest.mark.parametrize("wish", [Wish(["moods"]), Wish(filtered="moods"), Wish(["tasks", "moods"])])
def test_a_category_that_nobody_declared_is_unknown(small: Access, wish: Wish) -> None:
    for ask in (small.of_person, lambda wish: small.of_agent("supervisor", wish)):
        with pytest.raises(UnknownCategoryError) as refused:
            ask(wish)
        assert "moods" not in str(refused.value)
        assert "diary" in str(refused.value)


@pytest.mark.parametrize("wish", [Wish(["diary"]), Wish(["tasks", "diary"]), Wish(filtered="diary"), Wish(["health"])])
def test_an_agent_is_refused_what_it_is_not_granted_and_told_which_it_is(small: Access, wish: Wish) -> None:
    with pytest.raises(CategoryNotAllowedError, match=r"“(diary|health)”"):
        small.of_agent("helper", wish)


def test_an_agent_sees_what_it_is_granted_whatever_it_wishes(small: Access) -> None:
    for wish in (Wish(), Wish(["tasks"]), Wish(filtered="tasks")):
        assert small.of_agent("helper", wish).categories == frozenset({"tasks"})
        assert small.of_agent("helper", wish).granted == frozenset({"tasks"})
    assert small.of_agent("helper", Wish()).procedures
    assert not small.of_agent("supervisor", Wish(procedures=True)).procedures
    with pytest.raises(ConversationsNotAllowedError):
        small.of_agent("helper", Wish(talk=True))
    assert small.of_agent("supervisor", Wish(talk=True)).conversations
    with pytest.raises(AgentNotDeclaredError):
        small.of_agent("planner", Wish())
