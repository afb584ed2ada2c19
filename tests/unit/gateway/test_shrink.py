"""A file of the page is sent without comments and blanks, and says the same."""

import re
from pathlib import Path

import pytest

from services.gateway.doors.page import FOLDER
from services.gateway.doors.shrink import shrink_file

pytestmark = pytest.mark.row("S3")

SCRIPT = r"""
// What it is, "as somebody wrote".
import { h, show } from "./elements.js";
const SIGNS = /["`] , ( \/ )/g;
const words = (one) => `a , ${one ? "b ; " + one : "c  :  d"} // e`;
async function say(text, more /* it's said */) {
  if (!text || more !== 1) return { text, said: "one ,  two" };
  return text.replace(SIGNS, (found) => found - -1) / 2; // done
}
"""
SENT = (
    r"""import{h,show}from"./elements.js";const SIGNS=/["`] , ( \/ )/g;"""
    r"""const words=(one)=>`a , ${one ? "b ; " + one : "c  :  d"} // e`;"""
    r"""async function say(text,more){if(!text||more!==1)return{text,said:"one ,  two"};"""
    r"""return text.replace(SIGNS,(found)=>found- -1)/2;}"""
)
TEMPLATE_IN_A_TEMPLATE = re.compile(r"`[^`]*\$\{[^}`]*`")
STYLE = """/* the ground */
.a > .b, .c:not(.d) + .e {
  margin: 0 auto; content: " ; } ";  /* kept */
}
"""


def test_of_a_script_only_blanks_and_comments_go() -> None:
    pytest.importorskip("rjsmin", reason="has no wheel for this machine")
    assert shrink_file(".js", SCRIPT.encode()).decode() == SENT


def test_of_a_style_only_blanks_and_comments_go() -> None:
    pytest.importorskip("rcssmin", reason="has no wheel for this machine")
    sent = '.a>.b,.c:not(.d) + .e{margin:0 auto;content:" ; } "}'
    assert shrink_file(".css", STYLE.encode()).decode() == sent


@pytest.mark.parametrize("script", sorted(FOLDER.rglob("*.js")), ids=lambda script: script.name)
def test_no_template_of_a_script_lies_in_another_for_its_blanks_would_go(script: Path) -> None:
    assert TEMPLATE_IN_A_TEMPLATE.findall(script.read_text()) == []


def test_other_files_say_what_they_said() -> None:
    assert shrink_file(".svg", b"<svg>\n  <g/>\n</svg>\n") == b"<svg>\n  <g/>\n</svg>\n"
    assert shrink_file(".json", '{\n"a": "ü b"\n}'.encode()) == '{"a":"ü b"}'.encode()
