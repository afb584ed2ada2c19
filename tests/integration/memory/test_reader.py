"""Who reads what a person says is told to them."""

import json

import pytest

from services.memory.questions import me
from shared.queries import GetMe, WhoReads
from tests.integration.memory.house import House, Inhabitant

pytestmark = pytest.mark.row("U6")
HAIKU = {"provider": "anthropic", "model": "claude-haiku-5-5", "latency_ms": 1}
ENGINE = {"provider": "offline", "model": "engine 1", "latency_ms": 1}


async def reader(house: House, one: Inhabitant, understood: object, answered: object) -> WhoReads | None:
    await house.said(one, "hello", "hello")
    sql = "update classification set understood_by = $1, answered_by = $2 where person_id = $3"
    await house.do(sql, json.dumps(understood), None if answered is None else json.dumps(answered), one.who.person_id)
    return (await me(house.memory, GetMe(caller=one.who))).reader


async def test_whoever_is_not_in_the_house_is_named_also_when_it_was_away(house: House) -> None:
    one = await house.person()
    assert (await me(house.memory, GetMe(caller=one.who))).reader is None
    in_house = WhoReads(provider="offline", model="engine 1")
    far = WhoReads(provider="anthropic", model="claude-haiku-5-5")
    assert await reader(house, one, ENGINE, ENGINE) == in_house
    assert await reader(house, one, HAIKU, ENGINE) == far
    assert await reader(house, one, ENGINE, HAIKU) == far
    assert await reader(house, one, ENGINE | {"fallback_from": "anthropic:claude-haiku-5-5"}, None) == far
    assert await reader(house, one, ENGINE, None) == in_house
