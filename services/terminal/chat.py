"""`holdfast chat`: a conversation on a terminal, or a reply for each line of a pipe."""

import json
import sys
from argparse import Namespace
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import NotRequired, TypedDict

from services.terminal.answer_card import CHOOSING, Ask, CardShown, SaidInsteadError, answer_by_hand, is_first
from services.terminal.calls import Calls, EngagementsShown, TurnsShown, find_project
from services.terminal.close_cmd import close_talk, follow_closing
from services.terminal.greeting_cmd import greeting_told
from services.terminal.kept_token import person_account
from services.terminal.output import print_text
from services.terminal.say_line import EarlierShown, line_of, newest_of, print_reply, reply_events
from services.terminal.slash_commands import (
    ChangedShown,
    Changes,
    forget_number,
    may_be_undone,
    show_notebook,
    show_threads,
    show_waiting,
    show_why,
    undo_last,
)
from services.terminal.style import clean_text, dim_text, sorry_text, strong_text
from services.terminal.terminal_error import SorryError
from services.terminal.wrapping import wrap_text

VERBS = {
    "/why": "how the last reply came about",
    "/notebook": "what is known, and what waits",
    "/waiting": "what waits for your yes, to be answered here",
    "/close": "close this conversation, and see what it meant",
    "/threads": "what is open",
    "/greeting": "what is worth knowing now",
    "/undo": "take back what was changed last",
    "/forget N": "take back number N; or in words, as /forget my old address",
    "/project NAME": "talk within a project; without a name, outside of all",
    "/help": "this",
    "/quit": "leave (Ctrl-D does, too)",
}
HELP = "\n".join(f"  {verb:15} {what}" for verb, what in VERBS.items())
NOTHING_TO_SAY = "There is nothing to say just now."
PROMISE = "Nothing is remembered without your yes. Our talk stays here until you erase it."
RECENT = 50
SHOWN = 2


@dataclass
class Chat:
    """Where this conversation stands."""

    calls: Calls
    project: str | None = None
    project_id: str | None = None
    unrecorded: list[EarlierShown] = field(default_factory=list)
    changes: list[Changes] = field(default_factory=list)
    """What was changed here, the newest last."""
    chooses: bool = False
    """Whether the person can choose when they are asked."""
    ask: Ask | None = None
    """Puts a question to whoever sits there; nobody does at a pipe."""

    def enter(self, name: str | None) -> None:
        """Talks within a project from now on, or outside of all."""
        self.project_id = find_project(self.calls, name) if name else None
        self.project = name

    def say(self, text: str, *, live: bool) -> None:
        """Says a line and prints the reply. What is off the record is remembered here, and nowhere else."""
        line = line_of(text, self.project_id, newest_of(self.unrecorded))
        end = print_reply(reply_events(self.calls, line), live=live)
        if end is None:
            return
        if end.get("off_the_record"):
            self.unrecorded.append({"said": text, "replied": end["reply"]})
        else:
            self.unrecorded.clear()
        self.note(end["memory"])
        if self.ask is not None and (offer := end.get("offer")):
            self._offer(offer, self.ask)
        follow_closing(self.calls, end.get("code"), self.ask)

    def _offer(self, offer: CardShown, ask: Ask) -> None:
        if self.chooses and is_first(offer):
            print_text(dim_text(wrap_text(CHOOSING)))
        if offer["needs_control"]:
            self.note(answer_by_hand(self.calls, offer, ask))

    def note(self, changes: Changes) -> None:
        """Remembers what was changed, to undo it."""
        if may_be_undone(changes):
            self.changes.append(changes)

    def obey(self, text: str) -> bool:
        """Does what a line beginning with a slash asks; False when it asks to leave."""
        verb, _, argument = text.partition(" ")
        argument = argument.strip()
        if verb == "/quit":
            return False
        if verb == "/project":
            self.enter(argument or None)
        elif verb == "/forget" and argument:
            self._forget(argument)
        else:
            self._plain().get(verb, lambda: print_text(HELP))()
        return True

    def _plain(self) -> Mapping[str, Callable[[], None]]:
        """What a verb that needs nothing more does."""
        return {
            "/why": lambda: show_why(self.calls),
            "/notebook": lambda: show_notebook(self.calls, self.project),
            "/waiting": self._wait,
            "/close": lambda: close_talk(self.calls, self.ask, in_chat=True),
            "/threads": lambda: show_threads(self.calls, self.project),
            "/greeting": lambda: print_text(wrap_text(greeting_told(self.calls) or NOTHING_TO_SAY)),
            "/undo": lambda: undo_last(self.calls, self.changes),
        }

    def _wait(self) -> None:
        changed: list[ChangedShown] = []
        try:
            show_waiting(self.calls, self.project, self.ask, changed)
        finally:
            self.note(changed)

    def _forget(self, what: str) -> None:
        """By its number by hand; by words as anybody says it, so that it is shown before anything is done."""
        if what.isdecimal() and what.isascii():
            self.note(forget_number(self.calls, self.project, int(what)))
        else:
            self.say(f"forget {what}", live=self.ask is not None)


class ReaderShown(TypedDict):
    """Who reads what is said."""

    provider: str
    model: str
    host: NotRequired[str]
    place: NotRequired[str]


class MeShown(TypedDict):
    """The answer of `GET /v1/me`, as far as it is shown here."""

    settings: NotRequired[dict[str, object]]
    reader: ReaderShown | None
    speaker: NotRequired[ReaderShown | None]
    set_aside: NotRequired[int]
    next_purge_at: NotRequired[str | None]


def reader_told(reader: ReaderShown | None, speaker: ReaderShown | None = None) -> str:
    """Where what is said goes; nothing before the first line, when nobody has read any."""
    if reader is None:
        return ""
    reads, answers = _named(reader), _named(speaker or reader)
    if reads == answers:
        return clean_text(f"What you say is read and answered by {reads}.")
    return clean_text(f"What you say is read by {reads}, and answered by {answers}.")


def _named(one: ReaderShown) -> str:
    host, place = one.get("host") or one["provider"], one.get("place", "far")
    if one["provider"] == "offline":
        return "the engine in the house, on this machine"
    near = {"machine": "on this machine", "network": f"at {host}, in your own network"}
    return f"{one['model']} {near.get(place, f'at {host}')}"


def set_aside_told(me: MeShown) -> str:
    """What was set aside for its age, and until when it can be kept; nothing when nothing was."""
    count, until = me.get("set_aside", 0), me.get("next_purge_at")
    if not count or until is None:
        return ""
    if count == 1:
        what = f"One memory that nobody touched for long was set aside; it is erased on {until[:10]}."
    else:
        what = f"{count} memories that nobody touched for long were set aside; the first is erased on {until[:10]}."
    return f"{what} “holdfast notebook” shows how to keep it."


def run(given: Namespace) -> int:
    """Talks until the person leaves or the pipe ends."""
    chat = Chat(Calls(person_account()))
    chat.enter(given.project)
    return _talk(chat) if sys.stdin.isatty() and sys.stdout.isatty() else _answer(chat)


def _answer(chat: Chat) -> int:
    for line in sys.stdin:
        text = line.strip()
        if text.startswith("/"):
            if not chat.obey(text):
                return 0
        elif text:
            chat.say(text, live=False)
    return 0


def _talk(chat: Chat) -> int:
    # Loaded here, where there is somebody to edit lines: it takes longer to load than a piped line to answer.
    from services.terminal.prompt import Prompt, ask_once  # noqa: PLC0415

    recent: TurnsShown = json.loads(chat.calls.get(f"/v1/turns?limit={RECENT}"))
    engagements: EngagementsShown = json.loads(chat.calls.get("/v1/engagements"))
    _show(recent)
    who: MeShown = json.loads(chat.calls.get("/v1/me"))
    chat.chooses = "asking" in who.get("settings", {})
    if told := reader_told(who["reader"], who.get("speaker")):
        print_text(dim_text(wrap_text(told)))
    if aside := set_aside_told(who):
        print_text(dim_text(wrap_text(aside)))
    if greeting := greeting_told(chat.calls):
        print_text(wrap_text(greeting))
    said = [line for turn in recent["turns"] for line in turn["said"]]
    chat.ask = ask_once
    prompt = Prompt(said, [each["title"] for each in engagements["engagements"] if each["kind"] == "project"])
    while (text := prompt.ask(chat.project)) is not None:
        if text and not _take(chat, text):
            return 0
    return 0


def _take(chat: Chat, text: str) -> bool:
    try:
        if text.startswith("/"):
            return chat.obey(text)
        chat.say(text, live=True)
    except SaidInsteadError as instead:
        chat.note(instead.changed)
        return _take(chat, instead.line)
    except SorryError as error:
        print_text(sorry_text(wrap_text(str(error))))
    except KeyboardInterrupt:
        print_text(dim_text("\n(The reply goes on without you; it will be in the conversation.)"))
    return True


def _show(recent: TurnsShown) -> None:
    for turn in recent["turns"][-SHOWN:]:
        for line in turn["said"]:
            print_text(dim_text(wrap_text(f"you> {line}")))
        if turn.get("off_the_record"):
            print_text(dim_text("(Off the record: nothing of it is kept.)"))
        elif turn["closed"]:
            print_text(dim_text(wrap_text(turn["closed"]["reply"])))
    print_text(dim_text(PROMISE))
    print_text(strong_text("You can talk now.") + dim_text(" /help says what else there is."))
