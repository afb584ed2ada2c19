"""The page that shows how a turn flows."""

from pathlib import Path

import pytest

from deploy.tools import turn_page


def test_files_stand_by_service_each_with_what_it_says_of_itself() -> None:
    page = turn_page.page_text(["shared/clock.py", "services/router/routing.py", "services/router/verifying.py"])
    lines = page.splitlines()
    assert lines.index("## services/router") < lines.index("## shared/clock.py")
    verifying = next(line for line in lines if line.startswith("- [`verifying.py`](../services/router/verifying.py): "))
    assert verifying.endswith("does it make sense?")


def test_the_page_is_stale_once_a_file_that_it_names_is_gone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(turn_page, "FILE", tmp_path / "a-turn.md")
    turn_page.FILE.write_text(turn_page.page_text(["services/router/routing.py"]))
    assert turn_page.page_again() == turn_page.FILE.read_text()
    turn_page.FILE.write_text(turn_page.FILE.read_text().replace("routing.py", "rooting.py"))
    assert turn_page.page_again() != turn_page.FILE.read_text()
