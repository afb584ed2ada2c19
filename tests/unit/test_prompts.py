"""Every text that a model reads is pinned, and none changes without a new version."""

from dataclasses import asdict, replace
from json import dumps
from pathlib import Path

import pytest

from shared import prompts
from shared.prompts import Pinned, PromptError, load_prompt, read_prompt

pytestmark = pytest.mark.row("U5")

GOOD = '+++\nname = "greet"\nversion = 3\n+++\n\nSay hello.\n'


def _lock(monkeypatch: pytest.MonkeyPatch, folder: Path, entries: list[Pinned]) -> None:
    lock = folder / "prompts.lock"
    lock.write_text(dumps([asdict(entry) for entry in entries]))
    monkeypatch.setattr(prompts, "LOCK", lock)


def _text(folder: Path, content: str) -> Path:
    path = folder / "responder" / "prompts" / "greet.md"
    path.parent.mkdir(parents=True)
    path.write_text(content, encoding="utf-8")
    return path


def test_the_lock_holds_the_texts_as_they_are() -> None:
    assert prompts.pinned_prompts() == prompts.load_prompts()
    prompts.verify_prompts()


def test_the_texts_of_the_services_are_pinned_beside_the_cards() -> None:
    names = {entry.name for entry in prompts.load_prompts()}
    assert {"intents/help", "classifier/classify", "responder/offer_to_remember"} <= names


def test_a_text_that_changed_and_kept_its_version_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    first, *others = prompts.load_prompts()
    _lock(monkeypatch, tmp_path, [replace(first, sha256="another text"), *others])
    with pytest.raises(PromptError, match=first.name):
        prompts.write_lock()


def test_a_text_that_is_not_pinned_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    _lock(monkeypatch, tmp_path, prompts.load_prompts()[1:])
    with pytest.raises(PromptError, match="make prompts"):
        prompts.verify_prompts()


def test_a_text_is_read_with_its_name_and_version(tmp_path: Path) -> None:
    read = read_prompt(_text(tmp_path, GOOD))
    assert (read.name, read.version, read.text) == ("greet", 3, "Say hello.")


@pytest.mark.parametrize(
    ("was", "broken"),
    [
        ("+++\nname", "name"),
        ("Say hello.", ""),
        ('"greet"', '"greed"'),
        ("version = 3", "version = 0"),
        ("version = 3\n", ""),
        ("version", "versoin"),
    ],
)
def test_a_broken_text_is_refused_and_its_file_named(tmp_path: Path, was: str, broken: str) -> None:
    with pytest.raises(PromptError, match=r"responder/greet\.md"):
        read_prompt(_text(tmp_path, GOOD.replace(was, broken)))


def test_the_classifiers_text_has_a_place_for_the_cards() -> None:
    assert load_prompt("classifier", "classify").text.count("{{intents}}") == 1
