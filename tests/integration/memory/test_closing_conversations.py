"""How a conversation ends: what is asked before, what is kept, and what leaves no trace."""

from collections import Counter
from datetime import timedelta
from uuid import UUID, uuid4

import pytest

from services.memory.chores.apply_late_yes import apply_late_yes
from services.memory.chores.end_conversations import end_conversations
from services.memory.conversations.gather import gather_conversation
from services.memory.conversations.show_conversations import list_conversations
from services.memory.conversations.talk_turns import load_talk_page
from services.memory.notebook.commands import change_memory
from services.memory.store.context import MemoryContext
from services.memory.turn.questions import get_transcript
from shared.bus import failpoints
from shared.bus.failpoints import FailpointError
from shared.contracts.entities import Delta, DeltaType, Entity, NamedWaitingOn, describe_entity
from shared.contracts.errors import (
    ConversationNotFoundError,
    EntityNotFoundError,
    NotNowError,
    ProjectArchivedError,
    ProjectNotFoundError,
    StaleDraftError,
    WritingRuleError,
)
from shared.contracts.requests.conversations import (
    ConfirmedMemory,
    ConversationStatus,
    ConversationVerb,
    ConversationView,
    EndedAs,
    GetTranscript,
    ListConversations,
)
from shared.contracts.requests.notebook import ChangeAssertion, Verb
from shared.contracts.understanding import PersonalFact
from shared.contracts.work import BackgroundWork
from tests.integration.memory.house import House, Inhabitant, a_key
from tests.integration.memory.kept_talk import a_delta, left
from tests.integration.memory.talk_that_ends import NARRATIVE, decided, looked_at, move, talk_told, thought, waiting

pytestmark = pytest.mark.row("C2")
CLOSE, RESUME, CONFIRM = ConversationVerb.CLOSE, ConversationVerb.RESUME, ConversationVerb.CONFIRM
PAUSE, UNPAUSE, KEEP_NOTHING = ConversationVerb.PAUSE, ConversationVerb.UNPAUSE, ConversationVerb.KEEP_NOTHING


async def ready(house: House, *entities: object, **more: object) -> Inhabitant:
    one = await house.person()
    await talk_told(house, one)
    await move(house, one, CLOSE)
    await thought(house, one, *entities, **more)  # type: ignore[arg-type]  # handed on as they came
    return one


def later_by(house: House, time: timedelta) -> MemoryContext:
    clock = house.memory.clock
    return MemoryContext(house.memory.database, house.memory.broker, timedelta(seconds=30), lambda: clock() + time)


def new_thread(entity: Entity) -> Delta:
    kind, about = DeltaType.NEW_WAITING_ON, describe_entity(entity.data)
    return Delta(delta_id=uuid4(), delta_type=kind, entity_id=entity.entity_id, text=about, confidence=0.9)


async def counted(house: House, table: str, one: Inhabitant) -> int:
    return int(str(await house.records.value(f"select count(*) from {table} where person_id = $1", one.who.person_id)))


async def project(house: House, one: Inhabitant, title: str, status: str = "active") -> UUID:
    engagement_id = uuid4()
    await house.do(
        "insert into engagement (tenant_id, person_id, id, kind, title, seed, status)"
        " values ($1, $2, $3, 'project', $4, '', $5)",
        *(one.who.tenant_id, one.who.person_id, engagement_id, title, status),
    )
    return engagement_id


async def taken_back(house: House, assertion_id: UUID) -> None:
    await house.do(
        "update assertion set force = 'retracted', previous_force = 'committed', reason = 'forgotten',"
        " updated_at = now() where id = $1",
        assertion_id,
    )


async def test_a_closed_one_is_thought_about_and_shown_and_resuming_leaves_no_trace(house: House) -> None:
    one = await house.person()
    await talk_told(house, one)

    closing = await move(house, one, CLOSE)
    await thought(house, one, decided())
    shown = await looked_at(house, one)
    resumed = await move(house, one, RESUME)

    assert (closing.status, closing.progress and closing.progress.done) == (ConversationStatus.READY_TO_CLOSE, 0)
    assert shown.draft is not None
    assert shown.draft.narrative == NARRATIVE
    assert shown.offer is not None
    assert shown.offer.items[0].shown_text == NARRATIVE
    assert (resumed.status, resumed.draft, resumed.offer, resumed.closed_at) == (ConversationStatus.ACTIVE, *[None] * 3)
    for table in ("closing_draft", "offer", "narrative", "memory_entity", "assertion"):
        assert await counted(house, table, one) == 0


async def test_the_question_is_asked_only_once_it_was_seen(house: House) -> None:
    one = await ready(house)
    status = "select status from offer where person_id = $1"

    before = await house.records.value(status, one.who.person_id)
    await looked_at(house, one)

    assert (before, await house.records.value(status, one.who.person_id)) == ("waiting", "standing")


@pytest.mark.row("C5")
async def test_what_was_edited_and_split_goes_to_two_places_and_is_found_by_both(house: House) -> None:
    who, what = waiting(), decided()
    one = await ready(house, who, what)
    vigo = await project(house, one, "Vigo")
    shown = await looked_at(house, one)
    assert shown.draft is not None
    memories = (
        ConfirmedMemory(narrative="You take the train.", engagement_id=vigo, entity_ids=(what.entity_id,)),
        ConfirmedMemory(narrative="Ana has yet to say when.", entity_ids=(who.entity_id,)),
    )

    kept = await move(house, one, CONFIRM, version=shown.draft.version, memories=memories)

    assert (kept.status, kept.kept) == (ConversationStatus.ARCHIVED, EndedAs.CONFIRMED)
    placed = {one.engagement_id: one for one in kept.memories}
    assert placed[vigo].narrative == "You take the train."
    assert placed[vigo].edited
    assert placed[vigo].original == NARRATIVE
    assert [each.entity.entity_id for each in placed[one.story_id].entities] == [who.entity_id]
    assert placed[vigo].beside == (placed[one.story_id].assertion_id,)
    for q in ("train to Vigo", "ana has yet"):
        found = await list_conversations(house.memory, ListConversations(caller=one.who, q=q))
        assert [each.conversation_id for each in found.conversations] == [one.conversation_id]
    assert await counted(house, "closing_draft", one) == 0


async def test_what_was_confirmed_is_applied_once_however_often_it_is_said(house: House) -> None:
    one = await ready(house, decided())
    shown = await looked_at(house, one)
    assert shown.draft is not None

    await move(house, one, CONFIRM, version=shown.draft.version)
    with pytest.raises(NotNowError) as refused:
        await move(house, one, CONFIRM, version=shown.draft.version)

    assert isinstance(refused.value.current, ConversationView)
    assert refused.value.current.status is ConversationStatus.ARCHIVED
    assert await counted(house, "narrative", one) == 1
    decision = await house.records.value(
        "select decision from assertion_history where person_id = $1", one.who.person_id
    )
    assert "confirmed at the end" in str(decision)


async def test_a_confirmation_that_a_crash_left_is_gone_on_with(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    one = await ready(house, decided())
    shown = await looked_at(house, one)
    assert shown.draft is not None
    monkeypatch.setitem(failpoints._armed, "compressing.decided", "raise:1")
    monkeypatch.setattr(failpoints, "_passages", Counter())
    with pytest.raises(FailpointError):
        await move(house, one, CONFIRM, version=shown.draft.version)
    crashed = await looked_at(house, one)
    later = MemoryContext(
        house.memory.database,
        house.memory.broker,
        timedelta(seconds=30),
        lambda: house.memory.clock() + timedelta(minutes=1),
    )

    await end_conversations(later)
    await end_conversations(later)

    archived = await looked_at(house, one)
    assert (crashed.status, crashed.memories) == (ConversationStatus.COMPRESSING, ())
    assert (archived.kept, [each.narrative for each in archived.memories]) == (EndedAs.CONFIRMED, [NARRATIVE])
    assert await counted(house, "narrative", one) == 1


async def test_nobody_answered_and_the_memory_stays_held(house: House) -> None:
    one = await ready(house, waiting())

    await end_conversations(later_by(house, timedelta(days=8)))

    archived = await looked_at(house, one)
    assert (archived.status, archived.kept) == (ConversationStatus.ARCHIVED, EndedAs.UNCONFIRMED)
    assert [(each.force, [e.is_active for e in each.entities]) for each in archived.memories] == [("held", [False])]
    left = await house.records.value(
        "select expires_at - now() > interval '30 days' from assertion where person_id = $1", one.who.person_id
    )
    assert left


async def test_a_late_yes_changes_what_is_open_as_well(house: House) -> None:
    one, ana = await house.person(), waiting()
    await talk_told(house, one)
    await move(house, one, CLOSE)
    settled = new_thread(ana)
    await thought(house, one, ana, deltas=(settled,))
    await end_conversations(later_by(house, timedelta(days=8)))
    held = (await looked_at(house, one)).memories[0]
    seen = {"version": held.version, "text_hash": held.text_hash}

    await apply_late_yes(house.memory)
    before = await looked_at(house, one)
    by_hand = ChangeAssertion(caller=one.who, key=a_key(), assertion_id=held.assertion_id, verb=Verb.COMMIT, **seen)
    await change_memory(house.memory, by_hand)
    await apply_late_yes(house.memory)

    after = await looked_at(house, one)
    assert (before.kept, [each.applied for each in before.memories[0].deltas]) == (EndedAs.UNCONFIRMED, [False])
    assert (after.kept, [each.applied for each in after.memories[0].deltas]) == (EndedAs.CONFIRMED, [True])
    assert [each.is_active for each in after.memories[0].entities] == [True]


async def test_it_is_not_put_away_before_its_time(house: House) -> None:
    one = await ready(house)

    await end_conversations(house.memory)

    assert (await looked_at(house, one)).status is ConversationStatus.READY_TO_CLOSE


async def test_nothing_is_kept_where_nothing_is_wanted(house: House) -> None:
    one = await ready(house, decided())

    archived = await move(house, one, KEEP_NOTHING)

    assert (archived.kept, archived.memories) == (EndedAs.NOTHING, ())
    assert await counted(house, "assertion", one) == 0


async def test_an_empty_one_ends_without_a_question(house: House) -> None:
    one = await house.person()
    await house.said(one, "Hello there!", "Hi.")
    await house.said(one, "thanks, bye", "Bye.")

    archived = await move(house, one, CLOSE)

    assert (archived.status, archived.kept) == (ConversationStatus.ARCHIVED, EndedAs.EMPTY)
    assert await counted(house, "work", one) == 0


async def test_an_old_one_is_kept_apart_from_its_last_stretch(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("services.memory.conversations.lifecycle.MOST_TURNS", 2)
    one = await house.person()
    await house.said(one, "Long ago I lived by the sea.", "Where?")
    await talk_told(house, one)
    await move(house, one, CLOSE)

    await move(house, one, KEEP_NOTHING)

    found = await list_conversations(house.memory, ListConversations(caller=one.who))
    assert [(each.kept, each.turns) for each in found.conversations] == [(EndedAs.NOTHING, 2), (EndedAs.EARLIER, 1)]
    earlier = found.conversations[1].conversation_id
    page = await get_transcript(house.memory, GetTranscript(caller=one.who, conversation_id=earlier))
    assert [turn.said for turn in page.turns] == [("Long ago I lived by the sea.",)]


async def test_a_paused_one_is_paused_until_it_goes_on(house: House) -> None:
    one = await house.person()
    await talk_told(house, one)

    paused = await move(house, one, PAUSE)
    going_on = await move(house, one, UNPAUSE)
    await move(house, one, CLOSE)

    assert (paused.paused, going_on.paused) == (True, False)
    with pytest.raises(NotNowError, match="about to end"):
        await move(house, one, PAUSE)


@pytest.mark.parametrize("verb", [RESUME, KEEP_NOTHING])
async def test_what_cannot_be_is_refused_with_how_it_stands(house: House, verb: ConversationVerb) -> None:
    one = await house.person()
    await talk_told(house, one)

    with pytest.raises(NotNowError, match="closed before") as refused:
        await move(house, one, verb)

    assert isinstance(refused.value.current, ConversationView)
    assert refused.value.current.status is ConversationStatus.ACTIVE


async def test_closing_twice_is_refused(house: House) -> None:
    one = await ready(house)

    with pytest.raises(NotNowError, match="about to end already"):
        await move(house, one, CLOSE)


async def test_there_is_nothing_to_confirm_before_it_was_thought_about(house: House) -> None:
    one = await house.person()
    await talk_told(house, one)
    await move(house, one, CLOSE)

    with pytest.raises(NotNowError, match="still being thought about"):
        await move(house, one, CONFIRM, version=1)


async def test_a_draft_that_was_made_anew_is_shown_before_it_is_kept(house: House) -> None:
    one = await ready(house)
    await thought(house, one, narrative="You drive to Vigo after all.")

    with pytest.raises(StaleDraftError) as refused:
        await move(house, one, CONFIRM, version=1)

    now = refused.value.current
    assert isinstance(now, ConversationView)
    assert now.draft is not None
    assert now.draft.version == 2


@pytest.mark.row("C4")
async def test_what_was_taken_back_meanwhile_has_the_draft_made_anew(house: House) -> None:
    one = await house.person()
    await talk_told(house, one)
    turn_id = await house.said(one, "I get seasick.", "I see.")
    seasick = await house.knows(one, "You get seasick.", "I get seasick.", turn_id=turn_id)
    await move(house, one, CLOSE)
    await thought(house, one, narrative="You get seasick, so you take the train.")
    await taken_back(house, seasick)

    with pytest.raises(NotNowError, match="thought about"):
        await move(house, one, CONFIRM, version=1)
    await thought(house, one)

    shown = await looked_at(house, one)
    assert shown.draft is not None
    assert (shown.draft.version, shown.draft.narrative) == (2, NARRATIVE)


async def test_a_suggested_project_that_was_archived_is_asked_about_anew(house: House) -> None:
    one = await house.person()
    vigo = await project(house, one, "Vigo")
    await talk_told(house, one)
    await move(house, one, CLOSE)
    await thought(house, one, suggested=vigo)
    await house.do("update engagement set status = 'archived' where id = $1", vigo)

    with pytest.raises(StaleDraftError):
        await move(house, one, CONFIRM, version=1)

    shown = await looked_at(house, one)
    assert shown.draft is not None
    assert (shown.draft.suggested_engagement_id, shown.draft.changed) == (one.story_id, (vigo,))


async def test_bad_wishes_are_refused_and_nothing_is_lost(house: House) -> None:
    one = await ready(house, decided())
    archived = await project(house, one, "Old", status="archived")
    other = await house.person()

    for wrong, error in (
        (ConfirmedMemory(narrative="Kept.", engagement_id=archived), ProjectArchivedError),
        (ConfirmedMemory(narrative="Kept.", engagement_id=other.story_id), ProjectNotFoundError),
        (ConfirmedMemory(narrative="One. Two. Three. Four. Five."), WritingRuleError),
        (ConfirmedMemory(narrative="Kept.", entity_ids=(uuid4(),)), EntityNotFoundError),
    ):
        with pytest.raises(error):
            await move(house, one, CONFIRM, version=1, memories=(wrong,))

    assert (await looked_at(house, one)).draft is not None
    with pytest.raises(ConversationNotFoundError):
        await looked_at(house, other, one.conversation_id)


async def test_facts_found_on_the_way_are_offered_and_not_kept(house: House) -> None:
    fact = PersonalFact(text="You are allergic to nuts.", own_words="I'm allergic to nuts", category="health")
    one = await ready(house, facts=(fact,))

    await move(house, one, CONFIRM, version=1)

    offers = await house.records.rows("select kind, status from offer where person_id = $1", one.who.person_id)
    held = await house.records.rows(
        "select force from assertion where person_id = $1 and kind = 'fact'", one.who.person_id
    )
    assert [tuple(row) for row in offers] == [("remember", "waiting")]
    assert [row["force"] for row in held] == ["held"]


async def test_a_secret_and_what_was_refused_are_in_no_draft(house: House) -> None:
    one = await ready(house, narrative="You take the train. My PIN is 4812.")

    shown = await looked_at(house, one)

    assert shown.draft is not None
    assert shown.draft.narrative == "You take the train."


async def test_what_is_gathered_is_masked_and_leaves_out_what_is_off_the_record(house: House) -> None:
    one = await house.person()
    await talk_told(house, one)
    off = await house.said(one, "Between us: I hate trains.", "I see.")
    await house.do("update turn set write = false where id = $1", off)
    told = await house.said(one, "I get seasick.", "You get seasick.")
    await taken_back(house, await house.knows(one, "You get seasick.", "I get seasick.", turn_id=told))
    await house.said(one, "My password is hunter22.", "I do not keep that.")
    waits = await house.said(one, "I collect stamps.", "You collect stamps. May I remember that?")
    await house.knows(one, "You collect stamps.", "I collect stamps.", turn_id=waits, force="held")
    await move(house, one, CLOSE)
    now = house.memory.clock()
    work = BackgroundWork(
        work_id=uuid4(), tenant_id=one.who.tenant_id, person_id=one.who.person_id, line="compression", step="gather",
        subject_id=one.conversation_id, attempt=1, offered=1, epoch=0, deadline=now,
    )  # fmt: skip

    gathered = await gather_conversation(house.memory, work)
    async with house.memory.reading(one.who) as connection:
        page = await load_talk_page(connection, one.who, one.conversation_id, 0)

    assert gathered is not None
    assert (gathered.turns, gathered.pages, gathered.places[0].turns) == (5, 1, 5)
    assert [turn.number for turn in page.turns] == [1, 2, 3, 4, 5]
    assert page.turns[-1].said == "I collect stamps."  # it waits, and so does whatever is made of it
    assert not [turn for turn in page.turns if "seasick" in turn.said + turn.replied or "hunter" in turn.said]
    assert not [turn for turn in page.turns if "hate trains" in turn.said]


@pytest.mark.row("C4")
async def test_a_thread_that_was_resolved_meanwhile_is_asked_about_anew(house: House) -> None:
    one = await house.person()
    earlier = await left(house, one, "You wait for Ana.", NamedWaitingOn(who="Ana", what="when she can leave"))
    thread_id = earlier.entities[0].entity_id
    resolving = a_delta(DeltaType.RESOLVED_WAITING_ON, "Ana said when", thread_id=thread_id)
    await talk_told(house, one)
    await move(house, one, CLOSE)
    await thought(house, one, deltas=(resolving,))
    await house.do("update memory_entity set resolved_at = now() where id = $1", thread_id)

    with pytest.raises(StaleDraftError) as refused:
        await move(house, one, CONFIRM, version=1)

    now = refused.value.current
    assert isinstance(now, ConversationView)
    assert now.draft is not None
    assert now.draft.changed == (resolving.delta_id,)
    assert (await move(house, one, CONFIRM, version=now.draft.version)).kept is EndedAs.CONFIRMED
