"""Which model a start uses, where what is said goes, and what stops a start."""

import logging
from pathlib import Path

import pytest

from services.classifier.settings import ClassifierSettings
from shared.models.model_names import parse_model_name
from shared.models.model_settings import ModelSettings
from shared.models.open_model import Role, choice_of, open_model, patience_of
from shared.settings import SettingError, load_settings

pytestmark = pytest.mark.row("U6")

LLAMA = "openai:llama3.1:8b@http://localhost:11434/v1"
FAR = "openai:big@https://models.example.com/v1"


@pytest.fixture(autouse=True)
def _bare_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("MODEL", "CLASSIFY_MODEL", "RESPOND_MODEL", "EXTRACT_MODEL", "LOCAL_ONLY", "OPENAI_API_KEY"):
        monkeypatch.delenv(f"HOLDFAST_{name}", raising=False)
    for name in ("ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL"):
        monkeypatch.delenv(name, raising=False)


def told(monkeypatch: pytest.MonkeyPatch, **variables: str) -> ModelSettings:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    return load_settings(ModelSettings)


def names(settings: ModelSettings) -> tuple[str, str, str]:
    return tuple(str(choice_of(settings, role)) for role in (Role.CLASSIFY, Role.RESPOND, Role.EXTRACT))  # type: ignore[return-value]  # of three


def test_without_a_key_and_a_choice_it_is_offline(monkeypatch: pytest.MonkeyPatch) -> None:
    assert names(told(monkeypatch)) == ("offline", "offline", "offline")
    assert names(told(monkeypatch, ANTHROPIC_API_KEY="  ")) == ("offline", "offline", "offline")


def test_a_key_alone_chooses_a_quick_model_to_read_and_a_better_one_to_reply(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = told(monkeypatch, ANTHROPIC_API_KEY="sk")
    assert names(settings) == (
        "anthropic:claude-haiku-5-5",
        "anthropic:claude-sonnet-5-5",
        "anthropic:claude-haiku-5-5",
    )


def test_offline_is_offline_also_with_a_key(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = told(monkeypatch, ANTHROPIC_API_KEY="sk", HOLDFAST_MODEL="offline")
    assert names(settings) == ("offline", "offline", "offline")


def test_the_roles_can_be_set_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = told(
        monkeypatch,
        HOLDFAST_MODEL=LLAMA,
        HOLDFAST_CLASSIFY_MODEL="offline",
        HOLDFAST_RESPOND_MODEL="openai:b@http://h/v1",
    )
    assert names(settings) == ("offline", "openai:b", "offline")


def test_a_chosen_model_without_its_key_stops_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = told(monkeypatch, HOLDFAST_MODEL="anthropic:claude-sonnet-5-5")
    with pytest.raises(SettingError, match=r"^ANTHROPIC_API_KEY is missing; .*$"):
        open_model(settings, Role.RESPOND)


@pytest.mark.parametrize(
    "name",
    [
        *(
            "",
            "Offline",
            "anthropic",
            "anthropic:",
            "anthropic:m@http://h",
            "openai:m",
            "openai:@http://h",
            "openai:m@",
        ),
        *("openai:m@ftp://h/v1", "openai:m@h/v1", "openai:m@http://", "openai:m@http://h:port/v1", "gemini:m"),
        *("openai:m@http://h/v1?key=1", "openai:m@http://[::1"),
    ],
)
def test_a_name_that_means_nothing_stops_the_start(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    with pytest.raises(SettingError, match=r"^HOLDFAST_MODEL is wrong: .*offline, anthropic:<model> or openai:<model>"):
        told(monkeypatch, HOLDFAST_MODEL=name)


def test_a_setting_with_a_wrong_value_is_named_and_its_value_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOLDFAST_NATS_URL", "nats://x")
    monkeypatch.setenv("HOLDFAST_RESPOND_MODEL", "my secret")
    with pytest.raises(SettingError) as wrong:
        load_settings(ClassifierSettings)
    assert str(wrong.value).startswith("HOLDFAST_RESPOND_MODEL is wrong")
    assert "my secret" not in str(wrong.value)


NEAR = [
    *("http://localhost:11434/v1", "http://127.0.0.1/v1", "http://[::1]:8000/v1", "http://192.168.1.7/v1"),
    *("http://10.0.0.9:8000/v1", "http://172.20.0.3/v1", "http://ollama:11434/v1", "http://box.local/v1"),
    *("http://host.docker.internal:11434/v1", "http://[fd00::1]/v1", "http://LOCALHOST/v1"),
]
AWAY = [
    *(
        "https://api.openai.com/v1",
        "http://8.8.8.8/v1",
        "https://models.example.com/v1",
        "http://localhost.evil.com/v1",
    ),
    *("http://172.32.0.1/v1", "http://0.0.0.0/v1", "http://[2001:4860:4860::8888]/v1", "http://127.0.0.1.nip.io/v1"),
    *("http://[::ffff:8.8.8.8]/v1", "http://mylocal.com/v1"),
]


@pytest.mark.parametrize("url", NEAR)
def test_this_machine_and_private_networks_are_near(monkeypatch: pytest.MonkeyPatch, url: str) -> None:
    settings = told(monkeypatch, HOLDFAST_MODEL=f"openai:m@{url}", HOLDFAST_LOCAL_ONLY="true")
    assert choice_of(settings, Role.RESPOND).is_near


@pytest.mark.parametrize("url", AWAY)
def test_local_only_forbids_everything_else(monkeypatch: pytest.MonkeyPatch, url: str) -> None:
    settings = told(monkeypatch, HOLDFAST_MODEL=f"openai:m@{url}", HOLDFAST_LOCAL_ONLY="true")
    with pytest.raises(SettingError, match=r"^HOLDFAST_LOCAL_ONLY is set, and openai:m is at "):
        open_model(settings, Role.CLASSIFY)


def test_local_only_with_a_key_is_offline_and_with_a_choice_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = told(monkeypatch, ANTHROPIC_API_KEY="sk", HOLDFAST_LOCAL_ONLY="true")
    assert names(settings) == ("offline", "offline", "offline")
    settings = told(monkeypatch, HOLDFAST_RESPOND_MODEL="anthropic:claude-sonnet-5-5")
    assert str(choice_of(settings, Role.CLASSIFY)) == "offline"
    with pytest.raises(SettingError, match=r"api\.anthropic\.com"):
        choice_of(settings, Role.RESPOND)


def test_anthropics_models_may_be_played_by_a_server_on_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    near = "http://127.0.0.1:9000/anthropic"
    settings = told(monkeypatch, ANTHROPIC_API_KEY="sk", ANTHROPIC_BASE_URL=near, HOLDFAST_LOCAL_ONLY="true")
    assert choice_of(settings, Role.RESPOND).base_url == near


@pytest.mark.parametrize(
    ("name", "where"), [("offline", "nowhere else"), (LLAMA, "localhost"), (FAR, "models.example.com")]
)
async def test_it_is_told_once_where_what_is_said_goes(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, name: str, where: str
) -> None:
    settings = told(monkeypatch, HOLDFAST_MODEL=name, HOLDFAST_OPENAI_API_KEY="do-not-tell")
    with caplog.at_level(logging.INFO, "holdfast"):
        await open_model(settings, Role.RESPOND).close()
    (record,) = caplog.records
    fields = record.fields  # type: ignore[attr-defined]  # set by shared.bus.logs
    assert record.message == "model_chosen"
    assert fields == {"name": "respond", "what": str(parse_model_name(name)), "where": where}


def test_a_key_never_shows_in_what_settings_print(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = told(monkeypatch, ANTHROPIC_API_KEY="sk-secret", HOLDFAST_OPENAI_API_KEY="other-secret")
    assert "secret" not in repr(settings)


def test_the_settings_of_models_stand_in_the_readme() -> None:
    readme = (Path(__file__).parents[3] / "README.md").read_text()
    for name in ("HOLDFAST_MODEL", "HOLDFAST_CLASSIFY_MODEL", "HOLDFAST_RESPOND_MODEL", "HOLDFAST_LOCAL_ONLY"):
        assert f"`{name}`" in readme


# ---- a model on this machine ----


def test_on_this_machine_reading_stays_offline_unless_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = told(monkeypatch, HOLDFAST_MODEL=LLAMA)
    assert names(settings) == ("offline", "openai:llama3.1:8b", "offline")
    assert names(told(monkeypatch, HOLDFAST_MODEL="openai:b@http://ollama:11434/v1"))[0] == "openai:b"
    assert names(told(monkeypatch, HOLDFAST_CLASSIFY_MODEL=LLAMA))[0] == "openai:llama3.1:8b"


@pytest.mark.parametrize(
    ("host", "is_here"),
    [
        ("localhost", True),
        ("127.0.0.1", True),
        ("[::1]", True),
        ("host.docker.internal", True),
        ("192.168.0.7", False),
        ("ollama", False),
        ("models.example.com", False),
    ],
)
def test_a_model_on_this_machine_is_waited_for_and_not_asked_twice(
    monkeypatch: pytest.MonkeyPatch, host: str, *, is_here: bool
) -> None:
    name = f"openai:m@http://{host}:11434/v1"
    settings = told(monkeypatch, HOLDFAST_RESPOND_MODEL=name)
    patience = patience_of(choice_of(settings, Role.RESPOND), settings, Role.RESPOND)
    tries = (patience.answer_again, patience.speech_again)
    assert (patience.first_piece, patience.answer, tries) == ((180, 45, (0, 0)) if is_here else (10, 4, (1, 2)))
    assert patience.speech < (300 if is_here else 90), "before the turn's own deadline"
    assert patience.briefly is is_here


def test_each_wait_can_be_set(monkeypatch: pytest.MonkeyPatch) -> None:
    waits = {"READING": "7", "FIRST_WORD": "8", "REPLY": "9"}
    for name in (LLAMA, FAR):
        variables = {f"HOLDFAST_{wait}_SECONDS": seconds for wait, seconds in waits.items()}
        settings = told(monkeypatch, HOLDFAST_MODEL=name, **variables)
        patience = patience_of(choice_of(settings, Role.RESPOND), settings, Role.RESPOND)
        assert (patience.answer, patience.first_piece, patience.speech) == (7, 8, 9)
