"""Corrections whose form says how they go with the offered fact: none of it is lost, and it stays a sentence."""

import pytest

from shared.intents.card import cards
from shared.llm.model import Question
from shared.offline.answering import SURE_ENOUGH
from shared.offline.joining import adds, joined, says_a_part
from shared.offline.offered import OfferShown
from shared.offline.understanding import read
from shared.understanding import Continuation, Reading
from tests.evals.questions import offer_of

pytestmark = pytest.mark.row("U4")


def heard(offered: str, answer: str, language: str) -> Reading:
    offer = offer_of(OfferShown("remember", (offered,)))
    return read(Question(text=answer, language=language, project=None, cards=tuple(cards().values()), offer=offer))


@pytest.mark.parametrize(
    ("offered", "answer", "language", "kept"),
    [
        ("Du trinkst gern Bier.", "ja, aber nur am Wochenende", "de", "Du trinkst gern Bier, aber nur am Wochenende."),
        ("Du trinkst gern Bier.", "ja, aber nur morgens", "de", "Du trinkst gern Bier, aber nur morgens."),
        ("Du magst Bier.", "nur am Wochenende", "de", "Du magst Bier, aber nur am Wochenende."),
        ("Du fährst Rad.", "nur zur Arbeit", "de", "Du fährst Rad, aber nur zur Arbeit."),
        ("Du spielst Tennis.", "nein nur mittwochs", "de", "Du spielst Tennis, aber nur mittwochs."),
        (
            "Du bist allergisch gegen Gräser.",
            "nur im Sommer",
            "de",
            "Du bist allergisch gegen Gräser, aber nur im Sommer.",
        ),
        ("You like dogs.", "yes, but not big ones", "en", "You like dogs, but not big ones."),
        ("You drink coffee.", "yes but I only drink decaf", "en", "You drink coffee, but you only drink decaf."),
        ("Te gusta el vino.", "sí, pero solo bebo tinto", "es", "Te gusta el vino, pero solo bebes tinto."),
        ("You don't eat meat.", "well I eat chicken", "en", "You don't eat meat, but you eat chicken."),
    ],
)
def test_a_yes_with_a_limit_stands_behind_the_whole(offered: str, answer: str, language: str, kept: str) -> None:
    reading = heard(offered, answer, language)
    assert (reading.continuation, [fact.text for fact in reading.personal_facts]) == (Continuation.REFINE, [kept])


@pytest.mark.parametrize(
    ("offered", "answer", "language", "kept"),
    [
        ("Eres alérgico al marisco.", "no, solo a las gambas", "es", "Eres alérgico, pero solo a las gambas."),
        ("Eres alérgica a los frutos secos.", "solo a las nueces", "es", "Eres alérgica, pero solo a las nueces."),
        ("You're allergic to cats.", "no, only to dogs", "en", "You're allergic, but only to dogs."),
        ("Du arbeitest im Krankenhaus.", "nein im Altenheim", "de", "Du arbeitest im Altenheim."),
        ("Trabajas en un colegio.", "en una guardería", "es", "Trabajas en una guardería."),
        ("You work in a bank.", "in a hospital", "en", "You work in a hospital."),
        ("Du bist gegen Penicillin allergisch.", "gegen Latex", "de", "Du bist gegen Latex allergisch."),
    ],
)
def test_behind_the_same_small_word_one_thing_stands_for_another(
    offered: str, answer: str, language: str, kept: str
) -> None:
    reading = heard(offered, answer, language)
    assert (reading.continuation, [fact.text for fact in reading.personal_facts]) == (Continuation.REFINE, [kept])


@pytest.mark.parametrize(
    ("offered", "answer", "language", "kept"),
    [
        ("You're 34.", "actually I'm 35", "en", "You're 35."),
        ("Du bist 34.", "eigentlich bin ich 35", "de", "Du bist 35."),
        ("Tienes 34 años.", "en realidad tengo 35", "es", "Tienes 35 años."),
        ("Du hast zwei Katzen.", "eigentlich hab ich drei", "de", "Du hast drei Katzen."),
        ("You're vegan.", "actually I'm vegetarian", "en", "You're vegetarian."),
        ("Vives en Lugo.", "en realidad ahora vivo en Vigo", "es", "Ahora vives en Vigo."),
        ("Du wohnst in Kassel.", "eigentlich wohne ich jetzt in Ulm", "de", "Du wohnst jetzt in Ulm."),
        ("Tu marido es médico.", "es enfermero", "es", "Tu marido es enfermero."),
        ("Tu hermano es profesor.", "no, es enfermero", "es", "Tu hermano es enfermero."),
        ("Dein Bruder ist Lehrer.", "nee er ist Erzieher", "de", "Dein Bruder ist Erzieher."),
        ("Your brother is a teacher.", "no, he's a nurse", "en", "Your brother is a nurse."),
        ("Your birthday is 3 May.", "it's the 4th", "en", "Your birthday is 4 May."),
        ("Du hast am 4. Mai Geburtstag.", "am 14.", "de", "Du hast am 14. Mai Geburtstag."),
        ("Tu hijo tiene tres años.", "cuatro ya", "es", "Tu hijo tiene cuatro años."),
        ("You moved to Leeds in 2016.", "2017 I think", "en", "You moved to Leeds in 2017."),
        ("Du magst Horrorfilme.", "nein, Krimis", "de", "Du magst Krimis."),
        ("Dein Mann heißt Jens.", "Jan", "de", "Dein Mann heißt Jan."),
        ("Tu padre se llama Manuel.", "Manolo", "es", "Tu padre se llama Manolo."),
        ("You work at Tesco.", "Asda now", "en", "You work at Asda."),
        ("Te gusta el fútbol.", "no, el baloncesto", "es", "Te gusta el baloncesto."),
        ("Your dog is called Max.", "it's Rex", "en", "Your dog is called Rex."),
        ("Deine Tochter heißt Lena.", "Lina, mit i", "de", "Deine Tochter heißt Lina."),
        ("Du wohnst seit drei Jahren in Ulm.", "seit vier, nicht drei", "de", "Du wohnst seit vier Jahren in Ulm."),
    ],
)
def test_the_same_sentence_says_another_thing(offered: str, answer: str, language: str, kept: str) -> None:
    reading = heard(offered, answer, language)
    assert (reading.continuation, [fact.text for fact in reading.personal_facts]) == (Continuation.REFINE, [kept])


@pytest.mark.parametrize(
    ("offered", "answer", "language", "kept"),
    [
        (
            "Du bist allergisch gegen Katzen.",
            "gegen Hunde auch",
            "de",
            "Du bist allergisch gegen Katzen und gegen Hunde.",
        ),
        ("Hablas inglés.", "y francés", "es", "Hablas inglés y francés."),
        ("You don't eat pork.", "or beef", "en", "You don't eat pork or beef."),
        ("You work from home.", "three days a week", "en", "You work from home, three days a week."),
        ("You're allergic to cats.", "to dogs as well", "en", "You're allergic to cats and to dogs."),
        ("Eres alérgico a los gatos.", "a los perros también", "es", "Eres alérgico a los gatos y a los perros."),
    ],
)
def test_what_is_so_as_well_is_added(offered: str, answer: str, language: str, kept: str) -> None:
    reading = heard(offered, answer, language)
    assert (reading.continuation, [fact.text for fact in reading.personal_facts]) == (Continuation.REFINE, [kept])


@pytest.mark.parametrize(
    ("known", "answer", "language"),
    [
        ("You run every day.", "yes, but only on Sundays", "en"),
        ("You live in Ulm.", "in summer", "en"),
        ("You live in Ulm.", "in a small flat", "en"),
        ("You like olives.", "yes but no", "en"),
        ("You like olives.", "yes but not sure", "en"),
        ("You like olives.", "yes but only for this project", "en"),
        ("You don't eat meat.", "yes, but only on Sundays", "en"),
        ("You drink a lot of tea.", "true but don't keep it", "en"),
        ("You drink tea.", "mint tea too", "en"),
        ("The soil pH in bed 3 is 6.1.", "6.5", "en"),
        ("Tu perro se llama Toby.", "sí, pero es mi gato", "es"),
        ("Your daughter is six.", "it's true", "en"),
        ("Eres celíaca.", "es verdad", "es"),
        ("Tu as un chat.", "oui, mais seulement le week-end", "fr"),
    ],
)
def test_what_its_form_leaves_open_is_not_joined(known: str, answer: str, language: str) -> None:
    assert joined(known, answer, language) is None


def test_what_its_form_shows_is_sure_enough_to_reword_what_waits() -> None:
    assert heard("Dein Mann heißt Jens.", "Jan", "de").confidence >= SURE_ENOUGH


def test_so_many_of_something_are_a_fact_of_their_own_where_none_were_counted() -> None:
    assert says_a_part("two cats", "You have a dog.")
    assert not says_a_part("two cats", "You live in Leeds.")


def test_one_more_thing_of_the_same_form_is_told_from_one_more_fact() -> None:
    assert adds("gegen Hunde auch", "Du bist allergisch gegen Katzen.", "de")
    assert not adds("and on Fridays I swim", "You work from home on Mondays.", "en")


@pytest.mark.parametrize(
    ("offered", "answer", "language", "meant"),
    [
        ("Du isst kein Fleisch.", "doch", "de", Continuation.DECLINE),
        ("You don't drink.", "I do", "en", Continuation.DECLINE),
        ("No bebes.", "sí que bebo", "es", Continuation.REFINE),
        ("No comes pescado.", "sí como, lo que no como es carne", "es", Continuation.REFINE),
        ("Du isst kein Fleisch.", "doch, aber nur Huhn", "de", Continuation.REFINE),
        ("You like tea.", "cool, thanks", "en", Continuation.CONFIRM),
        ("Du magst Tee.", "Nein, Danke", "de", Continuation.DECLINE),
    ],
)
def test_what_denies_or_merely_agrees_is_told_apart(
    offered: str, answer: str, language: str, meant: Continuation
) -> None:
    assert heard(offered, answer, language).continuation is meant


@pytest.mark.parametrize(
    ("offered", "answer", "language"),
    [
        ("Du hast Rückenschmerzen.", "hatte ich, ist wieder gut", "de"),
        ("No tomas azúcar.", "un poco en el café", "es"),
        ("Bebes café.", "descafeinado", "es"),
        ("Vives en Bilbao.", "a las afueras", "es"),
        ("Du bist Erzieherin.", "in Ausbildung", "de"),
        ("Du magst keine Oliven.", "schwarze schon", "de"),
        ("Your name is Kat.", "with a C", "en"),
        ("Du trinkst keinen Alkohol.", "an Silvester schon", "de"),
        ("No te gusta el pescado.", "los boquerones sí", "es"),
        ("You can't swim.", "I can, just badly", "en"),
        ("Du arbeitest bei Siemens.", "hab gekündigt", "de"),
        ("Tienes coche.", "lo vendí", "es"),
        ("Du kommst aus Italien.", "meine Eltern", "de"),
        ("Dein Sohn ist im Kindergarten.", "er kommt jetzt in die Schule", "de"),
        ("You play football.", "I coach it", "en"),
        ("You have a cat called Milo.", "that's the dog", "en"),
        ("You eat meat.", "rarely", "en"),
        ("Du hast zwei Hunde.", "einen Hund und eine Katze", "de"),
        ("Du bist verheiratet.", "verlobt, noch nicht verheiratet", "de"),
        ("No bebes alcohol.", "bueno, una copa de vino en navidad sí", "es"),
        ("Te gusta madrugar.", "lo odio", "es"),
        ("Your sister is a nurse.", "she's training to be one", "en"),
        ("Tu perro tiene 13 años.", "acaba de cumplir 14", "es"),
        ("Eres profesora.", "ya no, me jubilé", "es"),
        ("Tu madre es enfermera.", "mi padre", "es"),
        ("Deine Mutter wohnt in Köln.", "mein Vater, meine Mutter lebt nicht mehr", "de"),
    ],
)
def test_what_says_nothing_by_itself_is_quoted_with_what_it_is_about(offered: str, answer: str, language: str) -> None:
    reading = heard(offered, answer, language)
    assert reading.continuation is Continuation.REFINE
    assert [offered in fact.text and answer in fact.text for fact in reading.personal_facts] == [True]


@pytest.mark.parametrize(
    ("offered", "answer", "language", "kept"),
    [
        ("Your wedding is on 12 June.", "21st!! fat fingers", "en", "Your wedding is on 21 June."),
        (
            "Your wedding is on 12 June.",
            "oops i typed too fast, 13th. Day after hers",
            "en",
            "Your wedding is on 13 June.",
        ),
        (
            "You go to bed before 10 in the evening.",
            "more like before 11 tbh",
            "en",
            "You go to bed before 11 in the evening.",
        ),
        (
            "You go to bed before 10 in the evening.",
            "more like before 11 if im honest",
            "en",
            "You go to bed before 11 in the evening.",
        ),
        ("Du arbeitest bis 16 Uhr.", "bis halb fünf, aber sonst ja", "de", "Du arbeitest bis halb fünf."),
        (
            "Deine Tante ist Köchin in Kiel.",
            "Fast. Bäckerin ist sie. Kiel stimmt.",
            "de",
            "Deine Tante ist Bäckerin in Kiel.",
        ),
        (
            "Tienes cuatro perros.",
            "tres, que Toby se perdió en mayo...",
            "es",
            "Tienes tres perros; Toby se perdió en mayo.",
        ),
        (
            "Tu jefe es alérgico a los frutos secos.",
            "no a todos los frutos secos, solo a las nueces",
            "es",
            "Tu jefe es alérgico, pero solo a las nueces.",
        ),
    ],
)
def test_a_correction_counts_without_how_it_came_about(offered: str, answer: str, language: str, kept: str) -> None:
    assert joined(offered, answer, language) == kept


def test_what_is_said_first_must_fit_what_was_known() -> None:
    assert joined("Deine Tante ist Köchin in Kiel.", "Bäckerin ist sie. Ulm stimmt.", "de") is None
    assert joined("Du arbeitest von 8 bis 16 Uhr.", "bis halb fünf", "de") == "Du arbeitest von 8 bis halb fünf."


@pytest.mark.parametrize(
    ("offered", "answer", "language", "kept"),
    [
        (
            "Du stehst um sechs Uhr auf.",
            "Ja, aber nur von Montag bis Mittwoch, donnerstags hab ich frei",
            "de",
            "Du stehst um sechs Uhr auf, aber nur von Montag bis Mittwoch, donnerstags hast du frei.",
        ),
        (
            "You want short answers.",
            "in general yes, but only for recipes",
            "en",
            "You want short answers, but only for recipes.",
        ),
        (
            "You'll be in Lund for all of May.",
            "sure, though its till the 9th only",
            "en",
            "About “You'll be in Lund for all of May.” you said: “sure, though its till the 9th only”",
        ),
    ],
)
def test_a_yes_that_goes_on_is_no_plain_yes_and_nothing_new(
    offered: str, answer: str, language: str, kept: str
) -> None:
    reading = heard(offered, answer, language)
    assert (reading.continuation, [fact.text for fact in reading.personal_facts]) == (Continuation.REFINE, [kept])
