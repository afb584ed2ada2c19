"""From the settings to the model that is asked. What a model needs and has not stops the start, in one line."""

from collections.abc import Callable, Coroutine
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from pydantic import SecretStr

from shared.bus.logs import log_event
from shared.models.fallback import FallingBack
from shared.models.model import LanguageModel
from shared.models.model_names import OFFLINE, ModelChoice, Provider, parse_model_name
from shared.models.model_settings import ModelSettings
from shared.models.retry_model import Patience, PatientModel
from shared.models.wire import Wire
from shared.offline.engine import OfflineModel
from shared.settings import SettingError

if TYPE_CHECKING:
    import httpx2


class Role(StrEnum):
    """What a model is asked for."""

    CLASSIFY = "classify"
    RESPOND = "respond"
    EXTRACT = "extract"
    """Background work on what was said."""


WITH_A_KEY = {
    Role.CLASSIFY: "anthropic:claude-haiku-5-5",
    Role.RESPOND: "anthropic:claude-sonnet-5-5",
    Role.EXTRACT: "anthropic:claude-haiku-5-5",
}
"""What a key alone chooses."""
THINKING = {True: 600.0, False: 60.0}
"""Seconds for one answer of background thinking, by whether the model is on this machine: nobody sits and waits."""
HERE = Patience(answer=45.0, answer_again=0, first_piece=180.0, gap=60.0, speech=285.0, speech_again=0, briefly=True)
"""For a model on this machine."""


def choice_of(settings: ModelSettings, role: Role) -> ModelChoice:
    """Which model has that role; raises when it may not or cannot be used."""
    choice = _located(parse_model_name(_name(settings, role)), settings)
    if settings.local_only and not choice.is_near:
        raise SettingError(
            f"HOLDFAST_LOCAL_ONLY is set, and {choice} is at {choice.host}, which is not a private address"
        )
    if choice.provider is Provider.ANTHROPIC and not _secret(settings.anthropic_api_key):
        raise SettingError(f"ANTHROPIC_API_KEY is missing; {choice} cannot be asked without it")
    return choice


def _name(settings: ModelSettings, role: Role) -> str:
    own = {
        Role.CLASSIFY: settings.classify_model,
        Role.RESPOND: settings.respond_model,
        Role.EXTRACT: settings.extract_model,
    }
    if chosen := own[role]:
        return chosen
    if named := settings.model:
        # What runs on a person's own machine speaks well enough, and reads worse than the engine in the house;
        # and while it thinks in the background, the next line would wait for it.
        return OFFLINE if role is not Role.RESPOND and parse_model_name(named).is_here else named
    keyed = _secret(settings.anthropic_api_key)
    if keyed and (not settings.local_only or _located(parse_model_name(WITH_A_KEY[role]), settings).is_near):
        return WITH_A_KEY[role]
    return OFFLINE


def _located(choice: ModelChoice, settings: ModelSettings) -> ModelChoice:
    elsewhere = settings.anthropic_base_url
    return replace(choice, base_url=elsewhere) if elsewhere and choice.provider is Provider.ANTHROPIC else choice


async def _nothing_to_close() -> None:
    """The engine in the house holds no connection."""


@dataclass(frozen=True, slots=True)
class OpenedModel:
    """A model in use, and how its connections are given back when nobody asks it any more."""

    model: LanguageModel
    close: Callable[[], Coroutine[object, object, None]] = _nothing_to_close


def open_model(settings: ModelSettings, role: Role) -> OpenedModel:
    """The model of that role; says once where what is said goes."""
    choice = choice_of(settings, role)
    log_event("model_chosen", name=role.value, what=str(choice), where=choice.host or "nowhere else")
    offline = OfflineModel()
    if choice.provider is Provider.OFFLINE:
        return OpenedModel(offline)
    client = client_for(settings)
    patient = PatientModel(wire_to(choice, settings, client), patience=patience_of(choice, settings, role))
    return OpenedModel(FallingBack(patient, offline), client.aclose)


def patience_of(choice: ModelChoice, settings: ModelSettings, role: Role) -> Patience:
    """How long is waited for that model: what runs on this machine is slow, and no second try makes it faster."""
    usual = HERE if choice.is_here else Patience()
    answer = settings.reading_seconds or usual.answer
    if role is Role.EXTRACT:
        answer = settings.thinking_seconds or THINKING[choice.is_here]
    return replace(
        usual,
        answer=answer,
        first_piece=settings.first_word_seconds or usual.first_piece,
        speech=settings.reply_seconds or usual.speech,
        briefly=usual.briefly if settings.small_model is None else settings.small_model,
    )


def client_for(settings: ModelSettings) -> "httpx2.AsyncClient":
    """What carries the calls; whoever asked for it closes it."""
    # Only here, so that a start without a model pays neither their time nor their memory.
    import httpx2  # noqa: PLC0415

    return httpx2.AsyncClient(
        timeout=httpx2.Timeout(None, connect=5.0),  # all other limits are the caller's patience
        follow_redirects=False,
        trust_env=not settings.local_only,  # a proxy of the environment would carry the words out of the house
    )


def wire_to(choice: ModelChoice, settings: ModelSettings, client: "httpx2.AsyncClient") -> Wire:
    """A model that can be called, without second thoughts."""
    if choice.provider is Provider.ANTHROPIC:
        # The SDK holds nothing of its own that would have to be closed beside the client.
        from shared.models.anthropic import AnthropicWire  # noqa: PLC0415

        key = _secret(settings.anthropic_api_key)
        return AnthropicWire(choice.model, key, base_url=choice.base_url, http_client=client)
    from shared.models.openai_compatible import OpenAICompatibleWire  # noqa: PLC0415

    key = _secret(settings.openai_api_key)
    return OpenAICompatibleWire(choice.model, choice.base_url, key, http_client=client)


def _secret(secret: SecretStr | None) -> str:
    return secret.get_secret_value().strip() if secret is not None else ""
