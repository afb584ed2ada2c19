"""A question to memory from a service of the line, over the connection that it has anyway."""

from typing import cast

from nats.aio.client import Client

from shared.bus.broken_dependency import BROKER_AWAY, BrokenDependencyError
from shared.bus.broker import Bus
from shared.client.read_answer import read_answer
from shared.contracts.envelope import AnswerT, Request
from shared.contracts.errors import UnavailableError

ANSWER_SECONDS = 5.0


async def ask_memory(bus: Bus, request: Request[AnswerT]) -> AnswerT:
    """The answer, in its form; a memory that is away is a broken dependency, a refusal is raised as the error it is."""
    connection: Client = bus.config.connection_state.connection
    try:
        said = await connection.request(request.subject, request.model_dump_json().encode(), ANSWER_SECONDS)
        return cast("AnswerT", read_answer(type(request).answer, said.data))
    except (UnavailableError, *BROKER_AWAY) as error:
        raise BrokenDependencyError("memory") from error
