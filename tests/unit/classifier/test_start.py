"""What a model needs and has not stops the start of a service, in one line."""

import os
import subprocess
import sys

import pytest

pytestmark = pytest.mark.row("U6")


@pytest.mark.parametrize("service", ["classifier", "responder"])
@pytest.mark.parametrize(
    ("variables", "line"),
    [
        (
            {"HOLDFAST_MODEL": "anthropic:claude-haiku-5-5", "HOLDFAST_LOCAL_ONLY": "false"},
            "holdfast: ANTHROPIC_API_KEY is missing; anthropic:claude-haiku-5-5 cannot be asked without it",
        ),
        (
            {"HOLDFAST_MODEL": "openai:m@https://models.example.com/v1", "HOLDFAST_LOCAL_ONLY": "true"},
            "holdfast: HOLDFAST_LOCAL_ONLY is set, and openai:m is at models.example.com, which is not a private",
        ),
        (
            {"HOLDFAST_MODEL": "gpt"},
            "holdfast: HOLDFAST_MODEL is wrong: must be offline, anthropic:<model>",
        ),
    ],
    ids=["no key", "not near", "no name"],
)
def test_a_start_that_cannot_be_ends_in_one_line(service: str, variables: dict[str, str], line: str) -> None:
    environment = {**os.environ, "HOLDFAST_NATS_URL": "nats://a:b@127.0.0.1:9", **variables}
    command = [sys.executable, "-m", f"services.{service}"]
    ended = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60, check=False)
    assert ended.returncode == 1
    assert ended.stderr.startswith(line)
    assert ended.stderr.count("\n") == 1
