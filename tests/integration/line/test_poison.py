"""What does not fit its form becomes a dead letter with its reason at once, and the queue behind it moves on."""

import json
from collections.abc import AsyncIterator
from dataclasses import dataclass
from uuid import UUID, uuid4

import nats
import pytest

from shared.contracts.answer import Err
from shared.contracts.envelope import Caller
from shared.contracts.ids import new_id
from shared.contracts.pipeline import LINE, converse_subject, step_subject
from shared.contracts.requests.ops import DeadLetterView, ListDeadLetters
from shared.contracts.requests.people import AddEngagement, GetMe
from tests.integration.line.copies import Copies, Copy, recording
from tests.integration.line.eventually import eventually
from tests.integration.line.people import a_line, closed, failed, new_person
from tests.integration.line.scene import Scene, a_scene
from tests.servers import Servers

pytestmark = pytest.mark.row("P2", "P6")

WRONG = {
    "not JSON": b"\xff\xfe not a message",
    "empty": b"",
    "another form": b'{"what": "is this"}',
    "NUL bytes": b"\x00\x00{}",
    "a list": b"[1, 2, 3]",
    "too deep": b"[" * 5_000,
}


@dataclass
class Poisoned:
    """A whole line, and what was put on it."""

    scene: Scene
    copies: Copies

    async def letters(self) -> dict[UUID | None, DeadLetterView]:
        answer = await self.scene.client.ask(ListDeadLetters(limit=100))
        return {letter.turn_id: letter for letter in answer.dead_letters}


@pytest.fixture(scope="module")
async def line(servers: Servers, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Poisoned]:
    async with a_scene(servers, tmp_path_factory.mktemp("poison")) as scene:
        await scene.crew.start_all()
        async with recording(servers) as copies:
            yield Poisoned(scene, copies)


@pytest.fixture
async def caller(line: Poisoned) -> Caller:
    return await new_person(line.scene.client)


async def _count_of_nobodys(line: Poisoned) -> int:
    rows = await line.scene.records.rows("select from dead_letter where person_id is null and attempts = 1")
    return len(rows)


@pytest.mark.parametrize("body", WRONG.values(), ids=WRONG.keys())
@pytest.mark.parametrize("step", LINE)
async def test_a_message_of_the_wrong_form_is_kept_without_its_content_and_the_next_turn_is_answered(
    line: Poisoned, caller: Caller, step: str, body: bytes
) -> None:
    before = await _count_of_nobodys(line)
    await line.copies.put(step_subject(step, new_id()), body)

    async def is_kept() -> bool:
        return await _count_of_nobodys(line) == before + 1

    await eventually(is_kept)
    (letter,) = await line.scene.records.rows("select * from dead_letter order by created_at desc, id desc limit 1")
    assert letter["step"] == step
    assert letter["reason"].startswith("The request does not fit its form")
    assert letter["form"] is None  # nobody could ask for it, or have it erased
    await closed(line.scene.client, a_line(caller, "Hello"))


@pytest.mark.parametrize("token", ["not-an-id", "0", "$SYS", "2F1C7C5E-6A51-4A60-9D0A-3C0F5A7E9B21"])
async def test_a_message_for_no_turn_at_all_is_kept_and_the_next_turn_is_answered(
    line: Poisoned, caller: Caller, token: str
) -> None:
    reply = await closed(line.scene.client, a_line(caller, "Hello"))
    (opened,) = [copy for copy in line.copies.seen if copy.subject == step_subject("open", reply.turn_id)]
    before = await _count_of_nobodys(line)
    await line.copies.put(f"turn.open.{token}", opened.body)

    async def is_kept() -> bool:
        return await _count_of_nobodys(line) == before + 1

    await eventually(is_kept)
    await closed(line.scene.client, a_line(caller, "Hello again"))


async def test_what_is_not_even_a_dead_letter_is_kept_as_one(line: Poisoned, caller: Caller) -> None:
    before = await _count_of_nobodys(line)
    await line.copies.put(f"turn.dead.{new_id()}", b"nothing that we would say")

    async def is_kept() -> bool:
        return await _count_of_nobodys(line) == before + 1

    await eventually(is_kept)
    await closed(line.scene.client, a_line(caller, "Hello"))


@pytest.mark.parametrize(
    ("what", "broken"),
    [
        ("contract", {"contract": 99}),
        ("lines", {"lines": []}),
        ("offered", {"offered": 0}),
        ("turn_id", {"turn_id": str(uuid4())}),
    ],
)
async def test_a_broken_message_of_a_turn_in_flight_ends_it_with_an_honest_sentence(
    line: Poisoned, caller: Caller, what: str, broken: dict[str, object]
) -> None:
    await line.scene.crew.stop("responder")  # so that the turn stays in flight
    spoken = a_line(caller, "I had a long day.")
    accepted = await line.scene.client.ask(spoken)
    assert accepted.turn_id is not None
    subject = step_subject("classify", accepted.turn_id)

    async def opened() -> list[Copy]:
        return [copy for copy in line.copies.seen if copy.subject == subject]

    form = json.loads((await eventually(opened))[0].body)
    await line.copies.put(subject, json.dumps(form | broken).encode())
    told = await failed(line.scene.client, spoken)
    assert (told.code, told.saved) == ("could_not_be_processed", False)
    letter = (await line.letters())[accepted.turn_id]
    assert (letter.step, letter.attempts) == ("classify", 1)
    assert letter.reason == f"The request does not fit its form ({what})."
    await line.scene.crew.start("responder")
    await closed(line.scene.client, a_line(caller, "Hello"))


@pytest.mark.parametrize("body", WRONG.values(), ids=WRONG.keys())
async def test_a_request_of_the_wrong_form_is_refused_in_its_envelope(
    line: Poisoned, caller: Caller, body: bytes
) -> None:
    servers = line.scene.servers
    gateway = await nats.connect(servers.nats_url("gateway"), inbox_prefix=b"_INBOX.gateway")
    try:
        for subject in (converse_subject(caller.person_id), GetMe.subject, AddEngagement.subject):
            refused = Err.model_validate_json((await gateway.request(subject, body, timeout=5)).data)
            assert (refused.code, refused.saved) == ("bad_message", "false")
    finally:
        await gateway.close()
    await closed(line.scene.client, a_line(caller, "Hello"))
