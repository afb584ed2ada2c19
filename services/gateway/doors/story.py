"""Your Story: what conversations meant, and the person's own hand at it."""

from enum import StrEnum

from starlette.responses import Response

from services.gateway.call import ENGAGEMENT, KEY, LIMIT, OFFSET, ORDER, TEXT, Call, Door
from services.gateway.talk_forms import TalkMemoryForm
from shared.contracts.requests.conversations import (
    ChangeTalkMemory,
    GetGreeting,
    Greeting,
    ListStory,
    NewEntity,
    StoryPage,
    TalkMemory,
)

PAGE = 20


class StoryOrder(StrEnum):
    """How the narratives follow each other."""

    TIME = "time"
    MEANING = "meaning"


async def list_story(call: Call) -> Response:
    """What our conversations meant: in Your Story, or in a project with whatever speaks of it."""
    return await call.pass_on(
        ListStory(
            caller=call.caller,
            engagement_id=call.id_in_query(ENGAGEMENT),
            limit=call.limit(PAGE),
            offset=call.offset(),
            order=(call.choice(ORDER, StoryOrder) or StoryOrder.TIME).value,
            q=call.search_text(TEXT),
        )
    )


async def show_greeting(call: Call) -> Response:
    """What is worth knowing before the next word; empty where there is nothing to say."""
    return await call.pass_on(GetGreeting(caller=call.caller))


async def change_talk_memory(call: Call) -> Response:
    """Words it anew, changes what it names, takes back what it changed: at once, and the draft stays beside it."""
    assertion_id = call.id_in_path("memory_id")
    form = await call.read(TalkMemoryForm)
    return await call.pass_on(
        ChangeTalkMemory(
            caller=call.caller,
            key=call.key(form, assertion_id),
            assertion_id=assertion_id,
            version=form.version,
            narrative=form.narrative,
            entities_to_add=tuple(NewEntity(data=one.data) for one in form.entities_to_add),
            entities_to_remove=form.entities_to_remove,
            undo_deltas=form.undo_deltas,
        )
    )


DOORS = (
    Door("GET", "/v1/greeting", show_greeting, gives=Greeting),
    Door("GET", "/v1/story", list_story, gives=StoryPage, parameters=(ENGAGEMENT, TEXT, ORDER, LIMIT, OFFSET)),
    Door("PATCH", "/v1/memories/{memory_id}", change_talk_memory, form=TalkMemoryForm, gives=TalkMemory,
         parameters=("memory_id", KEY), refuses=(404, 409)),
)  # fmt: skip
