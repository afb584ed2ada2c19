"""What fails is tried again; what fails always becomes a dead letter, and the person hears an honest sentence."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from shared.bus.delivery import TurnT
from shared.bus.step_service import Stage, step_service
from shared.contracts.envelope import Caller
from shared.contracts.errors import NotAllowedNowError
from shared.contracts.notices import Attempt
from shared.contracts.pipeline import LINE, MAX_ATTEMPTS
from shared.contracts.requests.ops import DeadLetterView, ListDeadLetters, ReplayDeadLetter
from shared.contracts.requests.turns import TurnState
from shared.contracts.turns import ClassifiedTurn, PerformedTurn
from shared.settings import ServiceSettings
from tests.integration.faults.hurry import hurry
from tests.integration.line.crew import Worker
from tests.integration.line.own_responder import Companion, responding
from tests.integration.line.people import a_line, closed, failed, new_person, view_of
from tests.integration.line.scene import Scene

pytestmark = pytest.mark.row("P6", "P1")

SERVICES = {"classify": "classifier", "route": "router", "respond": "responder"}


async def test_a_handler_that_raises_once_in_every_step_is_tried_again(scene: Scene) -> None:
    for service in ("memory", "classifier", "router", "responder"):
        steps = [step for step in LINE if SERVICES.get(step, "memory") == service]
        await scene.crew.start(service, failpoints=";".join(f"{step}.received=raise" for step in steps))
    caller = await new_person(scene.client)
    reply = await closed(scene.client, a_line(caller, "Hello"))
    failures = [(r["step"], r["attempt"]) for worker in scene.crew.workers for r in worker.records("step_failed")]
    assert sorted(failures) == sorted((step, 1) for step in LINE)
    assert await scene.records.conversation(caller.person_id) == [("person", "Hello"), ("companion", reply.reply)]
    assert await scene.records.dead_letters() == []


@pytest.fixture
async def caller(scene: Scene) -> Caller:
    await scene.crew.start_all("memory", "classifier", "responder", "workers")
    await hurry(scene.servers)
    return await new_person(scene.client)


async def _the_dead_letter(scene: Scene) -> DeadLetterView:
    (letter,) = (await scene.client.ask(ListDeadLetters())).dead_letters
    return letter


async def _kills_five_workers(scene: Scene) -> None:
    """Each router dies on it, and a supervisor starts the next one."""
    for _ in range(MAX_ATTEMPTS):
        router: Worker = await scene.crew.start("router", failpoints="route.received=kill")
        await router.died()


async def test_a_turn_that_kills_five_workers_is_given_up_and_what_waits_is_answered(
    scene: Scene, caller: Caller
) -> None:
    poison, waiting = a_line(caller, "poison"), a_line(caller, "Are you there?")
    hearing = asyncio.create_task(failed(scene.client, poison))
    await _kills_five_workers(scene)
    await scene.client.ask(waiting)
    await scene.crew.start("router")  # it does not even try

    told = await hearing
    assert (told.code, told.saved) == ("could_not_be_processed", False)
    assert told.detail == (
        "Something on our side could not handle this, so there is no answer. "
        "Nothing was remembered from it; please say it again."
    )
    letter = await _the_dead_letter(scene)
    assert (letter.step, letter.reason, letter.attempts) == ("route", "workers died on it", MAX_ATTEMPTS)
    assert letter.turn_id == told.turn_id
    await closed(scene.client, waiting)


@asynccontextmanager
async def _a_bug_in(scene: Scene, stage: Stage[TurnT]) -> AsyncIterator[None]:
    """Somebody hears the step, and fails each time."""

    async def fail(turn: TurnT, _: Attempt) -> TurnT:
        raise ValueError(turn.text)

    settings = ServiceSettings(nats_url=scene.servers.nats_url(stage.service))
    service = step_service(stage, lambda _: fail, settings, lambda: None)
    await service.start()
    try:
        yield
    finally:
        await service.stop()


async def _replay(scene: Scene) -> None:
    letter = await _the_dead_letter(scene)
    await scene.client.ask(ReplayDeadLetter(dead_letter_id=letter.dead_letter_id))
    assert (await _the_dead_letter(scene)).replayed_at is not None
    with pytest.raises(NotAllowedNowError):
        await scene.client.ask(ReplayDeadLetter(dead_letter_id=letter.dead_letter_id))


async def test_a_turn_that_was_given_up_is_answered_by_a_replay_after_the_fix(scene: Scene, caller: Caller) -> None:
    line = a_line(caller, "my secret thought")
    async with _a_bug_in(scene, Stage("router", "route", ClassifiedTurn)):
        told = await failed(scene.client, line)
    letter = await _the_dead_letter(scene)
    assert (letter.step, letter.reason) == ("route", "failed 5 times, last with ValueError")  # and not with what words
    assert await scene.records.conversation(caller.person_id) == [("person", "my secret thought")]

    await scene.crew.start("router")
    await _replay(scene)
    reply = await closed(scene.client, line)
    assert reply.turn_id == told.turn_id
    assert await scene.records.conversation(caller.person_id) == [
        ("person", "my secret thought"),
        ("companion", reply.reply),
    ]


async def test_a_replayed_turn_waits_behind_the_one_in_flight(scene: Scene, caller: Caller) -> None:
    first, second = a_line(caller, "first"), a_line(caller, "second")
    async with _a_bug_in(scene, Stage("router", "route", ClassifiedTurn)):
        await failed(scene.client, first)
    await scene.client.ask(second)  # in flight, for nobody routes it
    await _replay(scene)
    assert (await view_of(scene.client, first)).state is TurnState.WAITING
    await scene.crew.start("router")
    replies = [await closed(scene.client, line) for line in (second, first)]
    said = [text for _, text in await scene.records.conversation(caller.person_id)]
    assert said == ["second", replies[0].reply, "first", replies[1].reply]


async def test_a_turn_that_was_performed_goes_on_from_there_with_a_new_deadline(scene: Scene, caller: Caller) -> None:
    await scene.crew.start("router")
    await scene.crew.stop("responder")
    line = a_line(caller, "Tell me something")
    async with _a_bug_in(scene, Stage("responder", "respond", PerformedTurn)):
        await failed(scene.client, line)
    performed = await scene.records.rows("select created_at from applied_step")
    await _replay(scene)
    companion = Companion()
    async with responding(scene.servers, lambda _: companion.respond):
        await closed(scene.client, line)
    assert await scene.records.rows("select created_at from applied_step") == performed  # not done again
    deadline = await scene.records.value("select deadline from turn")
    assert [turn.deadline for turn in companion.seen] == [deadline]
