"""A broad except that does not raise again hides the next bug; only the stage's edge may decide what becomes of it."""

import ast
from collections.abc import Iterator

from tests.shape.source import PRODUCT, Module, modules

BROAD = {"", "Exception", "BaseException"}
MAY_SWALLOW = "shared/bus/"


def swallowed(module: Module) -> Iterator[int]:
    """The lines of broad excepts that raise nothing."""
    for node in module.nodes:
        if isinstance(node, ast.ExceptHandler):
            kind = "" if node.type is None else ast.unparse(node.type)
            if kind in BROAD and not any(isinstance(inner, ast.Raise) for inner in ast.walk(node)):
                yield node.lineno


def test_broad_excepts_are_swallowed_only_at_the_stages_edge() -> None:
    found = [
        f"{module.name}:{line}"
        for module in modules(*PRODUCT)
        if not module.name.startswith(MAY_SWALLOW)
        for line in swallowed(module)
    ]
    assert not found
