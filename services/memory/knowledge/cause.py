"""What a row of the audit says besides what was done: under which rules, at whose command, and by which prompt."""

import hashlib
import hmac
from collections.abc import Mapping
from dataclasses import dataclass

from services.memory.knowledge.policy import POLICY_VERSION
from shared.queries import Key

CHAIN_VERSION = 2
"""1 was without all of this."""


@dataclass(frozen=True, slots=True)
class Cause:
    """Why something was done. The turn, where there is one, stands in the row as ever."""

    secret: bytes
    key: Key | None = None
    """Of the command, when a door asked for it."""

    def told(self, prompt_version: int = 0) -> Mapping[str, object]:
        """As the audit has it; the key stands there as a hash under the person's own secret."""
        return {
            "chain_version": CHAIN_VERSION,
            "policy_version": POLICY_VERSION,
            "prompt_version": prompt_version or None,
            "command_hash": None if self.key is None else self._hash(self.key.value),
        }

    def _hash(self, text: str) -> str:
        return hmac.new(self.secret, text.encode(), hashlib.sha256).hexdigest()
