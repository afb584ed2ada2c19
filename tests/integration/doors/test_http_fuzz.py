"""Requests that a machine thinks of from the document, within a bound, always the same ones; on the scripted memory."""

import asyncio

import pytest

from services.gateway.call import Door
from shared.contracts.assertions import Force
from shared.contracts.requests.people import Scope
from tests.integration.doors.fuzzing import FUZZED, Fuzzed
from tests.integration.doors.open_gateway import ADMIN_TOKEN, OpenGateway
from tests.integration.doors.scripted_memory import ScriptedMemory
from tests.tiers import sized

pytestmark = [pytest.mark.row("O5"), pytest.mark.timeout(300)]
EXAMPLES = sized(2, 10)


@pytest.mark.parametrize("door", FUZZED, ids=[f"{door.method} {door.path}" for door in FUZZED])
async def test_whatever_the_document_allows_or_not(gateway: OpenGateway, memory: ScriptedMemory, door: Door) -> None:
    gateway.gateway.rate._per_second = gateway.gateway.strangers._per_second = 1e9
    gateway.gateway.rate._full = gateway.gateway.strangers._full = 1e9
    person_id, token = memory.add()
    for force in (Force.COMMITTED, Force.HELD):
        memory.notebook.hold(person_id, "You have a cat.", force)

    def kept() -> str:
        persons = [(person.me, person.engagements, person.waiting) for person in memory.persons.values()]
        books = [(book.assertions, book.imports, book.offers, book.refusals) for book in memory.books.values()]
        return repr((persons, books, [len(person.turns) for person in memory.persons.values()]))

    document = (await gateway.http.get("/openapi.json")).json()
    fuzzed = Fuzzed(
        gateway.url, document, kept,
        lambda: list(memory.books[person_id].assertions.values()) if person_id in memory.books else [],
    )  # fmt: skip
    own = ADMIN_TOKEN if door.needs is Scope.ADMIN else token
    await asyncio.to_thread(fuzzed.try_out, door, own, EXAMPLES)
