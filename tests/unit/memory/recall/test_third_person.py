"""Towards an agent a fact is of the person, where that can surely be said; else it stays as it is kept, and says so."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.memory.recall.third_person import of_the_person

pytestmark = pytest.mark.row("M19")


@pytest.mark.parametrize(
    ("kept", "told"),
    [
        ("You're allergic to shellfish.", "The person is allergic to shellfish."),
        ("You prefer tea to coffee.", "The person prefers tea to coffee."),
        ("Your sister lives in Basel.", "The person's sister lives in Basel."),
        ("You don't eat meat because you love animals.", "The person doesn't eat meat because they love animals."),
        ("You no longer smoke.", "The person no longer smokes."),
        ("You have two cats. Your vet is Dr. May.", "The person has two cats. The person's vet is Dr. May."),
        ("You moved to Bern in May.", "The person moved to Bern in May."),
        ("You study law and you live with your parents.", "The person studies law and they live with their parents."),
        ("You usually fly home for Christmas.", "The person usually flies home for Christmas."),
        ("You want people to call you Tom.", "The person wants people to call them Tom."),
        ("You've lived in Rome.", "The person has lived in Rome."),
        ("You watch birds, mostly by yourself.", "The person watches birds, mostly by themself."),
        ("You can't swim.", "The person can't swim."),
        ("Your mother taught you.", "The person's mother taught them."),
        ("You said: “you and me, my friend”", "The person said: “you and me, my friend”"),
        ("Du hast gesagt: „ich bin müde“", "The person said: “ich bin müde”"),
        ("Dijiste: «estoy cansada»", "The person said: “estoy cansada”"),
        ("The soil has a pH of 6.", "The soil has a pH of 6."),
    ],
)
def test_what_can_surely_be_said_of_the_person_is(kept: str, told: str) -> None:
    assert of_the_person(kept) == (told, "third")


@pytest.mark.parametrize(
    "kept",
    [
        "You'd rather walk.",
        "You gloop.",
        "Anna thinks you snore.",
        "Du bist allergisch gegen Nüsse.",
        "Te gusta el café.",
        "Tienes dos gatos.",
        "You like the song “You're beautiful”.",
        "About “You like tea.” you said: “not any more”",
    ],
)
def test_what_is_not_sure_stays_as_it_is_kept(kept: str) -> None:
    assert of_the_person(kept) == (kept, "kept")


@given(st.text(max_size=300))
def test_any_text_is_told_somehow(text: str) -> None:
    told, voice = of_the_person(text)
    assert voice == "third" or told == text
