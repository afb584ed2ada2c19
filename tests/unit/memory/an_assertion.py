"""Assertions as tests need them: what is not said of one does not matter."""

from datetime import UTC, datetime, timedelta
from itertools import count
from uuid import UUID

from services.memory.assertions.assertion import Assertion
from services.memory.assertions.book import Book
from shared.contracts.assertions import Category, Force, Kind
from shared.contracts.ids import new_id

NOW = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
STORY = new_id()
_numbers = count(1)


def an_assertion(
    content: str, own_words: str = "", *, force: Force = Force.COMMITTED, number: int | None = None, days_old: int = 0
) -> Assertion:
    made = NOW - timedelta(days=days_old)
    return Assertion(
        assertion_id=new_id(),
        engagement_id=STORY,
        display_number=next(_numbers) + 100 if number is None else number,
        kind=Kind.FACT,
        category=Category.KNOWLEDGE,
        content=content,
        own_words=own_words,
        force=force,
        created_at=made,
        updated_at=made,
    )


def a_book(*assertions: Assertion, personal_id: UUID | None = STORY) -> Book:
    return Book(
        personal_id=personal_id,
        now=NOW,
        secret=b"secret",
        assertions={a.assertion_id: a for a in assertions},
        numbers={STORY: 1_000},
    )
