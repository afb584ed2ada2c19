"""What is chosen on the page holds from the next line on; the environment wins; the file is for its owner's eyes."""

import stat
from pathlib import Path

import pytest

from shared.models.current_model import open_current
from shared.models.kept_choice import KeptModel, is_chosen_elsewhere, keep_choice, read_choice, with_kept
from shared.models.model_names import Provider
from shared.models.model_settings import ModelSettings
from shared.models.open_model import Role
from shared.settings import load_settings

pytestmark = pytest.mark.row("U6")
LLAMA = KeptModel(provider=Provider.OPENAI, model="llama3.1", address="http://localhost:11434/v1", key="a key")


@pytest.fixture
def settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> ModelSettings:
    for name in ("MODEL", "CLASSIFY_MODEL", "RESPOND_MODEL", "LOCAL_ONLY", "OPENAI_API_KEY"):
        monkeypatch.delenv(f"HOLDFAST_{name}", raising=False)
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    monkeypatch.setenv("HOLDFAST_MODEL_FILE", str(tmp_path / "model.json"))
    return load_settings(ModelSettings)


def file_of(settings: ModelSettings) -> Path:
    assert settings.model_file is not None
    return settings.model_file


async def test_a_choice_holds_at_once_and_the_next_one_too(settings: ModelSettings) -> None:
    opened = open_current(settings, Role.RESPOND)
    assert opened.model.provider == "offline"
    keep_choice(file_of(settings), LLAMA)
    assert (opened.model.provider, opened.model.model, opened.model.briefly) == ("openai", "llama3.1", True)
    keep_choice(file_of(settings), KeptModel())
    assert opened.model.provider == "offline"
    await opened.close()


async def test_on_this_machine_it_speaks_and_does_not_read(settings: ModelSettings) -> None:
    keep_choice(file_of(settings), LLAMA)
    reader = open_current(settings, Role.CLASSIFY)
    assert reader.model.provider == "offline"
    await reader.close()


async def test_what_cannot_be_used_changes_nothing(settings: ModelSettings) -> None:
    opened = open_current(settings, Role.RESPOND)
    for damaged in ("{", '{"provider": "openai", "model": "m", "address": "no url"}', '{"provider": "anthropic"}'):
        file_of(settings).write_text(damaged)
        assert opened.model.provider == "offline"
    await opened.close()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("HOLDFAST_MODEL", "offline"),
        ("HOLDFAST_RESPOND_MODEL", "offline"),
        ("HOLDFAST_CLASSIFY_MODEL", "offline"),
        ("ANTHROPIC_API_KEY", "sk"),
    ],
)
def test_the_environment_wins(settings: ModelSettings, monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    keep_choice(file_of(settings), LLAMA)
    assert with_kept(settings).model == LLAMA.name
    monkeypatch.setenv(name, value)
    told = load_settings(ModelSettings)
    assert is_chosen_elsewhere(told)
    assert with_kept(told) == told


def test_only_its_owner_can_read_the_file_also_when_it_was_there_before(settings: ModelSettings) -> None:
    file = file_of(settings)
    file.write_text("{}")
    file.chmod(0o644)
    keep_choice(file, LLAMA)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert read_choice(file) == LLAMA
    assert [one.name for one in file.parent.iterdir()] == [file.name]
    assert "a key" not in repr(with_kept(settings))
