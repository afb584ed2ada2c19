"""Plain statements about oneself that sound like talk: they are read as facts, and talk of the day is not."""

import pytest

from shared.intents.card import cards
from shared.llm.model import Question
from shared.offline.lasting import Lasts, lasts
from shared.offline.understanding import FORGET, REMEMBER, read

pytestmark = pytest.mark.row("U1", "U2")


def intent(text: str, language: str) -> str:
    return read(Question(text=text, language=language, project=None, cards=tuple(cards().values()))).intent


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("ya no juego al ajedrez", "es"),
        ("Escalators make me dizzy", "en"),
        ("I lose track when people whisper", "en"),
        ("no sense of rhythm", "en"),
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
        ("no sé nadar y me da mucha vergüenza", "es"),
        ("war mal Raucher, aber das ist zwanzig Jahre her", "de"),
        ("trinke jeden Tag drei Liter Wasser", "de"),
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
        ("my late grandmother was from Zadar", "en"),
        ("meine Urgroßeltern kamen aus Riga", "de"),
        ("mi abuela era de Jaca", "es"),
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


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("retiro lo de mi alergia", "es"),
        ("no me interesa que sepas de mi madre", "es"),
        ("Meine Scheidung soll hier nicht stehen", "de"),
        ("My divorce shouldn't be in here", "en"),
        ("we never talked about my pregnancy", "en"),
        ("My mother stays out of this", "en"),
        ("we never discussed my illness", "en"),
    ],
)
def test_no_order_to_forget_becomes_a_fact(text: str, language: str) -> None:
    assert intent(text, language) != REMEMBER


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Behalte nicht, dass ich nachts arbeite", "de"),
        ("nimm raus dass ich morgens laufe", "de"),
        ("Gib mir täglich einen Tipp", "de"),
        ("Weck mich jeden Tag um sieben", "de"),
        ("Bitte weck mich jeden Morgen", "de"),
        ("Zeig mir jeden Montag meine Liste", "de"),
        ("Empfiehl mir Bücher für abends", "de"),
        ("Schlag mir was für morgens vor", "de"),
        ("Lies mir jeden Abend vor", "de"),
        ("Despiértame todos los días a las siete", "es"),
        ("Enséñame mi lista cada lunes", "es"),
        ("Recomiéndame libros para las noches", "es"),
        ("show me my list every Monday", "en"),
        ("don't keep that I work nights", "en"),
    ],
)
def test_an_order_lasts_no_longer_than_it_is_said(text: str, language: str) -> None:
    assert lasts(text, language) is Lasts.NO


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Meine Allergie geht niemanden was an", "de"),
        ("Meine Exfrau raus hier", "de"),
        ("Ich nehm alles zurück", "de"),
        ("Mi alergia es cosa mía", "es"),
        ("No soporto tus respuestas", "es"),
        ("No me escuchas", "es"),
        ("My allergy is nobody's business", "en"),
        ("my pregnancy is private", "en"),
    ],
)
def test_what_is_to_be_kept_out_and_what_is_a_complaint_does_not_last(text: str, language: str) -> None:
    assert lasts(text, language) is Lasts.NO


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Voy al baño", "es"),
        ("Vengo de la tienda", "es"),
        ("Voy a comprar pan", "es"),
        ("Llevo un rato esperando", "es"),
        ("Llevo prisa", "es"),
        ("Ando perdido", "es"),
        ("Estoy en la cola del súper", "es"),
        ("Trabajo en ello", "es"),
        ("Duermo un rato", "es"),
        ("soy el siguiente", "es"),
        ("Morgen esse ich bei Oma", "de"),
        ("Übermorgen fahre ich weg", "de"),
        ("Am Wochenende besuche ich Oma", "de"),
        ("Ich war kurz einkaufen", "de"),
        ("Ich gehe jetzt duschen", "de"),
        ("Mein Nachbar nervt", "de"),
        ("I just had a shower", "en"),
        ("I just bought bread", "en"),
        ("I just started the car", "en"),
        ("I just moved the sofa", "en"),
        ("just had a coffee", "en"),
        ("we've just had a row", "en"),
        ("I'm at the shop", "en"),
        ("the kids turn up soon", "en"),
        ("a bit of a nuisance", "en"),
    ],
)
def test_a_remark_of_the_moment_does_not_last(text: str, language: str) -> None:
    assert lasts(text, language) is Lasts.NO


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("I just moved to Leeds", "en"),
        ("I just bought a house", "en"),
        ("I just had a baby", "en"),
        ("I just started a new job", "en"),
        ("voy al gimnasio los lunes", "es"),
        ("llevo gafas desde niño", "es"),
        ("morgens esse ich nichts", "de"),
    ],
)
def test_a_change_in_their_life_and_a_habit_last(text: str, language: str) -> None:
    assert lasts(text, language) is not Lasts.NO


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("retiro lo de mi alergia", "es"),
        ("My divorce shouldn't be in here", "en"),
        ("Meine Scheidung soll hier nicht stehen", "de"),
        ("we never talked about my pregnancy", "en"),
        ("no me interesa que sepas de mi madre", "es"),
        ("Behalte nicht, dass ich nachts arbeite", "de"),
        ("nimm raus dass ich morgens laufe", "de"),
        ("Meine Allergie geht niemanden was an", "de"),
        ("Gib mir täglich einen Tipp", "de"),
        ("Weck mich jeden Tag um sieben", "de"),
        ("Empfiehl mir Bücher für abends", "de"),
        ("Voy al baño", "es"),
        ("Vengo de la tienda", "es"),
        ("Llevo un rato esperando", "es"),
        ("I just had a shower", "en"),
        ("Morgen esse ich bei Oma", "de"),
    ],
)
def test_what_is_to_go_what_is_ordered_and_what_is_of_the_moment_is_no_fact(text: str, language: str) -> None:
    assert intent(text, language) != REMEMBER


@pytest.mark.row("M2")
@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("forget that I drive a volvo", "en"),
        ("forget I drive a volvo", "en"),
        ("please forget that I have a red bike", "en"),
        ("olvida que vivo en Sevilla", "es"),
        ("vergiss, dass ich einen Skoda fahre", "de"),
    ],
)
def test_a_fact_behind_forget_is_to_be_forgotten(text: str, language: str) -> None:
    assert intent(text, language) == FORGET


@pytest.mark.row("M2")
@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("don't forget that I'm allergic to nuts", "en"),
        ("I always forget birthdays", "en"),
        ("no olvides que soy celíaca", "es"),
    ],
)
def test_what_is_not_to_be_forgotten_is_not(text: str, language: str) -> None:
    assert intent(text, language) != FORGET


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Puh, war das ein Abend. Ich unterrichte Chemie an der Berufsschule, komische Mischung, ich weiß.", "de"),
        ("danke dir, das tat gut. was du wissen solltest, meine Oma ist im März gestorben", "de"),
        ("Na, wie geht's? Mir so lala. Ich wollt noch sagen, ich hab drei Hunde", "de"),
        ("Qué ganas de nieve, de verdad. Tengo dos primos, Iñaki y Nora.", "es"),
        ("uf, qué día. me levanto sin alarma a las cinco", "es"),
    ],
)
def test_talk_before_a_fact_does_not_hide_it(text: str, language: str) -> None:
    assert lasts(text, language) is not Lasts.NO


@pytest.mark.parametrize(("text", "language"), [("ich tanze gerade durchs Haus", "de"), ("me ducho ahora", "es")])
def test_what_is_done_just_now_is_none(text: str, language: str) -> None:
    assert lasts(text, language) is not Lasts.SURELY
