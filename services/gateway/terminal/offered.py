"""What the companion offers by card, answered on the terminal: whoever types there is the person themself."""

import json
from collections.abc import Callable, Sequence
from typing import TypedDict

from services.gateway.terminal.calls import Body, Calls
from services.gateway.terminal.kept import KeptShown
from services.gateway.terminal.notebook import DoneShown
from services.gateway.terminal.style import clean, dim
from services.gateway.terminal.telling import tell
from services.gateway.terminal.wrapping import wrap_text

YES, NO = ("y", "yes", "j", "ja", "s", "si", "sí"), ("n", "no", "nein")
Ask = Callable[[str], str]
"""Puts a question and gives what was typed; empty where it was given up."""


class ItemShown(TypedDict):
    """One item of an offer, as it was shown."""

    assertion_id: str
    display_number: int
    version: int
    text_hash: str
    shown_text: str


class CardShown(TypedDict):
    """What the terminal reads of an offer."""

    offer_id: str
    kind: str
    needs_control: bool
    items: Sequence[ItemShown]


CHOOSING = (
    "You choose when I ask: at once, together at a pause, only about what matters, or only when you say so; "
    "“holdfast settings” shows and sets it."
)


def answer_by_hand(calls: Calls, offer: CardShown, ask: Ask) -> Sequence[KeptShown]:
    """Asks about each item that words are not enough for, and answers as its card would. Gives what changed."""
    asked = offer["items"][-1:] if offer["kind"] == "clash" else offer["items"]
    answers = [(item, answer) for item in asked if (answer := _answer(item, offer["kind"], ask))]
    if not answers:
        tell(dim("It waits; “/waiting” brings it up again."))
        return ()
    body: Body = {"items": [{**_bound(item), "answer": answer} for item, answer in answers]}
    done: DoneShown = json.loads(calls.post(f"/v1/offers/{offer['offer_id']}", body))
    changed = done.get("memory", ())
    for each in changed:
        tell(dim(f"{BECAME.get(each['force'], each['force'])}: {each['display_number']}"))
    return changed


BECAME = {"committed": "Kept", "retracted": "Not kept", "held": "It waits"}
QUESTIONS = {"retract": "Take this back?", "cross_promote": "Remember this for all your projects?"}


def _answer(item: ItemShown, kind: str, ask: Ask) -> str:
    tell(wrap_text(f"{item['display_number'] or '':>4}  {clean(item['shown_text'])}"))
    return ask_yes_or_no(QUESTIONS.get(kind, "Keep this?"), ask)


def ask_yes_or_no(question: str, ask: Ask) -> str:
    """“yes”, “no”, or nothing for later."""
    typed = ask(f"{question} yes, no, or Enter for later: ").casefold()
    return "yes" if typed in YES else "no" if typed in NO else ""


def _bound(item: ItemShown) -> dict[str, object]:
    return {name: item[name] for name in ("assertion_id", "version", "text_hash")}


def is_first(offer: CardShown) -> bool:
    """Whether nothing was ever offered before: numbers count up and are never used again."""
    return any(item["display_number"] == 1 for item in offer["items"])
