"""The compose file, brought up once for all tests of it."""

import os
from collections.abc import AsyncIterator

import pytest

from tests.integration.compose.stack import ComposeError, Stack, a_stack, run
from tests.servers import wants_containers


def pytest_configure(config: pytest.Config) -> None:
    """The mark of everything that needs a container engine and builds the image."""
    config.addinivalue_line("markers", "containers: runs deploy/compose.yaml; `make test-containers` asks for it")


@pytest.fixture(scope="session")
async def stack(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Stack]:
    """All services as containers, three of them classifiers."""
    if not wants_containers():
        pytest.skip("`make test-containers` runs this")
    await _require_compose()
    async with a_stack(tmp_path_factory.mktemp("compose")) as stack:
        await _bring_up(stack)
        yield stack


async def _bring_up(stack: Stack) -> None:
    try:
        await stack.compose("up", "--detach", "--build", "--wait", "--scale", "classifier=3")
    except ComposeError as error:
        error.add_note(await stack.compose("logs", "--tail", "20"))
        raise


async def _require_compose() -> None:
    """Skips on a laptop without an engine; in CI a missing engine is a failure, or the suite would shrink unseen."""
    try:
        await run("docker", "info")
        await run("docker", "compose", "version")
    except (ComposeError, FileNotFoundError) as error:
        if os.environ.get("CI", "").lower() == "true":
            pytest.fail(f"No container engine with compose answers: {error}")
        pytest.skip(f"No container engine with compose answers: {error}")
