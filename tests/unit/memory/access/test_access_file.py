"""The file of categories is read again when it is asked for; one that cannot be used changes nothing."""

import logging
from pathlib import Path

import pytest

from services.memory.access.access_file import LARGEST, AccessFile
from shared.settings import SettingError
from tests.unit.memory.access.test_grants import SMALL

pytestmark = pytest.mark.row("M13")


def test_a_file_that_cannot_be_used_stops_the_start(tmp_path: Path) -> None:
    path = tmp_path / "categories.yaml"
    with pytest.raises(SettingError) as away:
        AccessFile(path)
    assert str(away.value) == "HOLDFAST_CATEGORIES is wrong: the file cannot be read (No such file or directory)"
    for content, said in (
        (
            SMALL.replace("[tasks]", "[moods]").encode(),
            "the agent “helper” sees “moods”, which is no category of this file",
        ),
        (b"\xff\xfe", "the file is no text in UTF-8"),
        (b" " * (LARGEST + 1), f"the file has more than {LARGEST} bytes"),
    ):
        path.write_bytes(content)
        with pytest.raises(SettingError) as wrong:
            AccessFile(path)
        assert str(wrong.value) == f"HOLDFAST_CATEGORIES is wrong: {said}"


async def test_a_change_counts_once_it_is_over(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "holdfast")
    path = tmp_path / "categories.yaml"
    path.write_text(SMALL)
    file = AccessFile(path)
    await file.follow()
    await file.follow()
    path.write_text(SMALL.replace("[tasks]", "[tasks, "))
    await file.follow()
    path.write_text(SMALL.replace("[tasks]", "[tasks, diary]"))
    await file.follow()
    assert caplog.records == [], "it was being written"
    await file.follow()
    assert file.access.agents["helper"].sees == {"tasks", "diary"}
    path.unlink()
    for _ in range(4):
        await file.follow()
    assert file.access.agents["helper"].sees == {"tasks", "diary"}
    path.write_text(SMALL)
    for _ in range(4):
        await file.follow()
    assert file.access.agents["helper"].sees == {"tasks"}
    assert [record.msg for record in caplog.records] == ["categories_read", "categories_kept", "categories_read"]


def test_a_new_file_counts_and_a_bad_one_leaves_what_was_and_says_so(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "holdfast")
    path = tmp_path / "categories.yaml"
    path.write_text(SMALL)
    file = AccessFile(path)
    path.write_text(SMALL.replace("[tasks]", "[tasks, diary]"))
    file.reload()
    assert file.access.agents["helper"].sees == {"tasks", "diary"}
    for bad in (SMALL.replace("all", "some"), None):
        path.write_text(bad) if bad else path.unlink()
        file.reload()
        assert file.access.agents["helper"].sees == {"tasks", "diary"}
    assert [record.msg for record in caplog.records] == ["categories_read", "categories_kept", "categories_kept"]
    assert "must be all or rag" in str(vars(caplog.records[1])["fields"])
