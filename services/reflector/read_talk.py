"""The transcript that a work is about, read from memory page by page: masked at that moment, and carried nowhere."""

from shared.bus.broker import Bus
from shared.client.ask_memory import ask_memory
from shared.contracts.errors import WorkIsOverError
from shared.contracts.work import GatheredWork, GetTalkPage, TalkTurn


async def read_talk(bus: Bus, work: GatheredWork) -> tuple[TalkTurn, ...] | None:
    """All of it, oldest first; nothing once the work is over, and then nobody needs what would be thought."""
    turns = list[TalkTurn]()
    try:
        for n in range(work.pages):
            page = await ask_memory(bus, GetTalkPage(work_id=work.work_id, attempt=work.attempt, n=n))
            turns.extend(page.turns)
    except WorkIsOverError:
        return None
    return tuple(turns)
