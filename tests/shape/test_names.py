"""One name for one thing, and names that say what a thing is."""

import re
from collections import defaultdict

import pytest

from tests.shape.source import PRODUCT, ROOT, Function, bases, modules

DRAWERS = {"utils", "util", "helpers", "helper", "common", "misc", "base"}
EMPTY_ENDINGS = re.compile(r"(Manager|Factory|Helper|Wrapper|Handler|Util|Utils)$")
OLD = re.compile(r"(^|_)(v\d+|new|old|legacy|deprecated)$")
IN_EVERY_ROOM = {"main", "handlers", "settings", "tables", "queries", "__init__", "__main__"}
OF_A_PROGRAM = {"main", "run", "build"}
"""What a program, a command and a service begin with."""
FORMS = {"BaseModel", "Message", "Request", "Turn"}


def test_a_class_name_is_used_once() -> None:
    places: dict[str, list[str]] = defaultdict(list)
    for module in modules(*PRODUCT):
        for node in module.classes():
            places[node.name].append(module.name)
    assert not {name: where for name, where in places.items() if len(where) > 1 and not name.startswith("_")}


@pytest.mark.parametrize("folder", [*PRODUCT, "tests"])
def test_no_file_is_a_drawer(folder: str) -> None:
    assert not [module.name for module in modules(folder) if module.path.stem in DRAWERS]


def test_no_file_is_kept_beside_its_successor() -> None:
    assert not [module.name for module in modules(*PRODUCT) if OLD.search(module.path.stem)]


def test_a_file_of_memory_or_of_what_is_shared_is_found_by_its_name_alone() -> None:
    places: dict[str, list[str]] = defaultdict(list)
    for module in modules("services/memory", "shared"):
        if module.path.stem not in IN_EVERY_ROOM and "requests" not in module.path.parts:
            places[module.path.stem].append(module.name)
    assert not {name: where for name, where in places.items() if len(where) > 1}


def test_a_public_function_says_what_it_does_and_to_what() -> None:
    found = [
        f"{module.name}: {node.name}"
        for module in modules(*PRODUCT)
        for node in module.tree.body
        if isinstance(node, Function) and not node.name.startswith("_") and "versions" not in module.path.parts
        if "_" not in node.name and node.name not in OF_A_PROGRAM
    ]
    assert not found


def test_no_class_has_an_empty_ending() -> None:
    found = [f"{module.name}: {node.name}" for module in modules(*PRODUCT) for node in module.classes()]
    assert not [entry for entry in found if EMPTY_ENDINGS.search(entry)]


def test_only_the_gateway_has_forms_of_its_own_because_they_cross_http_and_no_subject() -> None:
    found = [
        f"{module.name}: {node.name}"
        for module in modules("services")
        if not module.name.startswith("services/gateway/") and module.path.name != "settings.py"
        for node in module.classes()
        if bases(node) & FORMS
    ]
    assert not found


def test_the_top_level_is_what_the_architecture_says() -> None:
    folders = {path.name for path in ROOT.iterdir() if path.is_dir() and not path.name.startswith(".")}
    made_again = {"holdfast.egg-info", "build", "dist"}  # what git ignores
    assert folders - made_again == {"services", "shared", "deploy", "tests", "docs", "requirements"}
