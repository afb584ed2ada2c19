"""Who may publish and hear what: one user per service, each with exactly what its place on the line asks for."""

from collections.abc import Callable
from dataclasses import dataclass

from shared.contracts.pipeline import CONVERSE, DEAD, LINE, REPLIES, REPLY, STOPPED, TURNS, WORKING, step_filter

QUERY = "memory.query.*"
COMMAND = "memory.command.*"
NOTICE = "notice.*"

STAGES = {"classifier": "classify", "router": "route", "responder": "respond"}
"""The services that hear one step each. The other steps are the memory service's."""
MEMORY_STEPS = tuple(step for step in LINE if step not in STAGES.values())


@dataclass(frozen=True)
class User:
    """A service's credentials at the broker. Whatever is not listed is refused."""

    name: str
    publishes: tuple[str, ...]
    hears: tuple[str, ...]

    @property
    def inbox(self) -> str:
        """Its own prefix for answers: with a shared one, each could read all replies."""
        return inbox_of(self.name)


def inbox_of(user: str) -> str:
    """Where answers to a user arrive."""
    return f"_INBOX.{user}.>"


def _user(name: str, *publishes: str, hears: tuple[str, ...] = ()) -> User:
    return User(name, publishes, (inbox_of(name), *hears))


def _acks(step: str) -> str:
    return f"$JS.ACK.{TURNS}.{step}.>"


def _next(step: str) -> tuple[str, ...]:
    following = LINE[LINE.index(step) + 1 :]
    return (step_filter(following[0]),) if following else ()


def _takes(step: str) -> tuple[str, ...]:
    """What taking a step's turns from its durable needs."""
    return (
        f"$JS.API.CONSUMER.INFO.{TURNS}.{step}",
        f"$JS.API.CONSUMER.MSG.NEXT.{TURNS}.{step}",
        _acks(step),
        step_filter(DEAD),
        WORKING,
    )


def _stage(name: str) -> User:
    step = STAGES[name]
    speaks, hears = ((REPLY,), (STOPPED,)) if step == "respond" else ((), ())
    return _user(name, *_next(step), *speaks, *_takes(step), hears=hears)


def _memory() -> User:
    onward = [subject for step in MEMORY_STEPS for subject in _next(step)]
    return _user(
        "memory",
        *(step_filter(LINE[0]), *onward, step_filter(DEAD), WORKING),
        *(REPLY, NOTICE, STOPPED),
        "$JS.API.>",  # it alone makes streams and consumers
        *(_acks(step) for step in (*MEMORY_STEPS, DEAD)),
        *(inbox_of("gateway"), inbox_of("operator")),  # its answers
        hears=(CONVERSE, QUERY, COMMAND, WORKING),
    )


USERS: tuple[User, ...] = (
    _user(
        "gateway",
        *(CONVERSE, QUERY, COMMAND),
        *(f"$JS.API.DIRECT.GET.{REPLIES}", f"$JS.API.DIRECT.GET.{REPLIES}.>"),
        hears=(REPLY, NOTICE),
    ),
    *(_stage(name) for name in STAGES),
    _memory(),
    _user(
        "workers",
        *(
            step_filter("open"),
            step_filter("respond"),
            REPLY,
            NOTICE,
            WORKING,
            f"$JS.API.STREAM.INFO.{TURNS}",
        ),
        *(f"$JS.API.STREAM.PURGE.{TURNS}", f"$JS.API.STREAM.PURGE.{REPLIES}"),  # after an erasure
        *(f"$JS.API.STREAM.MSG.GET.{TURNS}", f"$JS.API.STREAM.MSG.GET.{REPLIES}"),  # to look whether it is so
        hears=(WORKING,),
    ),
    _user(
        "operator",
        *("memory.query.status", "memory.query.dead_letters", "memory.command.replay"),
        "memory.query.operational_events",
        *("memory.query.audit", "memory.query.ledger", "memory.command.replay_ledger"),
    ),
)


def authorization_block(password: Callable[[str], str]) -> str:
    """The `authorization` block of the broker's configuration; the password of each user as the caller writes it."""
    users = "\n".join(_rendered(user, password(user.name)) for user in USERS)
    return f"authorization {{\n  timeout: 5\n  users: [\n{users}\n  ]\n}}\n"


def _rendered(user: User, password: str) -> str:
    return (
        f"    {{\n      user: {user.name}\n      password: {password}\n      permissions: {{\n"
        f"        publish: {{ allow: {_listed(user.publishes)} }}\n"
        f"        subscribe: {{ allow: {_listed(user.hears)} }}\n      }}\n    }}"
    )


def _listed(subjects: tuple[str, ...]) -> str:
    return "[" + ", ".join(f'"{subject}"' for subject in subjects) + "]"
