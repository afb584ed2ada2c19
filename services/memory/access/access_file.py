"""The file of categories and agents, read at the start, and again when it is asked for or has changed."""

import logging
from pathlib import Path

from services.memory.access import grants
from shared.bus.logs import log_event
from shared.settings import PREFIX, SettingError

SHIPPED = Path(__file__).with_name("categories.yaml")
LARGEST = 262_144


class AccessFile:
    """What the file says. One that cannot be used stops a start, and changes nothing later."""

    def __init__(self, path: Path | None = None) -> None:
        """The shipped file, unless another one is named."""
        self._path = path or SHIPPED
        self._known = self._seen = self._stamp()
        self.access = self._read()

    def reload(self) -> None:
        """Reads it anew; keeps what was read before when it cannot be used, and says so."""
        self._known = self._seen = self._stamp()
        try:
            self.access = self._read()
        except SettingError as error:
            log_event("categories_kept", level=logging.ERROR, what=str(error))
        else:
            log_event("categories_read", count=len(self.access.agents))

    async def follow(self) -> None:
        """Reads it anew once it has changed, and changes no more: somebody may be writing it still."""
        before, self._seen = self._seen, self._stamp()
        if self._seen == before and self._seen != self._known:
            self.reload()

    def _stamp(self) -> tuple[int, int, int] | None:
        try:
            found = self._path.stat()
        except OSError:
            return None
        return found.st_mtime_ns, found.st_size, found.st_ino

    def _read(self) -> grants.Access:
        try:
            if self._path.stat().st_size > LARGEST:
                raise _wrong(f"the file has more than {LARGEST} bytes")
            return grants.read_access(self._path.read_text(encoding="utf-8"))
        except OSError as error:
            raise _wrong(f"the file cannot be read ({error.strerror})") from None
        except UnicodeDecodeError:
            raise _wrong("the file is no text in UTF-8") from None
        except grants.AccessFileError as error:
            raise _wrong(str(error)) from None


def _wrong(why: str) -> SettingError:
    return SettingError(f"{PREFIX}CATEGORIES is wrong: {why}")
