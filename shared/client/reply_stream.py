"""The reply to one line, followed to its end whatever is lost on the way."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from typing import Self
from uuid import UUID

from shared.client.feeds import Cursor, Heard, Listener, ReplyPart, Telling
from shared.contracts.errors import HoldfastError
from shared.contracts.notices import Changed, Closed, Failed, Started
from shared.contracts.requests.turns import TurnView

SILENCE_SECONDS = 5.0
"""After this long without an event, memory is asked how the turn stands: the net for every event that was lost."""

GONE = "gone"
GONE_DETAIL = "This was answered off the record, and nothing of it is kept."

Look = Callable[[UUID | None], Awaitable[TurnView]]
"""How does the turn stand? With None: the turn that answers our line, whichever it is."""
Recall = Callable[[UUID], Awaitable[list[Heard]]]
"""The events of a turn's reply that the broker still holds."""


class ReplyStream:
    """The events of one reply, in order and once each."""

    def __init__(
        self, listener: Listener, look: Look, recall: Recall, *, seconds: float, line_id: UUID | None = None
    ) -> None:
        self.turn_id: UUID | None = None
        """The turn that answers; not known while the line waits behind another turn."""
        self._line_id = line_id
        self._listener = listener
        self._look = look
        self._recall = recall
        self._deadline = asyncio.get_running_loop().time() + seconds
        self._telling = Telling()
        self._heard_the_start = False

    def new(self, turn_id: UUID | None) -> Self:
        """For a line that was handed in just now: no event of its turn came before this listener."""
        self.turn_id = turn_id
        self._heard_the_start = turn_id is not None
        return self

    def resumed(self, turn_id: UUID | None, after: Cursor | None = None) -> Self:
        """For a turn that may have begun: what was said already is looked up first, and told from the cursor on."""
        self.turn_id = turn_id
        if after is not None:
            self._telling = Telling.after(after)
        return self

    def end_in(self, seconds: float) -> None:
        """Waits no longer than this from now on."""
        self._deadline = min(self._deadline, asyncio.get_running_loop().time() + seconds)
        self._listener.wake()

    @property
    def over(self) -> bool:
        """Whether `closed` or `failed` was told."""
        return self._telling.over

    async def end(self) -> Heard | None:
        """Waits for `closed` or `failed`; None when the time is over first."""
        last = None
        async for told in self.batches():
            last = told[-1] if told else last
        return last if self.over else None

    async def view(self) -> TurnView:
        """How the turn stands."""
        return await self._look(self.turn_id)

    async def batches(self) -> AsyncGenerator[list[Heard], None]:
        """The events, as many as came together; none at a silence, so that who listens can say it is still there.

        Ends with `closed` or `failed`, or without them when the time is over.
        """
        if self.turn_id is not None and not self._heard_the_start and (told := await self._ask_how_it_stands()):
            yield told
        while not self._telling.over and not self._listener.ended and (left := self._left()) > 0:
            heard = await self._listener.next(min(SILENCE_SECONDS, left))
            if not heard:
                yield []
            told = await (self._take_all(heard) if heard else self._ask_how_it_stands())
            if told:
                yield told

    def _left(self) -> float:
        return self._deadline - asyncio.get_running_loop().time()

    async def _take_all(self, heard: list[Heard]) -> list[Heard]:
        return [told for event in heard for told in await self._take(event)]

    async def _take(self, heard: Heard) -> list[Heard]:
        if isinstance(heard.event, Changed) or not self._is_ours(heard.event):
            return []
        earlier = await self._recalled() if self._telling.misses_before(heard.event) else []
        return [*earlier, *self._telling.tell(heard)]

    def _is_ours(self, event: ReplyPart) -> bool:
        if self.turn_id is None and isinstance(event, Started | Closed | Failed) and self._line_id in event.covers:
            self.turn_id = event.turn_id
            self._heard_the_start = True
        return event.turn_id == self.turn_id

    async def _ask_how_it_stands(self) -> list[Heard]:
        try:
            view = await self.view()
        except HoldfastError:
            return []  # memory is away: only the deadline ends the waiting for what it has accepted
        if view.turn_id is None:
            return []
        self.turn_id = view.turn_id
        return [*([] if self._heard_the_start else await self._catch_up(view)), *await self._end_of(view)]

    async def _catch_up(self, view: TurnView) -> list[Heard]:
        self._heard_the_start = True
        started = Started(turn_id=view.turn_id, covers=view.covers) if view.turn_id else None
        return [*(self._telling.tell(Heard.of(started)) if started else ()), *await self._recalled()]

    async def _recalled(self) -> list[Heard]:
        recalled = await self._recall(self.turn_id) if self.turn_id else []
        # No end among them: a turn that was replayed has an old one there. The true one is in the view, or still comes.
        said = [heard for heard in recalled if not isinstance(heard.event, Closed | Failed)]
        return [told for heard in said for told in self._telling.tell(heard)]

    async def _end_of(self, view: TurnView) -> tuple[Heard, ...]:
        end = view.closed or view.failed
        if end is None:
            return ()
        if view.off_the_record and view.closed is not None:
            return self._telling.tell(await self._unrecorded_end(view.closed))
        return self._telling.tell(Heard.of(end))

    async def _unrecorded_end(self, closed: Closed) -> Heard:
        """The broker alone has the reply, and for a minute."""
        recalled = await self._recall(closed.turn_id)
        gone = Failed(turn_id=closed.turn_id, covers=closed.covers, code=GONE, detail=GONE_DETAIL, saved=False)
        return next((heard for heard in recalled if isinstance(heard.event, Closed)), Heard.of(gone))
