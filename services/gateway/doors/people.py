"""Making people: the operator's door."""

from starlette.responses import Response

from services.gateway.call import KEY, Call, Door
from services.gateway.forms import PersonForm
from shared.contracts.requests.people import AddPerson, PersonAdded, Scope


async def add_person(call: Call) -> Response:
    """Makes a person with their personal engagement; the token is shown this once."""
    form = await call.read(PersonForm)
    person = AddPerson(
        tenant_id=call.tenant_id,
        key=call.key(form),
        companion_name=form.companion_name,
        language=form.language,
    )
    return await call.pass_on(person, status=201)


DOORS = (
    Door(
        "POST",
        "/v1/people",
        add_person,
        needs=Scope.ADMIN,
        form=PersonForm,
        gives=PersonAdded,
        status=201,
        parameters=(KEY,),
    ),
)
