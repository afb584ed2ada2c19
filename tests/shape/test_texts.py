"""Prompts and long SQL are files with a name, not strings in code."""

import ast

from tests.shape.source import PRODUCT, Module, modules

LONGEST_STRING = 300


def strings(module: Module) -> list[ast.Constant]:
    """Every string that is not a docstring; nor the docstring of a field, which stands alone just the same."""
    alone = {id(node.value) for node in module.nodes if isinstance(node, ast.Expr)}
    return [
        node
        for node in module.nodes
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in alone
    ]


def test_no_long_text_stands_in_code() -> None:
    found = [
        f"{module.name}:{node.lineno} {len(str(node.value))} characters"
        for module in modules(*PRODUCT)
        if "/migrations/" not in module.name
        for node in strings(module)
        if len(str(node.value)) > LONGEST_STRING
    ]
    assert not found
