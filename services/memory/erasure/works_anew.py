"""Background work that read what goes begins anew: without what it read, and under an id that no copy of it bears."""

from collections.abc import Sequence
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncConnection

from services.memory.erasure.ledger_entry import LONG, ErasureContext
from services.memory.store.database import run_for_one, run_statement
from shared.contracts.envelope import Caller
from shared.contracts.ids import new_id


async def renew_works(connection: AsyncConnection, who: Caller, begun: ErasureContext) -> None:
    """All of a person's: which of it read what, nobody has noted."""
    person = {"person_id": who.person_id}
    ids = [row["id"] for row in await run_statement(connection, "erasure/list_works", person, seconds=LONG)]
    parameters = {**person, "ids": ids, "anew": [new_id() for _ in ids], "now": begun.now}
    begun.count(await run_for_one(connection, "erasure/renew_works", parameters, seconds=LONG))
    begun.works.extend(ids)


async def drop_works(
    connection: AsyncConnection, who: Caller, begun: ErasureContext, conversations: Sequence[UUID] | None = None
) -> None:
    """What is about these conversations, or about anything, ends."""
    parameters = {
        "person_id": who.person_id,
        "conversations": None if conversations is None else list(conversations),
    }
    found = await run_for_one(connection, "erasure/drop_works", parameters, seconds=LONG)
    if found is not None:
        begun.works.extend(found["works"])
        begun.count({"work_in_progress": found["work_in_progress"]})
