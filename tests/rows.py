"""The rows of the product and the tests that prove them: `python -m tests.rows` prints the list.

Loaded as a plugin into every run, so that a test cannot name a row that does not exist.
"""

import re
import sys
from collections import defaultdict
from collections.abc import Mapping, Sequence
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

import pytest

from tests.first_tier import Tier, on_images, tier_of

ROWS = Path(__file__).parents[1] / "docs" / "rows.md"


def promises() -> dict[str, str]:
    """Each row's id and sentence, from docs/rows.md."""
    return dict(re.findall(r"^\| ([A-Z]\d+) \| (.+) \|$", ROWS.read_text(), re.MULTILINE))


def rows_of(item: pytest.Item) -> tuple[str, ...]:
    """The rows that a test says it proves."""
    return tuple(str(row) for mark in item.iter_markers("row") for row in mark.args)


def pytest_collection_modifyitems(items: Sequence[pytest.Item]) -> None:
    """Refuses a row that nobody wrote down."""
    known = promises()
    unknown = {f"{item.nodeid} names row {row}" for item in items for row in rows_of(item) if row not in known}
    if unknown:
        raise pytest.UsageError("docs/rows.md has no such row: " + "; ".join(sorted(unknown)))


class _Collected:
    """Hears what pytest collects."""

    def __init__(self) -> None:
        self.tests: dict[str, dict[str, Tier]] = defaultdict(dict)
        """Of each row the tests, and the first tier that runs any of it."""

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        for item in session.items:
            for row in rows_of(item):
                test = item.nodeid.split("[")[0]
                self.tests[row][test] = min(self.tests[row].get(test, Tier.ALL), tier_of(item))


def main() -> int:
    """Prints each row and its tests with the tier that proves it; fails when `make test` runs none of a row's."""
    collected = _Collected()
    with redirect_stdout(StringIO()) as said:
        code = pytest.main(["--collect-only", "--quiet"], plugins=[collected])
    if code:
        print(said.getvalue())
    for row, promise in promises().items():
        tests = collected.tests[row]
        print(f"{row}  {promise}  ({_proved(tests)})")
        for test, tier in sorted(tests.items(), key=lambda found: found[1]):
            print(f"      {tier.label:<8}  {test}{'  (and on the images)' if on_images(test) else ''}")
    return int(code) or any(min(collected.tests[row].values(), default=Tier.ALL) is Tier.ALL for row in promises())


def _proved(tests: Mapping[str, Tier]) -> str:
    """The first tier that proves a row, and whether the container images prove it too."""
    if not tests:
        return "no test"
    return min(tests.values()).label + (", containers" if any(map(on_images, tests)) else "")


if __name__ == "__main__":
    sys.exit(main())
