"""`make train`, second half: weights that tell whose life a line is about. The same lines make the same weights."""

import hashlib
import sys
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GroupKFold

from deploy.training.labelled import taught_utterances
from shared.own_life.hearing import BUCKETS, HEADER, LIKELY, WEIGHTS, WORDS, Life, is_grave, signs_of
from shared.text.own_words import part_words

LINES = Path(__file__).with_name("own_life_lines")
NEITHER = "none"
LABELS = (NEITHER, Life.OWN.value, Life.ANOTHERS.value)
TOGETHER = 5
"""Lines that stand together say alike things, in each language at the same place: they are kept back together."""
PARTS, MOST_STEPS, REACH = 5, 500, 5.0
COUNTS = 2.0
"""A line that was written for this counts so often as one of ordinary talk."""
MOST = 127


def main() -> None:
    """Trains, says how well parts were told apart that it had not seen, and writes the weights."""
    written, ordinary = labelled_lines(), [line for line in map(_own, taught_texts()) if is_grave(line)]
    lines = [line for _, line, _ in written] + ordinary
    labels = np.array([label for label, _, _ in written] + [NEITHER] * len(ordinary))
    groups = np.array([group for *_, group in written] + [10_000 + number for number in range(len(ordinary))])
    matrix = _matrix(lines)
    counts = np.where(np.arange(len(lines)) < len(written), COUNTS, 1.0)
    _tell(_in_parts(matrix, labels, groups, counts), labels, counts)
    model = _fitted(matrix, labels, counts)
    place = [list(model.classes_).index(label) for label in LABELS]
    rows, bias = model.coef_[place], model.intercept_[place]
    rows, bias = rows[1:] - rows[0], bias[1:] - bias[0]
    scale = float(np.abs(rows).max()) / MOST
    header = HEADER.pack(digest_of_lines().encode(), scale, *map(float, bias))
    WEIGHTS.write_bytes(header + np.round(rows / scale).astype(np.int8).tobytes())


def labelled_lines() -> list[tuple[str, str, int]]:
    """Each with whose life it is about, and with the number of its group."""
    found: list[tuple[str, str, int]] = []
    for path in sorted(LINES.glob("*.txt")):
        counted = dict.fromkeys(LABELS, 0)
        for text in path.read_text(encoding="utf-8").splitlines():
            label, _, line = text.partition(": ")
            group = 1_000 * LABELS.index(label) + counted[label] // TOGETHER
            counted[label] += 1
            found.append((label, line, group))
    return found


def taught_texts() -> list[str]:
    """Ordinary talk: what the offline engine learns intents from, answers aside."""
    return [one.text for one in taught_utterances() if one.offered is None]


def digest_of_lines() -> str:
    """Of the lines that were written for this, and of what their words are about."""
    files = [*sorted(LINES.glob("*.txt")), WORDS]
    return hashlib.sha256(b"\0".join(path.read_bytes() for path in files)).hexdigest()[:16]


def _own(text: str) -> str:
    return part_words(text).own


def _matrix(lines: list[str]) -> csr_matrix:
    signs = [signs_of(line) for line in lines]
    rows = np.repeat(np.arange(len(lines)), [len(one) for one in signs])
    columns = np.concatenate([list(one) for one in signs])
    return csr_matrix((np.concatenate([list(one.values()) for one in signs]), (rows, columns)), (len(lines), BUCKETS))


def _fitted(matrix: csr_matrix, labels: NDArray[np.str_], counts: NDArray[np.float64]) -> LogisticRegression:
    return LogisticRegression(C=REACH, max_iter=MOST_STEPS).fit(matrix, labels, counts)


def _in_parts(
    matrix: csr_matrix, labels: NDArray[np.str_], groups: NDArray[np.int_], counts: NDArray[np.float64]
) -> NDArray[np.float64]:
    """The chance that each line is about neither, from those of other parts."""
    neither = np.zeros(len(labels))
    for known, unknown in GroupKFold(PARTS).split(matrix, labels, groups):
        model = _fitted(matrix[known], labels[known], counts[known])
        neither[unknown] = model.predict_proba(matrix[unknown])[:, list(model.classes_).index(NEITHER)]
    return neither


def _tell(neither: NDArray[np.float64], labels: NDArray[np.str_], counts: NDArray[np.float64]) -> None:
    heard, ordinary = neither <= 1 - LIKELY, counts == 1
    for what, chosen in (
        *((f"{label}, heard", labels == label) for label in LABELS[1:]),
        ("alike and neither, taken", (labels == NEITHER) & ~ordinary),
        ("grave words in ordinary talk, taken", ordinary),
    ):
        print(f"{what}: {heard[chosen].mean():.1%} of {chosen.sum()}", file=sys.stderr)


if __name__ == "__main__":
    main()
