"""The broker or the memory service goes away, and comes back or not: what the client says, and when."""

import asyncio
import time
from uuid import uuid4

import pytest

from shared.client.holdfast_client import HoldfastClient
from shared.contracts.envelope import Caller
from shared.contracts.errors import UnavailableError
from shared.contracts.requests.people import GetMe
from tests.integration.doors.broker import Broker
from tests.integration.doors.lines import said, shown, whole
from tests.integration.doors.open_gateway import open_gateway
from tests.integration.doors.scripted_memory import ScriptedMemory


@pytest.mark.row("P1")
async def test_nobody_listening_is_said_within_three_seconds(client: HoldfastClient) -> None:
    nobody = Caller(tenant_id=uuid4(), person_id=uuid4())
    began = time.monotonic()
    with pytest.raises(UnavailableError, match="memory service") as away:
        await whole(client, said(nobody))
    assert away.value.saved == "false"
    assert 2 < time.monotonic() - began < 3


@pytest.mark.row("P3")
async def test_lines_behind_one_that_nobody_takes_do_not_add_their_waiting_up(client: HoldfastClient) -> None:
    nobody = Caller(tenant_id=uuid4(), person_id=uuid4())
    began = time.monotonic()
    refused = await asyncio.gather(*(whole(client, said(nobody)) for _ in range(5)), return_exceptions=True)
    assert time.monotonic() - began < 3
    assert {type(error) for error in refused} == {UnavailableError}


async def test_a_memory_that_comes_back_in_time_is_waited_for(broker: Broker, client: HoldfastClient) -> None:
    connection = await broker.connect()
    late = ScriptedMemory(connection)
    person_id, _ = late.add()
    asking = asyncio.create_task(client.ask(GetMe(caller=Caller(tenant_id=uuid4(), person_id=person_id))))
    await asyncio.sleep(0.5)
    await late.start()
    assert (await asking).person_id == person_id
    await connection.close()


@pytest.mark.row("P1")
async def test_a_broker_that_is_away_saves_nothing_and_comes_back(broker: Broker) -> None:
    client = await HoldfastClient.connect(broker.url("gateway"), "gateway")
    await broker.kill()
    began = time.monotonic()
    with pytest.raises(UnavailableError, match="message broker") as away:
        await whole(client, said(Caller(tenant_id=uuid4(), person_id=uuid4())))
    assert away.value.saved == "false"
    assert time.monotonic() - began < 3
    assert not client._nats._resp_map, "a failed request leaves nothing behind"
    await broker.start()
    connection = await broker.connect()
    memory = ScriptedMemory(connection)
    await memory.start()
    person_id, _ = memory.add()
    assert (await client.ask(GetMe(caller=Caller(tenant_id=uuid4(), person_id=person_id)))).person_id == person_id
    await client.close()
    await connection.close()


async def test_who_hears_everything_is_ended_when_something_may_have_been_missed(broker: Broker) -> None:
    client = await HoldfastClient.connect(broker.url("gateway"), "gateway")
    async with client.listen(uuid4()) as listener:
        await broker.kill()
        await broker.start()
        async with asyncio.timeout(20):
            while not listener.ended:
                assert await listener.next(20) == []
    async with client.listen(uuid4()) as anew:
        assert not anew.ended
    await client.close()


async def test_the_broker_goes_in_mid_reply_and_the_end_is_still_heard(
    broker: Broker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shared.client.reply_stream.SILENCE_SECONDS", 0.5)
    connection = await broker.connect()
    memory = ScriptedMemory(connection)
    await memory.start()
    client = await HoldfastClient.connect(broker.url("gateway"), "gateway")
    person_id, _ = memory.add()
    memory.reply.gate.clear()
    listening = asyncio.create_task(whole(client, said(Caller(tenant_id=uuid4(), person_id=person_id))))
    while not memory.persons[person_id].turns:
        await asyncio.sleep(0.01)
    await broker.kill()
    memory.reply.gate.set()
    await asyncio.sleep(0.3)
    await broker.start()
    events = await listening
    assert shown(events)[-1] == "closed"
    await client.close()
    await connection.close()


@pytest.mark.row("P1")
async def test_a_door_says_within_three_seconds_that_nothing_was_saved(broker: Broker) -> None:
    async with open_gateway(broker) as gateway:
        answer = await gateway.http.post(
            "/v1/converse", headers={"Authorization": "Bearer some-token"}, json={"message": "Hello"}, timeout=3
        )
    assert answer.status_code == 503
    assert answer.json()["saved"] is False
    assert answer.headers["retry-after"] == "2"
