"""The source as the architecture's tests read it: files, trees, imports, functions."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

ROOT = Path(__file__).parents[2]
PRODUCT = ("services", "shared", "deploy")
"""What is shipped; tests are apart."""
Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Module:
    """One Python file."""

    path: Path
    text: str
    tree: ast.Module

    @property
    def name(self) -> str:
        """Its path from the root, with slashes."""
        return self.path.relative_to(ROOT).as_posix()

    @property
    def lines(self) -> int:
        """How long it is."""
        return self.text.count("\n")

    @cached_property
    def nodes(self) -> tuple[ast.AST, ...]:
        """All of its tree, walked once for everybody."""
        return tuple(ast.walk(self.tree))

    def imports(self) -> Iterator[str]:
        """Every module that it imports, with dots."""
        for node in self.nodes:
            if isinstance(node, ast.Import):
                yield from (alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module:
                yield node.module
                yield from (f"{node.module}.{alias.name}" for alias in node.names)

    def functions(self) -> Iterator[Function]:
        """Every function and method, nested ones too."""
        return (node for node in self.nodes if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))

    def classes(self) -> Iterator[ast.ClassDef]:
        """Every class, nested ones too."""
        return (node for node in self.nodes if isinstance(node, ast.ClassDef))


def modules(*folders: str) -> tuple[Module, ...]:
    """All modules of some top-level folders."""
    return tuple(module for folder in folders for module in _modules_of(folder))


@cache
def _modules_of(folder: str) -> tuple[Module, ...]:
    paths = sorted((ROOT / folder).rglob("*.py"))
    return tuple(Module(path, text := path.read_text(), ast.parse(text)) for path in paths)


def size(function: Function) -> int:
    """Its lines, decorators not counted."""
    return (function.end_lineno or function.lineno) - function.lineno + 1


def bases(node: ast.ClassDef) -> set[str]:
    """The names of a class's bases, without what is in brackets or before a dot."""
    return {ast.unparse(base).split("[")[0].rsplit(".", 1)[-1] for base in node.bases}
