"""Over whole lives on a real database: what was not erased is there word for word, and what proves has no words.

Every thing that is told has a word of its own, so that to look for the word is to look for the thing.
"""

import random
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from itertools import count
from types import MappingProxyType

import pytest

from services.memory.erasure.erase import erase_me
from services.memory.erasure.texts_to_erase import MARK
from services.memory.notebook import commands, entries
from shared.contracts.assertions import AssertionView, Force
from shared.contracts.operations import Answer
from shared.contracts.requests.erasure import EraseMe
from shared.contracts.requests.notebook import ListAssertions, Verb, WriteAssertion
from tests.integration.memory.bringing import brought, confirmed
from tests.integration.memory.crashing import Life, a_key_named
from tests.integration.memory.house import House
from tests.integration.memory.orders import hold, say
from tests.integration.memory.test_importing import file_of

pytestmark = pytest.mark.row("P1", "M9", "S6")
STEPS = 12
PROOFS = ("audit", "erasure", "open_look", "operational_event")
"""What outlives what it tells of: ids, numbers and hashes."""
_words = count(1)


def beside(word: str) -> str:
    """What a line says beside the thing that it tells."""
    return f"It rains, {word[::-1]}."


@dataclass
class Teller:
    """Somebody who says and does things at random, and knows which words must be there, and which nowhere."""

    life: Life
    chance: random.Random
    said: dict[str, str] = field(default_factory=dict)
    """Of each word the line that told it; none when it was written by hand."""
    erased: set[str] = field(default_factory=set)

    @property
    def house(self) -> House:
        return self.life.house

    async def tell(self) -> None:
        """A line that tells one thing and says something beside it."""
        word = self._word()
        self.said[word] = f"You collect {word}. {beside(word)}"
        await self.life.turn(self.said[word], hold(f"You collect {word}."))

    async def answer(self) -> None:
        """To whatever was asked, if anything was."""
        answer = self.chance.choice((Answer.CONFIRM, Answer.DECLINE))
        await self.life.turn(f"{answer.value} ({next(_words)})", say(answer))

    async def write(self) -> None:
        """By hand."""
        word = self._word()
        self.said[word] = ""
        key, place, content = a_key_named(f"write {next(_words)}"), self.life.one.story_id, f"You paint {word}."
        asked = WriteAssertion(caller=self.life.one.who, key=key, engagement_id=place, content=content)
        await self.life.command(commands.write_memory, word, asked)

    async def correct(self) -> None:
        """The former text stays in the history."""
        if found := await self._one_of(Force.COMMITTED):
            word = self._word()
            self.said[word] = ""
            await self._by_hand(found, Verb.CORRECT, content=f"{found.content} And {word}.")

    async def take_back(self) -> None:
        if found := await self._one_of(Force.COMMITTED):
            await self._by_hand(found, Verb.RETRACT, never_again=self.chance.random() < 0.3)

    async def restore(self) -> None:
        if found := await self._one_of(Force.RETRACTED):
            await self._by_hand(found, Verb.RESTORE)

    async def erase(self) -> None:
        """All that this memory ever said goes, and nothing else."""
        if found := await self._one_of(*Force):
            sql = "select concat_ws(' ', old, new) as told from assertion_history where assertion_id = $1"
            told = " ".join(str(row["told"]) for row in await self.house.records.rows(sql, found.assertion_id))
            self.erased |= {word for word in self.said if word in told}
            await self._by_hand(found, Verb.ERASE)

    def _word(self) -> str:
        return f"zyx{next(_words)}q"

    async def memories(self) -> list[AssertionView]:
        asked = ListAssertions(caller=self.life.one.who, limit=100)
        return list((await entries.list_assertions(self.house.memory, asked)).assertions)

    async def _one_of(self, *forces: Force) -> AssertionView | None:
        found = [one for one in await self.memories() if one.force in forces]
        return self.chance.choice(found) if found else None

    async def _by_hand(self, found: AssertionView, verb: Verb, **more: object) -> None:
        await self.life.by_hand(f"{verb} {next(_words)}", verb, found.content, **more)


STEP: Mapping[str, tuple[int, Callable[[Teller], Awaitable[None]]]] = MappingProxyType(
    {
        "tell": (4, Teller.tell),
        "answer": (4, Teller.answer),
        "write": (2, Teller.write),
        "correct": (2, Teller.correct),
        "take back": (2, Teller.take_back),
        "restore": (1, Teller.restore),
        "erase": (2, Teller.erase),
    }
)


async def all_stored(house: House) -> dict[str, str]:
    """Every row of every table, as text."""
    tables = await house.records.rows("select tablename from pg_tables where schemaname = 'public'")
    names = [str(row["tablename"]) for row in tables]
    each = (
        f"select '{name}' as name, coalesce(string_agg(t::text, E'\\n'), '') as rows from \"{name}\" t"
        for name in names
    )
    return {row["name"]: row["rows"] for row in await house.records.rows(" union all ".join(each))}


async def look(teller: Teller) -> None:
    """What must be there is there; what must not be is nowhere."""
    person_id = teller.life.one.who.person_id
    mine = "select content from message where person_id = $1 and role = 'person'"
    lines = [row["content"] for row in await teller.house.records.rows(mine, person_id)]
    stored = await all_stored(teller.house)
    for word, line in teller.said.items():
        if word in teller.erased:
            assert [name for name, text in stored.items() if word in text] == [], word
            assert not line or lines.count(f"{MARK}. {beside(word)}") == 1, lines
        else:
            assert word in stored["assertion_history"], word
            assert not line or lines.count(line) == 1, line
    for proof in PROOFS:
        assert [word for word in teller.said if word in stored[proof]] == [], proof


@pytest.mark.parametrize("seed", range(3))
async def test_nothing_is_lost_that_was_not_erased(house: House, seed: int) -> None:
    chance = random.Random(seed)
    teller = Teller(Life(house, await house.person()), chance)
    steps = [step for weight, step in STEP.values() for _ in range(weight)]
    for _ in range(STEPS):
        await chance.choice(steps)(teller)
        await look(teller)
    assert len(teller.said) > 2

    # taken along, erased here, brought back by somebody new
    file = await file_of(house, teller.life.one)
    left = {one.content: one.force for one in await teller.memories()}
    await erase_me(house.memory, EraseMe(caller=teller.life.one.who))
    other = await house.person()
    if left:
        await confirmed(house, other, await brought(house, other, file))
    again = Teller(Life(house, other), chance)
    assert {one.content: one.force for one in await again.memories()} == left
    history = (await all_stored(house))["assertion_history"]
    assert all((word in history) is (word not in teller.erased) for word in teller.said)
