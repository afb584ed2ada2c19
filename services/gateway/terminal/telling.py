"""What the terminal prints."""

import sys


def tell(text: str) -> None:
    """One answer, on standard output."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def tell_aside(text: str) -> None:
    """What is beside the answer, on standard error."""
    sys.stderr.write(f"{text}\n")
