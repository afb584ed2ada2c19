"""What is hidden, refused or off the record is in no page that the reflector reads, and in no form of a work."""

from collections.abc import AsyncIterator
from uuid import UUID

import pytest

from services.memory.erasure.line_out import take_line_out
from services.memory.notebook.commands import change_memory, erase_by_hand
from services.memory.store.context import MemoryContext
from services.reflector.thinking import Thinker
from shared.contracts.requests.conversations import ConversationVerb
from shared.contracts.requests.erasure import TakeLineOut
from shared.contracts.requests.notebook import ChangeAssertion, Verb
from shared.offline.engine import OfflineModel
from tests.integration.memory.compressing import Compressing, as_chores
from tests.integration.memory.house import House, Inhabitant, a_key
from tests.integration.memory.talk_that_ends import move, talk_told
from tests.servers import Servers

pytestmark = [pytest.mark.row("C3"), pytest.mark.row("K1"), pytest.mark.row("M27")]

SEEN = "the train"
HIDDEN = ("zeppelin", "xylophone", "quagmire", "marmalade", "hunter22", "4812", "wombat", "okapi")


def changing(one: Inhabitant, assertion_id: UUID, verb: Verb) -> ChangeAssertion:
    return ChangeAssertion(caller=one.who, key=a_key(), assertion_id=assertion_id, verb=verb, version=1)


@pytest.fixture
async def chores(house: House, servers: Servers) -> AsyncIterator[MemoryContext]:
    async with as_chores(house.memory, servers, house.database) as memory:
        yield memory


async def a_talk_with_all_of_it(house: House) -> Inhabitant:
    """Each of the words above in a line that nobody may read any more, decided upon as clearly as can be."""
    one = await house.person()
    await talk_told(house, one)
    off = await house.said(one, "I decided to buy a zeppelin.", "A zeppelin it is.")
    await house.do("update turn set write = false where id = $1", off)
    out = await house.said(one, "I decided to learn the xylophone.", "You decided to learn the xylophone.")
    line_id = UUID(str(await house.records.value("select id from line where turn_id = $1", out)))
    await take_line_out(house.memory, TakeLineOut(caller=one.who, key=a_key(), turn_id=out, line_id=line_id))
    for word, force, verb in (("quagmire", "committed", Verb.RETRACT), ("marmalade", "held", Verb.REJECT)):
        said, content = f"I decided to like {word}", f"You like {word}."
        turn_id = await house.said(one, f"{said}.", f"Shall I remember that? {content}")
        known = await house.knows(one, content, said, turn_id=turn_id, force=force)
        await house.do(
            "insert into correction (tenant_id, person_id, id, turn_id, original, corrected)"
            " values ($1, $2, gen_random_uuid(), $3, $4, $4)",
            *(one.who.tenant_id, one.who.person_id, turn_id, said),
        )
        await change_memory(house.memory, changing(one, known, verb))
    await house.said(one, "I decided that my password is hunter22.", "I do not keep that.")
    await house.said(one, "What did I decide?", "Your PIN is 4812, you decided.")
    told = await house.said(one, "I decided to keep a wombat.", "You keep a wombat.")
    gone = await house.knows(one, "You keep a wombat.", "I decided to keep a wombat", turn_id=told)
    await erase_by_hand(house.memory, changing(one, gone, Verb.ERASE))
    failed = await house.said(one, "I decided to feed the okapi.", None, status="failed")
    await house.do("update turn set failure_code = 'interrupted' where id = $1", failed)
    return one


async def test_nothing_of_it_reaches_the_reflector_or_a_form(house: House, chores: MemoryContext) -> None:
    one = await a_talk_with_all_of_it(house)
    await move(house, one, ConversationVerb.CLOSE)
    work_id = UUID(str(await house.records.value("select id from work")))
    await house.do("update work set not_before = now() - interval '1 second'")
    work = Compressing(chores, one.who, work_id, Thinker(OfflineModel()))
    assert (await work.run()).state == "done"
    draft = str(await house.records.value("select body from closing_draft"))
    everything = " ".join([*work.pages, *work.forms, draft]).casefold()
    assert SEEN in everything
    assert [word for word in HIDDEN if word in everything] == []
    assert (len(work.forms), {row["form"] for row in await house.records.rows("select form from work")}) == (6, {None})


async def test_what_is_taken_back_while_it_is_thought_about_is_in_no_draft(house: House, chores: MemoryContext) -> None:
    one = await house.person()
    await talk_told(house, one)
    told = await house.said(one, "I decided to keep a wombat.", "You keep a wombat.")
    known = await house.knows(one, "You keep a wombat.", "I decided to keep a wombat", turn_id=told)
    await move(house, one, ConversationVerb.CLOSE)
    work_id = UUID(str(await house.records.value("select id from work")))
    await house.do("update work set not_before = now() - interval '1 second'")
    first = Compressing(chores, one.who, work_id, Thinker(OfflineModel()))
    talk_of = first._talk

    async def taken_back_meanwhile(work: object) -> list[object]:
        talk = await talk_of(work)  # type: ignore[arg-type]  # as it was asked for
        if len(first.pages) == 1:
            await change_memory(house.memory, changing(one, known, Verb.RETRACT))
        return list(talk)

    first._talk = taken_back_meanwhile  # type: ignore[assignment,method-assign]  # the person does something meanwhile
    stopped = await first.run()
    assert (stopped.state, stopped.attempt, stopped.form) == ("waiting", 2, None)
    assert "wombat" in " ".join(first.pages)  # it had been read
    again = Compressing(chores, one.who, work_id, Thinker(OfflineModel()))
    assert (await again.run()).state == "done"
    assert "wombat" not in " ".join([*again.pages, *again.forms])
    assert "wombat" not in str(await house.records.value("select body from closing_draft"))
