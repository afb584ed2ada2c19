"""A golden file: cases, each a line, and below it, indented, what comes of it."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parent
INDENT, EMPTY = "  ", "¶"
"""A line of what is said that is empty stands as a sign: an editor would strip its blanks."""

Told = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GoldenFile:
    """One family of sentences."""

    name: str
    about: str
    """The file's first line."""
    says: Callable[[str], Iterable[str]]
    """What comes of a case now."""
    cases: Callable[[], Iterable[str]] | None = None
    """Which there are; where nothing makes them, they are those of the file."""

    @property
    def path(self) -> Path:
        """Where it is."""
        return FOLDER / f"{self.name}.txt"

    def accepted(self) -> dict[str, Told]:
        """What the file has."""
        return read_cases(self.path.read_text(encoding="utf-8")) if self.path.exists() else {}

    def now(self) -> dict[str, Told]:
        """What would be in it."""
        cases = self.accepted() if self.cases is None else self.cases()
        return {case: tuple(line for said in self.says(case) for line in said.split("\n")) for case in cases}

    def accept(self) -> list[str]:
        """Writes it anew; which cases are others now."""
        before, now = self.accepted(), self.now()
        self.path.write_text(written(self.about, now), encoding="utf-8")
        return [case for case in {**before, **now} if before.get(case) != now.get(case)]


def read_cases(text: str) -> dict[str, Told]:
    """The cases of a file and what comes of each."""
    blocks = [block.splitlines() for block in text.strip().split("\n\n") if not block.startswith("#")]
    return {case: tuple(_unwritten(line) for line in told) for case, *told in blocks}


def written(about: str, cases: Mapping[str, Told]) -> str:
    """The file."""
    blocks = ["\n".join([case, *(f"{INDENT}{line or EMPTY}" for line in told)]) for case, told in cases.items()]
    return "\n\n".join([f"# {about}", *blocks]) + "\n"


def _unwritten(line: str) -> str:
    line = line.removeprefix(INDENT)
    return "" if line == EMPTY else line
