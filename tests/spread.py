"""What of the suite goes to one worker together, and in which order."""

import re

from xdist.scheduler.loadscope import LoadScopeScheduling

INSTALLATION = re.compile(r"\[(?:.+-)?(offline|scripted|anthropic|openai)(?:-.+)?\]$")
"""The package-scoped installation of `tests/acceptance/memory` that a test lives in; the suite is in their order."""
WHOLE = "tests/shape/"
"""Every file of it reads the whole source, which one worker does once."""


class Spread(LoadScopeScheduling):  # type: ignore[misc]  # xdist's classes are of no known type
    """Hands out files in the order of the suite: a worker that went on to another installation never returns."""

    def _split_scope(self, nodeid: str) -> str:
        file, _, test = nodeid.partition("::")
        if file.startswith(WHOLE):
            return WHOLE
        lives = INSTALLATION.search(test) if "/acceptance/" in file else None
        return f"{file}@{lives[1]}" if lives else file
