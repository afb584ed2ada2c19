"""A damaged model stops the start, and is named."""

import hashlib
from pathlib import Path

import pytest

from services.classifier.main import build
from services.classifier.settings import ClassifierSettings
from shared.embedding import embedder
from shared.offline import read_line
from shared.offline.reader import READER
from shared.trained_files import DamagedModelError, check_file

pytestmark = pytest.mark.row("O6")


@pytest.mark.parametrize("content", [b"half", b"", None])
def test_half_a_file_is_not_the_one_that_was_shipped(tmp_path: Path, content: bytes | None) -> None:
    file, whole = tmp_path / "model.onnx", b"half and half"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(DamagedModelError, match=r"model\.onnx is not the file that was shipped"):
        check_file(file, hashlib.sha256(whole).hexdigest())
    file.write_bytes(whole)
    check_file(file, hashlib.sha256(whole).hexdigest())


@pytest.mark.parametrize("damaged", ["embedder", "reader"])
async def test_a_service_does_not_start_with_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, damaged: str) -> None:
    if damaged == "embedder":
        monkeypatch.setattr(embedder, "MODEL", tmp_path)
    else:
        (tmp_path / "reader.onnx").write_bytes(READER.read_bytes()[:1000])
        monkeypatch.setattr(read_line, "READER", tmp_path / "reader.onnx")
    service = build(ClassifierSettings(nats_url="nats://classifier:x@127.0.0.1:1"), lambda: None)
    with pytest.raises(DamagedModelError):
        await service.start()
