"""The page's files as they are sent: without what is there for whoever reads them in their folder."""

import re

_TEXT = rb'"(?:\\.|[^"\\\n])*"'
_TEMPLATE = rb"`(?:\\.|[^`\\$]|\$(?!\{)|\$\{(?:[^`{}]|`[^`]*`|\{[^{}]*\})*\})*`"
_PATTERN = rb"/(?![/*])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n\[])+/[a-z]*"
_KEPT = {
    ".js": re.compile(
        rb"(?P<kept>" + _TEXT + rb"|" + _TEMPLATE + rb")"
        rb"|\s*(?P<before>[(,=:?&|!])\s*(?P<pattern>" + _PATTERN + rb")"
        rb"|\s*//[^\n]*|\s*/\*.*?\*/"
        rb"|;?\s*(?P<ends>\})"
        rb"|(?:(?<=[(,=>])|(?<=[(,=>:?] ))\((?P<given>\w+)\) (?P<arrow>=>)\s*"
        rb"|\s*(?P<sign>[\[(,;:?=<>{&|]|!==?|[*+-]=|[*+-](?=\s(?![+-])))\s*"
        rb"|\s*(?P<closing>[\])])(?: (?=[a-z!]))?"
        rb'|(?<=\}) (?P<imported>from) (?=")|(?P<line>\n)\s+',
        re.DOTALL,
    ),
    ".css": re.compile(
        rb"(?P<kept>" + _TEXT + rb")|\s*/\*.*?\*/|;?\s*(?P<ends>\})\s*|\s*(?P<sign>[{;,>])\s*|(?P<colon>:)\s+",
        re.DOTALL,
    ),
    ".json": re.compile(rb"\n"),
}
"""What of each kind of file stays as it is, or stays without the blanks around it; all else is not touched."""


def shrink_file(suffix: str, content: bytes) -> bytes:
    """As short as it is without other words: no comments, and no blanks but between words and in texts."""
    kept = _KEPT.get(suffix)
    return content if kept is None else kept.sub(_without_blanks, content).strip()


def _without_blanks(found: re.Match[bytes]) -> bytes:
    return b"".join(part for part in found.groups() if part)
