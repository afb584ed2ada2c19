"""Plain statements about oneself that sound like talk: they are read as facts, and talk of the day is not."""

import pytest

from shared.intents.card import cards
from shared.llm.model import Question
from shared.llm.offline.lasting import Lasts, lasts
from shared.llm.offline.understanding import REMEMBER, read

pytestmark = pytest.mark.row("U1", "U2")


def intent(text: str, language: str) -> str:
    return read(Question(text=text, language=language, project=None, cards=tuple(cards().values()))).intent


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("ya no juego al ajedrez", "es"),
        ("odio planchar", "es"),
        ("Claro, tengo alergia al marisco", "es"),
        ("nunca aprendí a montar en moto", "es"),
        ("tomo pastillas para dormir", "es"),
        ("las alcachofas no las puedo ni ver", "es"),
        ("mir schmeckt Fenchel gar nicht", "de"),
        ("Schlangen find ich eklig", "de"),
        ("Pferde mag ich, Kühe eher nicht", "de"),
        ("Ich steh jeden Morgen um fünf auf", "de"),
        ("Wein rühr ich nicht an", "de"),
        ("Turns out I'm dyslexic", "en"),
        ("saving up for a narrowboat", "en"),
        ("opera isn't really my thing", "en"),
        ("I'd love to see the pyramids one day", "en"),
        ("Oliven sind nicht so mein Ding", "de"),
        ("Gänse machen mir Angst seit mich mal eine gezwickt hat", "de"),
        ("Mein Hamster frisst nur die teuren Körner", "de"),
        ("veo mal, por eso siempre llevo lupa", "es"),
        ("Viuda, con dos hijas", "es"),
        ("por la tarde ya no corro por la rodilla", "es"),
        ("he cambiado de casa", "es"),
        ("unser Welpe heißt Krümel", "de"),
        ("Unser Telefon zuhause ist furchtbar langsam", "de"),
    ],
)
def test_what_lasts_is_told_however_much_it_sounds_like_talk(text: str, language: str) -> None:
    assert intent(text, language) == REMEMBER


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("odio planchar", "es"),
        ("mir schmeckt Fenchel gar nicht", "de"),
        ("I never eat breakfast", "en"),
    ],
)
def test_what_is_liked_done_or_never_done_lasts_by_its_words(text: str, language: str) -> None:
    assert lasts(text, language) is Lasts.SURELY


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("hoy no me apetece nada", "es"),
        ("me encanta cómo lo explicas", "es"),
        ("ya no puedo más", "es"),
        ("me pregunto cuántos días faltan", "es"),
        ("borra que odio planchar", "es"),
        ("das find ich toll", "de"),
        ("ich bin heute so müde", "de"),
        ("ich mag deine Antworten", "de"),
        ("Mag ich Fenchel?", "de"),
        ("ich frag mich, ob wir je gescheiter werden", "de"),
        ("Wenn ich schweige, heißt das ja", "de"),
        ("I can't even today", "en"),
        ("I think deadlines are a modern disease", "en"),
        ("never mind", "en"),
        ("je déteste les lundis", "fr"),
    ],
)
def test_what_is_of_now_asks_orders_or_thinks_aloud_does_not_last(text: str, language: str) -> None:
    assert lasts(text, language) is Lasts.NO


@pytest.mark.parametrize("text", ["ya no puedo más", "hoy no me apetece nada", "siempre lo mismo", "me da igual"])
def test_talk_stays_talk(text: str) -> None:
    assert intent(text, "es") == "general_conversation"


@pytest.mark.parametrize("text", ["olvida que ya no juego al ajedrez", "quita lo de mi hámster", "lo del tenis fuera"])
def test_an_order_to_forget_is_none_the_less_an_order(text: str) -> None:
    assert intent(text, "es") != REMEMBER
