"""The linear models ask the networks only where the text alone leaves it open."""

from dataclasses import replace

import pytest

from shared.embedding.embedder import Vector
from shared.offline.linear import LINE, Features, ReadingTime, Setting, features_of, load_linear
from shared.offline.reader import READS, Pair, line_input, reader_scores
from shared.text.own_words import part_words


class AskedError(Exception):
    """The embedder was asked."""


def _asked() -> Vector:
    raise AskedError


def _without_embedder(text: str) -> Features:
    return replace(features_of(part_words(text), Setting(in_project=False)), meant=_asked)


@pytest.mark.parametrize("text", ["Good morning, how are you today?", "Please forget everything you know about me."])
def test_a_plain_line_is_read_without_any_network(text: str) -> None:
    model = load_linear(LINE)
    given = line_input(part_words(text), in_project=False)
    chances = model.probabilities(_without_embedder(text), given, READS, ReadingTime())
    assert chances.max() >= model.shown.enough
    assert chances.sum() == pytest.approx(1.0)


def test_a_line_that_can_be_read_in_two_ways_is_given_to_the_networks() -> None:
    text = "The thing with the blue one, as before, only less."
    with pytest.raises(AskedError):
        load_linear(LINE).probabilities(
            _without_embedder(text), line_input(part_words(text), in_project=False), READS, ReadingTime()
        )


@pytest.mark.parametrize(("language", "tasks"), [(READS, [LINE]), ("de", []), ("es", [])])
def test_the_reader_is_asked_of_lines_in_its_own_language_only(
    language: str, tasks: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = list[str]()

    def heard(task: str, given: Pair) -> Vector:
        asked.append(task)
        return reader_scores(task, given)

    monkeypatch.setattr("shared.offline.linear.reader_scores", heard)
    said = part_words("The thing with the blue one, as before, only less.")
    features = features_of(said, Setting(in_project=False))
    load_linear(LINE).probabilities(features, line_input(said, in_project=False), language, ReadingTime())
    assert asked == tasks
