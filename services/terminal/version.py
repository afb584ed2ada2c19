"""`holdfast --version`."""

from argparse import Namespace
from importlib.metadata import version

from services.terminal.output import tell


def run(_: Namespace) -> int:
    """Prints the release."""
    tell(f"holdfast {version('holdfast')}")
    return 0
