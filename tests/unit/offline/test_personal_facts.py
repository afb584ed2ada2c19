"""Facts as they would be kept: split, stripped of framing, turned to "you", and beside the person's own words."""

import pytest

from shared.assertions import About, Category
from shared.offline.facts.about import kind_of
from shared.offline.facts.personal import personal_facts, verbatim
from shared.offline.facts.reading import facts_of
from shared.offline.facts.sentences import MOST, finished, sentence
from shared.text.own_words import parted


@pytest.mark.row("U2")
@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("I'm allergic to shellfish, by the way", "You're allergic to shellfish."),
        ("you should know that I don't eat meat", "You don't eat meat."),
        ("please remember that my sister's vegan", "Your sister is vegan."),
        ("I was born in Lagos", "You were born in Lagos."),
        ("been sober since 2019", "You've been sober since 2019."),
        ("celiac btw", "You're celiac."),
        ("I get up at 5 am", "You get up at 5 am."),
        ("two cats", "You have two cats."),
        ("My oven runs hot", "Your oven runs hot."),
        ("call me Sam", "You want to be called Sam."),
        ("my wife and I moved to Lisbon", "Your wife and you moved to Lisbon."),
        ("im not vegetarian any more", "You're not vegetarian any more."),
        ("I've got a bad hip", "You have a bad hip."),
    ],
)
def test_english_is_turned_to_the_person(said: str, kept: str) -> None:
    assert [fact.text for fact in facts_of(said, "en", lambda _: 1.0)] == [kept]


@pytest.mark.row("U2")
@pytest.mark.parametrize(
    ("said", "language", "kept"),
    [
        ("soy alérgica a las nueces", "es", "Eres alérgica a las nueces."),
        ("por cierto, no como carne", "es", "No comes carne."),
        ("recuerda que me mudé a Lisboa", "es", "Te mudaste a Lisboa."),
        ("trabajo de noche", "es", "Trabajas de noche."),
        ("übrigens bin ich allergisch gegen Nüsse", "de", "Du bist allergisch gegen Nüsse."),
        ("ich arbeite lieber morgens", "de", "Du arbeitest lieber morgens."),
        ("merk dir, dass ich kein Fleisch esse", "de", "Du isst kein Fleisch."),
        ("meine Schwester ist Veganerin", "de", "Deine Schwester ist Veganerin."),
        ("mon frère est végétarien", "fr", "Ton frère est végétarien."),
    ],
)
def test_other_languages_keep_the_persons_words_and_turn_what_they_can(said: str, language: str, kept: str) -> None:
    assert [fact.text for fact in facts_of(said, language, lambda _: 1.0)] == [kept]


@pytest.mark.row("U10")
def test_several_facts_are_separate_and_he_and_she_are_named() -> None:
    found = facts_of("I'm vegan, I live in Berlin and my gran taught me chess, she's 97", "en", lambda _: 1.0)
    assert [fact.text for fact in found] == [
        "You're vegan.",
        "You live in Berlin.",
        "Your gran taught you chess.",
        "Your gran is 97.",
    ]


@pytest.mark.row("U10")
def test_a_fourth_fact_is_named_and_not_kept() -> None:
    said = "I'm vegan. I live in Berlin. I have two cats. I work at a bakery."
    found = personal_facts(parted(said), said, "en", in_project=False)
    assert len(found.kept) == 3
    assert len(found.unread) == 1
    assert found.unread[0] in said


@pytest.mark.row("U2")
@pytest.mark.parametrize(
    "said", ["I'm  allergic\nto   nuts", "so, my sister's vegan\tand I'm not", "by the way I live in Łódź 🙂"]
)
def test_the_own_words_stand_in_the_message(said: str) -> None:
    found = personal_facts(parted(said), said, "en", in_project=False)
    assert found.kept
    assert all(fact.own_words in said for fact in found.kept)


@pytest.mark.row("U2")
def test_words_that_cannot_be_found_again_are_the_whole_message() -> None:
    assert verbatim("nowhere to be seen", "I'm vegan") == "I'm vegan"


@pytest.mark.row("U2")
def test_a_fact_fits_on_a_card() -> None:
    long = sentence("I like " + "very " * 200 + "long walks", "en")
    assert len(long) <= MOST
    assert long.endswith("…")
    assert finished("") == ""


@pytest.mark.row("M20")
@pytest.mark.parametrize(
    ("fact", "category", "sensitive", "about"),
    [
        ("You're allergic to shellfish.", Category.HEALTH, True, About.SELF),
        ("Your mother has dementia.", Category.HEALTH, True, About.OWN_PEOPLE),
        ("You prefer short answers.", Category.STYLE, False, About.SELF),
        ("You earn 41,000 and owe your brother 2,000.", Category.RELATIONSHIPS, True, About.SELF),
        ("You're gay.", Category.PROFILE, True, About.SELF),
        ("You pray five times a day.", Category.PROFILE, True, About.SELF),
        ("Your sister plays the cello.", Category.RELATIONSHIPS, False, About.OWN_PEOPLE),
        ("You don't work on Fridays.", Category.CONSTRAINTS, False, About.SELF),
        ("You grew up in Galway.", Category.HISTORY, False, About.SELF),
    ],
)
def test_what_a_fact_is_about_is_told_by_its_words(
    fact: str,
    category: Category,
    sensitive: bool,  # noqa: FBT001  # a parameter of pytest's
    about: About,
) -> None:
    found = kind_of(fact)
    assert (found.category, found.sensitive, found.about) == (category, sensitive, about)


@pytest.mark.row("M20")
def test_an_allergy_matters_more_than_a_favourite_colour() -> None:
    assert kind_of("You're allergic to nuts.").importance > kind_of("Your favourite colour is green.").importance


@pytest.mark.row("U2")
@pytest.mark.parametrize(
    ("said", "language", "kept"),
    [
        ("people keep forgetting I'm deaf in one ear", "en", ["You're deaf in one ear."]),
        ("what most people don't know is I can't swim", "en", ["You can't swim."]),
        ("la gente siempre se olvida de que soy sorda de un oído", "es", ["Eres sorda de un oído."]),
        ("alle vergessen immer, dass ich auf einem Ohr taub bin", "de", ["Du bist auf einem Ohr taub."]),
        ("you know what I can't stand? whistling", "en", ["You can't stand whistling."]),
        ("my favourite colour? green", "en", ["Your favourite colour is green."]),
        ("being a vegetarian I eat no sausages", "en", ["You're a vegetarian.", "You eat no sausages."]),
        ("Ewa, my sister, has twins", "en", ["Your sister Ewa has twins."]),
    ],
)
def test_what_is_said_in_a_roundabout_way_is_kept_plainly(said: str, language: str, kept: list[str]) -> None:
    assert [fact.text for fact in facts_of(said, language, lambda _: 1.0)] == kept


@pytest.mark.row("U2")
@pytest.mark.parametrize(
    ("said", "language", "kept"),
    [
        ("I used to live in Rome, now it's Lisbon", "en", ["You live in Lisbon now."]),
        ("My surname was Pruitt. It's Okonjo now.", "en", ["Your surname is now Okonjo."]),
        ("ich wohne nicht mehr in Köln, jetzt ist es Bonn", "de", ["Du wohnst jetzt in Bonn, nicht mehr in Köln."]),
        ("I want to leave consulting and keep bees", "en", ["You want to leave consulting and keep bees."]),
        ("no me gusta que me llamen señora", "es", ["No te gusta que te llamen señora."]),
        ("type 1 diabetic since I was nine", "en", ["You've been type 1 diabetic since you were nine."]),
        ("nobody at work knows I'm ill", "en", ["Nobody at work knows you're ill."]),
    ],
)
def test_a_change_a_wish_and_a_denial_keep_their_sense(said: str, language: str, kept: list[str]) -> None:
    assert [fact.text for fact in facts_of(said, language, lambda _: 1.0)] == kept


@pytest.mark.row("U10")
@pytest.mark.parametrize(
    ("said", "language", "kept"),
    [
        (
            "I'm allergic to nuts, my sister's vegan and I work nights",
            "en",
            ["You're allergic to nuts.", "Your sister is vegan.", "You work nights."],
        ),
        ("I left my job and started my own bakery", "en", ["You left your job.", "You started your own bakery."]),
        (
            "my brother Jim lives in Oslo and works on rigs",
            "en",
            ["Your brother Jim lives in Oslo.", "Your brother Jim works on rigs."],
        ),
        ("my name's Robert but call me Bob", "en", ["Your name is Robert.", "You want to be called Bob."]),
        ("Seventy-two, widower, one lung.", "en", ["You're seventy-two.", "You're a widower.", "You have one lung."]),
        ("Divorced. Twice.", "en", ["You're divorced, twice."]),
        (
            "ich kann nicht schwimmen und hab Angst vor Wasser",
            "de",
            ["Du kannst nicht schwimmen.", "Du hast Angst vor Wasser."],
        ),
        ("me llamo Ana pero dime Nita", "es", ["Te llamas Ana.", "Quieres que te llamen Nita."]),
    ],
)
def test_every_fact_has_its_own_sentence_and_subject(said: str, language: str, kept: list[str]) -> None:
    assert [fact.text for fact in facts_of(said, language, lambda _: 1.0)] == kept


@pytest.mark.row("U2")
@pytest.mark.parametrize(
    ("said", "language", "kept"),
    [
        ("please don't mirror the pictures", "en", "You don't want me to mirror the pictures."),
        ("no voice notes", "en", "No voice notes for you."),
        ("no kids", "en", "You have no kids."),
        ("bitte schreib mir keine langen Texte", "de", "Du möchtest, dass ich dir keine langen Texte schreibe."),
        ("ruf mich nicht vor zehn an", "de", "Du möchtest, dass ich dich nicht vor zehn anrufe."),
        ("du kannst mich duzen", "de", "Du möchtest geduzt werden."),
        ("me gusta que me expliques las cosas", "es", "Te gusta que te explique las cosas."),
        ("estoy intentando levantarme antes", "es", "Estás intentando levantarte antes."),
        ("me levanto a las cinco", "es", "Te levantas a las cinco."),
    ],
)
def test_what_the_companion_is_to_do_is_what_the_person_wants(said: str, language: str, kept: str) -> None:
    assert [fact.text for fact in facts_of(said, language, lambda _: 1.0)] == [kept]


@pytest.mark.row("U2")
@pytest.mark.parametrize(
    ("said", "tells", "language", "kept"),
    [
        ("I don't have the Volvo any more, we got a bike", "Volvo", "en", ["Volvo any more.", "You got a bike."]),
        ("we do Friday dinners at my aunt's, all nineteen of us", "dinners", "en", ["aunt's, all nineteen of you."]),
        ("we moved in May, from Ghent to Bruges", "Ghent", "en", ["You moved in May, from Ghent to Bruges."]),
        ("got hearing aids since Easter and I hate them", "", "en", ["hearing aids since Easter and you hate them."]),
        (
            "if there's sesame in it leave it, I'm allergic",
            "allergic",
            "en",
            ["sesame in it leave it, you're allergic."],
        ),
        ("no tengo carro ni licencia, ando en bici", "carro", "es", ["carro ni licencia.", "Andas en bici."]),
        ("dienstags kann ich nie, da hab ich Chor", "dienstags", "de", ["Dienstags kannst du nie.", "hast du Chor."]),
    ],
)
def test_what_belongs_to_a_fact_in_the_same_sentence_is_kept(
    said: str, tells: str, language: str, kept: list[str]
) -> None:
    found = [fact.text for fact in facts_of(said, language, lambda clause: float(tells in clause))]
    assert len(found) == len(kept)
    assert all(text.endswith(end) for text, end in zip(found, kept, strict=True))


@pytest.mark.row("U2")
@pytest.mark.parametrize(
    "said",
    [
        "I'm vegan, where were we?",
        "I'm vegan, I'll check the plan later",
        "I'm vegan, that's it",
        "ok, I'm vegan",
        "about that soup, I'm vegan",
        "I'm vegan, so I can't taste it for you",
    ],
)
def test_talk_beside_a_fact_is_not_kept(said: str) -> None:
    found = facts_of(said, "en", lambda clause: float("vegan" in clause))
    assert [fact.text for fact in found] == ["You're vegan."]


@pytest.mark.row("U2")
@pytest.mark.parametrize(
    ("said", "language", "kept"),
    [
        ("kids are 3, 7 and 11", "en", "Your kids are 3, 7 and 11."),
        ("hubby got laid off", "en", "Your husband got laid off."),
        ("my grandson is called Matthäus", "en", "Your grandson is called Matthäus."),
        ("my friend Anaïs is a nurse", "en", "Your friend Anaïs is a nurse."),
        ("mum's birthday 4th of April", "en", "Your mum's birthday is 4th of April."),
        ("I wasn't always a locksmith", "en", "You weren't always a locksmith."),
        ("no use talking to me before nine", "en", "No use talking to you before nine."),
        ("it'd help to know I don't drive", "en", "You don't drive."),
        ("I'm not with Telmo anymore, it's just me", "en", "You're not with Telmo anymore, it is just you."),
        ("no stairs if it can be helped", "en", "No stairs for you if it can be helped."),
        ("guarda esto: grupo sanguíneo O negativo", "es", "Grupo sanguíneo O negativo."),
        ("mis gemelos cumplen cuatro, Bruno y Valentina", "es", "Tus gemelos cumplen cuatro, Bruno y Valentina."),
        ("oye, que soy celíaca", "es", "Eres celíaca."),
        ("wir arbeiten nachts", "de", "Ihr arbeitet nachts."),
        ("ich hab Asthma und soll weniger rauchen", "de", "Du hast Asthma und sollst weniger rauchen."),
        ("ma fille passe le bac", "fr", "Ta fille passe le bac."),
        ("j'habite à Nantes", "fr", "Tu habites à Nantes."),
        ("perdi o emprego na sexta", "pt", "Você perdeu o emprego na sexta."),
        ("non guido più", "it", "Non guidi più."),
        ("heb een hekel aan bellen", "nl", "Je hebt een hekel aan bellen."),
    ],
)
def test_verbs_names_numbers_and_owners_come_out_right(said: str, language: str, kept: str) -> None:
    assert [fact.text for fact in facts_of(said, language, lambda _: 1.0)] == [kept]
