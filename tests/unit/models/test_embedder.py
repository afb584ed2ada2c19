"""The embedder: the file is the one that was measured, and a vector depends on its text alone."""

import hashlib

import numpy as np
import pytest

from shared.embedding.embedder import DIMENSIONS, MODEL, SHA256, BrokenVectorError, Embedder, check_vector, vector_of

pytestmark = pytest.mark.row("U6")


@pytest.mark.parametrize("name", SHA256)
def test_the_shipped_files_are_the_ones_that_were_measured(name: str) -> None:
    assert hashlib.sha256((MODEL / name).read_bytes()).hexdigest() == SHA256[name]


async def test_a_text_becomes_a_direction() -> None:
    vector = await Embedder().embed("You live in Lisbon.")
    assert vector.shape == (DIMENSIONS,)
    assert np.linalg.norm(vector) == pytest.approx(1, abs=1e-3)


def test_a_vector_does_not_depend_on_what_was_asked_before() -> None:
    alone = vector_of("You live in Lisbon.")
    vector_of("something quite long " * 200)
    assert np.array_equal(vector_of("You live in Lisbon."), alone)


def test_what_means_the_same_is_near_and_something_else_is_not() -> None:
    home, moved, cheese = map(vector_of, ("I live in Lisbon", "my home is in Lisbon", "cheese is made of milk"))
    assert home @ moved > 0.7
    assert home @ cheese < 0.3


@pytest.mark.parametrize("text", ["", " ", "🙂", "x" * 100_000, "\ud7ff", "\U000e0041"])
def test_whatever_is_said_has_a_direction(text: str) -> None:
    assert np.isfinite(vector_of(text)).all()


@pytest.mark.parametrize("broken", [[0.0, 0.0], [float("nan"), 1.0], [float("inf"), 1.0]])
def test_a_vector_without_a_direction_is_refused(broken: list[float]) -> None:
    with pytest.raises(BrokenVectorError):
        check_vector(np.array(broken, np.float32))
