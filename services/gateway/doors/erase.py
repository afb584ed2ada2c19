"""Making things go for good: the conversation, a project, or the person. One memory is erased in the notebook."""

from starlette.responses import Response

from services.gateway.call import KEY, Call, Door, token_of
from services.gateway.doors.session import end_cookie
from services.gateway.forms import EraseConversationForm, EraseEngagementForm, EraseMeForm, TakeLineOutForm
from shared.contracts.requests.erasure import (
    EraseConversation,
    EraseEngagement,
    EraseMe,
    EraseOneConversation,
    Receipt,
    TakeLineOut,
)

SECONDS = 60.0
"""An erasure answers with its receipt, after the look at every surface."""


async def erase_conversation(call: Call) -> Response:
    """Erases the words of the whole conversation for good; memories stay. Gives the receipt."""
    return await call.pass_on(EraseConversation(caller=call.caller, key=call.key()), seconds=SECONDS)


async def erase_one_conversation(call: Call) -> Response:
    """Erases one conversation for good; its memories stay, without the words they were told in, or go along."""
    conversation_id = call.id_in_path("conversation_id")
    form = await call.read(EraseConversationForm)
    command = EraseOneConversation(
        caller=call.caller,
        key=call.key(form, conversation_id),
        conversation_id=conversation_id,
        memories=form.memories,
    )
    return await call.pass_on(command, seconds=SECONDS)


async def take_line_out(call: Call) -> Response:
    """Takes the words of one line out of the talk for good; what was read from it stays, or goes along."""
    turn_id, line_id = call.id_in_path("turn_id"), call.id_in_path("line_id")
    form = await call.read(TakeLineOutForm)
    command = TakeLineOut(
        caller=call.caller, key=call.key(form, line_id), turn_id=turn_id, line_id=line_id, memories=form.memories
    )
    return await call.pass_on(command, seconds=SECONDS)


async def erase_project(call: Call) -> Response:
    """Erases a project and what was said in it; its memories move to Your Story, or go along. Gives the receipt."""
    engagement_id = call.id_in_path("engagement_id")
    form = await call.read(EraseEngagementForm)
    command = EraseEngagement(
        caller=call.caller, key=call.key(form, engagement_id), engagement_id=engagement_id, memories=form.memories
    )
    return await call.pass_on(command, seconds=SECONDS)


async def erase_me(call: Call) -> Response:
    """Erases everything of mine for good, and me. Gives the receipt; afterwards a 401 says that it is so."""
    form = await call.read(EraseMeForm)
    response = await call.pass_on(EraseMe(caller=call.caller, key=call.key(form)), seconds=SECONDS)
    call.gateway.identities.forget_person(call.caller.person_id)
    call.gateway.listening.end_all_of(call.caller.person_id)
    if call.request.cookies.get(call.gateway.cookie_name) == token_of(call.gateway, call.request):
        end_cookie(call, response)
    return response


DOORS = (
    Door("DELETE", "/v1/conversation", erase_conversation, gives=Receipt, parameters=(KEY,)),
    Door(
        "DELETE", "/v1/conversations/{conversation_id}", erase_one_conversation, form=EraseConversationForm,
        gives=Receipt, parameters=("conversation_id", KEY), refuses=(404,),
    ),
    Door(
        "DELETE", "/v1/turns/{turn_id}/lines/{line_id}", take_line_out, form=TakeLineOutForm, gives=Receipt,
        parameters=("turn_id", "line_id", KEY), refuses=(404, 410),
    ),
    Door(
        "DELETE", "/v1/engagements/{engagement_id}", erase_project, form=EraseEngagementForm, gives=Receipt,
        parameters=("engagement_id", KEY), refuses=(404, 409),
    ),
    Door("DELETE", "/v1/me", erase_me, form=EraseMeForm, gives=Receipt, parameters=(KEY,)),
)  # fmt: skip
