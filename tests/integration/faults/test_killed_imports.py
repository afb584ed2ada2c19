"""The worker dies in the middle of a long import: the next one goes on with it, and each row comes once."""

import hashlib
import json
from uuid import UUID, uuid5

import pytest

from shared.contracts.envelope import Caller
from shared.contracts.requests.notebook import GetImport
from shared.contracts.requests.transfer import ConfirmImport, ImportRows, ImportState
from tests.integration.line.eventually import eventually
from tests.integration.line.people import a_key, new_person
from tests.integration.line.scene import Scene

pytestmark = pytest.mark.row("S6", "P4")
ROWS = 3_000
AT_ONCE = 200


async def _sent(scene: Scene, who: Caller) -> ImportState:
    rows = [
        json.dumps({"assertion_id": str(UUID(int=n + 1)), "content": f"You like number {n}.", "force": "committed"})
        for n in range(ROWS)
    ]
    file_hash = hashlib.sha256("".join(rows).encode()).hexdigest()
    for first in range(0, ROWS, AT_ONCE):
        message = ImportRows(
            caller=who,
            key=a_key(),
            import_id=uuid5(who.person_id, file_hash),
            file_hash=file_hash,
            count=ROWS,
            first=first,
            rows=tuple(rows[first : first + AT_ONCE]),
            last=first + AT_ONCE >= ROWS,
        )
        state = await scene.client.ask(message)
    return state


async def _killed_in_the_middle(scene: Scene, who: Caller, state: ImportState, status: str) -> ImportState:
    """A worker takes it on, dies when some of it is done, and another one brings it to its end."""

    async def stands() -> ImportState:
        return await scene.client.ask(GetImport(caller=who, import_id=state.import_id))

    async def has_begun() -> bool:
        return (await stands()).done > 0

    async def is_through() -> bool:
        return (await stands()).status not in ("landing", "restoring")

    worker = await scene.crew.start("workers")
    await eventually(has_begun)
    await worker.kill()
    in_the_middle = await stands()
    assert in_the_middle.status == status
    assert 0 < in_the_middle.done < in_the_middle.total == ROWS
    await scene.crew.start("workers")
    await eventually(is_through, seconds=60)
    for worker in scene.crew.of("workers"):
        await worker.kill()
    return await stands()


async def test_each_row_comes_once_though_the_worker_is_killed(scene: Scene) -> None:
    await scene.crew.start("memory")
    who = await new_person(scene.client)
    state = await _sent(scene, who)
    assert (state.status, state.done) == ("landing", 0)
    landed = await _killed_in_the_middle(scene, who, state, "landing")
    assert (landed.status, landed.skipped) == ("held", 0)
    numbers = await scene.records.rows("select display_number from assertion order by display_number")
    assert [row["display_number"] for row in numbers] == list(range(1, ROWS + 1))
    assert await scene.records.value("select count(*) from audit where verb = 'import'") == ROWS

    yes = ConfirmImport(
        caller=who, key=a_key(), import_id=state.import_id, file_hash=state.file_hash, count=state.count
    )
    begun = await scene.client.ask(yes)
    assert (begun.status, begun.done, begun.total) == ("restoring", 0, ROWS)
    restored = await _killed_in_the_middle(scene, who, state, "restoring")
    assert restored.status == "confirmed"
    assert await scene.records.value("select count(*) from assertion where force = 'committed'") == ROWS
    assert await scene.records.value("select count(*) from audit where verb = 'confirm import'") == ROWS
    assert await scene.records.value("select count(*) from import_row") == 0
