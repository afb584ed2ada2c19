"""What machines ask: is it alive, is it ready, how much of what."""

import asyncio

from prometheus_client import Gauge
from pydantic import BaseModel
from starlette.responses import Response

from services.gateway.call import JSON, Call, Door
from services.gateway.problems import NotReadyError
from shared.client.holdfast_client import HoldfastClient
from shared.contracts.errors import HoldfastError, UnavailableError
from shared.contracts.requests.ops import Ping

READY_SECONDS = 2.0
BROKER_ERRORS = Gauge("holdfast_gateway_broker_errors", "Errors of the gateway's broker connection so far.")


class Alive(BaseModel):
    """The process runs and its loop turns."""

    alive: bool = True


class Ready(BaseModel):
    """Turns can be taken: the broker, the memory service and its database are there."""

    ready: bool = True


async def answer_alive(_: Call) -> Response:
    """Whether the process runs."""
    return Response(Alive().model_dump_json(), media_type=JSON)


async def answer_ready(call: Call) -> Response:
    """Whether turns can be taken; names what is away."""
    await check_memory(call.gateway.client)
    return Response(Ready().model_dump_json(), media_type=JSON)


async def check_memory(client: HoldfastClient) -> None:
    """A round trip to the database and back; a NotReadyError that names the first thing that is away."""
    if not client.connected:
        raise NotReadyError("message broker")
    try:
        async with asyncio.timeout(READY_SECONDS):
            await client.ask(Ping())
    except UnavailableError as error:
        raise _of(str(error)) from None
    except (TimeoutError, HoldfastError):
        raise NotReadyError("memory service") from None


def _of(told: str) -> NotReadyError:
    if "disk" in told:
        return NotReadyError("disk", "is full")
    return NotReadyError("memory service" if "memory" in told else "database")


DOORS = (
    Door("GET", "/healthz", answer_alive, needs=None, gives=Alive),
    Door("GET", "/readyz", answer_ready, needs=None, gives=Ready, refuses=(503,)),
)
