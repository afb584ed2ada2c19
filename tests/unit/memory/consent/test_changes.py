"""What a new statement does to a known one, whoever worded them: of themself, to them, or quoted."""

import pytest

from services.memory.consent.changes import ChangeKind, find_differing
from services.memory.consent.claims import SELF, Owner, owner_of
from services.memory.consent.contradictions import Relation, compare_with, what_changes
from shared.contracts.assertions import Category
from tests.unit.memory.an_assertion import an_assertion

pytestmark = pytest.mark.row("M25")

NEAR = 0.6
QUOTED = {"en": "You said: “{}”", "de": "Du hast gesagt: „{}“", "es": "Dijiste: «{}»"}


def forms_of(language: str, first: str, second: str) -> tuple[str, ...]:
    return first, f"{second}.", QUOTED[language].format(first)


def done(known: str, new: str, nearness: float = NEAR) -> ChangeKind:
    found = what_changes(new, (known,), (nearness,))
    assert found.place == (None if found.kind is ChangeKind.NOTHING else 0)
    return found.kind


@pytest.mark.parametrize(
    ("language", "known", "new", "kind"),
    [
        ("en", ("I live in York", "You live in York"), ("we moved to Bath", "You moved to Bath"), "replaces"),
        ("en", ("I am 41", "You are 41 years old"), ("I turned 42 yesterday", "You turned 42"), "replaces"),
        ("en", ("Ben is 7", "Ben is 7 years old"), ("actually Ben turned 8", "Ben turned 8"), "replaces"),
        ("en", ("I work at BP", "You work at BP"), ("I work for Bosch now", "You work for Bosch"), "replaces"),
        ("en", ("my boss is Ann", "Your boss is Ann"), ("my new boss is Laura", "Your new boss is Laura"), "replaces"),
        (
            "en",
            ("I take my coffee black", "You take your coffee black"),
            ("I take my coffee with oat milk now", "You take your coffee with oat milk now"),
            "replaces",
        ),
        ("en", ("I'm vegan", "You are vegan"), ("I'm not vegan any more", "You are no longer vegan"), "ends"),
        ("en", ("I smoke", "You smoke"), ("I quit smoking", "You quit smoking"), "ends"),
        (
            "en",
            ("I play tennis", "You play tennis"),
            ("I don't play tennis any more, I play padel", "You don't play tennis any more, you play padel"),
            "replaces",
        ),
        (
            "de",
            ("ich wohne in Ulm", "Du wohnst in Ulm"),
            ("wir sind nach Bonn gezogen", "Du bist nach Bonn gezogen"),
            "replaces",
        ),
        (
            "de",
            ("ich wohne in Ulm", "Du wohnst in Ulm"),
            ("nein, eigentlich wohne ich in Bonn", "Du wohnst in Bonn"),
            "replaces",
        ),
        ("de", ("Ben ist 7", "Ben ist 7 Jahre alt"), ("Ben ist 8 geworden", "Ben ist jetzt 8"), "replaces"),
        ("de", ("ich bin vegan", "Du bist vegan"), ("ich bin nicht mehr vegan", "Du bist nicht mehr vegan"), "ends"),
        (
            "de",
            ("ich rauche", "Du rauchst"),
            ("ich habe mit dem Rauchen aufgehört", "Du hast mit dem Rauchen aufgehört"),
            "ends",
        ),
        (
            "es",
            ("vivo en Sevilla", "Vives en Sevilla"),
            ("me he mudado a Bilbao", "Te has mudado a Bilbao"),
            "replaces",
        ),
        ("es", ("vivo en Sevilla", "Vives en Sevilla"), ("corrección: vivo en Lugo", "Vives en Lugo"), "replaces"),
        (
            "es",
            ("mi hijo tiene 7 años", "Tu hijo tiene 7 años"),
            ("mi hijo ya tiene 8 años", "Tu hijo tiene 8 años"),
            "replaces",
        ),
        (
            "es",
            ("trabajo en Iberia", "Trabajas en Iberia"),
            ("ya no trabajo en Iberia", "Ya no trabajas en Iberia"),
            "ends",
        ),
        ("es", ("soy vegana", "Eres vegana"), ("ya no soy vegana", "Ya no eres vegana"), "ends"),
    ],
)
def test_what_changed_is_seen_in_every_form(
    language: str, known: tuple[str, str], new: tuple[str, str], kind: str
) -> None:
    for one in forms_of(language, *known):
        for other in forms_of(language, *new):
            assert done(one, other) == kind, (one, other)


@pytest.mark.parametrize(
    ("language", "known", "new"),
    [
        ("en", ("I live in York", "You live in York"), ("my sister moved to Bath", "Your sister moved to Bath")),
        ("en", ("I live in York", "You live in York"), ("I used to live in Rome", "You used to live in Rome")),
        ("en", ("I live in York", "You live in York"), ("we might move to Bath", "You might move to Bath")),
        ("en", ("I am 41", "You are 41"), ("Ben turned 8", "Ben turned 8")),
        ("en", ("my cat is called Minka", "Your cat is called Minka"), ("the doctor's cat is called Tom",) * 2),
        (
            "en",
            ("my sister is vegan", "Your sister is vegan"),
            ("I'm not vegan any more", "You are not vegan any more"),
        ),
        (
            "en",
            ("I'm allergic to nuts", "You are allergic to nuts"),
            ("I'm allergic to pollen", "You are allergic to pollen"),
        ),
        ("en", ("I speak Spanish", "You speak Spanish"), ("I speak Italian too now", "You speak Italian too now")),
        (
            "de",
            ("ich wohne in Ulm", "Du wohnst in Ulm"),
            ("meine Schwester ist nach Bonn gezogen", "Deine Schwester ist nach Bonn gezogen"),
        ),
        ("de", ("ich bin 41", "Du bist 41"), ("Ben ist 8 geworden", "Ben ist 8 geworden")),
        ("es", ("vivo en Sevilla", "Vives en Sevilla"), ("mi hermana se mudó a Bilbao", "Tu hermana se mudó a Bilbao")),
        ("es", ("tengo 41 años", "Tienes 41 años"), ("mi hijo ya tiene 8 años", "Tu hijo ya tiene 8 años")),
    ],
)
def test_what_is_of_somebody_else_or_wished_for_or_one_more_changes_nothing(
    language: str, known: tuple[str, str], new: tuple[str, str]
) -> None:
    for one in forms_of(language, *known):
        for other in forms_of(language, *new):
            assert done(one, other) is ChangeKind.NOTHING, (one, other)


@pytest.mark.parametrize(("nearness", "kind"), [(0.34, ChangeKind.REPLACES), (0.2, ChangeKind.NOTHING)])
def test_where_somebody_moved_to_is_a_home_only_near_the_known_one(nearness: float, kind: ChangeKind) -> None:
    assert done("You live in Oslo.", "I moved to Meta", nearness) is kind


@pytest.mark.parametrize(
    ("known", "new"),
    [
        ("You are allergic to nuts.", "I'm allergic to pollen"),
        ("Du bist gegen Nüsse allergisch.", "ich bin gegen Pollen allergisch"),
        ("Eres alérgica al polen.", "soy alérgica a las nueces"),
        ("You speak Spanish.", "I speak Italian"),
        ("You have a dog.", "we have a cat"),
        ("You play the cello.", "I play the violin"),
    ],
)
def test_of_what_there_can_be_many_the_known_one_stands_beside_the_new(known: str, new: str) -> None:
    assert compare_with(new, Category.KNOWLEDGE, an_assertion(known), 0.5) is Relation.NEAR


def test_of_several_that_fit_the_one_it_says_most_of_is_named() -> None:
    known = ("You like York.", "You live in York.", "Your sister lives in York.", "You work in York.")
    assert what_changes("we moved to Bath", known, (0.3, 0.4, 0.4, 0.4)).place == 1


@pytest.mark.parametrize(
    ("who", "owner"),
    [
        ("you", SELF),
        ("", SELF),
        ("your son ben", Owner(frozenset({"son", "ben"}))),
        ("the doctor s cat", Owner(frozenset({"cat"}), frozenset({"doctor"}))),
        ("die katze deiner schwester", Owner(frozenset({"katze"}), frozenset({"schwester"}))),
        ("el gato de tu hermana", Owner(frozenset({"gato"}), frozenset({"hermana"}))),
    ],
)
def test_whose_it_is(who: str, owner: Owner) -> None:
    assert owner_of(who) == owner


def test_somebody_is_one_under_a_longer_name_and_nobody_elses() -> None:
    ben, my_son_ben, cat = owner_of("ben"), owner_of("your son ben"), owner_of("your cat")
    assert ben.is_same(my_son_ben)
    assert not ben.is_same(SELF)
    assert not cat.is_same(owner_of("the doctor s cat"))


@pytest.mark.row("S6")
def test_of_many_those_that_differ_are_found_at_once() -> None:
    new = ("You live in Bath.", "You like tea.", "Ben is 8.", "You live in York.")
    known = ("You speak Welsh.", "You live in York.", "Ben is 7.", "Your sister lives in Rome.")
    assert list(find_differing(new, known)) == [(0, 1), (2, 2)]
