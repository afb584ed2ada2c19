"""What the terminal prints."""

import json
import sys


def print_text(text: str) -> None:
    """One answer, on standard output."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def tell_json(answer: object) -> None:
    """One answer as one line of JSON."""
    print_text(json.dumps(answer, ensure_ascii=False))


def tell_aside(text: str) -> None:
    """What is beside the answer, on standard error."""
    sys.stderr.write(f"{text}\n")
