"""Which of `make check`, `make test` and `make test-all` runs a test first."""

import re
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from tests import first_tier
from tests.first_tier import Tier, on_images, tier_of

MAKEFILE = (Path(__file__).parents[3] / "Makefile").read_text()


def a_test(name: str, *marks: str) -> pytest.Item:
    """As pytest has collected it."""
    return cast("pytest.Item", SimpleNamespace(nodeid=name, get_closest_marker=lambda mark: mark in marks or None))


def test_the_folders_of_check_are_the_makefiles() -> None:
    named = dict(re.findall(r"^(WITHOUT_SERVERS|DOORS) := (.+)$", MAKEFILE, re.MULTILINE))
    doors, left_out = named["DOORS"].split(" --ignore=")
    assert tuple(f"{folder}/" for folder in (*named["WITHOUT_SERVERS"].split(), doors)) == first_tier.IN_CHECK
    assert left_out == first_tier.NOT_IN_CHECK


@pytest.mark.parametrize(
    ("test", "tier"),
    [
        (a_test("tests/unit/deploy/test_first_tier.py::test"), Tier.CHECK),
        (a_test("tests/integration/doors/test_http_doors.py::test"), Tier.CHECK),
        (a_test("tests/integration/doors/test_http_with_memory.py::test"), Tier.TEST),
        (a_test("tests/browser/test_talking.py::test"), Tier.TEST),
        (a_test("tests/unit/deploy/test_first_tier.py::test", "full"), Tier.ALL),
    ],
)
def test_the_first_tier_that_runs_a_test(test: pytest.Item, tier: Tier) -> None:
    assert tier_of(test) is tier


def test_what_is_about_the_embedded_servers_does_not_run_on_the_images() -> None:
    assert on_images("tests/integration/test_servers.py::test")
    assert not on_images("tests/integration/test_embedded_servers.py::test")
    assert not on_images("tests/unit/deploy/test_first_tier.py::test")
