"""Each step of the schema follows the one before: two that follow the same one stop every start."""

import re
from itertools import pairwise
from pathlib import Path

VERSIONS = Path(__file__).parents[2] / "services" / "memory" / "migrations" / "versions"
SAID = re.compile(r'^(revision|down_revision)\b[^=]*= "?([^"\n]+)"?', re.MULTILINE)


def test_the_steps_of_the_schema_follow_one_another() -> None:
    steps = [dict(SAID.findall(path.read_text(encoding="utf-8"))) for path in sorted(VERSIONS.glob("[0-9]*.py"))]
    assert all(later["down_revision"] == earlier["revision"] for earlier, later in pairwise(steps))
