"""Whose processes and files the database's are. PostgreSQL refuses to run as root, so as root it gets an own user."""

import os
import pwd
import shutil
from collections.abc import Iterator
from pathlib import Path

from deploy.embedded.launch import SEEMING

OWN_UID = 61000
"""Between the ranges that Linux systems and service managers give to anybody."""
SYSTEM_FOLDER = Path("/var/lib/holdfast")
"""Where root's database goes when the home lies where no other user may enter, such as root's own folder."""


def database_uid() -> int | None:
    """The user that the database runs as, or None for the one that started us."""
    if os.geteuid() != 0:
        return None
    try:
        return pwd.getpwnam("holdfast").pw_uid
    except KeyError:
        return OWN_UID


def initdb_user() -> str | None:
    """Whom initdb, which insists on a user with a name, runs as: root's choice, us, or us seeming somebody."""
    if os.geteuid() == 0:
        return str(_named_uid())
    try:
        pwd.getpwuid(os.geteuid())
    except KeyError:
        return f"{SEEMING}{_named_uid()}"
    return None


def _named_uid() -> int:
    try:
        return pwd.getpwnam("nobody").pw_uid
    except KeyError:
        return next(entry.pw_uid for entry in pwd.getpwall() if entry.pw_uid)


def can_enter(path: Path, uid: int | None) -> bool:
    """Whether a user can reach what lies in a folder, by the modes of the folders above it."""
    if uid is None:
        return True
    return all(_open_to(folder, uid) for folder in (path, *path.parents))


def _open_to(folder: Path, uid: int) -> bool:
    status = folder.stat()
    return bool(status.st_mode & (0o100 if status.st_uid == uid else 0o001))


def give_folder(folder: Path, user: str | None) -> None:
    """As root: hands a folder that we made, and all in it, to a user."""
    if user is None or os.geteuid() != 0:
        return
    uid = int(user)
    for path in (folder, *_below(folder)):
        os.chown(path, uid, uid, follow_symlinks=False)


def _below(folder: Path) -> Iterator[Path]:
    return folder.rglob("*")


def copy_whole(source: Path, target: Path) -> Path:
    """A copy that is whole or not there, for a user who cannot enter where the original lies."""
    if not target.exists():
        beside = target.with_name(f"{target.name}.{os.getpid()}")
        shutil.copytree(source, beside, symlinks=True, ignore=shutil.ignore_patterns("pginstall", "include"))
        beside.rename(target)
    return target
