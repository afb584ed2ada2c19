"""The table of sizes: `make shape`. A place to be, not a limit to enforce; the limits are in test_sizes.py."""

import ast
from collections.abc import Sequence
from statistics import median

from tests.shape.source import PRODUCT, Function, Module, modules, size
from tests.shape.test_excepts import swallowed

AIMS = {
    "file median / p90 / max": "80-150 / under 420 / under 700",
    "function median / p99 / max": "7-10 / under 90 / under 120",
    "functions over 50 lines": "under 4 %",
    "swallowed broad excepts per 1,000 lines": "under 1",
    "fully annotated functions": "100 %",
    "test lines per line of code": "1.0-1.5",
}


def percentile(sizes: Sequence[int], share: float) -> int:
    """The size that this share of all does not exceed."""
    return sorted(sizes)[min(len(sizes) - 1, int(share * len(sizes)))]


def annotated(function: Function) -> bool:
    """Whether every argument but self and the result has a type."""
    arguments = [*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs]
    typed = all(argument.annotation for argument in arguments if argument.arg not in {"self", "cls"})
    return typed and function.returns is not None


def figures(code: Sequence[Module], tests: Sequence[Module]) -> dict[str, str]:
    """What the table says."""
    files = [module.lines for module in code]
    functions = [function for module in code for function in module.functions()]
    sizes = [size(function) for function in functions]
    lines = sum(files)
    swallows = sum(len(list(swallowed(module))) for module in code)
    return {
        "files, lines": f"{len(files)}, {lines:,}",
        "file median / p90 / max": f"{median(files):.0f} / {percentile(files, 0.9)} / {max(files)}",
        "functions, classes": f"{len(functions)}, {sum(1 for module in code for _ in module.classes())}",
        "function median / p99 / max": f"{median(sizes):.0f} / {percentile(sizes, 0.99)} / {max(sizes)}",
        "functions over 50 lines": _share(sum(lines > 50 for lines in sizes), len(sizes)),
        "swallowed broad excepts per 1,000 lines": f"{1000 * swallows / lines:.2f}",
        "functions with a docstring": _share(sum(bool(ast.get_docstring(one)) for one in functions), len(functions)),
        "fully annotated functions": _share(sum(map(annotated, functions)), len(functions)),
        "test lines per line of code": f"{sum(module.lines for module in tests) / lines:.2f}",
    }


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %"


def main() -> None:
    """Prints the table, then the longest files and functions."""
    code, tests = modules(*PRODUCT), modules("tests")
    for name, figure in figures(code, tests).items():
        print(f"{name:42} {figure:24} {AIMS.get(name, '')}")
    print("\nlongest files")
    for module in sorted(code, key=lambda module: -module.lines)[:5]:
        print(f"  {module.lines:4}  {module.name}")
    print("\nlongest functions")
    everything = [(size(function), module.name, function.name) for module in code for function in module.functions()]
    for lines, module_name, function_name in sorted(everything, reverse=True)[:5]:
        print(f"  {lines:4}  {module_name}: {function_name}")


if __name__ == "__main__":
    main()
