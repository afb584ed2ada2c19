"""Secrets that a person holds. What is stored of them is a digest: they have 256 bits, so no salt is needed."""

import hashlib
import secrets
from datetime import timedelta

SESSION_LASTS = timedelta(days=30)
TOKEN_LASTS = timedelta(days=365)
CODE_LASTS = timedelta(minutes=10)


def new_secret() -> str:
    """A token or a code, shown once."""
    return secrets.token_urlsafe(32)


def digest_secret(secret: str) -> str:
    """What is stored and looked up."""
    return hashlib.sha256(secret.encode()).hexdigest()
