"""The suite's own switch: no test speaks with a real model."""

import os
import subprocess
import sys

import httpx2
import pytest

from shared.models.anthropic import AnthropicWire
from shared.models.build_question import asked_of
from shared.models.model_settings import ModelSettings
from shared.models.open_model import Role, open_model
from shared.models.wire import Meter
from shared.settings import SettingError, load_settings
from tests.model_stories import question


async def test_a_test_that_would_call_a_real_model_fails() -> None:
    async with httpx2.AsyncClient() as client:
        wire = AnthropicWire("claude-haiku-5-5", "sk", base_url=None, http_client=client)
        with pytest.raises(pytest.fail.Exception, match=r"api\.anthropic\.com"):
            await wire.answer(asked_of(question(), "0"), Meter())


def test_a_real_model_cannot_be_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOLDFAST_MODEL", "anthropic:claude-haiku-5-5")
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk")
    with pytest.raises(SettingError, match="HOLDFAST_LOCAL_ONLY"):
        open_model(load_settings(ModelSettings), Role.CLASSIFY)


def test_children_of_tests_know_no_key_and_no_far_model() -> None:
    code = "import os; print(os.environ.get('ANTHROPIC_API_KEY'), os.environ['HOLDFAST_LOCAL_ONLY'])"
    told = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=dict(os.environ)
    )
    assert told.stdout.split() == ["None", "true"]
