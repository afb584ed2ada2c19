"""Which whole lines say that what was told last is not to be written down."""

import pytest

from shared.text.not_written import is_not_to_be_written

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
