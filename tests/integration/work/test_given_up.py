"""What no step can handle is a dead letter, and its work has failed, is said so, and can be given another life."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from uuid import UUID, uuid4

import nats
import pytest
from nats.js import JetStreamContext

from shared.contracts.envelope import Caller
from shared.contracts.pipeline import WORK, work_subject
from shared.contracts.requests.conversations import GetConversation
from shared.contracts.requests.erasure import EraseMe
from shared.contracts.requests.ops import DeadLetterView, ListDeadLetters, ListWork, ReplayDeadLetter, WorkState
from shared.contracts.work import MOST_FORM_BYTES
from tests.integration.faults.hurry import as_memory
from tests.integration.line.eventually import eventually
from tests.integration.line.people import a_key, new_person
from tests.integration.line.scene import Scene, a_scene
from tests.integration.work.works import a_result, a_talk, closing, ended, row_of, subjects_on_the_line
from tests.servers import Servers

pytestmark = pytest.mark.row("C4", "P6")


@pytest.fixture(scope="module")
async def scene(servers: Servers, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Scene]:
    async with a_scene(servers, tmp_path_factory.mktemp("given-up")) as scene:
        await scene.crew.start_all("memory", "classifier", "router", "responder", "workers")
        yield scene


@pytest.fixture
async def who(scene: Scene) -> AsyncIterator[Caller]:
    yield await new_person(scene.client)
    await scene.crew.stop("reflector")


@asynccontextmanager
async def as_user(servers: Servers, user: str) -> AsyncIterator[JetStreamContext]:
    """The broker, as this user may use it."""
    connection = await nats.connect(servers.nats_url(user), inbox_prefix=f"_INBOX.{user}".encode())
    try:
        yield connection.jetstream()
    finally:
        await connection.close()


async def put(scene: Scene, user: str, step: str, work_id: UUID, body: bytes) -> None:
    """One message more."""
    async with as_user(scene.servers, user) as js:
        subject = work_subject("compression", step, work_id)
        await js.publish(subject, body, stream=WORK, headers={"Nats-Msg-Id": str(uuid4())})


async def _waits_for_a_reflector(scene: Scene, who: Caller) -> UUID:
    """A work that is gathered, and that nobody thinks about."""
    work_id = await closing(scene, who, await a_talk(scene, who))

    async def is_gathered() -> bool:
        return bool(work_subject("compression", "extract", work_id) in await subjects_on_the_line(scene.servers))

    await eventually(is_gathered)
    return work_id


async def _letter_of(scene: Scene, work_id: UUID) -> DeadLetterView:
    letters = (await scene.client.ask(ListDeadLetters())).dead_letters
    (letter,) = [letter for letter in letters if letter.work_id == work_id]
    return letter


@pytest.mark.parametrize("body", [b"not a form", b" " * (MOST_FORM_BYTES + 1)], ids=["unreadable", "too large"])
async def test_a_message_that_is_bad_fails_its_work_and_a_replay_gives_it_another_life(
    scene: Scene, who: Caller, body: bytes
) -> None:
    work_id = await _waits_for_a_reflector(scene, who)
    async with as_memory(scene.servers) as js:
        await js.purge_stream(WORK, subject=work_subject("compression", "extract", work_id))
    await put(scene, "workers", "extract", work_id, body)
    await scene.crew.start("reflector")

    row = await ended(scene, work_id)
    assert (row["state"], row["form"]) == ("failed", None)
    assert row["reason"].startswith("extract: The request does not fit its form")
    letter = await _letter_of(scene, work_id)
    assert (letter.turn_id, letter.step, letter.attempts) == (None, "extract", 1)
    view = await scene.client.ask(GetConversation(caller=who, conversation_id=row["subject_id"]))
    assert view.progress is not None
    assert view.progress.failed
    failed = (await scene.client.ask(ListWork(state=WorkState.FAILED))).works
    assert work_id in {work.work_id for work in failed}

    replayed = await scene.client.ask(ReplayDeadLetter(dead_letter_id=letter.dead_letter_id))
    assert (replayed.turn_id, replayed.work_id) == (None, work_id)
    row = await ended(scene, work_id)
    assert (row["state"], row["attempt"]) == ("done", 2)
    assert (await _letter_of(scene, work_id)).replayed_at is not None


async def test_a_result_that_is_too_large_is_bad_and_not_an_outage(scene: Scene, who: Caller) -> None:
    work_id = await _waits_for_a_reflector(scene, who)
    large = a_result(await row_of(scene, work_id), "extract").model_dump_json().encode() + b" " * MOST_FORM_BYTES
    await put(scene, "reflector", "done", work_id, large)
    row = await ended(scene, work_id)
    assert (row["state"], row["reason"]) == ("failed", "done: The request does not fit its form (size).")


async def test_a_result_of_an_earlier_life_changes_nothing_whoever_says_it(scene: Scene, who: Caller) -> None:
    work_id = await _waits_for_a_reflector(scene, who)
    before = await row_of(scene, work_id)
    old = a_result(before, "extract", attempt=before["attempt"] + 1, thought_by=()).model_dump_json().encode()
    stale = len(_stale_of(scene, work_id))
    await put(scene, "reflector", "done", work_id, old)

    async def was_met() -> bool:
        return len(_stale_of(scene, work_id)) > stale

    await eventually(was_met)
    assert await row_of(scene, work_id) == before


def _stale_of(scene: Scene, work_id: UUID) -> list[dict[str, object]]:
    (workers,) = scene.crew.of("workers")
    return [record for record in workers.records("stale") if record.get("work_id") == str(work_id)]


async def test_nobody_answers_for_a_step_that_is_memorys(scene: Scene, who: Caller) -> None:
    work_id = await _waits_for_a_reflector(scene, who)
    forged = a_result(await row_of(scene, work_id), "store").model_dump_json().encode()
    await put(scene, "reflector", "done", work_id, forged)
    row = await ended(scene, work_id)
    assert (row["state"], row["reason"]) == ("failed", "done: The request does not fit its form (step).")


async def test_nothing_is_on_its_way_of_somebody_who_was_erased(scene: Scene, who: Caller) -> None:
    work_id = await _waits_for_a_reflector(scene, who)
    await scene.client.ask(EraseMe(caller=who, key=a_key()), seconds=20)
    assert await scene.records.rows("select from work where id = $1", work_id) == []

    async def is_cleared() -> bool:
        return not any(str(work_id) in subject for subject in await subjects_on_the_line(scene.servers))

    await eventually(is_cleared)
    reflector = await scene.crew.start("reflector")  # and nothing comes to it
    other = await new_person(scene.client)
    row = await ended(scene, await closing(scene, other, await a_talk(scene, other)))
    assert row["state"] == "done"
    assert reflector.records("dead_letter") == []
    assert await scene.records.rows("select from work where id = $1", work_id) == []
