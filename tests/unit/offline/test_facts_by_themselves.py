"""A fact can be read by itself, or its sentence stays one; and what was told around it is not lost."""

import pytest

from shared.intents.card import cards
from shared.llm.model import Question
from shared.offline.facts import german, spanish
from shared.offline.facts.faithful import doubts, flaws
from shared.offline.facts.personal import personal_facts
from shared.offline.facts.whom import named
from shared.offline.understanding import read
from shared.text.own_words import parted

pytestmark = pytest.mark.row("U2")


def told(said: str, language: str = "en") -> list[str]:
    return [fact.text for fact in personal_facts(parted(said), said, language, in_project=False).kept]


@pytest.mark.parametrize(
    ("said", "language", "kept"),
    [
        ("I'm a nurse and I'm the youngest", "en", "You're a nurse and you're the youngest."),
        ("I'm vegan but my flatmate isn't", "en", "You're vegan but your flatmate isn't."),
        (
            "My office is shut on Fridays, so I paint then",
            "en",
            "Your office is shut on Fridays, so you paint then.",
        ),
        ("I sold my bike and bought a smaller one", "en", "You sold your bike and bought a smaller one."),
        ("I take the pills at eight, otherwise I forget", "en", "You take the pills at eight, otherwise you forget."),
        (
            "My gran moved in with us and she's happy",
            "en",
            "Your gran moved in with you and she is happy.",
        ),
        (
            "I live in Hull, my aunt lives in Bath and my son in York",
            "en",
            "You live in Hull, your aunt lives in Bath and your son in York.",
        ),
        ("Seit ich Kinder habe, lese ich weniger", "de", "Seit du Kinder hast, liest du weniger."),
        ("Ich bin Tischler, mein Bruder aber nicht", "de", "Du bist Tischler, dein Bruder aber nicht."),
        ("Mi tía odia los gatos y yo quiero uno", "es", "Tu tía odia los gatos y tú quieres uno."),
        ("No tomo leche y mi hija tampoco", "es", "No tomas leche y tu hija tampoco."),
        ("Mi tía vive en Lugo y mi primo en Vigo", "es", "Tu tía vive en Lugo y tu primo en Vigo."),
    ],
)
def test_a_fact_that_another_explains_stays_in_one_sentence_with_it(said: str, language: str, kept: str) -> None:
    assert told(said, language) == [kept]


def test_facts_that_need_nothing_of_each_other_stay_two() -> None:
    assert told("I'm vegan and I live in Ghent") == ["You're vegan.", "You live in Ghent."]
    assert told("I'm allergic to shellfish") == ["You're allergic to shellfish."]


@pytest.mark.parametrize(
    ("rule", "fact", "language"),
    [
        ("no_verb", "Your mum in Leeds.", "en"),
        ("no_verb", "Your nephew from Paris.", "en"),
        ("no_verb", "Deine Kinder aber nicht.", "de"),
        ("broken", "Your uncle too.", "en"),
        ("broken", "Gives you a rash.", "en"),
        ("broken", "You work has been hard.", "en"),
        ("broken", "You're three months now.", "en"),
        ("broken", "Your favourite film is Alien, seen it twice.", "en"),
        ("broken", "You live in Ulm, been there for years.", "en"),
        ("broken", "Your flat is full, because of dad's books and visits from dad.", "en"),
        ("broken", "Dein Onkel auch.", "de"),
        ("broken", "Du weißt, dass du bald umziehen muss.", "de"),
        ("broken", "Tu hermano en Vigo.", "es"),
        ("broken", "Tú al polen.", "es"),
        ("broken", "Tu padre te dijas que sí.", "es"),
        ("broken", "Tu jefa quiere que venga los lunes.", "es"),
        ("broken", "A veces como pescado.", "es"),
        ("first_person", "Tu hija vino a vernos.", "es"),
        ("half", "Seit du Kinder hast.", "de"),
        ("leaning", "You can't stand them.", "en"),
        ("dangling", "You're not, which is a pity.", "en"),
        ("dangling", "You don't anymore.", "en"),
    ],
)
def test_a_sentence_that_nobody_would_write_is_seen(rule: str, fact: str, language: str) -> None:
    assert rule in flaws(fact, language)


@pytest.mark.parametrize(
    ("fact", "language"),
    [
        ("Your pronouns are she/her.", "en"),
        ("Mondays you work late.", "en"),
        ("Deine Kinder heißen Ada und Tim.", "de"),
        ("Your aunt is in Paris.", "en"),
    ],
)
def test_a_good_sentence_is_not_doubted(fact: str, language: str) -> None:
    assert flaws(fact, language) == []


def test_a_denial_is_heard_without_its_apostrophe() -> None:
    assert "denied" not in doubts("I dont eat fish", ["You don't eat fish."], "en")
    assert "denied" in doubts("I dont eat fish", ["You eat fish."], "en")


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("I can't stand oysters. Really badly.", "You said: “I can't stand oysters. Really badly.”"),
        ("I'm scared of heights. Always have been.", "You're scared of heights, always have been."),
        ("My aunt fell in May but she's ok now", "Your aunt fell in May but she is ok now."),
        ("Dad had a stroke in May but he's ok now", "Your dad had a stroke in May but he is ok now."),
        (
            "I swim on Mondays at noon, so dont book anything there",
            "You swim on Mondays at noon; you don't want me to book anything there.",
        ),
        ("ugh my knee is killing me", "Your knee is killing you."),
    ],
)
def test_what_was_told_around_a_fact_is_not_lost(said: str, kept: str) -> None:
    assert told(said) == [kept]


def test_a_question_after_a_fact_is_not_drawn_into_it() -> None:
    assert told("I was a baker for ten years. Does it show?") == ["You were a baker for ten years."]


def test_a_mother_in_law_is_not_the_mother() -> None:
    assert told("My mother in law stays with us and she's a painter") == [
        "Your mother in law stays with you.",
        "Your mother in law is a painter.",
    ]


def test_how_long_somebody_has_been_married_is_a_sentence() -> None:
    assert told("married 12 years, two dogs") == ["You've been married for 12 years.", "You have two dogs."]


@pytest.mark.parametrize(
    ("said", "turned"),
    [
        ("ich keine Milch", "du keine Milch"),
        ("ich weiß, dass ich weniger arbeiten kann", "du weißt, dass du weniger arbeiten kannst"),
        ("ich bin müde, weil ich früh anfange", "du bist müde, weil du früh anfängst"),
        ("als ich klein war, wohnten wir in Ulm", "als du klein warst, wohntet ihr in Ulm"),
        ("ich esse nichts, bevor ich Sport mache", "du isst nichts, bevor du Sport machst"),
        ("ich weiß nicht, wie alt ich bin", "du weißt nicht, wie alt du bist"),
        ("Schlangen find ich furchtbar", "Schlangen findest du furchtbar"),
        ("Sport mach ich keinen", "Sport machst du keinen"),
        ("Tee trink ich schwarz", "Tee trinkst du schwarz"),
        ("meine Tante isst vegetarisch, ich nicht", "deine Tante isst vegetarisch, du nicht"),
        ("wir feiern keine Ostern, wir sind Muslime", "ihr feiert keine Ostern, ihr seid Muslime"),
        ("gegen Hunde allergisch", "du bist gegen Hunde allergisch"),
        ("Geschieden seit Mai", "du bist geschieden seit Mai"),
        ("Ostern feiern wir gern daheim", "Ostern feiert ihr gern daheim"),
        ("ich sammle Münzen und rechne gern", "du sammelst Münzen und rechnest gern"),
        ("ich pendle täglich", "du pendelst täglich"),
        ("mein Arzt meint ich soll schwimmen", "dein Arzt meint du sollst schwimmen"),
    ],
)
def test_a_german_verb_is_found_where_it_stands_and_no_other_word_is_taken_for_one(said: str, turned: str) -> None:
    assert german.turned(said) == turned


@pytest.mark.parametrize(
    ("said", "turned"),
    [
        ("mi tía me dijo que no", "tu tía te dijo que no"),
        ("mi jefe me hizo venir", "tu jefe te hizo venir"),
        ("los domingos como fuera", "los domingos comes fuera"),
        ("trabajo como camarera", "trabajas como camarera"),
        ("me aburro en casa", "te aburres en casa"),
        ("pertenezco a un coro", "perteneces a un coro"),
        ("me caí y saqué la cuenta", "te caíste y sacaste la cuenta"),
        ("traje el coche de mi padre", "trajiste el coche de tu padre"),
        ("mi perra come el pienso caro", "tu perra come el pienso caro"),
        ("ese libro es el mío", "ese libro es el tuyo"),
        ("tengo que cuidarme", "tienes que cuidarte"),
        ("Soltera y feliz", "eres soltera y feliz"),
        ("embarazada de seis meses", "estás embarazada de seis meses"),
    ],
)
def test_what_somebody_else_did_in_spanish_is_not_turned_and_what_i_eat_is(said: str, turned: str) -> None:
    assert spanish.turned(said) == turned


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("En otoño nos vamos a la sierra", ["En otoño os vais a la sierra."]),
        ("Somos del Cádiz en mi casa", ["Sois del Cádiz en tu casa."]),
    ],
)
def test_the_spanish_in_is_no_dutch_and(said: str, kept: list[str]) -> None:
    assert told(said, "es") == kept


@pytest.mark.parametrize(
    ("said", "language", "kept"),
    [
        ("Stimmt, ich bin seit 2019 Witwer", "de", "Du bist seit 2019 Witwer."),
        ("Exacto, soy viuda", "es", "Eres viuda."),
        ("exactly, I'm a widow", "en", "You're a widow."),
    ],
)
def test_an_answer_is_no_part_of_the_fact_behind_it(said: str, language: str, kept: str) -> None:
    assert told(said, language) == [kept]


def test_a_new_mother_is_not_left_without_her_article() -> None:
    assert told("single mum") == ["You're a single mum."]
    assert told("me and the wife moved to Hull") == ["Your wife and you moved to Hull."]


@pytest.mark.parametrize(
    ("said", "language", "kept"),
    [
        ("My mum was a nurse and her mum too", "en", "Your mum was a nurse and her mum too."),
        (
            "Mein Freund ist Däne und ich lern gerade die Sprache",
            "de",
            "Dein Freund ist Däne und du lernst gerade die Sprache.",
        ),
        ("vivo con mi tío y soy su cocinero", "es", "Vives con tu tío y eres su cocinero."),
        ("che, vivo en Rosario con mi tía", "es", "Vives en Rosario con tu tía."),
    ],
)
def test_what_belongs_to_the_clause_before_stays_with_it(said: str, language: str, kept: str) -> None:
    assert told(said, language) == [kept]


@pytest.mark.parametrize(
    ("said", "language", "kept"),
    [
        ("Was in the army for two years", "en", ["You were in the army for two years."]),
        ("Mi hermano es cartero y mi hermana panadera", "es", ["Tu hermano es cartero y tu hermana panadera."]),
        ("Soy del Cádiz, qué le vamos a hacer", "es", ["Eres del Cádiz."]),
        ("en casa no oigo, mejor escríbeme", "es", ["Dijiste: «en casa no oigo, mejor escríbeme»"]),
        (
            "arbeite im Lager, will aber ins Büro",
            "de",
            ["Du arbeitest im Lager.", "Du willst aber ins Büro."],
        ),
    ],
)
def test_a_verb_that_was_left_out_is_lent_only_where_that_is_sure(said: str, language: str, kept: list[str]) -> None:
    assert told(said, language) == kept


@pytest.mark.parametrize(
    ("said", "language", "kept"),
    [
        ("ich bin umgezogen, wohne jetzt in Ulm", "de", ["Du wohnst jetzt in Ulm."]),
        ("ich bin umgezogen, bin jetzt in Ulm", "de", ["Du bist jetzt in Ulm."]),
        ("Ich bin umgezogen. Ich wohne jetzt in Ulm.", "de", ["Du wohnst jetzt in Ulm."]),
        ("wir sind umgezogen, wohnen jetzt in Ulm", "de", ["Ihr seid umgezogen, ihr wohnt jetzt in Ulm."]),
        ("I've moved, I live in Hull now", "en", ["You live in Hull now."]),
        ("acabo de cambiar de curro, ahora estoy en una imprenta", "es", ["Ahora estás en una imprenta."]),
        ("I moved", "en", ["You moved."]),
    ],
)
def test_that_something_changed_is_told_by_what_it_changed_to(said: str, language: str, kept: list[str]) -> None:
    assert told(said, language) == kept


@pytest.mark.parametrize(
    ("said", "language", "kept"),
    [
        (
            "I'm Tom, 41, work as a roofer and have two dogs",
            "en",
            ["You're Tom, 41.", "You work as a roofer.", "You have two dogs."],
        ),
        ("married, two kids", "en", ["You're married.", "You have two kids."]),
        (
            "bin 60, Rentnerin und mach gern Sport",
            "de",
            ["Du bist 60, Rentnerin und machst gern Sport."],
        ),
        ("ich bin Koch und heute müde", "de", ["Du bist Koch und heute müde."]),
        ("I'm lactose intolerant but cheese is ok", "en", ["You're lactose intolerant but cheese is ok."]),
        ("got a tattoo of my nan's name on my arm", "en", ["You got a tattoo of your nan's name on your arm."]),
        ("we dont eat pork, were muslims", "en", ["You don't eat pork.", "You're muslims."]),
        (
            "Hab mein Auto verkauft, fahr jetzt nur noch Rad",
            "de",
            ["Du hast dein Auto verkauft, fährst jetzt nur noch Rad."],
        ),
        ("wir heizen mit Holz, hab immer was zu tun", "de", ["Ihr heizt mit Holz, du hast immer was zu tun."]),
        (
            "hablo gallego en casa y castellano con mis hijos",
            "es",
            ["Hablas gallego en casa y castellano con tus hijos."],
        ),
        ("wohn mit meinem Freund in Essen", "de", ["Du wohnst mit deinem Freund in Essen."]),
        ("bin bei der Feuerwehr seit ich 16 bin", "de", ["Du bist bei der Feuerwehr seit du 16 bist."]),
        ("ich bin so eine die nie frühstückt", "de", ["Du bist so eine die nie frühstückt."]),
        ("no bebo leche, me sienta mal", "es", ["No bebes leche, te sienta mal."]),
        ("me crié en un pueblo de Teruel", "es", ["Te criaste en un pueblo de Teruel."]),
        ("no pets, just me and my plants", "en", ["You have no pets, just you and your plants."]),
        ("me falta un dedo de la mano izquierda", "es", ["Te falta un dedo de la mano izquierda."]),
        ("i hob zwoa Buam", "de", ["Du hast gesagt: „i hob zwoa Buam“"]),
        ("my sons allergic to eggs", "en", ["Your son's allergic to eggs."]),
        ("Trabajo en casa y entre semana estudio inglés", "es", ["Trabajas en casa y entre semana estudias inglés."]),
        ("ach und mittwochs hab ich immer Chorprobe", "de", ["Mittwochs hast du immer Chorprobe."]),
    ],
)
def test_what_is_stacked_in_a_sentence_is_told_whole(said: str, language: str, kept: list[str]) -> None:
    assert told(said, language) == kept


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        (
            "im colourblind so dont judge my outfits",
            ["You're colourblind.", "You don't want me to judge your outfits."],
        ),
        (
            "I gave up sugar in May so stop with the cake",
            ["You gave up sugar in May.", "You want me to stop with the cake."],
        ),
        (
            "I can't think after nine so dont bother me w/ sums at night",
            ["You can't think after nine.", "You don't want me to bother you with sums at night."],
        ),
        (
            "I'm slow at sums. dont make me count before noon",
            ["You're slow at sums.", "You don't want me to make you count before noon."],
        ),
        ("I'm a dawdler, nudge me often", ["You're a dawdler.", "You want me to nudge you often."]),
        ("I hate tables. write me plain prose", ["You hate tables.", "You want me to write you plain prose."]),
        ("I love letters. email. always email.", ["You said: “I love letters. email. always email.”"]),
    ],
)
def test_what_the_companion_is_to_do_is_a_wish_and_no_nonsense(said: str, kept: list[str]) -> None:
    assert told(said) == kept


def test_an_order_within_a_sentence_is_no_deed_of_theirs() -> None:
    said = "I have a stammer so when I type oddly dont correct me just read on"
    assert told(said) == [f"You said: “{said}”"]


def test_a_name_keeps_its_capital_where_two_sentences_become_one() -> None:
    assert told("two sons btw. Ebo is 4 and Kwame just turned 7. and a dog that eats shoes") == [
        "You have two sons; Ebo is 4 and Kwame just turned 7.",
        "You have a dog that eats shoes.",
    ]
    assert told("Tengo mellizas. Alba y Nuria, dos años", "es") == ["Tienes mellizas; Alba y Nuria, dos años."]


def test_his_gran_is_not_the_one_who_was_named_before() -> None:
    assert named("She lives with you.", "My boyfriend Emil is Danish, and mormor is his gran") == "She lives with you."
    assert named("He lives with you.", "My boyfriend Emil is Danish") == "Your boyfriend Emil lives with you."


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        (
            "merk dir, dass ich montags immer bei meinem Vater in Jena bin.",
            ["Du bist montags immer bei deinem Vater in Jena."],
        ),
        ("Merk dir, dass meine Tochter Aylin heißt und nicht Elin", ["Deine Tochter heißt Aylin und nicht Elin."]),
        ("ich bin übrigens Linkshänder", ["Du bist Linkshänder."]),
        ("freitags wandere ich, da erreichst mich nicht", ["Freitags wanderst du, da erreicht man dich nicht."]),
        ("mein onkel ist gestorben. er hat mich angelernt", ["Dein onkel ist gestorben; er hat dich angelernt."]),
    ],
)
def test_german_sentences_stand_without_what_they_hung_on(said: str, kept: list[str]) -> None:
    assert told(said, "de") == kept


@pytest.mark.parametrize(
    ("said", "language", "kept"),
    [
        ("its Siobhan with an S and a B", "en", ["Your name is Siobhan, with an S and a B."]),
        ("kannst du mich duzen?", "de", ["Du möchtest geduzt werden."]),
        ("no me hables de usted que me haces sentir mayor", "es", ["No quieres que te hable de usted."]),
        ("cumplo el 9 de mayo", "es", ["Cumples años el 9 de mayo."]),
    ],
)
def test_how_they_are_addressed_and_when_they_were_born_is_told(said: str, language: str, kept: list[str]) -> None:
    question = Question(text=said, language=language, project=None, cards=tuple(cards().values()))
    reading = read(question)
    assert (reading.intent, [fact.text for fact in reading.personal_facts]) == ("remember_about_me", kept)


@pytest.mark.parametrize(
    ("rule", "fact", "language"),
    [
        ("leaning", "Seis semanas con escayola.", "es"),
        ("broken", "Dich zu duzen, du bist 23.", "de"),
        ("broken", "You're an owl, nag you gently.", "en"),
    ],
)
def test_what_no_one_would_write_to_somebody_is_seen(rule: str, fact: str, language: str) -> None:
    assert rule in flaws(fact, language)


def test_a_denial_that_only_says_since_when_stays_with_what_it_denies() -> None:
    assert told("I don't smoke. Haven't since May and not planning to start") == [
        "You don't smoke; you haven't since May and not planning to start."
    ]


@pytest.mark.row("U2")
@pytest.mark.parametrize(
    ("said", "language"),
    [
        ("if I say nothing that means yes", "en"),
        ("don't ask me again, just approve everything", "en"),
        ("Wenn ich schweige, heißt das ja", "de"),
        ("si no digo nada significa que sí", "es"),
    ],
)
def test_what_a_yes_is_or_that_all_is_agreed_to_is_no_fact(said: str, language: str) -> None:
    assert told(said, language) == []
