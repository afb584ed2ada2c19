"""There are two ways to say SQL: short statements in SQLAlchemy Core, and named texts that say what they answer."""

import ast
import re
from pathlib import Path

from services.memory.migrations.sql import FUNCTIONS
from tests.shape.source import ROOT, Module, modules

MEMORY = ROOT / "services" / "memory"
VERSIONS = MEMORY / "migrations" / "versions"
LOUD = {"sqlalchemy.text", "services.memory.store.database.driver_of"}
TEXTS = sorted(path for path in MEMORY.rglob("*.sql") if VERSIONS not in path.parents)
SENTENCE = re.compile(r"\s*-- \S.{10,}")
INCLUDED = re.compile(r"^\\ir (\S+)$", re.MULTILINE)
MADE = re.compile(r"^create or replace function (\w+)\(", re.MULTILINE)
BY_ITS_PART = "transfer/export_"
"""`export_part` runs the text that is named like the part."""


def _name(path: Path) -> str:
    return path.relative_to(MEMORY).with_suffix("").as_posix()


def _words(module: Module) -> set[str]:
    """All that stands in quotes in a module."""
    return {node.value for node in module.nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}


def test_each_text_begins_with_what_it_answers() -> None:
    assert [_name(path) for path in TEXTS if not SENTENCE.match(path.read_text(encoding="utf-8"))] == []


def test_each_text_is_run_or_is_a_part_of_one_that_is() -> None:
    run = {word for module in modules("services/memory") for word in _words(module)}
    included = {(path.parent / part).resolve() for path in TEXTS for part in INCLUDED.findall(path.read_text("utf-8"))}
    apart = [path for path in TEXTS if path.parent != FUNCTIONS and path not in included]
    assert {name for path in apart if not (name := _name(path)).startswith(BY_ITS_PART)} - run == set()


def test_no_module_writes_sql_in_its_own_text_or_speaks_to_the_driver() -> None:
    loud = [
        f"{module.name} imports {name}"
        for module in modules("services", "shared", "deploy")
        if not module.name.startswith(("services/memory/store/", "services/memory/migrations/"))
        for name in LOUD.intersection(module.imports())
    ]
    assert loud == []


def test_each_function_of_the_database_stands_in_the_file_of_its_name() -> None:
    made = {path.stem: MADE.findall(path.read_text(encoding="utf-8")) for path in sorted(FUNCTIONS.glob("*.sql"))}
    assert {name: found for name, found in made.items() if found != [name]} == {}
    newest = [path for path in sorted(VERSIONS.glob("*.sql")) if path.stem >= "0021"]
    assert [path.name for path in newest if re.search(r"create (or replace )?function", path.read_text("utf-8"))] == []
