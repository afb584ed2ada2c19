"""What was taken along comes back as it was, and never more than that."""

import json
from collections.abc import AsyncIterator, Sequence
from uuid import UUID, uuid4

import numpy as np
import pytest

from services.memory.assertions.book import MOST_HELD_A_DAY
from services.memory.assertions.repository import LoadPlan, open_book
from services.memory.chores.index_waiting import catch_up
from services.memory.erasure.erase import erase_me
from services.memory.notebook import commands
from services.memory.notebook import entries as notebook_entries
from services.memory.notebook.commands import erase_by_hand
from services.memory.people.account import add_engagement, change_engagement
from services.memory.recall import memory_query
from services.memory.transfer import import_requests
from services.memory.transfer.export import export_part
from shared.contracts.assertions import AssertionView, Force, text_hash
from shared.contracts.errors import BadMessageError, ImportMismatchError, ImportNotFoundError
from shared.contracts.requests.erasure import EraseMe
from shared.contracts.requests.notebook import (
    ChangeAssertion,
    GetHistory,
    ListAssertions,
    ListRefusals,
    Verb,
    WriteAssertion,
)
from shared.contracts.requests.people import AddEngagement, ChangeEngagement, EngagementStatus
from shared.contracts.requests.recall import QueryMemory
from shared.contracts.requests.transfer import ConfirmImport, ExportMemory, ExportPart
from shared.embedding.embedder import DIMENSIONS, Embedder, Vector
from tests.integration.memory.bringing import brought, confirmed, messages
from tests.integration.memory.house import House, Inhabitant, a_house, a_key
from tests.integration.memory.talk_left import ended_talk
from tests.servers import Servers

pytestmark = pytest.mark.row("S6")
PARTS = (ExportPart.ENGAGEMENTS, ExportPart.ASSERTIONS, ExportPart.HISTORY)


async def rows_of(house: House, one: Inhabitant, part: ExportPart) -> list[dict[str, object]]:
    """All rows of one part, stretch by stretch."""
    rows, after = list[str](), None
    while True:
        stretch = await export_part(house.memory, ExportMemory(caller=one.who, part=part, after=after))
        rows += stretch.rows
        assert sum(map(len, stretch.rows)) < 1_000_000
        if stretch.after is None:
            assert len(rows) == stretch.total
            return [json.loads(row) for row in rows]
        after = stretch.after


async def file_of(house: House, one: Inhabitant, parts: Sequence[ExportPart] = PARTS) -> list[str]:
    return [json.dumps(row) for part in parts for row in await rows_of(house, one, part)]


async def all_of(house: House, one: Inhabitant) -> list[AssertionView]:
    return list(
        (await notebook_entries.list_assertions(house.memory, ListAssertions(caller=one.who, limit=100))).assertions
    )


async def do(house: House, one: Inhabitant, verb: Verb, of: AssertionView, **more: object) -> AssertionView:
    asked = {"caller": one.who, "key": a_key(), "assertion_id": of.assertion_id, "verb": verb, "version": of.version}
    changed = await commands.change_memory(house.memory, ChangeAssertion.model_validate(asked | more))
    assert changed.assertion is not None
    return changed.assertion


async def wrote(house: House, one: Inhabitant, content: str, place: UUID | None = None) -> AssertionView:
    command = WriteAssertion(caller=one.who, key=a_key(), engagement_id=place or one.story_id, content=content)
    return await commands.write_memory(house.memory, command)


async def lived(house: House) -> Inhabitant:
    """A person who has done a little of everything."""
    one = await house.person()
    garden = await add_engagement(
        house.memory, AddEngagement(caller=one.who, key=a_key(), title="garden", seed="Beans")
    )
    await wrote(house, one, "You are vegan.")
    tea = await wrote(house, one, "You like tea.")
    await do(house, one, Verb.PIN, await do(house, one, Verb.CORRECT, tea, content="You like green tea."))
    await do(house, one, Verb.IMPORTANCE, await wrote(house, one, "You live in Lisbon."), importance=5)
    await do(house, one, Verb.RETRACT, await wrote(house, one, "You own a boat."))
    await do(house, one, Verb.RESTORE, await do(house, one, Verb.RETRACT, await wrote(house, one, "You run.")))
    await wrote(house, one, "The soil has a pH of 6.5.", garden.engagement_id)
    turn_id = await house.said(one, "My sister is Ana — really!", "Shall I remember that your sister is Ana?")
    await house.knows(one, "Your sister's name is Ana.", "My sister is Ana — really!", turn_id=turn_id, force="held")
    archive = ChangeEngagement(
        caller=one.who, key=a_key(), engagement_id=garden.engagement_id, status=EngagementStatus.ARCHIVED
    )
    await change_engagement(house.memory, archive)
    return one


def plain(rows: Sequence[dict[str, object]], story: UUID, *, without: set[str]) -> list[dict[str, object]]:
    """Rows as they can be compared: Your Story is another person's, and a turn stays where it was."""
    text = json.dumps(list(rows)).replace(str(story), "your story")
    return [{name: value for name, value in row.items() if name not in without} for row in json.loads(text)]


async def compared(house: House, one: Inhabitant) -> dict[str, list[dict[str, object]]]:
    apart = {
        ExportPart.ENGAGEMENTS: {"numbered"},
        ExportPart.ASSERTIONS: {"turn_id", "expires_at", "last_accessed_at"},  # the one yes touches them
        ExportPart.HISTORY: {"revision"},
    }
    return {part: plain(await rows_of(house, one, part), one.story_id, without=apart[part]) for part in PARTS}


def by_id(rows: Sequence[dict[str, object]], key: str) -> dict[object, dict[str, object]]:
    return {row[key]: row for row in rows}


def one_version_on(rows: Sequence[dict[str, object]]) -> list[dict[str, object]]:
    """Coming back is a change, after which nothing counts that was agreed to of what waited."""
    return [{**row, "version": int(str(row["version"])) + 1} for row in rows]


@pytest.fixture
async def elsewhere(servers: Servers) -> AsyncIterator[House]:
    """Another installation."""
    async with a_house(servers) as other:
        yield other


@pytest.mark.row("M10")
async def test_what_was_taken_along_is_equal_after_it_came_back_elsewhere(house: House, elsewhere: House) -> None:
    one = await lived(house)
    before, file = await compared(house, one), await file_of(house, one)
    await erase_me(house.memory, EraseMe(caller=one.who))

    other = await elsewhere.person()
    state = await brought(elsewhere, other, file, at_once=3)
    assert (state.status, state.count, state.received, state.skipped) == ("held", 7, 7, 0)
    assert {view.force for view in await all_of(elsewhere, other)} == {Force.HELD}
    known = await memory_query.query_memory(elsewhere.memory, QueryMemory(caller=other.who, query="what do I like?"))
    assert known.hits == ()

    assert (await confirmed(elsewhere, other, state)).status == "confirmed"
    after = await compared(elsewhere, other)
    expected = {**before, ExportPart.ASSERTIONS: one_version_on(before[ExportPart.ASSERTIONS])}
    for part, key in ((ExportPart.ENGAGEMENTS, "engagement_id"), (ExportPart.ASSERTIONS, "assertion_id")):
        stays = [row for row in expected[part] if row.get("kind") != "personal"]
        came = [row for row in after[part] if row.get("kind") != "personal"]
        assert by_id(came, key) == by_id(stays, key)
    assert after[ExportPart.HISTORY] == before[ExportPart.HISTORY]


async def test_the_one_yes_names_the_file_and_its_count(house: House) -> None:
    one, other = await lived(house), await house.person()
    state = await brought(house, other, await file_of(house, one))
    wrong = (
        ("0" * 64, state.count, ImportMismatchError, state.import_id),
        (state.file_hash, state.count + 1, ImportMismatchError, state.import_id),
        (state.file_hash, state.count, ImportNotFoundError, uuid4()),
    )
    for file_hash, count, error, import_id in wrong:
        command = ConfirmImport(caller=other.who, key=a_key(), import_id=import_id, file_hash=file_hash, count=count)
        with pytest.raises(error):
            await import_requests.confirm_import(house.memory, command)
    with pytest.raises(ImportNotFoundError):
        await confirmed(house, one, state)  # it is not theirs
    assert {view.force for view in await all_of(house, other)} == {Force.HELD}


@pytest.mark.row("M23")
async def test_a_row_that_claims_to_be_committed_or_somebody_elses_lands_held_and_mine(house: House) -> None:
    one, neighbour = await house.person(), await house.person()
    claims = {
        "assertion_id": str(uuid4()),
        "content": "You owe me money.",
        "force": "committed",
        "state": "committed",
        "person_id": str(neighbour.who.person_id),
        "tenant_id": str(uuid4()),
        "turn_id": str(await house.said(neighbour, "hello", "hello")),
    }
    await brought(house, one, [json.dumps(claims)])
    (mine,) = await all_of(house, one)
    assert (mine.force, mine.engagement_id, mine.turn_id) == (Force.HELD, one.story_id, None)
    assert await all_of(house, neighbour) == []


BAD_ROWS = {
    "no JSON": "{",
    "no object": "[]",
    "an unknown force": '{"assertion_id": "%s", "content": "x", "force": "certain"}',
    "no content": '{"assertion_id": "%s", "content": ""}',
    "a NUL": '{"assertion_id": "%s", "content": "a\\u0000b"}',
    "too long": '{"assertion_id": "%s", "content": "' + "x" * 4001 + '"}',
    "no id": '{"assertion_id": "mine", "content": "x"}',
    "an importance of 9": '{"assertion_id": "%s", "content": "x", "importance": 9}',
    "taken back without a reason": '{"assertion_id": "%s", "content": "x", "force": "retracted"}',
    "a place that is not in the file": '{"assertion_id": "%s", "content": "x", "engagement_id": "%s"}',
    "an empty engagement": "{}",
    "a lone surrogate": '{"assertion_id": "%s", "content": "\\ud800"}',
    "a time without a zone": '{"assertion_id": "%s", "content": "x", "created_at": "2026-01-01T00:00:00"}',
    "a time before all times": '{"assertion_id": "%s", "content": "x", "created_at": "0001-01-01T00:00:00+14:00"}',
    "a use before all times": '{"assertion_id": "%s", "content": "x", "last_accessed_at": "0001-01-01T00:00:00+14:00"}',
    "an end after all times": '{"assertion_id": "%s", "content": "x", "expires_at": "9999-12-31T23:59:59-14:00"}',
    "a past before all times": '{"assertion_id": "%s", "event": "ADD", "verb": "hold", "actor": "person", "version": 1,'
    ' "force_to": "held", "at": "0001-01-01T00:00:00+14:00"}',
}


@pytest.mark.parametrize("bad", BAD_ROWS.values(), ids=BAD_ROWS)
async def test_a_row_that_cannot_be_read_is_named_and_nothing_lands(house: House, bad: str) -> None:
    one = await house.person()
    good = [json.dumps({"assertion_id": str(uuid4()), "content": f"You like number {n}."}) for n in range(3)]
    bad = bad.replace("%s", str(uuid4()))
    earlier, last = messages(one, [*good, bad], at_once=2, count=4)
    await import_requests.receive_rows(house.memory, earlier)
    with pytest.raises(ImportMismatchError, match=r"Row 4 cannot be read") as refused:
        await import_requests.receive_rows(house.memory, last)
    assert "certain" not in str(refused.value)
    assert await all_of(house, one) == []  # and it can be read
    for table in ("import_batch", "import_row"):
        assert await house.records.value(f'select count(*) from "{table}"') == 0


@pytest.mark.parametrize("at", ["1900-01-01T00:00:00+00:00", "2030-01-01T00:00:00-14:00"])
async def test_the_earliest_and_the_latest_times_of_a_file_can_be_read_again(house: House, at: str) -> None:
    one, assertion_id = await house.person(), str(uuid4())
    names = ("created_at", "updated_at", "last_accessed_at", "expires_at")
    memory = {"assertion_id": assertion_id, "content": "You like tea.", "force": "committed"}
    entry = {"event": "ADD", "verb": "hold", "actor": "person", "version": 1, "force_to": "committed", "at": at}
    rows = [json.dumps(memory | dict.fromkeys(names, at)), json.dumps(entry | {"assertion_id": assertion_id})]
    await confirmed(house, one, await brought(house, one, rows))
    assert [view.content for view in await all_of(house, one)] == ["You like tea."]
    told = await notebook_entries.get_history(house.memory, GetHistory(caller=one.who, assertion_id=UUID(assertion_id)))
    assert [entry.at.isoformat()[:4] for entry in told.entries] == [str(int(at[:4]))]
    assert await rows_of(house, one, ExportPart.ASSERTIONS)


async def test_a_file_with_rows_missing_lands_nothing(house: House) -> None:
    one = await house.person()
    rows = [json.dumps({"assertion_id": str(uuid4()), "content": f"You like number {n}."}) for n in range(6)]
    first, _, last = messages(one, rows, at_once=2)
    await import_requests.receive_rows(house.memory, first)
    with pytest.raises(ImportMismatchError):
        await import_requests.receive_rows(house.memory, last)
    with pytest.raises(ImportMismatchError):
        await import_requests.receive_rows(house.memory, messages(one, rows, count=7)[0])
    assert await all_of(house, one) == []


async def test_a_file_that_has_not_arrived_whole_cannot_be_confirmed(house: House) -> None:
    one = await house.person()
    rows = [json.dumps({"assertion_id": str(uuid4()), "content": f"You like number {n}."}) for n in range(4)]
    first, _ = messages(one, rows, at_once=2)
    state = await import_requests.receive_rows(house.memory, first)
    assert (state.status, state.received) == ("receiving", 2)
    with pytest.raises(ImportMismatchError):
        await confirmed(house, one, state)


@pytest.mark.row("P4")
async def test_the_same_file_again_and_every_message_twice_land_once(house: House) -> None:
    one, other = await lived(house), await house.person()
    file = await file_of(house, one)
    for message in messages(other, file, at_once=4):
        first = await import_requests.receive_rows(house.memory, message)
        assert await import_requests.receive_rows(house.memory, message) == first
    again = await brought(house, other, file)
    assert (again.status, len(await all_of(house, other))) == ("held", 7)
    state = await confirmed(house, other, again)
    assert await confirmed(house, other, again) == state
    assert (await brought(house, other, file)).status == "confirmed"


async def test_what_is_there_already_is_left_out_and_counted(house: House) -> None:
    one = await lived(house)
    state = await brought(house, one, await file_of(house, one))
    assert (state.count, state.skipped) == (7, 7)
    other = await house.person()
    await wrote(house, other, "YOU are  vegan.")
    state = await brought(house, other, await file_of(house, one))
    assert (state.count, state.skipped) == (7, 1)


@pytest.mark.row("M23")
async def test_no_file_brings_back_what_was_erased_or_is_never_to_be_remembered(house: House) -> None:
    one = await lived(house)
    file = await file_of(house, one)
    of = {view.content: view for view in await all_of(house, one)}
    for content, never in (("You are vegan.", False), ("You live in Lisbon.", True)):
        command = ChangeAssertion(
            caller=one.who,
            key=a_key(),
            assertion_id=of[content].assertion_id,
            verb=Verb.ERASE,
            version=of[content].version,
            never_again=never,
        )
        await erase_by_hand(house.memory, command)
    await do(house, one, Verb.RETRACT, of["You run."])

    # the same file; and one that says the same under other ids, in other words
    assert (await brought(house, one, file)).skipped == 7
    forged = [
        json.dumps({"assertion_id": str(uuid4()), "content": content, "force": "committed"})
        for content in ("You live in Lisbon.", "Your home is in Lisbon.", "You  RUN!", "You like jazz.")
    ]
    state = await brought(house, one, forged)
    assert state.skipped == 3
    await confirmed(house, one, state)
    known = {view.content for view in await all_of(house, one) if view.force is Force.COMMITTED}
    assert known == {"You like green tea.", "The soil has a pH of 6.5.", "You like jazz."}


# ---- what a file refuses ----


async def refusing(house: House) -> tuple[Inhabitant, list[str]]:
    """Somebody who wants one thing never remembered again, and another forgotten; and their file."""
    one = await lived(house)
    await do(house, one, Verb.RETRACT, await wrote(house, one, "You are afraid of dogs."), never_again=True)
    return one, await file_of(house, one, (ExportPart.ENGAGEMENTS, ExportPart.REFUSALS, *PARTS[1:]))


def of_text(views: Sequence[AssertionView], content: str) -> list[Force]:
    return [view.force for view in views if view.content == content]


@pytest.mark.row("M23", "M10")
async def test_a_no_comes_along_into_a_fresh_installation_and_needs_no_yes(house: House, elsewhere: House) -> None:
    """Its own refusals hold for a file while it lands, and for everything afterwards."""
    one, file = await refusing(house)
    before, other = await compared(house, one), await elsewhere.person()
    state = await brought(elsewhere, other, file, at_once=3)
    assert (state.status, state.count, state.received, state.skipped) == ("held", 8, 8, 0)
    assert (state.refusals, state.refusals_left_out) == (1, 0)
    assert of_text(await all_of(elsewhere, other), "You are afraid of dogs.") == [Force.RETRACTED]
    listed = await notebook_entries.get_refusals(elsewhere.memory, ListRefusals(caller=other.who))
    assert [refusal.text for refusal in listed.refusals] == ["You are afraid of dogs."]

    # another file says it, in its words and in others; one without a yes is left out as well
    forged = [
        json.dumps({"assertion_id": str(uuid4()), "content": content, "force": "committed"})
        for content in ("You are afraid of DOGS", "You're scared of dogs.", "You like jazz.")
    ]
    later = await brought(elsewhere, other, forged)
    assert (later.skipped, later.refusals) == (2, 0)

    assert (await confirmed(elsewhere, other, state)).status == "confirmed"
    after = await compared(elsewhere, other)
    assert (
        by_id(after[ExportPart.ASSERTIONS], "assertion_id").items()
        >= by_id(one_version_on(before[ExportPart.ASSERTIONS]), "assertion_id").items()
    )
    assert [row for row in after[ExportPart.HISTORY] if row["verb"] != "import"] == before[ExportPart.HISTORY]
    again = await brought(elsewhere, other, [json.dumps({"assertion_id": str(uuid4()), "content": "You own a boat."})])
    assert again.skipped == 1  # what was plainly forgotten was made anew, from what the file says of it


async def test_what_a_file_says_of_what_it_refuses_itself_is_left_out_unless_taken_back(house: House) -> None:
    one = await house.person()
    refusal = {"refusal_id": str(uuid4()), "level": "never", "text": "You are afraid of dogs."}
    memory = {"assertion_id": str(uuid4()), "content": "You are scared of dogs.", "force": "committed"}
    state = await brought(house, one, [json.dumps(refusal), json.dumps(memory)])
    assert (state.skipped, state.refusals) == (1, 1)
    assert await all_of(house, one) == []


async def test_plain_refusals_without_words_are_counted_and_do_nothing(house: House) -> None:
    one = await house.person()
    plain = [{"refusal_id": str(uuid4()), "level": "forget", "text": None} for _ in range(3)]
    memory = {"assertion_id": str(uuid4()), "content": "You sail.", "force": "retracted",
              "previous_force": "held", "reason": "rejected"}  # fmt: skip
    state = await brought(house, one, [json.dumps(row) for row in (*plain, memory)])
    assert (state.refusals, state.refusals_left_out, state.skipped) == (0, 2, 0)
    assert (await confirmed(house, one, state)).refusals_left_out == 2


async def test_the_same_no_twice_is_one(house: House) -> None:
    one, file = await refusing(house)
    state = await brought(house, one, file)
    assert (state.skipped, state.refusals) == (8, 1)
    listed = await notebook_entries.get_refusals(house.memory, ListRefusals(caller=one.who))
    assert len(listed.refusals) == 1


async def test_what_the_person_decided_in_between_stands(house: House) -> None:
    one, other = await lived(house), await house.person()
    state = await brought(house, other, await file_of(house, one))
    of = {view.content: view for view in await all_of(house, other)}
    boat = await do(house, other, Verb.COMMIT, of["You own a boat."], text_hash=text_hash("You own a boat."))
    gone = await do(house, other, Verb.REJECT, of["You are vegan."])
    await confirmed(house, other, state)
    after = {view.assertion_id: view for view in await all_of(house, other)}
    assert after[boat.assertion_id].force is Force.COMMITTED
    assert after[gone.assertion_id].force is Force.RETRACTED
    assert after[of["You run."].assertion_id].force is Force.COMMITTED


async def test_what_a_file_brings_does_not_count_as_told_today(house: House) -> None:
    one = await house.person()
    told = {"actor": "companion", "created_at": house.memory.clock().isoformat()}
    rows = [
        json.dumps({"assertion_id": str(UUID(int=n)), "content": f"You like number {n}.", **told})
        for n in range(1, MOST_HELD_A_DAY + 2)
    ]
    state = await brought(house, one, rows)
    assert (state.received, state.skipped) == (MOST_HELD_A_DAY + 1, 0)
    async with house.memory.reading(one.who) as connection:
        opened = await open_book(connection, one.who, LoadPlan(personal=True), house.memory.clock())
    assert opened.book.held_today == 0


async def test_a_thousand_memories_land_without_their_meanings_which_are_found_afterwards(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = await house.person()
    asked = list[str]()

    async def embed(_: Embedder, text: str) -> Vector:
        asked.append(text)
        vector = np.random.default_rng(len(asked)).standard_normal(DIMENSIONS, np.float32)
        return np.asarray(vector / np.linalg.norm(vector), np.float32)

    monkeypatch.setattr(Embedder, "embed", embed)
    rows = [
        row
        for n in range(1000)
        for row in (
            json.dumps(
                {"assertion_id": str(UUID(int=n + 1)), "content": f"You like number {n}.", "force": "committed"}
            ),
            json.dumps(
                {
                    "assertion_id": str(UUID(int=n + 1)),
                    "event": "ADD",
                    "verb": "write",
                    "actor": "person",
                    "version": 1,
                    "force_to": "committed",
                    "new": f"You like number {n}.",
                    "at": "2026-01-01T00:00:00Z",
                }
            ),
        )
    ]
    state = await confirmed(house, one, await brought(house, one, rows))
    assert (state.received, state.skipped) == (1000, 0)
    assert await house.records.value("select count(*) from assertion where force = 'committed'") == 1000
    assert asked == []
    while await catch_up(house.memory, one.who):
        pass
    assert await house.records.value("select count(*) from assertion where embedding is null") == 0
    entries = await notebook_entries.get_history(house.memory, GetHistory(caller=one.who, assertion_id=UUID(int=7)))
    assert [entry.verb for entry in entries.entries] == ["write"]
    assert await house.records.value("select count(*) from import_row") == 0


@pytest.mark.parametrize(
    ("part", "after"),
    [
        (ExportPart.ASSERTIONS, "'; drop table assertion; --"),
        (ExportPart.HISTORY, "1 or 1=1"),
        (ExportPart.TURNS, "-1"),
        (ExportPart.REFUSALS, "7"),
        (ExportPart.ENGAGEMENTS, ""),
    ],
)
async def test_a_cursor_that_we_never_gave_is_refused(house: House, part: ExportPart, after: str) -> None:
    one = await house.person()
    with pytest.raises(BadMessageError):
        await export_part(house.memory, ExportMemory(caller=one.who, part=part, after=after))


async def test_an_export_is_read_in_stretches_and_has_nothing_of_anybody_else(house: House) -> None:
    one = await house.person()
    await lived(house)
    long_text = "é" * 3_900
    for n in range(120):
        await house.said(one, f"{n} {long_text}", f"{n} reply")
    turns = await rows_of(house, one, ExportPart.TURNS)
    assert [str(turn["said"][0])[:3].strip() for turn in turns] == [f"{n} {long_text}"[:3].strip() for n in range(120)]  # type: ignore[index]  # a list
    (person,) = await rows_of(house, one, ExportPart.PERSON)
    assert person["person_id"] == str(one.who.person_id)
    assert await rows_of(house, one, ExportPart.ASSERTIONS) == []
    assert await rows_of(house, one, ExportPart.REFUSALS) == []


MEANT = (ExportPart.CONVERSATIONS, ExportPart.NARRATIVES, ExportPart.ENTITIES, ExportPart.DELTAS)


@pytest.mark.row("C9")
async def test_what_conversations_meant_comes_back_with_its_links(house: House, elsewhere: House) -> None:
    one = await house.person()
    talk = await ended_talk(house, one, "Anna owes me the keys.", "You wait for Anna's keys.", "Get the keys")
    later = await ended_talk(house, one, "Anna came.", "Anna brought the keys.", "See Anna again")
    await house.do(
        "update memory_entity set resolved_at = now(), resolved_by = $1 where id = $2",
        later.narrative_id,
        talk.entity_id,
    )
    await house.do("update state_delta set thread_id = $1 where id = $2", talk.entity_id, later.delta_id)
    await house.do("update state_delta set before = null, applied = false where id = $1", talk.delta_id)
    file = await file_of(house, one, (*PARTS, *MEANT))
    other = await elsewhere.person()
    state = await brought(elsewhere, other, file)
    assert await elsewhere.records.rows("select id from memory_entity") == []  # before the yes nothing takes part
    await confirmed(elsewhere, other, state)
    apart = {"turn_id", "created_at", "message_count", "archived_at", "last_message_at", "touched_at", "kept"}
    for part in MEANT[1:]:
        before = plain(await rows_of(house, one, part), one.story_id, without=apart)
        assert plain(await rows_of(elsewhere, other, part), other.story_id, without=apart) == before, part
        assert before
    ended = {row["conversation_id"]: row["status"] for row in await rows_of(elsewhere, other, ExportPart.CONVERSATIONS)}
    assert ended == {
        str(other.conversation_id): "active",
        **dict.fromkeys(map(str, (one.conversation_id, talk.conversation_id, later.conversation_id)), "archived"),
    }
    assert await elsewhere.records.value("select count(*) from import_row") == 0


@pytest.mark.row("C9")
async def test_what_a_brought_thing_is_about_is_read_from_it_and_not_from_the_file(
    house: House, elsewhere: House
) -> None:
    one = await house.person()
    await ended_talk(house, one, "I must take insulin.", "You take insulin.", "Fetch the insulin for my diabetes")
    rows = [json.loads(row) for row in await file_of(house, one, (*PARTS, *MEANT))]
    other = await elsewhere.person()
    await confirmed(elsewhere, other, await brought(elsewhere, other, [json.dumps(row) for row in rows]))
    assert await elsewhere.records.value("select category from memory_entity") == "health"


@pytest.mark.row("C9")
async def test_what_of_it_hangs_on_nothing_that_landed_comes_not(house: House, elsewhere: House) -> None:
    one = await house.person()
    await ended_talk(house, one, "Anna owes me the keys.", "You wait for Anna's keys.", "Get the keys")
    rows = [json.loads(row) for row in await file_of(house, one, (*PARTS, *MEANT))]
    for row in rows:
        if "original" in row or "entity_type" in row:
            row["assertion_id"] = str(uuid4())
    other = await elsewhere.person()
    state = await brought(elsewhere, other, [json.dumps(row) for row in rows])
    await confirmed(elsewhere, other, state)
    assert await elsewhere.records.rows("select id from memory_entity") == []
    assert await elsewhere.records.rows("select assertion_id from narrative") == []


@pytest.mark.row("C9")
@pytest.mark.parametrize(
    ("part", "name", "value"),
    [
        (ExportPart.ENTITIES, "data", {"type": "task", "description": ""}),
        (ExportPart.ENTITIES, "since", "0001-01-01T00:00:00Z"),
        (ExportPart.NARRATIVES, "original", "x" * 1_201),
        (ExportPart.DELTAS, "before", {"was": 1}),
    ],
)
async def test_a_row_of_it_that_cannot_be_read_is_named(
    house: House, part: ExportPart, name: str, value: object
) -> None:
    one = await house.person()
    await ended_talk(house, one, "Anna owes me the keys.", "You wait for Anna's keys.", "Get the keys")
    rows = await rows_of(house, one, part)
    file = [*await file_of(house, one), json.dumps(rows[0] | {name: value})]
    with pytest.raises(ImportMismatchError, match=str(len(file))):
        await brought(house, await house.person(), file)
