"""Who may make something known: the callers of `commit` and `write`, and who may say that somebody agreed."""

import ast

import pytest

from tests.shape.source import Function, modules

pytestmark = pytest.mark.row("M1", "M20")
CALLERS = {
    ("services/memory/notebook/commands.py", "write_memory"),
    ("services/memory/consent/answer_by_words.py", "_which_stands"),
    ("services/memory/consent/answer_by_words.py", "_replaced"),
    ("services/memory/consent/answer_by_card.py", "_to_clash"),
    ("services/memory/consent/contradictions.py", "commit_unless_contradicted"),
    ("services/memory/consent/remember.py", "_keep_ordered"),
    ("services/memory/conversations/write_memories.py", "_write_one"),
}
"""By hand, in words that the grammar read, on the card, at a conversation's end; through one function the others."""
AGREEING = {
    ("services/memory/notebook/commands.py", "_commit"),
    ("services/memory/consent/answer_by_words.py", "_agree"),
    ("services/memory/consent/answer_by_card.py", "_to_remembering"),
    ("services/memory/consent/answer_by_card.py", "_to_replacing"),
}
CONSENTING = {"services/memory/assertions/consent.py"}
"""Nobody else makes a consent; who agrees in words is told by `consent_in_words` alone."""


def calls(function: Function, *names: str) -> bool:
    """Whether a function calls one of these, as a method of a book or by its name."""
    called = (node.func for node in ast.walk(function) if isinstance(node, ast.Call))
    return any(
        (isinstance(one, ast.Attribute) and one.attr in names and ast.unparse(one.value).endswith("book"))
        or (isinstance(one, ast.Name) and one.id in names)
        for one in called
    )


def callers_of(*names: str) -> set[tuple[str, str]]:
    memory = modules("services")
    found = ((module.name, function) for module in memory for function in module.functions())
    return {(name, function.name) for name, function in found if calls(function, *names) and function.name != "do"}


def test_only_these_make_something_known() -> None:
    assert callers_of("commit", "write") == CALLERS
    assert callers_of("commit_unless_contradicted") == AGREEING


def test_only_one_file_says_that_somebody_agreed() -> None:
    making = {module.name for module in modules("services", "shared") if "Consent(" in module.text}
    assert making == CONSENTING
