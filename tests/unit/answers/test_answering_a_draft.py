"""What a line is to the draft of a conversation: a yes, a no, a word that nothing is to be kept, or nothing."""

import pytest

from shared.answers.answer_forms import Says
from shared.answers.grammar import _ANY_DRAFT, read_answer, says_of_a_draft

pytestmark = pytest.mark.row("C2", "U4")


@pytest.mark.parametrize("line", ["yes", "keep it", "ja", "behalte es so", "s\u00ed, gu\u00e1rdalo"])
def test_a_plain_yes_keeps_it(line: str) -> None:
    heard = read_answer(line, _ANY_DRAFT)
    assert heard is not None
    assert (heard.says, heard.lets_go) == (Says.YES, False)


@pytest.mark.parametrize(
    "line", ["keep nothing", "no, delete it", "don't keep it", "behalte nichts", "no guardes nada", "none of it"]
)
def test_that_nothing_is_kept_has_to_be_said(line: str) -> None:
    heard = read_answer(line, _ANY_DRAFT)
    assert heard is not None
    assert (heard.says, heard.lets_go) == (Says.NO, True)


@pytest.mark.parametrize("line", ["no", "never mind", "nein", "no gracias"])
def test_a_plain_no_is_no_more_than_that(line: str) -> None:
    heard = read_answer(line, _ANY_DRAFT)
    assert heard is not None
    assert (heard.says, heard.lets_go) == (Says.NO, False)


@pytest.mark.parametrize(
    "line",
    ["wait, one more thing", "no, it was Tuesday", "yes, but make it shorter", "thanks", "yes and I moved"],
)
def test_whatever_else_is_said_is_no_answer(line: str) -> None:
    assert not says_of_a_draft(line)


@pytest.mark.parametrize("line", ["ok thanks", "Alright then, thank you!", "in Ordnung, vielen Dank", "vale, gracias"])
def test_who_takes_note_and_thanks_agrees_to_nothing(line: str) -> None:
    assert not says_of_a_draft(line)


@pytest.mark.parametrize("line", ["ok", "yes, thanks", "ok keep it, thanks", "ja danke", "s\u00ed, gracias"])
def test_who_says_yes_and_thanks_agrees(line: str) -> None:
    assert says_of_a_draft(line)
