"""How answers are to be from now on is a fact of the person, and reads as a wish of theirs."""

import pytest

from shared.intents.card import cards
from shared.llm.model import Question
from shared.offline.facts.personal import personal_facts
from shared.offline.telling import wants_of_answers
from shared.offline.understanding import read
from shared.text.own_words import parted

pytestmark = pytest.mark.row("U2")


def told(said: str) -> list[str]:
    return [fact.text for fact in personal_facts(parted(said), said, "en", in_project=False).kept]


def intent_of(said: str) -> str:
    return read(Question(text=said, language="en", project=None, cards=tuple(cards().values()))).intent


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        (
            "please keep your answers to a page unless i want more",
            "You want me to keep my answers to a page unless you want more.",
        ),
        (
            "when I ask about recipes give me grams, not cups",
            "When you ask about recipes, you want me to give you grams, not cups.",
        ),
        ("when i vent just listen", "When you vent, you want me to listen."),
        ("i'd rather you ask me twice than guess", "You want me to rather ask you twice than guess."),
        ("if you're guessing, say so", "You want me to say so if I'm guessing."),
        ("keep your replies short", "You want me to keep my replies short."),
        ("stop using emojis", "You want me to stop using emojis."),
        ("please skip the small talk", "You want me to skip the small talk."),
        ("weights in grams please", "You want weights in grams."),
        ("don't sugarcoat things for me", "You don't want me to sugarcoat things for you."),
        ("one step at a time please", "You want one step at a time."),
        ("I'd rather have your honest opinion than praise", "You'd rather have my honest opinion than praise."),
        ("please note: lengths in centimetres for me", "You want lengths in centimetres."),
        (
            "whenever you describe a route to me, leave out the motorways",
            "Whenever I describe a route to you, you want me to leave out the motorways.",
        ),
        ("never use slang when you talk to me", "You don't want me to use slang when I talk to you."),
    ],
)
def test_a_standing_wish_is_read_and_told(said: str, kept: str) -> None:
    assert intent_of(said) == "remember_about_me"
    assert told(said) == [kept]


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        (
            "I'm bad with chemistry, so if there are formulas explain me slowly",
            ["You're bad with chemistry.", "If there are formulas, you want me to explain it to you slowly."],
        ),
        (
            "temperatures in fahrenheit for me, I grew up in Ohio",
            ["You want temperatures in fahrenheit.", "You grew up in Ohio."],
        ),
        ("Moths? not for me, I shiver at the sight", ["Moths are not for you.", "You shiver at the sight."]),
        ("Karaoke? Not my thing.", ["Karaoke is not your thing."]),
    ],
)
def test_a_wish_stands_beside_what_it_comes_from(said: str, kept: list[str]) -> None:
    assert told(said) == kept


@pytest.mark.parametrize(
    "said",
    [
        "keep the answers to the survey",
        "prices in the market are mad",
        "don't round the corner too fast",
        "i'd rather have the salad than the soup",
        "when i ask my boss he shrugs",
        "what do you answer when i ask for more?",
        "always use the blue folder. never the red one. the client wants it",
        "no jargon",
        "make the replies from Ana public",
    ],
)
def test_what_is_said_of_something_else_is_no_standing_wish(said: str) -> None:
    assert not wants_of_answers(said)


def test_an_order_behind_a_fact_is_not_something_the_person_does() -> None:
    assert told("i'm off sugar for good, don't suggest cakes") == [
        "You're off sugar for good.",
        "You don't want me to suggest cakes.",
    ]


@pytest.mark.parametrize(
    "said", ["ahoy 😂 call me Skipper. yes really", "feels great honestly. make a note: i'm off meat for good"]
)
def test_talk_in_front_hides_no_fact(said: str) -> None:
    assert intent_of(said) == "remember_about_me"


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("Pounds and pints for me always", ["You want pounds and pints always."]),
        ("Second baby due in May!!", ["Your second baby is due in May."]),
        ("wee thing, I don't do phone calls", ["You don't do phone calls."]),
        ("I hate celery, file that away", ["You hate celery."]),
        (
            "got my adhd diagnosis in spring, explains a LOT. i need lists kept short",
            ["You got your adhd diagnosis in spring, explains a LOT.", "You need lists kept short."],
        ),
        (
            "can't stand small talk. just answer me plainly",
            ["You can't stand small talk.", "You want me to answer you plainly."],
        ),
    ],
)
def test_what_is_wanted_because_of_a_fact_is_told_with_it(said: str, kept: list[str]) -> None:
    assert told(said) == kept


@pytest.mark.parametrize(
    "said",
    [
        "Gewichte bitte in Gramm",
        "Strecken in Meilen bitte",
        "wenn du was erklärst, bitte mit Bildern",
        "wenn ich jammere, hör einfach zu",
        "sag einfach Resi zu mir",
        "antworte bitte auf Plattdeutsch",
        "antworte mir gern auf bairisch",
        "keine Fremdwörter in meinen Mails bitte",
        "gib mir erst das Fazit und dann die Zahlen",
        "las fechas en formato largo, por favor",
        "las medidas dámelas en metros",
        "cuando me respondas, ve al grano",
        "desde hoy, llámame Pili",
        "me gustaría que me trataras de usted",
    ],
)
def test_a_standing_wish_is_heard_in_german_and_spanish(said: str) -> None:
    assert wants_of_answers(said)


@pytest.mark.parametrize(
    "said",
    [
        "Preise in Franken steigen gerade",
        "nenn mich nicht so",
        "wenn du Zeit hast, erzähl mir einen Witz",
        "sag mal was zu mir und meinem Plan",
        "llámame mañana",
        "los precios en Madrid son una locura",
        "cuando me levante, recuérdame el pan",
    ],
)
def test_what_is_wanted_only_now_is_no_standing_wish(said: str) -> None:
    assert not wants_of_answers(said)
