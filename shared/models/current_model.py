"""The model of a role as it is chosen now: a choice on the page holds from the next line on, without a restart."""

from collections.abc import AsyncIterator

from shared.bus.logs import log_failure
from shared.models.kept_choice import with_kept
from shared.models.model import Brief, LanguageModel, Question, Read, Said, Thought
from shared.models.model_settings import ModelSettings
from shared.models.open_model import OpenedModel, Role, open_model
from shared.models.wire import Asked
from shared.settings import SettingError

Seen = tuple[int, int]


def open_current(settings: ModelSettings, role: Role) -> OpenedModel:
    """Where nobody can choose on a page, simply the model of the settings."""
    if settings.model_file is None:
        return open_model(settings, role)
    current = CurrentModel(settings, role)
    return OpenedModel(current, current.close)


class CurrentModel:
    """Looks at the file before each answer; what is under way goes on with the model that it began with."""

    def __init__(self, settings: ModelSettings, role: Role) -> None:
        self._settings = settings
        self._role = role
        self._seen: Seen | None = self._stamp()
        self._opened = [self._open() or open_model(settings, role)]

    @property
    def provider(self) -> str:
        """Whose it is now."""
        return self._now().provider

    @property
    def model(self) -> str:
        """Which it is now."""
        return self._now().model

    @property
    def briefly(self) -> bool:
        """Whether it is told little."""
        return self._now().briefly

    async def ask(self, question: Question) -> Read:
        """A structured answer."""
        return await self._now().ask(question)

    async def think(self, asked: Asked) -> Thought:
        """The text of a structured answer."""
        return await self._now().think(asked)

    async def stream(self, brief: Brief) -> AsyncIterator[str | Said]:
        """A reply in pieces."""
        async for part in self._now().stream(brief):
            yield part

    async def close(self) -> None:
        """Gives back the connections of all that were in use."""
        for opened in self._opened:
            await opened.close()

    def _now(self) -> LanguageModel:
        seen = self._stamp()
        if seen != self._seen:
            self._seen = seen
            if opened := self._open():
                self._opened.append(opened)
        return self._opened[-1].model

    def _open(self) -> OpenedModel | None:
        """Nothing for what the page would have refused: then somebody wrote the file by hand."""
        try:
            return open_model(with_kept(self._settings), self._role)
        except (SettingError, ValueError) as error:
            log_failure("kept_model_unusable", error)
            return None

    def _stamp(self) -> Seen | None:
        file = self._settings.model_file
        try:
            state = file.stat() if file is not None else None
        except OSError:
            return None
        return None if state is None else (state.st_mtime_ns, state.st_ino)
