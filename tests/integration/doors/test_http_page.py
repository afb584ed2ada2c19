"""The page's files: all of them, nothing else, and a second visit costs nothing."""

import asyncio
import gzip
import re
from pathlib import Path

import pytest

from services.gateway.doors.page import FIRST, FOLDER, RELEASE, RELEASED, read_page_files, release_of
from tests.integration.doors.open_gateway import OpenGateway

pytestmark = pytest.mark.row("O5")

KINDS = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".woff2": "font/woff2",
}
FIRST_BYTES = (FOLDER / FIRST).read_bytes().replace(RELEASED, f"/page/{RELEASE}/".encode())
OTHERS = {
    f"/page/{RELEASE}/{name}": (Path(name), content)
    for name, content in read_page_files(FOLDER).items()
    if name != FIRST
}
PAGES = {"/": (Path(FIRST), FIRST_BYTES), **OTHERS}
"""What stands at each address."""


async def test_every_file_of_the_page_is_served_as_what_it_is(gateway: OpenGateway) -> None:
    for path, (name, content) in PAGES.items():
        served = await gateway.http.get(path)
        assert (served.status_code, served.content) == (200, content)
        assert served.headers["content-type"] == KINDS[name.suffix]
        assert served.headers["x-content-type-options"] == "nosniff"


async def test_a_second_visit_asks_for_no_file_but_the_first(gateway: OpenGateway) -> None:
    for path in PAGES:
        kept = "no-cache" if path == "/" else "max-age=31536000, immutable"
        first = await gateway.http.get(path)
        assert first.headers.get_list("cache-control") == [kept]
        tag = first.headers["etag"]
        for known in (tag, f"W/{tag}", f'"another", {tag}', "*"):
            second = await gateway.http.get(path, headers={"If-None-Match": known})
            assert (second.status_code, second.content, second.headers["etag"]) == (304, b"", tag)
            assert second.headers.get_list("cache-control") == [kept]
            assert "content-security-policy" in second.headers
        for other in ("", '"another"', tag.strip('"')):
            assert (await gateway.http.get(path, headers={"If-None-Match": other})).status_code == 200


async def test_what_the_first_file_names_is_there_and_kept(gateway: OpenGateway) -> None:
    named = re.findall(r'(?:src|href)="([^"]*)"', (await gateway.http.get("/")).text)
    assert named
    assert set(named) <= set(OTHERS)


async def test_a_page_that_was_opened_before_an_upgrade_gets_what_there_is_and_does_not_keep_it(
    gateway: OpenGateway,
) -> None:
    for path, (_, content) in OTHERS.items():
        for release in ("release", "0123456", RELEASE.upper() + "x"):
            old = await gateway.http.get(path.replace(RELEASE, release, 1))
            assert (old.status_code, old.content) == (200, content)
            assert old.headers.get_list("cache-control") == ["no-cache"]


def test_any_change_of_any_file_is_another_release() -> None:
    before = {"a.js": b"one", "b.js": b"two"}
    others = (
        {"a.js": b"on", "b.js": b"etwo"},
        {"a.js": b"one"},
        {"a.js": b"one", "c.js": b"two"},
        {**before, "c.js": b""},
    )
    releases = [release_of(contents) for contents in (before, *others)]
    assert releases == [release_of(dict(contents)) for contents in (before, *others)]
    assert len(set(releases)) == len(releases)
    assert {len(release) for release in releases} == {len("release")}  # the first file stays as long as it is


@pytest.mark.parametrize(
    ("accepted", "packed"),
    [
        ("gzip", True), ("br, GZIP;q=0.5", True), ("deflate,gzip ; q=1.0", True), ("*", True), ("gzip;q=0.001", True),
        ("", False), ("identity", False), ("gzip;q=0", False), ("br;q=1, gzip; q=0.000, zstd", False), ("xgzip", False),
        ("*;q=0", False), ("*;q=0, gzip", True), ("gzip;q=0, *", False), ("gzip;q=abc", False),
    ],
)  # fmt: skip
async def test_it_is_sent_in_fewer_bytes_to_who_takes_them(
    gateway: OpenGateway, accepted: str, *, packed: bool
) -> None:
    for path, (_, content) in PAGES.items():
        async with gateway.http.stream("GET", path, headers={"Accept-Encoding": accepted}) as served:
            sent = b"".join([piece async for piece in served.aiter_raw()])
        assert served.headers["vary"] == "Accept-Encoding"
        assert (served.headers.get("content-encoding") == "gzip") == packed
        assert (gzip.decompress(sent) if packed else sent) == content
        assert len(sent) == int(served.headers["content-length"])
        assert not packed or len(sent) < len(content)


async def test_each_form_of_a_file_has_a_tag_of_its_own(gateway: OpenGateway) -> None:
    app = f"/page/{RELEASE}/app.js"
    tags = {
        accepted: (await gateway.http.get(app, headers={"Accept-Encoding": accepted})).headers["etag"]
        for accepted in ("gzip", "identity")
    }
    assert tags["gzip"] != tags["identity"]
    other = {"Accept-Encoding": "identity", "If-None-Match": tags["gzip"]}
    assert (await gateway.http.get(app, headers=other)).status_code == 200


async def test_what_is_personal_is_never_kept(gateway: OpenGateway) -> None:
    for path in ("/v1/me", "/nowhere", f"/page/{RELEASE}/nowhere.js", "/openapi.json"):
        assert (await gateway.http.get(path)).headers.get_list("cache-control") == ["no-store"]


async def test_a_file_can_be_looked_at_without_being_sent(gateway: OpenGateway) -> None:
    for path in PAGES:
        got, looked = await gateway.http.get(path), await gateway.http.head(path)
        assert (looked.status_code, looked.content) == (200, b"")
        for name in ("content-length", "content-type", "etag"):
            assert looked.headers[name] == got.headers[name]
    refused = await gateway.http.post("/")
    assert (refused.status_code, refused.headers["allow"]) == (405, "GET, HEAD")


OUTSIDE = (
    "/../shell.py", "/%2e%2e/shell.py", "/..%2fshell.py", "//etc/passwd", "/.", "/web", "/app.js", "/index.html",
    "/page/release/", "/page/release/../shell.py", "/page/release/%2e%2e/shell.py", "/page/release/..%2f..%2fshell.py",
    "/page/release/style/../../../shell.py", "/page/release//etc/passwd", "/page/release/index.html", "/page/app.js",
)  # fmt: skip


@pytest.mark.parametrize("path", OUTSIDE)
async def test_no_path_leads_out_of_the_folder(gateway: OpenGateway, path: str) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", gateway.server.port)  # a client would tidy the path
    writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
    answer = await reader.read()
    writer.close()
    assert answer.startswith(b"HTTP/1.1 404 ")


def test_only_what_belongs_to_the_page_is_read(tmp_path: Path) -> None:
    web, secret = tmp_path / "web", tmp_path / "secret.js"
    (web / "style" / ".kept").mkdir(parents=True)
    for name in ("index.html", "app.js", "app.js.swp", "notes.md", ".hidden.js", "style/talk.css", "style/.kept/a.css"):
        (web / name).write_text(name)
    secret.write_text("not the page's")
    (web / "link.js").symlink_to(secret)
    assert set(read_page_files(web)) == {"index.html", "app.js", "style/talk.css"}


async def test_the_policy_lets_nothing_in_that_is_not_ours(gateway: OpenGateway) -> None:
    policy = (await gateway.http.get("/")).headers["content-security-policy"]
    directives = {name: rest for name, _, rest in (part.strip().partition(" ") for part in policy.split(";"))}
    assert directives["default-src"] == directives["frame-ancestors"] == directives["base-uri"] == "'none'"
    assert (directives["trusted-types"], directives["require-trusted-types-for"]) == ("'none'", "'script'")
    fetched = {name: rest for name, rest in directives.items() if name.endswith("-src") and name != "default-src"}
    assert set(" ".join(fetched.values()).split()) <= {"'self'", "data:"}
    assert fetched["script-src"] == fetched["connect-src"] == fetched["style-src"] == "'self'"
    assert ("font-src" in fetched) == any(path.endswith(".woff2") for path in PAGES)
