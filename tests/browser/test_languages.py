"""Every view in German and in Spanish: no word of English, and no name of a text in place of the text."""

import json
import re
from dataclasses import dataclass
from pathlib import Path
from uuid import UUID

import pytest
from playwright.async_api import Error, Page, Route, expect

from shared.contracts.assertions import Category
from shared.contracts.understanding import PersonalFact, Reading
from shared.testing.scripted_model import ScriptedModel, ScriptedReply
from tests.acceptance.memory.house import House
from tests.acceptance.memory.person import Person
from tests.acceptance.memory.script import SURE
from tests.browser.recorder import Recorder
from tests.browser.visiting import NARROW, Visits

pytestmark = pytest.mark.row("S3")

TEXTS = Path(__file__).parents[2] / "services" / "gateway" / "web" / "texts"
ALL_THAT_IS_THERE = """() => {
  const texts = [document.title];
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (words.nextNode())
    if (!words.currentNode.parentElement.matches("noscript")) texts.push(words.currentNode.data);
  for (const each of document.querySelectorAll("[aria-label], [placeholder], [title]"))
    for (const name of ["aria-label", "placeholder", "title"]) texts.push(each.getAttribute(name) ?? "");
  return texts.map((text) => text.trim()).filter(Boolean);
}"""
BEYOND = """(width) => document.documentElement.scrollWidth <= width ? [] :
  [...document.querySelectorAll("main *")].filter((each) => each.getBoundingClientRect().right > width)
    .map((each) => `${each.tagName} ${each.className}: ${each.textContent}`)"""
ENGLISH = re.compile(
    r"\b(the|you|your|and|of|is|what|with|this|that|it|not|yes|ago|days?|hours?|minutes|today|yesterday|tomorrow"
    r"|(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|January|October|December)\b",
    re.IGNORECASE,
)
NAMES = {"English", "Holdfast"}
MAPS, QUINCES, CELLO, GARDEN = (
    "Alte Karten / mapas antiguos",
    "Quitten / membrillos",
    "Cello / chelo",
    "Garten / huerto",
)
TOLD, BEES = "Bienen / abejas", "Bienen im Garten / abejas en el huerto"
VIEWS = {
    "talk": "Why?",
    "notebook": "None of this is known or used until you say yes.",
    "notebook?show=back": "taken back",
    "notebook?then=2020-02-29": "Nothing of this was here then.",
    "notebook?q=cello+music": "What else fits, also from the talk",
    "notebook?q=pelican": "Nothing that is known or was said fits in other words.",
    "memory/{known}": "What it has influenced",
    "memory/{held}": "No reply has made use of it so far.",
    "why/{turn}": "Who read and who answered",
    "story": "By meaning",
    "threads": "Nothing is open.",
    "archive": "Conversations",
    "settings": "Erase for good",
}
"""Each view, and a text that shows that it has come."""


def texts(language: str) -> dict[str, str]:
    """What the page says in this language, by name."""
    parts: dict[str, dict[str, str]] = {}
    for folder in (TEXTS, TEXTS / "further"):
        parts |= json.loads((folder / f"{language}.json").read_text(encoding="utf-8"))
    return {f"{part}.{name}": text for part, texts in parts.items() for name, text in texts.items()}


def translated(language: str) -> dict[str, str]:
    """What English says in one way, this language says in that."""
    own = texts(language)
    return {text: own[name] for name, text in texts("en").items()}


def english_of(language: str) -> re.Pattern[str]:
    """Matches what reads as in English, where this language has words of its own."""
    own = texts(language)
    there = [text for name, text in texts("en").items() if text != own[name] and text not in own.values()]
    whole = [re.sub(r"\\\{\w+\\\}", ".+", re.escape(text)) for text in there if re.search("[a-z]", text)]
    return re.compile("|".join(text for text in whole if text.strip(". ") != "+"))


async def foreign(page: Page, language: str) -> list[str]:
    """What on the page is English, or no text but the name of one."""
    english, names, own = english_of(language), texts("en").keys(), set(texts(language).values())
    found: list[str] = await page.evaluate(ALL_THAT_IS_THERE)
    assert len(found) > 10  # a view that did not come has no foreign word
    return [
        text
        for text in found
        if text not in NAMES and (text in names - own or english.fullmatch(text) or ENGLISH.search(text) or "{" in text)
    ]


@pytest.fixture(params=["de", "es"])
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@dataclass(frozen=True)
class Speaker:
    """Somebody, and what the views are opened at."""

    person: Person
    known: UUID
    held: UUID
    turn: UUID


@pytest.fixture
async def speaker(house: House, model: ScriptedModel, language: str) -> Speaker:
    """Somebody with one thing of each kind, in words that are no English."""
    person = await house.person(language=language)
    await person.set(companion_name="Ada")
    garden = await person.project(GARDEN)
    await person.write(QUINCES, garden)
    known = await person.write(CELLO, category="interests")
    await person.act("pin", known)
    await person.act("retract", await person.write(MAPS, category="history"), never_again=True)
    fact = PersonalFact(text=BEES, own_words=TOLD, category=Category.INTERESTS)
    model.readings[TOLD] = Reading(
        intent="remember_about_me", confidence=SURE, language=language, personal_facts=(fact,)
    )
    model.next_replies.append(ScriptedReply(("Bien.",)))
    told = await person.say(TOLD)
    return Speaker(person, known.assertion_id, told.memory[0].assertion_id, told.turn_id)


async def test_every_view_speaks_the_persons_language(page_of: Visits, speaker: Speaker, language: str) -> None:
    page, own = await page_of(speaker.person, language=language), translated(language)
    for view, sign in VIEWS.items():
        await page.goto("/#/" + view.format(known=speaker.known, held=speaker.held, turn=speaker.turn))
        await expect(page.get_by_text(own[sign], exact=True).first).to_be_visible()
        assert await foreign(page, language) == [], view


async def test_every_view_fits_a_narrow_window_in_their_language(
    page_of: Visits, speaker: Speaker, language: str
) -> None:
    page, own = await page_of(speaker.person, language=language, size=NARROW), translated(language)
    for view, sign in VIEWS.items():
        await page.goto("/#/" + view.format(known=speaker.known, held=speaker.held, turn=speaker.turn))
        await expect(page.get_by_text(own[sign], exact=True).first).to_be_visible()
        assert await page.evaluate(BEYOND, NARROW.width) == [], view


async def test_erasing_and_its_receipt_do_too(
    page_of: Visits, speaker: Speaker, language: str, recorder: Recorder
) -> None:
    recorder.expects("status of 404")  # the page looks again at what is gone by then
    page, own = await page_of(speaker.person, language=language), translated(language)
    await page.goto(f"/#/memory/{speaker.known}")
    for step in ("Erase …", "Go on", "Erase for good"):
        await page.get_by_role("button", name=own[step], exact=True).click()
        assert await foreign(page, language) == [], step
    dialog = page.get_by_role("dialog")
    for more in ("What was removed", "Where it was looked for"):
        await dialog.get_by_text(own[more], exact=True).click()
    assert await foreign(page, language) == []
    await dialog.get_by_role("button", name=own["Close"], exact=True).click()
    await expect(page.get_by_role("heading", level=1)).to_have_text(own["Your Story"])


SENTENCES = {
    "de": ("Diese Frage ist nicht mehr offen; nichts wurde geändert.", "Diese Erinnerung hat sich geändert"),
    "es": ("Esta pregunta ya no está abierta; no se cambió nada.", "Este recuerdo ha cambiado"),
}


async def test_what_a_door_refuses_is_said_in_their_language(
    page_of: Visits, speaker: Speaker, language: str, recorder: Recorder
) -> None:
    recorder.expects("status of 409")
    over, stale = SENTENCES[language]
    page = await page_of(speaker.person, language=language)
    problems = iter(
        [
            {"code": "offer_over", "detail": "This question is no longer open."},
            {"code": "stale_version", "detail": "This memory has changed since you saw it."},
            {"code": "a_code_of_a_later_release", "detail": "Something of a later release."},
        ]
    )

    async def refuse(route: Route) -> None:
        await route.fulfill(status=409, json=next(problems))

    await page.route("**/pin", refuse)
    await page.goto(f"/#/memory/{speaker.held}")
    for sentence in (over, stale, "Something of a later release."):
        await page.get_by_role("button", name=translated(language)["Pin"], exact=True).click()
        await expect(page.get_by_role("alert")).to_contain_text(sentence)


FAILED = {
    "de": "Das hat zu lange gedauert; darum habe ich aufgehört. Nichts davon wurde gemerkt; sag es bitte noch einmal.",
    "es": "Esto tardó demasiado; por eso me detuve. No se recordó nada de ello; dilo otra vez, por favor.",
}


async def test_a_turn_that_failed_is_told_in_their_language(page_of: Visits, speaker: Speaker, language: str) -> None:
    page = await page_of.stranger(language=language)

    async def failed(route: Route) -> None:
        try:
            answer = await route.fetch()
            told = await answer.json()
        except Error:  # the page asked again before this was answered, and does not wait for it any more
            return
        for turn in told["turns"]:
            closed, turn["closed"] = turn["closed"], None
            ending = {"event": "failed", "code": "too_late", "detail": "This took too long.", "saved": False}
            turn["failed"] = {**ending, "turn_id": closed["turn_id"], "covers": closed["covers"]}
        await route.fulfill(response=answer, json=told)

    await page.route("**/v1/turns?*", failed)
    await page_of.enter(page, speaker.person)
    await expect(page.get_by_role("main").get_by_text(FAILED[language])).to_be_visible()
