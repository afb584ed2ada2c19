"""The way of one line through the house: `make walk TEXT="…"` prints it, `make docs` writes docs/a-turn.md from it.

Starts everything in a folder of its own, says one line to warm up, then the line itself, and prints each of our files
that ran for it, in the order in which they were first entered, with the functions of each. The chores and the making
of the house are not counted: only what the services did with the line.
"""

import asyncio
import json
import os
import sys
import tempfile
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from types import CodeType, FrameType

import uvloop

from deploy.embedded.ports import LOOPBACK, free_port
from deploy.embedded.servers import EmbeddedServers
from deploy.own_gateway import OwnGateway
from deploy.services import Doors, Parts
from deploy.tools import turn_page
from services.memory.migrate import migrate_database
from shared.bus import logs
from shared.settings import PREFIX

ROOT = Path(__file__).parents[2]
OURS = tuple(f"{ROOT / name}{os.sep}" for name in ("services", "shared"))
CHORES = "workers"
WARMING_UP = "The weather is nice today."
USUAL = "I'm allergic to shellfish."
PAGE = "--page"


class Footprints:
    """Notes which of our functions run while it is on, in every thread that began after it was made."""

    def __init__(self) -> None:
        self._entered: dict[CodeType, None] = {}
        self._is_on = False
        threading.setprofile(self._note)
        sys.setprofile(self._note)

    @contextmanager
    def on(self) -> Iterator[None]:
        """While a line is answered."""
        self._is_on = True
        try:
            yield
        finally:
            self._is_on = False

    def files(self) -> dict[str, list[tuple[str, int]]]:
        """Each file with its functions and their lines, as they were first entered."""
        found: dict[str, list[tuple[str, int]]] = {}
        for code in self._entered:
            name = code.co_qualname.replace("<locals>.", "")
            if "<" not in name:  # a comprehension or a module is no function that somebody reads
                file = str(Path(code.co_filename).relative_to(ROOT))
                found.setdefault(file, []).append((name, code.co_firstlineno))
        return found

    def _note(self, frame: FrameType, event: str, _: object) -> None:
        if self._is_on and event == "call" and frame.f_code.co_filename.startswith(OURS):
            self._entered.setdefault(frame.f_code, None)


async def walk_line(text: str, home: Path) -> Footprints:
    """Says the line in a house of its own."""
    seen = Footprints()
    servers, doors = EmbeddedServers(home), Doors(LOOPBACK, free_port())
    await servers.start()
    try:
        await migrate_database(servers.database.url("holdfast_owner"))
        parts = [part for part in Parts(servers, doors).in_this_process(lambda: None) if part.name != CHORES]
        for part in parts:
            await part.start()
        try:
            gateway = OwnGateway(doors)
            await gateway.wait_ready()
            person = await gateway.add_person(servers.secrets["admin_token"])
            await asyncio.to_thread(_say, doors, person.token, WARMING_UP)
            with seen.on():
                await asyncio.to_thread(_say, doors, person.token, text)
        finally:
            for part in reversed(parts):
                await part.stop()
    finally:
        await servers.stop()
    return seen


def _say(doors: Doors, token: str, text: str) -> None:
    connection = HTTPConnection(doors.near, doors.port, timeout=60.0)
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    try:
        connection.request("POST", "/v1/converse", json.dumps({"message": text}), headers)
        print(json.loads(connection.getresponse().read()).get("reply", ""), file=sys.stderr)
    finally:
        connection.close()


def main(arguments: Sequence[str]) -> int:
    """Prints the way, and how long it is; with `--page` writes it as a page."""
    is_page = list(arguments) == [PAGE]
    text = " ".join(arguments) if arguments and not is_page else USUAL
    os.environ.setdefault(f"{PREFIX}MODEL", "offline")
    with tempfile.TemporaryDirectory() as home:
        logs.configure_logs("error", "json")
        files = uvloop.run(walk_line(text, Path(home))).files()
    if is_page:
        turn_page.FILE.write_text(turn_page.page_text(list(files)), encoding="utf-8")
        return 0
    for file, functions in files.items():
        print(file)
        for name, line in functions:
            print(f"    {line:4}  {name}")
    print(f"{len(files)} files, {sum(map(len, files.values()))} functions")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
