"""What cue words tell of a talk, without a model: little, and right."""

from datetime import date

import pytest

from services.reflector.offline.find_items import find_items, kind_of_sentence, load_cues
from services.reflector.offline.name_day import name_day
from services.reflector.spoken_turns import hear_turns
from shared.contracts.entities import EntityType, describe_entity
from tests.unit.reflector.a_talk import GARDEN, talk_of, thread_of, work_on

pytestmark = pytest.mark.row("C3")

TUESDAY = date(2026, 3, 3)


def items_of(*lines: str, language: str = "en", **more: object) -> list[tuple[str, str]]:
    talk = talk_of(*lines, **more)  # type: ignore[arg-type]  # a test may set place and intent
    found = find_items(work_on(talk, language=language), hear_turns(talk))
    return [(entity.entity_type.value, describe_entity(entity.data)) for entity in found]


@pytest.mark.parametrize(
    ("sentence", "language", "kind"),
    [
        ("I decided to keep the old bike.", "en", "decided"),
        ("I'm waiting for the parcel from Leeds.", "en", "waiting"),
        ("I haven't heard back from the school.", "en", "waiting"),
        ("I don't know yet if we can go.", "en", "open"),
        ("I'm stuck with the tax form.", "en", "blocked"),
        ("The roof is fixed at last.", "en", "done"),
        ("Wir haben uns für das helle Holz entschieden, ich habe zugesagt.", "de", "decided"),
        ("Ich warte noch auf den Handwerker.", "de", "waiting"),
        ("Ich weiß noch nicht, ob das reicht.", "de", "open"),
        ("Der Antrag ist erledigt, endlich.", "de", "done"),
        ("Al final he decidido quedarme aquí.", "es", "decided"),
        ("Estoy esperando la llamada del médico.", "es", "waiting"),
        ("Aún no sé qué hacer con el coche.", "es", "open"),
    ],
)
def test_a_cue_tells_what_a_sentence_is(sentence: str, language: str, kind: str) -> None:
    assert kind_of_sentence(sentence, load_cues(language)) == kind


@pytest.mark.parametrize(
    "sentence",
    [
        "Have you decided what to say about it?",
        "Did I say that I decided to keep it?",
        "If I decided to leave, what would you say",
        "Tom decided to leave the band.",
        "It was not that I decided to leave.",
        "She is waiting for me at the station.",
        "I have to say the soup was lovely.",
        "The weather is lovely in the hills.",
    ],
)
def test_what_is_asked_imagined_denied_or_somebody_elses_is_none(sentence: str) -> None:
    assert kind_of_sentence(sentence, load_cues("en")) is None


def test_no_list_of_cues_has_more_than_forty() -> None:
    assert all(len(words) <= 40 for language in ("en", "de", "es") for words in load_cues(language).values())


def test_a_sentence_is_quoted_as_it_was_said() -> None:
    assert items_of("Lovely day. I decided to sell the boat! It was time.") == [
        ("decision", "I decided to sell the boat!")
    ]


def test_what_was_pasted_is_nothing_of_the_persons() -> None:
    assert items_of("Look at this mail:\n> I decided to sell the boat.\n> I'm waiting for your answer.") == []


def test_a_secret_is_in_no_item() -> None:
    assert items_of("My password is hunter2-Xy9! and I decided to keep it for the bank login.") == []


def test_of_a_reminder_the_day_is_read() -> None:
    talk = talk_of("Remind me to call the dentist by Friday", intent="schedule_task")
    (task,) = find_items(work_on(talk), hear_turns(talk))
    assert task.data.type is EntityType.TASK
    assert task.data.due == date(2026, 3, 6)


@pytest.mark.parametrize(
    ("words", "day"),
    [
        ("by Friday", date(2026, 3, 6)),
        ("on Tuesday", date(2026, 3, 10)),
        ("am 24. November", date(2026, 11, 24)),
        ("antes del 2 de marzo", date(2027, 3, 2)),
        ("tomorrow evening", date(2026, 3, 4)),
        ("für morgen", date(2026, 3, 4)),
        ("por la mañana", None),
        ("am Morgen", None),
        ("2026-04-31", None),
        ("some day soon", None),
    ],
)
def test_a_day_is_read_where_it_is_plain(words: str, day: date | None) -> None:
    assert name_day(words, TUESDAY) == day


def test_people_are_named_by_what_they_are_to_the_person() -> None:
    assert items_of("My sister Ines and my boss, Keller, never met.") == [
        ("person", "Ines: sister"),
        ("person", "Keller: boss"),
    ]


def test_a_statement_in_a_project_is_news_of_it() -> None:
    said = items_of("The beans go into the middle bed.", place=GARDEN, intent="add_knowledge")
    assert said == [("act_update", "Garden: The beans go into the middle bed.")]


def test_what_is_done_answers_an_earlier_question() -> None:
    talk = talk_of("The bike fits into the lift, we found out yesterday.")
    thread = thread_of(EntityType.QUESTION_OPENED, "I wonder whether the bike fits into the lift")
    (found,) = find_items(work_on(talk, thread), hear_turns(talk))
    assert found.entity_type is EntityType.QUESTION_RESOLVED
