"""Conversations: each as it stands, how it ends, what it meant, and what was said in it."""

from uuid import UUID

from starlette.responses import Response

from services.gateway.call import AFTER, BEFORE, KEY, LIMIT, STATUS, TEXT, Answer, Call, Door
from services.gateway.conversation_forms import ConfirmForm, NothingForm
from shared.contracts.requests.conversations import (
    ChangeConversation,
    ConfirmedMemory,
    ConversationPage,
    ConversationStatus,
    ConversationVerb,
    ConversationView,
    GetConversation,
    GetTranscript,
    ListConversations,
    TranscriptPage,
)

CONFIRM_SECONDS = 15.0
"""What was confirmed is read, weighed and stored before the answer."""
PAGE, STRETCH = 20, 50


async def list_conversations(call: Call) -> Response:
    """What was talked about, newest first: of one status, or with a text in what was said or meant."""
    return await call.pass_on(
        ListConversations(
            caller=call.caller,
            status=call.choice(STATUS, ConversationStatus),
            q=call.search_text(TEXT),
            before=call.id_in_query(BEFORE),
            limit=call.limit(PAGE),
        )
    )


async def show_current_conversation(call: Call) -> Response:
    """The conversation that is open now; with its draft while it is about to end."""
    return await call.pass_on(GetConversation(caller=call.caller))


async def show_conversation(call: Call) -> Response:
    """How a conversation stands; with its draft while it is about to end, with its memories once it is over."""
    return await call.pass_on(GetConversation(caller=call.caller, conversation_id=_conversation(call)))


async def show_transcript(call: Call) -> Response:
    """What was said in a conversation, oldest first."""
    return await call.pass_on(
        GetTranscript(
            caller=call.caller,
            conversation_id=_conversation(call),
            after=call.id_in_query(AFTER),
            limit=call.limit(STRETCH),
        )
    )


async def confirm_conversation(call: Call) -> Response:
    """Keeps what a conversation meant, as it was shown or as it is worded here, and puts it into the archive."""
    conversation_id = _conversation(call)
    form = await call.read(ConfirmForm)
    command = ChangeConversation(
        caller=call.caller,
        key=call.key(form, f"{conversation_id} {ConversationVerb.CONFIRM}"),
        conversation_id=conversation_id,
        verb=ConversationVerb.CONFIRM,
        version=form.version,
        memories=tuple(ConfirmedMemory.model_validate(one.model_dump()) for one in form.memories),
        without_deltas=form.without_deltas,
    )
    return await call.pass_on(command, seconds=CONFIRM_SECONDS)


def _conversation(call: Call) -> UUID:
    return call.id_in_path("conversation_id")


MOVES: tuple[tuple[ConversationVerb, str, str], ...] = (
    (ConversationVerb.CLOSE, "close", "Ends a conversation: what it meant is drafted, and shown before it is kept."),
    (
        ConversationVerb.RESUME,
        "resume",
        "Goes on with a conversation that was about to end; its draft leaves no trace.",
    ),
    (ConversationVerb.PAUSE, "pause", "Silences everything that would be said unasked."),
    (ConversationVerb.UNPAUSE, "unpause", "Lets it be said again."),
    (ConversationVerb.KEEP_NOTHING, "keep-nothing", "Puts a conversation into the archive without a memory of it."),
)


def _moves(verb: ConversationVerb, what: str) -> Answer:
    async def move(call: Call) -> Response:
        conversation_id = _conversation(call)
        form = await call.read(NothingForm)
        key = call.key(form, f"{conversation_id} {verb}")
        return await call.pass_on(
            ChangeConversation(caller=call.caller, key=key, conversation_id=conversation_id, verb=verb)
        )

    move.__name__, move.__doc__ = f"{verb.value}_conversation", what  # the document names doors by these
    return move


ONE = "/v1/conversations/{conversation_id}"
DOORS = (
    Door("GET", "/v1/conversations", list_conversations, gives=ConversationPage,
         parameters=(STATUS, TEXT, BEFORE, LIMIT)),
    Door("GET", "/v1/conversations/current", show_current_conversation, gives=ConversationView, refuses=(404,)),
    Door("GET", ONE, show_conversation, gives=ConversationView, parameters=("conversation_id",), refuses=(404,)),
    Door("GET", f"{ONE}/transcript", show_transcript, gives=TranscriptPage,
         parameters=("conversation_id", AFTER, LIMIT), refuses=(404,)),
    Door("POST", f"{ONE}/confirm", confirm_conversation, form=ConfirmForm, gives=ConversationView,
         parameters=("conversation_id", KEY), refuses=(404, 409)),
    *(
        Door("POST", f"{ONE}/{word}", _moves(verb, what), form=NothingForm, gives=ConversationView,
             parameters=("conversation_id", KEY), refuses=(404, 409))
        for verb, word, what in MOVES
    ),
)  # fmt: skip
