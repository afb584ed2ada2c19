"""Where the rules of memory are tried out: what a world must offer, and the one without a database."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import NamedTuple, Protocol, TypeVar
from uuid import UUID

from services.memory.assertions.assertion import SILENT, Assertion, Change
from services.memory.assertions.book import Book
from services.memory.assertions.refusal import Refusal
from shared.contracts.ids import new_id

ResultT = TypeVar("ResultT")
BEGINNING = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)


class Told(NamedTuple):
    """One row of the history."""

    assertion_id: UUID
    event: str
    verb: str
    actor: str
    old: str | None
    new: str | None
    force_from: str | None
    force_to: str
    version: int
    reason: str | None
    decision: str | None
    revision: int


def told_of(change: Change, revision: int) -> Told:
    before, after = change.before, change.after
    return Told(
        after.assertion_id,
        change.event.value,
        change.move.value,
        change.actor.value,
        None if before is None else before.content,
        after.content,
        None if before is None else before.force.value,
        after.force.value,
        after.version,
        None if after.reason is None else after.reason.value,
        change.decision,
        revision,
    )


class World(Protocol):
    """Persons with two places each, and one operation at a time."""

    places: dict[str, tuple[UUID, ...]]

    def operate(self, person: str, do: Callable[[Book], ResultT], ids: Sequence[UUID] = ()) -> ResultT:
        """Opens the person's book, does it, and keeps what it did; what raises leaves nothing."""

    def erase(self, person: str, assertion_id: UUID) -> None:
        """Removes one for good."""

    def pass_days(self, days: int) -> None:
        """Lets time go on."""

    def assertions(self, person: str) -> dict[UUID, Assertion]:
        """All of one person's, as they are kept."""

    def told(self, person: str, since: int) -> list[Told]:
        """The person's history after so many rows of it were seen."""

    def revision(self, person: str) -> int:
        """How often their memory changed."""

    def secret(self, person: str) -> bytes:
        """What keys the hashes of what they refused."""

    def refused(self, person: str) -> set[bytes]:
        """Those hashes."""


@dataclass
class Shelf:
    """What is kept of one person."""

    assertions: dict[UUID, Assertion] = field(default_factory=dict)
    numbers: dict[UUID, int] = field(default_factory=dict)
    refusals: tuple[Refusal, ...] = ()
    told: list[Told] = field(default_factory=list)
    revision: int = 0


class InMemory:
    """The domain alone: keeps what a book says was changed, as the database would, and nothing else of it."""

    def __init__(self, persons: Sequence[str] = ("ada", "ben")) -> None:
        self.places: dict[str, tuple[UUID, ...]] = {person: (new_id(), new_id()) for person in persons}
        self.shelves = {person: Shelf() for person in persons}
        self.now = BEGINNING

    def book(self, person: str) -> Book:
        shelf = self.shelves[person]
        return Book(
            personal_id=self.places[person][0],
            now=self.now,
            secret=self.secret(person),
            assertions=dict(shelf.assertions),
            numbers=dict(shelf.numbers),
            refusals=shelf.refusals,
        )

    def operate(self, person: str, do: Callable[[Book], ResultT], ids: Sequence[UUID] = ()) -> ResultT:
        del ids
        book = self.book(person)
        result = do(book)
        self.keep(person, book)
        return result

    def keep(self, person: str, book: Book) -> None:
        shelf = self.shelves[person]
        told = [change for change in book.changes if change.move not in SILENT]
        shelf.revision += bool(told)
        shelf.told.extend(told_of(change, shelf.revision) for change in told)
        for change in book.changes:
            shelf.assertions[change.after.assertion_id] = book.assertions[change.after.assertion_id]
        shelf.numbers = book.numbers
        lifted = set(book.lifted)
        shelf.refusals = tuple(r for r in (*shelf.refusals, *book.refused) if r.refusal_id not in lifted)

    def erase(self, person: str, assertion_id: UUID) -> None:
        shelf = self.shelves[person]
        del shelf.assertions[assertion_id]
        shelf.told = [entry for entry in shelf.told if entry.assertion_id != assertion_id]
        for one in shelf.assertions.values():
            if one.replaces_id == assertion_id:
                one = replace(one, replaces_id=None)  # noqa: PLW2901  # the same one, as the database leaves it
            if one.replaced_by_id == assertion_id:
                one = replace(one, replaced_by_id=None)  # noqa: PLW2901  # as above
            shelf.assertions[one.assertion_id] = one

    def pass_days(self, days: int) -> None:
        self.now += timedelta(days=days)

    def assertions(self, person: str) -> dict[UUID, Assertion]:
        return self.shelves[person].assertions

    def told(self, person: str, since: int) -> list[Told]:
        return self.shelves[person].told[since:]

    def revision(self, person: str) -> int:
        return self.shelves[person].revision

    def secret(self, person: str) -> bytes:
        return person.encode()

    def refused(self, person: str) -> set[bytes]:
        return {refusal.digest for refusal in self.shelves[person].refusals}
