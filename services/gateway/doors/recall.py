"""The one query: the person's, the notebook's, and what an agent's token is good for."""

from starlette.responses import Response

from services.gateway.call import Call, Door
from services.gateway.problems import NotForAgentsError
from services.gateway.query_form import MemoryQueryForm
from shared.contracts.envelope import Request
from shared.contracts.requests.recall import QueryAnswer, QueryAsAgent, QueryMemory


async def query_memory(call: Call) -> Response:
    """What is known, or was said, that fits a question, best first; an agent is told what it may see."""
    form = await call.read(MemoryQueryForm)
    asked, caller, agent = form.model_dump(by_alias=False), call.caller, call.agent
    question: Request[QueryAnswer] = QueryMemory(caller=caller, **asked)
    if agent is not None:
        if asked.pop("as_of") is not None:
            raise NotForAgentsError
        question = QueryAsAgent(caller=caller, agent=agent.name, token_id=agent.token_id, **asked)
    return await call.pass_on(question)


DOORS = (
    Door(
        "POST", "/v1/memory/query", query_memory,
        agents=True, form=MemoryQueryForm, gives=QueryAnswer, refuses=(403, 404)
    ),
)  # fmt: skip
