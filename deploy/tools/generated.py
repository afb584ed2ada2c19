"""Files that are made from the code: `write` makes them anew, `check` fails when one is stale."""

import sys
from collections.abc import Callable
from pathlib import Path

from deploy.nats import configuration
from deploy.tools import asyncapi, conversation_page, force, turn_page

ROOT = Path(__file__).resolve().parents[2]
GENERATED: dict[Path, Callable[[], str]] = {
    configuration.CONTAINER: configuration.container_configuration,
    asyncapi.FILE: asyncapi.asyncapi_text,
    force.FILE: force.force_text,
    conversation_page.FILE: conversation_page.conversation_text,
    turn_page.FILE: turn_page.page_again,
}
"""Each file and what makes its text."""


def main() -> int:
    """`write` or `check`, as the first argument says."""
    stale = [path for path, text in GENERATED.items() if not path.exists() or path.read_text() != text()]
    writing = sys.argv[1:] == ["write"]
    for path in stale:
        if writing:
            path.parent.mkdir(exist_ok=True)
            path.write_text(GENERATED[path]())
        print(f"{path.relative_to(ROOT)} {'written' if writing else 'is stale; run: make docs'}")
    return 1 if stale and not writing else 0


if __name__ == "__main__":
    sys.exit(main())
