"""A knob that nothing reads is a promise that nobody keeps."""

import ast
import re

import pytest

from shared.settings import KNOWN, PREFIX, misspelt_settings
from tests.shape.source import PRODUCT, ROOT, modules

OF_OURSELVES = {
    *("HOLDFAST_DATABASE_FOLDER", "HOLDFAST_MODEL_FILE", "HOLDFAST_RUNNER_FILE"),  # a start tells its own services
    *("HOLDFAST_FAILPOINTS", "HOLDFAST_LIVE_ANTHROPIC_KEY", "HOLDFAST_TEST_SERVERS", "HOLDFAST_TEST_SIZE"),  # of tests
}
"""Settings that nobody sets by hand."""
NAMED = re.compile(r"HOLDFAST_[A-Z_]*[A-Z]")


def test_every_setting_is_read_somewhere() -> None:
    read = {
        node.attr
        for module in modules(*PRODUCT)
        for node in module.nodes
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load)
    }
    fields = {
        (f"{node.name}.{entry.target.id}", entry.target.id)
        for module in modules(*PRODUCT)
        if module.path.name in {"settings.py", "migrate.py"}
        for node in module.classes()
        for entry in node.body
        if isinstance(entry, ast.AnnAssign) and isinstance(entry.target, ast.Name)
    }
    assert not {full for full, name in fields if name not in read}


def test_every_setting_is_known_to_who_looks_for_misspelt_ones() -> None:
    known = set(KNOWN.read_text().split())
    fields = {
        f"{PREFIX}{entry.target.id.upper()}"
        for module in modules(*PRODUCT)
        if module.path.name in {"settings.py", "migrate.py"}
        for node in module.classes()
        if node.name.endswith("Settings")
        for entry in node.body
        if isinstance(entry, ast.AnnAssign) and isinstance(entry.target, ast.Name)
    }
    written = {name for module in modules(*PRODUCT) for name in NAMED.findall(module.path.read_text())}
    of_others = {name for name in fields if "_ANTHROPIC_" in name}  # read without our prefix
    assert (fields | written) - known - of_others == set()


def test_every_setting_that_is_for_people_stands_in_a_document() -> None:
    told = "".join(path.read_text() for path in (ROOT / "README.md", ROOT / "docs/running.md"))
    assert {name for name in KNOWN.read_text().split() if f"`{name}`" not in told} == OF_OURSELVES


def test_a_misspelt_setting_is_named_with_what_may_have_been_meant(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOLDFAST_CONCURENCY", "4")
    told = "HOLDFAST_CONCURENCY is no setting and nobody reads it. Was HOLDFAST_CONCURRENCY meant?"
    assert told in misspelt_settings()
