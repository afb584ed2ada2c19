"""The two sizes of the suite: all of it, and what `make test` runs in minutes (`HOLDFAST_TEST_SIZE=quick`).

Plain `pytest` leaves nothing out. In the quick size a search tries fewer examples (`sized`), and what is marked `full`
is left to `make test-all`; the mark says what proves the same thing meanwhile. Of what is marked `thinned(3)`,
where two parameters are crossed, every third variation is tried: each value of the one with a third of the other's.
"""

import os
from collections import defaultdict
from typing import TypeVar

import pytest

T = TypeVar("T")
CROSSED = 2
QUICK = os.environ.get("HOLDFAST_TEST_SIZE") == "quick"


def sized(quick: T, full: T) -> T:
    """How many of something to try, or which."""
    return quick if QUICK else full


def pytest_configure(config: pytest.Config) -> None:
    """The marks of what only `make test-all` runs, or runs whole."""
    config.addinivalue_line("markers", "thinned(of): `make test` tries one of so many crossed variations")
    config.addinivalue_line("markers", "full(instead): left to `make test-all`; what proves it in `make test`")


def pytest_report_header() -> str:
    """Says what is left out, before anything runs."""
    return "size: quick (`make test-all` runs everything)" if QUICK else "size: full"


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leaves the marked tests to the full size, and says how many."""
    nameless = [item.nodeid for item in items for mark in item.iter_markers("full") if not mark.args]
    if nameless:
        raise pytest.UsageError("What proves these in `make test`? " + ", ".join(nameless))
    if QUICK:
        later = [item for item in items if is_full(item)]
        items[:] = [item for item in items if not is_full(item)]
        config.hook.pytest_deselected(items=later)


def is_full(item: pytest.Item) -> bool:
    """Whether only `make test-all` runs it."""
    return item.get_closest_marker("full") is not None or _is_thinned_out(item)


_PLACES: defaultdict[str, dict[str, int]] = defaultdict(dict)
"""Of each parameter of a test its values, in the order in which they came."""


def _is_thinned_out(item: pytest.Item) -> bool:
    mark = item.get_closest_marker("thinned")
    values: dict[str, object] = getattr(getattr(item, "callspec", None), "params", {})
    if mark is None or len(values) < CROSSED:
        return False
    test = item.nodeid.partition("[")[0]
    seen = [(_PLACES[f"{test} {name}"], repr(value)) for name, value in values.items()]
    return bool(sum(places.setdefault(value, len(places)) for places, value in seen) % mark.args[0])
