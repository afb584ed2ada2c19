"""The line that a person edits: with what they said before, and completion."""

from collections.abc import Iterable, Sequence

from prompt_toolkit import PromptSession, prompt
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.history import InMemoryHistory

VERBS = (
    "/why",
    "/notebook",
    "/waiting",
    "/close",
    "/threads",
    "/greeting",
    "/undo",
    "/forget ",
    "/project ",
    "/help",
    "/quit",
)


class Prompt:
    """Asks for lines. Keeps nothing on disk: what was said before comes from the conversation itself."""

    def __init__(self, said: Sequence[str], projects: Sequence[str]) -> None:
        history = InMemoryHistory(said)
        self._session: PromptSession[str] = PromptSession(history=history, completer=_Completer(projects))

    def ask(self, project: str | None) -> str | None:
        """The next line, empty when it was given up; None when the person leaves."""
        try:
            return self._session.prompt(f"you ({project})> " if project else "you> ").strip()
        except KeyboardInterrupt:
            return ""
        except EOFError:
            return None


def ask_once(question: str) -> str:
    """What is typed to one question; nothing where it was given up. It does not join what is said."""
    try:
        return prompt(question).strip()
    except (KeyboardInterrupt, EOFError):
        return ""


class _Completer(Completer):
    def __init__(self, projects: Sequence[str]) -> None:
        self._lines = [*VERBS, *(f"/project {project}" for project in projects)]

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        """The commands and projects that begin like this."""
        del complete_event
        typed = document.text_before_cursor
        if typed.startswith("/"):
            matching = (line for line in self._lines if line.casefold().startswith(typed.casefold()))
            yield from (Completion(line, start_position=-len(typed)) for line in matching)
