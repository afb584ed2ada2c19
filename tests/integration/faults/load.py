"""Persons who talk without a pause while something breaks, and what each of their lines came to."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from uuid import UUID

from shared.client.feeds import ReplyPart
from shared.contracts.envelope import Caller
from shared.contracts.errors import HoldfastError
from shared.contracts.notices import Closed, Piece
from shared.contracts.requests.turns import Converse
from tests.integration.line.eventually import eventually
from tests.integration.line.people import a_line, new_person
from tests.integration.line.scene import Scene

TEXT = "I had a long day."


class Load:
    """Each person says the next line when the last one was answered or refused; what was refused is not said again."""

    def __init__(self, scene: Scene, callers: list[Caller]) -> None:
        self.refused: list[tuple[Converse, HoldfastError]] = []
        self.ended: list[tuple[Converse, ReplyPart]] = []
        self.speaking: set[UUID] = set()
        """Whose reply is in mid-stream."""
        self._scene = scene
        self._callers = callers
        self._enough = asyncio.Event()

    async def talk(self) -> None:
        await asyncio.gather(*(self._talk(caller) for caller in self._callers))

    def stop(self) -> None:
        """Everybody finishes what they are saying."""
        self._enough.set()

    async def answers_more(self, count: int = 20) -> None:
        """Waits until so many more lines were answered."""
        wanted = len(self.ended) + count

        async def are_answered() -> bool:
            return len(self.ended) >= wanted

        await eventually(are_answered, 60)

    async def is_in_mid_stream(self) -> None:
        """Waits until somebody has heard a part of a reply and not its end."""

        async def somebody_listens() -> bool:
            return len(self.speaking) > 1

        await eventually(somebody_listens)

    async def _talk(self, caller: Caller) -> None:
        while not self._enough.is_set():
            line = a_line(caller, TEXT)
            try:
                async for event in self._scene.client.converse(line):
                    last = event
                    (self.speaking.add if isinstance(event, Piece) else self.speaking.discard)(caller.person_id)
            except HoldfastError as error:
                self.refused.append((line, error))
            else:
                self.ended.append((line, last))

    async def check(self) -> None:
        """Whatever was accepted is answered once, and what was said about the rest is true."""
        await eventually(self._scene.records.all_done, 60)
        assert [event for _, event in self.ended if not isinstance(event, Closed)] == []
        stored = {row["id"] for row in await self._scene.records.rows("select id from line")}
        assert {line.line_id for line, _ in self.ended} <= stored
        assert {error.saved for _, error in self.refused} <= {"false", "unknown"}
        assert not stored & {line.line_id for line, error in self.refused if error.saved == "false"}
        assert await self._scene.records.failed_turns() == []
        assert await self._scene.records.dead_letters() == []
        assert '"event": "dead_letter' not in self._scene.crew.said  # nor one that could not even be stored
        await self._each_line_has_one_reply()

    async def _each_line_has_one_reply(self) -> None:
        wrong = await self._scene.records.rows(
            "select t.id from turn t where"
            " (select count(*) from message m where m.turn_id = t.id and m.role = 'companion') <> 1 or"
            " (select count(*) from message m where m.turn_id = t.id and m.role = 'person') <>"
            " (select count(*) from line l where l.turn_id = t.id)"
        )
        assert wrong == []


@asynccontextmanager
async def under_load(scene: Scene, persons: int = 8) -> AsyncIterator[Load]:
    """While the block runs, they talk; afterwards all that they said must have come to its end."""
    load = Load(scene, [await new_person(scene.client) for _ in range(persons)])
    talking = asyncio.create_task(load.talk())
    try:
        await load.answers_more()
        yield load
    finally:
        load.stop()
        await talking
    await load.check()
