"""A message that comes twice, at once or late, changes nothing: every table is as if it had come once."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

from shared.client.holdfast_client import HoldfastClient
from shared.contracts.notices import Closed
from shared.contracts.pipeline import LINE, TURNS
from shared.contracts.turns import RoutedTurn
from tests.integration.line.copies import Copies, Copy, recording
from tests.integration.line.dumps import ORDER, Table, dump, tables_of
from tests.integration.line.eventually import eventually
from tests.integration.line.own_classifier import ALSO, TEA, classifying
from tests.integration.line.own_responder import Companion, responding
from tests.integration.line.people import a_line, closed, heard, new_person, new_project
from tests.integration.line.records import Records
from tests.integration.line.scene import a_scene
from tests.servers import Servers

pytestmark = pytest.mark.row("P4")

SHORTEST_WINDOW = 0.1
"""Seconds for which the broker knows a message again; it allows no fewer."""


TURNS_MADE = 2 * 6
"""By two persons: four turns of a line each, one held up, and one that takes together what waited."""


@dataclass
class Run:
    """One line at work, from which nothing is left but its tables."""

    client: HoldfastClient
    records: Records
    copies: Copies
    companion: Companion

    async def converse(self) -> None:
        """Two persons, a project each, an offer that is answered, one let go, and lines that are taken together."""
        for name in ("Ada", "Grace"):
            caller = await new_person(self.client, companion=name)
            garden = await new_project(self.client, caller, "garden")
            for text in (TEA, "yes", ALSO, "What a day."):
                await closed(self.client, a_line(caller, text))
            with self.companion.holding("beans"):
                await self.client.ask(a_line(caller, "beans", project=garden))
                for text in ("peas", "and kale"):
                    await self.client.ask(a_line(caller, text, project=garden))
            await eventually(self.records.all_done)
        await eventually(self.copies.line_is_empty)
        await eventually(self._letters_are_sent)
        await eventually(self._all_is_in_the_index)

    async def _all_is_in_the_index(self) -> bool:
        return not await self.records.rows("select from message where role <> 'system' and edition = 0")

    async def _letters_are_sent(self) -> bool:
        return not await self.records.rows("select from outbox")

    async def forget_quickly(self) -> None:
        """From now on the broker takes a message for a new one after a moment, as it does after two minutes."""
        js = self.copies.speakers["memory"].jetstream()
        config = (await js.stream_info(TURNS)).config
        config.duplicate_window = SHORTEST_WINDOW
        await js.update_stream(config)

    async def forgotten(self) -> None:
        """Lets the window pass: it is about time, and nothing tells when the broker forgets."""
        await asyncio.sleep(2 * SHORTEST_WINDOW)


@asynccontextmanager
async def _run(servers: Servers, folder: Path) -> AsyncIterator[Run]:
    companion = Companion()
    async with a_scene(servers, folder) as scene:
        await scene.crew.start_all("memory", "router", "workers")
        async with (
            classifying(servers),
            responding(servers, lambda _: companion.respond, concurrency=8),
            recording(servers) as copies,
        ):
            yield Run(scene.client, scene.records, copies, companion)


@pytest.fixture(scope="module")
async def once(servers: Servers, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Table]:
    """The tables after a run in which every message came once."""
    async with _run(servers, tmp_path_factory.mktemp("once")) as run:
        await run.converse()
        assert run.copies.counts() == dict.fromkeys(LINE, TURNS_MADE)
        assert await tables_of(run.records) == set(ORDER)
        return await dump(run.records)


@pytest.fixture
async def run(servers: Servers, tmp_path: Path) -> AsyncIterator[Run]:
    async with _run(servers, tmp_path) as run:
        yield run


async def test_every_message_delivered_twice_at_once_changes_nothing(once: dict[str, Table], run: Run) -> None:
    run.copies.on_each = run.copies.again
    await run.converse()
    assert len(run.copies.seen) == 2 * sum(run.copies.counts().values())
    assert await dump(run.records) == once


async def test_every_message_once_more_under_its_own_id_is_not_even_stored(once: dict[str, Table], run: Run) -> None:
    async def same(copy: Copy) -> None:
        await run.copies.put(copy.subject, copy.body, copy.message_id)

    run.copies.on_each = same
    await run.converse()
    assert run.copies.counts() == dict.fromkeys(LINE, TURNS_MADE)
    assert not any(copy.is_ours for copy in run.copies.seen)
    assert await dump(run.records) == once


async def test_every_message_up_to_five_times_in_any_order_after_the_broker_forgot_it_changes_nothing(
    once: dict[str, Table], run: Run
) -> None:
    shuffled = Random(7)
    await run.forget_quickly()
    await run.converse()
    late = [copy for copy in run.copies.seen for _ in range(shuffled.randint(1, 4))]
    shuffled.shuffle(late)
    for copy in late:
        await run.copies.again(copy)
    await eventually(run.copies.line_is_empty)
    assert await dump(run.records) == once


async def test_a_turn_in_flight_that_runs_through_the_line_once_more_from_every_step_has_one_reply(run: Run) -> None:
    await run.forget_quickly()
    caller = await new_person(run.client)
    line = a_line(caller, "beans")
    with run.companion.holding("beans"):
        await run.client.ask(line)
        await run.companion.saw("beans")
        for times, copy in enumerate(list(run.copies.seen), 2):
            await run.forgotten()
            await run.copies.again(copy)
            await run.companion.saw("beans", times)
    await eventually(run.copies.line_is_empty)

    assert times == 1 + len(LINE[:-1])
    ends = [event for event in await heard(run.client, line) if isinstance(event, Closed)]
    assert [event.reply for event in ends] == ["You said: beans"]
    assert await run.records.conversation(caller.person_id) == [("person", "beans"), ("companion", "You said: beans")]
    assert await run.records.value("select count(*) from applied_step") == 1


async def test_a_later_copy_goes_on_with_what_the_first_one_did_and_its_own_content_is_dropped(run: Run) -> None:
    await run.forget_quickly()
    caller = await new_person(run.client)
    await closed(run.client, a_line(caller, TEA))
    with run.companion.holding("beans"):
        await run.client.ask(a_line(caller, "beans"))
        first = await run.companion.saw("beans")
        assert [outcome.done for outcome in first.outcomes] == [True]  # the offer lapsed
        routed = (await run.copies.of("perform", 2))[-1]
        other = RoutedTurn.grown(RoutedTurn.model_validate_json(routed.body), operations=(), history=())
        await run.forgotten()
        await run.copies.put(routed.subject, other.model_dump_json().encode())
        again = await run.companion.saw("beans", times=2)
    assert (again.operations, again.outcomes, again.history) == (first.operations, first.outcomes, first.history)
    assert first.history
