"""An error is what crosses the wire: its sentence, whether anything was saved, what is there now, and nothing else."""

import ast
from copy import copy
from pathlib import Path

import pytest

from shared.contracts.answer import Err
from shared.contracts.errors import PROBLEMS, HoldfastError

ROOT = Path(__file__).parents[2]
CARRIED = {"saved", "current"}


def test_no_error_keeps_what_would_be_lost_on_its_way() -> None:
    kept = {
        node.attr
        for node in ast.walk(ast.parse((ROOT / "shared/contracts/errors.py").read_text()))
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and ast.unparse(node.value) == "self"
    }
    assert kept <= CARRIED


@pytest.mark.parametrize("kind", PROBLEMS.values(), ids=PROBLEMS)
def test_every_error_is_the_same_on_the_other_side(kind: type[HoldfastError]) -> None:
    told = kind.told("A sentence.", "unknown", None)
    assert isinstance(told, kind)
    assert Err.of(told) == Err(code=kind.code, detail="A sentence.", saved="unknown")


@pytest.mark.parametrize("kind", PROBLEMS.values(), ids=PROBLEMS)
def test_an_error_from_the_other_side_was_made_by_its_constructor_and_can_be_made_again(
    kind: type[HoldfastError],
) -> None:
    told = kind.told("A sentence.", "unknown", None)
    again = type(told)(*told.args)
    assert (type(again), Err.of(again), Err.of(copy(told))) == (type(told), Err.of(told), Err.of(told))
