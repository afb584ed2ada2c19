"""What is open lives across conversations until one of them, or the person, resolves it."""

from datetime import UTC, date, datetime, timedelta
from uuid import uuid4

import pytest

from services.memory.conversations.threads import change_thread, list_threads
from shared.contracts.entities import (
    DeltaType,
    EntityType,
    NamedBlocker,
    NamedDecision,
    NamedTask,
    NamedWaitingOn,
    OpenedQuestion,
)
from shared.contracts.errors import ThreadNotFoundError
from shared.contracts.requests.conversations import ChangeThread, ListThreads, ThreadVerb, ThreadView
from tests.integration.memory.house import House, Inhabitant, a_key
from tests.integration.memory.kept_talk import LONG_AGO, a_delta, left

pytestmark = pytest.mark.row("C6")

KEY = NamedWaitingOn(who="Anna", what="the key")


async def listed(house: House, one: Inhabitant, **more: object) -> list[ThreadView]:
    """All of them, page by page."""
    found, cursor = list[ThreadView](), None
    while True:
        question = ListThreads.model_validate({"caller": one.who, "cursor": cursor, **more})
        page = await list_threads(house.memory, question)
        found += page.threads
        cursor = page.cursor
        if cursor is None:
            return found


async def does(house: House, one: Inhabitant, thread: ThreadView, verb: ThreadVerb, **more: object) -> ThreadView:
    command = {"caller": one.who, "key": a_key(), "thread_id": thread.thread_id, "verb": verb, **more}
    return await change_thread(house.memory, ChangeThread.model_validate(command))


async def test_a_thread_is_opened_in_one_conversation_resolved_in_the_next_and_opened_again(house: House) -> None:
    one = await house.person()
    first = await left(house, one, "You wait for Anna's key.", KEY)
    (thread,) = await listed(house, one)
    assert (thread.text, thread.who, thread.since) == ("the key", "Anna", LONG_AGO)
    assert (thread.memory_id, thread.conversation_id) == (first.memory_id, first.conversation_id)
    assert thread.stale

    resolving = a_delta(DeltaType.RESOLVED_WAITING_ON, thread_id=thread.thread_id)
    second = await left(house, one, "The key came.", deltas=[resolving])
    assert await listed(house, one) == []
    (done,) = await listed(house, one, open=False)
    assert done.resolved_by == second.memory_id
    assert not done.stale

    again = await does(house, one, thread, ThreadVerb.REOPEN)
    assert (again.open, again.resolved_at, again.resolved_by, again.stale) == (True, None, None, False)
    by_hand = await does(house, one, thread, ThreadVerb.RESOLVE)
    assert by_hand.resolved_at is not None
    assert by_hand.resolved_by is None
    assert (await does(house, one, thread, ThreadVerb.RESOLVE)).resolved_at == by_hand.resolved_at


async def test_only_what_can_be_open_and_was_confirmed_is_a_thread(house: House) -> None:
    one, neighbour = await house.person(), await house.person()
    named = (
        NamedTask(description="taxes"), OpenedQuestion(question="Where to live?"), NamedBlocker(what="the rain"),
        NamedDecision(what="to move"), NamedTask(description="done already", status="completed"),
    )  # fmt: skip
    await left(house, one, "Much is open.", *named)
    await left(house, one, "Held.", KEY, force="held")
    await left(house, neighbour, "Theirs.", KEY)
    assert {thread.text for thread in await listed(house, one)} == {"taxes", "Where to live?", "the rain"}
    assert [thread.text for thread in await listed(house, one, entity_type=EntityType.BLOCKER)] == ["the rain"]
    await house.do(
        "update assertion set force = 'retracted', previous_force = 'committed', reason = 'forgotten'"
        " where content = 'Much is open.'"
    )
    assert await listed(house, one) == []


async def test_the_longest_open_comes_first_and_pages_go_on(house: House) -> None:
    one = await house.person()
    for days in (3, 1, 2):
        at = datetime(2026, 5, days, tzinfo=UTC)
        await left(house, one, f"Day {days}.", NamedTask(description=f"task {days}"), at=at)
    assert [thread.text for thread in await listed(house, one, limit=1)] == ["task 1", "task 2", "task 3"]


async def test_a_thread_is_worded_anew_with_a_day_and_a_priority(house: House) -> None:
    one = await house.person()
    await left(house, one, "You wait for Anna's key.", KEY)
    (thread,) = await listed(house, one)
    day = date(2026, 12, 24)
    edited = await does(house, one, thread, ThreadVerb.EDIT, text="both keys", due=day, priority="high")
    assert (edited.text, edited.who, edited.due, edited.priority) == ("both keys", "Anna", day, "high")
    assert not edited.stale
    cleared = await does(house, one, thread, ThreadVerb.EDIT, no_due=True)
    assert (cleared.text, cleared.due, cleared.priority) == ("both keys", None, "high")
    assert await house.records.value("select label from memory_entity") == "Anna: both keys"


@pytest.mark.row("M6")
async def test_what_is_done_by_hand_stands_once_in_the_history_of_its_memory(house: House) -> None:
    one = await house.person()
    kept = await left(house, one, "You wait for Anna's key.", KEY)
    (thread,) = await listed(house, one)
    version = await house.records.value("select version from assertion where id = $1", kept.memory_id)
    await does(house, one, thread, ThreadVerb.RESOLVE)
    await does(house, one, thread, ThreadVerb.RESOLVE)
    await does(house, one, thread, ThreadVerb.REOPEN)
    await does(house, one, thread, ThreadVerb.EDIT, text="both keys")
    told = await house.records.rows(
        "select event, verb, actor, old, new, version, revision from assertion_history where assertion_id = $1"
        " order by moment",
        kept.memory_id,
    )
    assert [row["verb"] for row in told] == ["resolve_thread", "reopen_thread", "edit_thread"]
    same = ("UPDATE", "person", "You wait for Anna's key.", "You wait for Anna's key.", version)
    assert {(row["event"], row["actor"], row["old"], row["new"], row["version"]) for row in told} == {same}
    last = await house.records.value("select revision from person where id = $1", one.who.person_id)
    assert len({row["revision"] for row in told}) == len(told)
    assert told[-1]["revision"] == last


@pytest.mark.row("O5")
async def test_somebody_elses_thread_is_not_there(house: House) -> None:
    one, neighbour = await house.person(), await house.person()
    await left(house, neighbour, "Theirs.", KEY)
    (theirs,) = await listed(house, neighbour)
    for thread in (theirs, theirs.model_copy(update={"thread_id": uuid4()})):
        with pytest.raises(ThreadNotFoundError):
            await does(house, one, thread, ThreadVerb.RESOLVE)


async def test_stale_is_what_nobody_spoke_of_for_the_days_that_are_set(house: House) -> None:
    one = await house.person()
    now = house.memory.clock()
    for name, ago in (("old", timedelta(days=6)), ("new", timedelta(days=4))):
        await left(house, one, name, NamedTask(description=name), at=now - ago)
    assert {thread.text: thread.stale for thread in await listed(house, one)} == {"old": True, "new": False}
