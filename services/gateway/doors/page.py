"""The page: plain files, all read once at the start. What is not among them leads nowhere."""

import gzip
import re
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from services.gateway.doors.shrink import shrink_file

FOLDER = Path(__file__).parent.parent / "web"
FIRST = "index.html"
RELEASED = b"/page/release/"
"""How the first file names the others; it is sent with seven letters that change with any of them."""
ADDRESS = "/page/{release}/{name:path}"
KEPT = "max-age=31536000, immutable"
ASKED_ABOUT = "no-cache"
METHODS = ("GET", "HEAD")
NOT_HERE = 404
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

    def __init__(self, suffix: str, content: bytes) -> None:
        self._media_type = TYPES[suffix]
        self._plain = Rendition(content, "")
        packed = gzip.compress(content, mtime=0)
        self._packed = Rendition(packed, "gzip") if len(packed) < len(content) else self._plain

    def shown(self, request: Request, kept: str = ASKED_ABOUT) -> Response:
        """The file, or that it is still the one that the browser has."""
        rendition = self._packed if takes_gzip(request.headers.get("accept-encoding", "")) else self._plain
        headers = {**rendition.headers, "Cache-Control": kept}
        if rendition.is_known(request.headers.get("if-none-match", "")):
            return Response(status_code=304, headers=headers)
        return Response(rendition.content, media_type=self._media_type, headers=headers)


class Rendition:
    """A file as it is sent: its bytes and what is said of them."""

    def __init__(self, content: bytes, encoding: str) -> None:
        self.content = content
        self._etag = f'"{sha256(content).hexdigest()[:32]}"'
        self.headers = {"ETag": self._etag, "Vary": "Accept-Encoding"}
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


def read_page_files(folder: Path) -> dict[str, bytes]:
    """What belongs to the page as it is sent, by its name in the folder."""
    return {
        file.relative_to(folder).as_posix(): shrink_file(file.suffix, file.read_bytes())
        for file in sorted(folder.rglob("*"))
        if _belongs(file, folder)
    }


def _belongs(file: Path, folder: Path) -> bool:
    # What begins with a dot is an editor's, and a link may lead out of the folder.
    hidden = any(part.startswith(".") for part in file.relative_to(folder).parts)
    return file.suffix in TYPES and file.is_file() and not hidden and file.resolve().is_relative_to(folder.resolve())


def release_of(contents: Mapping[str, bytes]) -> str:
    """Seven letters that any change of any file changes."""
    digest = sha256()
    for name, content in contents.items():
        digest.update(sha256(name.encode()).digest() + sha256(content).digest())
    return digest.hexdigest()[:7]


_CONTENTS = read_page_files(FOLDER)
RELEASE = release_of(_CONTENTS)
_FIRST = Page(Path(FIRST).suffix, _CONTENTS.pop(FIRST).replace(RELEASED, f"/page/{RELEASE}/".encode()))
_OTHERS = {name: Page(Path(name).suffix, content) for name, content in _CONTENTS.items()}


async def send_index(request: Request) -> Response:
    """What the browser asks for on each visit: it names the others."""
    return _FIRST.shown(request)


async def send_file(request: Request) -> Response:
    """A file that is kept for good; a page that was opened before an upgrade gets what there is now."""
    file = _OTHERS.get(request.path_params["name"])
    if file is None:
        raise HTTPException(NOT_HERE)
    return file.shown(request, KEPT if request.path_params["release"] == RELEASE else ASKED_ABOUT)


DOORS = {"/": send_index, ADDRESS: send_file}
