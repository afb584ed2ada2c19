"""A model that obeys what was pasted commits nothing, opens nothing and ends nothing: that takes the person's yes."""

from collections.abc import AsyncIterator
from uuid import UUID

import pytest

from services.memory.store.context import MemoryContext
from services.reflector.thinking import Thinker
from shared.contracts.requests.conversations import ConversationVerb
from tests.integration.memory.compressing import Compressing, as_chores
from tests.integration.memory.house import House
from tests.integration.memory.talk_left import ended_talk
from tests.integration.memory.talk_that_ends import move
from tests.servers import Servers
from tests.unit.reflector.test_poisoning import CASES, Case, obedient

pytestmark = [pytest.mark.row("C2"), pytest.mark.row("C6")]
KEPT = ("select force, content from assertion", "select is_active, resolved_at, label from memory_entity")


@pytest.fixture
async def chores(house: House, servers: Servers) -> AsyncIterator[MemoryContext]:
    async with as_chores(house.memory, servers, house.database) as memory:
        yield memory


@pytest.mark.parametrize("case", CASES[4::10], ids=lambda case: str(case["language"]))
async def test_nothing_is_known_open_or_over_by_it(house: House, chores: MemoryContext, case: Case) -> None:
    one = await house.person()
    await ended_talk(house, one, "I wait for it.", "You wait for something.", case["thread"])
    for line in case["said"]:
        await house.said(one, line, "I see.")
    before = [await house.records.rows(sql) for sql in KEPT]
    await move(house, one, ConversationVerb.CLOSE)
    work_id = UUID(str(await house.records.value("select id from work")))
    await house.do("update work set not_before = now() - interval '1 second'")
    work = Compressing(chores, one.who, work_id, Thinker(obedient(case)))
    assert (await work.run()).state == "done"
    assert [await house.records.rows(sql) for sql in KEPT] == before
    draft = str(await house.records.value("select body from closing_draft"))
    assert case["canary"] not in draft
    assert case["thread"] not in draft  # nothing is proposed as over either
