"""What is so today and no longer is not offered to be kept; what lasts is, however it is wrapped."""

import pytest

from shared.intents.card import cards
from shared.llm.model import Question
from shared.offline.facts.passing import passes
from shared.offline.understanding import CONVERSATION, REMEMBER, read
from shared.understanding import Reading

pytestmark = pytest.mark.row("U1", "U2")


def heard(text: str, language: str) -> Reading:
    return read(Question(text=text, language=language, project=None, cards=tuple(cards().values())))


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("my boss is such an idiot", "en"),
        ("my sister is doing my head in", "en"),
        ("my neighbour is so annoying lol", "en"),
        ("my feet hurt", "en"),
        ("so tired today", "en"),
        ("I had a long day.", "en"),
        ("we've had such a horrible week", "en"),
        ("I slept badly", "en"),
        ("Ich hatte einen langen Tag.", "de"),
        ("hab kaum geschlafen", "de"),
        ("tuve un día larguísimo", "es"),
        ("he dormido fatal", "es"),
        ("mein Chef ist so ein Idiot", "de"),
        ("mein Bruder ist anstrengend", "de"),
        ("hab heut kopfweh", "de"),
        ("bin grad im Zug", "de"),
        ("mi jefe es un imbécil", "es"),
        ("mi vecino de arriba es insoportable", "es"),
        ("estoy cansado hoy", "es"),
        ("me duele la cabeza", "es"),
        ("me muero de hambre", "es"),
        ("mein Nachbar bohrt schon wieder, ich dreh durch", "de"),
    ],
)
def test_moods_the_days_little_things_and_remarks_on_others_are_talk(text: str, language: str) -> None:
    reading = heard(text, language)
    assert (reading.intent, reading.personal_facts, reading.clarification) == (CONVERSATION, (), None)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("I have to go to the dentist tomorrow", "en"),
        ("muss morgen um 8 zum zahnarzt", "de"),
        ("mañana tengo dentista a las 9", "es"),
    ],
)
def test_an_appointment_is_talk_or_to_be_reminded_of_and_no_fact(text: str, language: str) -> None:
    reading = heard(text, language)
    assert reading.intent in {CONVERSATION, "schedule_task"}
    assert (reading.personal_facts, reading.clarification) == ((), None)


@pytest.mark.parametrize(
    ("text", "language", "kept"),
    [
        ("my boss is an architect", "en", "Your boss is an architect."),
        ("my feet hurt when I run", "en", "Your feet hurt when you run."),
        ("I started a new job today", "en", "You started a new job today."),
        ("ich hab oft Kopfweh", "de", "Du hast oft Kopfweh."),
        ("me duele la espalda desde hace años", "es", "Te duele la espalda desde hace años."),
        ("I'm a nurse, my feet hurt", "en", "You're a nurse."),
    ],
)
def test_what_lasts_is_offered_without_the_mood_beside_it(text: str, language: str, kept: str) -> None:
    reading = heard(text, language)
    assert (reading.intent, [fact.text for fact in reading.personal_facts]) == (REMEMBER, [kept])


@pytest.mark.parametrize(
    "clause",
    [
        "In bed by half nine",
        "ich bin grad nach Ulm gezogen",
        "I'm tired all the time since the baby",
        "mañana me caso",
        "morgen hab ich Geburtstag",
        "tired " * 30,
    ],
)
def test_what_changes_a_life_or_comes_again_does_not_pass(clause: str) -> None:
    assert not passes(clause)


@pytest.mark.parametrize(
    ("text", "language", "kept"),
    [
        ("can you remember that I prefer tea over coffee?", "en", "You prefer tea over coffee."),
        ("could you note that I'm left handed?", "en", "You're left handed."),
        ("it would be great if you could remember that I sleep till ten", "en", "You sleep till ten."),
        ("I'd appreciate it if you kept in mind that my sister is blind", "en", "Your sister is blind."),
        ("kannst du dir merken, dass ich lieber Tee trinke?", "de", "Du trinkst lieber Tee."),
        ("¿puedes recordar que prefiero el té?", "es", "Prefieres el té."),
        ("merk dir, dass ich einen Skoda fahre", "de", "Du fährst einen Skoda."),
        ("merk dir dass ich um sechs aufstehe", "de", "Du stehst um sechs auf."),
        ("merk dir dass ich jedem antworte", "de", "Du antwortest jedem."),
        ("recuerda que no como carne", "es", "No comes carne."),
    ],
)
def test_who_asks_to_remember_something_is_offered_it_at_once(text: str, language: str, kept: str) -> None:
    reading = heard(text, language)
    assert reading.clarification is None
    assert (reading.intent, [fact.text for fact in reading.personal_facts]) == (REMEMBER, [kept])


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("can you remember my birthday?", "en"),
        ("it would be nice if you remembered my name", "en"),
        ("can you remember that I told you about my car?", "en"),
        ("do you know where I live", "en"),
        ("weißt du wo ich wohne", "de"),
        ("sabes dónde vivo", "es"),
    ],
)
def test_who_asks_what_is_known_tells_nothing(text: str, language: str) -> None:
    reading = heard(text, language)
    assert reading.intent != REMEMBER
    assert reading.personal_facts == ()
