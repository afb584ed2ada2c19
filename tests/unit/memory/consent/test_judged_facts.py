"""The judged facts are whole: 300 of them, each with a verdict and a reason, none twice."""

import pytest

from tests.evals.judged.__main__ import judged

pytestmark = pytest.mark.row("U6")


def test_each_of_three_hundred_has_a_verdict_and_a_reason() -> None:
    found = judged()
    assert len(found) == len({(one["set"], one["id"], one["fact"]) for one in found}) == 300
    assert all(isinstance(one["right"], bool) and one["line"] and one["fact"] for one in found)
    assert all((one["why"] in {"clean", "framed"}) is one["right"] for one in found)
