"""What keeps a person safe is said again where a model's words forget it."""

import pytest

from services.responder.safety_reminder import forgotten_safety
from shared.contracts.turns import ReplyContext
from tests.unit.responder.a_turn import a_turn

pytestmark = pytest.mark.row("M3")


def told(*memories: str) -> ReplyContext:
    return ReplyContext(
        always="\n".join(["What they told:", *(f"- {memory} (noted yesterday)" for memory in memories)])
    )


@pytest.mark.parametrize(
    ("memory", "prose"),
    [
        ("You're allergic to peanuts.", "Fry the noodles, then add 1/4 cup of chopped peanuts."),
        ("You're allergic to nuts.", "Top it with peanut butter."),
        ("You have a shellfish allergy.", "How about a shellfish risotto?"),
        ("You can't eat gluten.", "A dough of gluten and water."),
        ("Du hast gesagt: „ich vertrage keine Laktose“", "Nimm einen Becher Sahne mit viel Laktose."),
        ("Dijiste: «soy alérgica al marisco»", "Una paella de marisco."),
    ],
)
def test_what_they_must_not_have_is_not_passed_over(memory: str, prose: str) -> None:
    assert forgotten_safety(prose, a_turn(engagement_kind="personal", context=told(memory))) == (memory,)


@pytest.mark.parametrize(
    "prose",
    [
        "As you're allergic to peanuts, take cashews.",
        "Fry the noodles with tofu.",
        "That sounds like a lovely evening with the doctor.",
    ],
)
def test_words_that_heed_it_or_name_something_else_are_left_alone(prose: str) -> None:
    memories = told("You're severely allergic to peanuts, the doctor tested you.", "You like tofu.")
    assert forgotten_safety(prose, a_turn(engagement_kind="personal", context=memories)) == ()
