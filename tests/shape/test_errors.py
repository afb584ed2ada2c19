"""An error is what crosses the wire: its sentence, whether anything was saved, what is there now, and nothing else."""

import ast
from pathlib import Path

import pytest

from shared.errors import PROBLEMS, HoldfastError
from shared.queries import Err

ROOT = Path(__file__).parents[2]
CARRIED = {"saved", "current"}


def test_no_error_keeps_what_would_be_lost_on_its_way() -> None:
    kept = {
        node.attr
        for node in ast.walk(ast.parse((ROOT / "shared/errors.py").read_text()))
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and ast.unparse(node.value) == "self"
    }
    assert kept <= CARRIED


@pytest.mark.parametrize("kind", PROBLEMS.values(), ids=PROBLEMS)
def test_every_error_is_the_same_on_the_other_side(kind: type[HoldfastError]) -> None:
    told = kind.told("A sentence.", "unknown", None)
    assert (type(told), Err.of(told)) == (kind, Err(code=kind.code, detail="A sentence.", saved="unknown"))
