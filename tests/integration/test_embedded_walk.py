"""`make walk`: the files that one line runs through, in their order."""

import subprocess
import sys

from deploy.tools.walk import ROOT

ON_THE_WAY = (
    "services/gateway/doors/converse.py",
    "services/memory/turn/accept.py",
    "services/classifier/understanding.py",
    "services/router/routing.py",
    "services/memory/consent/remember.py",
    "services/responder/replying.py",
    "services/memory/inflight/ending.py",
)


def test_the_way_of_a_line_is_printed_in_its_order() -> None:
    command = [sys.executable, "-m", "deploy.tools.walk", "I'm allergic to shellfish."]
    printed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
    places = [printed.index(file) for file in ON_THE_WAY]
    assert places == sorted(places)
    files, functions = (int(number) for number in printed[-1].split() if number.isdigit())
    assert files == sum(not line.startswith(" ") for line in printed[:-1])
    assert functions == sum(line.startswith(" ") for line in printed[:-1])
