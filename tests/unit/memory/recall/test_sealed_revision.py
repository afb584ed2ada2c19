"""An agent's revision tells that something moved, and neither how often nor which came first."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.memory.recall.sealed_revision import seal_revision, unseal_revision

pytestmark = pytest.mark.row("M13")
REVISIONS = st.integers(0, 2**52 - 1)


@given(st.binary(min_size=32, max_size=32), REVISIONS)
def test_a_mark_is_its_revisions_and_no_others(secret: bytes, revision: int) -> None:
    mark = seal_revision(secret, revision)
    assert 0 <= mark < 2**52
    assert unseal_revision(secret, mark) == revision
    assert seal_revision(secret, unseal_revision(secret, revision)) == revision


def test_marks_of_revisions_that_follow_each_other_lie_anywhere() -> None:
    marks = [seal_revision(b"s" * 32, revision) for revision in range(1_000)]
    steps = [abs(after - before) for before, after in pairwise(marks)]
    assert len(set(marks)) == 1_000
    assert min(steps) > 2**30
    assert sum(after > before for before, after in pairwise(marks)) in range(450, 550)
    assert seal_revision(b"t" * 32, 7) != seal_revision(b"s" * 32, 7)
