"""What is erased is nowhere: not in a row, not in a file, not in the broker; and nobody else loses anything."""

import hashlib
from collections.abc import AsyncIterator
from uuid import UUID, uuid4

import pytest

from services.memory.erasure.erase import erase_conversation, erase_me
from services.memory.erasure.texts_to_erase import MARK
from services.memory.handlers import bury_message
from services.memory.notebook import commands
from services.memory.notebook.commands import erase_by_hand
from services.memory.people.account import get_me
from services.memory.store.context import MemoryContext, answer_once
from services.memory.turn.accept import accept_line
from shared.bus import failpoints
from shared.bus.broker import jetstream_of
from shared.bus.failpoints import FailpointError
from shared.contracts.assertions import text_hash
from shared.contracts.envelope import Key
from shared.contracts.errors import (
    AssertionNotFoundError,
    ErasedAnswerError,
    KeyReusedError,
    PersonNotFoundError,
    StaleConfirmationError,
    StaleVersionError,
)
from shared.contracts.notices import DeadTurn, Piece
from shared.contracts.pipeline import REPLIES, reply_subject
from shared.contracts.requests.erasure import EraseConversation, EraseMe
from shared.contracts.requests.notebook import ChangeAssertion, Verb
from shared.contracts.requests.people import GetMe, Me
from tests.integration.line.people import a_line
from tests.integration.memory.house import House, Inhabitant, a_key

pytestmark = pytest.mark.row("M9")

CONTENT = "You're allergic to shellfish."
OWN_WORDS = "I'm allergic to shellfish"


@pytest.fixture
async def person(house: House) -> Inhabitant:
    return await house.person()


def erasing(one: Inhabitant, assertion_id: UUID, version: int = 1, **more: object) -> ChangeAssertion:
    asked = {"caller": one.who, "key": a_key(), "assertion_id": assertion_id, "verb": Verb.ERASE, "version": version}
    return ChangeAssertion.model_validate(asked | more)


async def dump(house: House) -> str:
    """All rows of all tables, as text."""
    tables = await house.records.rows("select tablename from pg_tables where schemaname = 'public'")
    parts = [await house.records.rows(f'select t::text as row from "{t["tablename"]}" t') for t in tables]
    return "\n".join(row["row"] for part in parts for row in part)


async def terms(house: House) -> set[str]:
    """By which terms anything can be found."""
    return {row["term"] for row in await house.records.rows("select distinct term from posting")}


async def hashes(house: House, person_id: UUID) -> dict[str, str]:
    """Of each table the rows of one person."""
    tables = await house.records.rows(
        "select distinct table_name from information_schema.columns where column_name = 'person_id'"
        " and table_schema = 'public'"
    )
    found = {}
    for table in (row["table_name"] for row in tables):
        rows = await house.records.rows(f'select t::text as row from "{table}" t where person_id = $1', person_id)
        found[table] = hashlib.sha256("\n".join(sorted(row["row"] for row in rows)).encode()).hexdigest()
    return found


async def told(house: House, one: Inhabitant, content: str = CONTENT, own_words: str = OWN_WORDS) -> UUID:
    """A memory, and everything that may quote it."""
    turn_id = await house.said(one, f"By the way, {own_words}!", f"Noted: {content} Shall I remember that?")
    assertion_id = await house.knows(one, content, own_words, turn_id=turn_id)
    later = await house.said(one, "What must I not eat?", f"You told me: “{content.upper()}”")
    in_person = (one.who.tenant_id, one.who.person_id)
    item = f'[{{"assertion_id": "{assertion_id}", "shown_text": "{content}", "own_words": "{own_words}"}}]'
    await house.do(
        "insert into offer (tenant_id, person_id, id, turn_id, kind, items, expires_at)"
        " values ($1, $2, $3, $4, 'remember', $5, now() + interval '1 day')",
        *(*in_person, uuid4(), turn_id, item),
    )
    await house.do(
        "insert into applied_step (tenant_id, person_id, turn_id, step, form) values ($1, $2, $3, 'perform', $4)",
        *(*in_person, later, f'{{"text": "{content}"}}'),
    )
    await house.do(
        "insert into outbox (tenant_id, person_id, id, subject, body) values ($1, $2, $3, 'subject', $4)",
        *(*in_person, uuid4(), f'{{"text": "{own_words}"}}'),
    )
    await house.do(
        "insert into dead_letter (tenant_id, person_id, id, turn_id, step, reason, attempts, form)"
        " values ($1, $2, $3, $4, 'route', 'a reason', 5, $5)",
        *(*in_person, uuid4(), later, f'{{"text": "{own_words}"}}'),
    )
    await house.do(
        "insert into memory_reference (tenant_id, person_id, turn_id, assertion_id, influence, score, reason)"
        " values ($1, $2, $3, $4, 'pattern_match', 0.9, $5)",
        *(*in_person, later, assertion_id, f"because of {content}"),
    )
    return assertion_id


async def test_its_words_are_in_no_row_afterwards(house: House, person: Inhabitant) -> None:
    assertion_id = await told(house, person)
    assert "shellfish" in await dump(house)
    changed = await erase_by_hand(house.memory, erasing(person, assertion_id))
    left = await dump(house)
    assert "shellfish" not in left.lower()
    assert MARK in left
    assert changed.assertion is None
    assert changed.receipt is not None
    assert [c for c in changed.receipt.checked if c.found] == []
    assert (changed.receipt.status, changed.receipt.what) == ("gone", "erased")
    assert {check.found for check in changed.receipt.checked} == {0}
    assert {"memories", "messages", "lines", "offers", "history"} <= set(changed.receipt.removed)


async def test_what_stands_beside_it_stays(house: House, person: Inhabitant) -> None:
    assertion_id = await told(house, person)
    await house.said(person, "I like tea.", "Tea it is.")
    await house.knows(person, "You like tea.", "I like tea")
    await erase_by_hand(house.memory, erasing(person, assertion_id))
    messages = await house.records.conversation(person.who.person_id)
    assert messages == [
        ("person", f"By the way, {MARK}!"),
        ("companion", f"Noted: {MARK}. Shall I remember that?"),
        ("person", "What must I not eat?"),
        ("companion", f"You told me: “{MARK}.”"),
        ("person", "I like tea."),
        ("companion", "Tea it is."),
    ]
    assert await house.records.value("select content from assertion") == "You like tea."


async def test_of_a_models_reply_nothing_is_left_for_it_may_say_it_in_any_words(
    house: House, person: Inhabitant
) -> None:
    turn_id = await house.said(
        person, OWN_WORDS, f"No prawns for you then! {CONTENT} Shall I keep that?", provider="anthropic"
    )
    assertion_id = await house.knows(person, CONTENT, OWN_WORDS, turn_id=turn_id)
    await erase_by_hand(house.memory, erasing(person, assertion_id))
    assert await house.records.conversation(person.who.person_id) == [("person", MARK), ("companion", MARK)]


async def test_of_a_models_reply_in_which_it_had_a_part_nothing_is_left_either(
    house: House, person: Inhabitant
) -> None:
    assertion_id = await house.knows(person, CONTENT, OWN_WORDS)
    by_model = await house.said(person, "What shall I cook?", "No prawns for you, I take it!", provider="anthropic")
    by_us = await house.said(person, "And to drink?", "Tea.")
    await house.said(person, "And then?", "Sleep well.", provider="anthropic")
    for turn_id in (by_model, by_us):
        await house.do(
            "insert into memory_reference (tenant_id, person_id, turn_id, assertion_id, influence, score, reason)"
            " values ($1, $2, $3, $4, 'entity_reference', 0.9, 'a reason')",
            *(person.who.tenant_id, person.who.person_id, turn_id, assertion_id),
        )
    await erase_by_hand(house.memory, erasing(person, assertion_id))
    replies = [text for role, text in await house.records.conversation(person.who.person_id) if role == "companion"]
    assert replies == [MARK, "Tea.", "Sleep well."]


async def test_words_that_are_not_found_word_for_word_take_the_whole_line_along(
    house: House, person: Inhabitant
) -> None:
    turn_id = await house.said(person, "shellfish and me, no way", "I see. You avoid some food?")
    assertion_id = await house.knows(person, CONTENT, "shellfish: no way", turn_id=turn_id)
    await erase_by_hand(house.memory, erasing(person, assertion_id))
    assert await house.records.conversation(person.who.person_id) == [("person", MARK), ("companion", MARK)]
    assert await house.records.value("select text from line") == MARK


@pytest.mark.row("M24")
async def test_what_came_of_it_and_what_says_the_same_goes_too(house: House, person: Inhabitant) -> None:
    source = await house.knows(person, "The oven runs hot.", "my oven runs hot")
    derived = await house.knows(person, "Your oven at home runs hot.", source_id=source)
    await house.knows(person, "The OVEN  runs hot, says the guest.")
    await house.knows(person, "Your kettle is red.", "my kettle is red and my oven runs hot")
    await erase_by_hand(house.memory, erasing(person, source))
    rows = await house.records.rows("select id, content, own_words from assertion")
    assert [(row["content"], row["own_words"]) for row in rows] == [
        ("Your kettle is red.", f"my kettle is red and {MARK}")
    ]
    assert derived not in {row["id"] for row in rows}
    kept = await house.records.rows("select event, verb from assertion_history where verb = 'erase'")
    assert [tuple(row) for row in kept] == [("ERASE", "erase")]  # that the other memory lost words is in its history


async def test_no_fingerprint_of_an_erased_line_is_kept_and_its_key_is_known_still(
    house: House, person: Inhabitant
) -> None:
    line = a_line(person.who, OWN_WORDS, key="k")
    await accept_line(house.memory, line)
    turn_id = UUID(str(await house.records.value("select active_turn_id from person")))
    assertion_id = await house.knows(person, CONTENT, OWN_WORDS, turn_id=turn_id)
    await erase_by_hand(house.memory, erasing(person, assertion_id))
    assert await house.records.value("select body_hash from line") == "erased"
    again = await accept_line(house.memory, line)
    assert (again.repeated, again.turn_id) == (True, turn_id)


async def test_what_only_begins_alike_is_something_else(house: House, person: Inhabitant) -> None:
    turn_id = await house.said(person, "I like tea\nI like tea77", "You like tea. You like teal.")
    first = await house.knows(person, "You like tea.", "I like tea", turn_id=turn_id)
    await house.knows(person, "You like teal.", "I like teal")
    await house.do(
        "insert into applied_step (tenant_id, person_id, turn_id, step, form) values ($1, $2, $3, 'perform', $4)",
        *(person.who.tenant_id, person.who.person_id, turn_id, '{"text": "hello\\nyou like\\ttea"}'),
    )
    changed = await erase_by_hand(house.memory, erasing(person, first))
    assert changed.receipt is not None
    assert changed.receipt.status == "gone"
    assert await house.records.conversation(person.who.person_id) == [
        ("person", f"{MARK}\nI like tea77"),
        ("companion", f"{MARK}. You like teal."),
    ]
    assert await house.records.value("select content from assertion") == "You like teal."
    assert await house.records.value("select form from applied_step") is None


@pytest.mark.row("M10")
async def test_the_ledger_and_the_audit_say_that_it_was_and_nothing_of_what_it_was(
    house: House, person: Inhabitant
) -> None:
    assertion_id = await told(house, person)
    changed = await erase_by_hand(house.memory, erasing(person, assertion_id))
    (entry,) = await house.records.rows("select * from erasure")
    assert (entry["scope"], entry["subjects"]) == ("assertion", [assertion_id])
    assert changed.receipt is not None
    assert entry["id"] == changed.receipt.receipt_id
    (audited,) = await house.records.rows("select * from audit")
    assert (audited["verb"], audited["assertion_id"], audited["content_hash"]) == ("erase", assertion_id, None)
    assert await house.records.value("select revision from person") == 1


async def test_a_number_is_never_given_out_again(house: House, person: Inhabitant) -> None:
    assertion_id = await house.knows(person, CONTENT, OWN_WORDS)
    await erase_by_hand(house.memory, erasing(person, assertion_id))
    await house.knows(person, "You like tea.")
    assert await house.records.value("select display_number from assertion") == 2


async def test_nobody_else_loses_anything_though_they_said_the_same(house: House, person: Inhabitant) -> None:
    neighbour = await house.person()
    await told(house, neighbour)
    mine = await told(house, person)
    before = await hashes(house, neighbour.who.person_id)
    await erase_by_hand(house.memory, erasing(person, mine))
    await erase_conversation(house.memory, EraseConversation(caller=person.who, key=a_key()))
    await erase_me(house.memory, EraseMe(caller=person.who))
    assert await hashes(house, neighbour.who.person_id) == before


async def test_what_was_not_seen_as_it_is_now_is_not_erased(house: House, person: Inhabitant) -> None:
    neighbour = await house.person()
    assertion_id = await told(house, person)
    before = await hashes(house, person.who.person_id)
    with pytest.raises(StaleVersionError):
        await erase_by_hand(house.memory, erasing(person, assertion_id, version=2))
    with pytest.raises(StaleConfirmationError):
        await erase_by_hand(house.memory, erasing(person, assertion_id, text_hash="0" * 64))
    with pytest.raises(AssertionNotFoundError):
        await erase_by_hand(house.memory, erasing(neighbour, assertion_id))
    assert await hashes(house, person.who.person_id) == before


@pytest.mark.row("P4")
async def test_the_same_key_erases_once_and_gives_the_receipt_again(house: House, person: Inhabitant) -> None:
    command = erasing(person, await told(house, person))
    first = await erase_by_hand(house.memory, command)
    assert await erase_by_hand(house.memory, command) == first
    assert await house.records.value("select count(*) from erasure") == 1


@pytest.mark.row("P4")
async def test_the_answer_of_an_earlier_command_tells_nothing_of_it_any_more(house: House, person: Inhabitant) -> None:
    assertion_id = await told(house, person)
    earlier, named = a_key(), f"Renamed because {CONTENT}"

    async def do() -> Me:
        found = await get_me(house.memory, GetMe(caller=person.who))
        return found.model_copy(update={"companion_name": named})

    async with house.memory.writing(person.who) as connection:
        await answer_once(connection, person.who, earlier, Me, do)
    await erase_by_hand(house.memory, erasing(person, assertion_id))
    async with house.memory.writing(person.who) as connection:
        with pytest.raises(ErasedAnswerError):
            await answer_once(connection, person.who, earlier, Me, do)


@pytest.mark.row("M23")
async def test_never_again_is_the_one_thing_that_an_erasure_keeps(house: House, person: Inhabitant) -> None:
    plain = await told(house, person)
    await house.do(
        "insert into refusal (id, tenant_id, person_id, level, digest)"
        " select $1, tenant_id, id, 'forget', sha256('other') from person where id = $2",
        *(uuid4(), person.who.person_id),
    )
    changed = await erase_by_hand(house.memory, erasing(person, plain, never_again=True))
    assert changed.receipt is not None
    assert changed.receipt.status == "gone"
    rows = await house.records.rows("select level, text, embedding::text from refusal order by level")
    assert [(row["level"], row["text"]) for row in rows] == [("forget", None), ("never", CONTENT)]
    assert rows[1]["embedding"] is not None


@pytest.mark.row("M26")
async def test_the_look_finds_what_the_deleter_left(house: House, person: Inhabitant) -> None:
    assertion_id = await told(house, person)
    await house.do(
        "create function keep() returns trigger language plpgsql as 'begin return null; end'",
    )
    await house.do("create trigger keep before update on message for each row execute function keep()")
    changed = await erase_by_hand(house.memory, erasing(person, assertion_id))
    assert changed.receipt is not None
    found = {check.surface: check.found for check in changed.receipt.checked if check.found}
    assert (changed.receipt.status, found) == ("still_found", {"message": 3})


async def test_pieces_of_replies_are_gone_from_the_broker(house: House, person: Inhabitant) -> None:
    assertion_id = await told(house, person)
    piece = Piece(turn_id=uuid4(), attempt=(1, 1, 1), n=0, text=f"As {CONTENT}")
    js = jetstream_of(house.memory.broker)
    await js.publish(reply_subject(person.who.person_id, piece.turn_id), piece.model_dump_json().encode())
    await erase_by_hand(house.memory, erasing(person, assertion_id))
    assert (await js.stream_info(REPLIES)).state.messages == 0


async def test_the_turn_in_flight_is_ended_and_what_waited_behind_it_begins_without_the_words(
    house: House, person: Inhabitant
) -> None:
    assertion_id = await told(house, person)
    turn_id = await house.said(person, f"Remember, {OWN_WORDS}", None, status="active")
    await house.do("update person set active_turn_id = $1", turn_id)
    await house.do(
        "insert into line (tenant_id, person_id, id, engagement_id, channel, write, read, text, body_hash)"
        " values ($1, $2, $3, $4, 'api', true, true, $5, 'hash')",
        *(person.who.tenant_id, person.who.person_id, uuid4(), person.story_id, f"again: {OWN_WORDS}"),
    )
    await erase_by_hand(house.memory, erasing(person, assertion_id))
    (ended,) = await house.records.rows("select * from turn where id = $1", turn_id)
    assert (ended["status"], ended["failure_code"]) == ("failed", "interrupted")
    active = await house.records.value("select active_turn_id from person")
    assert active not in {None, turn_id}
    assert await house.records.value("select text from line where turn_id = $1", active) == f"again: {MARK}"
    await house.memory.drain()
    assert "shellfish" not in (await dump(house)).lower()


@pytest.fixture
async def breaking(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[None]:
    monkeypatch.setattr(failpoints, "_armed", {"erase.entered": "raise"})
    failpoints._passages.clear()
    yield
    failpoints._passages.clear()


@pytest.mark.usefixtures("breaking")
@pytest.mark.parametrize("scope", ["assertion", "conversation", "person"])
async def test_what_breaks_off_in_the_middle_has_erased_nothing(
    house: House, monkeypatch: pytest.MonkeyPatch, scope: str
) -> None:
    with monkeypatch.context() as calm:
        calm.setattr(failpoints, "_armed", {})
        person = await house.person()
        assertion_id = await told(house, person)
    before = await hashes(house, person.who.person_id)
    with pytest.raises(FailpointError):
        await _erase(house.memory, person, assertion_id, scope)
    assert await hashes(house, person.who.person_id) == before
    await _erase(house.memory, person, assertion_id, scope)
    assert await house.records.value("select scope from erasure") == scope


async def _erase(memory: MemoryContext, one: Inhabitant, assertion_id: UUID, scope: str) -> None:
    if scope == "assertion":
        await erase_by_hand(memory, erasing(one, assertion_id))
    elif scope == "conversation":
        await erase_conversation(memory, EraseConversation(caller=one.who, key=a_key()))
    else:
        await erase_me(memory, EraseMe(caller=one.who))


async def test_a_conversation_goes_and_the_memories_stay_without_the_words_they_were_told_in(
    house: House, person: Inhabitant
) -> None:
    await told(house, person)
    receipt = await erase_conversation(house.memory, EraseConversation(caller=person.who, key=a_key()))
    assert [c for c in receipt.checked if c.found] == []
    assert (receipt.scope, receipt.status) == ("conversation", "gone")
    assert await house.records.conversation(person.who.person_id) == []
    for table in ("turn", "line", "message", "offer", "classification", "memory_reference", "mention", "dead_letter"):
        assert await house.records.value(f'select count(*) from "{table}"') == 0, table
    (memory,) = await house.records.rows("select content, own_words, turn_id from assertion")
    assert tuple(memory) == (CONTENT, "", None)


async def test_a_person_goes_and_what_is_left_tells_nothing_of_them(house: House, person: Inhabitant) -> None:
    await told(house, person)
    receipt = await erase_me(house.memory, EraseMe(caller=person.who))
    assert (receipt.scope, receipt.status) == ("person", "gone")
    assert receipt.removed["memories"] == 1
    with pytest.raises(PersonNotFoundError):
        await get_me(house.memory, GetMe(caller=person.who))
    left = {table: h for table, h in (await hashes(house, person.who.person_id)).items() if h != _EMPTY}
    assert set(left) == {"audit", "erasure"}
    assert "shellfish" not in (await dump(house)).lower()


_EMPTY = hashlib.sha256(b"").hexdigest()


@pytest.mark.row("P4")
async def test_who_had_no_answer_to_their_erasure_gets_its_receipt_with_the_same_key(
    house: House, person: Inhabitant
) -> None:
    await told(house, person)
    asked = EraseMe(caller=person.who, key=Key(value="before shellfish season", body_hash="the body"))
    receipt = await erase_me(house.memory, asked)
    assert await erase_me(house.memory, asked) == receipt
    assert (receipt.status, await house.records.value("select count(*) from erasure")) == ("gone", 1)
    other_body = Key(value="before shellfish season", body_hash="another body")
    with pytest.raises(KeyReusedError):
        await erase_me(house.memory, EraseMe(caller=person.who, key=other_body))
    for other in (None, a_key()):
        with pytest.raises(PersonNotFoundError):
            await erase_me(house.memory, EraseMe(caller=person.who, key=other))
    assert "shellfish" not in (await dump(house)).lower()  # nor in what is kept of the key


@pytest.mark.row("P4")
async def test_a_key_that_stood_for_something_else_erases_nobody(house: House, person: Inhabitant) -> None:
    key = a_key()
    await erase_conversation(house.memory, EraseConversation(caller=person.who, key=key))
    before = await hashes(house, person.who.person_id)
    other = Key(value=key.value, body_hash="another body")
    with pytest.raises(KeyReusedError):
        await erase_me(house.memory, EraseMe(caller=person.who, key=other))
    assert await hashes(house, person.who.person_id) == before


@pytest.mark.row("M26")
async def test_nothing_that_can_be_done_brings_it_back(house: House, person: Inhabitant) -> None:
    assertion_id = await told(house, person)
    pin = erasing(person, assertion_id, verb=Verb.PIN)
    await commands.change_memory(house.memory, pin)
    gone = erasing(person, assertion_id, version=1)
    await erase_by_hand(house.memory, gone)
    with pytest.raises(ErasedAnswerError):
        await commands.change_memory(house.memory, pin)
    engagement = {"engagement_id": person.story_id, "content": "You like tea.", "importance": 3}
    engagement |= {"category": "interests", "by": assertion_id}
    for verb in Verb:
        command = erasing(person, assertion_id, verb=verb, text_hash=text_hash(CONTENT)).model_copy(update=engagement)
        with pytest.raises(AssertionNotFoundError):
            await commands.change_memory(house.memory, command)
    assert "shellfish" not in (await dump(house)).lower()


async def test_a_copy_of_an_ended_turn_that_is_given_up_later_leaves_no_words(house: House, person: Inhabitant) -> None:
    assertion_id = await told(house, person)
    turn_id = await house.said(person, OWN_WORDS, None, status="active")
    await house.do("update person set active_turn_id = $1", turn_id)
    await erase_by_hand(house.memory, erasing(person, assertion_id))
    dead = DeadTurn(step="respond", reason="a reason", attempts=5, form=f'{{"text": "{OWN_WORDS}"}}')
    await bury_message(house.memory, turn_id, dead.model_dump_json().encode())
    assert await house.records.value("select count(*) from dead_letter where turn_id = $1", turn_id) == 1
    assert "shellfish" not in (await dump(house)).lower()
