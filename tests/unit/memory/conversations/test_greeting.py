"""The greeting, word for word."""

from datetime import UTC, date, datetime, timedelta
from typing import Any
from uuid import UUID

import pytest
from pydantic import TypeAdapter

from services.memory.conversations.greeting import Noteworthy, make_greeting
from shared.contracts.entities import EntityType
from shared.contracts.requests.conversations import Greeting

NOW = datetime(2026, 5, 20, 9, tzinfo=UTC)
QUIET = timedelta(hours=24)
LONG_AGO, LATELY = datetime(2026, 5, 3, 12, tzinfo=UTC), datetime(2026, 5, 18, 12, tzinfo=UTC)
CONVERSATION = UUID(int=7)

_ALL = TypeAdapter(tuple[Noteworthy, ...])


def noted(head: str, kind: EntityType, text: str, **more: object) -> Noteworthy:
    thread = None if kind is EntityType.DECISION else UUID(int=1)
    fields = {"head": head, "among": 1, "thread_id": thread, "memory_id": UUID(int=2), "since": LATELY, "due": None,
              "entity_type": kind, "text": text, **more}  # fmt: skip
    return TypeAdapter(Noteworthy).validate_python(fields)


EVERYTHING = (
    noted("stale", EntityType.BLOCKER, "no permit", since=LONG_AGO),
    noted("due", EntityType.TASK, "renew the passport", due=date(2026, 5, 21), among=2),
    noted("due", EntityType.TASK, "do the taxes", due=date(2026, 5, 25), among=2),
    noted("waiting", EntityType.WAITING_ON, "Anna: the key"),
    *(noted("threads", EntityType.QUESTION_OPENED, f"question {n}?", among=5) for n in (1, 2, 3)),
    noted("decisions", EntityType.DECISION, "to move in June."),
)


def greeting(*noteworthy: Noteworthy, language: str = "en", **more: object) -> Greeting:
    row: dict[str, object] = {
        "language": language, "time_zone": "Europe/Berlin", "conversation_id": None, "status": None,
        "last_message_at": None, "paused_at": None, "quiet_told_at": None,
        "noteworthy": _ALL.dump_json(noteworthy).decode(), **more,
    }  # fmt: skip
    return make_greeting(row, NOW, QUIET)


def talking(ago: timedelta, **more: Any) -> Greeting:  # noqa: ANN401
    return greeting(**{"conversation_id": CONVERSATION, "status": "active", "last_message_at": NOW - ago, **more})


GOLDEN = {
    "en": """\
Good to see you again.
Due soon: renew the passport (by 21 May); do the taxes (by 25 May).
You are waiting for: Anna: the key (since 18 May).
Still open: question 1?; question 2?; question 3?; 2 more.
Decided lately: to move in June.
Untouched for a while: no permit (since 3 May). It may rest, or be ticked off, just as it suits you.""",
    "de": """\
Schön, dass du wieder da bist.
Bald fällig: renew the passport (bis 21. Mai); do the taxes (bis 25. Mai).
Du wartest auf: Anna: the key (seit 18. Mai).
Noch offen: question 1?; question 2?; question 3?; 2 weitere.
Kürzlich entschieden: to move in June.
Länger nicht berührt: no permit (seit 3. Mai). Es darf ruhen oder abgehakt werden, ganz wie du magst.""",
    "es": """\
Qué bien verte de nuevo.
Vence pronto: renew the passport (hasta el 21 de mayo); do the taxes (hasta el 25 de mayo).
Esperas: Anna: the key (desde el 18 de mayo).
Sigue abierto: question 1?; question 2?; question 3?; 2 más.
Decidido hace poco: to move in June.
Hace tiempo que nadie toca: no permit (desde el 3 de mayo). Puede descansar o darse por hecho, como prefieras.""",
}


@pytest.mark.row("C7")
@pytest.mark.parametrize("language", GOLDEN)
def test_what_is_worth_knowing_is_said_in_six_lines(language: str) -> None:
    said = greeting(*EVERYTHING, language=language)
    assert said.text == GOLDEN[language]
    assert len(said.lines) == 6
    assert [item.text for item in said.due] == ["renew the passport", "do the taxes"]
    assert said.decisions[0].thread_id is None
    assert said.resume is None


@pytest.mark.row("C7")
def test_with_nothing_to_say_it_says_nothing() -> None:
    assert greeting() == Greeting(text="")


@pytest.mark.row("C7")
def test_a_conversation_with_talk_in_it_goes_on() -> None:
    said = talking(timedelta(hours=2))
    assert (said.text, said.resume, said.quiet) == (
        "We were talking earlier today; we can go on from there whenever you like.", CONVERSATION, False,
    )  # fmt: skip
    assert talking(timedelta(hours=2), language="de").text.startswith("Wir haben heute schon miteinander")


@pytest.mark.row("C7")
@pytest.mark.parametrize(
    ("hours", "when"),
    [(10, "earlier today"), (12, "yesterday"), (34, "yesterday"), (36, "on 18 May")],
)
def test_the_day_of_the_talk_is_told_by_the_persons_own_calendar(hours: int, when: str) -> None:
    said = talking(timedelta(hours=hours), paused_at=NOW)
    assert said.text.startswith(f"We were talking {when};")


@pytest.mark.row("C7")
@pytest.mark.parametrize("language", GOLDEN)
def test_of_a_talk_that_is_being_closed_it_says_what_waits(language: str) -> None:
    said = talking(timedelta(days=2), status="ready_to_close", language=language)
    assert {"en": "waits for you to look", "de": "dass du es ansiehst", "es": "espera a que lo mires"}[
        language
    ] in said.text
    assert (said.resume, said.quiet) == (CONVERSATION, False)


@pytest.mark.row("C8")
def test_a_silence_is_mentioned_once_and_never_while_it_is_paused() -> None:
    still = timedelta(hours=25)
    assert talking(still).quiet
    assert talking(still).text == "It has been quiet since 19 May. Whenever you like, I am here, and there is no hurry."
    assert not talking(still, paused_at=NOW - still).quiet
    assert not talking(still, quiet_told_at=NOW - timedelta(minutes=1)).quiet
    assert talking(still, quiet_told_at=NOW - timedelta(days=3)).quiet, "another silence"
    assert not talking(still, status="ready_to_close").quiet
