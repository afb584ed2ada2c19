"""What changed, changed: told out of the blue, beside what there can be many of, and what holds no longer."""

import pytest

from shared.contracts.assertions import AssertionView, Because, Category, Force
from shared.contracts.operations import Action, OfferKind
from shared.contracts.understanding import PersonalFact, Reading
from tests.acceptance.memory.house import House
from tests.acceptance.memory.person import Person

pytestmark = pytest.mark.row("M25")


async def known_to(person: Person) -> set[str]:
    return {memory.content for memory in await person.memories(force=Force.COMMITTED)}


@pytest.mark.parametrize(
    ("known", "said"),
    [
        ("You live in Miami.", "Correction: I live in Porto"),
        ("Ben is 7 years old.", "actually Ben turned 8"),
        ("You live in Miami.", "we moved to Dresden"),
        ("Du wohnst in Ulm.", "nein, eigentlich wohne ich in Kassel"),
        ("Vives en Sevilla.", "corrección: vivo en Lugo"),
    ],
)
async def test_a_change_told_out_of_the_blue_shows_both_and_waits_for_which(
    person: Person, known: str, said: str
) -> None:
    written = await person.write(known)
    asked = await person.say(said)
    assert asked.offer is not None
    assert asked.offer.kind is OfferKind.CLASH
    assert asked.offer.items[0].assertion_id == written.assertion_id
    assert known in asked.reply
    assert f"({written.display_number})" in asked.reply
    assert asked.reply.count("?") == 1

    assert (await person.say("yes")).code == "which_stands"
    assert await known_to(person) == {known}
    assert (await person.say("instead")).action is Action.COMMITTED
    gone = await person.memory(written.assertion_id)
    assert (gone.force, gone.reason) == (Force.RETRACTED, Because.REPLACED)


@pytest.mark.parametrize(
    ("known", "said"),
    [
        ("You are vegan.", "I'm not vegan any more"),
        ("Du arbeitest bei Bosch.", "ich arbeite nicht mehr bei Bosch"),
        ("Trabajas en Iberia.", "ya no trabajo en Iberia"),
    ],
)
async def test_what_holds_no_longer_is_taken_back_by_a_yes_alone(person: Person, known: str, said: str) -> None:
    written = await person.write(known)
    asked = await person.say(said)
    assert asked.offer is not None
    assert asked.offer.kind is OfferKind.RETRACT
    assert known in asked.reply
    assert await person.memory(written.assertion_id) == written
    assert await person.memories(force=Force.HELD) == []

    assert (await person.say("yes")).action is Action.RETRACTED
    gone = await person.memory(written.assertion_id)
    assert (gone.force, gone.reason) == (Force.RETRACTED, Because.REPLACED)
    assert (await person.refusals()).refusals == ()


async def test_a_no_leaves_what_was_said_to_be_over(person: Person) -> None:
    written = await person.write("You are vegan.")
    await person.say("I'm not vegan any more")
    assert (await person.say("no")).memory == ()
    assert await person.memory(written.assertion_id) == written


async def peanuts_then_pollen(person: Person) -> tuple[AssertionView, AssertionView]:
    known = await person.write("You're allergic to peanuts.")
    asked = await person.say("I'm allergic to pollen")
    assert asked.offer is not None
    assert asked.offer.kind is OfferKind.REMEMBER
    (item,) = asked.offer.items
    assert item.beside is not None
    assert item.beside.assertion_id == known.assertion_id
    assert known.content in asked.reply
    assert asked.reply.count("?") == 1
    return known, await person.memory(item.assertion_id)


@pytest.mark.parametrize("said", ["yes", "both"])
async def test_of_what_there_can_be_many_a_yes_keeps_both(person: Person, said: str) -> None:
    known, new = await peanuts_then_pollen(person)
    assert (await person.say(said)).action is Action.COMMITTED
    assert (await person.memory(known.assertion_id)).version == known.version
    assert (await person.memory(new.assertion_id)).force is Force.COMMITTED


@pytest.mark.parametrize("said", ["instead of {number}", "statt {number}", "the new one"])
async def test_the_person_may_say_that_it_takes_its_place(person: Person, said: str) -> None:
    known, new = await peanuts_then_pollen(person)
    done = await person.say(said.format(number=known.display_number))
    assert done.action is Action.COMMITTED
    assert (await person.memory(known.assertion_id)).reason == Because.REPLACED
    assert (await person.memory(new.assertion_id)).force is Force.COMMITTED


async def test_the_card_says_so_too_and_refuses_what_reads_otherwise_by_now(person: Person) -> None:
    known, new = await peanuts_then_pollen(person)
    (asked,) = (await person.offers()).offers
    instead = {"assertion_id": str(new.assertion_id), "version": new.version, "text_hash": new.text_hash}
    body = {"items": [{**instead, "answer": "instead"}]}
    await person.act("correct", known, content="You're allergic to cashews.")
    refused = await person.post(f"/v1/offers/{asked.offer.offer_id}", body)
    assert refused.status_code == 409
    assert await known_to(person) == {"You're allergic to cashews."}


async def test_what_reads_otherwise_by_now_is_asked_about_anew_in_words(person: Person) -> None:
    known, new = await peanuts_then_pollen(person)
    await person.act("correct", known, content="You're allergic to cashews.")
    again = await person.say("instead")
    assert again.memory == ()
    assert (await person.memory(new.assertion_id)).force is Force.HELD
    assert await known_to(person) == {"You're allergic to cashews."}


@pytest.mark.parametrize(
    ("known", "said"),
    [("Your cat is called Minka.", "the doctor's cat is called Tom"), ("You are 41.", "Ben turned 8")],
)
async def test_what_is_somebody_elses_is_compared_with_nothing_of_theirs(person: Person, known: str, said: str) -> None:
    await person.write(known)
    asked = await person.say(said)
    assert asked.offer is None or asked.offer.kind is OfferKind.REMEMBER
    assert asked.offer is None or asked.offer.items[0].beside is None


@pytest.mark.row("M22")
async def test_what_is_written_by_hand_is_kept_and_names_what_it_may_replace(person: Person) -> None:
    known = await person.write("You live in Miami.")
    new = await person.write("You live in Lisbon now.")
    assert new.beside is not None
    assert (new.beside.assertion_id, new.beside.version) == (known.assertion_id, known.version)
    assert len(await known_to(person)) == 2

    await person.act("correct", known, content="You live in Miami Beach.")
    refused = await person.try_to("replace", known, by=str(new.assertion_id))
    assert refused.status_code == 409
    known = await person.memory(known.assertion_id)
    await person.act("replace", known, by=str(new.assertion_id))
    assert await known_to(person) == {new.content}
    gone = await person.memory(known.assertion_id)
    assert gone.reason == Because.REPLACED
    await person.act("restore", gone)
    assert len(await known_to(person)) == 2


@pytest.mark.row("M22")
async def test_what_is_written_by_hand_beside_nothing_of_the_kind_names_nothing(person: Person) -> None:
    await person.write("You live in Miami.")
    assert (await person.write("Your sister lives in Lisbon.")).beside is None


@pytest.mark.parametrize(
    ("known", "said", "now", "before"),
    [
        ("You live in Miami.", "I moved to Lisbon", "Where do I live?", "Where did I live before?"),
        ("Vives en Sevilla.", "Ahora vivo en Bilbao", "¿Dónde vivo?", "¿Dónde vivía antes?"),
    ],
)
@pytest.mark.parametrize("house", ["offline"], indirect=True)
async def test_the_former_one_is_named_only_to_who_asks_for_it(
    person: Person, known: str, said: str, now: str, before: str
) -> None:
    await person.write(known)
    await person.say(said)
    await person.say("instead")
    assert known not in (await person.say(now)).reply
    assert known in (await person.say(before)).reply


@pytest.mark.parametrize(
    ("known", "before"),
    [
        ("You live in Miami.", "Where did I live before?"),
        ("Du wohnst in Bremen.", "Wo habe ich vorher gewohnt?"),
        ("Vives en Sevilla.", "¿Dónde vivía antes?"),
    ],
)
@pytest.mark.parametrize("house", ["offline"], indirect=True)
async def test_what_is_so_today_is_no_answer_to_how_it_was_before(person: Person, known: str, before: str) -> None:
    await person.write(known)
    assert known not in (await person.say(before)).reply


@pytest.mark.parametrize("house", ["offline"], indirect=True)
async def test_what_was_forgotten_is_no_answer_to_how_it_was_before(person: Person) -> None:
    known = await person.write("You live in Miami.")
    await person.act("retract", known)
    assert "Miami" not in (await person.say("Where did I live before?")).reply


@pytest.mark.row("M25", "S6")
@pytest.mark.parametrize("house", ["offline"], indirect=True)
async def test_before_the_yes_to_a_file_it_is_shown_what_differs_and_nothing_gives_way(
    person: Person, house: House
) -> None:
    await person.write("You live in Miami.")
    await person.write("You like tea.")
    file, other = await person.exported(), await house.person()
    known = await other.write("You live in Lisbon.")
    state = await other.bring(file)
    assert [(one.text, one.known.assertion_id) for one in state.differs] == [("You live in Miami.", known.assertion_id)]
    await other.confirm_import(state)
    assert await known_to(other) == {"You live in Miami.", "You like tea.", "You live in Lisbon."}


# ---- what a model reads --------------------------------------------------------------------------------------------

scripted = pytest.mark.parametrize("house", ["scripted"], indirect=True)
TRAM, TRAM_SAID = "You take the tram these days.", "I take the tram these days"


def reads(person: Person, line: str, text: str, *replaces: AssertionView, category: Category) -> None:
    assert person.mind.scripted is not None
    ids = tuple(one.assertion_id for one in replaces)
    fact = PersonalFact(text=text, own_words=line, category=category, replaces=ids)
    person.mind.scripted.readings[line] = Reading(intent="remember_about_me", confidence=0.97, personal_facts=(fact,))


@scripted
async def test_what_a_model_says_is_replaced_is_asked_about_and_replaced_by_an_answer_alone(person: Person) -> None:
    known = await person.write("You cycle to work.")
    reads(person, TRAM_SAID, TRAM, known, category=Category.ACTIVITY)
    asked = await person.say(TRAM_SAID)
    assert asked.offer is not None
    assert asked.offer.kind is OfferKind.CLASH
    assert asked.offer.items[0].assertion_id == known.assertion_id
    assert await known_to(person) == {known.content}
    await person.say("instead")
    assert await known_to(person) == {TRAM}


@scripted
async def test_a_model_replaces_nothing_of_another_owner_or_place_or_that_is_gone(person: Person) -> None:
    sisters = await person.write("Your sister cycles to work.")
    garden = await person.write("The crew cycles to work.", await person.project("Garden"))
    gone = await person.write("You cycle to work.")
    await person.act("retract", gone)
    reads(person, TRAM_SAID, TRAM, sisters, garden, gone, category=Category.ACTIVITY)
    asked = await person.say(TRAM_SAID)
    assert asked.offer is not None
    assert asked.offer.kind is OfferKind.REMEMBER
