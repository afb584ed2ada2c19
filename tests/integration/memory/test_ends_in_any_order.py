"""Whatever happens to conversations, in any order: two are never open, and nothing is kept but what was confirmed."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import timedelta
from uuid import UUID

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from services.memory.chores.end_conversations import end_conversations
from services.memory.conversations import change_conversation as changing
from services.memory.conversations.conversation_moves import CONVERSATION_MOVES
from services.memory.conversations.show_conversations import list_conversations
from services.memory.erasure.conversation_out import erase_one_conversation
from shared.contracts.errors import HoldfastError
from shared.contracts.requests.conversations import (
    ConversationStatus,
    ConversationVerb,
    ConversationView,
    EndedAs,
    ListConversations,
)
from shared.contracts.requests.erasure import EraseOneConversation
from tests.integration.memory.a_turn import closed, opened, performed
from tests.integration.memory.house import House, Inhabitant, a_key
from tests.integration.memory.talk_that_ends import decided, looked_at, move, thought
from tests.tiers import sized

pytestmark = pytest.mark.row("C1", "C2")
DOORS = {verb.value: verb for verb in ConversationVerb}
OTHERS = ("crash", "write", "think", "look", "erase", "expire")
OFTEN = ("write", "close", "think", "think", "confirm", "crash")
"""What leads anywhere."""
STEPS = st.tuples(st.sampled_from([*DOORS, *OTHERS, *OFTEN, *OFTEN]), st.integers(min_value=0, max_value=2))
EMPTY = (ConversationStatus.ACTIVE, ConversationStatus.ARCHIVED)
"""Of a conversation in which nothing was said."""
ALLOWED = {(before, after) for (before, _), after in CONVERSATION_MOVES.items()} | {EMPTY}
LATER = timedelta(days=8)


@dataclass
class Life:
    """A person who does all this, and what they were shown."""

    house: House
    one: Inhabitant
    drafts: int = 0
    told: list[str] = field(default_factory=list)

    async def conversations(self) -> list[ConversationView]:
        found = await list_conversations(self.house.memory, ListConversations(caller=self.one.who))
        return list(reversed(found.conversations))

    async def do(self, what: str, place: int, monkeypatch: pytest.MonkeyPatch) -> None:
        views = await self.conversations()
        if not views or what == "write":
            await self.write()
            return
        one = replace(self.one, conversation_id=views[min(place, len(views) - 1)].conversation_id)
        if what == "crash":
            with monkeypatch.context() as patched:
                patched.setattr(changing, "finish_compressing", _dies)
                await self.confirm(one)
        elif what == ConversationVerb.CONFIRM:
            await self.confirm(one)
        elif what in DOORS:
            await move(self.house, one, DOORS[what])
        elif what == "think":
            self.drafts += 1
            self.told.append(f"You meant number {self.drafts} of it.")
            await thought(self.house, one, decided(), narrative=self.told[-1], conversation_id=one.conversation_id)
        elif what == "look":
            await looked_at(self.house, one)
        elif what == "erase":
            wanted = EraseOneConversation(
                caller=one.who, key=a_key(), conversation_id=one.conversation_id, memories="keep"
            )
            await erase_one_conversation(self.house.memory, wanted)
        else:
            now = self.house.memory.clock
            await end_conversations(replace(self.house.memory, clock=lambda: now() + LATER))

    async def confirm(self, one: Inhabitant) -> None:
        draft = (await looked_at(self.house, one)).draft
        await move(self.house, one, ConversationVerb.CONFIRM, version=draft.version if draft else 1)

    async def write(self) -> None:
        turn = await opened(self.house, self.one, "I wonder what we meant.")
        done = await performed(self.house, turn, "quotes", "history")
        await closed(self.house, done)
        prompt = done.model_dump_json()
        assert not [text for text in await self.held() if text in prompt]

    async def held(self) -> list[str]:
        rows = await self.house.records.rows(
            "select content from assertion where person_id = $1 and kind = 'narrative' and force = 'held'",
            self.one.who.person_id,
        )
        return [row["content"] for row in rows]


async def _dies(*_: object) -> None:
    """The process is gone between the two transactions."""


def statuses(views: list[ConversationView]) -> Mapping[UUID, ConversationStatus]:
    return {view.conversation_id: view.status for view in views}


@settings(
    max_examples=sized(6, 40),
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(steps=st.lists(STEPS, min_size=20, max_size=40))
async def test_in_any_order_two_are_never_open_and_nothing_is_kept_unasked(
    house: House, monkeypatch: pytest.MonkeyPatch, steps: list[tuple[str, int]]
) -> None:
    life = Life(house, await house.person())
    await life.write()
    before = statuses(await life.conversations())
    for what, place in steps:
        try:
            await life.do(what, place, monkeypatch)
        except HoldfastError:
            assert statuses(await life.conversations()) == before
        views = await life.conversations()
        now = statuses(views)
        assert sum(status in ("active", "ready_to_close") for status in now.values()) <= 1
        moved = {(was, now[one]) for one, was in before.items() if one in now and now[one] is not was}
        assert what == "erase" or moved <= ALLOWED, (what, moved)
        confirmed = [view for view in views if view.kept is EndedAs.CONFIRMED]
        assert all(len(view.memories) == 1 for view in confirmed)
        before = now
    written = await house.records.rows(
        "select assertion_id from assertion_history where person_id = $1 and verb = 'write'", life.one.who.person_id
    )
    assert len(written) == len({row["assertion_id"] for row in written})
