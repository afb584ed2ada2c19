"""A step that nobody listens to would hold every turn, or every work, for ever."""

import ast

from shared.contracts.pipeline import COMPRESSION, DEAD, LINE
from tests.shape.source import modules

DECLARES = {"add_step", "add_listener", "Stage"}
"""What declares a listener: the second argument is its step."""


def _calls(names: set[str]) -> list[ast.Call]:
    return [
        node
        for module in modules("services")
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names
    ]


def listened_to() -> list[str]:
    """The step of every listener that a service declares."""
    return [ast.literal_eval(call.args[1]) for call in _calls(DECLARES)]


def test_every_step_of_a_work_has_exactly_one_listener() -> None:
    steps = [ast.literal_eval(call.args[2]) for call in _calls({"add_work_step"})]
    assert sorted(steps) == sorted(COMPRESSION.steps)


def test_every_step_has_exactly_one_listener() -> None:
    assert sorted(listened_to()) == sorted((*LINE, DEAD))
