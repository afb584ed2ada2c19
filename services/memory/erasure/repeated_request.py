"""A person who is gone asks once more, because no answer came: the ledger knows a hash of the key, and nothing else."""

import hashlib
import json

from sqlalchemy.ext.asyncio import AsyncConnection

from services.memory.erasure.verification import ErasureRecord
from services.memory.store.database import run_for_one
from shared.contracts.envelope import Caller, Key
from shared.contracts.errors import KeyReusedError


def asked_with(who: Caller, key: Key | None) -> dict[str, str]:
    """What the ledger keeps of the key of a person's erasure."""
    return {} if key is None else {"key": _hashed(who, key), "body": key.body_hash}


async def said_farewell(connection: AsyncConnection, who: Caller, key: Key) -> ErasureRecord | None:
    """The erasure of the person that was asked for with this key."""
    row = await run_for_one(connection, "erasure/find_person_in_ledger", {"person_id": who.person_id})
    if row is None or row["key"] != _hashed(who, key):
        return None
    if row["body"] != key.body_hash:
        raise KeyReusedError
    removed = json.loads(row["removed"])
    return ErasureRecord(
        receipt_id=row["id"], scope="person", at=row["created_at"], removed=removed, ids=(who.person_id,)
    )


def _hashed(who: Caller, key: Key) -> str:
    return hashlib.sha256(f"{who.person_id} {key.value}".encode()).hexdigest()
