"""The notebook: what is kept, what happened to it, and the person's own hand on it."""

from starlette.responses import Response

from services.gateway.call import AS_OF, ENGAGEMENT, FORCE, KEY, KIND, LIMIT, PLACE, STATE, TEXT, Answer, Call, Door
from services.gateway.notebook_forms import (
    AwayForm,
    CategoryForm,
    CommitForm,
    ImportanceForm,
    MoveForm,
    ReplaceForm,
    SeenForm,
    WordingForm,
    WriteForm,
)
from shared.contracts.assertions import AssertionView, Force, Kind, State
from shared.contracts.requests.notebook import (
    AssertionChanged,
    AssertionHistory,
    AssertionPage,
    ChangeAssertion,
    GetAssertion,
    GetHistory,
    InfluencePage,
    ListAssertions,
    ListInfluences,
    Verb,
    WriteAssertion,
)

PAGE = 50
LOOK_SECONDS = 30.0
"""What goes answers with its receipt, after a look at every place where it was."""
LOOKS = frozenset({Verb.ERASE, Verb.RETRACT, Verb.UNWRITE})


async def list_memories(call: Call) -> Response:
    """What is in use, newest first: of one engagement, force or kind, or with a text in it; or what was set aside."""
    return await call.pass_on(
        ListAssertions(
            caller=call.caller,
            engagement_id=call.id_in_query(ENGAGEMENT),
            force=call.choice(FORCE, Force),
            kind=call.choice(KIND, Kind),
            state=call.choice(STATE, State) or State.ACTIVE,
            q=call.search_text(TEXT),
            limit=call.limit(PAGE),
            cursor=call.place(PLACE),
            as_of=call.moment(AS_OF),
        )
    )


async def show_memory(call: Call) -> Response:
    """One memory, as it is now."""
    return await call.pass_on(GetAssertion(caller=call.caller, assertion_id=call.id_in_path("assertion_id")))


async def show_history(call: Call) -> Response:
    """Everything that happened to a memory, oldest first."""
    return await call.pass_on(GetHistory(caller=call.caller, assertion_id=call.id_in_path("assertion_id")))


async def show_influences(call: Call) -> Response:
    """The turns in which a memory had a part, newest first: what it has influenced since."""
    return await call.pass_on(
        ListInfluences(
            caller=call.caller,
            assertion_id=call.id_in_path("assertion_id"),
            limit=call.limit(PAGE),
            cursor=call.place(PLACE),
        )
    )


async def write_memory(call: Call) -> Response:
    """Keeps what the person wrote themself; it needs no further yes."""
    form = await call.read(WriteForm)
    return await call.pass_on(
        WriteAssertion(
            caller=call.caller,
            key=call.key(form),
            engagement_id=form.engagement_id,
            content=form.content,
            kind=form.kind,
            category=form.category,
            importance=form.importance,
            run_id=form.run_id,
        ),
        status=201,
    )


ActionForm = SeenForm | CommitForm
"""Every action's form is one of these or grows from one."""
ACTIONS: tuple[tuple[Verb, type[ActionForm], str], ...] = (
    (Verb.COMMIT, CommitForm, "Says yes to what is held, as it was shown."),
    (Verb.REOPEN, SeenForm, "Takes a yes back: it waits for your word again, and what it had replaced is back."),
    (Verb.UNWRITE, SeenForm, "Undoes what was written by hand just now: nothing of it stays, and nothing is refused."),
    (Verb.REFINE, WordingForm, "Changes the text of what is held; it goes on waiting for a yes."),
    (Verb.REJECT, AwayForm, "Says no to what is held."),
    (Verb.CORRECT, WordingForm, "Changes the text of what is kept, at once."),
    (Verb.RETRACT, AwayForm, "Takes back what is kept; it can be restored."),
    (Verb.RESTORE, SeenForm, "Brings back what was taken back, with the force that it had."),
    (Verb.KEEP, SeenForm, "Keeps it in use: what was set aside is back, and counts as touched today."),
    (Verb.PIN, SeenForm, "Lets it never be left out or forgotten with time."),
    (Verb.UNPIN, SeenForm, "Treats it like any other again."),
    (Verb.IMPORTANCE, ImportanceForm, "Says how much it matters, from 1 to 5."),
    (Verb.CATEGORY, CategoryForm, "Says what it is about."),
    (Verb.MOVE, MoveForm, "Moves it to another engagement."),
    (Verb.REPLACE, ReplaceForm, "Lets another that is kept take its place."),
    (Verb.ERASE, AwayForm, "Erases it for good; the receipt says what an independent look found."),
)


def _changes(verb: Verb, kind: type[ActionForm], what: str) -> Answer:
    async def change(call: Call) -> Response:
        assertion_id = call.id_in_path("assertion_id")
        form = await call.read(kind)
        command = ChangeAssertion(
            caller=call.caller,
            key=call.key(form, f"{assertion_id} {verb}"),
            assertion_id=assertion_id,
            verb=verb,
            version=form.version,
            text_hash=form.text_hash,
            content=form.content if isinstance(form, WordingForm) else None,
            importance=form.importance if isinstance(form, ImportanceForm) else None,
            category=form.category if isinstance(form, CategoryForm) else None,
            engagement_id=form.engagement_id if isinstance(form, MoveForm) else None,
            by=form.by if isinstance(form, ReplaceForm) else None,
            never_again=form.never_again if isinstance(form, AwayForm) else False,
        )
        return await call.pass_on(command, seconds=LOOK_SECONDS if verb in LOOKS else None)

    change.__name__, change.__doc__ = f"{verb.value}_memory", what  # the document names doors by these
    return change


DOORS = (
    Door(
        "GET", "/v1/assertions", list_memories, gives=AssertionPage,
        parameters=(ENGAGEMENT, FORCE, KIND, STATE, TEXT, LIMIT, PLACE, AS_OF), refuses=(404,),
    ),
    Door("POST", "/v1/assertions", write_memory, form=WriteForm, gives=AssertionView, status=201, parameters=(KEY,),
         refuses=(404, 409)),
    Door("GET", "/v1/assertions/{assertion_id}", show_memory, gives=AssertionView, parameters=("assertion_id",),
         refuses=(404,)),
    Door("GET", "/v1/assertions/{assertion_id}/history", show_history, gives=AssertionHistory,
         parameters=("assertion_id",), refuses=(404,)),
    Door("GET", "/v1/assertions/{assertion_id}/influences", show_influences, gives=InfluencePage,
         parameters=("assertion_id", LIMIT, PLACE), refuses=(404,)),
    *(
        Door("POST", f"/v1/assertions/{{assertion_id}}/{verb}", _changes(verb, kind, what), form=kind,
             gives=AssertionChanged, parameters=("assertion_id", KEY), refuses=(404, 409))
        for verb, kind, what in ACTIONS
    ),
)  # fmt: skip
