"""The container's own health check: asks the service beside it whether it is ready, and exits with 0 or 1.

Run again and again in every container, so it needs nothing but a socket: loading an HTTP client takes twice as long.
"""

import os
import socket
import sys

SECONDS = 2.5


def is_ready(port: int) -> bool:
    """Whether `/readyz` answers 200."""
    with socket.create_connection(("127.0.0.1", port), SECONDS) as connection:
        connection.sendall(b"GET /readyz HTTP/1.0\r\nHost: localhost\r\n\r\n")
        return connection.recv(64).split(b" ")[1:2] == [b"200"]


if __name__ == "__main__":
    try:
        sys.exit(not is_ready(int(os.environ["HOLDFAST_HEALTH_PORT"])))
    except OSError as error:
        sys.exit(str(error))
