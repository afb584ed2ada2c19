"""What comes to be known is linked to what is nearest to it, and the links go where their ends go."""

from uuid import UUID, uuid4

import pytest

from services.memory.assertions import relations
from services.memory.assertions.relations import MOST_MADE, NEAR_ENOUGH
from services.memory.chores.index_waiting import catch_up, index_waiting
from services.memory.index.edition import SPACE
from services.memory.notebook import commands
from services.memory.notebook import entries as notebook_entries
from services.memory.recall import memory_query
from services.memory.transfer.export import export_part
from services.memory.transfer.import_requests import confirm_import, receive_rows
from shared.contracts.assertions import Related
from shared.contracts.requests.notebook import ChangeAssertion, GetAssertion, GetHistory, Verb, WriteAssertion
from shared.contracts.requests.recall import Hit, QueryMemory
from shared.contracts.requests.transfer import ConfirmImport, ExportMemory, ExportPart, ImportRows
from tests.integration.memory.house import House, Inhabitant, a_key
from tests.integration.memory.test_asking_as_agent import let_in
from tests.integration.memory.test_notebook import changed

pytestmark = pytest.mark.row("M12")

NURSE, NIGHTS, TEA = "You work as a nurse.", "You work night shifts.", "You prefer tea to coffee."


@pytest.fixture
async def person(house: House) -> Inhabitant:
    return await house.person()


async def wrote(house: House, one: Inhabitant, content: str) -> UUID:
    asked = WriteAssertion(caller=one.who, key=a_key(), engagement_id=one.story_id, content=content)
    return (await commands.write_memory(house.memory, asked)).assertion_id


async def held(house: House, one: Inhabitant, content: str) -> UUID:
    made = await house.knows(one, content, content, force="held")
    await house.do("update assertion set expires_at = now() + interval '7 days' where id = $1", made)
    return made


async def related(house: House, one: Inhabitant, assertion_id: UUID) -> tuple[Related, ...]:
    asked = GetAssertion(caller=one.who, assertion_id=assertion_id)
    return (await notebook_entries.get_assertion(house.memory, asked)).related


async def texts(house: House, one: Inhabitant, assertion_id: UUID) -> list[str]:
    return [each.content for each in await related(house, one, assertion_id)]


async def test_what_is_written_is_linked_to_what_is_near_and_both_ends_tell_it(
    house: House, person: Inhabitant
) -> None:
    nurse, tea = await house.knows(person, NURSE), await house.knows(person, TEA)
    nights = await wrote(house, person, NIGHTS)
    (link,) = await related(house, person, nights)
    assert (link.assertion_id, link.content, link.engagement_id) == (nurse, NURSE, person.story_id)
    assert NEAR_ENOUGH <= link.strength < 1
    assert await texts(house, person, nurse) == [NIGHTS]
    assert await texts(house, person, tea) == []


async def test_a_yes_links_and_what_merely_waits_has_no_links(house: House, person: Inhabitant) -> None:
    nurse, nights = await house.knows(person, NURSE), await held(house, person, NIGHTS)
    assert await house.records.value("select count(*) from relation") == 0
    view = await notebook_entries.get_assertion(house.memory, GetAssertion(caller=person.who, assertion_id=nights))
    await changed(house, person, nights, Verb.COMMIT, text_hash=view.text_hash)
    assert await texts(house, person, nurse) == [NIGHTS]


async def test_a_link_is_told_in_the_history_once_and_is_no_new_revision(house: House, person: Inhabitant) -> None:
    await house.knows(person, NURSE)
    before = await house.records.value("select revision from person where id = $1", person.who.person_id)
    nights = await wrote(house, person, NIGHTS)
    after = await house.records.value("select revision from person where id = $1", person.who.person_id)
    assert after == int(str(before)) + 1
    asked = GetHistory(caller=person.who, assertion_id=nights)
    entries = (await notebook_entries.get_history(house.memory, asked)).entries
    assert [(e.event, e.actor, e.revision) for e in entries] == [("ADD", "person", after), ("LINK", "system", after)]
    await changed(house, person, nights, Verb.CORRECT, content="You work night shifts at the hospital.")
    entries = (await notebook_entries.get_history(house.memory, asked)).entries
    assert [e.event for e in entries] == ["ADD", "LINK", "UPDATE"], "the link was there before"


async def test_a_correction_links_anew_and_leaves_no_link_that_holds_no_more(house: House, person: Inhabitant) -> None:
    nurse, tea = await house.knows(person, NURSE), await house.knows(person, TEA)
    nights = await wrote(house, person, NIGHTS)
    await changed(house, person, nights, Verb.CORRECT, content="You drink coffee in the morning.")
    assert await texts(house, person, nights) == [TEA]
    assert await texts(house, person, nurse) == []
    assert await texts(house, person, tea) == ["You drink coffee in the morning."]
    assert await house.records.value("select count(*) from relation") == 1


async def test_there_are_never_two_links_between_the_same_two_and_only_the_nearest_are_made(
    house: House, person: Inhabitant
) -> None:
    for n in range(MOST_MADE + 3):
        await house.knows(person, f"You work as a nurse on ward {n}.")
    nurse = await wrote(house, person, NURSE)
    strengths = [link.strength for link in await related(house, person, nurse)]
    assert len(strengths) == MOST_MADE
    assert strengths == sorted(strengths, reverse=True)
    await changed(house, person, nurse, Verb.CORRECT, content="You work as a nurse!")
    rows = await house.records.rows("select from_id, to_id from relation")
    pairs = {frozenset((row["from_id"], row["to_id"])) for row in rows}
    assert len(pairs) == len(rows)
    assert all(len(pair) == 2 for pair in pairs)


async def test_a_link_is_told_while_both_ends_are_known_and_comes_back_with_them(
    house: House, person: Inhabitant
) -> None:
    nurse = await house.knows(person, NURSE)
    nights = await wrote(house, person, NIGHTS)
    await changed(house, person, nurse, Verb.RETRACT)
    assert await texts(house, person, nights) == []
    assert await texts(house, person, nurse) == []
    await changed(house, person, nurse, Verb.RESTORE)
    assert await texts(house, person, nights) == [NURSE]


async def test_an_erased_memory_takes_its_links_along(house: House, person: Inhabitant) -> None:
    nurse = await house.knows(person, NURSE)
    nights = await wrote(house, person, NIGHTS)
    asked = GetAssertion(caller=person.who, assertion_id=nurse)
    view = await notebook_entries.get_assertion(house.memory, asked)
    erase = {"caller": person.who, "key": a_key(), "assertion_id": nurse, "verb": Verb.ERASE, "version": view.version}
    await commands.change_memory(house.memory, ChangeAssertion.model_validate(erase))
    assert await texts(house, person, nights) == []
    assert await house.records.value("select count(*) from relation") == 0


@pytest.mark.row("O5")
async def test_nobody_is_linked_to_somebody_else(house: House, person: Inhabitant) -> None:
    neighbour = await house.person()
    await house.knows(neighbour, NURSE)
    assert await texts(house, person, await wrote(house, person, NIGHTS)) == []
    assert await house.records.value("select count(*) from relation") == 0


@pytest.mark.row("S6")
async def test_links_are_taken_along_and_brought_back(
    house: House, person: Inhabitant, monkeypatch: pytest.MonkeyPatch
) -> None:
    nurse = await wrote(house, person, NURSE)
    nights = await wrote(house, person, NIGHTS)
    (link,) = await related(house, person, nights)
    asked = ExportMemory(caller=person.who, part=ExportPart.ASSERTIONS)
    rows = (await export_part(house.memory, asked)).rows
    await house.do("delete from assertion where id = any($1::uuid[])", [nurse, nights])
    monkeypatch.setattr(relations, "NEAR_ENOUGH", 1.1)  # so that nothing is linked but by the file
    file = {"caller": person.who, "import_id": uuid4(), "file_hash": "0" * 64, "count": 2}
    story = (await export_part(house.memory, ExportMemory(caller=person.who, part=ExportPart.ENGAGEMENTS))).rows
    whole = {**file, "key": a_key(), "first": 0, "rows": (*story, *rows), "last": True}
    await receive_rows(house.memory, ImportRows.model_validate(whole))
    assert await house.records.value("select count(*) from relation") == 0, "what waits has none"
    await confirm_import(house.memory, ConfirmImport.model_validate({**file, "key": a_key()}))
    (back,) = await related(house, person, nights)
    assert (back.assertion_id, back.strength) == (link.assertion_id, link.strength)


# ---- in what is found --------------------------------------------------------------------------------------------


async def hits(house: House, one: Inhabitant, query: str, **more: object) -> list[Hit]:
    question = QueryMemory.model_validate({"caller": one.who, "query": query, **more})
    return list((await memory_query.query_memory(house.memory, question)).hits)


def contents(found: list[Hit]) -> list[str]:
    return [hit.assertion.content for hit in found if hit.assertion is not None]


NURSING = "Am I a nurse?"


@pytest.fixture
async def nights(house: House, person: Inhabitant) -> UUID:
    """A question about a job finds the nurse; that she works at night is linked to it."""
    for content in (NURSE, TEA, "You live in Leeds.", "You keep two cats."):
        await house.knows(person, content)
    return await wrote(house, person, NIGHTS)


@pytest.mark.usefixtures("nights")
async def test_what_was_found_brings_along_what_it_has_to_do_with(house: House, person: Inhabitant) -> None:
    found = await hits(house, person, NURSING, threshold=0.3)
    assert contents(found) == [NURSE, NIGHTS]
    assert [signal.name for signal in found[1].why] == ["related"]
    assert 0.3 <= found[1].score < found[0].score
    await house.do("delete from relation")
    assert contents(await hits(house, person, NURSING, threshold=0.3)) == [NURSE]


@pytest.mark.usefixtures("nights")
async def test_nothing_comes_along_with_nothing(house: House, person: Inhabitant) -> None:
    assert await hits(house, person, "When does the museum in Oslo open?") == []


async def without(house: House, one: Inhabitant, nights: UUID, what: str) -> None:
    """The linked one becomes something that the question is not about; its link stays."""
    await house.do(f"update assertion set {what} where id = $1", nights)
    await house.do("update assertion set category = 'preferences' where content = $1", NURSE)
    while await catch_up(house.memory, one.who):
        pass
    assert await house.records.value("select count(*) from relation") == 1


@pytest.mark.parametrize(
    ("what", "narrowed"),
    [
        ("state = 'soft_deleted', purge_at = now()", {}),
        ("force = 'retracted', previous_force = 'committed', reason = 'forgotten'", {}),
        ("kind = 'procedure'", {}),
        ("category = 'health'", {"categories": ["preferences"]}),
        ("pinned = true", {"filters": {"pinned": False}}),
        ("importance = 1", {"filters": {"importance_min": 2}}),
    ],
)
async def test_what_the_asker_may_not_see_or_did_not_ask_for_does_not_come_along(
    house: House, person: Inhabitant, nights: UUID, what: str, narrowed: dict[str, object]
) -> None:
    assert contents(await hits(house, person, NURSING, threshold=0.3)) == [NURSE, NIGHTS]
    await without(house, person, nights, what)
    found = await hits(house, person, NURSING, threshold=0.3, **narrowed)
    assert contents(found) == [NURSE]
    assert "related" not in {signal.name for hit in found for signal in hit.why}


@pytest.mark.row("M13")
async def test_what_an_agent_may_not_see_does_not_come_along(house: House, person: Inhabitant, nights: UUID) -> None:
    stylist = await let_in(house, person, "stylist")
    await without(house, person, nights, "category = 'style'")
    told = ["[preferences] The person works as a nurse.", "[style] The person works night shifts."]
    assert await stylist.texts(NURSING, threshold=0.3) == told
    assert await stylist.texts(NURSING, threshold=0.3, categories=["preferences"]) == told[:1]
    await without(house, person, nights, "category = 'health'")
    (hit,) = (await stylist(NURSING, threshold=0.3)).hits
    assert hit.text == told[0]
    assert "related" not in {signal.name for signal in hit.why}


async def test_what_is_entered_late_is_linked_then(house: House, person: Inhabitant) -> None:
    nurse = await house.knows(person, NURSE)
    nights = await house.knows(person, NIGHTS)
    await house.do("delete from entry where assertion_id = $1", nights)
    await house.do("update assertion set embedding = null, space = 0, edition = 0 where id = $1", nights)
    assert await texts(house, person, nights) == []
    await index_waiting(house.memory)
    assert await texts(house, person, nights) == [NURSE]
    assert await texts(house, person, nurse) == [NIGHTS]


async def test_what_waits_has_no_links_when_it_is_given_its_meaning(house: House, person: Inhabitant) -> None:
    await house.knows(person, NURSE)
    nights = await held(house, person, NIGHTS)
    await house.do("update assertion set embedding = null, space = 0 where id = $1", nights)
    await index_waiting(house.memory)
    assert await house.records.value("select space from assertion where id = $1", nights) == SPACE
    assert await house.records.value("select count(*) from relation") == 0
