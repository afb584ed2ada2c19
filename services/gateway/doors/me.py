"""Who I am, and what I set."""

from typing import TypeVar

from starlette.responses import Response

from services.gateway.call import KEY, Call, Door
from services.gateway.forms import MeForm
from shared.contracts.requests.people import ChangeMe, GetMe, Me

Value = TypeVar("Value")


async def show_me(call: Call) -> Response:
    """Who I am: the companion's name, my settings, the revision of my memory, and what my turns took today."""
    return await call.pass_on(GetMe(caller=call.caller))


async def change_me(call: Call) -> Response:
    """Changes what is named and leaves the rest."""
    form = await call.read(MeForm)
    budget, no_budget = form.budget()
    retention_days, no_retention = form.retention()
    return await call.pass_on(
        ChangeMe(
            caller=call.caller,
            key=call.key(form),
            companion_name=form.companion_name,
            language=form.language or form.settings.language,
            time_zone=form.time_zone or form.settings.time_zone,
            write=_either(form.write, form.settings.write),
            read=_either(form.read, form.settings.read),
            daily_budget=budget,
            no_budget=no_budget,
            retention_days=retention_days,
            no_retention=no_retention,
            asking=form.asking or form.settings.asking,
            keep_orders_at_once=_either(form.keep_orders_at_once, form.settings.keep_orders_at_once),
            always_ask=_either(form.always_ask, form.settings.always_ask),
            never_ask=_either(form.never_ask, form.settings.never_ask),
        )
    )


def _either(at_the_top: Value | None, in_settings: Value | None) -> Value | None:
    """What is named at the top comes first, and may be false or empty."""
    return in_settings if at_the_top is None else at_the_top


DOORS = (
    Door("GET", "/v1/me", show_me, gives=Me),
    Door("PATCH", "/v1/me", change_me, form=MeForm, gives=Me, parameters=(KEY,)),
)
