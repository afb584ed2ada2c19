"""He, she and they in the sentence after are named by whom they mean; and nobody is named who is not meant."""

import pytest

from shared.offline.facts.personal import personal_facts
from shared.offline.facts.whom import named, together
from shared.text.own_words import parted

pytestmark = pytest.mark.row("U2")


def told(said: str, language: str = "en") -> list[str]:
    return [fact.text for fact in personal_facts(parted(said), said, language, in_project=False).kept]


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("My accountant is Ottilie.", "Your accountant Ottilie is tall."),
        ("Our vicar is Father Bede.", "Your vicar Father Bede is tall."),
        ("My lodger Anne-Sophie pays late.", "Your lodger Anne-Sophie is tall."),
        ("My neighbour Mrs Okafor waters the plants.", "Your neighbour Mrs Okafor is tall."),
        ("I have one niece, Ottilie.", "Your niece Ottilie is tall."),
        ("My ex, Ottilie, lives next door.", "Your ex Ottilie is tall."),
        ("Ottilie is my boss.", "Your boss Ottilie is tall."),
        ("Meet Ottilie, my bandmate.", "Your bandmate Ottilie is tall."),
        ("Ottilie is my husband's sister.", "Your husband's sister Ottilie is tall."),
        ("Grandma Ottilie is here.", "Your grandma Ottilie is tall."),
        ("My mum's name is Ottilie.", "Your mum Ottilie is tall."),
        ("My sister is Welsh.", "Your sister is tall."),
        ("My daughter is Scottish, and my son is a nurse.", "Your daughter is tall."),
        ("My trip is Monday.", "She's tall."),
        ("My brother is called Emil.", "She's tall."),
    ],
)
def test_she_is_named_as_she_was_introduced(said: str, kept: str) -> None:
    assert named("She's tall.", said) == kept


def test_they_of_one_has_the_verb_of_one_and_of_many_has_no_single_name() -> None:
    assert named("They're shy.", "My partner is Robin.") == "Your partner Robin is shy."
    assert named("They've two cats.", "My partner is Robin.") == "Your partner Robin has two cats."
    assert named("They work late.", "My partner is Robin.") == "Your partner Robin works late."
    assert named("They doodle.", "My partner is Robin.") == "They doodle."
    assert named("They work late.", "My sons Ben and Kit moved out.") == "Your sons work late."


def test_we_are_the_two_of_whom_was_spoken_where_two_do_it_together() -> None:
    assert together("We talk on Sundays", "My best friend is Inga.") == "my best friend Inga and I talk on Sundays"
    assert together("We live in Hull", "My best friend is Inga.") == "We live in Hull"
    assert together("We talk on Sundays", "I like tea.") == "We talk on Sundays"


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        (
            "My manager is Ottilie. She never reads past the first line.",
            ["Your manager is Ottilie.", "Your manager Ottilie never reads past the first line."],
        ),
        (
            "My uncle Piers sold me his van. He was a baker and I still use all his tins.",
            ["Your uncle Piers sold you his van.", "Your uncle Piers was a baker and you still use all his tins."],
        ),
        (
            "I rent a bench from a guy named Piers. He saws, so it's dusty until noon.",
            ["You rent a bench from a guy named Piers; he saws, so it is dusty until noon."],
        ),
        (
            "My best friend is Inga. We talk every Tuesday at nine.",
            ["Your best friend is Inga.", "Your best friend Inga and you talk every Tuesday at nine."],
        ),
    ],
)
def test_a_second_sentence_about_somebody_is_a_fact_of_its_own(said: str, kept: list[str]) -> None:
    assert told(said) == kept


def test_what_told_nothing_is_not_drawn_into_the_sentence_after_it() -> None:
    said = "Still got paint on my sleeves. Every first Sunday I teach pottery, so lunch is late."
    assert told(said) == ["Every first Sunday you teach pottery, so lunch is late."]
    assert told("I don't ski. Never learned.") == ["You don't ski; you never learned."]


def test_an_aunt_whose_name_has_the_verb_is_told() -> None:
    assert told("Aunt Olga's moving out in spring. She's deaf.") == [
        "Your aunt Olga's moving out in spring.",
        "Your aunt Olga is deaf.",
    ]
    assert told("Never ring me before 8. I work nights at a bakery.")[-1] == "You work nights at a bakery."


@pytest.mark.parametrize(
    "before",
    [
        "My mum is 70 and my aunt is 68. ",
        "My daughter has a horse.",
        "My son Otto has a friend, Ines.",
        "My neighbour has keys to my boss's flat.",
    ],
)
def test_where_two_can_be_meant_nobody_is_named(before: str) -> None:
    assert named("She lives in Leeds.", before) == "She lives in Leeds."


def test_what_somebody_is_is_nobody_else_and_a_daughter_is_surely_she() -> None:
    assert named("She works nights.", "My wife is a doctor.") == "Your wife works nights."
    assert named("She is 6.", "Ines is my ex and Lily is our daughter.") == "Your daughter Lily is 6."
    assert named("He's blind.", "I have a friend, Otto, who sings.") == "Your friend Otto is blind."
    assert told("dad's 80 in june. He still drives.") == ["Your dad is 80 in June.", "Your dad still drives."]
    assert told("my landlady sold the house. She gave us a month.") == [
        "Your landlady sold the house.",
        "Your landlady gave you a month.",
    ]
