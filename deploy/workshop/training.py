"""`make train`: from labelled utterances to the offline engine's weights. The same utterances make the same weights.

How much the reader counts, and how sure a probability makes, is measured on utterances that neither the reader nor the
linear model had seen: those kept back from the reader, each read by a linear model that was trained on other parts.
"""

import sys
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix, hstack
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GroupKFold

from deploy.workshop.lessons import Example, examples
from shared.embedding.embedder import DIMENSIONS
from shared.llm.offline.answer_features import answer_features
from shared.llm.offline.features import BUCKETS, Features, Setting, features_of
from shared.llm.offline.labelled import digest, read, training_files
from shared.llm.offline.linear import WEIGHTS
from shared.llm.offline.reader import READER, TASKS, held_out, reader_scores

PARTS = 5
MOST_STEPS = 300
WEIGH_BUCKETS, WEIGH_EMBEDDING, WEIGH_VOTES = 2.5, 2.5, 0.7
"""How far each kind of feature may reach: tried on the parts, see docs/log.md."""
SURE = 0.955
"""Of what is read with a confidence of 0.6 or more, so much is to be right."""
AT = 0.6
FEW = 30
"""Readings that a share is worth reckoning from."""
SHARES = (0.0, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 1.0)

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Lesson:
    """What one model learns from."""

    task: str
    found: list[Example]
    matrix: csr_matrix
    scale: Floats

    @property
    def labels(self) -> NDArray[np.str_]:
        """The right label of each example."""
        return np.array([one.label for one in self.found])


def main() -> None:
    """Trains all models and writes the weights."""
    found = examples(read(training_files()))
    stored: dict[str, NDArray[np.generic]] = {"digest": np.array(digest(training_files()))}
    for task in TASKS:
        stored |= trained(lesson(task, [one for one in found if one.task == task]))
    np.savez_compressed(WEIGHTS, **stored)  # type: ignore[arg-type]  # the stub forgets that any array will do
    print(f"{WEIGHTS.name}: {WEIGHTS.stat().st_size / 1e6:.1f} MB", file=sys.stderr)


def lesson(task: str, found: list[Example]) -> Lesson:
    """The examples of a task as numbers."""
    features = [_features(one) for one in found]
    width = len(features[0].dense) - DIMENSIONS
    scale = np.array([WEIGH_EMBEDDING] * DIMENSIONS + [WEIGH_VOTES] * width)
    return Lesson(task, found, _matrix(features, scale), scale)


def _features(one: Example) -> Features:
    if one.task == "answer" and one.offered is not None:
        return answer_features(one.parted, one.offered)
    return features_of(one.parted, Setting(one.in_project, one.offered is not None))


def _matrix(features: Sequence[Features], scale: Floats) -> csr_matrix:
    rows = np.concatenate([np.full(len(one.buckets), number) for number, one in enumerate(features)])
    columns = np.concatenate([one.buckets for one in features])
    weights = np.concatenate([one.weights for one in features]) * WEIGH_BUCKETS
    grams = csr_matrix((weights, (rows, columns)), shape=(len(features), BUCKETS))
    return hstack([grams, csr_matrix(np.array([one.dense for one in features]) * scale)]).tocsr()


def trained(lesson: Lesson) -> dict[str, NDArray[np.generic]]:
    """The weights of one model, the reader's share beside it, and how sure their probabilities make."""
    share, chances, right = together(lesson, unseen(lesson))
    sure_at, sure = calibrated(chances, right)
    model = _fitted(lesson.matrix, lesson.labels)
    weights, bias = model.coef_, model.intercept_
    if len(model.classes_) == 2:  # noqa: PLR2004  # scikit-learn keeps one row for two labels
        weights, bias = np.vstack([-weights / 2, weights / 2]), np.array([-bias[0] / 2, bias[0] / 2])
    parts: dict[str, NDArray[np.generic]] = {
        "labels": model.classes_.astype(str),
        "buckets": (weights[:, :BUCKETS] * WEIGH_BUCKETS).astype(np.float16),
        "dense": (weights[:, BUCKETS:] * lesson.scale).astype(np.float32),
        "bias": bias.astype(np.float32),
        "sure_at": sure_at.astype(np.float32),
        "sure": sure.astype(np.float32),
        "share": np.array(share, np.float32),
    }
    return {f"{lesson.task}.{name}": part for name, part in parts.items()}


def _fitted(matrix: csr_matrix, labels: NDArray[np.str_]) -> LogisticRegression:
    return LogisticRegression(max_iter=MOST_STEPS, tol=1e-3).fit(matrix, labels)


def unseen(lesson: Lesson) -> Floats:
    """For each example the logarithm of each label's chance, by a linear model that did not know it."""
    labels, messages = lesson.labels, {one.message: number for number, one in enumerate(lesson.found)}
    groups = [messages[one.message] for one in lesson.found]
    found = np.zeros((len(labels), len(TASKS[lesson.task])))
    for known, unknown in GroupKFold(PARTS).split(lesson.matrix, labels, groups):
        model = _fitted(lesson.matrix[known], labels[known])
        found[unknown] = np.log(model.predict_proba(lesson.matrix[unknown]) + 1e-9)
    _tell(lesson, found, "linear alone")
    return found


def together(lesson: Lesson, linear: Floats) -> tuple[float, Floats, NDArray[np.bool_]]:
    """The share of the reader that makes the kept back examples likeliest; what is heard then, and whether rightly."""
    kept = [number for number, one in enumerate(lesson.found) if held_out(one.message)]
    aside = Lesson(lesson.task, [lesson.found[number] for number in kept], lesson.matrix[kept], lesson.scale)
    if not READER.exists():
        chances = np.exp(linear[kept])
        return 0.0, chances.max(axis=1), _right(aside, chances)
    heard = np.array([reader_scores(lesson.task, one.given) for one in aside.found])
    _tell(aside, linear[kept], "linear, kept back")
    _tell(aside, heard, "reader, kept back")
    mixed = {share: _mixed(linear[kept], heard, share) for share in SHARES}
    place = [TASKS[lesson.task].index(label) for label in aside.labels]
    share = max(SHARES, key=lambda one: float(np.log(mixed[one][range(len(place)), place] + 1e-9).mean()))
    _tell(aside, mixed[share], f"both, the reader's share {share}")
    return share, mixed[share].max(axis=1), _right(aside, mixed[share])


def _mixed(linear: Floats, reader: Floats, share: float) -> Floats:
    scores = (1 - share) * linear + share * reader
    raised = np.exp(scores - scores.max(axis=1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=1, keepdims=True))


def _right(lesson: Lesson, scores: Floats) -> NDArray[np.bool_]:
    said = [TASKS[lesson.task][place] for place in scores.argmax(axis=1)]
    return np.array([label in {one.label, *one.also} for label, one in zip(said, lesson.found, strict=True)])


def _tell(lesson: Lesson, scores: Floats, what: str) -> None:
    print(f"{lesson.task}: {what}: {_right(lesson, scores).mean():.1%} of {len(lesson.found)}", file=sys.stderr)


def calibrated(chances: Floats, right: NDArray[np.bool_]) -> tuple[Floats, Floats]:
    """Points of a rising line from probability to confidence: 0.6 stands where all above it is nearly always right."""
    order = np.argsort(-chances)
    shares = np.cumsum(right[order]) / np.arange(1, len(order) + 1)
    enough = [place for place in range(min(FEW, len(order) - 1), len(order)) if shares[place] >= SURE]
    threshold = min(0.97, float(chances[order[enough[-1]]])) if enough else 0.97
    print(f"  0.6 stands at {threshold:.2f}; {np.mean(chances >= threshold):.0%} are as sure", file=sys.stderr)
    return np.array([0.0, threshold, 1.0]), np.array([0.0, AT, 1.0])


if __name__ == "__main__":
    main()
