"""What a person decides by hand happens once, whatever happens to the message; and it reaches meanings too."""

import asyncio
from collections.abc import Sequence
from random import Random
from uuid import UUID

import pytest

from services.memory.assertions.assertion import Actor
from services.memory.assertions.book import Book, NewAssertion
from services.memory.assertions.repository import LoadPlan
from services.memory.notebook import commands as notebook_commands
from shared.contracts.assertions import AssertionView, text_hash
from shared.contracts.envelope import Key
from shared.contracts.errors import (
    HoldfastError,
    KeyReusedError,
    RefusedMemoryError,
    StaleVersionError,
    UnknownCategoryError,
)
from shared.contracts.message import Message
from shared.contracts.requests.notebook import ChangeAssertion, Verb, WriteAssertion
from tests.integration.memory.house import House, Inhabitant, a_key
from tests.integration.memory.on_postgres import operate

Command = WriteAssertion | ChangeAssertion
EVERYTHING = (
    "select to_jsonb(a) - 'updated_at' as row from assertion a order by a.id",
    "select to_jsonb(h) as row from assertion_history h order by h.moment",
    "select to_jsonb(u) as row from audit u order by u.person_id, u.number",
    "select to_jsonb(r) as row from refusal r order by r.id",
    "select to_jsonb(c) as row from applied_command c order by c.key",
    "select jsonb_build_object('id', p.id, 'revision', p.revision) as row from person p order by p.id",
)


@pytest.fixture
async def person(house: House) -> Inhabitant:
    return await house.person()


async def everything(house: House) -> list[object]:
    return [[row["row"] for row in await house.records.rows(sql)] for sql in EVERYTHING]


async def decide(house: House, command: Command) -> Message | type[HoldfastError]:
    try:
        if isinstance(command, WriteAssertion):
            return await notebook_commands.write_memory(house.memory, command)
        return await notebook_commands.change_memory(house.memory, command)
    except HoldfastError as refused:
        return type(refused)


async def written(house: House, one: Inhabitant, content: str) -> AssertionView:
    wanted = WriteAssertion(caller=one.who, key=a_key(), engagement_id=one.story_id, content=content)
    return await notebook_commands.write_memory(house.memory, wanted)


def change(one: Inhabitant, of: AssertionView, verb: Verb, **more: object) -> ChangeAssertion:
    asked = {"caller": one.who, "key": a_key(), "assertion_id": of.assertion_id, "verb": verb, "version": of.version}
    return ChangeAssertion.model_validate({**asked, **more})


async def _a_story(house: House, one: Inhabitant) -> Sequence[Command]:
    """Decisions that were each taken once, refused ones among them."""
    commands: list[Command] = []

    async def taken(command: Command) -> AssertionView:
        commands.append(command)
        done = await decide(house, command)
        found = getattr(done, "assertion", done)
        assert isinstance(found, AssertionView)
        return found

    first = WriteAssertion(caller=one.who, key=a_key(), engagement_id=one.story_id, content="You like tea.")
    tea = await taken(first)
    stale = change(one, tea, Verb.RETRACT)
    tea = await taken(change(one, tea, Verb.CORRECT, content="You like green tea."))
    tea = await taken(change(one, tea, Verb.PIN))
    tea = await taken(change(one, tea, Verb.IMPORTANCE, importance=5))
    tea = await taken(change(one, tea, Verb.CATEGORY, category="tone"))
    tea = await taken(change(one, tea, Verb.RETRACT))
    tea = await taken(change(one, tea, Verb.RESTORE))
    await taken(change(one, tea, Verb.RETRACT, never_again=True))
    assert isinstance(await decide(house, stale), type)
    return commands


@pytest.mark.row("P4", "M22")
async def test_decisions_that_come_again_in_any_order_change_nothing_and_have_their_first_answer(
    house: House, person: Inhabitant
) -> None:
    commands = await _a_story(house, person)
    before, answers = await everything(house), {c.key.value: await decide(house, c) for c in commands}
    again = [command for command in commands for _ in range(4)]
    Random(3).shuffle(again)
    ends = await asyncio.gather(*(decide(house, command) for command in again))
    assert ends == [answers[command.key.value] for command in again]
    assert await everything(house) == before


@pytest.mark.row("P4", "M22")
async def test_a_decision_that_comes_five_times_at_once_is_taken_once(house: House, person: Inhabitant) -> None:
    tea = await written(house, person, "You like tea.")
    command = change(person, tea, Verb.RETRACT)
    ends = await asyncio.gather(*(decide(house, command) for _ in range(5)))
    assert ends == [ends[0]] * 5
    told = await house.records.rows("select verb from assertion_history order by moment")
    assert [row["verb"] for row in told] == ["write", "retract"]


@pytest.mark.row("P4", "M22")
async def test_a_key_that_comes_with_another_decision_is_refused_and_changes_nothing(
    house: House, person: Inhabitant
) -> None:
    tea = await written(house, person, "You like tea.")
    done = change(person, tea, Verb.PIN)
    await decide(house, done)
    before = await everything(house)
    other = Key(value=done.key.value, body_hash="another body")
    assert await decide(house, change(person, tea, Verb.RETRACT, key=other)) is KeyReusedError
    assert await everything(house) == before


@pytest.mark.row("M22")
async def test_what_was_refused_leaves_its_key_free(house: House, person: Inhabitant) -> None:
    tea = await written(house, person, "You like tea.")
    stale = change(person, tea, Verb.RETRACT, version=tea.version + 1)
    assert isinstance(await decide(house, stale), type)
    mended = change(person, tea, Verb.RETRACT, key=stale.key)
    assert not isinstance(await decide(house, mended), type)


# ---- meanings ----------------------------------------------------------------------------------------------------


async def _embedding(house: House, assertion_id: UUID) -> object:
    return await house.records.value("select embedding::text from assertion where id = $1", assertion_id)


@pytest.mark.row("M22")
@pytest.mark.parametrize("said", ["You live in Lisbon.", "  You live in   Lisbon. ", "You live in Lisbon.\U000e0041"])
async def test_a_text_by_hand_has_its_own_meaning_and_not_that_of_the_text_before(
    house: House, person: Inhabitant, said: str
) -> None:
    lisbon = await written(house, person, "You live in Lisbon.")
    miami = await written(house, person, "You are allergic to cats.")
    await decide(house, change(person, miami, Verb.CORRECT, content=said))
    assert await _embedding(house, miami.assertion_id) == await _embedding(house, lisbon.assertion_id)


@pytest.mark.row("M23")
async def test_never_again_keeps_the_meaning_so_that_a_paraphrase_is_not_let_in(
    house: House, person: Inhabitant
) -> None:
    shellfish = await written(house, person, "You are allergic to shellfish.")
    await decide(house, change(person, shellfish, Verb.RETRACT, never_again=True))
    paraphrase = "You have a shellfish allergy."
    vectors = await house.memory.embed_all([paraphrase])

    def import_it(book: Book) -> object:
        new = NewAssertion(engagement_id=person.story_id, content=paraphrase, own_words="")
        return book.hold(new, Actor.SYSTEM, spoken=False)

    with pytest.raises(RefusedMemoryError):
        await operate(house.memory.database, person.who, LoadPlan(personal=True, vectors=vectors), import_it)


@pytest.mark.row("M23")
async def test_forgetting_keeps_no_meaning(house: House, person: Inhabitant) -> None:
    shellfish = await written(house, person, "You are allergic to shellfish.")
    await decide(house, change(person, shellfish, Verb.RETRACT))
    (row,) = await house.records.rows("select level, text, embedding from refusal")
    assert tuple(row) == ("forget", None, None)


@pytest.mark.row("M1")
async def test_a_yes_by_hand_must_name_the_text_that_was_shown(house: House, person: Inhabitant) -> None:
    def hold(book: Book) -> UUID:
        new = NewAssertion(engagement_id=person.story_id, content="You like tea.", own_words="")
        return book.hold(new, Actor.COMPANION, spoken=True).assertion_id

    held = await operate(house.memory.database, person.who, LoadPlan(personal=True), hold)
    shown = {"caller": person.who, "assertion_id": held, "verb": Verb.COMMIT, "version": 1}
    for wrong in (None, text_hash("You like coffee.")):
        command = ChangeAssertion.model_validate({**shown, "key": a_key(), "text_hash": wrong})
        assert isinstance(await decide(house, command), type)
    right = ChangeAssertion.model_validate({**shown, "key": a_key(), "text_hash": text_hash("You like tea.")})
    assert not isinstance(await decide(house, right), type)


@pytest.mark.row("M22")
async def test_what_it_is_about_is_a_row_of_history_bound_to_a_version_and_searched_by(
    house: House, person: Inhabitant
) -> None:
    tea = await written(house, person, "You like tea.")
    old = change(person, tea, Verb.CATEGORY, category="tone")
    tea = await reworded(house, change(person, tea, Verb.CORRECT, content="You like green tea."))
    assert await decide(house, old) is StaleVersionError
    assert await decide(house, change(person, tea, Verb.CATEGORY, category="nothing_declared")) is UnknownCategoryError
    assert (await reworded(house, change(person, tea, Verb.CATEGORY, category="tone"))).category == "tone"
    kept = await house.records.rows("select verb, force_to, new from assertion_history order by moment desc limit 1")
    assert [tuple(row) for row in kept] == [("category", "committed", "You like green tea.")]


async def reworded(house: House, command: ChangeAssertion) -> AssertionView:
    found = (await notebook_commands.change_memory(house.memory, command)).assertion
    assert found is not None
    return found
