"""The page's files as they are sent: without what is there for whoever reads them in their folder."""

import json
from collections.abc import Callable, Mapping
from types import MappingProxyType

try:
    from rcssmin import cssmin
    from rjsmin import jsmin
except ImportError:  # there are no wheels for macOS, where a page comes from the same machine
    cssmin = jsmin = bytes


def _without_lines(content: bytes) -> bytes:
    return json.dumps(json.loads(content), ensure_ascii=False, separators=(",", ":")).encode()


_SHORTER: Mapping[str, Callable[[bytes], bytes]] = MappingProxyType(
    {".js": jsmin, ".css": cssmin, ".json": _without_lines}
)


def shrink_file(suffix: str, content: bytes) -> bytes:
    """Without comments and blanks that no browser needs, word for word the same."""
    return _SHORTER.get(suffix, bytes)(content)
