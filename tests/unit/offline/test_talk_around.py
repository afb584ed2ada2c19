"""Moods, exclamations and excuses before a fact are not told with it."""

import pytest

from shared.offline.facts.around import substance
from tests.unit.offline.test_facts_by_themselves import told

pytestmark = pytest.mark.row("U2")


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("Brr, bin noch ganz nass. Ich sammle Briefmarken.", ["Du sammelst Briefmarken."]),
        ("moin, noch halb am schlafen 😴 ich fahr übrigens Taxi", ["Du fährst Taxi."]),
        ("Hach, Torte bis zum Platzen. Mein Opa ist 90.", ["Dein Opa ist 90."]),
        ("Gute Frage, aber nein :) Ich fliege nie, ich habe Angst davor.", ["Du fliegst nie, du hast Angst davor."]),
        ("hmm kann sein. jedenfalls spiel ich Cello", ["Du spielst Cello."]),
        ("Entschuldigung für mein Deutsch, ich komme aus Syrien.", ["Du kommst aus Syrien."]),
        (
            "ach herrje, schon wieder so spät. also, ich bin Mesner, mein Sohn ist vier",
            ["Du bist Mesner.", "Dein Sohn ist vier."],
        ),
        ("Ich hab vergessen zu erwähnen, dass meine Frau stottert.", ["Deine Frau stottert."]),
        (
            "so, endlich Feierabend. Ich wollte nur sagen, dass wir heiraten, Lea und ich.",
            ["Ihr heiratet, Lea und du."],
        ),
        ("nur so am rande: ich bin Jäger", ["Du bist Jäger."]),
        ("Guten Tag, ich wollte Ihnen nur mitteilen, dass ich blind bin.", ["Du bist blind."]),
        ("falls du mal was empfiehlst: ich hasse Dill", ["Du hasst Dill."]),
        ("hey, ganz kurz: ich bin Tante", ["Du bist Tante."]),
        ("Sehr geehrter Begleiter, ich bin Küster.", ["Du bist Küster."]),
        ("ach und außerdem bin ich Brillenträger", ["Du bist Brillenträger."]),
        (
            "Rentner seit 2019. Mein Garten ist mein Reich.",
            ["Du bist Rentner seit 2019.", "Dein Garten ist dein Reich."],
        ),
        ("Platzangst, schon als Kind", ["Du hast Platzangst, schon als Kind."]),
        ("seit 90 Tagen rauchfrei", ["Du bist seit 90 Tagen rauchfrei."]),
        ("Zur Miete in Gera", ["Du wohnst zur Miete in Gera."]),
        ("KSC-Fan seit der Schulzeit", ["Du bist KSC-Fan seit der Schulzeit."]),
        ("Mein Onkel war Schmied. Mein Cousin auch.", ["Dein Onkel war Schmied; dein Cousin auch."]),
        (
            "Mutter aus Porto, Vater aus Bari, geboren in Celle",
            ["Deine Mutter kommt aus Porto.", "Dein Vater kommt aus Bari.", "Du bist in Celle geboren."],
        ),
        ("unter uns: ich kann meinen Bruder nicht leiden", ["Du kannst deinen Bruder nicht leiden."]),
        ("Nur fürs Protokoll: Mein Vorname hat kein h.", ["Dein Vorname hat kein h."]),
    ],
)
def test_german_talk(said: str, kept: list[str]) -> None:
    assert told(said, "de") == kept


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("Ay, qué boda más larga, madre mía. Mi suegra se llama Pura.", ["Tu suegra se llama Pura."]),
        ("uf, menuda semana llevo jaja. soy fontanera", ["Eres fontanera."]),
        ("jajaja qué sueño me está entrando. Toco el oboe.", ["Tocas el oboe."]),
        ("bah, martes. en fin, que me pasaron al turno de tarde", ["Te pasaron al turno de tarde."]),
        ("hola mi cielo, aquí haciendo pan. mi hija vive en Lima", ["Tu hija vive en Lima."]),
        ("perdón, se me cayó el wifi 🙄 vivo en un faro", ["Vives en un faro."]),
        ("perdona los errores, el español es mi segundo idioma", ["El español es tu segundo idioma."]),
        ("Buenas tardes. Ya nació mi sobrina", ["Ya nació tu sobrina."]),
        ("se me olvidó decirte que mi mujer es piloto", ["Tu mujer es piloto."]),
        ("no me gustan los regalos. nada de nada.", ["No te gustan los regalos."]),
        ("Buenas noches, solo quería decirle que soy viudo.", ["Eres viudo."]),
        (
            "Le agradecería que recordara que soy ciego y que uso bastón.",
            ["Eres ciego y usas bastón."],
        ),
        ("sería genial que tuvieras en cuenta que trabajo de noche", ["Trabajas de noche."]),
        ("Hincha del Cádiz, yo.", ["Eres hincha del Cádiz."]),
        ("Pavor a las palomas, desde chica", ["Tienes pavor a las palomas, desde chica."]),
        ("grupo sanguíneo A positivo", ["Tu grupo sanguíneo es A positivo."]),
        ("grupo sanguíneo 0 positivo", ["Tu grupo sanguíneo es 0 positivo."]),
        ("nacida en Lugo, criada en Caracas", ["Naciste en Lugo y te criaste en Caracas."]),
        ("Soy zurda. Mi padre también.", ["Eres zurda; tu padre también."]),
        ("Ceno solo. No soporto el ajo.", ["Cenas solo.", "No soportas el ajo."]),
        ("madre chilena, padre peruano", ["Tu madre es chilena.", "Tu padre es peruano."]),
        ("Mi gato es negro y el de mi tía, blanco.", ["Tu gato es negro y el de tu tía, blanco."]),
        ("mi tía usa bastón y mi tío, silla", ["Tu tía usa bastón y tu tío, silla."]),
        ("Tengo una abuela en Vigo. La visito cada mes.", ["Tienes una abuela en Vigo; la visitas cada mes."]),
        ("no veo bien de noche", ["No ves bien de noche."]),
        ("el bastón lo uso solo en la calle", ["El bastón lo usas solo en la calle."]),
        ("criada por mi abuela Inés", ["Te crió tu abuela Inés."]),
        ("por si algún día recomiendas algo: odio el apio", ["Odias el apio."]),
        ("xfa acuerdate de q soy alérgica al marisco", ["Eres alérgica al marisco."]),
        ("q sepas q me he divorciado", ["Te has divorciado."]),
        ("oye, rapidito: cambié de número", ["Cambiaste de número."]),
        ("jajaja ay no puedo más contigo. toco el arpa", ["Tocas el arpa."]),
        ("Estimado compañero: uso bastón.", ["Usas bastón."]),
        ("es q trabajo d noche", ["Trabajas de noche."]),
        ("no te olvides de que soy sorda", ["Eres sorda."]),
        ("recuérdalo bien: para mí el lunes es sagrado", ["Para ti el lunes es sagrado."]),
    ],
)
def test_spanish_talk(said: str, kept: list[str]) -> None:
    assert told(said, "es") == kept


def test_an_exclamation_that_tells_something_is_kept() -> None:
    assert told("Vaya donde vaya, llevo mi inhalador", "es") != []
    assert told("wieder zuhause arbeiten darf ich erst im Mai", "de") != []


@pytest.mark.parametrize(
    ("language", "talk"), [("de", "ja ja na ja ach so " * 40 + "1"), ("es", "ya y pero no jaja " * 40 + "1")]
)
def test_talk_without_an_end_is_given_up_at_once(language: str, talk: str) -> None:
    assert substance(talk, language)
