"""Who may publish and hear what: one user per service, each with exactly what its place on the line asks for."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from shared.contracts.pipeline import (
    CONVERSE,
    DEAD,
    DONE,
    LINE,
    REPLIES,
    REPLY,
    STOPPED,
    TURNS,
    WORK,
    WORK_BEGUN,
    WORK_LINES,
    WORK_WORKING,
    WORKING,
    WorkLine,
    step_filter,
    work_consumer,
    work_filter,
    work_working_subject,
)
from shared.contracts.work import GetTalkPage

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
    return (*_pulls(TURNS, step), step_filter(DEAD), WORKING)


def _pulls(stream: str, consumer: str) -> tuple[str, ...]:
    return (
        f"$JS.API.CONSUMER.INFO.{stream}.{consumer}",
        f"$JS.API.CONSUMER.MSG.NEXT.{stream}.{consumer}",
        f"$JS.ACK.{stream}.{consumer}.>",
    )


def _takes_work(line: WorkLine, steps: Iterable[str]) -> tuple[str, ...]:
    """The same of a line of background work."""
    pulls = [each for step in steps for each in _pulls(WORK, work_consumer(line.name, step))]
    return (*pulls, work_filter(line.name, DEAD), work_working_subject(line.name, "*"))


def _reflector() -> User:
    """It reads transcripts, and says what it thought; it can neither forward anything nor ask for anything else."""
    lines = WORK_LINES.values()
    takes = [subject for line in lines for subject in _takes_work(line, (s for s in line.steps if s in line.thought))]
    results = [work_filter(line.name, DONE) for line in lines]
    return _user("reflector", *takes, *results, GetTalkPage.subject)


def _chores_of_work() -> tuple[str, ...]:
    """What admitting, taking results and forwarding needs."""
    lines = WORK_LINES.values()
    own = [
        subject
        for line in lines
        for subject in _takes_work(line, (s for s in (*line.steps, DONE, DEAD) if s not in line.thought))
    ]
    forwards = [work_filter(line.name, step) for line in lines for step in line.steps]
    looks = [f"$JS.API.STREAM.{verb}.{WORK}" for verb in ("INFO", "PURGE", "MSG.GET")]
    return (*own, *forwards, *looks)


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
        WORK_BEGUN,
        *(inbox_of("gateway"), inbox_of("operator"), inbox_of("reflector")),  # its answers
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
    _reflector(),
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
        *_chores_of_work(),
        hears=(WORKING, WORK_WORKING, WORK_BEGUN),
    ),
    _user(
        "operator",
        *("memory.query.status", "memory.query.dead_letters", "memory.command.replay"),
        *("memory.query.operational_events", "memory.query.work"),
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
