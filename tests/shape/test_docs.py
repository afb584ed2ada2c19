"""What the documents and the comments name is there: a stranger who looks for a file finds it."""

import ast
import io
import re
import tokenize
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.shape.source import PRODUCT, ROOT, Module, modules

OF_ANOTHER_TIME = {"log.md", "renames.md"}
"""What was true when it was written."""
FOLDERS = ("services", "shared", "deploy", "docs", "tests")
BACKTICKED = re.compile(r"`([^`]+)`")
NAMED_FILE = re.compile(r"(?<![\w./*-])/?[\w./-]*[\w-]\.(?:py|sql|toml)\b")
NAMED_FOLDER = re.compile(rf"(?<![\w./-])(?:{'|'.join(FOLDERS)})/[\w-]+(?:/[\w-]+)*/(?![\w.*…-])")
LINKED = re.compile(r"\]\((?!https?:)([^)#]+)[^)]*\)")
LOGGED = re.compile(r"^## (.+)\n(?:\n\*(\d{4}-\d\d-\d\d), `[0-9a-f]{7}`\*\n)?", re.MULTILINE)
LISTED = re.compile(r"^- (\d{4}-\d\d-\d\d): \[(.+)\]\(#(.+)\)$", re.MULTILINE)
CHANGE = re.compile(r"(## |### (Added|Changed|Fixed|Removed|Security)$|- .{1,138}$)")
OF_AN_IMAGE = "/docker-entrypoint-initdb.d/"


def documents() -> list[Path]:
    """What people read, the files of other times aside; decisions tell of the tree as it was."""
    own = [path for path in (ROOT / "docs").glob("*.md") if path.name not in OF_ANOTHER_TIME]
    return sorted([*ROOT.glob("*.md"), *own, ROOT / "tests/benchmarks/README.md"])


@cache
def places() -> frozenset[str]:
    """Every file and folder of ours, as it would end if somebody wrote only the last parts of its path."""
    found = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*") if "__pycache__" not in path.parts]
    parts = [path.relative_to(ROOT).parts for path in [*found, *ROOT.glob("*.toml")]]
    return frozenset("/".join(names[start:]) for names in parts for start in range(len(names)))


def missing_from(text: str) -> list[str]:
    """The files and folders that a text names and nobody finds."""
    named = [*NAMED_FILE.findall(text), *NAMED_FOLDER.findall(text)]
    return [name for name in named if name.rstrip("/") not in places() and not name.startswith(OF_AN_IMAGE)]


def remarks(module: Module) -> Iterator[tuple[int, str]]:
    """Docstrings, those of fields too, and comments."""
    for node in module.nodes:
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield node.lineno, node.value.value
    for token in tokenize.generate_tokens(io.StringIO(module.text).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string


def test_every_file_that_a_document_names_is_there() -> None:
    found = [
        f"{path.name}:{number}: {name}"
        for path in documents()
        for number, line in enumerate(path.read_text().splitlines(), 1)
        for quoted in BACKTICKED.findall(line)
        for name in missing_from(quoted)
    ]
    assert not found


def test_every_document_that_another_links_to_is_there() -> None:
    every = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
    found = [
        f"{path.name}: {target}"
        for path in every
        for target in LINKED.findall(path.read_text())
        if not (path.parent / target).exists()
    ]
    assert not found


def test_the_readme_leads_to_every_document() -> None:
    linked = set(LINKED.findall((ROOT / "README.md").read_text()))
    own = {path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").glob("*.md")}
    assert own - linked == {"docs/renames.md"}  # the changelog leads there, for one release


def test_every_file_that_a_docstring_or_a_comment_names_is_there() -> None:
    found = [
        f"{module.name}:{number}: {name}"
        for module in modules(*PRODUCT)
        for number, said in remarks(module)
        for name in missing_from(said)
    ]
    assert not found


def test_a_name_that_is_nowhere_is_found() -> None:
    assert missing_from("see `turn/gone.py`, shared/gone/, turn/accept.py and services/memory/turn/") == [
        "turn/gone.py",
        "shared/gone/",
    ]


def anchor(title: str) -> str:
    """Where a link to a heading leads."""
    return re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-")


def test_the_log_lists_each_entry_with_its_day_newest_first() -> None:
    log = (ROOT / "docs/log.md").read_text()
    entries = [(day, title) for title, day in LOGGED.findall(log)]
    assert all(day for day, _ in entries), "an entry lacks its line *day, `commit`*"
    assert entries == sorted(entries, key=lambda entry: entry[0], reverse=True)
    assert LISTED.findall(log) == [(day, title, anchor(title)) for day, title in entries]


def test_the_changelog_has_what_is_not_released_and_this_version_with_its_day() -> None:
    releases = re.findall(r"^## (.+)$", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    assert releases[0] == "Unreleased"
    assert re.fullmatch(rf"{re.escape(version)} - \d{{4}}-\d\d-\d\d", releases[1])


def test_every_change_stands_in_one_line_under_one_of_five_heads() -> None:
    lines = (ROOT / "CHANGELOG.md").read_text().splitlines()
    first = next(number for number, line in enumerate(lines) if line.startswith("## "))
    assert not [line for line in lines[first:] if line and not CHANGE.match(line)]
