"""An interface earns its place with a second implementer; tests and shared/testing count."""

import ast
from functools import cache

from tests.shape.source import PRODUCT, bases, modules

INTERFACES = {"Protocol", "ABC"}


@cache
def members(node: ast.ClassDef) -> set[str]:
    """Methods, attributes, and what __init__ or __slots__-less code sets on self."""
    named = {entry.name for entry in node.body if isinstance(entry, ast.FunctionDef | ast.AsyncFunctionDef)}
    named |= {
        entry.target.id
        for entry in node.body
        if isinstance(entry, ast.AnnAssign) and isinstance(entry.target, ast.Name)
    }
    named |= {
        target.id
        for entry in node.body
        if isinstance(entry, ast.Assign)
        for target in entry.targets
        if isinstance(target, ast.Name)
    }
    named |= {
        entry.attr
        for entry in ast.walk(node)
        if isinstance(entry, ast.Attribute) and isinstance(entry.ctx, ast.Store) and _is_self(entry.value)
    }
    return named


def _is_self(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id == "self"


def test_an_interface_has_two_implementers() -> None:
    classes = [node for module in modules(*PRODUCT, "tests") for node in module.classes()]
    lonely = []
    for interface in (node for node in classes if bases(node) & INTERFACES):
        wanted = members(interface)
        if wanted <= {"__call__"}:
            continue  # any function of that form is one
        others = [node for node in classes if node is not interface and not bases(node) & INTERFACES]
        implementers = [node.name for node in others if wanted <= members(node) or interface.name in bases(node)]
        if len(implementers) < 2:
            lonely.append(f"{interface.name}: {implementers}")
    assert not lonely
