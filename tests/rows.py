"""The rows of the product and the tests that prove them: `python -m tests.rows` prints the list.

Loaded as a plugin into every run, so that a test cannot name a row that does not exist.
"""

import re
import sys
from collections import defaultdict
from collections.abc import Sequence
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

import pytest

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
        self.tests: dict[str, dict[str, bool]] = defaultdict(dict)
        """Of each row the tests, and whether only `make test-all` runs any of it."""

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        for item in session.items:
            for row in rows_of(item):
                test = item.nodeid.split("[")[0]
                self.tests[row][test] = self.tests[row].get(test, True) and bool(item.get_closest_marker("full"))


def main() -> int:
    """Prints each row with its tests; fails when a row has none that `make test` runs."""
    collected = _Collected()
    with redirect_stdout(StringIO()) as said:
        code = pytest.main(["--collect-only", "--quiet"], plugins=[collected])
    if code:
        print(said.getvalue())
    for row, promise in promises().items():
        print(f"{row}  {promise}")
        for test, later in collected.tests.get(row, {"no test": False}).items():
            print(f"      {test}{'  (make test-all)' if later else ''}")
    return int(code) or any(all(collected.tests.get(row, {}).values()) for row in promises())


if __name__ == "__main__":
    sys.exit(main())
