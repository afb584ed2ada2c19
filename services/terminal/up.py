"""`holdfast up`: everything on this machine."""

from argparse import Namespace

from deploy import local


def run(given: Namespace) -> int:
    """Starts everything and serves until it is stopped."""
    arguments = ["--processes"] if given.processes else []
    if given.port is not None:
        arguments += ["--port", str(given.port)]
    return local.main(arguments)
