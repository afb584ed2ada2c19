"""An agent gets what it is granted, and can neither read, count nor follow the rest; the person gets all of it."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from datetime import timedelta
from uuid import UUID, uuid4

import pytest

from services.memory.access import grants
from services.memory.chores.index_waiting import catch_up, index_waiting
from services.memory.erasure.erase import erase_me
from services.memory.notebook import commands
from services.memory.people import agents
from services.memory.recall import memory_query, search_candidates
from services.memory.recall.weights import load_weights
from services.memory.store.context import MemoryContext
from shared.contracts.assertions import Kind
from shared.contracts.envelope import Caller
from shared.contracts.errors import (
    AgentNotDeclaredError,
    AgentNotFoundError,
    CategoryNotAllowedError,
    ConversationsNotAllowedError,
    HoldfastError,
    PersonNotFoundError,
    UnauthorizedError,
    UnknownCategoryError,
)
from shared.contracts.requests.agents import AddAgent, ListAgents, RemoveAgent
from shared.contracts.requests.erasure import EraseMe
from shared.contracts.requests.notebook import ChangeAssertion, Verb, WriteAssertion
from shared.contracts.requests.recall import QueryAnswer, QueryAsAgent, QueryMemory
from shared.embedding.embedder import Embedder, Vector
from shared.testing.clocks import FrozenClock
from tests.integration.memory.bringing import brought, confirmed
from tests.integration.memory.house import House, Inhabitant, a_key
from tests.integration.memory.test_importing import file_of

pytestmark = pytest.mark.row("M13", "M14")


@dataclass(frozen=True)
class Asking:
    """An agent with its token."""

    house: House
    one: Inhabitant
    agent: str
    token_id: UUID

    async def __call__(self, query: str, **more: object) -> QueryAnswer:
        who = {"caller": self.one.who, "agent": self.agent, "token_id": self.token_id}
        asked = QueryAsAgent.model_validate({**who, "query": query, **more})
        return await memory_query.query_as_agent(self.house.memory, asked)

    async def texts(self, query: str, **more: object) -> list[str]:
        return [hit.text for hit in (await self(query, **more)).hits]


async def let_in(house: House, one: Inhabitant, agent: str) -> Asking:
    added = await agents.add_agent(house.memory, AddAgent(caller=one.who, key=a_key(), agent=agent))
    return Asking(house, one, agent, added.token_id)


async def wrote(house: House, one: Inhabitant, content: str, category: str, **more: object) -> UUID:
    command = {"caller": one.who, "key": a_key(), "engagement_id": one.story_id, "content": content}
    kept = await commands.write_memory(
        house.memory, WriteAssertion.model_validate({**command, "category": category, **more})
    )
    return kept.assertion_id


async def did(house: House, one: Inhabitant, assertion_id: UUID, verb: Verb, **more: object) -> None:
    version = await house.records.value("select version from assertion where id = $1", assertion_id)
    command = {"caller": one.who, "key": a_key(), "assertion_id": assertion_id, "verb": verb, "version": version}
    await commands.change_memory(house.memory, ChangeAssertion.model_validate({**command, **more}))


async def asked(house: House, one: Inhabitant, query: str, **more: object) -> list[str]:
    question = QueryMemory.model_validate({"caller": one.who, "query": query, **more})
    return [hit.text for hit in (await memory_query.query_memory(house.memory, question)).hits]


@pytest.fixture
async def person(house: House) -> Inhabitant:
    return await house.person()


@pytest.fixture
def small(house: House) -> None:
    """A file of the operator's own, with a category of their own that gives little."""
    text = """
categories:
  tasks: {context: all}
  goals: {context: all}
  diary: {context: rag, rag_length: 2}
agents:
  supervisor: {sees: all}
  helper: {sees: [tasks, diary]}
"""
    house.memory.access_file.access = grants.read_access(text)


# ---- what an agent is given --------------------------------------------------------------------------------------


async def test_an_agent_finds_what_it_is_granted_and_nothing_else(house: House, person: Inhabitant) -> None:
    await wrote(house, person, "You're to water the tomatoes.", "tasks")
    await wrote(house, person, "You like tomatoes.", "preferences")
    await wrote(house, person, "You dream of tomatoes.", "health")
    researcher, stylist = await let_in(house, person, "researcher"), await let_in(house, person, "stylist")
    assert await researcher.texts("tomatoes") == ["[tasks] The person is to water the tomatoes."]
    assert await stylist.texts("tomatoes") == ["[preferences] The person likes tomatoes."]
    assert len(await asked(house, person, "tomatoes")) == 3
    for filters in ({"category": "tasks"}, {"actor": "person"}, {"importance_min": 1}):
        assert await researcher.texts("tomatoes", filters=filters) == ["[tasks] The person is to water the tomatoes."]
    assert await stylist.texts("tomatoes", categories=["preferences"], filters={"category": "style"}) == []


async def test_what_is_not_granted_is_refused_by_its_name_and_what_is_unknown_by_those_there_are(
    house: House, person: Inhabitant
) -> None:
    researcher = await let_in(house, person, "researcher")
    for more in ({"categories": ["health"]}, {"categories": ["tasks", "health"]}, {"filters": {"category": "health"}}):
        with pytest.raises(CategoryNotAllowedError, match="“health”"):
            await researcher("anything", **more)
        with pytest.raises(UnknownCategoryError, match="constraints, goals, interests, knowledge, projects, tasks"):
            await researcher("anything", **{name: _moods(value) for name, value in more.items()})
    with pytest.raises(ConversationsNotAllowedError):
        await researcher("anything", search_type="both")
    assert (await researcher("anything")).hits == ()


def _moods(value: object) -> object:
    return {"category": "moods"} if isinstance(value, dict) else ["moods"]


@pytest.mark.row("M19")
async def test_an_agent_is_told_of_the_person_and_never_their_own_words(house: House, person: Inhabitant) -> None:
    await house.knows(person, "You're allergic to shellfish.", "since my divorce I'm allergic to shellfish")
    await catch_up(house.memory, person.who)
    planner = await let_in(house, person, "planner")
    (hit,) = (await planner("shellfish")).hits
    assert hit.told is not None
    assert (hit.told.content, hit.told.voice) == ("The person is allergic to shellfish.", "third")
    assert (hit.assertion, hit.exchange) == (None, None)
    assert "divorce" not in hit.model_dump_json()
    assert not {"own_words", "display_number", "turn_id", "version"} & hit.told.model_dump().keys()
    assert (await planner("divorce")).hits == ()
    assert await asked(house, person, "divorce") == ["[health] You're allergic to shellfish."]


@pytest.mark.row("M21")
async def test_procedures_are_for_agents_that_execute_and_for_the_person_who_asks_for_them(
    house: House, person: Inhabitant
) -> None:
    steps = "1. Open the valve.\n2. Bleed the radiator."
    await wrote(house, person, steps, "procedural", kind="procedure")
    executor, supervisor = await let_in(house, person, "executor"), await let_in(house, person, "supervisor")
    assert await executor.texts("bleed the radiator") == [f"[procedural] {steps}"]
    assert await supervisor.texts("bleed the radiator") == []
    assert await supervisor.texts("bleed the radiator", filters={"kind": "procedure"}) == []
    assert await asked(house, person, "bleed the radiator") == []
    assert await asked(house, person, "bleed the radiator", filters={"kind": "procedure"}) == [f"[procedural] {steps}"]


@pytest.mark.usefixtures("small")
async def test_a_category_gives_no_more_than_its_context_lets_it(house: House, person: Inhabitant) -> None:
    for day in range(4):
        await wrote(house, person, f"You baked bread on day {day}.", "diary")
        await wrote(house, person, f"You're to bake bread on day {day}.", "tasks")
    helper = await let_in(house, person, "helper")
    for found in (await helper.texts("bread", top_k=50), await asked(house, person, "bread", top_k=50)):
        assert sum(text.startswith("[diary]") for text in found) == 2
        assert sum(text.startswith("[tasks]") for text in found) == 4
    assert len(await helper.texts("bread", top_k=3)) == 3


@pytest.mark.usefixtures("small")
async def test_a_category_that_gives_little_crowds_out_nothing_else(
    house: House, person: Inhabitant, monkeypatch: pytest.MonkeyPatch
) -> None:
    """More notes than are looked at closely, each of them nearer to the question than the one task."""
    few = replace(load_weights(), look=replace(load_weights().look, candidates=10))
    monkeypatch.setattr(search_candidates, "load_weights", lambda: few)
    await wrote(house, person, "You're to buy flour for the bakery.", "tasks")
    for day in range(15):
        await wrote(house, person, f"You baked bread on day {day}.", "diary")
    for query in ("baked bread on day", "bread baking"):
        texts = await asked(house, person, query, top_k=50, threshold=0)
        assert [text.split()[0] for text in texts] == ["[diary]", "[diary]", "[tasks]"]


@pytest.mark.usefixtures("small")
async def test_a_category_of_the_operators_own_is_written_and_found(house: House, person: Inhabitant) -> None:
    await wrote(house, person, "You slept badly.", "diary")
    assert await asked(house, person, "slept", categories=["diary"]) == ["[diary] You slept badly."]
    with pytest.raises(UnknownCategoryError):
        await wrote(house, person, "You slept well.", "moods")


@pytest.mark.row("M10")
@pytest.mark.usefixtures("small")
async def test_category_agent_and_run_come_along_in_an_export(house: House, person: Inhabitant) -> None:
    written = await wrote(house, person, "You slept badly.", "diary", run_id="run-7")
    await house.do("update assertion set agent_id = 'gardener' where id = $1", written)
    file = await file_of(house, person)
    await erase_me(house.memory, EraseMe(caller=person.who))
    other = await house.person()
    await confirmed(house, other, await brought(house, other, file))
    await catch_up(house.memory, other.who)
    wish = {"categories": ["diary"], "filters": {"run_id": "run-7", "agent_id": "gardener"}}
    assert await asked(house, other, "slept badly", **wish) == ["[diary] You slept badly."]


# ---- what an agent cannot learn ----------------------------------------------------------------------------------


async def test_what_an_agent_may_not_see_changes_nothing_that_it_is_told(house: House) -> None:
    """Two persons, one with much beside it that the agent may not see: every answer is the same."""
    answers = []
    for hidden in (0, 7):
        one = await house.person()
        for number in range(hidden):
            await wrote(house, one, f"You fear garden {number}.", "health", importance=5)
        await wrote(house, one, "You're to weed the garden.", "tasks")
        for number in range(hidden):
            gone = await wrote(house, one, f"You love garden {number}.", "preferences")
            await did(house, one, gone, Verb.RETRACT)
        await wrote(house, one, "You want a garden with a pond.", "goals")
        researcher = await let_in(house, one, "researcher")
        told = [await researcher(query, seen_revision=0) for query in ("garden", "pond", "fear", "love", "garden 3")]
        answers.append([_comparable(answer) for answer in told])
    assert answers[0] == answers[1]
    assert len(answers[0][0]) == 2


def _comparable(answer: QueryAnswer) -> list[tuple[str, float, object]]:
    return [(hit.text, hit.score, hit.why) for hit in answer.hits]


async def test_an_agents_revision_moves_with_what_it_may_see_and_only_then(house: House, person: Inhabitant) -> None:
    await wrote(house, person, "You're to call Ada.", "tasks")
    researcher = await let_in(house, person, "researcher")
    first = await researcher("Ada")
    assert first.revision != await house.records.value(
        "select revision from person where id = $1", person.who.person_id
    )
    await wrote(house, person, "You fear phones.", "health")
    assert (await researcher("Ada", seen_revision=first.revision)).model_dump(include={"revision", "delta"}) == {
        "revision": first.revision,
        "delta": "",
    }
    gone = await wrote(house, person, "You're to call Ben.", "tasks")
    second = await researcher("Ada", seen_revision=first.revision)
    assert second.revision != first.revision
    assert second.delta == (f"Memory updates since rev {first.revision}:\n+[Tasks] The person is to call Ben. (imp=3)")
    await did(house, person, gone, Verb.RETRACT)
    third = await researcher("Ada", seen_revision=second.revision)
    assert third.delta == f"Memory updates since rev {second.revision}:\n\N{MINUS SIGN}[Tasks] one memory"
    assert (await researcher("Ada", seen_revision=third.revision)).delta == ""


@pytest.mark.row("M13")
async def test_a_password_is_told_to_the_person_alone(house: House, person: Inhabitant) -> None:
    researcher = await let_in(house, person, "researcher")
    before = await researcher("router", threshold=0)
    secret = await wrote(house, person, "Your router password is tulip99.", "tasks")
    assert await asked(house, person, "router", threshold=0) == ["[tasks] Your router password is tulip99."]
    for verb in (None, Verb.RETRACT):
        if verb:
            await did(house, person, secret, verb)
        answer = await researcher("router", threshold=0, seen_revision=before.revision)
        assert (answer.hits, answer.delta, answer.revision) == ((), "", before.revision)


@pytest.mark.row("M13")
async def test_what_was_harmless_is_told_no_more_once_a_password_is_in_it(house: House, person: Inhabitant) -> None:
    researcher = await let_in(house, person, "researcher")
    before = await researcher("router", threshold=0)
    router = await wrote(house, person, "Your router stands in the hall.", "tasks")
    await did(house, person, router, Verb.CORRECT, content="Your router password is tulip99.")
    answer = await researcher("router", threshold=0, seen_revision=before.revision)
    assert (answer.hits, answer.delta) == ((), "")


@pytest.mark.row("M13")
async def test_a_password_has_no_part_in_how_well_anything_else_fits(house: House, person: Inhabitant) -> None:
    researcher = await let_in(house, person, "researcher")
    await wrote(house, person, "You're to call Ada about the router.", "tasks")
    alone = (await researcher("router password", threshold=0)).hits
    await wrote(house, person, "Your router password is tulip99.", "tasks")
    assert (await researcher("router password", threshold=0)).hits == alone


@pytest.mark.row("M11")
async def test_an_erasure_that_took_words_out_of_another_memory_can_be_told(house: House, person: Inhabitant) -> None:
    researcher = await let_in(house, person, "researcher")
    before = await researcher("Ada", threshold=0)
    known = await wrote(house, person, "You're to call Ada.", "tasks")
    await house.do(
        "insert into assertion_history (id, tenant_id, person_id, assertion_id, revision, event, verb, actor,"
        " force_from, force_to, version) select gen_random_uuid(), a.tenant_id, a.person_id, a.id, p.revision + 1,"
        " 'ERASE', 'erase', 'person', a.force, a.force, a.version"
        " from assertion a join person p on p.id = a.person_id where a.id = $1",
        known,
    )
    answer = await researcher("Ada", threshold=0, seen_revision=before.revision)
    assert [hit.text for hit in answer.hits] == ["[tasks] The person is to call Ada."]


@pytest.mark.row("M11")
async def test_the_person_is_told_what_changed_since_they_looked(house: House, person: Inhabitant) -> None:
    async def look(seen: int | None) -> QueryAnswer:
        return await memory_query.query_memory(
            house.memory, QueryMemory(caller=person.who, query="tea", seen_revision=seen)
        )

    before = await look(None)
    assert before.delta == ""
    for number in range(5):
        await wrote(house, person, f"You like tea number {number}.", "preferences")
    after = await look(before.revision)
    assert after.delta.splitlines()[0] == f"Memory updates since rev {before.revision}:"
    assert after.delta.splitlines()[1] == "+[Preferences] You like tea number 0. (imp=3)"
    assert after.delta.splitlines()[4:] == ["and 2 more"]
    assert after.revision == before.revision + 5


async def test_of_more_changes_than_are_looked_at_it_says_at_least(
    house: House, person: Inhabitant, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(memory_query, "NEWEST", 4)
    for number in range(5):
        await wrote(house, person, f"You like tea number {number}.", "preferences")
    question = QueryMemory(caller=person.who, query="tea", seen_revision=0)
    delta = (await memory_query.query_memory(house.memory, question)).delta
    assert delta.splitlines()[1:] == [
        *(f"+[Preferences] You like tea number {number}. (imp=3)" for number in (1, 2, 3)), "and 1 more, at least"
    ]  # fmt: skip


async def test_what_an_agent_may_not_see_takes_no_place_among_the_changes_it_is_told(
    house: House, person: Inhabitant, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(memory_query, "NEWEST", 4)
    researcher = await let_in(house, person, "researcher")
    first = await researcher("Ada", seen_revision=0)
    for name in ("Ada", "Ben"):
        await wrote(house, person, f"You're to call {name}.", "tasks")
    before = await researcher("Ada", seen_revision=first.revision)
    for number in range(5):
        await wrote(house, person, f"You fear phone {number}.", "health")
    await wrote(house, person, "1. Lift the receiver.", "procedural", kind="procedure")
    for number in range(5):
        await house.knows(person, f"You're to call {number}.", force="held")
    await house.do("update assertion set category = 'tasks' where force = 'held'")
    await house.do("update assertion_history set revision = 1000 where force_to = 'held'")
    after = await researcher("Ada", seen_revision=first.revision)
    assert (after.revision, after.delta) == (before.revision, before.delta)
    assert "at least" not in after.delta


@dataclass
class Interrupting(Embedder):
    """While a question is thought out, something happens."""

    happens: Callable[[], Awaitable[object]]

    async def embed(self, text: str) -> Vector:
        await self.happens()
        return await super().embed(text)


@pytest.mark.row("M11")
async def test_what_changes_while_it_is_asked_has_moved_for_the_next_answer_and_for_no_other(
    house: House, person: Inhabitant
) -> None:
    question = QueryMemory(caller=person.who, query="tea", seen_revision=0)
    embedder = Interrupting(lambda: wrote(house, person, "You like tea.", "preferences"))
    during = await memory_query.query_memory(replace(house.memory, embedder=embedder), question)
    after = await memory_query.query_memory(
        house.memory, question.model_copy(update={"seen_revision": during.revision})
    )
    assert (during.delta.count("tea"), after.delta.count("tea")) == (0, 1)


# ---- what is asked for -------------------------------------------------------------------------------------------


async def test_every_filter_narrows(house: House, person: Inhabitant) -> None:
    plain = await wrote(house, person, "You like plain tea.", "preferences", importance=1)
    await wrote(house, person, "You like green tea.", "preferences", run_id="run-7", importance=5)
    mine = await house.knows(person, "You like black tea.")
    await house.do("update assertion set agent_id = 'supervisor', label = 'inferred' where id = $1", mine)
    old = await wrote(house, person, "You like mint tea.", "history")
    await house.do("update assertion set updated_at = '2020-01-01Z' where id = $1", old)
    await did(house, person, plain, Verb.PIN)
    await catch_up(house.memory, person.who)

    async def found(**filters: object) -> set[str]:
        texts = await asked(house, person, "tea", filters=filters)
        return {text.split()[-2] for text in texts}

    everything = {"plain", "green", "black", "mint"}
    assert await found() == everything
    assert await found(run_id="run-7") == {"green"}
    assert await found(agent_id="supervisor") == {"black"}
    assert await found(actor="companion") == {"black"}
    assert await found(actor="person") == everything - {"black"}
    assert await found(role="companion") == {"black"}
    assert await found(role="person") == everything - {"black"}
    assert await found(role="system") == set()
    assert await found(category="history") == {"mint"}
    assert await found(kind=Kind.FACT) == everything
    assert await found(kind=Kind.EPISODE) == set()
    assert await found(pinned=True) == {"plain"}
    assert await found(pinned=False) == everything - {"plain"}
    assert await found(importance_min=5) == {"green"}
    assert await found(importance_max=1) == {"plain"}
    assert await found(importance_min=4, importance_max=2) == set()
    assert await found(updated_before="2021-01-01T00:00:00Z") == {"mint"}
    assert await found(updated_after="2021-01-01T00:00:00Z") == everything - {"mint"}
    assert await asked(house, person, "tea", engagement_id=uuid4()) == []


@pytest.mark.row("O5")
async def test_anothers_place_has_nothing_in_it_for_anybody_else(house: House, person: Inhabitant) -> None:
    other = await house.person()
    await wrote(house, other, "You like tea.", "preferences")
    await wrote(house, other, "You're to buy tea.", "tasks")
    await house.said(other, "Tea is ready", "Enjoy your tea.")
    await index_waiting(house.memory)
    theirs = {"engagement_id": other.story_id, "search_type": "both", "threshold": 0}
    assert len(await asked(house, other, "tea", **theirs)) == 4
    supervisor = await let_in(house, person, "supervisor")
    assert await asked(house, person, "tea", **theirs) == await supervisor.texts("tea", **theirs) == []
    await wrote(house, person, "You like green tea.", "preferences")
    assert await asked(house, person, "tea", **theirs) == await supervisor.texts("tea", **theirs) == []


async def test_threshold_budget_and_shape(house: House, person: Inhabitant) -> None:
    await wrote(house, person, "You like tea.", "preferences")
    await wrote(house, person, f"You like tea {'and biscuits ' * 15}very much.", "preferences")

    async def ask(**more: object) -> QueryAnswer:
        question = QueryMemory.model_validate({"caller": person.who, "query": "You like tea", **more})
        return await memory_query.query_memory(house.memory, question)

    both = (await ask()).hits
    assert len(both) == 2
    assert len((await ask(threshold=0)).hits) == 2
    least = min(hit.score for hit in both)
    if least < 1:
        assert all(hit.score > least for hit in (await ask(threshold=min(1, least + 1e-6))).hits)
    assert [hit.text for hit in (await ask(budget_tokens=10)).hits] == ["[preferences] You like tea."]
    assert (await ask(budget_tokens=1)).hits == ()
    assert len((await ask(budget_tokens=60)).hits) == 1  # each fits, both do not
    assert len((await ask(top_k=1)).hits) == 1
    (bullet, _) = (await ask(**{"return": "bullets"})).hits
    assert (bullet.category, bullet.assertion) == ("preferences", None)
    assert bullet.id in {hit.id for hit in both}
    for hit in both:
        assert hit.why
        assert sum(signal.share for signal in hit.why) == pytest.approx(hit.score, abs=2e-4)
        assert hit.assertion is not None
        assert hit.assertion.assertion_id == hit.id


@pytest.mark.row("K7")
async def test_what_was_said_is_searched_on_its_own_or_beside_what_is_known(house: House, person: Inhabitant) -> None:
    await house.said(person, "The tulips came from my neighbour Ruth.", None)
    await wrote(house, person, "You're to plant the tulips in October.", "tasks")
    await catch_up(house.memory, person.who)
    told, said = (
        "[tasks] You're to plant the tulips in October.",
        "[conversation] The tulips came from my neighbour Ruth.",
    )
    assert await asked(house, person, "tulips") == [told]
    assert await asked(house, person, "tulips", search_type="conversations") == [said]
    assert set(await asked(house, person, "tulips", search_type="both")) == {told, said}
    assert await asked(house, person, "tulips", search_type="both", categories=["tasks"]) == [told]
    assert await asked(house, person, "tulips", search_type="conversations", categories=["tasks"]) == []
    supervisor = await let_in(house, person, "supervisor")
    (hit,) = (await supervisor("tulips", search_type="conversations")).hits
    assert hit.exchange is not None
    assert (hit.text, hit.exchange.role, hit.category) == (said, "person", None)
    bullet = (await supervisor("tulips", search_type="conversations", **{"return": "bullets"})).hits[0]
    assert (bullet.text, bullet.exchange) == (said, None)


@pytest.mark.row("K7")
async def test_a_line_that_holds_a_secret_is_found_by_nobody(house: House, person: Inhabitant) -> None:
    secret = "The password of my tulip shop is hunter2Xy!"
    await house.said(person, secret, f"I shall not keep that: {secret}")
    await house.said(person, "The tulips came from my neighbour Ruth.", None)
    await catch_up(house.memory, person.who)
    supervisor = await let_in(house, person, "supervisor")
    for search_type in ("conversations", "both"):
        told = ["[conversation] The tulips came from my neighbour Ruth."]
        assert await supervisor.texts("tulip shop password", search_type=search_type, threshold=0) == told
        assert await asked(house, person, "tulip shop password", search_type=search_type, threshold=0) == told


# ---- who may ask -------------------------------------------------------------------------------------------------


async def test_what_an_agent_asked_for_is_on_record_and_no_word_of_it(house: House, person: Inhabitant) -> None:
    researcher = await let_in(house, person, "researcher")
    await researcher("a secret question", categories=["tasks"])
    with pytest.raises(HoldfastError):
        await researcher("another secret question", categories=["health"])
    rows = await house.records.rows("select * from agent_query order by created_at")
    assert [(row["agent"], row["categories"], row["allowed"]) for row in rows] == [
        ("researcher", ["tasks"], True),
        ("researcher", ["health"], False),
    ]
    assert "secret" not in str([dict(row) for row in rows])
    with pytest.raises(UnknownCategoryError):
        await researcher("anything", categories=["goals", "secret_question"])
    rows = await house.records.rows("select * from agent_query order by created_at")
    assert (rows[2]["categories"], rows[2]["allowed"]) == (["goals"], False)
    assert "secret" not in str([dict(row) for row in rows])
    (view,) = (await agents.list_agents(house.memory, ListAgents(caller=person.who))).agents
    assert (view.agent, view.asked, view.refused) == ("researcher", ("goals", "health", "tasks"), True)
    assert view.last_used_at is not None
    assert view.sees == ("constraints", "goals", "interests", "knowledge", "projects", "tasks")
    assert (view.executes, view.conversations) == (False, False)


async def test_records_are_let_go_after_their_time(house: House, person: Inhabitant) -> None:
    researcher = await let_in(house, person, "researcher")
    await researcher("anything")
    for later, left in ((agents.REMEMBERED - timedelta(minutes=1), 1), (agents.REMEMBERED + timedelta(minutes=1), 0)):
        clock = FrozenClock(house.memory.clock() + later)
        memory = MemoryContext(house.memory.database, house.memory.broker, timedelta(seconds=30), clock=clock)
        await agents.forget_queries(memory)
        assert await house.records.value("select count(*) from agent_query") == left


async def test_an_agent_that_was_sent_away_may_ask_no_more(house: House, person: Inhabitant) -> None:
    researcher, planner = await let_in(house, person, "researcher"), await let_in(house, person, "planner")
    neighbour = await house.person()
    for nobody in (uuid4(), researcher.token_id):
        with pytest.raises(AgentNotFoundError):
            await agents.remove_agent(house.memory, RemoveAgent(caller=neighbour.who, key=a_key(), token_id=nobody))
    removal = RemoveAgent(caller=person.who, key=a_key(), token_id=researcher.token_id)
    left = await agents.remove_agent(house.memory, removal)
    assert [each.token_id for each in left.agents] == [planner.token_id]
    assert await agents.remove_agent(house.memory, removal) == left
    with pytest.raises(UnauthorizedError):
        await researcher("anything")
    with pytest.raises(UnauthorizedError):  # a token is good for its own agent only
        await Asking(house, person, "supervisor", planner.token_id)("anything")
    with pytest.raises(UnauthorizedError):
        await Asking(house, neighbour, "planner", planner.token_id)("anything")
    assert (await planner("anything")).hits == ()


async def test_an_agent_that_the_file_does_not_know_is_granted_nothing(house: House, person: Inhabitant) -> None:
    planner = await let_in(house, person, "planner")
    nobody = AddAgent(caller=person.who, key=a_key(), agent="gardener")
    with pytest.raises(AgentNotDeclaredError):
        await agents.add_agent(house.memory, nobody)
    house.memory.access_file.access = grants.read_access(
        "categories: {tasks: {context: all}}\nagents: {supervisor: {sees: all}}"
    )
    with pytest.raises(AgentNotDeclaredError) as refused:
        await planner("anything", categories=["tasks"])
    assert "supervisor" not in str(refused.value), "which others there are is no concern of an agent's"
    (row,) = await house.records.rows("select agent, categories, allowed from agent_query")
    assert tuple(row) == ("planner", ["tasks"], False)
    (view,) = (await agents.list_agents(house.memory, ListAgents(caller=person.who))).agents
    assert view.sees == ()


async def test_a_repeated_key_lets_in_the_same_agent_with_a_new_token(house: House, person: Inhabitant) -> None:
    command = AddAgent(caller=person.who, key=a_key(), agent="planner")
    first, second = await agents.add_agent(house.memory, command), await agents.add_agent(house.memory, command)
    assert first.token_id == second.token_id
    assert first.token != second.token
    assert await house.records.value("select count(*) from api_token where scope = 'agent'") == 1
    stranger = Caller(tenant_id=person.who.tenant_id, person_id=uuid4())
    with pytest.raises(PersonNotFoundError):
        await agents.add_agent(house.memory, AddAgent(caller=stranger, key=a_key(), agent="planner"))
    with pytest.raises(PersonNotFoundError):
        await agents.list_agents(house.memory, ListAgents(caller=stranger))
