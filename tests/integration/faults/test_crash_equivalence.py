"""P-14 with whole processes: memory is killed in every act of a life, and what is kept is what it would be anyway."""

import json
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from uuid import UUID, uuid5

import pytest

from shared.contracts.envelope import AnswerT, Caller, Request
from shared.contracts.errors import UnavailableError, UncertainError
from shared.contracts.requests.notebook import ChangeAssertion, ListAssertions, Verb
from shared.contracts.requests.transfer import ConfirmImport, ImportRows
from tests.integration.faults.hurry import hurry
from tests.integration.line.eventually import eventually
from tests.integration.line.people import a_key, a_line, closed, new_person
from tests.integration.line.scene import Scene, a_scene
from tests.integration.memory.kept import Kept, all_unlooked, kept_of
from tests.servers import Servers
from tests.tiers import sized

pytestmark = [pytest.mark.row("P1", "P4", "M1", "M9"), pytest.mark.timeout(300)]

IN_TURNS = (
    "accept.committed",
    "open.before_ack",
    "memory.before_commit=3",
    "memory.after_commit=3",
    "perform.before_publish",
    "perform.before_ack",
    "close.received",
    "memory.before_commit=4",
    "memory.after_commit=4",
    "close.committed",
    "close.before_ack",
)
"""Where a turn may be cut off; of its transactions performing is the third, closing the fourth."""
IN_COMMANDS = ("memory.before_commit", "memory.after_commit")
IN_ERASURES = ("erase.entered", "erase.committed", *IN_COMMANDS)
REMEMBERED = (
    "assertion", "assertion_history", "audit", "mention", "refusal", "offer", "erasure", "import_batch",
    "applied_command", "dead_letter",
)  # fmt: skip
TALK = (
    "I'm allergic to shellfish",
    "no, just shrimp",
    "yes",
    "Forget that I'm allergic",
    "yes, that's the one",
)
SHRIMP = "You're allergic to shrimp."
FILE = json.dumps({"assertion_id": str(UUID(int=1)), "content": "You play the cello.", "force": "committed"})


@dataclass
class Life:
    """One person; before each act memory is armed with the next place of its kind, if there is one."""

    scene: Scene
    caller: Caller
    places: Mapping[str, Iterator[str]]
    killed: int = 0

    async def say(self, text: str) -> None:
        """A line, until its reply has come."""
        line = a_line(self.caller, text, key=text)
        await self._surely("turn", line)
        await closed(self.scene.client, line)

    async def by_hand(self, kind: str, verb: Verb, content: str, **more: object) -> None:
        """Something done to a memory in the notebook."""
        page = await self.scene.client.ask(ListAssertions(caller=self.caller, limit=100))
        (found,) = [one for one in page.assertions if one.content == content]
        asked = {"caller": self.caller, "key": a_key(verb.value), "assertion_id": found.assertion_id, "verb": verb}
        command = ChangeAssertion.model_validate(asked | {"version": found.version} | more)
        await self._surely(kind, command)

    async def bring(self) -> None:
        """A file of one memory, and the yes to it."""
        import_id = uuid5(self.caller.person_id, FILE)
        named = {"caller": self.caller, "import_id": import_id, "file_hash": "0" * 64, "count": 1}
        rows = {"key": a_key("bring"), "first": 0, "rows": (FILE,), "last": True}
        await self._surely("command", ImportRows.model_validate(named | rows))
        await self._surely("command", ConfirmImport.model_validate(named | {"key": a_key("confirm the file")}))

    async def _surely(self, kind: str, asked: Request[AnswerT]) -> None:
        place = next(self.places[kind], None)
        if place is None:
            await self.scene.client.ask(asked)
            return
        for former in self.scene.crew.of("memory"):
            await former.kill()
        name, _, number = place.partition("=")
        armed = await self.scene.crew.start("memory", failpoints=f"{name}=kill:{number or 1}")
        await hurry(self.scene.servers)
        await self._ask_or_not_know(asked)
        await armed.died()
        self.killed += 1
        await self.scene.crew.start("memory")
        await hurry(self.scene.servers)
        await self.scene.client.ask(asked)  # as whoever had no answer does

    async def _ask_or_not_know(self, asked: Request[AnswerT]) -> None:
        with suppress(
            UncertainError, UnavailableError
        ):  # memory may die of what else was on its way, before it is asked
            await self.scene.client.ask(asked)


async def _lived(scene: Scene, places: Mapping[str, Sequence[str]]) -> tuple[Kept, int]:
    """What is kept of a life, and how often memory died in it."""
    caller = await new_person(scene.client)
    await scene.records.rows("delete from applied_command where person_id = $1", caller.person_id)  # has their token
    life = Life(scene, caller, {kind: iter(places.get(kind, ())) for kind in ("turn", "command", "erasure")})
    for said in TALK:
        await life.say(said)
    await life.by_hand("command", Verb.RESTORE, SHRIMP)
    await life.bring()
    await life.by_hand("erasure", Verb.ERASE, SHRIMP)
    await eventually(scene.records.all_done)

    async def nothing_waits() -> bool:
        return await scene.records.rows("select from outbox where person_id = $1", caller.person_id) == []

    async def all_is_in_the_index() -> bool:
        waits = "select from assertion where person_id = $1 and force = 'committed' and edition = 0"
        return await scene.records.rows(waits, caller.person_id) == []

    await eventually(nothing_waits)
    await eventually(all_is_in_the_index)
    kept = await kept_of(scene.records, caller.person_id)
    return {table: rows for table, rows in all_unlooked(kept).items() if table in REMEMBERED}, life.killed


@pytest.fixture(scope="module")
async def scene(servers: Servers, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Scene]:
    async with a_scene(servers, tmp_path_factory.mktemp("lives")) as scene:
        await scene.crew.start_all()
        await hurry(servers)
        yield scene


@pytest.fixture(scope="module")
async def undisturbed(scene: Scene) -> Kept:
    kept, killed = await _lived(scene, {})
    assert killed == 0
    assert any("You play the cello." in row and '"committed"' in row for row in kept["assertion"])
    assert not any("shrimp" in row for rows in kept.values() for row in rows)
    return kept


@pytest.mark.parametrize("first", range(sized(1, len(IN_ERASURES))))
async def test_a_life_with_kills_leaves_what_a_life_without_any_leaves(
    scene: Scene, undisturbed: Kept, first: int
) -> None:
    """In each act memory is killed at another place; each of the lives begins elsewhere among them."""
    places = {
        "turn": [IN_TURNS[(3 * first + number) % len(IN_TURNS)] for number in range(len(TALK))],
        "command": [IN_COMMANDS[(first + number) % len(IN_COMMANDS)] for number in range(3)],
        "erasure": [IN_ERASURES[first]],
    }
    kept, killed = await _lived(scene, places)
    assert killed == len(TALK) + 3 + 1
    assert {table: rows for table, rows in kept.items() if rows != undisturbed[table]} == {}
