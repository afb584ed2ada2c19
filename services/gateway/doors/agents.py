"""Who may ask besides the person: the operator lets agents in, the person sees them and sends them away."""

from uuid import UUID

from starlette.responses import Response

from services.gateway.call import KEY, Call, Door
from services.gateway.forms import AgentForm
from shared.contracts.envelope import Caller
from shared.contracts.requests.agents import AddAgent, AgentAdded, AgentList, ListAgents, RemoveAgent
from shared.contracts.requests.people import Scope


async def list_agents(call: Call) -> Response:
    """Who may ask my memory, what each may see, and for what it asked of late."""
    return await call.pass_on(ListAgents(caller=call.caller))


async def remove_agent(call: Call) -> Response:
    """Sends an agent away: its token is worth nothing any more. Gives who remains."""
    return await _remove(call, call.caller)


async def list_agents_of(call: Call) -> Response:
    """A person's agents, for the operator."""
    return await call.pass_on(ListAgents(caller=_of(call)))


async def add_agent(call: Call) -> Response:
    """Lets an agent ask a person's memory; the token is shown this once."""
    who = _of(call)
    form = await call.read(AgentForm)
    return await call.pass_on(AddAgent(caller=who, key=call.key(form, who.person_id), agent=form.agent), status=201)


async def remove_agent_of(call: Call) -> Response:
    """Sends an agent of a person away."""
    return await _remove(call, _of(call))


async def _remove(call: Call, who: Caller) -> Response:
    token_id = call.id_in_path("token_id")
    return await call.pass_on(RemoveAgent(caller=who, key=call.key(about=token_id), token_id=token_id))


def _of(call: Call) -> Caller:
    person_id: UUID = call.id_in_path("person_id")
    return Caller(tenant_id=call.tenant_id, person_id=person_id)


OF_PERSON = "/v1/people/{person_id}/agents"
DOORS = (
    Door("GET", "/v1/agents", list_agents, gives=AgentList, refuses=(404,)),
    Door(
        "DELETE", "/v1/agents/{token_id}", remove_agent,
        gives=AgentList, parameters=("token_id", KEY), refuses=(404,),
    ),
    Door(
        "GET", OF_PERSON, list_agents_of,
        needs=Scope.ADMIN, gives=AgentList, parameters=("person_id",), refuses=(404,),
    ),
    Door(
        "POST", OF_PERSON, add_agent, needs=Scope.ADMIN, form=AgentForm, gives=AgentAdded, status=201,
        parameters=("person_id", KEY), refuses=(404,),
    ),
    Door(
        "DELETE", f"{OF_PERSON}/{{token_id}}", remove_agent_of, needs=Scope.ADMIN, gives=AgentList,
        parameters=("person_id", "token_id", KEY), refuses=(404,),
    ),
)  # fmt: skip
