"""The example of another gateway runs, and does what its first line says."""

import asyncio
import os
import sys
from pathlib import Path

import pytest

from tests.integration.doors.broker import Broker
from tests.integration.doors.scripted_memory import ScriptedMemory

ROOT = Path(__file__).parents[3]


@pytest.mark.row("P7")
async def test_the_example_runs(broker: Broker, memory: ScriptedMemory) -> None:
    _, token = memory.add()
    told = {"HOLDFAST_NATS_URL": broker.url("gateway"), "HOLDFAST_TOKEN": token, "PYTHONPATH": str(ROOT)}
    process = await asyncio.create_subprocess_exec(
        sys.executable, str(ROOT / "docs/examples/other_gateway.py"), "Hello", env={**os.environ, **told},
        stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    out, _ = await asyncio.wait_for(process.communicate(), 30)
    assert process.returncode == 0
    assert out.decode() == "Hello there, friend.\n[general_conversation, answered]\nThat was Companion, in en.\n"
