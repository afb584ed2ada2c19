"""Switches rules off, one at a time, in a copy of the tree, and says which of them no test misses: `make mutate`.

`python -m tests.mutations WORD …` tries only the rules whose sentence or file has one of these words.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue

ROOT = Path(__file__).parents[2]
RULES = Path(__file__).with_name("rules.toml")
COPIED = ("services", "shared", "deploy", "tests", "docs", "pyproject.toml", "prompts.lock", "README.md")
FAILED = 1
"""What pytest ends with when a test failed; anything else than this is no proof."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule, where it stands, and what goes red without it."""

    says: str
    of: str
    old: str
    new: str
    tests: str


def read_rules() -> list[Rule]:
    """All of the list."""
    return [Rule(**rule) for rule in tomllib.loads(RULES.read_text(encoding="utf-8"))["rule"]]


def without_rule(rule: Rule, text: str) -> str:
    """The file's text with the rule switched off; raises where it does not stand there exactly once."""
    if text.count(rule.old) != 1:
        raise ValueError(f"{rule.of} has {text.count(rule.old)} times what “{rule.says}” names")
    return text.replace(rule.old, rule.new)


def is_missed(rule: Rule, tree: Path) -> bool:
    """Whether its tests fail in that copy of the tree while it is switched off."""
    file = tree / rule.of
    text = file.read_text(encoding="utf-8")
    file.write_text(without_rule(rule, text), encoding="utf-8")
    try:
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *rule.tests.split()]
        environment = {**os.environ, "HOLDFAST_TEST_SIZE": "quick", "PYTHONDONTWRITEBYTECODE": "1"}
        ended = subprocess.run(command, cwd=tree, env=environment, capture_output=True, check=False)
    finally:
        file.write_text(text, encoding="utf-8")
    return ended.returncode == FAILED


def try_rules(rules: Sequence[Rule], workers: int) -> list[Rule]:
    """Those that no test misses."""
    with tempfile.TemporaryDirectory() as folder:
        free: SimpleQueue[Path] = SimpleQueue()
        for number in range(workers):
            free.put(_copied(Path(folder) / str(number)))

        def tried(rule: Rule) -> bool:
            tree = free.get()
            try:
                missed = is_missed(rule, tree)
            finally:
                free.put(tree)
            print(f"{'red  ' if missed else 'GREEN'}  {rule.says}", flush=True)
            return missed

        with ThreadPoolExecutor(workers) as pool:
            return [rule for rule, missed in zip(rules, pool.map(tried, rules), strict=True) if not missed]


def _copied(tree: Path) -> Path:
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, tree / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            tree.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, tree / name)
    return tree


def main(wanted: Sequence[str]) -> int:
    """Tries them, and fails when one is not missed."""
    rules = [rule for rule in read_rules() if not wanted or any(word in f"{rule.says} {rule.of}" for word in wanted)]
    green = try_rules(rules, workers=os.cpu_count() or 1)
    print(f"{len(rules) - len(green)} of {len(rules)} rules are missed when they are switched off")
    return bool(green)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
