"""Who reads what a person says is told to them."""

import json

import pytest

from services.memory.people.account import get_me
from shared.contracts.requests.people import GetMe, WhoReads
from tests.integration.memory.house import House, Inhabitant

pytestmark = pytest.mark.row("U6")
HAIKU = {"provider": "anthropic", "model": "claude-haiku-5-5", "latency_ms": 1, "host": "api.anthropic.com"}
LLAMA = {"provider": "openai", "model": "llama3.1", "latency_ms": 1, "host": "localhost"}
ENGINE = {"provider": "offline", "model": "engine 1", "latency_ms": 1}


async def who(house: House, one: Inhabitant, understood: object, answered: object) -> list[WhoReads | None]:
    """Who reads, and who answers."""
    await house.said(one, "hello", "hello")
    sql = "update classification set understood_by = $1, answered_by = $2 where person_id = $3"
    await house.do(sql, json.dumps(understood), None if answered is None else json.dumps(answered), one.who.person_id)
    told = await get_me(house.memory, GetMe(caller=one.who))
    return [told.reader, told.speaker]


async def test_who_reads_and_who_answers_are_named_truly_also_when_they_were_away(house: House) -> None:
    one = await house.person()
    assert (await get_me(house.memory, GetMe(caller=one.who))).reader is None
    in_house = WhoReads(provider="offline", model="engine 1", place="house")
    far = WhoReads(provider="anthropic", model="claude-haiku-5-5", host="api.anthropic.com", place="far")
    here = WhoReads(provider="openai", model="llama3.1", host="localhost", place="machine")
    near = WhoReads(provider="openai", model="llama3.1", host="192.168.0.7", place="network")
    assert await who(house, one, ENGINE, ENGINE) == [in_house, in_house]
    assert await who(house, one, HAIKU, ENGINE) == [far, in_house]
    assert await who(house, one, ENGINE, LLAMA) == [in_house, here]
    assert await who(house, one, ENGINE, LLAMA | {"host": "192.168.0.7"}) == [in_house, near]
    away = ENGINE | {"fallback_from": "anthropic:claude-haiku-5-5", "host": "api.anthropic.com"}
    assert await who(house, one, away, None) == [far, None]
