"""Makes the passwords that deploy/compose.yaml asks for: `python3 -m deploy.compose.passwords`.

Needs nothing but Python. Those that deploy/.env has already stay, because the database was made with them.
"""

import re
import secrets
import sys
from collections.abc import Mapping
from pathlib import Path

from deploy.embedded.home import ROLES, write_private
from deploy.nats.users import USERS

FILE = Path(__file__).resolve().parents[1] / ".env"
NAMES = (
    "HOLDFAST_ADMIN_TOKEN",
    *(f"{role.upper()}_PASSWORD" for role in ROLES),
    *(f"NATS_{user.name.upper()}_PASSWORD" for user in USERS),
)
"""What compose.yaml refuses to start without."""


def complete_passwords(text: str) -> str:
    """The file's text with what was missing; the rest of it as it was."""
    there = set(re.findall(r"^(\w+)=.", text, re.MULTILINE))
    return text + "".join(f"{name}={password}\n" for name, password in _made().items() if name not in there)


def _made() -> Mapping[str, str]:
    # The broker reads a value of digits as a number, so each begins with a letter.
    return {name: f"s{secrets.token_hex(24)}" for name in NAMES}


def main() -> None:
    """Writes deploy/.env for its owner's eyes only."""
    known = FILE.read_text() if FILE.exists() else ""
    write_private(FILE, complete_passwords(known))
    sys.stdout.write(f"{FILE.name} in {FILE.parent} has all passwords; keep it, the database was made with them.\n")


if __name__ == "__main__":
    main()
