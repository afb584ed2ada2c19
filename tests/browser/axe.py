"""What axe-core finds wrong with a page as it stands."""

import json
from functools import cache
from importlib.resources import files

from playwright.async_api import Page
from pydantic import BaseModel, TypeAdapter

GRAVE = frozenset({"serious", "critical"})
RUN = "axe.run(document, {resultTypes: ['violations']}).then((found) => JSON.stringify(found.violations))"


class _Node(BaseModel):
    html: str


class _Violation(BaseModel):
    id: str
    impact: str | None
    help: str
    nodes: list[_Node]


_VIOLATIONS = TypeAdapter(list[_Violation])


async def axe(page: Page) -> list[str]:
    """The serious and critical findings, each in a line; none when all is well."""
    found = _VIOLATIONS.validate_json(await _run(page))
    return [
        f"{one.impact} {one.id}: {one.help}: {'; '.join(node.html for node in one.nodes)}"
        for one in found
        if one.impact in GRAVE
    ]


async def _run(page: Page) -> str:
    """In a world of its own: the page's policy forbids such a script, and its own scripts see nothing of it."""
    session = await page.context.new_cdp_session(page)
    try:
        frame = (await session.send("Page.getFrameTree"))["frameTree"]["frame"]["id"]
        world = await session.send("Page.createIsolatedWorld", {"frameId": frame, "worldName": "axe"})
        where = {"contextId": world["executionContextId"], "awaitPromise": True, "returnByValue": True}
        await session.send("Runtime.evaluate", {**where, "expression": _script()})
        answer = await session.send("Runtime.evaluate", {**where, "expression": RUN})
    finally:
        await session.detach()
    said = answer["result"].get("value")
    assert isinstance(said, str), json.dumps(answer)
    return said


@cache
def _script() -> str:
    # Only the engine is wanted of the package: it is what is pinned with a hash in the lock.
    return files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8") + "\n;0"
