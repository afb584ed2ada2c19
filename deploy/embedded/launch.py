"""Becomes another program: as another user if asked, and tied to its parent's life.

Run as a file by an isolated Python (`python -I -S launch.py <parent> <signal> <user> program …`): between fork and exec
of a process with threads no Python may run, and neither event loop can do all of these.
"""

import ctypes
import os
import signal
import sys
from pathlib import Path

PR_SET_PDEATHSIG = 1
CLONE_NEWUSER = 0x10000000
ITSELF, SEEMING = "-", "~"


def main() -> None:
    """Takes the parent's pid, the signal that its death sends, a user, and the command."""
    parent, at_death, user, *command = sys.argv[1:]
    if user.startswith(SEEMING):
        _seem(int(user.removeprefix(SEEMING)))
    elif user != ITSELF:
        os.setgroups([])
        os.setgid(int(user))
        os.setuid(int(user))
    # The kernel forgets the wish when a process changes its user, so it comes after.
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, int(at_death), 0, 0, 0)
    if os.getppid() != int(parent):
        sys.exit(1)
    signal.pthread_sigmask(signal.SIG_SETMASK, set())
    os.execv(command[0], command)  # noqa: S606  # becoming the program is the purpose


def _seem(uid: int) -> None:
    """Stays who it is for everybody else, and looks to itself like a user who has a name."""
    own, group = os.getuid(), os.getgid()
    if sys.platform != "linux" or ctypes.CDLL(None).unshare(CLONE_NEWUSER) != 0:
        sys.exit(f"the user {own} has no name here; give it a line in /etc/passwd, or start as another user")
    for file, text in (("setgroups", "deny"), ("uid_map", f"{uid} {own} 1"), ("gid_map", f"{uid} {group} 1")):
        Path("/proc/self", file).write_text(text)


if __name__ == "__main__":
    main()
