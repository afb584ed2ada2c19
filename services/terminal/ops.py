"""`holdfast ops`: how the line stands, over the broker, with the operator's own few rights."""

import asyncio
import json
import logging
from argparse import Namespace
from collections.abc import Awaitable, Callable
from urllib.parse import urlsplit
from uuid import UUID

from services.terminal import audit_cmd, ops_events_cmd
from services.terminal.kept_token import operator_broker
from services.terminal.output import print_text
from services.terminal.terminal_error import SorryError
from services.terminal.workers_wanted import WorkersWanted, workers_wanted
from shared.client.holdfast_client import HoldfastClient
from shared.contracts.errors import HoldfastError
from shared.contracts.requests.ops import (
    GetStatus,
    LineStatus,
    ListDeadLetters,
    ListWork,
    ReplayDeadLetter,
    StageStatus,
    WorkView,
)

CONNECT_SECONDS = 3.0
FROZEN_SECONDS = 10.0


def run(given: Namespace) -> int:
    """Asks and prints."""
    logging.disable()  # the connection's own records are for services; a person gets one sentence
    try:
        print_text(asyncio.run(_connected(given)))
    except HoldfastError as error:
        raise SorryError(str(error)) from None
    return 0


async def _connected(given: Namespace) -> str:
    url = operator_broker()
    client = HoldfastClient(url, "operator")
    try:
        async with asyncio.timeout(CONNECT_SECONDS):
            await client.open()
    except TimeoutError:
        place = urlsplit(url.split(",")[0])
        raise SorryError(
            f"The broker does not answer at {place.hostname}:{place.port}, or refuses this user."
        ) from None
    try:
        return await VERBS[given.verb](client, given)
    finally:
        await client.close()


async def _status(client: HoldfastClient, given: Namespace) -> str:
    status = await client.ask(GetStatus())
    return status.model_dump_json() if given.json else _told(status)


def _told(status: LineStatus) -> str:
    lines = [f"{'step':19} {'waiting':>8} {'working':>8} {'again':>8} {'listening':>9}"]
    lines += [
        f"{s.step:19} {s.waiting:8} {s.in_progress:8} {s.redelivered:8} {s.listening:9}"
        for s in (*status.stages, *status.work)
    ]
    stages = (*status.stages, *status.work)
    lines += [f"Nobody works on {s.step}: its workers are frozen or away." for s in stages if _is_frozen(s)]
    if status.chores_seconds is None or status.chores_seconds > FROZEN_SECONDS:
        lines.append("The chores give no sign: their process is frozen or away, and no turn is watched.")
    lines.append(
        f"{status.active_turns} turns in flight, the oldest for {status.oldest_active_seconds:.1f} s; "
        f"{status.waiting_lines} lines wait; {status.dead_letters} dead letters"
    )
    return "\n".join(lines)


def _is_frozen(stage: StageStatus) -> bool:
    return not stage.listening and not stage.in_progress


async def _dead(client: HoldfastClient, given: Namespace) -> str:
    found = (await client.ask(ListDeadLetters())).dead_letters
    if given.json:
        return "\n".join(letter.model_dump_json() for letter in found)
    told = [
        f"{letter.dead_letter_id}  {letter.created_at:%Y-%m-%d %H:%M:%S}  {letter.step}  "
        f"{letter.attempts} attempts  {'replayed  ' if letter.replayed_at else ''}{letter.reason}"
        for letter in found
    ]
    return "\n".join(told) or "There are no dead letters."


async def _replay(client: HoldfastClient, given: Namespace) -> str:
    try:
        dead_letter_id = UUID(given.dead_letter_id)
    except ValueError:
        raise SorryError("That is not an id; “holdfast ops dead” lists them.") from None
    replayed = await client.ask(ReplayDeadLetter(dead_letter_id=dead_letter_id))
    if given.json:
        return replayed.model_dump_json()
    if replayed.work_id is not None:
        return f"Work {replayed.work_id} begins again."
    return f"Turn {replayed.turn_id} is on the line again."


async def _work(client: HoldfastClient, given: Namespace) -> str:
    works = (await client.ask(ListWork(state=given.state))).works
    if given.json:
        return "\n".join(work.model_dump_json() for work in works)
    if not works:
        return "There is no such work." if given.state else "Nothing was thought about in the background yet."
    head = f"{'work':36}  {'line':11} {'state':7} {'step':7} {'done':>4} {'life':>4} {'since':19}  why"
    return "\n".join((head, *map(_line_of_work, works)))


def _line_of_work(work: WorkView) -> str:
    told = f"{work.work_id}  {work.line:11} {work.state.value:7} {work.step:7} {len(work.steps_done):4}"
    return f"{told} {work.attempt:4} {work.created_at:%Y-%m-%d %H:%M:%S}  {work.reason}".rstrip()


async def _scale_hint(client: HoldfastClient, given: Namespace) -> str:
    status = await client.ask(GetStatus())
    wanted = [workers_wanted(stage) for stage in (*status.stages, *status.work)]
    return "\n".join(json.dumps(each._asdict()) if given.json else _hinted(each) for each in wanted)


def _hinted(wanted: WorkersWanted) -> str:
    return f"{wanted.step:19} {wanted.backlog:6} messages: {wanted.workers} workers of {wanted.service}"


VERBS: dict[str, Callable[[HoldfastClient, Namespace], Awaitable[str]]] = {
    "status": _status,
    "dead": _dead,
    "replay": _replay,
    "work": _work,
    "scale-hint": _scale_hint,
    "events": ops_events_cmd.count_events,
    "audit": audit_cmd.check_audit,
    "ledger": audit_cmd.read_ledger,
}
