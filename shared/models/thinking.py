"""Some models think aloud between two tags before they speak. That is neither shown nor stored."""

from collections.abc import Callable

OPENS = "<think>"
CLOSES = "</think>"


class WithoutThinking:
    """Lets a stream's text through, but for thinking at its beginning and the space after it."""

    def __init__(self) -> None:
        self._held = ""
        self._take: Callable[[str], str] = self._begin

    def take(self, text: str) -> str:
        """What may be shown now; what may still be a tag is held back."""
        return self._take(text)

    def _begin(self, text: str) -> str:
        self._held += text
        start = self._held.lstrip()
        if start.startswith(OPENS):
            self._held, self._take = "", self._think
            return self._think(start[len(OPENS) :])
        if OPENS.startswith(start):
            return ""
        self._take = str
        return self.end()

    def _think(self, text: str) -> str:
        _, closed, after = (self._held + text).partition(CLOSES)
        if not closed:
            self._held = (self._held + text)[-len(CLOSES) :]
            return ""
        self._held, self._take = "", self._breathe
        return self._breathe(after)

    def _breathe(self, text: str) -> str:
        words = text.lstrip()
        if words:
            self._take = str
        return words

    def end(self) -> str:
        """What was held back and is no thinking; thinking that never ended stays unsaid."""
        rest, self._held = self._held, ""
        return "" if self._take == self._think else rest
