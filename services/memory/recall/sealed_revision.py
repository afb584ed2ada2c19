"""An agent's revision: the person's own, sealed, so that it tells whether something moved and never how much.

The number itself counts every change, also of what the agent may not see. Sealed it is a permutation of the numbers
below 2**52: the same revision gives the same mark, and who has not the person's secret cannot put two in order.
"""

import hashlib
import hmac

HALF = 26
ROUNDS = 4
_MASK = (1 << HALF) - 1


def seal_revision(secret: bytes, revision: int) -> int:
    """The mark of a revision."""
    left, right = revision >> HALF & _MASK, revision & _MASK
    for turn in range(ROUNDS):
        left, right = right, left ^ _mixed(secret, turn, right)
    return left << HALF | right


def unseal_revision(secret: bytes, mark: int) -> int:
    """The revision of a mark."""
    left, right = mark >> HALF & _MASK, mark & _MASK
    for turn in reversed(range(ROUNDS)):
        left, right = right ^ _mixed(secret, turn, left), left
    return left << HALF | right


def _mixed(secret: bytes, turn: int, half: int) -> int:
    digest = hmac.digest(secret, f"mark {turn} {half}".encode(), hashlib.sha256)
    return int.from_bytes(digest[:4]) & _MASK
