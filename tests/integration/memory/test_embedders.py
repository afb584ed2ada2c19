"""After a change of the embedder no meaning is held against one of the former, until it was entered anew."""

from collections.abc import Callable
from uuid import UUID

import pytest

from services.memory.assertions import repository
from services.memory.assertions.assertion import Actor, Assertion
from services.memory.assertions.book import Book, NewAssertion
from services.memory.assertions.repository import LoadPlan, open_book
from services.memory.chores import index_waiting
from services.memory.chores.index_waiting import index_waiting as index
from services.memory.erasure import erase as erasure
from services.memory.erasure.texts_to_erase import MARK
from services.memory.index import enter_texts as recall
from services.memory.index.edition import EDITION, SPACE
from services.memory.notebook.commands import erase_by_hand
from services.memory.store.database import person_transaction
from services.memory.transfer import import_landing
from shared.contracts.errors import RefusedMemoryError
from shared.contracts.requests.notebook import Verb
from tests.integration.memory.bringing import brought
from tests.integration.memory.house import House, Inhabitant
from tests.integration.memory.on_postgres import operate
from tests.integration.memory.test_erasing import erasing
from tests.integration.memory.test_importing import file_of
from tests.integration.memory.test_notebook_commands import change, decide, written

pytestmark = pytest.mark.row("M15")

SHELLFISH, PARAPHRASE = "You are allergic to shellfish.", "You have a shellfish allergy."
SPACES = "select distinct space from {} where embedding is not null"


@pytest.fixture
async def person(house: House) -> Inhabitant:
    return await house.person()


@pytest.fixture
def changed(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """From then on it is another embedder; here it happens to answer as the former did."""

    def change_it() -> None:
        for module in (repository, import_landing, recall, index_waiting, erasure):
            monkeypatch.setattr(module, "SPACE", SPACE + 1)
        for module in (repository, recall, index_waiting, erasure):
            monkeypatch.setattr(module, "EDITION", EDITION + 1)

    return change_it


async def refuses(house: House, one: Inhabitant, text: str) -> bool:
    vectors = await house.memory.embed_all([text])

    def hold(book: Book) -> Assertion:
        return book.hold(
            NewAssertion(engagement_id=one.story_id, content=text, own_words=""), Actor.SYSTEM, spoken=False
        )

    try:
        await operate(house.memory.database, one.who, LoadPlan(personal=True, vectors=vectors), hold)
    except RefusedMemoryError:
        return True
    return False


async def people_that_wait(house: House) -> int:
    found = await house.records.value(
        f"select count(*) from people_to_index({EDITION + 1}::int2, {SPACE + 1}::int2, null, 9)"
    )
    return int(str(found))


async def spaces(house: House, table: str) -> set[int]:
    return {row["space"] for row in await house.records.rows(SPACES.format(table))}


@pytest.mark.row("M23")
async def test_what_is_never_to_be_known_again_is_refused_in_any_words_once_it_was_entered_anew(
    house: House, person: Inhabitant, changed: Callable[[], None]
) -> None:
    shellfish = await written(house, person, SHELLFISH)
    await decide(house, change(person, shellfish, Verb.RETRACT, never_again=True))
    changed()
    assert await refuses(house, person, SHELLFISH), "in the same words it is known by its hash"
    assert not await refuses(house, person, "Your allergy is to shellfish."), "the meaning cannot be compared"
    await index(house.memory)
    assert await spaces(house, "refusal") == {SPACE + 1}
    assert await refuses(house, person, PARAPHRASE)
    assert await people_that_wait(house) == 0


async def nearest(house: House, one: Inhabitant, text: str) -> list[UUID]:
    vectors = await house.memory.embed_all([text])
    async with person_transaction(house.memory.database, one.who, locked=False) as connection:
        opened = await open_book(connection, one.who, LoadPlan(personal=True, vectors=vectors), house.memory.clock())
    return [found for found, _ in opened.book.near[text]]


async def test_what_is_near_is_looked_for_among_meanings_of_the_same_embedder(
    house: House, person: Inhabitant, changed: Callable[[], None]
) -> None:
    shellfish = await house.knows(person, SHELLFISH)
    assert await nearest(house, person, PARAPHRASE) == [shellfish]
    changed()
    assert await nearest(house, person, PARAPHRASE) == []
    await index(house.memory)
    assert await nearest(house, person, PARAPHRASE) == [shellfish]


async def test_whatever_is_written_says_which_embedder_its_meaning_is_of(
    house: House, person: Inhabitant, changed: Callable[[], None]
) -> None:
    changed()
    assert not await refuses(house, person, "You like milk."), "it is held"
    await written(house, person, "You like tea.")
    shellfish = await written(house, person, SHELLFISH)
    await decide(house, change(person, shellfish, Verb.RETRACT, never_again=True))
    other = await house.person()
    await brought(house, other, await file_of(house, person))
    for table in ("assertion", "refusal"):
        assert await spaces(house, table) == {SPACE + 1}
    assert await house.records.value("select count(distinct person_id) from assertion") == 2
    await index(house.memory)
    assert await people_that_wait(house) == 0


async def test_a_meaning_of_the_former_embedder_is_not_taken_for_one_of_this_one(
    house: House, person: Inhabitant, changed: Callable[[], None]
) -> None:
    """What is taken back lends its meaning to the refusal, if it has one that can be compared."""
    shellfish = await written(house, person, SHELLFISH)
    changed()
    await decide(house, change(person, shellfish, Verb.RETRACT, never_again=True))
    assert await house.records.value("select space from refusal") == 0
    await index(house.memory)
    assert await refuses(house, person, PARAPHRASE)
    assert await spaces(house, "refusal") == {SPACE + 1}


@pytest.mark.row("M9")
@pytest.mark.parametrize("same", [True, False])
async def test_an_erasure_compares_a_reply_with_a_meaning_of_the_same_embedder_alone(
    house: House, person: Inhabitant, changed: Callable[[], None], *, same: bool
) -> None:
    shellfish = await house.knows(person, SHELLFISH)
    turn = await house.said(person, "What shall I cook?", "Prawns and crabs make you ill.", provider="anthropic")
    await house.do(
        "insert into memory_reference (tenant_id, person_id, turn_id, assertion_id, influence, score, reason)"
        " values ($1, $2, $3, $4, 'known', 0.9, 'a reason')",
        *(person.who.tenant_id, person.who.person_id, turn, shellfish),
    )
    await index(house.memory)
    if not same:
        changed()
    await erase_by_hand(house.memory, erasing(person, shellfish))
    reply = (await house.records.conversation(person.who.person_id))[1][1]
    assert reply == (MARK if same else "Prawns and crabs make you ill.")
