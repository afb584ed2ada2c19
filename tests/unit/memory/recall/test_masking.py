"""What a model is shown of the conversation: nothing of what is not kept, in whatever case it was said."""

import pytest

from services.memory.recall.masking import Hidden, hide_words, mask_history
from shared.contracts.ids import new_id
from shared.contracts.turns import NOT_KEPT, Exchange

pytestmark = pytest.mark.row("K1", "M2")

TOLD, ASKED, LATER = new_id(), new_id(), new_id()
WORDS = "I'm allergic to shellfish"
TEXT = "You are allergic to shellfish."


def exchange(turn_id: object, said: str, replied: str) -> Exchange:
    return Exchange.model_validate({"turn_id": turn_id, "said": said, "replied": replied, "intent": "help"})


def hidden(
    words: str = WORDS, *, turn_id: object = TOLD, role: str = "person", texts: tuple[str, ...] = (TEXT,)
) -> Hidden:
    return Hidden(turn_id, role, words, texts)  # type: ignore[arg-type]  # an id


def test_without_anything_hidden_the_history_is_shown_as_it_is() -> None:
    history = (exchange(TOLD, WORDS, "Noted."), exchange(LATER, "And now?", "Now we cook."))
    assert mask_history(history, ()) == history


def test_the_words_that_told_it_go_and_the_rest_of_the_line_stays() -> None:
    (shown,) = mask_history([exchange(TOLD, f"By the way, {WORDS}, and what is for dinner?", "…")], [hidden()])
    assert shown.said == f"By the way, {NOT_KEPT}, and what is for dinner?"


def test_a_reply_that_showed_it_is_hidden_whole_for_it_may_say_it_in_any_words() -> None:
    (shown,) = mask_history([exchange(TOLD, WORDS, "So prawns are off the menu; shall I remember that?")], [hidden()])
    assert shown.replied == NOT_KEPT
    of_the_companion = hidden(TEXT, role="companion", turn_id=ASKED)
    (shown,) = mask_history([exchange(ASKED, "yes", "Good, no prawns then.")], [of_the_companion])
    assert (shown.said, shown.replied) == ("yes", NOT_KEPT)


@pytest.mark.parametrize(
    "words", ["I can't eat shrimp", "", "吃素"], ids=["read in other words", "none were kept", "of two letters"]
)
def test_a_line_whose_words_are_not_found_in_it_is_hidden_whole(words: str) -> None:
    (shown,) = mask_history([exchange(TOLD, "shrimp and me, no way", "…")], [hidden(words)])
    assert shown.said == NOT_KEPT


@pytest.mark.parametrize("words", ["ja", "吃素", "si"])
def test_words_too_short_to_be_looked_for_elsewhere_are_hidden_where_they_told_it(words: str) -> None:
    told, elsewhere = mask_history(
        [exchange(TOLD, f"{words}!", "…"), exchange(LATER, f"{words} tea", f"{words}?")], [hidden(words, texts=())]
    )
    assert words not in told.said
    assert (elsewhere.said, elsewhere.replied) == (f"{words} tea", f"{words}?")


@pytest.mark.parametrize(
    "said",
    [
        "you are ALLERGIC to SHELLFISH",
        "Remember: you are allergic to shellfish!",
        "i'm ALLERGIC to shellfish, I said",
        "YOU ARE ALLERGIC TO SHELLFISH. YOU ARE ALLERGIC TO SHELLFISH.",
    ],
)
def test_what_occurs_word_for_word_elsewhere_is_hidden_there_too(said: str) -> None:
    (shown,) = mask_history([exchange(LATER, said, said)], [hidden()])
    assert "shellfish" not in shown.said.casefold()
    assert "shellfish" not in shown.replied.casefold()
    assert NOT_KEPT in shown.said


def test_an_amended_text_is_hidden_as_it_read_before() -> None:
    amended = hidden("no, just shrimp", turn_id=ASKED, texts=(TEXT, "You are allergic to shrimp."))
    shown = mask_history([exchange(TOLD, "hm", f"So: {TEXT} Yes?"), exchange(ASKED, "no, just shrimp", "…")], [amended])
    assert TEXT not in shown[0].replied
    assert "shrimp" not in shown[1].said


@pytest.mark.parametrize(
    ("words", "said"),
    [("Ich heiße Weiß", "ICH HEISSE WEISS"), ("STRASSE 5", "straße 5"), ("İstanbul it is", "i\u0307stanbul it is")],
)
def test_case_is_no_hiding_place_in_any_alphabet(words: str, said: str) -> None:
    assert hide_words(f"a {said} b", words) == f"a {NOT_KEPT} b"


def test_everything_else_is_left_alone() -> None:
    other = exchange(LATER, "What grows in the shade?", "Ferns do.")
    assert mask_history([other], [hidden()]) == (other,)
    assert other is mask_history([other], [hidden()])[0]


@pytest.mark.row("M20")
def test_a_line_with_a_secret_is_shown_to_no_model_later() -> None:
    (shown,) = mask_history([exchange(TOLD, "my password is hunter2", "I keep no passwords.")], ())
    assert (shown.said, shown.replied) == (NOT_KEPT, "I keep no passwords.")
