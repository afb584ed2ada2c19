"""Runs other systems over the same texts and questions, each in an environment of its own that is made once."""

import json
import os
import subprocess
import sys
import venv
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

from tests.benchmarks.recall_locomo import Conversation
from tests.benchmarks.recall_quality import DEPTH, Answers

HERE = Path(__file__).with_name("peers")
ROOT = Path(__file__).parents[2]
PEERS = {"mem0 (infer=False)": "mem0", "LanceDB hybrid": "lancedb"}


class PeerAwayError(Exception):
    """It could not be installed here, or it failed; the rest of the benchmark does without it."""

    def __init__(self, name: str, what: str) -> None:
        super().__init__(f"{name} is left out: {what}")


def peer(name: str, conversations: Sequence[Conversation]) -> Answers:
    """What it finds."""
    python = _environment(PEERS[name])
    given = {
        "depth": DEPTH,
        "conversations": [
            {"texts": [one.named(turn) for turn in one.turns], "questions": [asked.text for asked in one.questions]}
            for one in conversations
        ],
    }
    ran = subprocess.run(
        [python, HERE / f"{PEERS[name]}_answers.py"], input=json.dumps(given), capture_output=True, text=True,
        check=False, env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    if ran.returncode:
        raise PeerAwayError(name, _last_line(ran.stderr))
    return Answers(**json.loads(ran.stdout))


def _environment(name: str) -> Path:
    """Its Python, installed anew when its list has changed."""
    wanted = HERE / f"{name}.txt"
    folder = ROOT / "build" / "peers" / f"{name}-{sha256(wanted.read_bytes()).hexdigest()[:12]}"
    python = folder / "bin" / "python"
    if not (folder / "complete").exists():
        say(f"installing {name} …")
        venv.create(folder, with_pip=True, clear=True)
        installed = subprocess.run(
            [python, "-m", "pip", "install", "--quiet", "--no-deps", "-r", wanted],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        if installed.returncode:
            raise PeerAwayError(name, _last_line(installed.stderr))
        (folder / "complete").touch()
    return python


def _last_line(text: str) -> str:
    return next((line for line in reversed(text.splitlines()) if line.strip()), "it said nothing")


def say(progress: str) -> None:
    """Progress goes beside the table."""
    sys.stderr.write(f"{progress}\n")
