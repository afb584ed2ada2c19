"""What is open across conversations."""

from enum import StrEnum

from starlette.responses import Response

from services.gateway.call import ENGAGEMENT, KEY, LIMIT, OPEN, PLACE, TYPE, Answer, Call, Door
from services.gateway.talk_forms import ThreadForm
from shared.contracts.entities import EntityType
from shared.contracts.requests.conversations import ChangeThread, ListThreads, ThreadPage, ThreadVerb, ThreadView

PAGE = 50


class Openness(StrEnum):
    """Which threads are wanted."""

    TRUE = "true"
    FALSE = "false"
    ALL = "all"


async def list_threads(call: Call) -> Response:
    """What is open, the longest first: questions, tasks, what I wait for and what stands in the way."""
    wanted = call.choice(OPEN, Openness) or Openness.TRUE
    return await call.pass_on(
        ListThreads(
            caller=call.caller,
            open=None if wanted is Openness.ALL else wanted is Openness.TRUE,
            entity_type=call.choice(TYPE, EntityType),
            engagement_id=call.id_in_query(ENGAGEMENT),
            limit=call.limit(PAGE),
            cursor=call.place(PLACE),
        )
    )


async def edit_thread(call: Call) -> Response:
    """Changes what is named of something that is open, and leaves the rest."""
    thread_id = call.id_in_path("thread_id")
    form = await call.read(ThreadForm)
    return await call.pass_on(
        ChangeThread(
            caller=call.caller,
            key=call.key(form, thread_id),
            thread_id=thread_id,
            verb=ThreadVerb.EDIT,
            text=form.text,
            due=form.due,
            no_due=form.due is None and "due" in form.model_fields_set,
            priority=form.priority,
        )
    )


def _does(verb: ThreadVerb, what: str) -> Answer:
    async def change(call: Call) -> Response:
        thread_id = call.id_in_path("thread_id")
        key = call.key(None, f"{thread_id} {verb}")
        return await call.pass_on(ChangeThread(caller=call.caller, key=key, thread_id=thread_id, verb=verb))

    change.__name__, change.__doc__ = f"{verb.value}_thread", what  # the document names doors by these
    return change


ACTIONS = (
    (ThreadVerb.RESOLVE, "Says that it is done, answered or arrived; it can be opened again."),
    (ThreadVerb.REOPEN, "Opens again what was resolved."),
)

DOORS = (
    Door("GET", "/v1/threads", list_threads, gives=ThreadPage, parameters=(OPEN, TYPE, ENGAGEMENT, LIMIT, PLACE)),
    Door("PATCH", "/v1/threads/{thread_id}", edit_thread, form=ThreadForm, gives=ThreadView,
         parameters=("thread_id", KEY), refuses=(404, 409)),
    *(
        Door("POST", f"/v1/threads/{{thread_id}}/{verb}", _does(verb, what), gives=ThreadView,
             parameters=("thread_id", KEY), refuses=(404, 409))
        for verb, what in ACTIONS
    ),
)  # fmt: skip
