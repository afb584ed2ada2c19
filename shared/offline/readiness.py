"""Loads what reads a line, before its time begins to run."""

from functools import cache

from shared.embedding.embedder import vector_of
from shared.offline.fixed_answers.find_fixed import find_fixed_answers
from shared.offline.linear import CLAUSE, LINE, load_linear
from shared.offline.reader import READER, SHA256, reader_scores, word_scores
from shared.offline.reading_time import ReadingTime
from shared.offline.votes import count_votes
from shared.text.language import SPOKEN
from shared.trained_files import check_file


def time_for_a_line() -> ReadingTime:
    """As long as a line may be read, from now on; the first of a process waits until all is loaded."""
    _load()
    return ReadingTime()


def check_readers() -> None:
    """At a start: the file is whole, and a line is read."""
    check_file(READER, SHA256.read_text().strip())
    time_for_a_line()


@cache
def _load() -> None:
    for name in (LINE, CLAUSE):
        load_linear(name)
        reader_scores(name, ("ready", ""))
    word_scores("Are you ready?")
    count_votes("ready")
    for language in SPOKEN:
        find_fixed_answers("Are you ready?", language)
    vector_of("ready")
