"""Of two statements that cannot both be meant: what names one of them decides, and nothing else does."""

import pytest

from shared.of_two import BOTH, KNOWN, NEW, stand

pytestmark = pytest.mark.row("M25")
MIAMI = ("You live in Miami.", "You live in Lisbon.")
BREMEN = ("Du wohnst in Bremen.", "Du wohnst in Kassel.")
LUGO = ("Vives en Sevilla.", "Vives en Lugo.")


@pytest.mark.parametrize(
    ("shown", "answers", "stands"),
    [
        (MIAMI, "the new one|Lisbon|Lisbon, not Miami|I live in Lisbon|replace it|the second|drop the old one", (NEW,)),
        (
            MIAMI,
            "the old one|keep the old one, drop the new one|not the new one|not Lisbon|the first, please",
            (KNOWN,),
        ),
        (MIAMI, "both|keep both|both of them|Miami and Lisbon|the two|no, both", BOTH),
        (MIAMI, "neither|none|all three|all|drop both|whatever|don't replace it|Miami, Lisbon|I don't know", ()),
        (BREMEN, "das neue|Kassel|Kassel statt Bremen|vergiss das alte|ersetze es|die zweite", (NEW,)),
        (BREMEN, "das alte|das neue nicht|nicht Kassel|verwirf das neue|nein, das alte", (KNOWN,)),
        (BREMEN, "beide|behalte beide|alle beide|Bremen und Kassel", BOTH),
        (BREMEN, "alle|alle drei|keins von beiden|weder noch|egal|das dritte", ()),
        (LUGO, "la nueva|Lugo|Lugo, no Sevilla|olvida la vieja|reemplázala", (NEW,)),
        (LUGO, "la antigua|la nueva no|descarta la nueva|quédate con la primera", (KNOWN,)),
        (LUGO, "las dos|ambas|conserva los dos", BOTH),
        (LUGO, "las tres|ninguno|ninguna de las dos|todas|no sé", ()),
    ],
)
def test_what_names_one_of_them_or_both_decides(shown: tuple[str, str], answers: str, stands: tuple[int, ...]) -> None:
    assert {said: stand(said, shown) for said in answers.split("|")} == dict.fromkeys(answers.split("|"), stands)


@pytest.mark.parametrize(
    "said", ["yes", "no", "ok", "the red one", "hmm", "keep it", "it was Porto", "and my cat?", ""]
)
def test_of_any_other_answer_nothing_is_said(said: str) -> None:
    assert stand(said, MIAMI) is None


def test_a_word_of_a_statement_is_not_taken_for_which_of_them_it_is() -> None:
    york = ("You live in New York.", "You live in Leeds.")
    assert stand("New York", york) == (KNOWN,)
    assert stand("the new one", york) is None
