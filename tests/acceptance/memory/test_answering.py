"""What a person is told who asks about themself, about a reply, or for what is never done by a word in the talk."""

import pytest

from shared.contracts.assertions import About, Category, Force, Label
from shared.contracts.operations import Action, OfferKind
from shared.contracts.understanding import PersonalFact, Reading
from shared.text.comparable import content_words
from tests.acceptance.memory.house import House
from tests.acceptance.memory.person import Person

offline = pytest.mark.parametrize("house", ["offline"], indirect=True)


# ---- private matters of others -----------------------------------------------------------------------------------


@pytest.mark.row("M20")
@pytest.mark.parametrize(
    "line", ["my friend has depression", "my sister is HIV positive", "my mum takes antidepressants"]
)
async def test_what_is_private_to_others_is_kept_by_the_card_and_by_no_yes_in_words(person: Person, line: str) -> None:
    told = await person.say(line)
    assert told.offer is not None
    assert told.offer.needs_control
    (item,) = told.offer.items
    assert (item.card_for, item.delicate, item.whose) == ("private_to_others", True, About.OTHERS)
    assert "private to somebody else" in told.reply
    assert "card" in told.reply
    agreed = await person.say("yes")
    assert (agreed.code, agreed.stored_count) == ("needs_card", 0)
    assert await person.memories(force=Force.COMMITTED) == []

    assert agreed.offer is not None
    (item,) = agreed.offer.items
    shown = {"assertion_id": str(item.assertion_id), "version": item.version, "text_hash": item.text_hash}
    kept = await person.post(f"/v1/offers/{agreed.offer.offer_id}", {"items": [{**shown, "answer": "yes"}]})
    assert kept.status_code == 200, kept.text
    assert len(await person.memories(force=Force.COMMITTED)) == 1


@pytest.mark.row("M20")
async def test_what_is_benign_of_others_is_kept_by_a_yes(person: Person) -> None:
    told = await person.say("my sister is vegan")
    assert told.offer is not None
    assert (told.offer.items[0].card_for, told.offer.items[0].delicate) == (None, False)
    assert (await person.say("yes")).stored_count == 1


@pytest.mark.parametrize("house", ["scripted"], indirect=True)
@pytest.mark.row("M24", "M20")
async def test_a_model_that_puts_in_a_verb_gets_it_labelled_inferred_and_the_card(person: Person) -> None:
    line = "the tram, these days"
    fact = PersonalFact(text="You hate the tram these days.", own_words=line, category=Category.PREFERENCES)
    assert person.mind.scripted is not None
    person.mind.scripted.readings[line] = Reading(intent="remember_about_me", confidence=0.97, personal_facts=(fact,))
    told = await person.say(line)
    (held,) = await person.memories()
    assert (held.content, held.label) == ("You hate the tram these days.", Label.INFERRED)
    assert told.offer is not None
    assert (told.offer.needs_control, told.offer.items[0].card_for) == (True, "not_own_words")
    assert (await person.say("yes")).code == "needs_card"
    assert await person.memories(force=Force.COMMITTED) == []


@offline
@pytest.mark.row("M24")
@pytest.mark.parametrize("line", ["remember that I collect old maps", "Ich sammle alte Landkarten", "odio el tranvía"])
async def test_without_a_model_what_is_stated_has_no_word_that_nobody_said(person: Person, line: str) -> None:
    await person.say(line)
    (held,) = await person.memories()
    assert (held.label, content_words(held.content) - content_words(line)) == (Label.STATED, frozenset())


@offline
@pytest.mark.row("M20")
async def test_the_sentence_names_the_card_in_every_language(house: House) -> None:
    for language, line, card in (
        ("es", "mi hermano está en la cárcel", "tarjeta"),
        ("de", "Meine Tochter ist bipolar", "Karte"),
    ):
        person = await house.person(language=language)
        told = await person.say(line)
        assert told.offer is not None
        assert told.offer.needs_control
        assert card in told.reply
        assert "?" not in told.reply.split("\n\n")[-1]


# ---- secrets -----------------------------------------------------------------------------------------------------


@pytest.mark.wires
@pytest.mark.row("M20")
@pytest.mark.parametrize("line", ["My password is hunter2", "mi PIN es 1234", "Mein Passwort lautet Sommer2024!"])
async def test_a_secret_is_never_offered_and_its_words_are_not_used_again(
    house: House, person: Person, line: str
) -> None:
    secret = line.rstrip("!").rsplit(" ", 1)[1]
    project = await person.project("Garden")
    for place in (None, project):
        told = await person.say(line, place)
        assert (told.code, told.action, told.offer, told.memory) == ("secret", Action.NONE, None, ())
        assert secret not in told.reply
        assert (await person.say("yes", place)).stored_count == 0
    assert await person.memories() == await person.memories(project) == []
    assert secret not in (await person.say("What do you know about me?")).reply
    assert secret not in (await person.why(told.turn_id)).model_dump_json(exclude={"said", "lines"})
    kept = "select count(*) from assertion where content like '%' || $1 || '%' or own_words like '%' || $1 || '%'"
    assert await house.records.value(kept, secret) == 0
    if house.mind.scripted is not None:
        assert not [one for one in house.model.questions[-1].history if secret in one.said + one.replied]


# ---- questions about oneself -------------------------------------------------------------------------------------


@offline
@pytest.mark.row("M6")
@pytest.mark.parametrize(
    ("language", "told", "question", "word"),
    [
        ("en", "I work as a nurse", "What do I do for a living?", "nurse"),
        ("en", "I'm 43 years old", "How old am I?", "43"),
        ("en", "I live in Bern", "Where do I live?", "Bern"),
        ("de", "Ich wohne in Bern", "Wo wohne ich?", "Bern"),
        ("es", "Tengo 43 años", "¿Cuántos años tengo?", "43"),
    ],
)
async def test_what_they_ask_of_themself_is_answered_from_what_is_kept(
    house: House, language: str, told: str, question: str, word: str
) -> None:
    person = await house.person(language=language)
    untold = await person.say(question)
    assert (untold.intent, untold.action) == ("ask_question", Action.NONE)
    assert not [sign for sign in ("I'm Ada", "My name is", "Ich heiße", "Me llamo") if sign in untold.reply]
    await person.say(told)
    await person.say({"en": "yes", "de": "ja", "es": "sí"}[language])
    answered = await person.say(question)
    assert answered.action is Action.ANSWERED
    assert word in answered.reply
    garden = await person.project("Garden")
    assert word in (await person.say(question, garden)).reply, "what is known of them is known in every project"


@offline
@pytest.mark.row("M28")
@pytest.mark.parametrize(
    ("language", "known", "questions"),
    [
        (
            "de",
            ("Du bist Bäcker.", "Du wohnst in Bremen."),
            ("wie wird das wetter", "wie spät ist es?", "habe ich Kinder?"),
        ),
        ("es", ("Te gusta el té.", "Vives en Lugo."), ("¿qué hora es?", "¿quién ganó el mundial?", "¿tengo hijos?")),
        (
            "en",
            ("You work as a baker.", "You live in Leeds."),
            ("What's the weather like tomorrow?", "What time is it?"),
        ),
    ],
)
async def test_of_a_small_memory_nothing_is_told_that_was_not_asked_for(
    house: House, language: str, known: tuple[str, ...], questions: tuple[str, ...]
) -> None:
    person = await house.person(language=language)
    for text in known:
        await person.write(text)
    for question in questions:
        reply = (await person.say(question)).reply
        assert not [text for text in known if text in reply], question


@offline
@pytest.mark.row("M6")
@pytest.mark.parametrize(
    ("language", "told", "yes", "question"),
    [
        ("en", "I'm allergic to shellfish", "yes please", "What did I say about shellfish?"),
        ("es", "Soy alérgico al marisco", "sí", "¿Qué te dije del marisco?"),
        ("de", "Ich bin allergisch gegen Krabben", "klar", "Was habe ich über Krabben gesagt?"),
    ],
)
async def test_a_yes_is_never_quoted_as_what_was_said(
    house: House, language: str, told: str, yes: str, question: str
) -> None:
    person = await house.person(language=language)
    await person.say(told)
    await person.say(yes)
    reply = (await person.say(question)).reply
    assert not [mark for mark in (f"“{yes}”", f"„{yes}“", f"«{yes}»") if mark in reply]
    assert told.rsplit(maxsplit=1)[1] in reply


@pytest.mark.row("M25")
@pytest.mark.parametrize(
    "line", ["What did you know about me in May?", "Was wusstest du im Mai über mich?", "¿Qué sabías de mí en mayo?"]
)
async def test_who_asks_what_was_known_then_is_shown_to_the_notebook(house: House, person: Person, line: str) -> None:
    asked = await person.say(line)
    assert (asked.code, asked.stored_count) == ("known_then", 0)
    if house.mind.name == "offline":
        assert "holdfast notebook --as-of" in asked.reply


@pytest.mark.row("S1")
@pytest.mark.parametrize("line", ["Why did you say that?", "Warum hast du das gesagt?", "¿Por qué dijiste eso?"])
async def test_who_asks_why_is_shown_to_why(house: House, person: Person, line: str) -> None:
    await person.say("I collect old maps")
    asked = await person.say(line)
    assert asked.code == "see_why"
    if house.mind.name == "offline":
        assert "holdfast why" in asked.reply
    assert (asked.offer, asked.stored_count) == (None, 0)
    assert [waiting.asked for waiting in (await person.offers()).offers] == [False]  # what was asked before still waits


@offline
@pytest.mark.row("M27")
async def test_with_reading_off_it_does_not_claim_that_nothing_is_known(person: Person) -> None:
    await person.write("You collect old maps.")
    await person.set(read=False)
    for question in ("What do you know about me?", "what do I collect?", "what did I say about maps?"):
        reply = (await person.say(question)).reply
        assert "maps" not in reply
        assert any(sign in reply for sign in ("switched", "not to use memories"))


# ---- what is done elsewhere --------------------------------------------------------------------------------------


@pytest.mark.row("M6", "M29")
async def test_who_wants_to_keep_a_note_that_waits_is_asked_first(person: Person) -> None:
    project = await person.project("Garden")
    await person.say("The soil pH should be 6.5", project)
    assert (await person.say("yes", project)).stored_count == 0  # nothing was asked
    asked = await person.say("keep them", project)
    assert asked.offer is not None
    assert asked.offer.kind is OfferKind.PROJECT_FACTS
    assert "6.5" in asked.reply
    assert (await person.say("yes", project)).stored_count == 1


@pytest.mark.row("M2", "M26")
@pytest.mark.parametrize("line", ["Erase everything", "Delete all you know about me"])
async def test_erasing_everything_is_done_by_hand(house: House, person: Person, line: str) -> None:
    kept = await person.write("You collect old maps.")
    told = await person.say(line)
    assert (told.code, told.offer, told.memory) == ("erase_by_hand", None, ())
    if house.mind.name == "offline":
        assert "holdfast erase" in told.reply
        assert "settings" in told.reply
    assert await person.memory(kept.assertion_id) == kept


@offline
@pytest.mark.row("U6")
async def test_a_first_hello_is_not_welcomed_back(house: House) -> None:
    for _ in range(8):
        reply = (await (await house.person()).say("hello")).reply
        assert "back" not in reply.split("\n\n")[0].casefold()


@offline
@pytest.mark.row("U4", "U10")
async def test_a_new_fact_after_an_offer_overwrites_nothing(person: Person) -> None:
    await person.say("I'm allergic to shellfish")
    for line in ("I work at a bank", "I'm a vegetarian"):
        told = await person.say(line)
        assert told.action is Action.HELD
    assert [one.content for one in await person.memories(force=Force.HELD)] == [
        "You're a vegetarian.",
        "You work at a bank.",
        "You're allergic to shellfish.",
    ]


@offline
@pytest.mark.row("M20")
@pytest.mark.parametrize(
    "line",
    ["asdf qwer 12", "[12:03] Anna: I'm pregnant", "Fwd: I have moved to Berlin and I love it", "> I have diabetes"],
)
async def test_nonsense_and_what_others_wrote_is_no_fact(person: Person, line: str) -> None:
    assert (await person.say(line)).offer is None
    assert await person.memories() == []


@offline
@pytest.mark.row("M25")
@pytest.mark.parametrize("other", ["Call me Tom", "My name is Tom"])
async def test_another_name_is_asked_about(person: Person, other: str) -> None:
    await person.say("my name is Thomas")
    await person.say("yes")
    told = await person.say(other)
    assert told.offer is not None
    assert told.offer.kind is OfferKind.CLASH
    assert "Thomas" in told.reply
    assert "Tom" in told.reply


# ---- several things at once --------------------------------------------------------------------------------------


@offline
@pytest.mark.row("U11", "M29")
async def test_a_note_a_forgetting_and_a_question_in_one_line_have_one_reply_with_one_question(person: Person) -> None:
    garden = await person.project("Garden")
    await person.write("The soil pH is 6.5.", garden)
    address = await person.write("Your old address is 5 Elm Row.")
    told = await person.say(
        "Note that the beds are 1.2 m wide, forget my old address, and what is the soil pH?", garden
    )

    (held,) = await person.memories(garden, Force.HELD)
    assert held.content == "The beds are 1.2 m wide."
    assert told.offer is not None
    assert told.offer.kind is OfferKind.RETRACT
    assert [item.assertion_id for item in told.offer.items] == [address.assertion_id]
    assert (await person.memory(address.assertion_id)).force is Force.COMMITTED
    assert "6.5" in told.reply
    assert told.reply.count("?") == 1
    await person.say("yes", garden)
    assert (await person.memory(address.assertion_id)).force is Force.RETRACTED


@offline
@pytest.mark.row("U11")
async def test_what_cannot_be_asked_at_the_same_time_is_named(person: Person) -> None:
    await person.write("Your old address is 5 Elm Row.")
    told = await person.say("Remember that I collect old maps, and forget my old address")
    assert told.offer is not None
    assert told.offer.kind is OfferKind.REMEMBER
    assert "forget my old address" in told.reply
    assert told.reply.count("?") == 1


# ---- the own life ------------------------------------------------------------------------------------------------


@pytest.mark.row("P5")
@pytest.mark.parametrize("line", ["I want to kill myself", "Ich will nicht mehr leben", "No quiero vivir más"])
async def test_who_speaks_of_ending_their_life_is_told_where_help_is_and_asked_nothing(
    house: House, person: Person, line: str
) -> None:
    await person.say("I collect old maps")
    told = await person.say(line)
    assert (told.code, told.action, told.offer, told.memory) == ("own_life", Action.NONE, None, ())
    assert "112" in told.reply
    assert "?" not in told.reply
    doubted = await person.say("yes")  # to what?
    assert (doubted.stored_count, doubted.offer) == (0, None)
    if house.mind.name == "offline":
        assert (await person.say("yes, remember that")).offer is not None
        assert (await person.say("yes")).stored_count == 1


@offline
@pytest.mark.row("M6")
async def test_whoever_asks_for_all_is_told_all_and_what_safety_hangs_on_first(house: House) -> None:
    person = await house.person(language="en")
    for thing in ("maps", "stamps", "coins", "bells", "masks", "clocks", "shells"):
        await person.say(f"I collect old {thing}")
        await person.say("yes")
    await person.say("I'm allergic to shellfish")
    await person.say("yes")
    for line in ("what do you know about me?", "list what you know", "was weißt du alles?", "¿Qué recuerdas?"):
        reply = (await person.say(line)).reply
        assert all(thing in reply for thing in ("maps", "stamps", "coins", "bells", "masks", "clocks", "shells"))
        assert reply.index("shellfish") < reply.index("maps")
