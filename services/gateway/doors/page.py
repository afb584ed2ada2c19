"""The page: three plain files, read once."""

from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

FOLDER = Path(__file__).parent.parent / "web"
FILES = {
    "/": ("index.html", "text/html"),
    "/app.js": ("app.js", "text/javascript"),
    "/style.css": ("style.css", "text/css"),
}


class Page:
    """One of the page's files."""

    def __init__(self, name: str, media_type: str) -> None:
        self._content = (FOLDER / name).read_bytes()
        self._media_type = media_type

    async def show(self, _: Request) -> Response:
        """The file."""
        return Response(self._content, media_type=self._media_type)


PAGES = {path: Page(name, media_type) for path, (name, media_type) in FILES.items()}
