"""The page: plain files, all read once at the start. An address that is not in this table leads nowhere."""

import gzip
import re
from hashlib import sha256
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

FOLDER = Path(__file__).parent.parent / "web"
FIRST = "index.html"
METHODS = ("GET", "HEAD")
TYPES = {
    ".html": "text/html",
    ".css": "text/css",
    ".js": "text/javascript",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".woff2": "font/woff2",
}
"""What belongs to the page; a file of any other kind is not served."""


WEIGHT = re.compile(r"|q=(?:1(?:\.0*)?|0?\.\d*[1-9]\d*)")
"""How much an encoding is wanted; one that is not wanted at all weighs nothing."""


class Page:
    """One of the page's files."""

    def __init__(self, file: Path) -> None:
        content = file.read_bytes()
        self._media_type = TYPES[file.suffix]
        self._plain = Rendition(content, "")
        packed = gzip.compress(content, mtime=0)
        self._packed = Rendition(packed, "gzip") if len(packed) < len(content) else self._plain

    async def show(self, request: Request) -> Response:
        """The file, or that it is still the one that the browser has."""
        rendition = self._packed if takes_gzip(request.headers.get("accept-encoding", "")) else self._plain
        if rendition.is_known(request.headers.get("if-none-match", "")):
            return Response(status_code=304, headers=rendition.headers)
        return Response(rendition.content, media_type=self._media_type, headers=rendition.headers)


class Rendition:
    """A file as it is sent: its bytes and what is said of them."""

    def __init__(self, content: bytes, encoding: str) -> None:
        self.content = content
        self._etag = f'"{sha256(content).hexdigest()[:32]}"'
        # Asked about on each visit, sent again only when a new release changed it.
        self.headers = {"ETag": self._etag, "Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
        if encoding:
            self.headers["Content-Encoding"] = encoding

    def is_known(self, known: str) -> bool:
        """Whether the browser has it."""
        tags = {tag.strip().removeprefix("W/") for tag in known.split(",")}
        return bool(tags & {self._etag, "*"})


def takes_gzip(accepted: str) -> bool:
    """Whether it may be sent in fewer bytes."""
    parts = (part.partition(";") for part in accepted.lower().split(","))
    wanted = {name.strip(): weight.replace(" ", "") for name, _, weight in parts}
    weight = wanted.get("gzip", wanted.get("*"))
    return weight is not None and WEIGHT.fullmatch(weight) is not None


def pages(folder: Path) -> dict[str, Page]:
    """Every file of the page by its address."""
    return {
        _address(file.relative_to(folder)): Page(file) for file in sorted(folder.rglob("*")) if _belongs(file, folder)
    }


def _belongs(file: Path, folder: Path) -> bool:
    # What begins with a dot is an editor's, and a link may lead out of the folder.
    hidden = any(part.startswith(".") for part in file.relative_to(folder).parts)
    return file.suffix in TYPES and file.is_file() and not hidden and file.resolve().is_relative_to(folder.resolve())


def _address(name: Path) -> str:
    return "/" if name == Path(FIRST) else f"/{name.as_posix()}"


PAGES = pages(FOLDER)
