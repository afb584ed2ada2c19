"""P-12: for what several hands did to one memory at once there is an order in which it all makes sense."""

import asyncio
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from itertools import permutations
from random import Random
from uuid import UUID

import asyncpg
import pytest

from services.memory.assertions.assertion import Actor, Assertion, Seen
from services.memory.assertions.book import Book, NewAssertion
from services.memory.assertions.consent import BY_CARD
from services.memory.assertions.refusal import Level
from services.memory.assertions.repository import LoadPlan
from services.memory.store.database import open_database
from shared.contracts.assertions import Because
from shared.contracts.errors import HoldfastError
from shared.contracts.ids import new_id
from tests.integration.memory.on_postgres import operate, settle_in
from tests.property.memory_worlds import BEGINNING
from tests.servers import FreshDatabase
from tests.tiers import sized

AT_ONCE = 6
HISTORIES = sized(8, 40)
HANDS: dict[str, Callable[[Book, UUID, Seen], Assertion]] = {
    "commit": lambda book, one, seen: book.commit(one, seen, BY_CARD),
    "refine": lambda book, one, seen: book.refine(one, seen, "You have three cats.", "three"),
    "reject": lambda book, one, seen: book.reject(one, seen, Because.REJECTED, Level.FORGET),
    "retract": lambda book, one, seen: book.retract_known(one, seen, Level.FORGET),
    "restore": lambda book, one, seen: book.restore(one, seen),
    "reopen": lambda book, one, seen: book.reopen(one, seen),
    "correct": lambda book, one, seen: book.correct(one, seen, "You have four cats."),
    "pin": lambda book, one, seen: book.pin(one, seen, pinned=True),
}
Deed = tuple[str, int]
"""What a hand does, and which version it saw."""
Told = tuple[str, int, str] | str
"""How it read afterwards, or why nothing was done."""


def _hold(story_id: UUID, book: Book) -> Assertion:
    return book.hold(
        NewAssertion(engagement_id=story_id, content="You have two cats.", own_words="two"),
        Actor.COMPANION,
        spoken=True,
    )


def _does(one: UUID, deed: Deed, book: Book) -> Told:
    verb, version = deed
    try:
        after = HANDS[verb](book, one, Seen(version))
    except HoldfastError as refused:
        return type(refused).__name__
    return after.force.value, after.version, after.content


def _in_this_order(deeds: tuple[tuple[Deed, Told], ...]) -> bool:
    """Whether one after the other, on a book, each would have been told what it was told."""
    story_id = new_id()
    book = Book(personal_id=story_id, now=BEGINNING, secret=b"a secret")
    one = _hold(story_id, book).assertion_id
    return all(_does(one, deed, book) == told for deed, told in deeds)


@pytest.mark.row("M1", "M8", "M22")
async def test_what_everybody_was_told_fits_into_one_order(database: FreshDatabase) -> None:
    pool, places, chance = open_database(database.app_url, AT_ONCE), (new_id(), new_id()), Random(11)
    admin = await asyncpg.connect(database.admin_url)
    who = await settle_in(admin, places)
    for history in range(HISTORIES):
        wanted = LoadPlan(personal=True)
        now = BEGINNING + timedelta(minutes=history)
        one = (await operate(pool, who, wanted, partial(_hold, places[0]), now)).assertion_id
        deeds = [(chance.choice(list(HANDS)), chance.choice((1, 1, 2, 2, 3))) for _ in range(AT_ONCE)]
        ids = LoadPlan(ids=frozenset({one}))
        told = await asyncio.gather(*(operate(pool, who, ids, partial(_does, one, deed), now) for deed in deeds))
        assert any(map(_in_this_order, permutations(zip(deeds, told, strict=True)))), (deeds, told)
    await pool.dispose()
    await admin.close()
