"""The lock's check finds what would otherwise be found by the person who installs."""

from pathlib import Path

import pytest

from deploy.tools import lock


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The lock of the services in a folder where it may be damaged."""
    for name in ("services", "run"):
        (tmp_path / f"{name}.txt").write_text((lock.FOLDER / f"{name}.txt").read_text())
    monkeypatch.setattr(lock, "FOLDER", tmp_path)
    return tmp_path / "services.txt"


def test_the_locks_as_they_stand_fit() -> None:
    assert [fault for group in lock.EARLIER for fault in lock.faults_of(group)] == []


@pytest.mark.parametrize(
    ("before", "after", "says"),
    [
        ("asyncpg==", "somebody-else==", "does not hold asyncpg"),
        ("asyncpg==", "asyncpg>=", "lacks its version"),
        ("--hash=sha256:", "--hash=md5:", "lacks its version or its hashes"),
        ("alembic==", "-i https://index.example/\nalembic==", "names a place"),
        ("--hash=sha256:", "--hash=sha256:", "was made for another pyproject.toml"),
    ],
)
def test_damage_is_named(copy: Path, before: str, after: str, says: str) -> None:
    text = copy.read_text().replace(before, after)
    copy.write_text(text.replace(lock.digest_of("services"), "another") if before == after else text)
    assert any(says in fault for fault in lock.faults_of("services"))


def test_two_locks_that_disagree_are_named(copy: Path) -> None:
    version = next(pin.version for pin in lock.pins_in(copy) if pin.name == "asyncpg")
    copy.write_text(copy.read_text().replace(f"asyncpg=={version}", "asyncpg==0.1"))
    assert "run.txt and services.txt disagree about asyncpg; run: make lock" in list(lock.faults_of("run"))


def test_every_lock_holds_only_what_a_public_index_serves_to_everybody() -> None:
    for group in lock.EARLIER:
        text = (lock.FOLDER / f"{group}.txt").read_text()
        assert not {word for word in ("http:", "https:", "file:", "+cpu", "/opt", "/work") if word in text}
