"""What a new statement is beside a known one; nothing that was told may pass for known when it says something else."""

import pytest

from services.memory.consent.changes import ChangeKind
from services.memory.consent.contradictions import ChangeFound, Relation, compare_with, strongest_conflict, what_changes
from shared.contracts.assertions import Category
from tests.unit.memory.an_assertion import an_assertion

pytestmark = pytest.mark.row("M25")


def stands(known: str, new: str, nearness: float | None = None, category: Category = Category.KNOWLEDGE) -> Relation:
    return compare_with(new, category, an_assertion(known), nearness)


@pytest.mark.parametrize(
    ("known", "new"),
    [
        ("You live in Miami.", "You moved to Lisbon."),
        ("You live in Miami.", "You now live in Lisbon."),
        ("You are based in Miami.", "Your home is in Lisbon."),
        ("Your birthday is May 3.", "Your birthday is on May 4."),
        ("You were born on May 3, 1990.", "Your birthday is on May 4."),
        ("Your name is Ann.", "You go by Annie."),
        ("You are 34 years old.", "You're 35."),
        ("You work at a bakery.", "You work for a hospital."),
        ("You prefer working in the mornings.", "You work best at night."),
        ("Your favourite colour is red.", "Your favorite colour is blue."),
        ("Your pronouns are she/her.", "You use they/them pronouns."),
        ("Vives en Madrid.", "Te mudaste a Lisboa."),
        ("Te llamas Ana.", "Tu nombre es Anita."),
        ("Tienes 34 años.", "Tienes 35 años."),
        ("Du wohnst in Berlin.", "Du bist nach Hamburg gezogen."),
        ("Du heißt Anna.", "Dein Name ist Änne."),
        ("Dein Geburtstag ist am 3. Mai.", "Dein Geburtstag ist am 4. Mai."),
        ("Du arbeitest bei der Post.", "Du arbeitest jetzt für die Bahn."),
        ("Your name is Thomas.", "You want to be called Tom."),
        ("Your name is Thomas.", "Your name is Tom."),
        ("Du heißt Thomas.", "Du möchtest Tom genannt werden."),
        ("Te llamas Tomás.", "Quieres que te llamen Tomi."),
        ("You live in Bern.", "You've moved to Basel."),
        ("You live in Bern.", "You've just moved to Basel."),
        ("Du wohnst in Bern.", "Du hast gesagt: „Wir sind nach Basel umgezogen“"),
        ("Vives en Berna.", "Ahora vives en Basilea."),
        ("You live in Leeds.", "You moved from Leeds to York."),
        ("You live in Leeds.", "You've moved from Leeds to York."),
        ("You live in Leeds.", "You just moved to York from Leeds."),
        ("You live in Leeds.", "You're living in York now."),
        ("Vives en Sevilla.", "Te mudaste de Sevilla a Lugo."),
        ("Vives en Sevilla.", "Dijiste: «me he mudado de Sevilla a Lugo»"),
        ("Du wohnst in Bremen.", "Du bist von Bremen nach Kassel gezogen."),
        ("Du wohnst in Bremen.", "Du bist aus Bremen nach Kassel umgezogen."),
        ("Tu hermana se llama Marta.", "Tu hermana se llama María."),
        ("Tu hermana se llama Marta.", "El nombre de tu hermana es María."),
        ("Your sister is called Martha.", "Your sister's name is Mary."),
        ("Your dog is called Rex.", "Your dog is called Max."),
        ("Deine Schwester heißt Eva.", "Deine Schwester heißt Maria."),
        ("Deine Schwester wohnt in Ulm.", "Deine Schwester ist von Ulm nach Bonn gezogen."),
        ("Your son is 5.", "Your son is 6 years old."),
        ("Your sister lives in Hull.", "Your sister moved to Bath."),
        ("Deine Lieblingsfarbe ist rot.", "Deine Lieblingsfarbe ist blau."),
        ("Tu color favorito es el rojo.", "Tu color favorito es el azul."),
        ("You work as a teacher.", "You now work as a nurse."),
        ("Trabajas de profesora.", "Ahora trabajas como enfermera."),
        ("You're married.", "You are divorced."),
        ("Du bist verheiratet.", "Du bist jetzt geschieden."),
        ("You're vegan.", "You're a vegetarian."),
        ("Your phone number is 555 12.", "Your phone number is 555 99."),
    ],
)
def test_of_what_a_person_has_one_at_a_time_another_is_a_clash(known: str, new: str) -> None:
    assert stands(known, new) is Relation.AGAINST
    assert stands(new, known) is Relation.AGAINST


@pytest.mark.parametrize(
    ("known", "new"),
    [
        ("You have two cats.", "You now have three cats."),
        ("Du hast zwei Katzen.", "Du hast jetzt drei Katzen."),
        ("Tienes dos gatos.", "Ahora tienes tres gatos."),
        ("You like tea.", "You don't like tea."),
        ("You eat meat.", "You never eat meat."),
        ("Te gusta el té.", "No te gusta el té."),
        ("Du trinkst Kaffee.", "Du trinkst keinen Kaffee."),
        ("You have two cats.", "You have three cats."),
        ("You have 2 cats.", "You have 3 cats."),
        ("Tienes dos gatos.", "Tienes tres gatos."),
        ("Du hast zwei Katzen.", "Du hast drei Katzen."),
    ],
)
def test_a_no_or_a_number_that_alone_differs_is_a_clash(known: str, new: str) -> None:
    assert stands(known, new) is Relation.AGAINST


@pytest.mark.parametrize(
    ("known", "new"),
    [
        ("You prefer tea over coffee.", "You prefer coffee over tea."),
        ("You don't like tea but coffee.", "You don't like coffee but tea."),
        ("Anna owes Ben money.", "Ben owes Anna money."),
    ],
)
def test_the_same_words_in_another_order_do_not_pass_for_known(known: str, new: str) -> None:
    assert stands(known, new) is Relation.AGAINST


@pytest.mark.parametrize(
    ("known", "new"),
    [
        ("You live in Miami.", "You live in Miami."),
        ("You live in Miami.", "you live in MIAMI"),
        ("You live in Miami.", "You are living in Miami"),
        ("Te gusta el café.", "te gusta el cafe"),
        ("You don't like tea.", "You do not like tea."),
    ],
)
def test_the_same_said_again_is_the_same(known: str, new: str) -> None:
    assert stands(known, new) is Relation.SAME


@pytest.mark.parametrize(
    ("known", "new"),
    [
        ("You live in Miami.", "Your sister lives in Lisbon."),
        ("You live in Miami.", "You were born in Lisbon."),
        ("You live in Miami.", "You like Lisbon."),
        ("Your favourite colour is red.", "Your favourite food is pizza."),
        ("You like tea.", "You don't like coffee."),
        ("Your birthday is May 3.", "Your sister's birthday is May 4."),
        ("You work at a bakery.", "You prefer working in the mornings."),
        ("Vives en Madrid.", "Tu hermana vive en Lisboa."),
        ("Du wohnst in Berlin.", "Deine Schwester wohnt in Hamburg."),
        ("You live in York.", "You moved to York from Leeds."),
        ("You live in York.", "You moved to York two years ago."),
        ("Vives en Lugo.", "Te mudaste a Lugo hace dos años."),
        ("Du wohnst in Kassel.", "Du bist letztes Jahr nach Kassel gezogen."),
        ("Tu hermana se llama Marta.", "Tu hermano se llama Mario."),
        ("Your friend is called Ann.", "Your friend is called Bea."),
        ("Deine Schwester heißt Eva.", "Deine Mutter heißt Maria."),
        ("You're married.", "You're vegan."),
        ("You work as a teacher.", "You work at a school."),
    ],
)
def test_different_subjects_do_not_clash(known: str, new: str) -> None:
    assert stands(known, new) is Relation.APART


@pytest.mark.row("M31")
@pytest.mark.parametrize(
    ("category", "nearness", "wanted"),
    [
        (Category.KNOWLEDGE, 0.984, Relation.INSTEAD),
        (Category.KNOWLEDGE, 0.985, Relation.SAME),
        (Category.KNOWLEDGE, 0.900, Relation.INSTEAD),
        (Category.KNOWLEDGE, 0.899, Relation.APART),
        (Category.PROFILE, 0.990, Relation.INSTEAD),
        (Category.PROFILE, 0.995, Relation.SAME),
        (Category.PROFILE, 0.850, Relation.INSTEAD),
        (Category.PROFILE, 0.849, Relation.APART),
    ],
)
def test_the_bands_are_stricter_for_what_belongs_to_the_profile(
    category: Category, nearness: float, wanted: Relation
) -> None:
    assert stands("You play the cello.", "You play the cello in an orchestra.", nearness, category) is wanted


@pytest.mark.row("M31")
def test_what_is_near_but_does_not_say_more_is_a_fact_of_its_own() -> None:
    assert stands("You love the cello.", "You love the violin.", 0.95) is Relation.APART


def test_a_clash_goes_before_something_similar_and_the_newest_counts() -> None:
    older, newer = an_assertion("You live in Miami.", days_old=9), an_assertion("You live in Porto.", days_old=2)
    similar = an_assertion("You moved house.")
    near = {similar.assertion_id: 0.95}
    assert strongest_conflict("You live in Lisbon.", Category.KNOWLEDGE, (older, newer, similar), near) == (
        Relation.AGAINST,
        newer,
    )
    assert strongest_conflict("You have a dog.", Category.KNOWLEDGE, (older, newer), {}) == (Relation.APART, None)


def test_of_several_known_the_one_that_the_new_speaks_against_is_named() -> None:
    known = ("You have a dog.", "You live in Miami.", "You like tea.")
    assert what_changes("I moved to Lisbon", known, (0.1, 0.4, 0.1)) == ChangeFound(1, ChangeKind.REPLACES)
    assert what_changes("I play chess", known, (0.1, 0.1, 0.1)) == ChangeFound(None, ChangeKind.NOTHING)
