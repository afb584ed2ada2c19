"""The first command that runs a test: what `make rows` says beside it."""

from enum import IntEnum

import pytest

IN_CHECK = ("tests/unit/", "tests/property/", "tests/contract/", "tests/shape/", "tests/integration/doors/")
"""What `make check` runs: folders that need no database."""
NOT_IN_CHECK = "tests/integration/doors/test_http_with_memory.py"
ON_IMAGES = "tests/integration/"
NOT_ON_IMAGES = "/test_embedded_"


class Tier(IntEnum):
    """The first command that runs a test; the later ones run it as well."""

    CHECK, TEST, ALL = range(3)

    @property
    def label(self) -> str:
        """As `make` calls it."""
        return ("check", "test", "test-all")[self]


def tier_of(item: pytest.Item) -> Tier:
    """Where a test runs first."""
    if item.get_closest_marker("full") is not None:
        return Tier.ALL
    checked = item.nodeid.startswith(IN_CHECK) and not item.nodeid.startswith(NOT_IN_CHECK)
    return Tier.CHECK if checked else Tier.TEST


def on_images(test: str) -> bool:
    """Whether `make test-containers` runs it too."""
    return test.startswith(ON_IMAGES) and NOT_ON_IMAGES not in test
