"""What is asked with more care: the model's view and our own rules, the stricter wins."""

import pytest

from services.memory.assertions import policy
from shared.contracts.assertions import About, Category, Label
from shared.contracts.understanding import PersonalFact

pytestmark = pytest.mark.row("M20")


def fact(
    text: str, *, sensitive: bool = False, about: About = About.SELF, quoted: bool = False, importance: int = 3
) -> PersonalFact:
    return PersonalFact(
        text=text,
        own_words=text,
        category=Category.KNOWLEDGE,
        importance=importance,
        sensitive=sensitive,
        about=about,
        quoted=quoted,
    )


@pytest.mark.parametrize(
    "text",
    [
        "You are allergic to shellfish.",
        "Eres alérgica a los mariscos.",
        "Du bist allergisch gegen Nüsse.",
        "You are a Catholic.",
        "You are bisexual.",
        "Your salary is 40,000.",
        "You take INSULIN.",
    ],
)
def test_our_own_rules_find_what_is_private_in_every_language_that_we_speak(text: str) -> None:
    assert policy.is_sensitive(text)


@pytest.mark.parametrize("text", ["You like tea.", "You live in Miami.", "Du magst Kaffee.", "You spill your coffee."])
def test_what_is_harmless_is_not_private(text: str) -> None:
    assert not policy.is_sensitive(text)


def test_health_is_health_whatever_a_model_took_it_for() -> None:
    assert policy.category_of("You are allergic to nuts.", Category.INTERESTS) is Category.HEALTH
    assert policy.category_of("You like nuts.", Category.INTERESTS) is Category.INTERESTS


def test_the_higher_importance_wins() -> None:
    assert policy.importance_of(fact("You are allergic to nuts.", importance=1)) == 4
    assert policy.importance_of(fact("You are allergic to nuts.", importance=5)) == 5
    assert policy.importance_of(fact("You like nuts.", importance=1)) == 1


@pytest.mark.parametrize(
    ("said", "control"),
    [
        (fact("You are allergic to nuts."), False),
        (fact("You are allergic to nuts.", quoted=True), True),
        (fact("You like tea.", quoted=True), True),
        (fact("Bob is diabetic.", about=About.OTHERS), True),
        (fact("Bob has a secret.", about=About.OTHERS, sensitive=True), True),
        (fact("Bob likes tea.", about=About.OTHERS), False),
        (fact("Your sister is diabetic.", about=About.OWN_PEOPLE), True),
        (fact("Your sister is vegan.", about=About.OWN_PEOPLE), False),
        (fact("Your uncle did something.", about=About.OWN_PEOPLE, sensitive=True), True),
        (fact("Your doctor says you are diabetic."), False),
    ],
)
def test_a_yes_in_words_is_enough_for_the_persons_own_words_and_nothing_else(
    said: PersonalFact,
    control: bool,  # noqa: FBT001
) -> None:
    assert policy.needs_control(said) is control


@pytest.mark.parametrize(
    "text",
    [
        "Your friend has depression.",
        "Your sister is HIV positive.",
        "Tu hermano está en la cárcel.",
        "You have a son with autism.",
        "Your mother's cancer came back.",
        "The cancer of your mother came back.",
        "Du hast einen Bruder mit Autismus.",
        "Die Depression deiner Mutter ist zurück.",
        "You know that Bob is gay.",
        "Your flatmate came out to you as trans.",
        "Dein Sohn nässt noch ein.",
        "Tu jefe evade impuestos.",
        "Your stepdad hits your mum.",
        "He is in prison.",
    ],
)
def test_what_is_private_to_others_needs_the_card_also_of_ones_own_people(text: str) -> None:
    assert policy.needs_control(fact(text))


@pytest.mark.parametrize(
    "text",
    [
        "Your sister is vegan.",
        "Your son has a peanut allergy.",
        "Your brother broke his arm.",
        "You live in Bristol with your husband.",
        "You're a nurse at the children's hospital.",
        "Your wife's birthday is on 4 May.",
        "Your mother works in a hospital.",
        "Your brother is a policeman.",
        "Tu hermano es médico.",
        "Deine Tochter geht in die zweite Klasse.",
        "Dein Mann kocht gern.",
        "You told your mother that you are gay.",
        "You are allergic to your neighbour's cat.",
        "You are pregnant with your second child.",
        "You are a trans woman.",
        "Your therapist is called Jane.",
        "You owe your sister 200 pounds.",
        "You have two kids and a dog.",
        "Eres alérgica a los mariscos.",
        "Du bist geschieden.",
    ],
)
def test_what_one_tells_of_others_freely_and_what_is_ones_own_needs_a_yes_in_words_only(text: str) -> None:
    assert not policy.needs_control(fact(text))


@pytest.mark.row("M24")
def test_what_stood_in_a_quotation_is_labelled_so() -> None:
    assert policy.label_of(fact("You like tea.", quoted=True)) is Label.QUOTED
    assert policy.label_of(fact("You like tea.")) is Label.STATED


@pytest.mark.row("M24")
@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("tea", "You hate tea."),
        ("my brother and the motorbike", "You sold your brother the motorbike."),
        ("it's the tram for me these days", "You take the tram these days."),
        ("Kaffee, schwarz", "Du verabscheust schwarzen Kaffee."),
        ("el jardín de mi abuela", "Vendiste el jardín de tu abuela."),
        ("I like my boss", "You like your boss and lie to your boss."),
    ],
)
def test_a_verb_that_nobody_said_is_inferred_and_needs_the_card(said: str, text: str) -> None:
    worded = fact(text).model_copy(update={"own_words": said})
    assert (policy.label_of(worded), policy.needs_control(worded)) == (Label.INFERRED, True)


@pytest.mark.row("M24")
@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("I hate tea", "You hate tea."),
        ("I've been playing chess since I was six", "You have played chess since you were six."),
        ("ich wohn in Kassel", "Du wohnst in Kassel."),
        ("colecciono mapas antiguos", "Coleccionas mapas antiguos."),
        ("my sister is vegan", "Your sister is vegan."),
        ("our daughter's called Ada", "You have a daughter called Ada."),
    ],
)
def test_the_persons_words_turned_towards_them_are_stated(said: str, text: str) -> None:
    worded = fact(text).model_copy(update={"own_words": said})
    assert (policy.label_of(worded), policy.needs_control(worded)) == (Label.STATED, False)


@pytest.mark.row("M3")
@pytest.mark.parametrize(
    ("text", "is_safety"),
    [
        ("You are allergic to nuts.", True),
        ("You said: “peanuts? no, my allergies”", True),
        ("Du brauchst Insulin.", True),
        ("Du hast eine Laktoseintoleranz und mehrere Allergien.", True),
        ("Eres celíaca.", True),
        ("Eres alérgica a las nueces, y tu medicación es diaria.", True),
        ("Du verträgst keine Milch: Unverträglichkeit, und Blutverdünner.", True),
        ("You have a migraine.", False),
    ],
)
def test_allergies_and_medication_keep_a_person_safe(text: str, is_safety: bool) -> None:  # noqa: FBT001
    assert policy.is_safety(text) is is_safety
    found = any(pattern.strip("%") in text.lower() for pattern in policy.safety_patterns())
    assert found or not is_safety, "the database finds it, too"
