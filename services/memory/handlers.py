"""What the memory service hears: four steps of the line, the turns that were given up, lines, questions, commands."""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any
from uuid import UUID

from pydantic import ValidationError

from services.memory import commands, deciding, erasure, line, proving, questions
from services.memory.database import transaction
from services.memory.erasing import of_a_line, of_a_project, replaying
from services.memory.knowledge import importing, notebook
from services.memory.operation import Memory
from services.memory.operations import queries as operations
from services.memory.operations.counting import counting, counts
from services.memory.people import agents, ways_in
from services.memory.reasoning import influences, why
from services.memory.recall import querying
from services.memory.transcript import export
from shared.agents import AddAgent, ListAgents, RemoveAgent
from shared.memory_queries import (
    AnswerByCard,
    ChangeAssertion,
    ConfirmImport,
    EraseConversation,
    EraseEngagement,
    EraseMe,
    ExportMemory,
    GetAssertion,
    GetHistory,
    GetImport,
    GetWhy,
    ImportRows,
    LiftRefusal,
    ListAssertions,
    ListImports,
    ListInfluences,
    ListOffers,
    ListRefusals,
    TakeLineOut,
    WriteAssertion,
)
from shared.message import Message
from shared.notices import DeadTurn
from shared.operation_events import CountEvents
from shared.proofs import CheckAudit, ReadLedger, ReplayLedger
from shared.queries import (
    AddEngagement,
    AddPerson,
    ChangeEngagement,
    ChangeMe,
    Converse,
    EndSession,
    GetMe,
    GetStatus,
    GetTurn,
    ListDeadLetters,
    ListEngagements,
    ListTurns,
    MakeSignInCode,
    Ping,
    RedeemCode,
    ReplayDeadLetter,
    Request,
    StopTurn,
    WhoIs,
)
from shared.recall_queries import QueryAsAgent, QueryMemory
from shared.stage.answering import answer_requests
from shared.stage.broker import Bus
from shared.stage.stage import add_listener, add_step
from shared.tokens import AddToken, ListPeople, ListTokens, RemoveToken
from shared.turns import AnsweredTurn, RoutedTurn, Turn

ANSWERS: dict[type[Request[Any]], Callable[[Memory, Any], Awaitable[Message]]] = {
    Converse: line.accept,
    StopTurn: line.stop,
    Ping: questions.ping,
    WhoIs: questions.identity,
    GetMe: questions.me,
    ListEngagements: questions.engagements,
    GetTurn: questions.turn,
    ListTurns: questions.turns,
    GetStatus: questions.status,
    ListDeadLetters: questions.dead_letters,
    CountEvents: counts,
    AddPerson: commands.add_person,
    ChangeMe: commands.change_me,
    AddEngagement: commands.add_engagement,
    ChangeEngagement: commands.change_engagement,
    MakeSignInCode: commands.make_sign_in_code,
    RedeemCode: commands.redeem_code,
    EndSession: commands.end_session,
    ReplayDeadLetter: commands.replay_dead_letter,
    ListOffers: questions.offers,
    WriteAssertion: deciding.write,
    ChangeAssertion: deciding.change,
    AnswerByCard: deciding.answer_offer,
    LiftRefusal: deciding.lift_refusal,
    ListAssertions: notebook.assertions,
    GetAssertion: notebook.opened,
    GetHistory: notebook.history,
    ListRefusals: notebook.refusals,
    QueryMemory: querying.query,
    QueryAsAgent: querying.query_as_agent,
    ListAgents: agents.agents,
    AddAgent: agents.add,
    RemoveAgent: agents.remove,
    ListTokens: ways_in.tokens,
    RemoveToken: ways_in.remove,
    AddToken: ways_in.add,
    ListPeople: ways_in.everybody,
    GetWhy: why.why,
    ListInfluences: influences.influences,
    ExportMemory: export.export,
    ImportRows: importing.bring,
    ConfirmImport: importing.confirm,
    GetImport: importing.state,
    ListImports: importing.imports,
    EraseConversation: erasure.erase_conversation,
    EraseEngagement: of_a_project.erase_engagement,
    EraseMe: erasure.erase_me,
    TakeLineOut: of_a_line.take_line_out,
    CheckAudit: proving.check_audit,
    ReadLedger: proving.read_ledger,
    ReplayLedger: replaying.replay_ledger,
}


def hear_requests(bus: Bus, memory: Memory, concurrency: int) -> None:
    """Lines, questions and commands; any replica answers."""
    for request, answers in ANSWERS.items():
        answer_requests(bus, request, counting(memory, request, answers), workers=concurrency)


def hear_steps(bus: Bus, memory: Memory, concurrency: int) -> None:
    """The steps of the line that touch the database, and what the others gave up."""
    add_step(bus, "open", Turn, partial(line.open_turn, memory), concurrency=concurrency)
    add_step(bus, "perform", RoutedTurn, partial(line.perform, memory), concurrency=concurrency)
    add_step(bus, "close", AnsweredTurn, partial(line.close, memory), concurrency=concurrency)
    add_listener(bus, "dead", partial(bury, memory))


async def bury(memory: Memory, turn_id: UUID | None, body: bytes) -> None:
    """Stores what was given up, with its reason; ends the turn with an honest sentence."""
    dead = _read_dead(body)
    async with transaction(memory.database) as connection:
        who = None if turn_id is None else await operations.owner_of_turn(connection, turn_id)
        if who is None or turn_id is None:
            await operations.add_unowned_dead_letter(connection, dead)
            return
    await line.bury(memory, who, turn_id, dead)


def _read_dead(body: bytes) -> DeadTurn:
    try:
        return DeadTurn.model_validate_json(body)
    except ValidationError:
        return DeadTurn(step="dead", reason="not readable", attempts=1, form=body.decode(errors="replace"))
