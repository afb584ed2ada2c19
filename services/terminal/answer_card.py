"""What the companion offers by card, answered on the terminal: whoever types there is the person themself."""

import json
from collections.abc import Callable, Sequence
from typing import NotRequired, TypedDict

from services.terminal.calls import Calls
from services.terminal.notebook import DoneShown
from services.terminal.notebook_api import KeptShown
from services.terminal.output import print_text
from services.terminal.style import clean_text, dim_text
from services.terminal.wrapping import wrap_text

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
    card_for: NotRequired[str | None]


WHY_CARD = {
    "private_to_others": "private to somebody else: by your own hand only",
    "said_by_others": "said by somebody else: by your own hand only",
    "not_own_words": "not in your own words: by your own hand only",
}


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


class SaidInsteadError(Exception):
    """The person answered with something else, which is said as any line is; what was asked about waits."""

    def __init__(self, line: str) -> None:
        super().__init__()
        self.line = line
        self.changed: Sequence[KeptShown] = ()
        """What was answered before it."""


Answers = list[tuple[ItemShown, str]]


def answer_by_hand(calls: Calls, offer: CardShown, ask: Ask) -> Sequence[KeptShown]:
    """Asks about what words are not enough for, and answers as its card would. Gives what changed."""
    answers: Answers = []
    try:
        (_of_two if offer["kind"] == "clash" else _each)(offer, ask, answers)
    except SaidInsteadError as instead:
        if not answers:
            raise
        instead.changed = _send(calls, offer, answers)
        raise
    if not answers:
        print_text(dim_text("It waits; “/waiting” brings it up again."))
    return _send(calls, offer, answers) if answers else ()


def _send(calls: Calls, offer: CardShown, answers: Answers) -> Sequence[KeptShown]:
    items = [{**_bound(item), "answer": answer} for item, answer in answers]
    done: DoneShown = json.loads(calls.post(f"/v1/offers/{offer['offer_id']}", {"items": items}))
    changed = done.get("memory", ())
    for each in changed:
        print_text(dim_text(f"{BECAME.get(each['force'], each['force'])}: {each['display_number']}"))
    return changed


BECAME = {"committed": "Kept", "retracted": "Not in use", "held": "It waits"}
QUESTIONS = {"retract": "Take this back?", "cross_promote": "Remember this for all your projects?"}


def _each(offer: CardShown, ask: Ask, answers: Answers) -> None:
    for item in offer["items"]:
        _show(item)
        if answer := ask_yes_or_no(QUESTIONS.get(offer["kind"], "Keep this?"), ask):
            answers.append((item, answer))


def _of_two(offer: CardShown, ask: Ask, answers: Answers) -> None:
    """What is known and what is new cannot both be meant, or can they?"""
    known, fresh = offer["items"][0], offer["items"][-1]
    for item in (known, fresh):
        _show(item)
    print_text("Keep the new one instead of the other, keep both, or drop the new one?")
    typed = _typed("instead, both, drop, or Enter for later: ", ("instead", "both", "drop"), ask)
    answers += {"instead": [(fresh, "yes")], "both": [(known, "yes"), (fresh, "yes")], "drop": [(fresh, "no")]}.get(
        typed, []
    )


def _show(item: ItemShown) -> None:
    print_text(wrap_text(f"{item['display_number'] or '':>4}  {clean_text(item['shown_text'])}"))
    if why := WHY_CARD.get(item.get("card_for") or ""):
        print_text(dim_text(f"      {why}"))


def ask_yes_or_no(question: str, ask: Ask) -> str:
    """“yes”, “no”, or nothing for later."""
    typed = _typed(f"{question} yes, no, or Enter for later: ", (*YES, *NO), ask)
    return "yes" if typed in YES else "no" if typed else ""


def _typed(question: str, among: Sequence[str], ask: Ask) -> str:
    """Which of them; nothing for later. Whatever else is typed was no answer to this."""
    typed = ask(question)
    if typed and typed.casefold() not in among:
        raise SaidInsteadError(typed)
    return typed.casefold()


def _bound(item: ItemShown) -> dict[str, object]:
    return {name: item[name] for name in ("assertion_id", "version", "text_hash")}


def is_first(offer: CardShown) -> bool:
    """Whether nothing was ever offered before: numbers count up and are never used again."""
    return any(item["display_number"] == 1 for item in offer["items"])
