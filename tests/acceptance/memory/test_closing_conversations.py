"""A conversation from its first line to the archive, through the doors, with all that thinks about it at work."""

from uuid import UUID

import pytest
from pydantic import JsonValue

from shared.contracts.operations import Action
from shared.contracts.requests.conversations import (
    ConversationPage,
    ConversationStatus,
    ConversationView,
    EndedAs,
    ThreadPage,
    ThreadView,
    TranscriptPage,
)
from tests.acceptance.memory.house import House
from tests.acceptance.memory.person import Person
from tests.integration.line.eventually import eventually

pytestmark = [pytest.mark.row("C2"), pytest.mark.parametrize("house", ["offline"], indirect=True)]
ACTIVE, READY, ARCHIVED = ConversationStatus.ACTIVE, ConversationStatus.READY_TO_CLOSE, ConversationStatus.ARCHIVED


async def current(person: Person) -> ConversationView:
    return ConversationView.model_validate_json((await person.get("/v1/conversations/current")).content)


async def one(person: Person, conversation_id: UUID) -> ConversationView:
    return ConversationView.model_validate_json((await person.get(f"/v1/conversations/{conversation_id}")).content)


async def moved(person: Person, conversation_id: UUID, verb: str, body: dict[str, JsonValue]) -> ConversationView:
    answer = await person.post(f"/v1/conversations/{conversation_id}/{verb}", body)
    assert answer.status_code == 200, answer.text
    return ConversationView.model_validate_json(answer.content)


async def drafted(person: Person, conversation_id: UUID) -> ConversationView:
    async def is_there() -> bool:
        return (await one(person, conversation_id)).draft is not None

    await eventually(is_there, 30)
    return await one(person, conversation_id)


async def talk(person: Person) -> UUID:
    await person.say("We decided to take the train to Vigo in June.")
    await person.say("no")
    await person.say("I'm still waiting for Ana to send me the tickets.")
    await person.say("no")
    return (await current(person)).conversation_id


async def test_closing_and_going_on_leaves_no_trace(house: House, person: Person) -> None:
    conversation = await talk(person)
    closing = await moved(person, conversation, "close", {})
    shown = await drafted(person, conversation)

    resumed = await moved(person, conversation, "resume", {})

    assert (closing.status, shown.status, resumed.status) == (READY, READY, ACTIVE)
    assert shown.draft is not None
    assert shown.draft.narrative
    assert shown.draft.reduced
    assert (resumed.draft, resumed.offer) == (None, None)
    for left in ("closing_draft where person_id = $1", "offer where person_id = $1 and kind = 'closing'"):
        assert await house.records.value(f"select count(*) from {left}", person.person_id) == 0  # ours
    refused = await person.post(f"/v1/conversations/{conversation}/keep-nothing", {})
    assert (refused.status_code, refused.json()["code"]) == (409, "not_now")
    assert refused.json()["current"]["status"] == "active"


@pytest.mark.row("C5", "C9")
async def test_closed_worded_anew_and_split_it_is_found_by_what_was_said_and_by_what_it_meant(person: Person) -> None:
    vigo = await person.project("Vigo")
    conversation = await talk(person)
    await moved(person, conversation, "close", {})
    shown = await drafted(person, conversation)
    assert shown.draft is not None
    entities: list[JsonValue] = [str(each.entity_id) for each in shown.draft.entities]
    memories: list[JsonValue] = [
        {"narrative": "You chose the night express.", "engagement_id": str(vigo), "entity_ids": entities[:1]},
        {"narrative": "Ana keeps the documents.", "entity_ids": entities[1:]},
    ]
    body: dict[str, JsonValue] = {"version": shown.draft.version, "memories": memories}

    stale = await person.post(f"/v1/conversations/{conversation}/confirm", {**body, "version": shown.draft.version + 1})
    archived = await moved(person, conversation, "confirm", body)

    assert (stale.status_code, stale.json()["code"]) == (409, "stale_draft")
    assert stale.json()["current"]["draft"]["version"] == shown.draft.version
    assert (archived.status, archived.kept) == (ARCHIVED, EndedAs.CONFIRMED)
    assert {each.engagement_id for each in archived.memories} == {vigo, person.story_id}
    assert all(len(each.beside) == 1 and each.conversation_id == conversation for each in archived.memories)
    for q in ("tickets", "night express", "ana keeps"):
        page = ConversationPage.model_validate_json((await person.get("/v1/conversations", {"q": q})).content)
        assert [each.conversation_id for each in page.conversations] == [conversation]
    transcript = await person.get(f"/v1/conversations/{conversation}/transcript")
    said = TranscriptPage.model_validate_json(transcript.content)
    assert said.turns[0].said == ("We decided to take the train to Vigo in June.",)
    assert "You chose the night express." in [each.content for each in await person.memories(vigo)]


async def test_in_the_talk_it_is_closed_by_words_and_kept_by_a_plain_yes(person: Person) -> None:
    conversation = await talk(person)

    closing = await person.say("That's all for today, thanks!")
    await drafted(person, conversation)
    kept = await person.say("yes")
    await person.say("Good morning!")

    async def is_archived() -> bool:
        return (await one(person, conversation)).status is ARCHIVED

    await eventually(is_archived)
    assert (closing.intent, kept.action, kept.code) == ("close_conversation", Action.COMMITTED, "closing_kept")
    assert len((await one(person, conversation)).memories) == 1
    assert (await current(person)).conversation_id != conversation


async def test_whoever_goes_on_talking_is_told_that_the_draft_is_put_aside(person: Person) -> None:
    conversation = await talk(person)
    await person.say("let's wrap up")
    await drafted(person, conversation)

    going_on = await person.say("Wait, how do I take something back?")

    assert going_on.code == "closing_aside"
    assert (await current(person)).status is ACTIVE


@pytest.mark.row("C6")
async def test_who_asks_later_what_is_open_is_told_it_and_where_nothing_is_that(person: Person) -> None:
    nothing = await person.say("What am I waiting for?")
    assert "Ana" not in nothing.reply
    conversation = await talk(person)
    await moved(person, conversation, "close", {})
    shown = await drafted(person, conversation)
    assert shown.draft is not None
    await moved(person, conversation, "confirm", {"version": shown.draft.version})
    for question in ("What am I waiting for?", "was ist noch offen?"):
        assert "waiting for Ana to send me the tickets" in (await person.say(question)).reply


async def ended(person: Person, *lines: str) -> None:
    for line in lines:
        await person.say(line)
    conversation = (await current(person)).conversation_id
    await moved(person, conversation, "close", {})
    shown = await drafted(person, conversation)
    assert shown.draft is not None
    await moved(person, conversation, "confirm", {"version": shown.draft.version})


async def listed(person: Person, *, still_open: bool) -> list[ThreadView]:
    answer = await person.get("/v1/threads", {"open": str(still_open).lower()})
    return list(ThreadPage.model_validate_json(answer.content).threads)


@pytest.mark.row("C6")
async def test_what_one_conversation_opened_the_next_settles_and_a_hand_opens_again(person: Person) -> None:
    await ended(person, "I need to call the plumber before Friday.", "What a day.")
    opened = await listed(person, still_open=True)
    await ended(person, "I called the plumber, it's done.", "What a day.")
    settled = await listed(person, still_open=False)
    again = await person.post(f"/v1/threads/{opened[0].thread_id}/reopen", {})

    assert [each.text for each in opened] == ["I need to call the plumber before Friday."]
    assert [each.thread_id for each in settled if each.resolved_by is not None] == [opened[0].thread_id]
    assert again.status_code == 200, again.text
    assert [each.thread_id for each in await listed(person, still_open=True)] == [opened[0].thread_id]
