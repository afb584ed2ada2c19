"""What is erased is nowhere: not in the database, the streams, the files, the logs, an export, a repeated answer."""

import asyncio
from collections.abc import AsyncIterator
from uuid import UUID

import pytest
from pydantic import JsonValue

from services.memory.index.edition import EDITION
from shared.contracts.assertions import AssertionView, Force
from shared.contracts.operations import Action
from shared.contracts.requests.erasure import Receipt
from shared.contracts.requests.notebook import AssertionChanged
from shared.embedding.embedder import vector_of
from tests.acceptance.memory.installation import Installation, an_installation
from tests.acceptance.memory.person import Person
from tests.acceptance.memory.test_closing_conversations import current, drafted, moved
from tests.integration.line.eventually import eventually
from tests.integration.line.records import Records
from tests.servers import temporary_home

ENDINGS = iter(("ate", "ene", "ide", "ole", "ume", "yne", "art", "elk", "ips", "orm"))
NEIGHBOURS = "quillaberry"
SAME_MEANING = 0.05
KEY = "the-key-of-a-correction"
pytestmark = [pytest.mark.row("M9"), pytest.mark.timeout(180)]


@pytest.fixture(scope="module")
async def installation() -> AsyncIterator[Installation]:
    with pytest.MonkeyPatch.context() as environment, temporary_home() as home:
        environment.setenv("HOLDFAST_MODEL", "offline")
        environment.delenv("ANTHROPIC_API_KEY", raising=False)
        async with an_installation(home) as installation:
            yield installation


@pytest.fixture
async def person(installation: Installation) -> Person:
    return await installation.person()


@pytest.fixture
def word() -> str:
    """Said in this test and nowhere else."""
    return f"zanthofin{next(ENDINGS)}"


async def told(person: Person, word: str) -> AssertionView:
    """A fact with this word went through everything there is: told, agreed to, quoted, corrected, exported."""
    project = await person.project("Kitchen")
    await person.say(f"I'm allergic to {word}", project)
    await person.say("yes", project)
    await person.say("What do you know about me?", project)
    (known,) = [one for one in await person.memories(force=Force.COMMITTED) if word in one.content]
    corrected = await person.post(f"/v1/assertions/{known.assertion_id}/correct", correction(known, word), KEY)
    assert corrected.status_code == 200, corrected.text
    await person.say(f"Did I mention {word}?", project)
    await person.look_for(word)
    assert word in (await person.exported()).decode()
    return await person.memory(known.assertion_id)


def correction(seen: AssertionView, word: str) -> dict[str, JsonValue]:
    """Another wording of it."""
    return {"version": seen.version, "content": f"You're allergic to {word} and to nothing else."}


async def rows_of(records: Records, person_id: UUID) -> dict[str, str]:
    """A hash of all that a person has in each table, once the index has all of it."""

    async def indexed() -> bool:
        left = "select count(*) from message where person_id = $1 and role <> 'system' and edition < $2"
        return await records.value(left, person_id, EDITION) == 0

    await eventually(indexed)
    tables = await records.rows(
        "select c.table_name as name from information_schema.columns c join information_schema.tables t"
        " using (table_schema, table_name)"
        " where c.table_schema = 'public' and c.column_name = 'person_id' and t.table_type = 'BASE TABLE'"
    )
    return {
        table["name"]: str(
            await records.value(
                f"select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) from \"{table['name']}\" t"
                " where person_id = $1",
                person_id,
            )
        )
        for table in tables
    }


async def found(installation: Installation, word: str) -> list[str]:
    """Every place in which the word still is."""
    places = {
        "the dump": await installation.dump(),
        "the streams": await installation.streams(),
        **installation.files(),
    }
    return [name for name, text in places.items() if word in text.casefold()]


async def meanings_like(records: Records, text: str, person_id: UUID) -> int:
    """How many stored vectors mean this."""
    meant = str([float(part) for part in vector_of(text)])
    counts = [
        int(
            str(
                await records.value(
                    f"select count(*) from {table} where person_id = $1 and embedding <=> $2::text::halfvec(384) < $3",
                    *(person_id, meant, SAME_MEANING),
                )
            )
        )
        for table in ("assertion", "refusal", "entry", "import_row")
    ]
    return sum(counts)


@pytest.mark.row("M26")
async def test_one_memory_is_nowhere_and_the_receipt_says_what_a_second_look_found(
    installation: Installation, person: Person, word: str
) -> None:
    neighbour = await installation.person()
    await told(neighbour, NEIGHBOURS)
    other = await person.write("You sing in a choir.")
    known = await told(person, word)
    assert "the dump" in await found(installation, word)
    assert await meanings_like(installation.records, known.content, person.person_id) > 1, "its own, and its entry's"
    theirs = await rows_of(installation.records, neighbour.person_id)

    erased = await person.act("erase", known)
    assert (erased.action, erased.assertion) == (Action.ERASED, None)
    assert erased.receipt is not None
    assert (erased.receipt.scope, erased.receipt.what, erased.receipt.status) == ("assertion", "erased", "gone")
    assert erased.receipt.checked
    assert {surface.found for surface in erased.receipt.checked} == {0}
    assert sum(erased.receipt.removed.values()) > 0

    assert await found(installation, word) == []
    assert await meanings_like(installation.records, known.content, person.person_id) == 0
    for form in ("json", "markdown"):
        assert word not in (await person.exported(form)).decode().casefold()
    assert (await person.get(f"/v1/assertions/{known.assertion_id}")).status_code == 404
    assert (await person.look_for(word)).hits == ()
    assert await rows_of(installation.records, neighbour.person_id) == theirs
    assert (await person.memory(other.assertion_id)) == other


@pytest.mark.row("P4")
async def test_a_repeated_key_of_what_was_done_to_it_says_nothing_of_its_content(
    installation: Installation, person: Person, word: str
) -> None:
    known = await told(person, word)
    await person.act("erase", known)
    body = correction(known, word) | {"version": known.version - 1}
    again = await person.post(f"/v1/assertions/{known.assertion_id}/correct", body, KEY)

    assert again.status_code >= 400
    assert word not in again.text
    assert await found(installation, word) == []


async def test_only_an_audit_entry_without_content_stays_and_its_number_is_not_used_again(
    installation: Installation, person: Person, word: str
) -> None:
    known = await told(person, word)
    await person.act("erase", known)
    entries = await installation.records.rows("select * from audit where assertion_id = $1", known.assertion_id)

    assert [entry["verb"] for entry in entries if "erase" in entry["verb"]]
    assert (await person.write("You sing in a choir.")).display_number > known.display_number
    for verb in ("commit", "restore", "retract", "pin"):
        assert (await person.try_to(verb, known)).status_code == 404


@pytest.mark.row("M26")
async def test_a_conversation_goes_and_the_memories_stay(installation: Installation, person: Person, word: str) -> None:
    known = await told(person, word)
    await person.say("The weather in Marlowquay was strange today")
    gone = await person.delete("/v1/conversation")

    receipt = Receipt.model_validate_json(gone.content)
    assert (receipt.scope, receipt.status) == ("conversation", "gone")
    assert await found(installation, "marlowquay") == []
    bare = known.model_copy(update={"turn_id": None, "own_words": ""})  # the words of the talk went with the talk
    assert await person.memory(known.assertion_id) == bare
    await person.act("erase", known)
    assert await found(installation, word) == []


@pytest.mark.row("M26", "O5")
async def test_a_person_goes_with_everything_of_theirs(installation: Installation, person: Person, word: str) -> None:
    neighbour = await installation.person()
    await told(neighbour, NEIGHBOURS)
    await told(person, word)
    theirs = await rows_of(installation.records, neighbour.person_id)
    refused = await person.delete("/v1/me", {"confirm": "everything"})
    assert refused.status_code == 422
    gone = await person.delete("/v1/me", {"confirm": "erase everything"})

    receipt = Receipt.model_validate_json(gone.content)
    assert (receipt.scope, receipt.status) == ("person", "gone")
    assert (await person.get("/v1/me")).status_code == 401
    assert await found(installation, word) == []
    assert await installation.records.rows("select from person where id = $1", person.person_id) == []
    assert await rows_of(installation.records, neighbour.person_id) == theirs


@pytest.mark.full("test_the_words_are_in_no_file_of_the_server_nor_in_its_log")
@pytest.mark.row("M9", "M26")
@pytest.mark.timeout(300)
async def test_within_two_minutes_a_person_is_in_no_file_of_the_data_folder(
    installation: Installation, person: Person, word: str
) -> None:
    known = await told(person, word)
    await person.say("My sister's boat is called Marlowquay")
    await person.say("yes")
    await person.write(f"You once lost your {word}.", await person.project(f"About {word}"))
    await person.try_to("retract", known)
    await installation.records.rows("checkpoint")
    assert all(installation.every_file_with(each) for each in (word, "marlowquay"))
    gone = await person.delete("/v1/me", {"confirm": "erase everything"})
    assert Receipt.model_validate_json(gone.content).files == "within_two_minutes"

    async def is_in_no_file() -> bool:
        await asyncio.sleep(1)  # a look reads a hundred megabytes
        return not any(installation.every_file_with(each) for each in (word, "marlowquay"))

    await eventually(is_in_no_file, 120)


@pytest.mark.row("M23")
async def test_with_never_again_only_what_was_asked_for_is_kept(
    installation: Installation, person: Person, word: str
) -> None:
    known = await told(person, word)
    answer = await person.try_to("erase", known, never_again=True)
    receipt = AssertionChanged.model_validate_json(answer.content).receipt

    assert receipt is not None
    assert receipt.status == "gone"
    (refusal,) = (await person.refusals()).refusals
    assert refusal.text == known.content
    assert await tables_with(installation.records, word) == ["refusal"]
    await person.delete(f"/v1/refusals/{refusal.refusal_id}")
    assert await found(installation, word) == []


async def tables_with(records: Records, word: str) -> list[str]:
    """The tables whose rows still have the word."""
    names = await records.rows("select tablename as name from pg_tables where schemaname = 'public'")
    has = 'select exists (select from "{}" t where t::text ilike $1)'
    return [row["name"] for row in names if await records.value(has.format(row["name"]), f"%{word}%")]


@pytest.mark.row("C9")
@pytest.mark.parametrize("is_confirmed", [True, False])
async def test_what_a_conversation_left_of_it_is_nowhere_either(
    installation: Installation, person: Person, word: str, *, is_confirmed: bool
) -> None:
    known = await told(person, word)
    await person.say(f"I decided to skip the buffet because I'm allergic to {word}.")
    await person.say("no")
    conversation = (await current(person)).conversation_id
    await moved(person, conversation, "close", {})
    shown = await drafted(person, conversation)
    assert shown.draft is not None
    assert word in shown.model_dump_json()
    if is_confirmed:
        await moved(person, conversation, "confirm", {"version": shown.draft.version})

    erased = await person.act("erase", await person.memory(known.assertion_id))

    assert erased.receipt is not None
    assert erased.receipt.status == "gone"
    assert await found(installation, word) == []
    if not is_confirmed:
        assert (await drafted(person, conversation)).draft is not None  # made anew, in the background
        assert await found(installation, word) == []
    for form in ("json", "markdown"):
        assert word not in (await person.exported(form)).decode().casefold()
