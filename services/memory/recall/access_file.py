"""The file of categories and agents, read at the start and again when it is asked for."""

import logging
from pathlib import Path

from services.memory.recall import access
from shared.settings import PREFIX, SettingError
from shared.stage.logs import record

SHIPPED = Path(__file__).with_name("categories.yaml")
LARGEST = 262_144


class AccessFile:
    """What the file says. One that cannot be used stops a start, and changes nothing later."""

    def __init__(self, path: Path | None = None) -> None:
        """The shipped file, unless another one is named."""
        self._path = path or SHIPPED
        self.access = self._read()

    def reload(self) -> None:
        """Reads it anew; keeps what was read before when it cannot be used, and says so."""
        try:
            self.access = self._read()
        except SettingError as error:
            record("categories_kept", level=logging.ERROR, what=str(error))
        else:
            record("categories_read", count=len(self.access.agents))

    def _read(self) -> access.Access:
        try:
            if self._path.stat().st_size > LARGEST:
                raise _wrong(f"the file has more than {LARGEST} bytes")
            return access.read(self._path.read_text(encoding="utf-8"))
        except OSError as error:
            raise _wrong(f"the file cannot be read ({error.strerror})") from None
        except UnicodeDecodeError:
            raise _wrong("the file is no text in UTF-8") from None
        except access.AccessFileError as error:
            raise _wrong(str(error)) from None


def _wrong(why: str) -> SettingError:
    return SettingError(f"{PREFIX}CATEGORIES is wrong: {why}")
