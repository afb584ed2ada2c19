# ruff: noqa: INP001, T201  # an example is a script, and shows what it does
"""A gateway of your own: whose token is it, hand in a line, show the reply as it comes, look something up.

    export HOLDFAST_NATS_URL=nats://gateway:SECRET@127.0.0.1:4222 HOLDFAST_TOKEN=…
    python docs/examples/other_gateway.py "Hello"

A real one keeps one client for all its people, and gives each line a key that its own retries repeat.
"""

import asyncio
import hashlib
import os
import sys
from contextlib import aclosing
from uuid import uuid4

from shared.client.holdfast_client import HoldfastClient
from shared.contracts.envelope import Caller
from shared.contracts.errors import HoldfastError
from shared.contracts.ids import line_id
from shared.contracts.notices import Closed, Failed, Piece, Restarted
from shared.contracts.requests.people import GetMe, WhoIs
from shared.contracts.requests.turns import Converse
from shared.contracts.turns import Channel


async def who_calls(client: HoldfastClient, token: str) -> Caller:
    """The person of a token; the token itself stays here."""
    identity = await client.ask(WhoIs(token_digest=hashlib.sha256(token.encode()).hexdigest()))
    if identity.person_id is None:
        raise SystemExit("This token is not a person's.")
    return Caller(tenant_id=identity.tenant_id, person_id=identity.person_id)


def line_of(caller: Caller, text: str, key: str) -> Converse:
    """The line, as memory takes it. The same key with the same text is the same line, however often it is sent."""
    return Converse(
        caller=caller,
        line_id=line_id(caller.person_id, key),
        body_hash=hashlib.sha256(text.encode()).hexdigest(),
        text=text,
        project_id=None,
        channel=Channel.API,
    )


async def converse(client: HoldfastClient, line: Converse) -> None:
    """Shows one reply, piece by piece."""
    async with aclosing(client.converse(line)) as events:
        async for event in events:
            match event:
                case Piece():
                    print(event.text, end="", flush=True)
                case Restarted():
                    print("\n(once more)")
                case Closed():
                    print(f"\n[{event.intent}, {event.action}]")
                case Failed():
                    print(f"\n{event.detail} (saved: {event.saved})")


async def main(text: str) -> None:
    """One line, one reply, one question."""
    client = await HoldfastClient.connect(os.environ["HOLDFAST_NATS_URL"], "gateway")
    try:
        caller = await who_calls(client, os.environ["HOLDFAST_TOKEN"])
        await converse(client, line_of(caller, text, str(uuid4())))
        me = await client.ask(GetMe(caller=caller))
        print(f"That was {me.companion_name}, in {me.settings.language}.")
    except HoldfastError as error:
        print(f"{error} (saved: {error.saved})", file=sys.stderr)
    finally:
        await client.close()


if __name__ == "__main__":
    asyncio.run(main(" ".join(sys.argv[1:]) or "Hello"))
