"""A project goes with all that was said in it; its memories move to Your Story or go with it, as the person says."""

import json
from dataclasses import dataclass
from typing import Literal
from uuid import UUID, uuid4

import pytest

from services.memory.audit.report import check_audit, read_ledger
from services.memory.erasure.ledger_replay import replay_ledger
from services.memory.erasure.project_out import erase_engagement
from services.memory.notebook import commands, entries
from services.memory.people.account import add_engagement
from services.memory.recall import memory_query
from shared.contracts.assertions import AssertionView, Force
from shared.contracts.errors import ProjectNotFoundError, StoryStaysError, UnreadableMemoriesError
from shared.contracts.requests.erasure import EraseEngagement, Receipt
from shared.contracts.requests.notebook import ChangeAssertion, GetHistory, ListAssertions, Verb, WriteAssertion
from shared.contracts.requests.ops import CheckAudit, ReadLedger, ReplayLedger
from shared.contracts.requests.people import AddEngagement
from shared.contracts.requests.recall import QueryMemory
from tests.integration.memory.bringing import brought
from tests.integration.memory.house import House, Inhabitant, a_key
from tests.integration.memory.test_erasing import dump, hashes

pytestmark = pytest.mark.row("M9")
CANARY = "canaries"
What = Literal["move", "erase"]


@dataclass(frozen=True)
class Project:
    """A project in which something was said, remembered, taken back and asked."""

    one: Inhabitant
    engagement_id: UUID
    turn_id: UUID
    known: UUID
    taken_back: UUID


async def a_project(house: House, one: Inhabitant) -> Project:
    asked = AddEngagement(caller=one.who, key=a_key(), title="Aviary", seed=f"All about {CANARY} at home")
    place = (await add_engagement(house.memory, asked)).engagement_id
    said = await house.said(one, f"My {CANARY} sing at dawn", f"I note: your {CANARY} sing at dawn.")
    for table in ("turn", "line"):
        column = "id" if table == "turn" else "turn_id"
        await house.do(f'update "{table}" set engagement_id = $1 where {column} = $2', place, said)
    words = f"My {CANARY} sing at dawn"
    known = await house.knows(one, f"Your {CANARY} sing at dawn.", words, turn_id=said, engagement_id=place)
    written = WriteAssertion(caller=one.who, key=a_key(), engagement_id=place, content=f"The {CANARY} eat seeds.")
    away = await commands.write_memory(house.memory, written)
    back = ChangeAssertion(
        caller=one.who, key=a_key(), assertion_id=away.assertion_id, verb=Verb.RETRACT, version=away.version
    )
    await commands.change_memory(house.memory, back)
    await house.do(
        "insert into line (tenant_id, person_id, id, engagement_id, channel, write, read, text, body_hash)"
        " values ($1, $2, $3, $4, 'api', true, true, $5, 'hash')",
        *(one.who.tenant_id, one.who.person_id, uuid4(), place, f"and the {CANARY} wait"),
    )
    item = f'[{{"assertion_id": "{known}", "shown_text": "Your {CANARY} sing."}}]'
    await house.do(
        "insert into offer (tenant_id, person_id, id, turn_id, kind, items, expires_at)"
        " values ($1, $2, $3, $4, 'project_facts', $5, now() + interval '1 day')",
        *(one.who.tenant_id, one.who.person_id, uuid4(), said, item),
    )
    await house.do(
        "insert into dead_letter (tenant_id, person_id, id, turn_id, step, reason, attempts, form)"
        " values ($1, $2, $3, $4, 'route', 'a reason', 5, $5)",
        *(one.who.tenant_id, one.who.person_id, uuid4(), said, f'{{"text": "{CANARY}"}}'),
    )
    return Project(one, place, said, known, away.assertion_id)


def erasing(project: Project, memories: What) -> EraseEngagement:
    return EraseEngagement(caller=project.one.who, key=a_key(), engagement_id=project.engagement_id, memories=memories)


async def kept(house: House, one: Inhabitant) -> list[AssertionView]:
    return list((await entries.list_assertions(house.memory, ListAssertions(caller=one.who))).assertions)


def is_gone(receipt: Receipt) -> bool:
    assert [check for check in receipt.checked if check.found] == []
    return (receipt.scope, receipt.what, receipt.status) == ("project", "erased", "gone")


async def test_with_its_memories_nothing_of_it_is_in_any_row(house: House) -> None:
    one, neighbour = await house.person(), await house.person()
    project = await a_project(house, one)
    await house.knows(one, "You like tea.")
    talk = await house.said(one, "I like tea", "Noted.")
    await a_project(house, neighbour)
    before = await hashes(house, neighbour.who.person_id)

    assert is_gone(await erase_engagement(house.memory, erasing(project, "erase")))
    assert await hashes(house, neighbour.who.person_id) == before
    mine = "\n".join(row for row in (await dump(house)).splitlines() if str(one.who.person_id) in row)
    assert "I like tea" in mine
    assert CANARY not in mine.lower()
    assert [view.content for view in await kept(house, one)] == ["You like tea."]
    assert await house.records.value("select id from turn where person_id = $1", one.who.person_id) == talk
    engagements = await house.records.rows("select kind from engagement where person_id = $1", one.who.person_id)
    assert [row["kind"] for row in engagements] == ["personal"]
    assert all(not person.faults for person in (await check_audit(house.memory, CheckAudit())).people)


async def test_its_memories_move_to_your_story_as_they_stand_and_are_found_there(house: House) -> None:
    one = await house.person()
    await house.knows(one, "You like tea.")
    project = await a_project(house, one)
    receipt = await erase_engagement(house.memory, erasing(project, "move"))
    assert is_gone(receipt)
    assert {"turns", "lines", "messages", "offers", "engagements"} <= set(receipt.removed)
    told = {view.display_number: view for view in await kept(house, one)}
    assert {number: (view.content, view.force) for number, view in told.items()} == {
        1: ("You like tea.", Force.COMMITTED),
        2: (f"Your {CANARY} sing at dawn.", Force.COMMITTED),
        3: (f"The {CANARY} eat seeds.", Force.RETRACTED),
    }
    assert {view.engagement_id for view in told.values()} == {one.story_id}
    assert (told[2].own_words, told[2].turn_id) == ("", None)  # that was said in it
    asked = GetHistory(caller=one.who, assertion_id=project.known)
    last = (await entries.get_history(house.memory, asked)).entries[-1]
    assert (last.verb, last.decision) == ("move", "its project was erased")
    found = await memory_query.query_memory(
        house.memory, QueryMemory(caller=one.who, query=f"when do the {CANARY} sing?")
    )
    assert [hit.assertion.content for hit in found.hits if hit.assertion] == [f"Your {CANARY} sing at dawn."]
    for table in ("message", "line", "offer", "mention", "dead_letter", "classification"):
        assert await house.records.value(f'select count(*) from "{table}"') == 0, table
    assert await house.records.value("select count(*) from entry where turn_id is not null") == 0
    assert all(not person.faults for person in (await check_audit(house.memory, CheckAudit())).people)


async def test_what_was_set_aside_stays_so(house: House) -> None:
    one = await house.person()
    project = await a_project(house, one)
    aside = "update assertion set state = 'soft_deleted', purge_at = now() + interval '9 days' where id = $1"
    await house.do(aside, project.known)
    await erase_engagement(house.memory, erasing(project, "move"))
    moved = "select state from assertion where engagement_id = $1 and id = $2"
    assert await house.records.value(moved, one.story_id, project.known) == "soft_deleted"


@pytest.mark.parametrize("memories", ["move", "erase"])
async def test_the_turn_in_flight_ends_and_what_waits_elsewhere_begins(house: House, memories: What) -> None:
    one = await house.person()
    project = await a_project(house, one)
    await house.do("update turn set status = 'active' where id = $1", project.turn_id)
    await house.do("update person set active_turn_id = $1 where id = $2", project.turn_id, one.who.person_id)
    await house.do(
        "insert into line (tenant_id, person_id, id, engagement_id, channel, write, read, text, body_hash)"
        " values ($1, $2, $3, $4, 'api', true, true, 'hello', 'hash')",
        *(one.who.tenant_id, one.who.person_id, uuid4(), one.story_id),
    )
    assert is_gone(await erase_engagement(house.memory, erasing(project, memories)))
    active = await house.records.value("select active_turn_id from person where id = $1", one.who.person_id)
    assert await house.records.value("select text from line where turn_id = $1", active) == "hello"
    await house.memory.drain()


@pytest.mark.row("P4")
async def test_the_same_key_erases_once_and_gives_the_receipt_again(house: House) -> None:
    one = await house.person()
    command = erasing(await a_project(house, one), "erase")
    first = await erase_engagement(house.memory, command)
    assert await erase_engagement(house.memory, command) == first
    assert await house.records.value("select count(*) from erasure") == 1


@pytest.mark.parametrize("memories", ["move", "erase"])
async def test_your_story_and_what_is_not_mine_are_refused(house: House, memories: What) -> None:
    one, neighbour = await house.person(), await house.person()
    project = await a_project(house, neighbour)
    before = await hashes(house, neighbour.who.person_id)
    story = EraseEngagement(caller=one.who, key=a_key(), engagement_id=one.story_id, memories=memories)
    with pytest.raises(StoryStaysError):
        await erase_engagement(house.memory, story)
    theirs = erasing(project, memories).model_copy(update={"caller": one.who})
    with pytest.raises(ProjectNotFoundError):
        await erase_engagement(house.memory, theirs)
    assert await hashes(house, neighbour.who.person_id) == before


async def test_a_memory_that_cannot_be_read_is_not_lost_with_its_project(house: House) -> None:
    one = await house.person()
    project = await a_project(house, one)
    await house.do("alter table assertion drop constraint assertion_label_check")
    await house.do("update assertion set label = 'rumoured' where id = $1", project.known)
    before = await hashes(house, one.who.person_id)
    with pytest.raises(UnreadableMemoriesError):
        await erase_engagement(house.memory, erasing(project, "move"))
    assert await hashes(house, one.who.person_id) == before
    assert is_gone(await erase_engagement(house.memory, erasing(project, "erase")))


@pytest.mark.parametrize("memories", ["move", "erase"])
async def test_an_older_database_is_brought_to_the_same(house: House, memories: What) -> None:
    one = await house.person()
    project = await a_project(house, one)
    await erase_engagement(house.memory, erasing(project, memories))
    (entry,) = (await read_ledger(house.memory, ReadLedger())).entries
    assert (entry.scope, entry.subjects[0], entry.memories) == ("project", project.engagement_id, memories)

    restored = await house.person()
    older = await a_project(house, restored)
    ids = {"move": (), "erase": (older.known, older.taken_back)}[memories]
    of_older = entry.model_copy(
        update={
            "erasure_id": uuid4(),
            "person_id": restored.who.person_id,
            "subjects": (older.engagement_id, *ids),
        }
    )
    (again,) = (await replay_ledger(house.memory, ReplayLedger(entries=(of_older,)))).entries
    assert (again.outcome, again.status) == ("erased", "gone")
    (known,) = (await replay_ledger(house.memory, ReplayLedger(entries=(of_older,)))).entries
    assert known.outcome == "known"
    left = [view.display_number for view in await kept(house, restored)]
    assert left == ([] if memories == "erase" else [2, 1])
    engagements = await house.records.rows("select id from engagement where person_id = $1", restored.who.person_id)
    assert [row["id"] for row in engagements] == [restored.story_id]
    assert all(not person.faults for person in (await check_audit(house.memory, CheckAudit())).people)


async def test_no_file_brings_the_project_or_its_erased_memories_back(house: House) -> None:
    one = await house.person()
    project = await a_project(house, one)
    await erase_engagement(house.memory, erasing(project, "erase"))
    rows = [
        {"engagement_id": str(project.engagement_id), "title": "Aviary", "seed": f"All about {CANARY} at home"},
        {
            "assertion_id": str(project.known),
            "content": f"Your {CANARY} sing at dawn.",
            "engagement_id": str(project.engagement_id),
        },
    ]
    state = await brought(house, one, [json.dumps(row) for row in rows])
    assert (state.status, state.skipped) == ("held", 1)
    assert CANARY not in await dump(house)
