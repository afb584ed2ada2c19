"""What the offline engine says is what its golden files have; `make accept` takes over what is said now."""

from pathlib import Path

import pytest

from tests.golden.families import FAMILIES
from tests.golden.golden_file import GoldenFile, read_cases, written


@pytest.mark.row("U2", "U6", "M1", "M19", "M29", "P5")
@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
def test_what_is_said_is_what_was_accepted(family: GoldenFile) -> None:
    accepted, now = family.accepted(), family.now()
    assert now
    assert {case: now.get(case) for case in accepted} == accepted
    assert now.keys() <= accepted.keys()


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
def test_a_file_is_as_it_would_be_written(family: GoldenFile) -> None:
    assert family.path.read_text(encoding="utf-8") == written(family.about, family.accepted())


def test_what_is_written_is_read_again() -> None:
    cases = {"en: hi": ("Hello.", "", "  How are you?"), "en: hm": ()}
    assert read_cases(written("How it is said.", cases)) == cases


def test_accepting_takes_over_what_is_said_and_names_what_changed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("tests.golden.golden_file.FOLDER", tmp_path)
    before = GoldenFile("said", "Said.", lambda case: (case.upper(),), lambda: ("one", "two"))
    assert before.accept() == ["one", "two"]
    after = GoldenFile("said", "Said.", lambda case: (case.upper() if case == "one" else "2",))
    assert after.now() != after.accepted()
    assert after.accept() == ["two"]
    assert after.now() == after.accepted() == {"one": ("ONE",), "two": ("2",)}
