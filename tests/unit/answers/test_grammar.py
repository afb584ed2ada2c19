"""A line is an answer to what was asked only if all of it is one: in three languages, and plainly in seventeen more."""

from pathlib import Path

import pytest

from shared.answers.answer_forms import ReadAnswer, Says
from shared.answers.grammar import LONGEST, leaning_of, read_answer
from shared.answers.rewording import reword_text
from shared.answers.words import SPOKEN, languages_read, words_of
from shared.contracts.assertions import NearKnown
from shared.contracts.operations import Offer, OfferKind
from tests.model_stories import offer

pytestmark = pytest.mark.row("U4")
ONE = offer("You're allergic to shellfish.")
THREE = offer("You live in Bonn.", "You're 41 years old.", "You have a cat called Minka.")
GOING = offer("You have a Volvo.", kind=OfferKind.RETRACT)
TWO = offer("You live in Bonn.", "You live in Köln.", kind=OfferKind.CLASH)
EVERY_KIND = [ONE, THREE, GOING, TWO, offer("You like tea.", kind=OfferKind.CROSS_PROMOTE)]
ENTRIES = 150


def said(line: str, asked: Offer = ONE, language: str = "en") -> tuple[Says, tuple[int, ...], tuple[int, ...]] | None:
    found = read_answer(line, asked, language)
    return None if found is None else (found.says, found.yes, found.no)


def probes(language: str) -> list[str]:
    text = Path(__file__).with_name(f"no_answers_{language}.txt").read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


@pytest.mark.parametrize("language", SPOKEN)
def test_what_is_neither_yes_nor_no_is_no_answer(language: str) -> None:
    lines = probes(language)
    assert len(lines) > 60
    for asked in EVERY_KIND:
        taken = [line for line in lines if (found := read_answer(line, asked, language)) and (found.yes or found.no)]
        named = {"peanuts", "number", "three", "drei", "tres", "17"}  # of several, these may name one
        assert [line for line in taken if len(asked.items) == 1 or line not in named] == []
    corrected = [line for line in lines if read_answer(line, ONE, language)]
    assert corrected == []


@pytest.mark.parametrize(
    "line",
    [
        *(
            "yes",
            "Yes!",
            "YES.",
            "yes please",
            "yesss",
            "that's right",
            "correct",
            "that's the one",
            "ok",
            "sure thanks",
        ),
        *("go ahead", "keep it", "yes, remember that", "yep, note that", "👍", "👍🏽", "✅", "yes 🙂", "why not"),
        *("ja", "ja, gerne", "merk dir das bitte", "stimmt", "sí", "si", "claro que sí", "guárdalo"),
        *("oui", "sim", "да", "はい", "हाँ", "نعم", "네", "evet", "是的", "vâng"),
    ],
)
def test_a_plain_yes(line: str) -> None:
    assert said(line) == (Says.YES, (1,), ())


@pytest.mark.parametrize(
    "line",
    [
        *("no", "No!", "nope", "no thanks", "don't", "don't keep it", "never mind", "forget it", "👎", "❌"),
        *("no, just this project", "rather not", "drop it", "nein", "nein danke", "lieber nicht", "vergiss es"),
        *("no, gracias", "olvídalo", "non", "нет", "いいえ", "नहीं", "لا", "아니요", "hay\u0131r", "không"),
    ],
)
def test_a_plain_no(line: str) -> None:
    assert said(line) == (Says.NO, (), (1,))


@pytest.mark.parametrize("line", ["keep the first, drop the first", "1 and 2, not 2", "keep 1, no to 1"])
def test_what_is_named_on_both_sides_is_neither(line: str) -> None:
    assert said(line, THREE) is None


def test_a_word_that_stands_in_several_names_none_of_them() -> None:
    cats = offer("You have a cat called Minka.", "You have a cat called Tom.")
    assert said("keep the cat", cats) is None
    assert said("keep Minka", cats) == (Says.SOME, (1,), ())


@pytest.mark.parametrize(
    ("line", "places"),
    [
        ("number two please", (2,)),
        ("nummer zwei bitte", (2,)),
        ("1 and 3", (1, 3)),
        ("1", (1,)),
        ("39", (2,)),
        ("4", None),
    ],
)
def test_a_number_is_what_was_shown_with_it_or_else_the_place(line: str, places: tuple[int, ...] | None) -> None:
    numbered = [item.model_copy(update={"display_number": 37 + at}) for at, item in enumerate(THREE.items, 1)]
    asked = THREE.model_copy(update={"items": tuple(numbered), "kind": OfferKind.RETRACT, "needs_choice": True})
    found = read_answer(line, asked)
    assert (found.yes if found else None) == places


@pytest.mark.parametrize("line", ["keep all of it", "yes to both", "sí a todo", "ja, alles"])
def test_a_yes_to_all_of_one_is_a_yes_unless_it_would_go(line: str) -> None:
    assert said(line) == (Says.YES, (1,), ())
    assert said(line, GOING) is None


@pytest.mark.parametrize(
    "line", ["everything", "both", "alles", "todo", "1", "7", "number 7", "go on", "jetzt", "ahora"]
)
def test_where_one_thing_was_shown_what_only_points_is_no_answer(line: str) -> None:
    seventh = ONE.items[0].model_copy(update={"display_number": 7})
    for kind in (OfferKind.REMEMBER, OfferKind.RETRACT):
        assert read_answer(line, ONE.model_copy(update={"items": (seventh,), "kind": kind})) is None


@pytest.mark.parametrize("line", ["7", "jetzt", "ahora", "go on", "nice", "hmm", "rein", "fuera"])
def test_beside_what_is_known_it_is_none_either(line: str) -> None:
    known = {name: getattr(TWO.items[0], name) for name in NearKnown.model_fields}
    item = ONE.items[0].model_copy(update={"display_number": 7, "beside": NearKnown.model_validate(known)})
    asked = ONE.model_copy(update={"items": (item,)})
    assert read_answer(line, asked) is None
    assert read_answer("instead", asked) is not None


@pytest.mark.parametrize(
    ("line", "leans"),
    [
        *((line, True) for line in ("yes, but what then", "sure, it's no secret", "sí señora mía", "keep that lot")),
        *((line, False) for line in ("no, he would mind", "nein, das geht ihn an")),
        *((line, None) for line in ("what time is it?", "is it? yes?", "my sister says yes", "that's a long story")),
    ],
)
def test_what_begins_as_an_answer_and_is_none_leans_one_way(line: str, leans: bool | None) -> None:  # noqa: FBT001
    assert said(line) is None
    assert leaning_of(line, ONE) is leans


def test_no_keep_it_is_a_no_only_where_something_would_go() -> None:
    assert said("no, keep it") is None
    assert said("no, keep it", GOING) == (Says.NO, (), (1,))
    assert said("keep it", GOING) == (Says.NO, (), (1,))
    for line in ("yes", "yes, forget it", "delete it", "take it back"):
        assert said(line, GOING) == (Says.YES, (1,), ())
    assert said("forget it", GOING) == (Says.NO, (), (1,))  # the idiom: nothing goes by it alone


@pytest.mark.row("U10")
@pytest.mark.parametrize(
    ("line", "yes", "no"),
    [
        ("both", (1, 2, 3), ()),
        ("all three", (1, 2, 3), ()),
        ("yes to all", (1, 2, 3), ()),
        ("none", (), (1, 2, 3)),
        ("only the second", (2,), (1, 3)),
        ("the second", (2,), ()),
        ("2", (2,), ()),
        ("1 and 3, not 2", (1, 3), (2,)),
        ("the first two", (1, 2), ()),
        ("the first two, not the third", (1, 2), (3,)),
        ("the last two please", (2, 3), ()),
        ("everything except the second", (1, 3), (2,)),
        ("all but the last", (1, 2), (3,)),
        ("not the second", (), (2,)),
        ("yes, but not the second", (1, 3), (2,)),
        ("just the cat", (3,), (1, 2)),
        ("the one about my cat", (3,), ()),
        ("keep the cat, drop the rest", (3,), (1, 2)),
        ("Bonn yes, the cat no", (1,), (3,)),
        ("nur das zweite", (2,), (1, 3)),
        ("solo la segunda", (2,), (1, 3)),
        ("alle", (1, 2, 3), ()),
        ("keine", (), (1, 2, 3)),
    ],
)
def test_of_several_each_gets_its_answer(line: str, yes: tuple[int, ...], no: tuple[int, ...]) -> None:
    found = read_answer(line, THREE)
    assert found is not None
    assert (found.yes, found.no) == (yes, no)


@pytest.mark.parametrize("line", ["no, the second", "not 1, 2", "4", "the fourth", "the dog", "yes no"])
def test_of_several_what_does_not_say_which_is_no_answer(line: str) -> None:
    assert said(line, THREE) is None


@pytest.mark.row("M25")
@pytest.mark.parametrize(
    ("line", "stays"),
    [
        ("both", (1, 2)),
        ("keep both", (1, 2)),
        ("replace it", (2,)),
        ("instead", (2,)),
        ("the new one", (2,)),
        ("Köln", (2,)),
        ("delete the old one", (2,)),
        ("the old one", (1,)),
        ("drop the new one", (1,)),
        ("stick with Bonn", (1,)),
        ("no", (1,)),
        ("die neue", (2,)),
        ("las dos", (1, 2)),
    ],
)
def test_of_two_that_cannot_both_be_meant_it_says_which_stands(line: str, stays: tuple[int, ...]) -> None:
    found = read_answer(line, TWO)
    assert found is not None
    assert found.yes == stays


@pytest.mark.parametrize("line", ["yes", "ja", "👍", "neither", "ninguno"])
def test_a_mere_yes_to_two_says_not_which(line: str) -> None:
    assert read_answer(line, TWO) == ReadAnswer(Says.WHICH)


@pytest.mark.row("U10")
@pytest.mark.parametrize(
    ("line", "further"),
    [
        ("keep it, and my dentist is called Ona", "my dentist is called Ona"),
        ("yes and I'm vegan", "I'm vegan"),
        ("yes, remember that. My dentist is called Ona", "My dentist is called Ona"),
        ("ja, und ich bin Linkshänder", "ich bin Linkshänder"),
    ],
)
def test_a_fact_may_stand_behind_a_yes(line: str, further: str) -> None:
    found = read_answer(line, ONE)
    assert found is not None
    assert (found.says, found.yes, found.further) == (Says.YES, (1,), further)


# ---- corrections -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("known", "line", "reads"),
    [
        ("You're allergic to shellfish.", "no, just shrimp", "You're allergic to shrimp."),
        ("You're allergic to shellfish.", "not shellfish but shrimp", "You're allergic to shrimp."),
        ("You're allergic to shellfish.", "shrimp, not shellfish", "You're allergic to shrimp."),
        ("You're allergic to shellfish.", "make it prawns", "You're allergic to prawns."),
        ("You're allergic to shellfish.", "no, I'm allergic to nuts", "You're allergic to nuts."),
        ("Your birthday is March 15th.", "actually it's March 16th", "Your birthday is March 16th."),
        ("Your birthday is March 15th.", "the 16th, not the 15th", "Your birthday is March 16th."),
        ("Your birthday is March 15th.", "no, April 15th", "Your birthday is April 15th."),
        ("You train on Tuesday.", "no, Wednesday", "You train on Wednesday."),
        ("You're 41 years old.", "yes, but I'm 42", "You're 42 years old."),
        ("You like coffee.", "yes, but only in the morning", "You like coffee, but only in the morning."),
        ("You said: “ich bin 41”", "nein, 42", "You said: “ich bin 42”"),
        ("You said: “ich mag Kaffee”", "ja, aber nur morgens", "You said: “ich mag Kaffee, aber nur morgens”"),
        ("You said: “vivo en Quito”", "no, solo en Cuenca", "You said: “vivo en Cuenca”"),
        ("You run on Mondays and Fridays.", "Tuesdays and Sundays actually", "You run on Tuesdays and Sundays."),
        ("Your birthday is the 15th of March.", "16th!!", "Your birthday is the 16th of March."),
        ("Your rehearsal is at 3 pm on the 4th.", "half past five", "Your rehearsal is at half past five on the 4th."),
        ("You said: “unsere Probe ist um drei”", "halb vier.", "You said: “unsere Probe ist um halb vier”"),
        ("You said: “la cita es a las tres”", "a las cuatro", "You said: “la cita es a las cuatro”"),
    ],
)
def test_a_correction_goes_where_it_plainly_fits(known: str, line: str, reads: str) -> None:
    found = read_answer(line, offer(known))
    assert found is not None
    assert (found.says, found.yes) == (Says.CORRECTS, ())
    assert found.correction is not None
    assert reword_text(known, found.correction) == reads


@pytest.mark.parametrize(
    ("known", "line"),
    [
        ("Your rehearsal is at 3 pm.", "the 16th"),
        ("Your birthday is the 15th of March.", "half past five"),
        ("You have three cats.", "4"),
        ("You play the cello.", "monday"),
    ],
)
def test_a_mere_value_goes_nowhere_else(known: str, line: str) -> None:
    assert read_answer(line, offer(known)) is None


@pytest.mark.parametrize(
    "line",
    [
        "not quite",
        "almost",
        "I meant you and me",
        "no, just leave me be",
        "yes, but she's only a puppy",
        "only the shellfish bit",
    ],
)
def test_a_correction_that_fits_nowhere_is_asked_about(line: str) -> None:
    found = read_answer(line, ONE)
    assert found is not None
    assert found.correction is not None
    assert found.correction.words == ""


@pytest.mark.parametrize(
    "line",
    ["hmm coffee", "coffee", "no, peanuts are awful things", "actually I have a dog", "yes, coffee too", "it's fine"],
)
def test_what_is_no_explicit_correction_rewords_nothing(line: str) -> None:
    found = read_answer(line, ONE)
    assert found is None or found.correction is None


@pytest.mark.row("U10")
def test_a_yes_to_all_puts_right_the_one_that_it_fits() -> None:
    found = read_answer("yes to all, but I'm 42", THREE)
    assert found is not None
    assert (found.says, found.yes, found.no) == (Says.CORRECTS, (1, 3), ())
    assert found.correction is not None
    assert reword_text(THREE.items[found.correction.place - 1].shown_text, found.correction) == "You're 42 years old."


def test_the_line_after_how_should_it_read_is_the_text() -> None:
    awaiting = Offer.model_validate({**ONE.model_dump(), "awaits": ONE.items[0].assertion_id})
    found = read_answer("I'm allergic to crab and lobster", awaiting)
    assert found is not None
    assert found.correction is not None
    assert (found.says, found.correction.words, found.correction.is_text) == (
        Says.CORRECTS,
        "I'm allergic to crab and lobster",
        True,
    )
    assert said("never mind", awaiting) == (Says.NO, (), (1,))
    assert said("yes", awaiting) is None
    assert said("what do you mean?", awaiting) is None


@pytest.mark.parametrize(
    "line",
    [
        *("no, that's his business", "No - it's too personal.", "no, that's nobody's business", "no, that's private"),
        *("nein, das ist seine Sache", "nee, das geht niemanden was an", "nein, das ist privat"),
        *("no, eso es asunto suyo", "no, es muy personal", "no, es privado"),
    ],
)
def test_a_reason_may_stand_behind_a_no(line: str) -> None:
    assert said(line) == (Says.NO, (), (1,))


@pytest.mark.parametrize(
    "line",
    [
        *("that's his business", "yes, that's his business", "is that personal", "no, that's his business card"),
        *("no, my business is maps", "das ist seine Sache", "ja, das geht niemanden was an", "eso es asunto suyo"),
    ],
)
def test_a_reason_alone_or_behind_anything_else_is_no_answer(line: str) -> None:
    assert said(line) is None


# ---- the files ---------------------------------------------------------------------------------------------------


def test_a_file_is_small_and_twenty_languages_have_a_plain_yes_and_no() -> None:
    assert len(languages_read()) >= 20
    for language in languages_read():
        words = words_of(language)
        assert {"yes", "no"} <= set(words.lists)
        assert words.entries <= ENTRIES


def test_nobody_answers_in_many_words() -> None:
    assert said("yes " * (LONGEST // 4)) == (Says.YES, (1,), ())
    assert said("yes " * (LONGEST // 4 + 1)) is None
