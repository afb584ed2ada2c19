"""Every text that a model reads is pinned, and none changes without a new version."""

from dataclasses import asdict, replace
from json import dumps
from pathlib import Path

import pytest

from shared import prompts
from shared.prompts import Pinned, PromptError


def _lock(monkeypatch: pytest.MonkeyPatch, folder: Path, entries: list[Pinned]) -> None:
    lock = folder / "prompts.lock"
    lock.write_text(dumps([asdict(entry) for entry in entries]))
    monkeypatch.setattr(prompts, "LOCK", lock)


def test_the_lock_holds_the_texts_as_they_are() -> None:
    assert prompts.pinned() == prompts.prompts()
    prompts.verify()


def test_a_text_that_changed_and_kept_its_version_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    first, *others = prompts.prompts()
    _lock(monkeypatch, tmp_path, [replace(first, sha256="another text"), *others])
    with pytest.raises(PromptError, match=first.name):
        prompts.write()


def test_a_text_that_is_not_pinned_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    _lock(monkeypatch, tmp_path, prompts.prompts()[1:])
    with pytest.raises(PromptError, match="make prompts"):
        prompts.verify()
