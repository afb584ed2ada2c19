"""The two ways in which a history reaches the product: by the functions of its services, or through the door."""

import json
from dataclasses import dataclass, field
from uuid import UUID, uuid4

from services.classifier.understanding import classify_turn
from services.memory.chores.expire_held import expire_held
from services.memory.inflight.ending import load_turn
from services.memory.notebook import entries
from services.memory.notebook.commands import change_memory
from services.memory.people.account import add_engagement, change_me
from services.memory.turn.accept import accept_line
from services.memory.turn.close import close_turn
from services.memory.turn.open import open_turn
from services.memory.turn.perform import perform_turn
from services.memory.turn.questions import get_turn
from services.responder.replying import reply_to_turn
from services.router.routing import route_turn
from shared.contracts.assertions import Force
from shared.contracts.notices import Attempt, Closed
from shared.contracts.requests.notebook import ChangeAssertion, GetAssertion, ListAssertions, Verb
from shared.contracts.requests.people import AddEngagement, ChangeMe
from shared.contracts.requests.transfer import ImportState
from shared.contracts.requests.turns import GetTurn
from shared.contracts.turns import Turn
from shared.testing.scripted_model import ScriptedModel
from tests.acceptance.memory.house import House
from tests.acceptance.memory.person import Person
from tests.integration.line.eventually import eventually
from tests.integration.line.people import a_line
from tests.integration.memory.bringing import brought, confirmed
from tests.integration.memory.house import House as Memories
from tests.integration.memory.house import Inhabitant, a_key

FIRST = Attempt(1, 1, 1)
FENCES = b"a key for the fences of tests, 32"
EXPIRE = "expire"
OVERDUE = "update assertion set expires_at = now() - interval '1 s' where id = $1"


@dataclass
class ByFunctions:
    """Each step's function, one after the other, on a real database; without broker loops and without the door."""

    memories: Memories
    one: Inhabitant
    project_id: UUID
    model: ScriptedModel

    @classmethod
    async def moved_in(cls, memories: Memories, model: ScriptedModel) -> "ByFunctions":
        """Somebody new, with a project."""
        one = await memories.person()
        project = AddEngagement(caller=one.who, key=a_key(), title="Garden")
        return cls(memories, one, (await add_engagement(memories.memory, project)).engagement_id, model)

    async def say(self, text: str, *, in_project: bool) -> Closed:
        memory = self.memories.memory
        accepted = await accept_line(
            memory, a_line(self.one.who, text, project=self.project_id if in_project else None)
        )
        assert accepted.turn_id is not None
        async with memory.reading(self.one.who) as connection:
            stored = await load_turn(connection, self.one.who.person_id, accepted.turn_id)
        assert stored is not None
        await self._go_the_way(stored.as_offered())
        closed = (await get_turn(memory, GetTurn(caller=self.one.who, turn_id=accepted.turn_id))).closed
        assert closed is not None
        return closed

    async def _go_the_way(self, turn: Turn) -> None:
        memory = self.memories.memory
        opened = await open_turn(memory, turn, FIRST)
        assert opened is not None
        routed = await route_turn(await classify_turn(self.model, opened, FIRST), FIRST)
        performed = await perform_turn(memory, routed, FIRST)
        assert performed is not None
        await close_turn(memory, await reply_to_turn(self.model, FENCES, memory.broker, performed, FIRST), FIRST)

    async def act(self, verb: str, assertion_id: UUID) -> None:
        memory = self.memories.memory
        if verb == EXPIRE:
            await self.memories.do(OVERDUE, assertion_id)
            await expire_held(memory)
            return
        seen = await entries.get_assertion(memory, GetAssertion(caller=self.one.who, assertion_id=assertion_id))
        command = ChangeAssertion(
            caller=self.one.who,
            key=a_key(),
            assertion_id=assertion_id,
            verb=Verb(verb),
            version=seen.version,
            text_hash=seen.text_hash,
        )
        await change_memory(memory, command)

    async def write(self, *, on: bool) -> None:
        await change_me(self.memories.memory, ChangeMe(caller=self.one.who, key=a_key(), write=on))

    async def bring(self, content: str) -> tuple[ImportState, UUID]:
        file = await brought(self.memories, self.one, [json.dumps(_known_elsewhere(content))])
        page = await entries.list_assertions(self.memories.memory, ListAssertions(caller=self.one.who, q=content))
        return file, page.assertions[0].assertion_id

    async def agree_to(self, file: ImportState) -> None:
        await confirmed(self.memories, self.one, file)

    async def forces(self) -> dict[str, str]:
        page = await entries.list_assertions(self.memories.memory, ListAssertions(caller=self.one.who, limit=100))
        return {one.content: one.force.value for one in page.assertions}


@dataclass
class ByTheDoor:
    """The whole way: HTTP, the broker, every service."""

    house: House
    person: Person
    project_id: UUID
    model: ScriptedModel = field(init=False)

    def __post_init__(self) -> None:
        self.model = self.house.model

    @classmethod
    async def moved_in(cls, house: House) -> "ByTheDoor":
        """Somebody new, with a project."""
        person = await house.person()
        return cls(house, person, await person.project("Garden"))

    async def say(self, text: str, *, in_project: bool) -> Closed:
        return await self.person.say(text, self.project_id if in_project else None)

    async def act(self, verb: str, assertion_id: UUID) -> None:
        if verb != EXPIRE:
            await self.person.act(verb, await self.person.memory(assertion_id))
            return
        await self.house.do(OVERDUE, assertion_id)

        async def gone() -> bool:
            return (await self.person.memory(assertion_id)).force is Force.RETRACTED

        await eventually(gone)

    async def write(self, *, on: bool) -> None:
        await self.person.set(write=on)

    async def bring(self, content: str) -> tuple[ImportState, UUID]:
        document = {"holdfast_export": 1, "engagements": [], "assertions": [_known_elsewhere(content)]}
        file = await self.person.bring(json.dumps(document).encode())
        (one,) = [one for one in await self.person.memories() if one.content == content]
        return file, one.assertion_id

    async def agree_to(self, file: ImportState) -> None:
        answer = await self.person.confirm_import(file)
        assert answer.is_success, answer.text

    async def forces(self) -> dict[str, str]:
        return {one.content: one.force.value for one in await self.person.memories()}


def _known_elsewhere(content: str) -> dict[str, str]:
    """A row of an export."""
    return {"assertion_id": str(uuid4()), "content": content, "force": "committed"}
