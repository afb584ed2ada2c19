"""What is known is found at once, what was said a moment later; what goes is out of the index in the same moment."""

from dataclasses import replace
from uuid import UUID, uuid4

import pytest

from services.memory.chores import index_waiting
from services.memory.chores.index_waiting import catch_up
from services.memory.chores.index_waiting import index_waiting as index
from services.memory.index import edition
from services.memory.index import enter_texts as recall
from services.memory.index.edition import EDITION, SPACE
from services.memory.notebook import commands
from services.memory.people.account import add_engagement
from services.memory.store.rows import vector_text
from shared.contracts.assertions import AssertionView
from shared.contracts.requests.notebook import ChangeAssertion, Verb, WriteAssertion
from shared.contracts.requests.people import AddEngagement
from shared.embedding.embedder import BrokenVectorError, Embedder, Vector
from tests.integration.memory import a_turn
from tests.integration.memory.house import House, Inhabitant, a_key

pytestmark = pytest.mark.row("M15")


@pytest.fixture
async def person(house: House) -> Inhabitant:
    return await house.person()


async def written(house: House, one: Inhabitant, content: str) -> AssertionView:
    command = WriteAssertion(caller=one.who, key=a_key(), engagement_id=one.story_id, content=content)
    return await commands.write_memory(house.memory, command)


async def changed(house: House, one: Inhabitant, of: AssertionView, verb: Verb, **more: object) -> AssertionView:
    asked = {"caller": one.who, "key": a_key(), "assertion_id": of.assertion_id, "verb": verb, "version": of.version}
    answer = await commands.change_memory(house.memory, ChangeAssertion.model_validate(asked | more))
    assert answer.assertion is not None
    return answer.assertion


async def terms_of(house: House, source_id: UUID) -> set[str]:
    """By which terms a memory or a message can be found; none when it has no entry."""
    rows = await house.records.rows(
        "select p.term from posting p join entry e on e.person_id = p.person_id and e.number = p.number"
        " where coalesce(e.assertion_id, e.message_id) = $1",
        source_id,
    )
    return {row["term"] for row in rows}


async def entries(house: House) -> int:
    return int(str(await house.records.value("select count(*) from entry")))


async def message_of(house: House, turn_id: UUID, role: str = "person") -> UUID:
    found = await house.records.value(f"select id from message where turn_id = '{turn_id}' and role = '{role}'")
    return UUID(str(found))


async def test_a_memory_is_entered_by_the_change_that_makes_it_known(house: House, person: Inhabitant) -> None:
    tea = await written(house, person, "You like green tea.")
    assert await terms_of(house, tea.assertion_id) == {"like", "green", "tea"}
    assert await house.records.value("select edition from assertion") == EDITION


async def test_a_memory_is_found_by_the_words_it_was_told_in(house: House, person: Inhabitant) -> None:
    shrimp = await house.knows(person, "You're allergic to shellfish.", "prawns are the death of me")
    await catch_up(house.memory, person.who)
    assert {"shellfish", "~prawn", "~death"} <= await terms_of(house, shrimp)


async def test_what_reads_otherwise_is_found_otherwise(house: House, person: Inhabitant) -> None:
    tea = await written(house, person, "You like green tea.")
    await changed(house, person, tea, Verb.CORRECT, content="You like coffee.")
    assert "coffe" in await terms_of(house, tea.assertion_id)
    assert "green" not in await terms_of(house, tea.assertion_id)
    assert await entries(house) == 1


async def test_what_is_taken_back_is_out_of_the_index_and_comes_back_with_a_restore(
    house: House, person: Inhabitant
) -> None:
    tea = await written(house, person, "You like green tea.")
    gone = await changed(house, person, tea, Verb.RETRACT)
    assert await entries(house) == 0
    assert await house.records.value("select count(*) from posting") == 0
    await changed(house, person, gone, Verb.RESTORE)
    assert "tea" in await terms_of(house, tea.assertion_id)


async def test_what_changes_nothing_that_can_be_found_leaves_the_entry_alone(house: House, person: Inhabitant) -> None:
    tea = await written(house, person, "You like green tea.")
    number = await house.records.value("select number from entry")
    await changed(house, person, tea, Verb.PIN)
    assert await house.records.value("select number from entry") == number


@pytest.mark.parametrize("force", ["held", "retracted"])
async def test_what_is_not_known_is_never_entered(house: House, person: Inhabitant, force: str) -> None:
    await house.knows(person, "You like green tea.")
    await house.do("update assertion set force = 'committed'")
    if force == "held":
        await house.do("update assertion set force = 'held'")
    else:
        await house.do("update assertion set force = 'retracted', previous_force = 'held', reason = 'rejected'")
    await index(house.memory)
    assert await entries(house) == 0


async def test_what_was_said_is_entered_by_the_chore_in_its_order(house: House, person: Inhabitant) -> None:
    first = await house.said(person, "My oven runs hot", "I see: it runs hot.")
    second = await house.said(person, "So I bake at 180", "Noted.")
    await index(house.memory)
    rows = await house.records.rows("select turn_id, role from entry order by position, part")
    assert [(row["turn_id"], row["role"]) for row in rows] == [
        *((first, "person"), (first, "companion")),
        *((second, "person"), (second, "companion")),
    ]
    assert await terms_of(house, await message_of(house, first)) == {"oven", "run", "hot"}
    await index(house.memory)
    assert await entries(house) == 4, "once"


async def test_no_turn_waits_for_the_index(house: House, person: Inhabitant) -> None:
    turn = await a_turn.performed(house, await a_turn.opened(house, person, "My oven runs hot"))
    await a_turn.closed(house, turn)
    assert await house.records.value("select count(*) from message") == 2
    assert await entries(house) == 0
    await index(house.memory)
    assert await entries(house) == 2
    assert await terms_of(house, await message_of(house, turn.turn_id)) == {"oven", "run", "hot"}


async def test_a_long_reply_has_an_entry_for_each_stretch(house: House, person: Inhabitant) -> None:
    turn = await house.said(person, "Tell me of ovens", "An oven is hot. " * 90 + "The last word is Canary.")
    await index(house.memory)
    rows = await house.records.rows(
        "select substr(m.content, e.begins + 1, e.ends - e.begins) as said"
        " from entry e join message m on m.id = e.message_id"
        " where e.turn_id = $1 and e.role = 'companion' order by e.part",
        turn,
    )
    assert len(rows) > 2
    assert "".join(row["said"] for row in rows).endswith("The last word is Canary.")


async def test_what_was_said_on_the_quiet_cannot_be_found(house: House, person: Inhabitant) -> None:
    turn = await house.said(person, "Nobody may know of Canary", "Fine.")
    await house.do("update turn set write = false where id = $1", turn)
    await index(house.memory)
    assert await entries(house) == 0
    assert await house.records.value("select count(*) from message where edition < 1") == 0, (
        "and is not looked at again"
    )


async def test_whoever_changes_a_text_takes_it_out_of_the_index(house: House, person: Inhabitant) -> None:
    turn = await house.said(person, "Canary sings", "It does.")
    await index(house.memory)
    said = await message_of(house, turn)
    await house.do("update message set content = '[erased]' where id = $1", said)
    assert await terms_of(house, said) == set()
    await index(house.memory)
    assert await terms_of(house, said) == {"eras"}


async def test_a_text_that_changes_while_it_is_read_waits_for_the_next_look(house: House, person: Inhabitant) -> None:
    turn = await house.said(person, "Canary sings", None)
    async with house.memory.reading(person.who) as connection:
        (waiting,) = await recall.list_waiting(connection, person.who)
    await house.do("update message set content = 'Sparrows do not' where turn_id = $1", turn)
    (vector,) = (await house.memory.embed_all([waiting.text])).values()
    async with house.memory.reading(person.who) as connection:
        await recall.enter_into_index(connection, person.who, [recall.Uttered(waiting.id, waiting.text, [vector])])
    assert await entries(house) == 0
    await index(house.memory)
    assert await terms_of(house, await message_of(house, turn)) == {"sparrow"}


async def test_each_enters_what_is_theirs(house: House, person: Inhabitant) -> None:
    other = await house.person()
    await house.said(person, "Canary sings", None)
    await house.said(other, "Sparrows do not", None)
    assert await catch_up(house.memory, person.who) == 1
    assert await house.records.value("select count(distinct person_id) from entry") == 1


async def test_what_is_of_an_older_edition_is_entered_anew(
    house: House, person: Inhabitant, monkeypatch: pytest.MonkeyPatch
) -> None:
    await written(house, person, "You like green tea.")
    await house.said(person, "Canary sings", None)
    await index(house.memory)
    for module in (edition, recall, index_waiting):
        monkeypatch.setattr(module, "EDITION", EDITION + 1)
    await index(house.memory)
    rows = await house.records.rows("select distinct edition from entry")
    assert [row["edition"] for row in rows] == [EDITION + 1]
    assert await entries(house) == 2


class OtherEmbedder(Embedder):
    """Of the same size, and of another space."""

    async def embed(self, text: str) -> Vector:
        return -(await super().embed(text))


async def test_another_embedder_gets_vectors_of_its_own(
    house: House, person: Inhabitant, monkeypatch: pytest.MonkeyPatch
) -> None:
    await written(house, person, "You like green tea.")
    await house.knows(person, "You like milk.", force="held")
    before = await house.records.rows("select id, embedding::text from assertion order by id")
    for module in (recall, index_waiting):
        monkeypatch.setattr(module, "EDITION", EDITION + 1)
        monkeypatch.setattr(module, "SPACE", SPACE + 1)
    await index(replace(house.memory, embedder=OtherEmbedder()))
    after = await house.records.rows("select id, embedding::text, space from assertion order by id")
    assert {row["space"] for row in after} == {SPACE + 1}
    assert all(a["embedding"] != b["embedding"] for a, b in zip(after, before, strict=True))
    assert await entries(house) == 1


async def test_nobody_enters_for_somebody_else(house: House, person: Inhabitant) -> None:
    other = await house.person()
    tea = await written(house, person, "You like green tea.")
    async with house.memory.reading(other.who) as connection:
        known = recall.Known(tea.assertion_id, tea.content, tea.own_words)
        await recall.enter_into_index(connection, other.who, [known, recall.Uttered(uuid4(), "x", [[0.0] * 384])])
    assert await house.records.value("select count(*) from entry where person_id <> $1", person.who.person_id) == 0


# ---- what was said is entered with the two lines before it ---------------------------------------------------------


async def a_project(house: House, one: Inhabitant) -> UUID:
    asked = AddEngagement(caller=one.who, key=a_key(), title="Garden", seed="")
    return (await add_engagement(house.memory, asked)).engagement_id


async def said_there(house: House, one: Inhabitant, place: UUID, said: str) -> UUID:
    """A line without a reply, in a project; gives the message's id."""
    turn = await house.said(one, said, None)
    await house.do("update turn set engagement_id = $1 where id = $2", place, turn)
    return await message_of(house, turn)


async def meanings(house: House) -> dict[UUID, str]:
    rows = await house.records.rows("select message_id, embedding::text from entry where message_id is not null")
    return {row["message_id"]: row["embedding"] for row in rows}


async def everything_entered(house: House, one: Inhabitant) -> None:
    while await catch_up(house.memory, one.who):
        pass


BETWEEN = 9


async def an_interrupted_talk(house: House, one: Inhabitant) -> tuple[UUID, UUID, UUID, list[UUID]]:
    """In a project a secret and three lines later on, and much that was said elsewhere between the secret and those."""
    garden = await a_project(house, one)
    secret = await said_there(house, one, garden, "The canary is buried under the oak")
    elsewhere = [await message_of(house, await house.said(one, f"Line {n}", None)) for n in range(BETWEEN)]
    following = [await said_there(house, one, garden, said) for said in ("Nobody knows", "Not even Ada", "Good night")]
    await everything_entered(house, one)
    return secret, following[0], following[1], [*elsewhere, following[2]]


@pytest.mark.row("M9")
async def test_what_is_erased_is_in_the_meaning_of_no_later_line(house: House, person: Inhabitant) -> None:
    secret, first, second, others = await an_interrupted_talk(house, person)
    before = await meanings(house)
    await house.do("update message set content = '[erased]' where id = $1", secret)
    at_once = await meanings(house)
    assert {first, second}.isdisjoint(at_once)
    assert all(at_once[one] == before[one] for one in others), "what was not entered with it stays as it is"
    await everything_entered(house, person)
    after = await meanings(house)
    assert after.keys() == before.keys()
    assert all(after[one] != before[one] for one in (secret, first, second))


@pytest.mark.row("M9")
async def test_what_is_deleted_is_in_the_meaning_of_no_later_line(house: House, person: Inhabitant) -> None:
    secret, first, second, others = await an_interrupted_talk(house, person)
    before = await meanings(house)
    await house.do("delete from message where id = $1", secret)
    at_once = await meanings(house)
    assert {secret, first, second}.isdisjoint(at_once)
    assert all(at_once[one] == before[one] for one in others)
    await everything_entered(house, person)
    after = await meanings(house)
    assert after.keys() == before.keys() - {secret}
    assert all(after[one] != before[one] for one in (first, second))


async def test_what_was_said_long_after_keeps_its_entry_when_a_line_goes(house: House, person: Inhabitant) -> None:
    gone = await message_of(house, await house.said(person, "The canary sings", None))
    await house.do("update message set created_at = now() - interval '6 hours 1 minute'")
    left = await message_of(house, await house.said(person, "Sparrows do not", None))
    await everything_entered(house, person)
    before = await meanings(house)
    await house.do("delete from message where id = $1", gone)
    assert await meanings(house) == {left: before[left]}


async def test_what_was_said_on_the_quiet_is_in_the_meaning_of_no_later_line(house: House, person: Inhabitant) -> None:
    turn = await house.said(person, "Nobody may know of Canary", None)
    await house.do("update turn set write = false where id = $1", turn)
    left = await message_of(house, await house.said(person, "Sparrows sing", None))
    await everything_entered(house, person)
    before = await meanings(house)
    await house.do("delete from message where id = $1", await message_of(house, turn))
    assert await meanings(house) == before
    alone = await house.memory.embed_all(["Sparrows sing"])
    near = "select 1 - (embedding <=> $1::text::halfvec(384)) from entry where message_id = $2"
    assert float(str(await house.records.value(near, str(list(alone["Sparrows sing"])), left))) > 0.999


# ---- the chore goes from one to the next ---------------------------------------------------------------------------


class PickyEmbedder(Embedder):
    """One that some text breaks."""

    async def embed(self, text: str) -> Vector:
        if "Canary" in text:
            raise BrokenVectorError(0)
        return await super().embed(text)


async def test_one_whose_texts_cannot_be_entered_keeps_nobody_waiting(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(index_waiting, "MOST_PEOPLE", 2)
    people = sorted([await house.person() for _ in range(5)], key=lambda one: one.who.person_id)
    for number, one in enumerate(people):
        await house.said(one, "Canary sings" if number in {0, 2} else "Sparrows sing", None)
    await index(replace(house.memory, embedder=PickyEmbedder()))
    rows = await house.records.rows("select person_id from entry order by person_id")
    assert [row["person_id"] for row in rows] == [people[number].who.person_id for number in (1, 3, 4)]
    assert [record.msg for record in caplog.records if record.levelname == "ERROR"] == ["chore_failed"] * 2
    await index(house.memory)
    assert await entries(house) == 5, "another beat tries again"


async def test_of_each_who_waits_there_is_one_place_whatever_they_said(
    house: House, person: Inhabitant, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two places, and many lines of one person: the other two have their turn in the same beat."""
    monkeypatch.setattr(index_waiting, "MOST_PEOPLE", 2)
    others = [await house.person(), await house.person()]
    for number in range(4):
        await house.said(person, f"Canary {number} sings", None)
    for other in others:
        await house.said(other, "Sparrows do not", None)
    await index(house.memory)
    assert await house.records.value("select count(distinct person_id) from entry") == 3


async def test_who_waits_is_told_once_in_the_order_of_ids(house: House, person: Inhabitant) -> None:
    other = await house.person()
    for one in (person, other, person):
        await house.said(one, "Canary sings", "It does.")
    first, second = sorted(one.who.person_id for one in (person, other))
    asked = f"select person_id from people_to_index({EDITION}::int2, {SPACE}::int2, $1, 1)"
    rows = [await house.records.rows(asked, beyond) for beyond in (None, first, second)]
    assert [[row["person_id"] for row in found] for found in rows] == [[first], [second], []]


async def test_a_line_with_a_secret_is_in_no_index_and_in_nobodys_meaning(house: House, person: Inhabitant) -> None:
    await house.said(person, "my password is Canary77", "Please keep that one to yourself.")
    await house.said(person, "I like tea", None)
    await index(house.memory)
    rows = await house.records.rows("select m.content, m.edition from message m order by m.position")
    assert [row["edition"] for row in rows] == [EDITION] * 3, "it does not wait for ever"
    found = await house.records.rows(
        "select m.content from entry e join message m on m.id = e.message_id order by m.position"
    )
    assert [row["content"] for row in found] == ["Please keep that one to yourself.", "I like tea"]
    (vector,) = (await house.memory.embed_all(["I like tea\nPlease keep that one to yourself."])).values()
    same = "select (e.embedding <=> $1::text::halfvec) < 0.001 from entry e join message m on m.id = e.message_id"
    assert await house.records.value(f"{same} where m.content = 'I like tea'", vector_text(vector))


@pytest.mark.parametrize("talked", [True, False])
async def test_it_rests_while_somebody_waits_for_a_reply_and_gets_on_with_it_when_nobody_does(
    house: House,
    person: Inhabitant,
    monkeypatch: pytest.MonkeyPatch,
    talked: bool,  # noqa: FBT001  # a row of the table
) -> None:
    rests = list[float]()

    async def rest(seconds: float) -> None:
        rests.append(seconds)

    await house.said(person, "I like tea", "Good to know.")
    if talked:
        await house.said(person, "Are you there?", None, status="active")
    monkeypatch.setattr("services.memory.chores.index_waiting.asyncio.sleep", rest)
    await index(house.memory)
    assert (rests != []) == talked
