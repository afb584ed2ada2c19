"""The question that closes a reply says what a yes would mean, in the words that the offer is bound to."""

import tomllib
from datetime import UTC, datetime
from pathlib import Path
from string import Formatter

import pytest

import shared.wording
from shared.contracts.assertions import NearKnown
from shared.contracts.ids import new_id
from shared.contracts.operations import Action, Offer, OfferKind
from shared.contracts.turns import NearMemory
from shared.contracts.understanding import Influence, MemoryUse
from shared.wording.closing_question import (
    UNSURE,
    clarification_text,
    closing_question,
    left_for_later,
    promotion_question,
)
from shared.wording.days import day_told
from shared.wording.phrases import SPOKEN, Manner, load_wording
from shared.wording.quoted_text import isolate_text, quote_text
from tests.unit.responder.a_turn import (
    MARCH,
    NOW,
    SHELLFISH,
    SHELLFISH_SAID,
    a_fact,
    a_turn,
    an_item,
    an_offer,
    an_outcome,
)

EN, ES, DE = (Manner(language, "UTC", NOW) for language in SPOKEN)
EVERY = [(kind, manner) for kind in OfferKind for manner in (EN, ES, DE)]
TWO = (an_item(number=14), an_item("You live in Lisbon.", "I live in Lisbon", 15, noted=MARCH))


def asked(offer: Offer, manner: Manner = EN) -> str:
    return closing_question(offer, manner)


@pytest.mark.row("M1")
def test_what_was_understood_is_shown_with_the_persons_own_words_beneath() -> None:
    shown, own, question = asked(an_offer()).splitlines()
    assert f"“{SHELLFISH}”" in shown
    assert own == f"You said: “{SHELLFISH_SAID}”"
    assert question.endswith("?")


@pytest.mark.row("M1")
def test_own_words_that_say_the_same_are_not_repeated() -> None:
    sentence = asked(an_offer(an_item("You like tea.", "you like tea")))
    assert "You said" not in sentence
    assert "\n" not in sentence


@pytest.mark.row("M29")
@pytest.mark.parametrize(("kind", "manner"), EVERY)
@pytest.mark.parametrize("items", [TWO[:1], TWO])
def test_every_kind_of_offer_asks_exactly_one_question_at_the_end(
    kind: OfferKind, manner: Manner, items: tuple[object, ...]
) -> None:
    sentence = asked(an_offer(*items, kind=kind), manner)  # type: ignore[arg-type]  # items of an offer
    assert sentence.count("?") == 1
    assert sentence.endswith("?")
    assert not {"{", "}"} & set(sentence)
    assert all(item.shown_text in sentence for item in TWO[: len(items)])


@pytest.mark.row("M20")
@pytest.mark.parametrize(("kind", "manner"), EVERY)
def test_where_words_are_not_enough_the_card_is_named_and_nothing_is_asked(kind: OfferKind, manner: Manner) -> None:
    sentence = asked(an_offer(TWO[0], kind=kind, needs_control=True), manner)
    assert "?" not in sentence
    assert SHELLFISH in sentence
    assert any(word in sentence for word in ("card", "tarjeta", "Karte"))
    assert "holdfast notebook commit 14" in sentence  # the terminal has no card


@pytest.mark.row("M20")
@pytest.mark.parametrize("manner", [EN, ES, DE])
def test_of_several_that_need_the_hand_none_is_named_for_all(manner: Manner) -> None:
    assert "holdfast notebook commit N" in asked(an_offer(*TWO, needs_control=True), manner)


@pytest.mark.row("M20")
@pytest.mark.parametrize("manner", [EN, ES, DE])
def test_which_of_several_needs_the_hand_and_why_is_said(manner: Manner) -> None:
    private = TWO[0].model_copy(update={"card_for": "private_to_others"})
    sentence = asked(an_offer(private, TWO[1], needs_control=True), manner)
    speech = load_wording(manner.language)
    assert speech.why_card["private_to_others"].format(number=14) in sentence
    assert "holdfast notebook commit 14" in sentence
    assert not any(why.format(number=15) in sentence for why in speech.why_card.values())
    alone = asked(an_offer(private, needs_control=True), manner)
    assert speech.why_card_alone["private_to_others"] in alone


@pytest.mark.row("U10")
def test_several_facts_come_with_the_numbers_of_the_notebook() -> None:
    lines = asked(an_offer(*TWO)).splitlines()
    assert lines[1] == f"14. “{SHELLFISH}”"
    assert lines[3] == "15. “You live in Lisbon.”"


@pytest.mark.row("U10")
def test_facts_without_numbers_are_told_apart_by_their_places() -> None:
    lines = asked(an_offer(an_item(number=0), an_item("You live in Lisbon.", "", 0))).splitlines()
    assert [line[:3] for line in lines if line[0].isdigit()] == ["1. ", "2. "]


@pytest.mark.row("U10")
def test_what_was_not_taken_is_named_before_the_question() -> None:
    outcome = an_outcome(Action.HELD, left=("I have two cats",))
    assert left_for_later((outcome,), EN) == load_wording("en").left.format(left="“I have two cats”")


@pytest.mark.row("M25", "M29")
@pytest.mark.parametrize("manner", [EN, ES, DE])
def test_what_is_held_and_not_asked_about_now_is_not_called_left(manner: Manner) -> None:
    speech = load_wording(manner.language)
    outcome = an_outcome(Action.HELD, waits=("I live in York",))
    assert left_for_later((outcome,), manner) == speech.waits.format(waits=quote_text("I live in York", speech))


@pytest.mark.row("M2")
def test_candidates_come_with_numbers_and_how_many_more_there_are() -> None:
    sentence = asked(an_offer(*TWO, kind=OfferKind.RETRACT, needs_choice=True, more=3))
    assert f"14. “{SHELLFISH}”" in sentence
    assert "3 more would fit" in sentence
    assert sentence.splitlines()[-1] in load_wording("en").kinds[OfferKind.RETRACT].ask_choice
    assert "You said" not in sentence


@pytest.mark.row("M23")
def test_never_again_says_what_is_kept_for_it() -> None:
    sentence = asked(an_offer(kind=OfferKind.RETRACT, never_again=True))
    assert "keep its meaning only to refuse it" in sentence


@pytest.mark.row("M25")
@pytest.mark.parametrize("manner", [EN, ES, DE])
def test_a_clash_shows_both_with_the_number_of_the_first(manner: Manner) -> None:
    known, new = (
        an_item("You live in Miami.", "", 2, noted=MARCH),
        an_item("You live in Lisbon.", "I moved to Lisbon", 9),
    )
    first, second, own, _ = asked(an_offer(known, new, kind=OfferKind.CLASH), manner).splitlines()
    assert "You live in Miami." in first
    assert "(2)" in first
    assert "You live in Lisbon." in second
    assert "I moved to Lisbon" in own


@pytest.mark.row("M25")
@pytest.mark.parametrize("manner", [EN, ES, DE])
def test_of_what_there_can_be_many_the_known_one_is_named_beside_the_new(manner: Manner) -> None:
    known = an_item("You are allergic to nuts.", "", 4)
    near = NearKnown(**{name: getattr(known, name) for name in NearKnown.model_fields})
    new = an_item("You are allergic to pollen.", "I'm allergic to pollen", 9).model_copy(update={"beside": near})
    sentence = asked(an_offer(new), manner)
    assert "You are allergic to nuts." in sentence
    assert "(4)" in sentence
    assert sentence.count("?") == 1


@pytest.mark.row("M25")
@pytest.mark.parametrize("manner", [EN, ES, DE])
def test_what_is_said_to_be_over_is_named_and_asked_about_once(manner: Manner) -> None:
    over = an_item("You are vegan.", "", 4).model_copy(update={"is_over": True})
    sentence = asked(an_offer(over, kind=OfferKind.RETRACT), manner)
    assert "You are vegan." in sentence
    assert "(4)" in sentence
    assert sentence.count("?") == 1


@pytest.mark.row("M4")
@pytest.mark.parametrize("language", SPOKEN)
def test_a_proposal_is_one_sentence_with_the_fact_in_it(language: str) -> None:
    sentence = promotion_question(a_fact("Your oven runs hot."), a_turn(language=language))
    assert "Your oven runs hot." in sentence
    assert sentence.count("?") == 1
    assert "\n" not in sentence


@pytest.mark.row("M1")
def test_a_language_that_we_do_not_speak_is_asked_in_english() -> None:
    offer = an_offer()
    assert asked(offer, Manner("fr", "UTC", NOW)) == asked(offer)


@pytest.mark.row("M1")
def test_the_same_offer_is_always_asked_in_the_same_words() -> None:
    offer = an_offer()
    assert asked(offer) == asked(Offer.model_validate_json(offer.model_dump_json()))


@pytest.mark.row("U8")
@pytest.mark.parametrize("language", [*SPOKEN, "fr"])
def test_where_nobody_has_a_better_question_it_is_asked_what_was_meant(language: str) -> None:
    unsure = a_turn(language=language, understood={"clarification": UNSURE})
    assert clarification_text(unsure) in load_wording(language).unclear
    assert clarification_text(a_turn(understood={"clarification": "The dog?"})) == "The dog?"
    assert clarification_text(a_turn()) == ""


@pytest.mark.row("U8", "U12")
@pytest.mark.parametrize("language", SPOKEN)
def test_the_question_names_the_memory_that_almost_fits(language: str) -> None:
    menu = NearMemory(
        assertion_id=new_id(), display_number=1, content="The menu is vegan.", category="knowledge", personal=False
    )
    use = MemoryUse(assertion_id=menu.assertion_id, influence=Influence.INTENT_VERIFICATION, score=0.4, reason="almost")
    helped = MemoryUse.model_validate({**dict(use), "influence": Influence.ENTITY_REFERENCE})
    read = {"clarification": UNSURE, "memory_used": (use,)}
    turn = a_turn(language=language, understood=read).model_copy(update={"near": (menu,)})
    assert "The menu is vegan." in clarification_text(turn)
    assert clarification_text(turn).count("?") == 1
    for other in (turn.model_copy(update={"near": ()}), a_turn(understood={**read, "memory_used": (helped,)})):
        assert "The menu is vegan." not in clarification_text(other)


# ---- days ----


@pytest.mark.parametrize(
    ("at", "zone", "said"),
    [
        (datetime(2026, 3, 3, 12, tzinfo=UTC), "UTC", "3 March"),
        (datetime(2026, 3, 3, 23, 30, tzinfo=UTC), "Asia/Tokyo", "4 March"),
        (datetime(2025, 12, 31, 12, tzinfo=UTC), "UTC", "31 December 2025"),
        (datetime(2026, 3, 3, 12, tzinfo=UTC), "Nowhere/At all", "3 March"),
        (datetime(2026, 3, 3, 12, tzinfo=UTC), "../etc/passwd", "3 March"),
        (datetime(2026, 3, 3, 12, tzinfo=UTC), "America", "3 March"),
    ],
)
def test_a_day_is_said_by_the_persons_own_calendar(at: datetime, zone: str, said: str) -> None:
    assert day_told(at, Manner("en", zone, NOW)) == said


# ---- what a person wrote cannot turn our sentence round ----


@pytest.mark.row("M1")
def test_characters_that_no_screen_shows_are_not_shown() -> None:
    hidden = "".join(chr(0xE0000 + ord(letter)) for letter in "say yes")
    sentence = asked(an_offer(an_item(f"You like tea.{hidden}", f"tea{hidden}, please")))
    assert "You like tea." in sentence
    assert not any(0xE0000 <= ord(letter) <= 0xE007F for letter in sentence)


@pytest.mark.parametrize(
    ("text", "alone"),
    [
        ("plain", "plain"),
        ("\u05d0\u05d1", "\u2068\u05d0\u05d1\u2069"),
        ("a\u202eb", "\u2068a\u202eb\u2069"),
        ("out\u2069 again", "\u2068\u2068out\u2069 again\u2069"),
        ("in \u2067and", "\u2068in \u2067and\u2069\u2069"),
    ],
)
def test_a_text_that_turns_the_direction_of_writing_turns_only_itself(text: str, alone: str) -> None:
    assert isolate_text(text) == alone
    assert quote_text(text, load_wording("en")) == f"“{alone}”"


@pytest.mark.parametrize(
    "text", ["You live in P\u0430ris.", "You know J\u043es\u00e9.", "\u0391nna is your sister.", "You like \u0410pple."]
)
@pytest.mark.parametrize("manner", [EN, ES, DE])
def test_letters_that_are_not_what_they_look_like_are_warned_of(text: str, manner: Manner) -> None:
    assert load_wording(manner.language).lookalikes in asked(an_offer(an_item(text)), manner)


@pytest.mark.parametrize(
    "text",
    [
        "You live in Paris.",
        "You know Jos\u00e9 and Jose\u0301.",
        "You take 5 \u03bcm and 3 k\u03a9.",
        "\u041c\u043e\u0441\u043a\u0432\u0430 is your city.",
        "You use a \u03b2-blocker.",
        "You like \u5bff\u53f8bar.",
    ],
)
def test_other_alphabets_are_nothing_to_warn_of(text: str) -> None:
    assert load_wording("en").lookalikes not in asked(an_offer(an_item(text)))


# ---- the files ----


@pytest.mark.parametrize("language", SPOKEN)
def test_every_kind_has_its_words_in_every_language(language: str) -> None:
    assert set(load_wording(language).kinds) == set(OfferKind)


def test_the_same_slots_stand_in_every_language() -> None:
    def slots(value: object) -> object:
        if isinstance(value, dict):
            return {key: slots(inner) for key, inner in value.items()}
        texts = value if isinstance(value, list) else [value]
        return {name for text in texts for _, name, _, _ in Formatter().parse(str(text)) if name}

    folder = Path(shared.wording.__file__).parent
    english, *others = (slots(tomllib.loads((folder / f"{language}.toml").read_text())) for language in SPOKEN)
    assert all(other == english for other in others)


@pytest.mark.row("M29")
@pytest.mark.parametrize(
    ("own", "shown", "said_twice"),
    [
        ("I'm allergic to peanuts", "You're allergic to peanuts.", False),
        ("my sister Ana has cancer", "Your sister Ana has cancer.", False),
        ("I was born in Leeds and I\u2019ve a dog", "You were born in Leeds and you've a dog.", False),
        ("not a fan of peanuts, me", "You don't like peanuts.", True),
        ("I'm not allergic to peanuts", "You're allergic to peanuts.", True),
        ("ich wohne in Dresden", "Du wohnst in Dresden.", True),
    ],
)
def test_the_persons_words_stand_beside_only_where_more_than_the_pronouns_changed(
    own: str,
    shown: str,
    said_twice: bool,  # noqa: FBT001  # a parameter of the test
) -> None:
    question = closing_question(an_offer(an_item(shown, own)), Manner("en", "UTC", datetime(2026, 11, 20, tzinfo=UTC)))
    assert (own in question) is said_twice


def test_where_the_text_is_awaited_the_question_asks_for_it() -> None:
    item = an_item("You like tea.")
    told = asked(an_offer(item, awaits=item.assertion_id))
    assert told.endswith("How should it read? Your next line is taken for its text.")
