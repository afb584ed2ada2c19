"""`holdfast --version`."""

from argparse import Namespace
from importlib.metadata import version

from services.terminal.output import print_text


def run(_: Namespace) -> int:
    """Prints the release."""
    print_text(f"holdfast {version('holdfast')}")
    return 0
