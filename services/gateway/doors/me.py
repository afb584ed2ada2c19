"""Who I am, and what I set."""

from starlette.responses import Response

from services.gateway.call import Call
from services.gateway.door import KEY, Door
from services.gateway.forms import MeForm
from shared.queries import ChangeMe, GetMe, Me


async def show(call: Call) -> Response:
    """Who I am: the companion's name, my settings, the revision of my memory, and what my turns took today."""
    return await call.pass_on(GetMe(caller=call.caller))


async def change(call: Call) -> Response:
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
            write=form.settings.write if form.write is None else form.write,
            read=form.settings.read if form.read is None else form.read,
            daily_budget=budget,
            no_budget=no_budget,
            retention_days=retention_days,
            no_retention=no_retention,
        )
    )


DOORS = (
    Door("GET", "/v1/me", show, gives=Me),
    Door("PATCH", "/v1/me", change, form=MeForm, gives=Me, parameters=(KEY,)),
)
