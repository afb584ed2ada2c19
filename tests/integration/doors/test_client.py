"""The typed client on a real broker: answers, refusals, what is away, and replies in order whatever is lost."""

import asyncio
from uuid import uuid4

import pytest

from shared.client.feeds import Cursor, ReplyPart
from shared.client.holdfast_client import HoldfastClient
from shared.contracts.envelope import Caller, Key
from shared.contracts.errors import KeyReusedError, ProjectNotFoundError, UnavailableError, UncertainError
from shared.contracts.notices import Attempt, Closed, Failed, Piece, Restarted, Started
from shared.contracts.requests.people import ChangeMe, GetMe, ListEngagements
from shared.contracts.requests.turns import GetTurn, TurnState
from tests.integration.doors.lines import said, shown, whole
from tests.integration.doors.scripted_memory import ScriptedMemory
from tests.integration.doors.scripted_people import Reply

pytestmark = pytest.mark.row("P5")


async def test_a_question_has_a_typed_answer(client: HoldfastClient, caller: Caller) -> None:
    assert (await client.ask(GetMe(caller=caller))).companion_name == "Companion"


async def test_the_answer_can_be_had_as_the_bytes_that_memory_said(client: HoldfastClient, caller: Caller) -> None:
    question = ListEngagements(caller=caller)
    assert await client.ask_json(question) == (await client.ask(question)).model_dump_json().encode()


async def test_a_refusal_is_raised_as_its_error(client: HoldfastClient, caller: Caller) -> None:
    key = "one"
    first = ChangeMe(caller=caller, key=Key(value=key, body_hash="a"), companion_name="Ada")
    await client.ask(first)
    with pytest.raises(KeyReusedError) as refused:
        await client.ask(first.model_copy(update={"key": Key(value=key, body_hash="b")}))
    assert refused.value.status == 422
    assert refused.value.saved == "false"


async def test_a_refusal_of_a_newer_release_is_still_a_refusal(
    client: HoldfastClient, caller: Caller, memory: ScriptedMemory
) -> None:
    error = ProjectNotFoundError()
    error.code = "not_invented_yet"  # type: ignore[misc]  # as a newer release would say it
    memory.refuse = error
    with pytest.raises(Exception, match="There is no such project") as refused:
        await client.ask_json(GetMe(caller=caller))
    assert type(refused.value).__name__ == "RefusedError"


async def test_a_reply_comes_in_its_order(client: HoldfastClient, caller: Caller) -> None:
    events = [event async for event in client.converse(said(caller))]
    assert shown(events) == ["started", "Hello ", "there, ", "friend.", "closed"]
    assert isinstance(events[-1], Closed)
    assert events[-1].reply == "Hello there, friend."


async def test_a_repeated_line_hears_the_same_end(client: HoldfastClient, caller: Caller) -> None:
    first = [event async for event in client.converse(said(caller, key="k"))]
    again = [event async for event in client.converse(said(caller, key="k"))]
    assert again[-1] == first[-1]
    assert shown(again) == shown(first)


async def test_five_at_once_with_one_key_are_one_turn(
    client: HoldfastClient, caller: Caller, memory: ScriptedMemory
) -> None:
    memory.reply = Reply(pause=0.02)

    async def once() -> list[ReplyPart]:
        return [event async for event in client.converse(said(caller, key="k"))]

    heard = await asyncio.gather(*(once() for _ in range(5)))
    assert len({str(events) for events in heard}) == 1
    assert len(memory.persons[caller.person_id].turns) == 1


async def test_a_line_that_waits_is_told_which_turn_took_it(
    client: HoldfastClient, caller: Caller, memory: ScriptedMemory
) -> None:
    memory.reply = Reply(pause=0.02)

    async def once(text: str) -> list[ReplyPart]:
        return [event async for event in client.converse(said(caller, text))]

    first, second, third = await asyncio.gather(once("one"), once("two"), once("three"))
    assert first[0].turn_id != second[0].turn_id == third[0].turn_id
    assert isinstance(second[0], Started)
    assert len(second[0].covers) == 2
    assert shown(second) == shown(first)


async def test_a_failed_turn_says_what_was_kept(client: HoldfastClient, caller: Caller, memory: ScriptedMemory) -> None:
    memory.reply = Reply(fails=Failed(turn_id=uuid4(), covers=(), code="took_too_long", detail="Sorry.", saved=True))
    events = [event async for event in client.converse(said(caller))]
    assert isinstance(events[-1], Failed)
    assert events[-1].saved is True


async def test_another_worker_takes_over_and_only_one_reply_is_shown(
    client: HoldfastClient, caller: Caller, memory: ScriptedMemory
) -> None:
    memory.reply = Reply(pieces=())
    memory.reply.gate.clear()
    person = memory.persons[caller.person_id]
    events: list[ReplyPart] = []

    async def listen() -> None:
        events.extend([event async for event in client.converse(said(caller))])

    def piece(attempt: int, n: int, text: str) -> Piece:
        return Piece(turn_id=person.turns[0].turn_id, attempt=Attempt(1, 1, attempt), n=n, text=text)

    memory.reply = Reply(pieces=("x",))
    memory.reply.gate.clear()
    listening = asyncio.create_task(listen())
    while not person.turns:
        await asyncio.sleep(0.01)
    for event in (piece(1, 0, "a"), piece(2, 0, "b"), piece(1, 1, "late"), piece(2, 0, "again"), piece(2, 1, "c")):
        await memory.say(person, event)
    await memory.nats.flush()
    memory.reply.gate.set()
    await listening
    assert shown(events) == ["started", "a", "restarted", "b", "c", "closed"]
    assert isinstance(events[2], Restarted)


async def test_silence_asks_memory_and_finds_the_lost_end(
    client: HoldfastClient, caller: Caller, memory: ScriptedMemory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shared.client.reply_stream.SILENCE_SECONDS", 0.2)
    memory.reply = Reply(close=False)
    events = [event async for event in client.converse(said(caller))]
    assert shown(events)[-1] == "closed"
    assert any(isinstance(asked, GetTurn) for asked in memory.asked)


async def test_at_the_deadline_nothing_more_is_said(
    client: HoldfastClient, caller: Caller, memory: ScriptedMemory
) -> None:
    memory.reply.gate.clear()
    async with client.say(said(caller), seconds=0.2) as reply:
        events = [heard.event async for batch in reply.batches() for heard in batch]
        assert (await reply.view()).state is TurnState.ACTIVE
    memory.reply.gate.set()
    assert shown(events) == ["started"]  # type: ignore[arg-type]


async def test_a_reply_is_replayed_from_where_it_was_cut_off(client: HoldfastClient, caller: Caller) -> None:
    events = [event async for event in client.converse(said(caller))]
    turn_id = events[0].turn_id
    whole = await client.replay(caller.person_id, turn_id)
    rest = await client.replay(caller.person_id, turn_id, Cursor(turn_id, Attempt(1, 1, 1), 0))
    assert shown(whole) == shown(events)
    assert shown(rest) == ["there, ", "friend.", "closed"]


async def test_a_long_reply_is_replayed_whole(client: HoldfastClient, caller: Caller, memory: ScriptedMemory) -> None:
    memory.reply = Reply(pieces=tuple(f"{n} " for n in range(2_500)))
    events = [event async for event in client.converse(said(caller))]
    assert shown(await client.replay(caller.person_id, events[0].turn_id)) == shown(events)


async def test_who_comes_in_the_middle_hears_the_beginning_too(
    client: HoldfastClient, caller: Caller, memory: ScriptedMemory
) -> None:
    memory.reply = Reply(pause=0.05)
    first = await anext(client.converse(said(caller, key="k")))
    turn_id = first.turn_id
    await asyncio.sleep(0.07)
    async with client.follow(caller, turn_id) as reply:
        events = [heard.event async for batch in reply.batches() for heard in batch]
    assert shown(events) == ["started", "Hello ", "there, ", "friend.", "closed"]  # type: ignore[arg-type]


async def test_one_subscription_serves_all_open_requests_of_a_person(
    client: HoldfastClient, caller: Caller, memory: ScriptedMemory
) -> None:
    memory.reply.gate.clear()
    asking = [asyncio.create_task(whole(client, said(caller, key="k"))) for _ in range(4)]
    while not memory.persons[caller.person_id].turns:
        await asyncio.sleep(0.01)
    assert [s.subject for s in client._nats._subs.values() if s.subject.startswith("reply.")] == [
        f"reply.{caller.person_id}.*"
    ]
    memory.reply.gate.set()
    await asyncio.gather(*asking)
    assert not [s for s in client._nats._subs.values() if s.subject.startswith("reply.")]


async def test_no_answer_leaves_it_open_whether_a_line_was_saved(
    client: HoldfastClient, caller: Caller, memory: ScriptedMemory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client, "_patience", 0.2)
    memory.silent = True
    with pytest.raises(UncertainError) as open_question:
        await whole(client, said(caller))
    assert open_question.value.saved == "unknown"
    with pytest.raises(UnavailableError):
        await client.ask(GetMe(caller=caller))


async def test_a_missing_permission_is_counted(client: HoldfastClient) -> None:
    await client._nats.publish("turn.open.x", b"")
    async with asyncio.timeout(5):
        while client.errors == 0:  # the refusal may come after the answer to the first flush
            await client._nats.flush()
    assert client.errors == 1
