"""Ports for the embedded servers."""

import secrets
import socket

LOOPBACK = "127.0.0.1"
RANGE = range(20_000, 32_000)
"""Below what systems hand to outgoing connections: a client that tries again and again while its server is down could
otherwise be given the server's own port, connect to itself, and keep the server from coming back."""


class NoFreePortError(Exception):
    """Every port that was tried is in use."""

    def __init__(self) -> None:
        """Says where it looked."""
        super().__init__(f"No free port was found between {RANGE.start} and {RANGE.stop}.")


def free_port() -> int:
    """A port that nobody listens on just now."""
    for _ in range(50):
        port = secrets.choice(RANGE)
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((LOOPBACK, port))
            except OSError:
                continue
            return port
    raise NoFreePortError
