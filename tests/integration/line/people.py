"""Persons who talk to the line through the typed client, as a gateway would."""

from uuid import UUID, uuid4

from shared.client.feeds import ReplyPart
from shared.client.holdfast_client import HoldfastClient
from shared.contracts.envelope import Caller, Key
from shared.contracts.ids import line_id
from shared.contracts.notices import Closed, Failed
from shared.contracts.requests.people import AddEngagement, AddPerson
from shared.contracts.requests.turns import Converse, GetTurn, TurnView
from shared.contracts.turns import Channel
from shared.settings import DEFAULT_TENANT


def a_key(value: str | None = None) -> Key:
    return Key(value=value or str(uuid4()), body_hash="the body")


async def new_person(client: HoldfastClient, *, companion: str = "Companion") -> Caller:
    added = await client.ask(AddPerson(tenant_id=DEFAULT_TENANT, key=a_key(), companion_name=companion))
    return Caller(tenant_id=DEFAULT_TENANT, person_id=added.person_id)


async def new_project(client: HoldfastClient, caller: Caller, title: str) -> UUID:
    return (await client.ask(AddEngagement(caller=caller, key=a_key(), title=title))).engagement_id


def a_line(
    caller: Caller, text: str, *, key: str | None = None, project: UUID | None = None, channel: Channel = Channel.API
) -> Converse:
    return Converse(
        caller=caller,
        line_id=line_id(caller.person_id, key or str(uuid4())),
        body_hash=text,
        text=text,
        project_id=project,
        channel=channel,
    )


async def heard(client: HoldfastClient, line: Converse) -> list[ReplyPart]:
    """All events of the reply to a line."""
    return [event async for event in client.converse(line)]


async def closed(client: HoldfastClient, line: Converse) -> Closed:
    """The reply to a line, which must have one."""
    last = (await heard(client, line))[-1]
    assert isinstance(last, Closed), last
    return last


async def failed(client: HoldfastClient, line: Converse) -> Failed:
    """The honest sentence instead of a reply."""
    last = (await heard(client, line))[-1]
    assert isinstance(last, Failed), last
    return last


async def view_of(client: HoldfastClient, line: Converse) -> TurnView:
    """How the turn that answers a line stands."""
    return await client.ask(GetTurn(caller=line.caller, line_id=line.line_id))
