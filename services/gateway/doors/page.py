"""The page: plain files, all read once at the start. An address that is not in this table leads nowhere."""

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


class Page:
    """One of the page's files."""

    def __init__(self, file: Path) -> None:
        self._content = file.read_bytes()
        self._media_type = TYPES[file.suffix]
        self._etag = f'"{sha256(self._content).hexdigest()[:32]}"'
        # Asked about on each visit, sent again only when a new release changed it.
        self._headers = {"ETag": self._etag, "Cache-Control": "no-cache"}

    async def show(self, request: Request) -> Response:
        """The file, or that it is still the one that the browser has."""
        if self._is_known(request.headers.get("if-none-match", "")):
            return Response(status_code=304, headers=self._headers)
        return Response(self._content, media_type=self._media_type, headers=self._headers)

    def _is_known(self, known: str) -> bool:
        tags = {tag.strip().removeprefix("W/") for tag in known.split(",")}
        return bool(tags & {self._etag, "*"})


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
