"""The page that shows how a turn flows: the files that one line runs through, each with what it says of itself."""

import ast
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FILE = ROOT / "docs" / "a-turn.md"
_NAMED = re.compile(r"^- \[[^]]+\]\(\.\./([^)]+)\)", re.MULTILINE)


def page_text(files: Sequence[str]) -> str:
    """The whole page, of these files in their order."""
    head = Path(__file__).with_suffix(".md").read_text(encoding="utf-8")
    return "\n".join([head.format(count=len(files)), *_sections(files)])


def page_again() -> str:
    """The page of the files that it names now; one that is gone is left out, so that the page is stale."""
    named = _NAMED.findall(FILE.read_text(encoding="utf-8"))
    return page_text([file for file in named if (ROOT / file).exists()])


def _sections(files: Sequence[str]) -> Iterator[str]:
    """A section for each service and for each shared room."""
    rooms: dict[str, list[str]] = {}
    for file in files:
        rooms.setdefault("/".join(Path(file).parts[:2]), []).append(file)
    for room in sorted(rooms, key=lambda room: not room.startswith("services")):
        lines = (f"- [`{file.removeprefix(f'{room}/')}`](../{file}): {_says(file)}" for file in rooms[room])
        yield "\n".join([f"## {room}", "", *lines, ""])


def _says(file: str) -> str:
    told = ast.get_docstring(ast.parse((ROOT / file).read_text(encoding="utf-8"))) or ""
    return told.partition("\n")[0]
