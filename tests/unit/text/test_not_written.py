"""Which whole lines say that what was told last is not to be written down."""

import pytest

from shared.text.plain_orders import is_not_to_be_written, tells_unwritten

pytestmark = pytest.mark.row("M2", "M27")


@pytest.mark.parametrize(
    "said",
    [
        *(
            "don't write that down",
            "Please don\u2019t note that down!",
            "oh no, don't save that",
            "do not write it down please",
        ),
        *(
            "schreib das nicht auf",
            "Bitte notier das lieber nicht",
            "merk dir das bitte nicht",
            "das bitte nicht speichern",
        ),
        *("no apuntes eso", "por favor, no lo escribas", "No anotes eso, por favor"),
    ],
)
def test_these_do(said: str) -> None:
    assert is_not_to_be_written(said)


@pytest.mark.parametrize(
    "said",
    [
        *(
            "forget that",
            "don't write that I like tea",
            "did you write that down?",
            "don't write that down yet, I'll check",
        ),
        *("schreib das auf", "schreib das nicht meiner Mutter", "apúntalo", "no apuntes alto"),
    ],
)
def test_these_do_not(said: str) -> None:
    assert not is_not_to_be_written(said)


@pytest.mark.row("M27")
@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("don't write this down: I'm looking for a new job", True),
        ("I'm looking for a new job, but don't write that down", True),
        ("off the record: I hate my boss", True),
        ("schreib das nicht auf: ich suche eine neue Wohnung", True),
        ("unter uns gesagt: ich kündige", True),
        ("no lo guardes: mi hermana está embarazada", True),
        ("don't write that down", False),
        ("I told her: don't write that down. She did.", False),
        ("please don't save that, it's private", False),
    ],
)
def test_what_is_told_with_such_an_order_is_not_to_be_kept(said: str, told: bool) -> None:  # noqa: FBT001
    assert tells_unwritten(said) is told


def test_behind_the_words_it_speaks_of_what_was_asked() -> None:
    assert not tells_unwritten("sure, don't save that", is_answering=True)
    assert tells_unwritten("don't write this down: I quit", is_answering=True)
