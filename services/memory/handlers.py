"""What the memory service hears: four steps of the line, the turns that were given up, lines, questions, commands."""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any
from uuid import UUID

from pydantic import ValidationError

from services.memory.audit.report import check_audit, read_ledger
from services.memory.conversations.answer_draft import answer_offer
from services.memory.conversations.change_conversation import change_conversation
from services.memory.conversations.change_talk_memory import change_talk_memory
from services.memory.conversations.greeting import get_greeting
from services.memory.conversations.show_conversations import get_conversation, list_conversations
from services.memory.conversations.story import list_story
from services.memory.conversations.talk_pages import get_talk_page
from services.memory.conversations.threads import change_thread, list_threads
from services.memory.erasure import conversation_out, ledger_replay, line_out, project_out
from services.memory.erasure.erase import erase_conversation, erase_me
from services.memory.notebook import commands as notebook_commands
from services.memory.notebook import entries, influences, why
from services.memory.ops import queries as operations
from services.memory.ops.event_counts import count_events, with_counting
from services.memory.ops.line_status import get_status, list_dead_letters, list_work, ping_memory
from services.memory.people import agents, ways_in
from services.memory.people.account import (
    add_engagement,
    add_person,
    change_engagement,
    change_me,
    end_session,
    get_me,
    identify_token,
    list_engagements,
    make_sign_in_code,
    redeem_code,
)
from services.memory.recall import memory_query
from services.memory.store.context import MemoryContext
from services.memory.store.database import plain_transaction
from services.memory.transfer import export, import_requests
from services.memory.turn.accept import accept_line
from services.memory.turn.close import close_turn
from services.memory.turn.end import bury_turn, replay_dead_letter, stop_turn
from services.memory.turn.open import open_turn
from services.memory.turn.perform import perform_turn
from services.memory.turn.questions import get_transcript, get_turn, list_offers, list_turns
from shared.bus.broker import Bus
from shared.bus.request_reply import answer_requests
from shared.bus.stage import add_listener, add_step
from shared.contracts.envelope import Request
from shared.contracts.message import Message
from shared.contracts.notices import DeadTurn
from shared.contracts.requests.agents import AddAgent, ListAgents, RemoveAgent
from shared.contracts.requests.conversations import (
    ChangeConversation,
    ChangeTalkMemory,
    ChangeThread,
    GetConversation,
    GetGreeting,
    GetTranscript,
    ListConversations,
    ListStory,
    ListThreads,
)
from shared.contracts.requests.erasure import (
    EraseConversation,
    EraseEngagement,
    EraseMe,
    EraseOneConversation,
    TakeLineOut,
)
from shared.contracts.requests.notebook import (
    AnswerByCard,
    ChangeAssertion,
    GetAssertion,
    GetHistory,
    GetImport,
    GetWhy,
    LiftRefusal,
    ListAssertions,
    ListImports,
    ListInfluences,
    ListOffers,
    ListRefusals,
    WriteAssertion,
)
from shared.contracts.requests.ops import (
    CheckAudit,
    CountEvents,
    GetStatus,
    ListDeadLetters,
    ListWork,
    Ping,
    ReadLedger,
    ReplayDeadLetter,
    ReplayLedger,
)
from shared.contracts.requests.people import (
    AddEngagement,
    AddPerson,
    AddToken,
    ChangeEngagement,
    ChangeMe,
    EndSession,
    GetMe,
    ListEngagements,
    ListPeople,
    ListTokens,
    MakeSignInCode,
    RedeemCode,
    RemoveToken,
    WhoIs,
)
from shared.contracts.requests.recall import QueryAsAgent, QueryMemory
from shared.contracts.requests.transfer import ConfirmImport, ExportMemory, ImportRows
from shared.contracts.requests.turns import Converse, GetTurn, ListTurns, StopTurn
from shared.contracts.turns import AnsweredTurn, RoutedTurn, Turn
from shared.contracts.work import GetTalkPage

ANSWERS: dict[type[Request[Any]], Callable[[MemoryContext, Any], Awaitable[Message]]] = {
    Converse: accept_line,
    StopTurn: stop_turn,
    Ping: ping_memory,
    WhoIs: identify_token,
    GetMe: get_me,
    ListEngagements: list_engagements,
    GetTurn: get_turn,
    ListTurns: list_turns,
    GetStatus: get_status,
    ListDeadLetters: list_dead_letters,
    CountEvents: count_events,
    AddPerson: add_person,
    ChangeMe: change_me,
    AddEngagement: add_engagement,
    ChangeEngagement: change_engagement,
    MakeSignInCode: make_sign_in_code,
    RedeemCode: redeem_code,
    EndSession: end_session,
    ReplayDeadLetter: replay_dead_letter,
    ListOffers: list_offers,
    WriteAssertion: notebook_commands.write_memory,
    ChangeAssertion: notebook_commands.change_memory,
    AnswerByCard: answer_offer,
    LiftRefusal: notebook_commands.lift_refusal,
    ListAssertions: entries.list_assertions,
    GetAssertion: entries.open_assertion,
    GetHistory: entries.get_history,
    ListRefusals: entries.get_refusals,
    QueryMemory: memory_query.query_memory,
    QueryAsAgent: memory_query.query_as_agent,
    ListAgents: agents.list_agents,
    AddAgent: agents.add_agent,
    RemoveAgent: agents.remove_agent,
    ListTokens: ways_in.list_tokens,
    RemoveToken: ways_in.remove_token,
    AddToken: ways_in.add_way_in,
    ListPeople: ways_in.list_people,
    GetWhy: why.explain_turn,
    ListInfluences: influences.list_influences,
    ExportMemory: export.export_part,
    ImportRows: import_requests.receive_rows,
    ConfirmImport: import_requests.confirm_import,
    GetImport: import_requests.get_import,
    ListImports: import_requests.list_imports,
    ListThreads: list_threads,
    ChangeThread: change_thread,
    ListStory: list_story,
    GetGreeting: get_greeting,
    ChangeTalkMemory: change_talk_memory,
    EraseConversation: erase_conversation,
    EraseEngagement: project_out.erase_engagement,
    EraseOneConversation: conversation_out.erase_one_conversation,
    EraseMe: erase_me,
    TakeLineOut: line_out.take_line_out,
    ChangeConversation: change_conversation,
    GetConversation: get_conversation,
    ListConversations: list_conversations,
    GetTranscript: get_transcript,
    CheckAudit: check_audit,
    ReadLedger: read_ledger,
    ReplayLedger: ledger_replay.replay_ledger,
    ListWork: list_work,
    GetTalkPage: get_talk_page,
}


def hear_requests(bus: Bus, memory: MemoryContext, concurrency: int) -> None:
    """Lines, questions and commands; any replica answers."""
    for request, answers in ANSWERS.items():
        answer_requests(bus, request, with_counting(memory, request, answers), workers=concurrency)


def hear_steps(bus: Bus, memory: MemoryContext, concurrency: int) -> None:
    """The steps of the line that touch the database, and what the others gave up."""
    add_step(bus, "open", Turn, partial(open_turn, memory), concurrency=concurrency)
    add_step(bus, "perform", RoutedTurn, partial(perform_turn, memory), concurrency=concurrency)
    add_step(bus, "close", AnsweredTurn, partial(close_turn, memory), concurrency=concurrency)
    add_listener(bus, "dead", partial(bury_message, memory))


async def bury_message(memory: MemoryContext, turn_id: UUID | None, body: bytes) -> None:
    """Stores what was given up, with its reason; ends the turn with an honest sentence."""
    dead = _read_dead(body)
    async with plain_transaction(memory.database) as connection:
        who = None if turn_id is None else await operations.owner_of_turn(connection, turn_id)
        if who is None or turn_id is None:
            await operations.add_unowned_dead_letter(connection, dead)
            return
    await bury_turn(memory, who, turn_id, dead)


def _read_dead(body: bytes) -> DeadTurn:
    try:
        return DeadTurn.model_validate_json(body)
    except ValidationError:
        return DeadTurn(step="dead", reason="not readable", attempts=1, form=body.decode(errors="replace"))
