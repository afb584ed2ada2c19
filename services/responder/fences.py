"""The marks of the prompt's fences. Those of what lasts must not move, or providers find nothing in their caches."""

import hashlib

from shared.models import fences

REMOVED = "[…]"


def key_of(secret: str) -> bytes:
    """A key for marks out of something that every responder of an installation has and nobody else knows.

    That is the address of the broker with the responder's own password: all copies of the service, before and after a
    restart, then draw the same lasting marks.
    """
    return hashlib.blake2b(secret.encode(), person=b"holdfast fence").digest()


def fence_mark(key: bytes, *of: str) -> str:
    """A mark that stays: a lasting one is drawn from the person, a passing one from the turn.

    Without the key nobody can tell it from the ids. A model that is shown it could be made to repeat it; so `fenced`
    takes the mark out of all material besides, and knowing it opens nothing.
    """
    return hashlib.blake2b("/".join(of).encode(), key=key, digest_size=8).hexdigest()


def fence_material(name: str, material: str, mark_: str) -> str:
    """The material between two lines that it cannot contain."""
    return fences.fence_text(name, material.replace(mark_, REMOVED), mark_)
