"""Choosing the model of an embedded start, by the one who runs it. Nothing of this crosses the broker."""

import json
from pathlib import Path

from starlette.responses import Response

from services.gateway.call import JSON, Call, Door
from services.gateway.model_form import ModelForm, ModelTrial, ModelView
from services.gateway.problems import BadModelError, ChosenElsewhereError, NoSuchDoorError, NotTheRunnerError
from shared.models.kept_choice import KeptModel, is_chosen_elsewhere, keep_choice, read_choice, with_choice, with_kept
from shared.models.model_names import Provider, place_of
from shared.models.model_settings import ModelSettings
from shared.settings import SettingError, load_settings


async def show_model(call: Call) -> Response:
    """Which model speaks now, and whether it can be chosen here."""
    try:
        return _shown(_file(call))
    except (NoSuchDoorError, NotTheRunnerError):
        return Response(ModelView().model_dump_json(), media_type=JSON)


async def choose_model(call: Call) -> Response:
    """Uses this model from the next line on; what is under way is answered as it began."""
    file, kept = _file(call), await _wanted(call)
    _usable(kept)
    keep_choice(file, kept)
    return _shown(file)


async def attempt_model(call: Call) -> Response:
    """Asks this model for one sentence and says how long that took; nothing is kept."""
    _file(call)
    settings = _usable(await _wanted(call))
    # Only here: a gateway that nobody asks for it has nothing to do with models.
    from shared.models.model_trial import try_model  # noqa: PLC0415

    trial = await try_model(settings)
    told = ModelTrial(
        answered=trial.why is None,
        seconds=round(trial.seconds, 2),
        first_word_seconds=None if trial.first_word_seconds is None else round(trial.first_word_seconds, 2),
        said=trial.said,
        why=trial.why,
    )
    return Response(told.model_dump_json(), media_type=JSON)


def _file(call: Call) -> Path:
    """Where the choice is kept; a refusal for whoever does not run this, and where nobody can choose."""
    settings = call.gateway.settings
    if settings.model_file is None or settings.runner_file is None:
        raise NoSuchDoorError
    if str(call.caller.person_id) != _runner(settings.runner_file):
        raise NotTheRunnerError
    return settings.model_file


def _runner(file: Path) -> str | None:
    try:
        return str(json.loads(file.read_bytes())["person_id"])
    except (OSError, ValueError, KeyError):
        return None


async def _wanted(call: Call) -> KeptModel:
    form, file = await call.read(ModelForm), call.gateway.settings.model_file
    if is_chosen_elsewhere(load_settings(ModelSettings)):
        raise ChosenElsewhereError
    provider, address = Provider(form.provider), form.address.strip()
    former = read_choice(file) if file is not None else None
    # A key is sent to the address that it was given for, and to no other.
    is_same = former is not None and (former.provider, former.address) == (provider, address)
    key = form.key if form.key is not None else former.key if former is not None and is_same else ""
    return KeptModel(provider=provider, model=form.model.strip(), address=address, key=key.strip())


def _usable(kept: KeptModel) -> ModelSettings:
    """The settings with this choice; a refusal that says what is missing."""
    from shared.models.open_model import Role, choice_of  # noqa: PLC0415  # see above

    try:
        settings = with_choice(load_settings(ModelSettings), kept)
        for role in Role:
            choice_of(settings, role)
    except (ValueError, SettingError) as error:
        raise BadModelError(str(error)) from None
    return settings


def _shown(file: Path) -> Response:
    from shared.models.open_model import Role, choice_of  # noqa: PLC0415  # see above

    settings = load_settings(ModelSettings)
    open_to_choice, kept = not is_chosen_elsewhere(settings), read_choice(file)
    choice = choice_of(with_kept(settings.model_copy(update={"model_file": file})), Role.RESPOND)
    view = ModelView(
        here=True,
        may_choose=open_to_choice,
        provider=choice.provider,
        model=choice.model,
        address=choice.base_url if choice.provider is Provider.OPENAI else "",
        has_key=bool(open_to_choice and kept is not None and kept.key),
        host=choice.host,
        place="house" if choice.provider is Provider.OFFLINE else place_of(choice.host),
    )
    return Response(view.model_dump_json(), media_type=JSON)


DOORS = (Door("GET", "/v1/model", show_model, gives=ModelView),)
CHOOSING = (
    Door("PUT", "/v1/model", choose_model, form=ModelForm, gives=ModelView, refuses=(403, 404, 409)),
    Door("POST", "/v1/model/try", attempt_model, form=ModelForm, gives=ModelTrial, refuses=(403, 404, 409)),
)
"""Only where a start keeps a choice: everywhere else these addresses are nothing."""
