"""What hangs on a German "dass" becomes a sentence of its own, its verb behind its subject."""

import pytest

from shared.offline.facts.german import turned
from shared.offline.facts.main_clause import as_main
from tests.unit.offline.test_facts_by_themselves import told

pytestmark = pytest.mark.row("U2")


@pytest.mark.parametrize(
    ("hung", "main"),
    [
        ("dass ich Imker bin und Honig verkaufe", "ich bin Imker und verkaufe Honig"),
        ("dass ich um vier aufstehe, weil ich Bäcker bin", "ich stehe um vier auf, weil ich Bäcker bin"),
        ("dass mir von Fisch übel wird", "mir wird von Fisch übel"),
        ("dass bei uns die Katze Pünktchen heißt", "bei uns heißt die Katze Pünktchen"),
        ("dass wir im Hof wohnen und mein Bruder Schafe hält", "wir wohnen im Hof und mein Bruder hält Schafe"),
        ("dass meine Nichte Svea im Juni heiratet", "meine Nichte Svea heiratet im Juni"),
        ("dass meine Nichte Svea heißt", "meine Nichte heißt Svea"),
        ("dass ich mittwochs nie kann da hab ich Training", "ich kann mittwochs nie, da hab ich Training"),
        ("dass ich heute", "dass ich heute"),
        ("dass es regnet", "dass es regnet"),
        ("ich bin froh", "ich bin froh"),
    ],
)
def test_the_verb_comes_to_its_subject(hung: str, main: str) -> None:
    assert as_main(hung) == main


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        (
            "merk dir dass ich donnerstags nie da bin, da geb ich Yoga",
            ["Du bist donnerstags nie da, da gibst du Yoga."],
        ),
        ("Notier bitte, dass ich Pilot bin und oft fliege.", ["Du bist Pilot und fliegst oft."]),
        (
            "Bitte merken, dass wir drei Söhne haben und mein Vater Taxi fährt.",
            ["Ihr habt drei Söhne und dein Vater fährt Taxi."],
        ),
        ("Vergessen Sie bitte nicht, dass mir Koriander nicht schmeckt", ["Dir schmeckt Koriander nicht."]),
        (
            "Ich bin Förster, aber bei so Wetter bleib ich daheim",
            ["Du bist Förster, aber bei so Wetter bleibst du daheim."],
        ),
        ("könntest du dir vielleicht notieren, dass ich Orgel spiele?", ["Du spielst Orgel."]),
        ("merkst du dir bitte, dass ich kein Auto fahre", ["Du fährst kein Auto."]),
        ("dann speicher mal ab, dass ich Imker bin", ["Du bist Imker."]),
        (
            "Es wäre schön, wenn du dir merkst, dass ich blind bin und dass ich einen Führhund habe.",
            ["Du bist blind und du hast einen Führhund."],
        ),
        ("Nach langem Zögern wollte ich bloß noch anmerken, dass ich stottere.", ["Du stotterst."]),
        ("es geht mir nur darum, dass ich nachts arbeite", ["Du arbeitest nachts."]),
        ("ich wollte meinem Chef sagen, dass ich kündige", ["Du wolltest deinem Chef sagen, dass du kündigst."]),
        (
            "Am liebsten esse ich Birne, Quitte vertrag ich nicht",
            ["Am liebsten isst du Birne, Quitte verträgst du nicht."],
        ),
        ("meine Enten legen kaum Eier", ["Deine Enten legen kaum Eier."]),
        ("ich lebe mit einem Koch, er heißt Bo", ["Du lebst mit einem Koch, er heißt Bo."]),
        (
            "Merk dir, dass meine Ärztin Dr. Odum heißt und dass sie freitags nie da ist.",
            ["Deine Ärztin heißt Dr. Odum und sie ist freitags nie da."],
        ),
        ("ich mag Bio und Chemie hasse ich", ["Du magst Bio und Chemie hasst du."]),
        ("den Hof hab ich von Tante Elsbeth", ["Den Hof hast du von Tante Elsbeth."]),
        ("meine Schwester Uta weiß das nicht", ["Deine Schwester Uta weiß das nicht."]),
        ("Speichere, dass wir umziehen und dann in Jena wohnen.", ["Ihr zieht um und wohnt dann in Jena."]),
    ],
)
def test_what_is_to_be_kept_is_told_as_a_sentence(said: str, kept: list[str]) -> None:
    assert told(said, "de") == kept


@pytest.mark.parametrize(
    ("said", "to_them"),
    [
        ("wir mögen keinen Fisch und essen viel Reis", "ihr mögt keinen Fisch und esst viel Reis"),
        ("wir haben einen alten und kranken Hund", "ihr habt einen alten und kranken Hund"),
        ("Oma kommt, wenn wir verreisen", "Oma kommt, wenn ihr verreist"),
        ("die Tür ist zu, wenn wir weg sind", "die Tür ist zu, wenn ihr weg seid"),
    ],
)
def test_a_verb_far_from_its_we_is_turned_with_it(said: str, to_them: str) -> None:
    assert turned(said) == to_them


@pytest.mark.parametrize(
    ("said", "to_them"),
    [
        ("wohne in Ulm und sehe schlecht", "du wohnst in Ulm und siehst schlecht"),
        ("meine Frau und ich ham ein Boot", "deine Frau und du habt ein Boot"),
        ("ich koch gern und hör dabei Radio", "du kochst gern und hörst dabei Radio"),
        ("solange vertret ich sie", "solange vertrittst du sie"),
        ("eine Woche ich, eine Woche er", "eine Woche du, eine Woche er"),
        ("hab einen Garten, fang im März an", "du hast einen Garten, fängst im März an"),
        ("nur am Rande: ich bin Imker", "nur am Rande: du bist Imker"),
        ("ich bin müde und werd grau", "du bist müde und wirst grau"),
        ("ich bin gegen Heu und birke allergisch", "du bist gegen Heu und birke allergisch"),
        ("ich bedien oft Gäste", "du bedienst oft Gäste"),
        ("ich jeden Tag drei Zeitungen lese", "du liest jeden Tag drei Zeitungen"),
        ("ich wegen der Knie nicht mehr jogge", "du joggst wegen der Knie nicht mehr"),
        ("bin Witwe, imkere seit 1990", "du bist Witwe, imkerst seit 1990"),
        ("warm und laut, so mag ichs", "warm und laut, so magst du es"),
        ("wenn ich Rad schreibe meine ich das Motorrad", "wenn du Rad schreibst meinst du das Motorrad"),
    ],
)
def test_what_stands_beside_ich_is_its_verb_or_none(said: str, to_them: str) -> None:
    assert turned(said) == to_them
