"""The real thing, asked twice and for less than a cent; only where a person set a key for it on purpose."""

import os

import httpx2
import pytest

from shared.models.anthropic import AnthropicWire
from shared.models.model import Said
from shared.models.retry_model import PatientModel
from tests.conftest import LIVE_KEY
from tests.model_stories import brief, question

pytestmark = [
    pytest.mark.row("U6"),
    pytest.mark.skipif(LIVE_KEY not in os.environ, reason=f"asks a real model only with {LIVE_KEY}"),
]


def live(model: str, client: httpx2.AsyncClient) -> PatientModel:
    return PatientModel(AnthropicWire(model, os.environ[LIVE_KEY], base_url=None, http_client=client))


async def test_a_fact_is_read_by_the_model_that_reads_by_default(client: httpx2.AsyncClient) -> None:
    read = await live("claude-haiku-5-5", client).ask(question())
    assert (read.reading.intent, len(read.reading.personal_facts)) == ("remember_about_me", 1)
    assert read.used.cost


async def test_the_model_that_speaks_by_default_speaks(client: httpx2.AsyncClient) -> None:
    *pieces, end = [part async for part in live("claude-sonnet-5-5", client).stream(brief())]
    assert pieces
    assert isinstance(end, Said)
    assert end.used.cost
