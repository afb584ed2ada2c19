"""Facts as they would be kept: the person's own words, chosen and not written, and in English turned by a table."""

import pytest

from shared.contracts.assertions import About, Category
from shared.intents.card import load_cards
from shared.models.model import Question
from shared.offline.facts.choosing import clauses_of, leans_on_others, pieces_of, told_in, without_order
from shared.offline.facts.personal import FactsFound, kind_of, personal_facts, turn_clause, verbatim_words
from shared.offline.linear import ReadingTime
from shared.offline.read_line import time_for_a_line
from shared.text.own_words import part_words
from shared.text.quotation import quote_words, words_quoted
from tests.model_stories import offer, question


def facts_of(said: str, language: str = "en") -> FactsFound:
    question = Question(text=said, language=language, project=None, cards=tuple(load_cards().values()))
    return personal_facts(part_words(said), question, language, time_for_a_line())


@pytest.mark.row("U2")
@pytest.mark.parametrize(
    "said", ["it makes me itch", "He's allergic to nuts.", "and they hate it", "Sie ist Ärztin", "eso me da alergia"]
)
def test_what_leans_on_something_that_nobody_said_is_not_offered(said: str) -> None:
    assert facts_of(said).kept == ()


@pytest.mark.row("U2")
@pytest.mark.parametrize(
    "said",
    ["my pronouns are they/them", "it's my birthday in May", "I bought a boat and love it", "me he mudado a Bilbao"],
)
def test_not_every_small_word_points_back(said: str) -> None:
    assert not leans_on_others(said)


@pytest.mark.row("U2")
def test_what_leans_on_the_sentence_before_is_kept_together_with_it() -> None:
    said = "I bought a wool sweater. It makes me itch. My cat is called Pim."
    together = "I bought a wool sweater. It makes me itch"
    assert told_in(said, lambda _: 1.0, ReadingTime()) == [together, "My cat is called Pim"]
    assert told_in(said, lambda clause: float("itch" in clause), ReadingTime())[0] == together
    assert turn_clause(together) is None


@pytest.mark.row("U2")
def test_what_is_of_nobody_by_itself_goes_on_about_the_person() -> None:
    surely, spent = (lambda _: 1.0), ReadingTime()
    assert told_in("I don't fly. Never did. My cat is called Pim.", surely, spent) == [
        "I don't fly. Never did",
        "My cat is called Pim",
    ]
    assert told_in("Moths. Terrified of them. Spiders are fine.", surely, spent)[0] == "Moths. Terrified of them"


@pytest.mark.row("U2")
def test_an_order_is_taken_off_in_front_and_nowhere_else() -> None:
    assert without_order("please remember that I ski") == "I ski"
    assert without_order("I'm in Halifax by the way, the small one") == "I'm in Halifax by the way, the small one"


@pytest.mark.row("U2", "U4")
@pytest.mark.parametrize(("said", "offered"), [("16th of may, fat fingers", False), ("my cat is called Pim", True)])
def test_behind_a_question_only_what_speaks_of_the_person_is_a_fact_of_its_own(said: str, *, offered: bool) -> None:
    asked = question(said, offer=offer("Your birthday is the 15th of May."))
    assert bool(personal_facts(part_words(said), asked, "en", ReadingTime()).kept) is offered


@pytest.mark.row("U10")
def test_a_fourth_fact_is_named_and_not_kept() -> None:
    said = "I'm vegan. I live in Berlin. I have two cats. I work at a bakery."
    found = facts_of(said)
    assert len(found.kept) == 3
    assert found.unread == ("I work at a bakery",)


@pytest.mark.row("U2")
@pytest.mark.parametrize(
    "said", ["I'm  allergic\nto   nuts", "so, my sister's vegan\tand I'm not", "by the way I live in Łódź 🙂"]
)
def test_the_own_words_stand_in_the_message(said: str) -> None:
    found = facts_of(said)
    assert found.kept
    assert all(fact.own_words in said for fact in found.kept)


@pytest.mark.row("U2")
def test_words_that_cannot_be_found_again_are_the_whole_message() -> None:
    assert verbatim_words("nowhere to be seen", "I'm vegan") == "I'm vegan"


@pytest.mark.row("U2", "M19")
def test_a_fact_fits_on_a_card() -> None:
    for fact in facts_of("I like " + "very, very " * 200 + "long walks").kept:
        assert len(fact.text) <= 280


@pytest.mark.row("U6")
def test_a_budget_that_is_spent_leaves_the_words_as_they_are() -> None:
    said = "I'm vegan, and my sister has two cats"
    asked = list[str]()

    def tells(clause: str) -> float:
        asked.append(clause)
        return 1.0

    assert told_in(said, tells, ReadingTime(0, clock=lambda: 0.0)) == [said]
    assert asked == []
    assert told_in(said, tells, ReadingTime(1, clock=lambda: 0.0)) == ["I'm vegan", "my sister has two cats"]


@pytest.mark.row("U6")
def test_the_longest_line_is_cut_in_one_pass_and_only_its_beginning_is_read() -> None:
    said = "A, " * 1_333
    asked = list[str]()

    def tells(clause: str) -> float:
        asked.append(clause)
        return 0.0

    told_in(said, tells, ReadingTime(1, clock=lambda: 0.0))
    assert len(asked) <= 12
    assert len(pieces_of(said)) == 1_333
    assert len(clauses_of("I am. " * 600)) == 12


@pytest.mark.row("M20")
@pytest.mark.parametrize(
    ("fact", "category", "sensitive", "about"),
    [
        ("You're allergic to shellfish.", Category.HEALTH, True, About.SELF),
        ("Your mother has dementia.", Category.HEALTH, True, About.OWN_PEOPLE),
        ("You prefer short answers.", Category.STYLE, False, About.SELF),
        ("You earn 41,000 and owe your brother 2,000.", Category.RELATIONSHIPS, True, About.SELF),
        ("You're gay.", Category.PROFILE, True, About.SELF),
        ("You pray five times a day.", Category.PROFILE, True, About.SELF),
        ("Your sister plays the cello.", Category.RELATIONSHIPS, False, About.OWN_PEOPLE),
        ("You don't work on Fridays.", Category.CONSTRAINTS, False, About.SELF),
        ("You grew up in Galway.", Category.HISTORY, False, About.SELF),
    ],
)
def test_what_a_fact_is_about_is_told_by_its_words(
    fact: str,
    category: Category,
    sensitive: bool,  # noqa: FBT001  # a parameter of pytest's
    about: About,
) -> None:
    found = kind_of(fact)
    assert (found.category, found.sensitive, found.about) == (category, sensitive, about)


@pytest.mark.row("M20")
def test_an_allergy_matters_more_than_a_favourite_colour() -> None:
    assert kind_of("You're allergic to nuts.").importance > kind_of("Your favourite colour is green.").importance


@pytest.mark.row("M20", "U2")
def test_a_quotation_is_about_what_the_same_sentence_would_be_about() -> None:
    told, quoted = kind_of("Your mother has dementia."), kind_of(quote_words("my mother has dementia", "en"))
    assert told == quoted
    assert words_quoted(quote_words("my mother has dementia", "en")) == "my mother has dementia"


def test_where_the_words_alone_say_that_something_is_told_no_clause_is_read() -> None:
    asked = list[str]()

    def tells(clause: str) -> float:
        asked.append(clause)
        return 0.0

    said = "I'm vegan, and my sister has two cats"
    assert told_in(said, tells, ReadingTime()) == ["I'm vegan", "my sister has two cats"]
    assert asked == []


def test_a_network_reads_a_text_once_while_a_line_is_read() -> None:
    read = list[str]()

    def network(text: str) -> int:
        read.append(text)
        return len(text)

    left = ReadingTime()
    assert [left.once(network, text) for text in ("vegan", "cats", "vegan")] == [5, 4, 5]
    assert read == ["vegan", "cats"]
