"""P-14: a life in which memory dies at any place of anything it does leaves what a life without a crash leaves."""

import hashlib
import json
import re
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from uuid import UUID, uuid5

import asyncpg
import pytest

from services.memory.erasure.erase import erase_conversation, erase_me
from services.memory.notebook import commands
from services.memory.store.context import send_letters
from services.memory.transfer import import_requests
from shared.contracts.assertions import text_hash
from shared.contracts.message import Message
from shared.contracts.operations import Answer
from shared.contracts.requests.erasure import EraseConversation, EraseMe
from shared.contracts.requests.notebook import Verb, WriteAssertion
from shared.contracts.requests.transfer import ConfirmImport, ImportRows
from tests.integration.memory.audit import audit_of, broken_at
from tests.integration.memory.crashing import PLACES, Life, Passage, a_key_named
from tests.integration.memory.house import House, a_house
from tests.integration.memory.kept import Kept, all_unlooked, kept_of, names_of, told, unlooked
from tests.integration.memory.orders import forget, hold, say
from tests.servers import Servers
from tests.tiers import sized

pytestmark = pytest.mark.row("P4", "M1", "M9")
MOST_PASSAGES = 22
SERVICE = Path(__file__).parents[3] / "services" / "memory"
BY_OTHERS = {"end.committed", "work.committed", "compressing.decided"}
"""Passed where a turn is given up or a conversation ends, which these lives do not come to; others do."""

FILE = [
    {"assertion_id": str(UUID(int=1)), "content": "You play the cello.", "force": "committed"},
    {"assertion_id": str(UUID(int=1)), "event": "ADD", "verb": "write", "actor": "person", "version": 1,
     "force_to": "committed", "new": "You play the cello.", "at": "2026-01-01T00:00:00Z"},
    {"assertion_id": str(UUID(int=2)), "content": "You sail.", "force": "retracted", "previous_force": "committed",
     "reason": "forgotten"},
]  # fmt: skip


@dataclass(frozen=True)
class Lived:
    """What a life has left behind, and in which acts memory died."""

    remembered: Kept
    shown: str
    talk_erased: Kept
    gone: Kept
    answers: Mapping[str, str]
    passed: Mapping[str, list[Passage]]
    died: tuple[str, ...]
    chain_broken_at: int | None


async def lived(house: House, dies_at: Mapping[str, Passage]) -> Lived:
    life = Life(house, await house.person(), dict(dies_at))
    await house.do("delete from applied_command where person_id = $1", life.one.who.person_id)  # has their token
    await _talk(life)
    await _decide(life)
    await _bring(life)
    await send_letters(life.memory, life.one.who)  # as the chore does with what a crash left
    remembered = await kept_of(house.records, life.one.who.person_id)
    names = await names_of(house.records, life.one.who.person_id)
    shown = await life.opened("and what do you know?")
    talk = EraseConversation(caller=life.one.who, key=a_key_named("erase the conversation"))
    await life.command(erase_conversation, "erase the conversation", talk)
    await send_letters(life.memory, life.one.who)
    talk_erased = all_unlooked(await kept_of(house.records, life.one.who.person_id))
    whole = EraseMe(caller=life.one.who, key=a_key_named("erase me"))
    await life.command(erase_me, "erase me", whole)
    return Lived(
        remembered=all_unlooked(remembered),
        shown=told(shown.model_dump_json(include={"history", "standing", "near"}), names),
        talk_erased=talk_erased,
        gone=all_unlooked(await kept_of(house.records, life.one.who.person_id)),
        answers={name: _unlooked_answer(one, names) for name, one in life.answers.items()},
        passed=life.passed,
        died=tuple(life.died),
        chain_broken_at=await _broken(house, life.one.who.person_id),
    )


def _unlooked_answer(answer: Message, names: Mapping[str, str]) -> str:
    return unlooked(told(json.dumps(answer.model_dump(mode="json"), sort_keys=True), names))


async def _talk(life: Life) -> None:
    """Remember, refine, confirm, decline, forget."""
    await life.turn("I am allergic to shellfish", hold("You are allergic to shellfish."))
    await life.turn("no, just shrimp", say(Answer.REFINE, refined="You are allergic to shrimp."))
    await life.turn("yes", say(Answer.CONFIRM))
    await life.turn("I ski", hold("You ski."))
    await life.turn("no", say(Answer.DECLINE))
    await life.turn("I live in Miami and have two cats", hold("You live in Miami.", "You have two cats."))
    await life.turn("yes, both", say(Answer.CONFIRM))
    await life.turn("forget the shrimp", forget("shrimp"))
    await life.turn("yes, that one", say(Answer.CONFIRM))
    await life.turn("never again talk of the cats", forget("cats", never_again=True))
    await life.turn("yes, those", say(Answer.CONFIRM))
    await life.turn("I have a boat", hold("You have a boat."))


async def _decide(life: Life) -> None:
    """By hand: write, restore, agree, take the yes back, take back, erase."""
    story, content = life.one.story_id, "You like green tea."
    tea = WriteAssertion(caller=life.one.who, key=a_key_named("write"), engagement_id=story, content=content)
    await life.command(commands.write_memory, "write", tea)
    await life.by_hand("restore", Verb.RESTORE, "You are allergic to shrimp.")
    await life.by_hand("commit", Verb.COMMIT, "You have a boat.", text_hash=text_hash("You have a boat."))
    await life.by_hand("reopen", Verb.REOPEN, "You have a boat.")
    await life.by_hand("agree", Verb.COMMIT, "You have a boat.", text_hash=text_hash("You have a boat."))
    await life.by_hand("retract", Verb.RETRACT, "You have a boat.", never_again=True)
    await life.by_hand("erase", Verb.ERASE, "You live in Miami.", never_again=True)


async def _bring(life: Life) -> None:
    """A file, in two messages, and the one yes to it."""
    rows = [json.dumps(row) for row in FILE]
    file_hash = hashlib.sha256("\n".join(rows).encode()).hexdigest()
    import_id = uuid5(life.one.who.person_id, file_hash)
    named = {"caller": life.one.who, "import_id": import_id, "file_hash": file_hash, "count": 2}
    for name, first, some in (("bring", 0, rows[:2]), ("bring the rest", 2, rows[2:])):
        part = {"key": a_key_named(name), "first": first, "rows": tuple(some), "last": first > 0}
        await life.command(import_requests.receive_rows, name, ImportRows.model_validate(named | part))
    yes = ConfirmImport.model_validate(named | {"key": a_key_named("confirm the file")})
    await life.command(import_requests.confirm_import, "confirm the file", yes)


async def _broken(house: House, person_id: UUID) -> int | None:
    admin = await asyncpg.connect(house.records.url)
    try:
        return broken_at(await audit_of(admin, person_id))
    finally:
        await admin.close()


@pytest.fixture(scope="module")
async def crashing_house(servers: Servers) -> AsyncIterator[House]:
    async with a_house(servers) as house:
        yield house


@pytest.fixture(scope="module")
async def undisturbed(crashing_house: House) -> Lived:
    return await lived(crashing_house, {})


async def test_these_lives_pass_every_place_where_memory_may_die(undisturbed: Lived) -> None:
    written = {
        name
        for path in SERVICE.rglob("*.py")
        for name in re.findall(r'failpoint\("([a-z._]+)"\)', path.read_text(encoding="utf-8"))
    }
    assert written == set(PLACES) | BY_OTHERS
    assert {place for passed in undisturbed.passed.values() for place, _ in passed} == set(PLACES)
    assert max(map(len, undisturbed.passed.values())) <= MOST_PASSAGES
    assert undisturbed.died == ()
    assert undisturbed.chain_broken_at is None


@pytest.mark.parametrize("place", sized((0, 1, 2, 6), tuple(range(MOST_PASSAGES))))
async def test_a_life_with_crashes_leaves_what_a_life_without_any_leaves(
    crashing_house: House, undisturbed: Lived, place: int
) -> None:
    """Memory dies once in every act: in each at the so manieth of the places that the act comes by."""
    dies_at = {act: passed[place] for act, passed in undisturbed.passed.items() if place < len(passed)}
    crashed = await lived(crashing_house, dies_at)
    assert set(crashed.died) == set(dies_at)
    for when in ("remembered", "talk_erased", "gone"):
        kept, wanted = getattr(crashed, when), getattr(undisturbed, when)
        assert {table: rows for table, rows in kept.items() if rows != wanted[table]} == {}, when
    assert crashed.shown == undisturbed.shown
    assert crashed.answers == undisturbed.answers
    assert crashed.chain_broken_at is None
