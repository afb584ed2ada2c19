"""Requests that a machine thinks of from the document: none is a server error, none has an answer unannounced."""

import asyncio
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.integration.doors.open_gateway import ADMIN_TOKEN, OpenGateway
from tests.integration.doors.scripted_memory import ScriptedMemory

pytestmark = [pytest.mark.row("O5"), pytest.mark.timeout(300)]
EXAMPLES = 25
ENDLESS = ("/v1/events", "/metrics")


async def test_whatever_the_document_allows_or_not(gateway: OpenGateway, memory: ScriptedMemory) -> None:
    _, token = memory.add()
    document = (await gateway.http.get("/openapi.json")).json()
    schema = schemathesis.openapi.from_dict(document)
    gateway.gateway.rate._per_second = gateway.gateway.strangers._per_second = 1e9
    gateway.gateway.rate._full = gateway.gateway.strangers._full = 1e9
    operations: list[Any] = [found.ok() for found in schema.get_all_operations()]  # type: ignore[union-attr]
    for operation in operations:
        if operation.path not in ENDLESS:
            own = ADMIN_TOKEN if operation.path == "/v1/people" else token
            await asyncio.to_thread(_try_out, operation, gateway.url, own)


def _try_out(operation: Any, url: str, token: str) -> None:  # noqa: ANN401  # schemathesis has no types for these
    positive, negative = (
        operation.as_strategy(generation_mode=mode)
        for mode in (schemathesis.GenerationMode.POSITIVE, schemathesis.GenerationMode.NEGATIVE)
    )

    @settings(
        max_examples=EXAMPLES, deadline=None, database=None, phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(case=st.one_of(positive, negative))
    def attempt(case: Any) -> None:  # noqa: ANN401
        response = case.call(base_url=url, headers={"Authorization": f"Bearer {token}"}, timeout=10)
        assert response.status_code < 500, response.text
        answers = operation.definition.raw["responses"]
        assert str(response.status_code) in answers or response.status_code == 405, (
            case.as_curl_command(),
            response.text,
        )
        if response.status_code >= 400:
            assert response.json()["saved"] is False

    attempt()
