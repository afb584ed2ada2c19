"""`make train`: from labelled utterances to the offline engine's weights. The same utterances make the same weights.

Each model has three stages: what a text shows, its meaning as well, and the reader beside them. From which chance on a
stage is enough by itself is measured on examples that it had not seen.
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

from deploy.training.labelled import digest_of_lessons, taught_utterances
from deploy.training.training_examples import Example, line_examples
from shared.embedding.embedder import DIMENSIONS
from shared.offline.linear import BUCKETS, CLAUSE, LINE, WEIGHTS, Features, Setting, features_of
from shared.offline.reader import READER, TASKS, hears_language, held_out, reader_scores

PARTS = 5
MOST_STEPS = 300
WEIGH_BUCKETS, WEIGH_EMBEDDING, WEIGH_VOTES = 2.5, 2.5, 0.7
"""How far each kind of feature may reach: tried on the parts, see docs/log.md."""
ENOUGH = {"line": 0.955, "clause": 0.9}
"""When a stage is right so often, asking the next one no longer makes more of it right."""
NEVER = 2.0
SURE = 0.955
"""Of what is read with a confidence of 0.6 or more, so much is to be right."""
AT = 0.6
FEW = 30
"""Readings that a share is worth reckoning from."""
SHARES = (0.0, 0.1, 0.2, 0.3)
"""More of it is likelier on what is kept back, which is by the same hands as what it was taught, and worse on whole
cases by others: docs/log.md."""

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Numbers:
    """What one stage sees of each example."""

    matrix: csr_matrix
    scale: Floats
    """What the dense numbers were multiplied with."""


@dataclass(frozen=True)
class Lesson:
    """What one model learns from."""

    task: str
    found: list[Example]
    shown: Numbers
    meant: Numbers

    @property
    def labels(self) -> NDArray[np.str_]:
        """The right label of each example."""
        return np.array([one.label for one in self.found])


def main() -> None:
    """Trains all models and writes the weights."""
    found = line_examples(taught_utterances())
    stored: dict[str, NDArray[np.generic]] = {"digest": np.array(digest_of_lessons())}
    for task in (LINE, CLAUSE):
        stored |= train_model(make_lesson(task, [one for one in found if one.task == task]))
    np.savez_compressed(WEIGHTS, **stored)  # type: ignore[arg-type]  # the stub forgets that any array will do
    print(f"{WEIGHTS.name}: {WEIGHTS.stat().st_size / 1e6:.1f} MB", file=sys.stderr)


def make_lesson(task: str, found: list[Example]) -> Lesson:
    """The examples of a task as numbers."""
    features = [_features(one) for one in found]
    grams = _grams(features)
    shown = np.array([one.shown for one in features], np.float64)
    meant = np.array([one.meant() for one in features], np.float64)
    votes = np.full(shown.shape[1], WEIGH_VOTES)
    nearness = np.full(meant.shape[1] - DIMENSIONS, WEIGH_VOTES)
    both = np.concatenate([np.full(DIMENSIONS, WEIGH_EMBEDDING), nearness, votes])
    return Lesson(task, found, _numbers(grams, shown, votes), _numbers(grams, np.hstack([meant, shown]), both))


def _numbers(grams: csr_matrix, dense: Floats, scale: Floats) -> Numbers:
    return Numbers(hstack([grams, csr_matrix(dense * scale)]).tocsr(), scale)


def _features(one: Example) -> Features:
    return features_of(one.parted, Setting(one.in_project, one.offered is not None))


def _grams(features: Sequence[Features]) -> csr_matrix:
    rows = np.concatenate([np.full(len(one.buckets), number) for number, one in enumerate(features)])
    columns = np.concatenate([one.buckets for one in features])
    weights = np.concatenate([one.weights for one in features]) * WEIGH_BUCKETS
    return csr_matrix((weights, (rows, columns)), shape=(len(features), BUCKETS))


def train_model(lesson: Lesson) -> dict[str, NDArray[np.generic]]:
    """The weights of one model, the reader's share beside it, and how sure their probabilities make."""
    shown, meant = (
        score_unseen(lesson, lesson.shown, "what is shown"),
        score_unseen(lesson, lesson.meant, "and its meaning"),
    )
    shown_enough, meant_enough = find_threshold(lesson, shown), find_threshold(lesson, meant)
    kept = [number for number, one in enumerate(lesson.found) if held_out(one.message)]
    found = [lesson.found[number] for number in kept]
    share, chances = mix_readers(found, meant[kept])
    for stage, until in ((meant, meant_enough), (shown, shown_enough)):
        alone = np.exp(stage[kept])
        chances = np.where(alone.max(axis=1, keepdims=True) >= until, alone, chances)
    _tell(found, chances, "in stages")
    sure_at, sure = calibrate_chances(chances.max(axis=1), _right(found, chances))
    parts: dict[str, NDArray[np.generic]] = {
        "labels": np.unique(lesson.labels).astype(str),
        **_weights("shown", lesson.shown, lesson.labels, shown_enough),
        **_weights("meant", lesson.meant, lesson.labels, meant_enough),
        "share": np.array(share, np.float32),
        "sure_at": sure_at.astype(np.float32),
        "sure": sure.astype(np.float32),
    }
    return {f"{lesson.task}.{name}": part for name, part in parts.items()}


def _weights(name: str, seen: Numbers, labels: NDArray[np.str_], until: float) -> dict[str, NDArray[np.generic]]:
    """Its weights, a row for each number, from all examples."""
    model = _fitted(seen.matrix, labels)
    weights, bias = model.coef_, model.intercept_
    if len(model.classes_) == 2:  # noqa: PLR2004  # scikit-learn keeps one row for two labels
        weights, bias = np.vstack([-weights / 2, weights / 2]), np.array([-bias[0] / 2, bias[0] / 2])
    return {
        f"{name}.buckets": np.ascontiguousarray(weights[:, :BUCKETS].T * WEIGH_BUCKETS).astype(np.float16),
        f"{name}.dense": np.ascontiguousarray((weights[:, BUCKETS:] * seen.scale).T).astype(np.float32),
        f"{name}.bias": bias.astype(np.float32),
        f"{name}.enough": np.array(until, np.float32),
    }


def _fitted(matrix: csr_matrix, labels: NDArray[np.str_]) -> LogisticRegression:
    return LogisticRegression(max_iter=MOST_STEPS, tol=1e-3).fit(matrix, labels)


def score_unseen(lesson: Lesson, seen: Numbers, what: str) -> Floats:
    """For each example the logarithm of each label's chance, by a linear model that did not know it."""
    labels, messages = lesson.labels, {one.message: number for number, one in enumerate(lesson.found)}
    groups = [messages[one.message] for one in lesson.found]
    found = np.zeros((len(labels), len(TASKS[lesson.task])))
    for known, unknown in GroupKFold(PARTS).split(seen.matrix, labels, groups):
        model = _fitted(seen.matrix[known], labels[known])
        found[unknown] = np.log(model.predict_proba(seen.matrix[unknown]) + 1e-9)
    _tell(lesson.found, found, what)
    return found


def find_threshold(lesson: Lesson, scores: Floats) -> float:
    """From which chance on a stage is right often enough to be the last; above 1 when it never is."""
    chances, shares = _shares_right(np.exp(scores).max(axis=1), _right(lesson.found, scores))
    places = np.flatnonzero(shares[FEW:] >= ENOUGH[lesson.task])
    until = float(chances[FEW:][places[-1]]) if len(places) else NEVER
    print(f"  enough from {until:.2f}; {np.mean(chances >= until):.0%} are as sure", file=sys.stderr)
    return until


def mix_readers(found: Sequence[Example], linear: Floats) -> tuple[float, Floats]:
    """The share of the reader that makes the kept back examples likeliest, and what is heard then."""
    if not READER.exists():
        return 0.0, np.exp(linear)
    task = found[0].task
    heard = np.array([reader_scores(task, one.given) for one in found])
    _tell(found, linear, "linear, kept back")
    _tell(found, heard, "reader, kept back")
    heard = np.where([[hears_language(one.language)] for one in found], heard, linear)
    mixed = {share: _mixed(linear, heard, share) for share in SHARES}
    place = [TASKS[task].index(one.label) for one in found]
    share = max(SHARES, key=lambda one: float(np.log(mixed[one][range(len(place)), place] + 1e-9).mean()))
    _tell(found, mixed[share], f"both, the reader's share {share}")
    return share, mixed[share]


def _mixed(linear: Floats, reader: Floats, share: float) -> Floats:
    scores = (1 - share) * linear + share * reader
    raised = np.exp(scores - scores.max(axis=1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=1, keepdims=True))


def _right(found: Sequence[Example], scores: Floats) -> NDArray[np.bool_]:
    said = [TASKS[found[0].task][place] for place in scores.argmax(axis=1)]
    return np.array([label in {one.label, *one.also} for label, one in zip(said, found, strict=True)])


def _tell(found: Sequence[Example], scores: Floats, what: str) -> None:
    print(f"{found[0].task}: {what}: {_right(found, scores).mean():.1%} of {len(found)}", file=sys.stderr)


def _shares_right(chances: Floats, right: NDArray[np.bool_]) -> tuple[Floats, Floats]:
    """The chances, falling, and how much of what is at least as likely is right."""
    order = np.argsort(-chances)
    return chances[order], np.cumsum(right[order]) / np.arange(1, len(order) + 1)


def calibrate_chances(chances: Floats, right: NDArray[np.bool_]) -> tuple[Floats, Floats]:
    """Points of a rising line from probability to confidence: 0.6 stands where all above it is nearly always right."""
    falling, shares = _shares_right(chances, right)
    places = np.flatnonzero(shares[FEW:] >= SURE)
    threshold = min(0.97, float(falling[FEW:][places[-1]])) if len(places) else 0.97
    print(f"  0.6 stands at {threshold:.2f}; {np.mean(chances >= threshold):.0%} are as sure", file=sys.stderr)
    return np.array([0.0, threshold, 1.0]), np.array([0.0, AT, 1.0])


if __name__ == "__main__":
    main()
