"""`holdfast`: reads what is asked, and loads only what that needs."""

import argparse
import importlib
import sys
from collections.abc import Sequence

from services.terminal.output import tell_aside
from services.terminal.terminal_error import SorryError

MODULES = {
    "up": "up", "chat": "chat", "say": "say", "ops": "ops", "admin": "admin", "completion": "completion",
    "version": "version", "notebook": "notebook", "search": "search", "why": "why", "export": "export_cmd",
    "import": "import_cmd", "erase": "erase_cmd", "link": "link", "project": "project_cmd",
    "settings": "settings_cmd", "close": "close_cmd", "threads": "threads_cmd", "story": "story_cmd",
    "archive": "archive_cmd", "greeting": "greeting_cmd",
}  # fmt: skip
"""Each command's file: a door that starts in a blink cannot load the others' libraries."""
VERBS = {
    "commit": ("say yes to what is held", ""), "both": ("say yes to it, and keep what it would replace", ""),
    "refine": ("change the text of what is held", "TEXT"),
    "reject": ("say no to what is held", ""), "correct": ("change the text of what is kept", "TEXT"),
    "reopen": ("take a yes back: it waits for one again", ""),
    "retract": ("take back what is kept", ""), "restore": ("bring back what was taken back", ""),
    "keep": ("keep what was set aside", ""),
    "pin": ("never leave it out", ""), "unpin": ("treat it like any other again", ""),
    "importance": ("say how much it matters", "LEVEL"),
    "category": ("say what it is about", "CATEGORY"), "move": ("move it to another engagement", "TO"),
    "history": ("everything that happened to it", ""), "write": ("keep something that you write yourself", "TEXT"),
}  # fmt: skip
"""What the notebook can do, and what each needs."""
NEVER = frozenset({"reject", "retract"})
ARGUMENTS = {
    "TEXT": "how it should read", "TO": "a project's name, or “story”",
    "CATEGORY": "a category, such as health or preference",
}  # fmt: skip


def make_parser() -> argparse.ArgumentParser:
    """Everything that can be asked."""
    parser = argparse.ArgumentParser(prog="holdfast", description="A companion that remembers with your consent.")
    parser.add_argument("--version", action="store_true", help="say which release this is")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    up = commands.add_parser("up", help="start everything on this machine")
    up.add_argument("--port", type=int, metavar="N", help="where the page is (default: HOLDFAST_PORT or 8080)")
    up.add_argument("--processes", action="store_true", help="a process for each service")
    link = commands.add_parser("link", help="print a new link that signs the page in once")
    link.add_argument("--json", action="store_true", help="print the answer as one JSON object")
    chat = commands.add_parser("chat", help="talk with the companion")
    chat.add_argument("--project", metavar="NAME", help="talk within a project")
    say = commands.add_parser("say", help="say one thing and print the reply")
    say.add_argument("text", help="what to say")
    say.add_argument("--project", metavar="NAME", help="say it within a project")
    say.add_argument("--json", action="store_true", help="print the answer as one JSON object")
    say.add_argument("--steps", action="store_true", help="print how long each step took")
    _add_notebook(commands.add_parser("notebook", help="see what is kept, and change it by hand"))
    _add_memory(commands)
    _add_left(commands)
    _add_projects(commands.add_parser("project", help="begin a project, or list them"))
    settings = commands.add_parser("settings", help="what is set, and set it")
    settings.add_argument("name", nargs="?", metavar="NAME", help="what to set (default: show all)")
    settings.add_argument("value", nargs="?", metavar="VALUE", help="what it is to be")
    settings.add_argument("--json", action="store_true", help="print JSON, as into a pipe")
    _add_ops(commands.add_parser("ops", help="operate the line"))
    _add_admin(commands.add_parser("admin", help="make people, let agents in"))
    completion = commands.add_parser("completion", help="print a completion script for a shell")
    completion.add_argument("shell", choices=("bash", "zsh"))
    return parser


def _add_notebook(notebook: argparse.ArgumentParser) -> None:
    notebook.add_argument("--project", metavar="NAME", help="of a project; without it, Your Story")
    notebook.add_argument("--force", choices=("held", "committed", "retracted"), help="only what stands there")
    notebook.add_argument("--as-of", metavar="DAY", help="what was known at the end of that day, as 2026-05-01")
    notebook.add_argument("--json", action="store_true", help="print JSON, as into a pipe")
    verbs = notebook.add_subparsers(dest="verb", metavar="VERB")
    for verb, (what, argument) in VERBS.items():
        parser = verbs.add_parser(verb, help=what)
        if verb != "write":
            parser.add_argument("number", type=int, metavar="NUMBER", help="the number that the notebook shows")
        if argument == "LEVEL":
            parser.add_argument("value", type=int, choices=range(1, 6), metavar="1-5", help="how much it matters")
        elif argument:
            parser.add_argument("value", metavar=argument, help=ARGUMENTS[argument])
        if verb in NEVER:
            parser.add_argument("--never-again", action="store_true", help="and refuse it in future")
        # Not set where they are not given, or they would undo what was given before the verb.
        parser.add_argument("--project", metavar="NAME", default=argparse.SUPPRESS, help="of a project")
        parser.add_argument("--json", action="store_true", default=argparse.SUPPRESS, help="print JSON")


def _add_memory(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    search = commands.add_parser("search", help="find what is known")
    search.add_argument("words", nargs="+", metavar="WORDS")
    search.add_argument("--project", metavar="NAME", help="in a project; without it, everywhere")
    search.add_argument(
        "--in", dest="within", choices=("facts", "conversations", "both"), default="facts",
        help="in what is known, in what was said, or in both (default: facts)",
    )  # fmt: skip
    search.add_argument("--category", action="append", metavar="NAME", help="only of this category; may be repeated")
    search.add_argument("--json", action="store_true", help="print JSON, as into a pipe")
    why = commands.add_parser("why", help="why the companion said that")
    why.add_argument(
        "turn", nargs="?", default="last", metavar="TURN", help="a turn's id, or a memory's number (default: last)"
    )
    why.add_argument("--json", action="store_true", help="print JSON, as into a pipe")
    export = commands.add_parser("export", help="take everything along")
    export.add_argument("--format", choices=("markdown", "json"), default="json", help="to be read, or complete")
    export.add_argument("--out", metavar="FILE", help="where to (default: standard output)")
    bring = commands.add_parser("import", help="bring an export back")
    bring.add_argument("file", metavar="FILE", help="a JSON export")
    bring.add_argument("--json", action="store_true", help="print JSON, as into a pipe")
    erase = commands.add_parser("erase", help="erase for good, after asking")
    erase.add_argument(
        "what", metavar="NUMBER|line|conversation|project|everything", help="a number of the notebook, or one word"
    )
    erase.add_argument("name", nargs="?", metavar="NAME", help="which project, or which conversation by its id")
    erase.add_argument(
        "--memories",
        choices=("move", "keep", "erase"),
        help="what becomes of a project's (default: asks), or of a line's (keep)",
    )
    erase.add_argument("--project", metavar="NAME", help="the number is of a project")
    erase.add_argument("--never-again", action="store_true", help="and refuse it in future")
    erase.add_argument("--json", action="store_true", help="print JSON, as into a pipe")


def _add_left(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    close = commands.add_parser("close", help="close the conversation, and see what it meant before anything is kept")
    greeting = commands.add_parser("greeting", help="what is worth knowing before the next word")
    story = commands.add_parser("story", help="what conversations meant")
    story.add_argument("--by", choices=("time", "meaning"), default="time", help="in which order (default: time)")
    story.add_argument("--limit", type=int, default=20, metavar="N", help="how many (default: 20, at most 100)")
    archive = commands.add_parser("archive", help="the conversations that were")
    archive.add_argument("--show", metavar="ID", help="what was said in this one")
    for parser in (story, archive):
        parser.add_argument("words", nargs="*", metavar="WORDS", help="only what fits these")
    threads = commands.add_parser("threads", help="what is open, and settling it")
    threads.add_argument("--settled", action="store_true", help="what was settled instead")
    for parser in (story, threads):
        parser.add_argument("--project", metavar="NAME", help="of a project")
    for parser in (close, greeting, story, archive, threads):
        parser.add_argument("--json", action="store_true", help="print JSON, as into a pipe")
    verbs = threads.add_subparsers(dest="verb", metavar="VERB")
    for verb, what, value in (
        ("resolve", "say that it is settled", None), ("reopen", "open it again", None),
        ("edit", "change its words", "TEXT"), ("due", "say until when, or “none”", "DAY"),
    ):  # fmt: skip
        doing = verbs.add_parser(verb, help=what)
        doing.add_argument("number", metavar="NUMBER", help="the number that the list shows, or an id")
        if value:
            doing.add_argument("value", metavar=value)


def _add_projects(project: argparse.ArgumentParser) -> None:
    verbs = project.add_subparsers(dest="verb", metavar="VERB", required=True)
    add = verbs.add_parser("add", help="begin one; “holdfast chat --project NAME” talks within it")
    add.add_argument("name", metavar="NAME", help="what it is called")
    add.add_argument("--about", default="", metavar="TEXT", help="what the companion reads whenever it is talked about")
    for parser in (add, verbs.add_parser("list", help="all of them, the archived too")):
        parser.add_argument("--json", action="store_true", help="print JSON, as into a pipe")


def _add_ops(ops: argparse.ArgumentParser) -> None:
    verbs = ops.add_subparsers(dest="verb", metavar="VERB", required=True)
    for verb, what in (
        ("status", "how the line stands"),
        ("dead", "what could not be processed, and why"),
        ("scale-hint", "how many workers each step's backlog asks for"),
    ):
        verbs.add_parser(verb, help=what).add_argument("--json", action="store_true", help="print JSON")
    events = verbs.add_parser("events", help="what was done, and how often")
    events.add_argument("--since", default="1h", metavar="TIME", help="from when on: 10m, 1h, 7d (default: 1h)")
    events.add_argument(
        "--by",
        nargs="+",
        choices=("stage", "operation", "status", "category"),
        help="told by (default: the first three)",
    )
    events.add_argument("--json", action="store_true", help="print JSON, a line for each stretch of that time")
    work = verbs.add_parser("work", help="what is thought about in the background, and how it stands")
    states = ("waiting", "active", "done", "failed", "ended")
    work.add_argument("--state", choices=states, help="only what stands like this")
    work.add_argument("--json", action="store_true", help="print JSON")
    replay = verbs.add_parser("replay", help="offer a dead turn, or a dead work, again")
    replay.add_argument("dead_letter_id", metavar="ID")
    replay.add_argument("--json", action="store_true", help="print JSON")
    _add_proofs(verbs)


def _add_proofs(verbs: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    audit = verbs.add_parser("audit", help="whether anything was tampered with")
    audit.add_argument("--person", metavar="ID", help="of one person only")
    audit.add_argument("--ends", metavar="FILE", help="hold it against the ends in this file, and add the new ones")
    audit.add_argument("--json", action="store_true", help="print JSON")
    ledger = verbs.add_parser("ledger", help="what was erased, outside of the database")
    doing = ledger.add_subparsers(dest="do", metavar="DO", required=True)
    export = doing.add_parser("export", help="write it down: ids and times")
    export.add_argument("file", nargs="?", metavar="FILE", help="add what it lacks (default: print all)")
    replay = doing.add_parser("replay", help="after a restore: erase again what was erased since")
    replay.add_argument("file", metavar="FILE")
    replay.add_argument("--json", action="store_true", help="print JSON")


def _add_admin(admin: argparse.ArgumentParser) -> None:
    things = admin.add_subparsers(dest="thing", metavar="THING", required=True)
    person = things.add_parser("person", help="people").add_subparsers(dest="verb", metavar="VERB", required=True)
    add = person.add_parser("add", help="make a person; their token is shown this once")
    add.add_argument("--name", metavar="NAME", help="what they call their companion")
    add.add_argument("--json", action="store_true", help="print the answer as one JSON object")
    everybody = person.add_parser("list", help="who is there: ids, times and numbers")
    everybody.add_argument("--json", action="store_true", help="print JSON")
    token = person.add_parser("token", help="a new token for somebody who lost theirs; it is shown this once")
    token.add_argument("--keep", action="store_true", help="let this machine's terminal speak for them from now on")
    revoke = person.add_parser("revoke", help="end a token of theirs (without one, show them)")
    revoke.add_argument("token_id", metavar="TOKEN", nargs="?", help="as the list shows it")
    for parser in (token, revoke):
        parser.add_argument("--person", metavar="ID", help="whose (default: the person of this machine)")
        parser.add_argument("--json", action="store_true", help="print JSON")
    agent = things.add_parser("agent", help="who may ask a person's memory").add_subparsers(
        dest="verb", metavar="VERB", required=True
    )
    let_in = agent.add_parser("add", help="let an agent in; its token is shown this once")
    let_in.add_argument("--agent", metavar="NAME", required=True, help="as the file of categories names it")
    shown = agent.add_parser("list", help="who may ask, and what each may see")
    away = agent.add_parser("remove", help="send an agent away: its token is worth nothing any more")
    away.add_argument("token_id", metavar="ID", help="as the list shows it")
    for parser in (let_in, shown, away):
        parser.add_argument("--person", metavar="ID", help="whose memory (default: the person of this machine)")
        parser.add_argument("--json", action="store_true", help="print JSON")


def main(arguments: Sequence[str] | None = None) -> int:
    """Does what is asked; 0 when it was done, 1 when it could not be, 2 when it was not understood."""
    parser = make_parser()
    given = parser.parse_args(arguments)
    command = "version" if given.version else given.command
    if command is None:
        parser.print_help()
        return 2
    try:
        done: int = importlib.import_module(f"services.terminal.{MODULES[command]}").run(given)
    except SorryError as sorry:
        tell_aside(str(sorry))
        return 1
    except (KeyboardInterrupt, BrokenPipeError):
        return 130
    return done


if __name__ == "__main__":
    sys.exit(main())
