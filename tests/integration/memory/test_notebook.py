"""The notebook shows what is there, all of it and nothing else; a query finds what is known, or nothing."""

from decimal import Decimal
from uuid import UUID, uuid4

import pytest

from services.memory.notebook import commands, entries
from services.memory.notebook.why import explain_turn
from services.memory.people.account import add_engagement
from services.memory.reasoning import record_understanding
from services.memory.recall import memory_query
from services.memory.store.database import run_statement
from shared.contracts.assertions import AssertionView, Category, Force, Kind
from shared.contracts.envelope import Caller
from shared.contracts.errors import AssertionNotFoundError, BadMessageError, PersonNotFoundError, TurnNotFoundError
from shared.contracts.operations import NoteCorrection
from shared.contracts.requests.notebook import (
    ChangeAssertion,
    GetAssertion,
    GetHistory,
    GetWhy,
    ListAssertions,
    ListRefusals,
    Verb,
)
from shared.contracts.requests.people import AddEngagement
from shared.contracts.requests.recall import QueryMemory
from shared.contracts.turns import AnsweredTurn
from shared.contracts.understanding import Influence, MemoryUse, ModelUse, Tokens
from tests.contract.test_recorded_messages import RECORDED
from tests.integration.memory.house import House, Inhabitant, a_key


@pytest.fixture
async def person(house: House) -> Inhabitant:
    return await house.person()


async def listed(house: House, one: Inhabitant, **wanted: object) -> list[str]:
    """All of it, page by page."""
    contents, cursor = list[str](), wanted.pop("cursor", None)
    while True:
        question = ListAssertions.model_validate({"caller": one.who, **wanted, "cursor": cursor})
        page = await entries.list_assertions(house.memory, question)
        contents += [view.content for view in page.assertions]
        cursor = page.cursor
        if cursor is None:
            return contents


async def changed(house: House, one: Inhabitant, assertion_id: UUID, verb: Verb, **more: object) -> AssertionView:
    of = await entries.get_assertion(house.memory, GetAssertion(caller=one.who, assertion_id=assertion_id))
    asked = {"caller": one.who, "key": a_key(), "assertion_id": assertion_id, "verb": verb, "version": of.version}
    answer = await commands.change_memory(house.memory, ChangeAssertion.model_validate(asked | more))
    assert answer.assertion is not None
    return answer.assertion


@pytest.mark.row("M22")
async def test_pages_show_everything_once_newest_first_also_when_more_comes_meanwhile(
    house: House, person: Inhabitant
) -> None:
    for n in range(7):
        await house.knows(person, f"You like number {n}.")
    first = await entries.list_assertions(house.memory, ListAssertions(caller=person.who, limit=3))
    await house.knows(person, "You like number 7.")
    rest = await listed(house, person, limit=3, cursor=first.cursor)
    shown = [view.content for view in first.assertions] + rest
    assert shown == [f"You like number {n}." for n in (6, 5, 4, 3, 2, 1, 0)]


@pytest.mark.row("M22")
async def test_a_page_fits_into_a_message_however_long_its_texts_are(house: House, person: Inhabitant) -> None:
    for n in range(60):
        await house.knows(person, f"{n} " + "日" * 3_990, "本" * 3_990)
    page = await entries.list_assertions(house.memory, ListAssertions(caller=person.who, limit=100))
    assert len(page.model_dump_json().encode()) < 900_000
    assert len(await listed(house, person, limit=100)) == 60


@pytest.mark.row("M22")
async def test_the_list_is_narrowed_by_place_force_kind_and_literal_words(house: House, person: Inhabitant) -> None:
    garden = await add_engagement(house.memory, AddEngagement(caller=person.who, key=a_key(), title="garden"))
    await house.knows(person, "You like 100% wool_socks.")
    await house.knows(person, "You like 1000 wool-socks.", force="held")
    await house.knows(person, "Beans need \\sun\\ & water.", engagement_id=garden.engagement_id)
    assert await listed(house, person, engagement_id=garden.engagement_id) == ["Beans need \\sun\\ & water."]
    assert await listed(house, person, force=Force.HELD) == ["You like 1000 wool-socks."]
    assert await listed(house, person, kind=Kind.EPISODE) == []
    assert await listed(house, person, q="100% WOOL_") == ["You like 100% wool_socks."]
    assert await listed(house, person, q="%") == ["You like 100% wool_socks."]
    assert await listed(house, person, q="\\SUN\\ & w") == ["Beans need \\sun\\ & water."]
    assert await listed(house, person, q="'; drop table assertion; --") == []
    assert len(await listed(house, person)) == 3


@pytest.mark.row("M22")
@pytest.mark.parametrize("typed", ["école à", "ÉCOLE À", "ecole a", "Ecole A", "e\u0301cole a\u0300"])
async def test_a_search_finds_it_however_one_types_it(house: House, person: Inhabitant, typed: str) -> None:
    await house.knows(person, "Your daughter goes to the \u00c9cole \u00e0 la Mer.")
    await house.knows(person, "You like the e-cole of it.")
    assert await listed(house, person, q=typed) == ["Your daughter goes to the \u00c9cole \u00e0 la Mer."]
    for other in ("ecole.a", "école ä", "êcole"):
        assert await listed(house, person, q=other) == []


@pytest.mark.parametrize(
    "cursor", ["x", "~", "2026-01-01~x", "2026-01-01T00:00:00~2f1c7c5e-6a51-4a60-9d0a-3c0f5a7e9b21", "' or 1=1 --"]
)
async def test_a_cursor_that_we_never_gave_is_refused(house: House, person: Inhabitant, cursor: str) -> None:
    with pytest.raises(BadMessageError):
        await entries.list_assertions(house.memory, ListAssertions(caller=person.who, cursor=cursor))


@pytest.mark.row("O5")
async def test_somebody_elses_memory_is_not_there(house: House, person: Inhabitant) -> None:
    neighbour = await house.person()
    theirs = await house.knows(neighbour, "You like tea.")
    turn_id = await house.said(neighbour, "tea", "Tea it is.")
    for nobody in (theirs, uuid4()):
        with pytest.raises(AssertionNotFoundError):
            await entries.get_assertion(house.memory, GetAssertion(caller=person.who, assertion_id=nobody))
        with pytest.raises(AssertionNotFoundError):
            await entries.get_history(house.memory, GetHistory(caller=person.who, assertion_id=nobody))
    with pytest.raises(TurnNotFoundError):
        await explain_turn(house.memory, GetWhy(caller=person.who, turn_id=turn_id))
    assert await listed(house, person) == []
    assert (await memory_query.query_memory(house.memory, QueryMemory(caller=person.who, query="tea"))).hits == ()
    stranger = Caller(tenant_id=person.who.tenant_id, person_id=uuid4())
    with pytest.raises(PersonNotFoundError):
        await memory_query.query_memory(house.memory, QueryMemory(caller=stranger, query="tea"))


@pytest.mark.row("M10")
async def test_the_history_tells_everything_in_its_order(house: House, person: Inhabitant) -> None:
    told = await house.knows(person, "You like tea.")
    await changed(house, person, told, Verb.CORRECT, content="You like green tea.")
    await changed(house, person, told, Verb.RETRACT)
    await changed(house, person, told, Verb.RESTORE)
    answer = await entries.get_history(house.memory, GetHistory(caller=person.who, assertion_id=told))
    assert [entry.verb for entry in answer.entries] == ["hold", "correct", "retract", "restore"]
    assert [(entry.old, entry.new) for entry in answer.entries][1] == ("You like tea.", "You like green tea.")


async def test_a_query_finds_what_is_known_by_its_words_and_by_its_meaning_or_nothing(
    house: House, person: Inhabitant
) -> None:
    await house.knows(person, "You're allergic to shellfish.", "I'm allergic to shellfish")
    await house.knows(person, "You live in Lisbon.")
    await house.knows(person, "You like shrimp.", force="held")
    gone = await house.knows(person, "You like crab.")
    await changed(house, person, gone, Verb.RETRACT)

    async def found(query: str, **more: object) -> list[str]:
        asked = QueryMemory.model_validate({"caller": person.who, "query": query, **more})
        return [hit.text.partition("] ")[2] for hit in (await memory_query.query_memory(house.memory, asked)).hits]

    assert (await found("shellfish allergies"))[0] == "You're allergic to shellfish."
    assert await found("Which city is my home in?") == ["You live in Lisbon."]
    assert "You like crab." not in await found("crab")
    assert "You like shrimp." not in await found("shrimp")
    assert await found("quantum chromodynamics") == []
    assert await found("Lisbon", categories=[Category.TONE]) == []
    assert await found("Lisbon", engagement_id=uuid4()) == []
    assert await found("?") == []


@pytest.mark.row("M23")
async def test_the_list_of_refusals_has_what_is_never_to_be_remembered_and_no_more(
    house: House, person: Inhabitant
) -> None:
    await changed(house, person, await house.knows(person, "You own a boat."), Verb.RETRACT)
    await changed(house, person, await house.knows(person, "You own a car."), Verb.RETRACT, never_again=True)
    answer = await entries.get_refusals(house.memory, ListRefusals(caller=person.who))
    assert [refusal.text for refusal in answer.refusals] == ["You own a car."]


# ---- why ----


def a_turn(one: Inhabitant, turn_id: UUID, **more: object) -> AnsweredTurn:
    recorded = AnsweredTurn.model_validate_json((RECORDED / "AnsweredTurn.json").read_bytes())
    owner = {"tenant_id": one.who.tenant_id, "person_id": one.who.person_id}
    return AnsweredTurn.grown(recorded, turn_id=turn_id, engagement_id=one.story_id, **owner, **more)


def used(cost: Decimal | None = Decimal("0.25"), attempts: int = 1) -> ModelUse:
    tokens = Tokens(sent=100, received=10, cache_written=3, cache_read=2)
    return ModelUse(provider="p", model="m", latency_ms=5, tokens=tokens, cost=cost, attempts=attempts)


@pytest.mark.row("S1")
async def test_a_turn_explains_itself_from_what_was_stored(house: House, person: Inhabitant) -> None:
    turn_id = await house.said(person, "What may I eat?", "No shellfish.")
    await house.do("delete from classification")
    told = await house.knows(person, "You're allergic to shellfish.", turn_id=turn_id)
    gone = await house.knows(person, "You like crab.")
    uses = tuple(
        MemoryUse(assertion_id=one, influence=Influence.DISAMBIGUATION, score=score, reason="the same food")
        for one, score in ((told, 0.9), (gone, 0.5), (uuid4(), 0.4))
    )
    turn = a_turn(person, turn_id, answered_by=used())
    understood = turn.understanding.model_copy(update={"memory_used": uses, "source": used()})
    now = house.memory.clock()
    async with house.memory.writing(person.who) as connection:
        turn = a_turn(person, turn_id, understanding=understood, answered_by=used())
        await run_statement(
            connection,
            "reasoning/record_understanding",
            record_understanding.understanding_row(turn, turn.answered_by, now),
        )
    await changed(house, person, gone, Verb.RETRACT)

    told_why = await explain_turn(house.memory, GetWhy(caller=person.who, turn_id=turn_id))
    assert (told_why.said, told_why.reply) == (("What may I eat?",), "No shellfish.")
    assert told_why.intent == understood.intent
    assert told_why.confidence == pytest.approx(understood.confidence)
    assert (told_why.understood_by, told_why.answered_by) == (used(), used())
    assert [(one.assertion_id, one.content) for one in told_why.references] == [
        (told, "You're allergic to shellfish."),
        (gone, None),  # it was taken back since
    ]
    assert [entry.verb for entry in told_why.did] == ["hold"]


@pytest.mark.row("S1")
async def test_a_turn_from_before_this_was_kept_says_so(house: House, person: Inhabitant) -> None:
    turn_id = await house.said(person, "Hello", "Hello!")
    await house.do("delete from classification")
    told = await explain_turn(house.memory, GetWhy(caller=person.who, turn_id=turn_id))
    assert (told.reply, told.understood_by.provider) == ("Hello!", "not recorded")
    unanswered = await house.said(person, "Hello?", None, status="failed")
    with pytest.raises(TurnNotFoundError):
        await explain_turn(house.memory, GetWhy(caller=person.who, turn_id=unanswered))


@pytest.mark.row("K12")
async def test_what_a_day_took_is_counted_with_failed_attempts_and_unknown_prices(
    house: House, person: Inhabitant
) -> None:
    now = house.memory.clock()
    async with house.memory.writing(person.who) as connection:
        for answered_by in (used(), used(cost=None, attempts=3)):
            turn_id = await house.said(person, "Hello", "Hello!")
            turn = a_turn(person, turn_id)
            understood = turn.understanding.model_copy(update={"source": used(), "memory_used": ()})
            answered = a_turn(person, turn_id, understanding=understood, answered_by=answered_by)
            await run_statement(
                connection,
                "reasoning/record_understanding",
                record_understanding.understanding_row(answered, answered_by, now),
            )
            await record_understanding.record_unanswered(connection, answered, now)
    (day,) = await house.records.rows("select * from usage_day")
    assert (day["day"], day["turns"]) == (now.date(), 4)
    assert (day["sent"], day["received"], day["cache_written"], day["cache_read"]) == (600, 60, 18, 12)
    assert (day["cost"], day["unpriced_calls"]) == (Decimal("1.25"), 3)


@pytest.mark.row("U9")
async def test_a_correction_is_kept_once_and_only_of_the_persons_own_turn(house: House, person: Inhabitant) -> None:
    neighbour = await house.person()
    mine, theirs = await house.said(person, "a", "b"), await house.said(neighbour, "a", "b")
    notes = tuple(NoteCorrection(turn_id=one, original="help", corrected="forget_about_me") for one in (mine, theirs))
    turn = a_turn(person, mine, operations=notes)
    async with house.memory.writing(person.who) as connection:
        await record_understanding.note_corrections(connection, turn)
        await record_understanding.note_corrections(connection, turn)
    (kept,) = await house.records.rows("select person_id, turn_id, original, corrected from correction")
    assert tuple(kept) == (person.who.person_id, mine, "help", "forget_about_me")
