"""What a person says of themself, what was stored and what a model words are one, wherever two are held together."""

import pytest

from services.memory.assertions import policy
from services.memory.assertions.policy import is_private, tells_of_others
from services.memory.consent.contradictions import Relation, compare_with, subject_of
from services.memory.recall.description_match import find_described
from services.memory.recall.self_questions import answers_question
from shared.contracts.assertions import About, Category
from shared.contracts.understanding import PersonalFact
from shared.offline.facts.personal import kind_of
from shared.text.comparable import canonical_form, comparable_form, content_words
from shared.text.quotation import quote_words
from tests.unit.memory.an_assertion import an_assertion

pytestmark = pytest.mark.row("M19", "U2")

FACTS = (
    ("en", "I'm allergic to nuts", "You're allergic to nuts.", "The person is allergic to nuts."),
    ("en", "I have two cats", "You have two cats.", "The user has two cats."),
    ("en", "my sister has cancer", "Your sister has cancer.", "The person's sister has cancer."),
    ("en", "I was born on 3 May", "You were born on 3 May.", "The person was born on 3 May."),
    (
        "de",
        "ich bin allergisch gegen Nüsse",
        "Du bist allergisch gegen Nüsse.",
        "Die Person ist allergisch gegen Nüsse.",
    ),
    ("de", "ich wohne in Bonn", "Du wohnst in Bonn.", "Du wohnst in Bonn."),
    ("de", "meine Schwester hat Krebs", "Deine Schwester hat Krebs.", "Deine Schwester hat Krebs."),
    ("es", "soy alérgica a las nueces", "Eres alérgica a las nueces.", "La persona es alérgica a las nueces."),
    ("es", "vivo en Roma", "Vives en Roma.", "Vives en Roma."),
    ("es", "me llamo Ana", "Te llamas Ana.", "Te llamas Ana."),
)
FORMS = [(words, form) for language, words, *told in FACTS for form in (quote_words(words, language), *told)]


@pytest.mark.parametrize(("words", "form"), FORMS)
def test_all_forms_compare_as_one(words: str, form: str) -> None:
    assert comparable_form(form).strip(".") == comparable_form(words)
    assert canonical_form(form) == canonical_form(words)
    assert content_words(form) == content_words(words)


@pytest.mark.parametrize(("words", "form"), FORMS)
def test_a_statement_said_again_in_another_form_is_the_same(words: str, form: str) -> None:
    assert compare_with(words, Category.PROFILE, an_assertion(form), 0.0) is Relation.SAME


@pytest.mark.parametrize(("words", "form"), FORMS)
def test_what_it_is_about_is_told_in_every_form(words: str, form: str) -> None:
    assert kind_of(form) == kind_of(words)
    assert is_private(form) == is_private(words)
    assert tells_of_others(form) == tells_of_others(words)
    assert policy.is_safety(form) == policy.is_safety(words)


@pytest.mark.parametrize(("words", "form"), FORMS)
def test_it_is_found_to_be_forgotten_in_every_form(words: str, form: str) -> None:
    known = an_assertion(form)
    assert find_described(words, [known], {}).assertions == (known,)


@pytest.mark.parametrize(
    "form",
    ["I live in Rome", "You live in Rome.", quote_words("I live in Rome", "en"), quote_words("vivo en Rome", "es")],
)
def test_a_question_and_a_clash_know_what_each_form_is_about(form: str) -> None:
    assert subject_of(form) == subject_of("You live in Rome")
    assert compare_with("I live in Oslo", Category.PROFILE, an_assertion(form), 0.0) is Relation.AGAINST
    assert answers_question("where do I live", form)


@pytest.mark.parametrize(
    "form", ["my mother has dementia", quote_words("my mother has dementia", "en"), "Your mother has dementia."]
)
def test_what_is_private_to_others_needs_the_card_in_every_form(form: str) -> None:
    kind = kind_of(form)
    fact = PersonalFact(
        text=form,
        own_words="my mother has dementia",
        category=kind.category,
        sensitive=kind.sensitive,
        about=kind.about,
    )
    assert kind.about is About.OWN_PEOPLE
    assert policy.needs_control(fact)


@pytest.mark.parametrize("form", ["I'm pregnant", quote_words("I'm pregnant", "en"), "You're pregnant."])
def test_what_safety_hangs_on_is_known_in_every_form(form: str) -> None:
    assert policy.is_safety(form)


@pytest.mark.parametrize("words", ["my sister's getting married in June", "we have two children", "my son Ben is 8"])
def test_what_one_tells_of_ones_family_freely_is_no_secret(words: str) -> None:
    for form in (words, quote_words(words, "en")):
        kind = kind_of(form)
        fact = PersonalFact(text=form, own_words=words, category=kind.category, about=kind.about)
        assert not policy.needs_control(fact)


@pytest.mark.parametrize("words", ["the war is over", "he is vegan", "my brother war a hat", "I get up at 6 am"])
def test_others_are_not_taken_for_the_person(words: str) -> None:
    assert "warst" not in comparable_form(words)
    assert " has is" not in f" {comparable_form(words)}"


def test_a_german_im_is_no_person() -> None:
    assert comparable_form("Mein Vater sitzt im Gefängnis") == "dein vater sitzt im gefangnis"
    assert comparable_form("im allergic to nuts") == comparable_form("I'm allergic to nuts")


@pytest.mark.parametrize("part", ["ten-am", "me-time", "was-ish", "well-being", "my-size"])
def test_a_part_of_another_word_is_no_word_of_the_persons(part: str) -> None:
    assert comparable_form(f"I like it {part}") == f"you like it {part}"
    assert comparable_form(f"You like it {part}.") == f"you like it {part}."
