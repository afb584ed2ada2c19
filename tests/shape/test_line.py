"""A step that nobody listens to would hold every turn for ever."""

import ast

from shared.contracts.pipeline import DEAD, LINE
from tests.shape.source import modules

DECLARES = {"add_step", "add_listener", "Stage"}
"""What declares a listener: the second argument is its step."""


def listened_to() -> list[str]:
    """The step of every listener that a service declares."""
    calls = [
        node
        for module in modules("services")
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in DECLARES
    ]
    return [ast.literal_eval(call.args[1]) for call in calls]


def test_every_step_has_exactly_one_listener() -> None:
    assert sorted(listened_to()) == sorted((*LINE, DEAD))
