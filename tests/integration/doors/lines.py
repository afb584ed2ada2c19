"""Lines to hand in, and what was heard, in short."""

from uuid import uuid4

from shared.client.feeds import ReplyPart
from shared.client.holdfast_client import HoldfastClient
from shared.contracts.envelope import Caller
from shared.contracts.ids import line_id
from shared.contracts.notices import Piece
from shared.contracts.requests.turns import Converse
from shared.contracts.turns import Channel


def said(caller: Caller, text: str = "Hello", key: str | None = None) -> Converse:
    return Converse(
        caller=caller, line_id=line_id(caller.person_id, key or str(uuid4())), body_hash=text, text=text,
        project_id=None, channel=Channel.API,
    )  # fmt: skip


def shown(events: list[ReplyPart]) -> list[str]:
    return [event.text if isinstance(event, Piece) else event.event for event in events]


async def whole(client: HoldfastClient, line: Converse) -> list[ReplyPart]:
    return [event async for event in client.converse(line)]
