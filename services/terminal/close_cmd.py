"""`holdfast close`: closes the conversation, shows what it meant, and asks what is to be kept of it."""

import json
import sys
from argparse import Namespace
from collections.abc import Iterator
from dataclasses import dataclass, field

from services.terminal.answer_card import YES, Ask, SaidInsteadError
from services.terminal.calls import Calls
from services.terminal.json_or_text import wants_json
from services.terminal.kept_token import person_account
from services.terminal.left_api import (
    GOING_ALONG,
    KINDS,
    ConversationShown,
    DraftShown,
    await_draft,
    move_talk,
    one_talk,
    titles_of,
    words_of,
)
from services.terminal.output import print_text, tell_aside
from services.terminal.style import clean_text, dim_text, strong_text
from services.terminal.terminal_error import SorryError
from services.terminal.wrapping import wrap_text

STEPS = {
    "gather": "Gathering what was said …", "extract": "Finding what was decided and what is open …",
    "narrate": "Putting it into a few sentences …", "weigh": "Comparing it with what was open …",
    "suggest": "Looking where it belongs …", "store": "Laying it before you …",
}  # fmt: skip
LONGEST = 1_200
CHOICES = "yes, edit, where, without NUMBER, nothing, go on, or Enter for later"
REDUCED = (
    "This is reduced: your own sentences, as no language model is connected; HOLDFAST_MODEL or the page connects one."
)
FAILED = "No draft could be made of it. Nothing is lost; “holdfast close” tries again."
CHANGES = ("edit", "where", "without")
CLOSED_BY_WORDS = ("closing", "closing_already")
"""The codes of a reply that says that the conversation is being closed."""
LOOK_AT_IT = "“holdfast close” shows what it meant."
ENDS = {
    "": ("", "It waits; “holdfast close” brings it up again, and whatever you say goes on with the conversation."),
    "nothing": ("keep-nothing", "Nothing is kept of it; its words stay in the archive."),
    "go on": ("resume", "We go on."),
}
"""What ends the review without keeping anything."""


@dataclass
class Review:
    """What the person made of the draft so far."""

    talk: ConversationShown
    draft: DraftShown
    titles: dict[str, str]
    narrative: str = ""
    place: str = ""
    gone: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.narrative = self.narrative or self.draft["narrative"]
        self.place = self.place or self.draft["suggested_engagement_id"]

    @property
    def items(self) -> list[tuple[str, str, str]]:
        """Each thing and each change that can be left out: its id, its kind and its words."""
        things = [
            (one["entity_id"], KINDS.get(str(one["data"]["type"]), ""), words_of(one)) for one in self.draft["entities"]
        ]
        changes = [
            (
                one["delta_id"],
                KINDS.get(one["delta_type"], ""),
                clean_text(" → ".join(filter(None, (one["text"], one["new"])))),
            )
            for one in self.draft["deltas"]
            if not (one["delta_type"] in GOING_ALONG and one["entity_id"])
        ]
        return things + changes

    @property
    def is_as_drafted(self) -> bool:
        """Whether the person changed nothing of it yet."""
        shown = (self.draft["narrative"], self.draft["suggested_engagement_id"])
        return (self.narrative, self.place) == shown and not self.gone

    def kept(self) -> dict[str, object]:
        """What a yes to it sends."""
        entities = [one["entity_id"] for one in self.draft["entities"] if one["entity_id"] not in self.gone]
        without = [one["delta_id"] for one in self.draft["deltas"] if {one["delta_id"], one["entity_id"]} & self.gone]
        memory = {"engagement_id": self.place, "narrative": self.narrative, "entity_ids": entities}
        return {"version": self.draft["version"], "memories": [memory], "without_deltas": without}


def run(given: Namespace) -> int:
    """Closes it and asks; into a pipe, prints what it would leave."""
    calls = Calls(person_account())
    if wants_json(given.json):
        print_text(json.dumps(_drafted(calls), ensure_ascii=False))
        return 0
    ask: Ask | None = None
    if sys.stdin.isatty():
        from services.terminal.prompt import ask_once  # noqa: PLC0415  # takes long to load

        ask = ask_once
    close_talk(calls, ask)
    return 0


def follow_closing(calls: Calls, code: str | None, ask: Ask | None) -> None:
    """After a line that closed it: whoever sits there sees the draft; a single line says where it is."""
    if code not in CLOSED_BY_WORDS:
        return
    if ask is None:
        tell_aside(LOOK_AT_IT)
    else:
        close_talk(calls, ask, in_chat=True)


def close_talk(calls: Calls, ask: Ask | None, *, in_chat: bool = False) -> None:
    """Closes what is open, shows what it meant, and asks until it is decided or left; a chat takes any other line."""
    talk = _drafted(calls)
    while (draft := talk.get("draft")) is not None:
        review = Review(talk, draft, titles_of(calls))
        print_text(wrap_text("\n".join(_told(review))))
        if ask is None:
            return
        anew = _ask(calls, review, ask, in_chat=in_chat)
        if anew is None:
            return
        talk = anew
        print_text(strong_text("It was drafted anew, as something changed meanwhile:"))
    print_text(wrap_text(FAILED if talk["status"] == "ready_to_close" else "There was nothing to keep of it."))


def _drafted(calls: Calls) -> ConversationShown:
    talk = one_talk(calls)
    progress = talk.get("progress")
    if talk["status"] == "active" or (progress and progress["failed"]):
        talk = move_talk(calls, talk, "close")
    return await_draft(calls, talk, lambda step: tell_aside(STEPS.get(step, STEPS["gather"])))


def _told(review: Review) -> Iterator[str]:
    yield strong_text("What this conversation meant")
    yield clean_text(review.narrative)
    for number, (one, kind, words) in enumerate(review.items, 1):
        text = f"{number:4}  {words}"
        yield dim_text(f"{text}  (left out)") if one in review.gone else f"{text}{dim_text(f'  ({kind})')}"
    reason = review.draft["suggestion_reason"] if review.place == review.draft["suggested_engagement_id"] else ""
    yield dim_text(f"It goes to {review.titles.get(review.place, 'Your Story')}. {reason}".rstrip())
    if review.draft["reduced"]:
        yield dim_text(REDUCED)


def _ask(calls: Calls, review: Review, ask: Ask, *, in_chat: bool) -> ConversationShown | None:
    """Until it is decided; the conversation, where its draft was made anew meanwhile."""
    while (typed := ask(f"Keep it? {CHOICES}: ").strip()).casefold() not in ENDS:
        if typed.casefold() in YES:
            return _keep(calls, review)
        verb, _, rest = typed.partition(" ")
        if in_chat and verb.casefold() not in CHANGES and review.is_as_drafted:
            raise SaidInsteadError(typed)
        _change(review, verb.casefold(), rest, ask)
    move, sentence = ENDS[typed.casefold()]
    if move:
        move_talk(calls, review.talk, move)
    print_text(wrap_text(sentence))
    return None


def _change(review: Review, verb: str, rest: str, ask: Ask) -> None:
    if verb == "edit":
        review.narrative = (rest or ask("How should it read? ")).strip()[:LONGEST] or review.narrative
    elif verb == "where":
        _move(review, rest or ask(f"Where? {', '.join(review.titles.values())}: "))
    elif verb == "without" and rest.isdecimal() and 0 < int(rest) <= len(review.items):
        review.gone ^= {review.items[int(rest) - 1][0]}
    else:
        print_text(f"I did not understand that. There are: {CHOICES}.")
        return
    print_text(wrap_text("\n".join(_told(review))))


def _move(review: Review, name: str) -> None:
    found = [one for one, title in review.titles.items() if title.casefold() == name.strip().casefold()]
    if found:
        review.place = found[0]
    else:
        print_text(f"There is no “{clean_text(name)}”.")


def _keep(calls: Calls, review: Review) -> ConversationShown | None:
    try:
        move_talk(calls, review.talk, "confirm", **review.kept())
    except SorryError as error:
        now = one_talk(calls, review.talk["conversation_id"])
        draft = now.get("draft")
        if draft is None or draft["version"] == review.draft["version"]:
            raise
        tell_aside(str(error))
        return now
    print_text("Kept; “holdfast story” shows it.")
    return None
