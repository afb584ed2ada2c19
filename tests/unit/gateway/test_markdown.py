"""The document to read: whatever somebody wrote stands in it as they wrote it, and makes no structure of its own."""

import time
from datetime import UTC, datetime
from uuid import uuid4
from zoneinfo import ZoneInfo

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from services.gateway import markdown
from services.gateway.markdown import ExportedTurn, RepliedTo, escape_markdown
from shared.contracts.assertions import AssertionView, Category, Force, Kind, Label, text_hash
from shared.contracts.requests.people import EngagementStatus, EngagementView
from shared.contracts.turns import EngagementKind

pytestmark = pytest.mark.row("S6")
READER = MarkdownIt("gfm-like", {"linkify": False})
AT = datetime(2026, 3, 3, 23, 30, tzinfo=UTC)
HOSTILE = [
    "# x", "###### x", "> x", "- x", "+ x", "* x", "1. x", "12) x", "    code", "\tcode", "```\nx\n```", "~~~\nx",
    "---", "===", "x\n===", "x\n---", "| a | b |\n|---|---|\n| 1 | 2 |", "**x**", "__x__", "_x_", "`x`", "~~x~~",
    "[x](http://a?q=1)", "![x](http://a?q=1)", "[x]: http://a", "[x][y]", "<b>x</b>", "<!-- x -->", "<http://a>",
    "<script>", "&amp;", "&#65;", "\\*x\\*", "x\\", "x  \ny", "[ ] x",
    "- [ ] x", "$x$", "x\r\n# y", "x\r# y", "\u2028# y", "a\x1b[2Jb",
    "1\\. x", "\\# x", "x\n\n\n# y", " # x", "   1. x", "*", "+", "-", "#", "1.", "=", "::: x", "[^1]: x", "http://a.b",
    "\u202eevil", "a\U000e0041b",
]  # fmt: skip
INNOCENT = {"paragraph_open", "paragraph_close", "inline", "softbreak", "hardbreak", "text"}

STORABLE = st.characters(exclude_characters="\x00", exclude_categories=["Cs"])
some_text = st.one_of(
    st.sampled_from(HOSTILE), st.text(STORABLE, max_size=40), st.text("#*_-+=>`~[]()!<>|\\&$.:1 \n\t", max_size=40)
)


def kept(content: str, **more: object) -> AssertionView:
    return AssertionView.model_validate(
        {
            "assertion_id": uuid4(), "engagement_id": uuid4(), "display_number": 7, "kind": Kind.FACT,
            "category": Category.HEALTH, "content": content, "own_words": "", "force": Force.HELD, "reason": None,
            "importance": 3, "sensitive": False, "pinned": False, "label": Label.STATED, "version": 1,
            "text_hash": text_hash(content), "turn_id": None, "source_assertion_id": None, "replaces_id": None,
            "created_at": AT, "updated_at": AT, "expires_at": None, **more,
        }
    )  # fmt: skip


def flat(tokens: list[Token]) -> list[Token]:
    return [inner for token in tokens for inner in (token, *flat(token.children or []))]


def shape(text: str) -> list[str]:
    """The structure that a reader of markdown finds, without the words."""
    return [token.type for token in flat(READER.parse(text)) if token.type not in INNOCENT]


def words(text: str) -> str:
    """The words that a reader of markdown shows."""
    return "".join(token.content for token in flat(READER.parse(text)) if token.type == "text")


def plain(text: str) -> str:
    """What is left of a text when nobody looks at its spaces and at what cannot be seen."""
    return "".join("".join(char for char in text if char.isprintable() and ord(char) not in markdown.TAGS).split())


@given(text=some_text)
@example("a\n    b")
def test_no_text_makes_a_structure(text: str) -> None:
    assert shape(f"x {escape_markdown(text)}") == []
    assert shape(escape_markdown(text.strip())) == []


@given(text=some_text)
def test_every_text_is_shown_as_it_was(text: str) -> None:
    shown = words(escape_markdown(text))
    assert plain(shown) == plain(text)


@given(text=some_text, pinned=st.booleans())
def test_a_memory_is_one_entry_of_a_list(text: str, pinned: bool) -> None:  # noqa: FBT001
    for line in (markdown.known_line(kept(text, pinned=pinned), UTC), markdown.waiting_line(kept(text), UTC)):
        found = shape(f"### Known\n\n{line}{line}")
        assert found.count("list_item_open") == 2
        assert set(found) == {
            "heading_open", "heading_close", "bullet_list_open", "bullet_list_close", "list_item_open",
            "list_item_close", "strong_open", "strong_close",
        }  # fmt: skip


@given(said=some_text, reply=some_text, name=some_text)
def test_an_exchange_is_two_quotations(said: str, reply: str, name: str) -> None:
    turn = ExportedTurn(said=(said, "more"), created_at=AT, closed=RepliedTo(reply=f"x {reply}"))
    found = shape(markdown.turn_lines(turn, f"A{name}", UTC))
    assert found.count("blockquote_open") == 2
    assert set(found) <= {"blockquote_open", "blockquote_close", "strong_open", "strong_close"}


@given(title=some_text, seed=some_text)
def test_a_project_is_one_heading(title: str, seed: str) -> None:
    engagement = EngagementView.model_construct(
        engagement_id=uuid4(), kind=EngagementKind.PROJECT, title=title, seed=seed, status=EngagementStatus.ACTIVE,
        created_at=AT,
    )  # fmt: skip
    found = shape(markdown.engagement_heading(engagement))
    assert found.count("heading_open") == 1
    assert set(found) <= {"heading_open", "heading_close", "blockquote_open", "blockquote_close"}


@given(texts=st.lists(some_text, max_size=3))
def test_refusals_are_a_list(texts: list[str]) -> None:
    assert shape(markdown.refusals_section(texts)).count("list_item_open") == len(texts)


def test_what_it_looks_like() -> None:
    berlin = ZoneInfo("Europe/Berlin")
    assert markdown.title_block("Ada", AT, berlin) == "# What Ada keeps of you\n\nExported on 4 March 2026.\n"
    assert markdown.known_line(kept("You're *here*.", pinned=True), UTC) == (
        "- **7** (3 March 2026, pinned): You're \\*here\\*.\n"
    )
    assert markdown.waiting_line(kept("One.\nTwo."), berlin) == "- **7** (since 4 March 2026): One.  \n  Two.\n"
    assert markdown.day_heading(AT, berlin) == "\n### Wednesday, 4 March 2026\n"
    turn = ExportedTurn(said=("Hello.", "Are you there?"), created_at=AT, closed=RepliedTo(reply="Yes.\n\nI am."))
    assert markdown.turn_lines(turn, "Ada", berlin) == (
        "\n**You**, 00:30\n\n> Hello.  \n> Are you there?\n\n**Ada**\n\n> Yes.  \n>  \n> I am.\n"
    )
    assert markdown.taken_back(0) == ""


@pytest.mark.parametrize(
    "text", [" " * 65_536, "a" * 65_536, "#" * 65_536, "\n" * 65_536, "1." * 32_768, "\\" * 65_536]
)
def test_long_texts_take_no_longer_than_they_are_long(text: str) -> None:
    began = time.process_time()
    escape_markdown(text)
    assert time.process_time() - began < 0.25
