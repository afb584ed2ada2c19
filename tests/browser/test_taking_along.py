"""Everything is taken along as a file, and brought back from it with one yes."""

import hashlib
import json
from pathlib import Path
from uuid import UUID

import pytest
from playwright.async_api import Page, expect

from shared.contracts.assertions import Force
from tests.acceptance.memory.house import House
from tests.acceptance.memory.person import Person
from tests.browser.visiting import Visits

TELLS_HOW_FAR = """
globalThis.howFar = [];
new MutationObserver(() => document.querySelectorAll("progress").forEach(({ value, max }) => howFar.push([value, max])))
  .observe(document, { subtree: true, attributes: true, attributeFilter: ["value"] });
"""


@pytest.fixture
async def other(house: House) -> Person:
    return await house.person()


async def take(page: Page, name: str, where: Path) -> Path:
    """The file of that button."""
    await page.goto("/#/settings")
    async with page.expect_download() as coming:
        await page.get_by_role("button", name=name).click()
    await (await coming.value).save_as(where)
    await expect(page.get_by_role("status").get_by_text("Everything is in your downloads.")).to_be_visible()
    return where


async def choose(page: Page, file: Path) -> None:
    """Picks a file to be brought back."""
    await page.goto("/#/settings")
    async with page.expect_file_chooser() as asked:
        await page.get_by_role("button", name="Choose a file").click()
    await (await asked.value).set_files(file)


@pytest.mark.row("M8")
async def test_an_export_is_whole_in_both_forms(page_of: Visits, person: Person, tmp_path: Path) -> None:
    await person.write("You grow quinces.")
    page = await page_of(person)
    kept = json.loads((await take(page, "Everything, as JSON", tmp_path / "kept.json")).read_text())
    assert [row["content"] for row in kept["assertions"]] == ["You grow quinces."]
    assert "You grow quinces." in (await take(page, "To read, as a document", tmp_path / "kept.md")).read_text()


@pytest.mark.row("M8")
@pytest.mark.parametrize(("name", "rows"), [("Everything, as JSON", 8), ("To read, as a document", 3)])
async def test_how_far_it_is_is_counted_to_the_last_row(page_of: Visits, person: Person, name: str, rows: int) -> None:
    garden = await person.project("Garden")
    for content, place in (("You grow quinces.", None), ("- **You** grow\n- **9** pears.", garden)):
        await person.write(content, place)
    await person.say("**You**, are you there?\n- **1** is one")
    page = await page_of(person)
    await page.add_init_script(TELLS_HOW_FAR)
    await page.goto("/#/settings")
    await page.reload()
    async with page.expect_download():
        await page.get_by_role("button", name=name).click()
    here, all_of_them = (await page.evaluate("howFar"))[-1]
    assert here == all_of_them >= rows
    assert name.startswith("Everything") or here == rows


@pytest.mark.row("M8")
async def test_a_file_lands_waiting_and_one_yes_makes_it_known(
    page_of: Visits, person: Person, other: Person, tmp_path: Path
) -> None:
    await person.write("You grow quinces.")
    file = await take(await page_of(person), "Everything, as JSON", tmp_path / "kept.json")
    page = await page_of(other)
    await choose(page, file)
    await expect(page.get_by_text("It holds 1 memory.")).to_be_visible()
    seen = hashlib.sha256(file.read_bytes()).hexdigest()[:12]
    await expect(page.get_by_text(f"SHA-256 {seen}…")).to_be_visible()
    assert await other.memories() == []

    await page.get_by_role("button", name="Bring them in, to wait").click()
    await expect(page.get_by_text("1 memory is here and waits for your word.")).to_be_visible()
    assert [memory.force for memory in await other.memories()] == [Force.HELD]
    await page.get_by_role("button", name=f"Yes: the file {seen}… with its 1 memory").click()
    await expect(page.get_by_role("status").get_by_text("The memories are as they were.")).to_be_visible()
    assert [memory.force for memory in await other.memories()] == [Force.COMMITTED]


@pytest.mark.row("M8")
async def test_what_is_never_to_be_noted_again_comes_along_and_is_told(
    page_of: Visits, person: Person, other: Person, tmp_path: Path
) -> None:
    await person.act("retract", await person.write("You smoke a pipe."), never_again=True)
    await person.act("retract", await person.write("You grow quinces."))
    cello = await person.write("You play the cello.")
    file = await take(await page_of(person), "Everything, as JSON", tmp_path / "kept.json")
    kept = json.loads(file.read_text())
    for part in ("assertions", "history"):  # a plain no has no words of its own
        kept[part] = [row for row in kept[part] if row["assertion_id"] == str(cello.assertion_id)]
    file.write_text(json.dumps(kept))
    page = await page_of(other)
    await choose(page, file)
    await page.get_by_role("button", name="Bring them in, to wait").click()
    await expect(page.get_by_text("1 thing in it is never to be noted again; that holds from now on.")).to_be_visible()
    await expect(page.get_by_text("1 earlier no could not come along")).to_be_visible()
    assert [refusal.text for refusal in (await other.refusals()).refusals] == ["You smoke a pipe."]
    await page.get_by_role("button", name="with its").click()
    await expect(page.get_by_role("status").get_by_text("What is never to be noted again holds here")).to_be_visible()


@pytest.mark.row("M8")
async def test_a_long_file_comes_in_by_itself_and_the_page_finds_it_again(
    page_of: Visits, person: Person, tmp_path: Path
) -> None:
    rows = [
        {"assertion_id": str(UUID(int=n)), "content": f"You like number {n}.", "force": "committed"}
        for n in range(1, 2_002)
    ]
    file = tmp_path / "kept.json"
    file.write_text(json.dumps({"holdfast_export": 1, "assertions": rows}))
    page = await page_of(person)
    await choose(page, file)
    await page.get_by_role("button", name="Bring them in, to wait").click()
    await expect(page.get_by_text("It comes in by itself; you may leave this page.")).to_be_visible()
    await expect(page.get_by_role("progressbar", name="How much has come in")).to_have_attribute("max", "2001")
    await page.reload()
    await expect(page.get_by_text("2,001 memories are here and wait for your word.")).to_be_visible(timeout=30_000)
    await page.reload()
    await page.get_by_role("button", name="with its 2,001 memories").click()
    done = page.get_by_role("status").get_by_text("The memories are as they were.")
    await expect(done).to_be_visible(timeout=30_000)
    assert {memory.force for memory in await person.memories()} == {Force.COMMITTED}
    await page.reload()
    await expect(page.get_by_role("button", name="Choose a file")).to_be_enabled()
    await expect(page.get_by_role("progressbar")).to_have_count(0)


async def test_what_is_no_export_is_told_in_a_sentence(page_of: Visits, person: Person, tmp_path: Path) -> None:
    document = tmp_path / "kept.md"
    document.write_text("# Everything\n")
    page = await page_of(person)
    await choose(page, document)
    await expect(page.get_by_role("alert").get_by_text("That is no file that can be brought back.")).to_be_visible()
