"""Small files, small functions."""

from tests.shape.source import PRODUCT, modules, size

LONGEST_FILE = 700
LONGEST_FUNCTION = 120
LONG_FUNCTION = 50
LONG_SHARE = 0.04


def test_no_file_is_too_long() -> None:
    assert not [f"{module.name}: {module.lines}" for module in modules(*PRODUCT) if module.lines > LONGEST_FILE]


def test_no_function_is_too_long() -> None:
    found = [
        f"{module.name}: {function.name} has {size(function)} lines"
        for module in modules(*PRODUCT)
        for function in module.functions()
        if size(function) > LONGEST_FUNCTION
    ]
    assert not found


def test_few_functions_are_long() -> None:
    sizes = [size(function) for module in modules(*PRODUCT) for function in module.functions()]
    assert sum(lines > LONG_FUNCTION for lines in sizes) <= LONG_SHARE * len(sizes)
