"""Talk around a fact goes before anything is read, so that neither a sentence nor a quotation carries it."""

import pytest

from shared.offline.facts.around import substance
from shared.offline.facts.personal import personal_facts
from shared.text.own_words import parted

pytestmark = pytest.mark.row("U2")


def told(said: str, language: str) -> list[str]:
    return [fact.text for fact in personal_facts(parted(said), said, language, in_project=False).kept]


@pytest.mark.parametrize(
    ("said", "language", "kept"),
    [
        ("just so it's noted somewhere - I'm short-sighted", "en", "You're short-sighted."),
        ("keep in mind for every recipe, not just now: I'm vegan", "en", "You're vegan."),
        ("Please make a note for yourself: my husband Ravi is deaf.", "en", "Your husband Ravi is deaf."),
        ("not that anyone asked but I sold the van", "en", "You sold the van."),
        ("Merk dir einfach ein für alle Mal, dass ich Vegetarierin bin!", "de", "Du bist Vegetarierin."),
        ("Merk dir mal: mein Kater heißt Bruno", "de", "Dein Kater heißt Bruno."),
        ("Que conste: soy alérgica al polen", "es", "Eres alérgica al polen."),
        ("btw: we keep bees", "en", "You keep bees."),
        ("in case I ever faint somewhere: I'm diabetic", "en", "You're diabetic."),
        ("sorry my spelling, i am from Tallinn", "en", "You're from Tallinn."),
        ("Dear companion, I should like you to know that I am a widower", "en", "You're a widower."),
        ("Grandson is a drummer", "en", "Your grandson is a drummer."),
        ("was ganz anderes, mein Neffe heiratet im Mai", "de", "Dein Neffe heiratet im Mai."),
        ("Zu Ihrer Kenntnis: Ich bin Imker", "de", "Du bist Imker."),
        ("pa que lo tengas: mi jefe se llama Lalo", "es", "Tu jefe se llama Lalo."),
        ("not sure you need it but my birthdays the 2nd of March", "en", "Your birthday is the 2nd of March."),
        ("nur damit du Bescheid weißt, ich bin Diabetikerin", "de", "Du bist Diabetikerin."),
        ("kleine Info am Rande: mein Mann ist Koch", "de", "Dein Mann ist Koch."),
        ("un dato: vivo en Vigo", "es", "Vives en Vigo."),
        ("aviso que soy sordo de un oído", "es", "Eres sordo de un oído."),
        ("Quisiera que recordaras que vivo en Soria.", "es", "Vives en Soria."),
        ("y de paso que sepas que mi hermana es médica", "es", "Tu hermana es médica."),
    ],
)
def test_what_leads_to_a_fact_is_taken_off(said: str, language: str, kept: str) -> None:
    assert told(said, language) == [kept]


@pytest.mark.parametrize(
    ("said", "language", "kept"),
    [
        ("Could you make a note that aspirin gives me a rash? Thank you!", "en", ["Aspirin gives you a rash."]),
        ("did i mention i'm left-handed?", "en", ["You're left-handed."]),
        (
            "can you remember that Nils is my coach and that we train on Mondays? thx",
            "en",
            ["Nils is your coach.", "You train on Mondays."],
        ),
        ("Wussten Sie eigentlich, dass ich in Jena wohne?", "de", ["Du wohnst in Jena."]),
        ("did i tell you i'm moving? to Bath, with Ana", "en", ["You're moving, to Bath, with Ana."]),
        ("hast du gewusst dass ich zwei Enkel hab?", "de", ["Du hast zwei Enkel."]),
        ("¿Te conté que tengo trillizas?", "es", ["Tienes trillizas."]),
    ],
)
def test_what_is_only_asked_to_tell_it_is_told(said: str, language: str, kept: list[str]) -> None:
    assert told(said, language) == kept


@pytest.mark.parametrize(
    ("said", "language", "kept"),
    [
        (
            "I haven't had sugar in years which makes birthdays a bit dull doesn't it",
            "en",
            "You haven't had sugar in years.",
        ),
        ("My aunt is blind, please keep that in mind when we plan trips", "en", "Your aunt is blind."),
        ("Ich habe Höhenangst, falls das für die Tour wichtig ist", "de", "Du hast Höhenangst."),
        ("ich vertrag keine Eier, nur damit dus weißt", "de", "Du verträgst keine Eier."),
        ("soy zurda, por si algún día me regalas una guitarra jaja", "es", "Eres zurda."),
        ("soy diabético, tenlo presente siempre porfa", "es", "Eres diabético."),
        ("mi hija Ana es celíaca, apúntalo porfa que te preguntaré recetas", "es", "Tu hija Ana es celíaca."),
        ("Meine Tochter Lea hat Asthma, behalte das bitte im Kopf", "de", "Deine Tochter Lea hat Asthma."),
        ("ich esse kein Ei, falls du das brauchst", "de", "Du isst kein Ei."),
        ("mi nieto Teo tiene asma, que no se te olvide", "es", "Tu nieto Teo tiene asma."),
        ("no trabajo los lunes y punto", "es", "No trabajas los lunes."),
    ],
)
def test_what_trails_a_fact_is_taken_off(said: str, language: str, kept: str) -> None:
    assert told(said, language) == [kept]


def test_a_quotation_holds_nothing_but_the_fact() -> None:
    said = "fyi I swell up from wasp stings and then nobody recognises him lol"
    assert told(said, "en") == ["You said: “I swell up from wasp stings and then nobody recognises him”"]


@pytest.mark.parametrize(
    ("said", "language"),
    [
        ("I can't remember that", "en"),
        ("I never write that down", "en"),
        ("I always keep that in mind", "en"),
        ("thanks", "en"),
        ("llevo adrenalina por si alguna vez me pica una abeja", "es"),
        ("quiero que me recuerdes que tome la pastilla", "es"),
        ("je suis végétarien, lol", "fr"),
    ],
)
def test_what_is_the_fact_itself_stays(said: str, language: str) -> None:
    assert substance(said, language) == said


def test_whole_sentences_of_talk_go_and_a_stop_stands_where_one_ended() -> None:
    assert (
        substance("ok so. long day. I live in Hull lol. My cat is called Mo", "en")
        == "I live in Hull. My cat is called Mo"
    )
    assert substance("I hate emojis. HATE. My boss loves them", "en") == "I hate emojis. My boss loves them"
