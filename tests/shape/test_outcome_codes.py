"""Every reason that memory gives is one that the replies have words for."""

import re
from pathlib import Path

from shared.contracts.operations import Action, Outcome
from shared.wording.outcomes import DETAILED, REASONS, Occasion, _occasions

ROOT = Path(__file__).parents[2]
CODE = re.compile(r"Outcome\((?:[^()]|\([^()]*\))*?code=\"(\w+)\"")

SAID_BY_THE_ACTION = {"beside", "nothing_told"}


def test_every_code_is_told_in_words_of_its_own() -> None:
    source = "\n".join(path.read_text() for path in (ROOT / "services/memory").rglob("*.py"))
    codes = set(CODE.findall(source))
    assert len(codes) > 10
    assert codes - REASONS.keys() - {code for _, code in DETAILED} == SAID_BY_THE_ACTION


def test_what_another_release_calls_otherwise_is_no_failure_where_it_was_done() -> None:
    assert _occasions(Outcome(kind="remember", done=True, action=Action.NONE, code="of tomorrow")) == []
    assert _occasions(Outcome(kind="remember", done=False, code="of tomorrow")) == [Occasion.FAILED]
