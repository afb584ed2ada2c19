"""Your Story and the projects."""

from starlette.responses import Response

from services.gateway.call import KEY, Call, Door
from services.gateway.forms import EngagementChangeForm, EngagementForm
from shared.contracts.requests.people import (
    AddEngagement,
    ChangeEngagement,
    EngagementList,
    EngagementView,
    ListEngagements,
)


async def list_engagements(call: Call) -> Response:
    """All of my engagements, Your Story first."""
    return await call.pass_on(ListEngagements(caller=call.caller))


async def add_project(call: Call) -> Response:
    """Begins a project."""
    form = await call.read(EngagementForm)
    project = AddEngagement(caller=call.caller, key=call.key(form), title=form.title, seed=form.seed)
    return await call.pass_on(project, status=201)


async def change_engagement(call: Call) -> Response:
    """Changes what is named of a project and leaves the rest."""
    engagement_id = call.id_in_path("engagement_id")
    form = await call.read(EngagementChangeForm)
    return await call.pass_on(
        ChangeEngagement(
            caller=call.caller,
            key=call.key(form, engagement_id),
            engagement_id=engagement_id,
            title=form.title,
            seed=form.seed,
            status=form.status,
        )
    )


DOORS = (
    Door("GET", "/v1/engagements", list_engagements, gives=EngagementList),
    Door(
        "POST", "/v1/engagements", add_project, form=EngagementForm, gives=EngagementView, status=201, parameters=(KEY,)
    ),
    Door(
        "PATCH", "/v1/engagements/{engagement_id}", change_engagement, form=EngagementChangeForm, gives=EngagementView,
        parameters=("engagement_id", KEY), refuses=(404, 409),
    ),
)  # fmt: skip
