"""Which memory a description means: the best tier that has any counts, and ties are asked about."""

import pytest

from services.memory.assertions.assertion import Assertion
from services.memory.recall.description_match import find_all, find_described, means_all
from tests.unit.memory.an_assertion import an_assertion

pytestmark = pytest.mark.row("M2")

SHELLFISH = an_assertion("You are allergic to shellfish.", "I can't eat shrimp", number=3)
CATS = an_assertion("You have two cats.", "meine beiden Katzen", number=4)
COFFEE = an_assertion("Te gusta el café.", number=5)
RUNNING = an_assertion("You are running in the mornings before work.", number=6)
SISTER = an_assertion("Your sister is called Anna.", number=33)
ALL = (SHELLFISH, CATS, COFFEE, RUNNING, SISTER)


def found(description: str, *, near: dict[object, float] | None = None, everything: bool = False) -> set[str]:
    by_id = {a.assertion_id: (near or {}).get(a, 0.0) for a in ALL}
    return {a.content for a in find_described(description, ALL, by_id, everything=everything).assertions}


@pytest.mark.parametrize(
    "description",
    ["number 3", "Number 3", "no. 3", "#3", "3", "nummer 3", "número 3", "Nr. 3", "the one with number 3"],
)
def test_a_display_number_is_the_memory_with_that_number(description: str) -> None:
    assert found(description) == {SHELLFISH.content}


@pytest.mark.parametrize("description", ["number 34", "number 333", "number 0"])
def test_a_number_that_nothing_has_is_no_match(description: str) -> None:
    assert found(description) == set()


@pytest.mark.parametrize(
    "description",
    ["allergic to shellfish", "ALLERGIC TO SHELLFISH!", "“allergic to shellfish”", "You are allergic to shellfish."],
)
def test_the_very_words_are_found_whatever_their_case_and_quotes(description: str) -> None:
    assert found(description) == {SHELLFISH.content}


def test_the_persons_own_words_count_as_the_kept_ones_do() -> None:
    assert found("can't eat shrimp") == {SHELLFISH.content}
    assert found("beiden katzen") == {CATS.content}


def test_a_part_of_a_word_is_not_its_very_words() -> None:
    cat, concatenate = an_assertion("You have a cat."), an_assertion("You concatenate strings.")
    assert find_described("cat", (cat, concatenate), {}).assertions == (cat,)


@pytest.mark.parametrize(
    ("description", "wanted"),
    [
        ("te gusta cafe", COFFEE),
        ("that I run before I worked", RUNNING),
        ("the cat", CATS),
        ("that thing about my allergic shellfishes", SHELLFISH),
        ("what my sisters are called", SISTER),
    ],
)
def test_content_words_are_found_without_accents_plurals_and_endings(description: str, wanted: object) -> None:
    assert found(description) == {getattr(wanted, "content", None)}


def test_less_than_half_of_the_content_words_is_no_match() -> None:
    assert found("sister works nights somewhere") == set()


def test_the_tiers_are_tried_in_their_order() -> None:
    """Of a better tier one hit is enough, and a worse one does not make it a tie."""
    exact = an_assertion("You drink green tea.")
    loose = an_assertion("You find tea that is green and that you drink pretty.")
    assert find_described("drink green tea", (loose, exact), {loose.assertion_id: 0.99}).assertions == (exact,)
    assert find_described("green drink tea", (loose, exact), {}).assertions == (loose, exact)
    meant = an_assertion("Matcha keeps you awake.")
    assert find_described("tea that is green", (meant, exact), {meant.assertion_id: 0.99}).assertions == (exact,)
    numbered = an_assertion("You are number one.", number=1)
    assert find_described("number 1", (exact, numbered), {exact.assertion_id: 1.0}).assertions == (numbered,)


def test_a_clearly_better_match_is_unique_and_equals_are_a_tie() -> None:
    one, other = an_assertion("You like tea with milk."), an_assertion("You like tea with honey.")
    assert set(find_described("tea", (one, other), {}).assertions) == {one, other}
    assert find_described("tea with honey and biscuits", (one, other), {}).assertions == (other,)


@pytest.mark.parametrize(
    ("scores", "wanted"),
    [((0.44, 0.0), 0), ((0.45, 0.0), 1), ((0.80, 0.73), 1), ((0.80, 0.75), 2), ((0.80, 0.80), 2)],
)
def test_by_meaning_what_is_near_enough_counts_and_what_is_hardly_worse_is_a_tie(
    scores: tuple[float, float], wanted: int
) -> None:
    one, other = an_assertion("You work nights."), an_assertion("You are a vegan.")
    near = {one.assertion_id: scores[0], other.assertion_id: scores[1]}
    assert len(find_described("diet", (one, other), near).assertions) == wanted


def test_nothing_fits_nothing() -> None:
    assert found("my motorcycle") == set()
    assert find_described("cats", (), {}).assertions == ()


@pytest.mark.parametrize("description", ["", "that", "?!", "it, please"])
def test_words_that_say_nothing_mean_nothing(description: str) -> None:
    assert found(description) == set()


def test_everything_about_something_is_what_names_it_and_else_what_comes_near_to_choose_from() -> None:
    exact, words = an_assertion("You drink green tea."), an_assertion("The tea that you drink is green.")
    meaning, far = an_assertion("Matcha keeps you awake."), an_assertion("You live in Miami.")
    near = {meaning.assertion_id: 0.46, far.assertion_id: 0.2}
    everything = find_described("green tea", (exact, words, meaning, far), near, everything=True)
    assert (set(everything.assertions), everything.surely) == ({exact, words}, True)
    nearest = find_described("matcha latte", (exact, meaning, far), near, everything=True)
    assert (nearest.assertions, nearest.surely) == ((meaning,), False)


DANA = (
    an_assertion("Your sister Dana lives in Leeds.", number=41),
    an_assertion("Dana's birthday is May 4th.", number=42),
    an_assertion("You climb with Dana.", number=43),
)
OTHERS = (
    an_assertion("Your brother Daniel plays chess.", number=44),
    an_assertion("Your sister-in-law Eva lives in Leeds.", number=45),
    an_assertion("Tom's sister is a nurse.", number=46),
    an_assertion("Dan has a birthday in May.", number=47),
)


@pytest.mark.parametrize(
    ("description", "numbers"),
    [
        ("Dana", {41, 42, 43}),
        ("my sister Dana", {41, 42, 43}),
        ("my sister", {41}),
        ("Daniel", {44}),
        ("my brother", {44}),
        ("Leeds", {41, 45}),
        ("Danilo", set()),
    ],
)
def test_everything_about_somebody_is_what_names_them_and_nobody_else(description: str, numbers: set[int]) -> None:
    near = {a.assertion_id: 0.44 for a in OTHERS}
    found_ones = find_described(description, (*DANA, *OTHERS), near, everything=True).assertions
    assert {a.display_number for a in found_ones} == numbers


@pytest.mark.parametrize(
    ("description", "wanted"),
    [
        ("number 3 and 5", {SHELLFISH, COFFEE}),
        ("3, 4 und 6", {SHELLFISH, CATS, RUNNING}),
        ("el número 3 y el 5", {SHELLFISH, COFFEE}),
        ("n.º 4", {CATS}),
        ("memory 6", {RUNNING}),
    ],
)
def test_several_numbers_are_the_memories_that_have_them(description: str, wanted: set[Assertion]) -> None:
    assert {a for one in find_all(description, ALL, {}) for a in one.assertions} == wanted


@pytest.mark.parametrize("description", ["my 3 cats", "3 o'clock", "the 33 steps of my house"])
def test_a_number_among_other_words_is_no_display_number(description: str) -> None:
    assert SHELLFISH not in find_described(description, ALL, {}).assertions


def test_everything_about_me_is_all() -> None:
    assert found("everything about me", everything=True) == {a.content for a in ALL}


def test_everything_about_what_nobody_knows_is_nothing() -> None:
    assert found("my motorcycle", everything=True) == set()


@pytest.mark.parametrize(
    ("description", "wanted"),
    [
        ("allergic to shelfish", SHELLFISH),
        ("shellfihs", SHELLFISH),
        ("Te gusta el cafee", None),
        ("your sisster", SISTER),
        ("mornigns", RUNNING),
    ],
)
def test_a_slip_of_the_pen_is_forgiven(description: str, wanted: object) -> None:
    assert found(description) == ({wanted.content} if isinstance(wanted, type(SISTER)) else {COFFEE.content})


def test_what_is_spelled_right_comes_before_what_is_spelled_alike() -> None:
    berg, burg = an_assertion("You live in Freiberg."), an_assertion("You live in Freiburg.")
    assert find_described("Freiburg", (berg, burg), {}).assertions == (burg,)


@pytest.mark.parametrize("description", ["cots", "mouse", "hisster", "33a"])
def test_another_word_is_no_slip(description: str) -> None:
    house = an_assertion("You have a house.", number=9)
    assert find_described(description, (*ALL, house), {}).assertions == ()


WORK = an_assertion("You work as a baker.", number=7)
HOME = an_assertion("Du wohnst in der Lindenstraße 5.", number=8)


def each(description: str, *among: Assertion, everything: bool = False) -> list[list[str]]:
    found = find_all(description, among or (*ALL, WORK, HOME), {}, everything=everything)
    return [[a.content for a in one.assertions] for one in found]


@pytest.mark.parametrize(
    ("description", "wanted"),
    [
        ("your job", WORK),
        ("Beruf", WORK),
        ("deine Adresse", HOME),
        ("tu trabajo", WORK),
        ("where you live", HOME),
    ],
)
def test_what_answers_the_question_after_it_is_meant(description: str, wanted: Assertion) -> None:
    assert each(description) == [[wanted.content]]


@pytest.mark.parametrize(
    ("description", "wanted"),
    [
        ("job and your address", (WORK, HOME)),
        ("Beruf, deine Adresse und deine Katzen", (WORK, HOME, CATS)),
        ("tu trabajo y tu dirección", (WORK, HOME)),
        ("numbers 3 and 4", (SHELLFISH, CATS)),
        ("3, 4", (SHELLFISH, CATS)),
    ],
)
def test_of_several_subjects_each_is_looked_for(description: str, wanted: tuple[Assertion, ...]) -> None:
    assert each(description) == [[a.content] for a in wanted]


def test_of_several_subjects_one_may_fit_nothing() -> None:
    assert each("your cats and your yacht") == [[CATS.content], []]


def test_what_one_memory_says_of_two_things_stays_whole() -> None:
    both = an_assertion("You play the violin and the piano.")
    assert each("piano and the violin", both, SISTER) == [[both.content]]


@pytest.mark.parametrize(
    "description",
    [
        *("everything", "everything you know about me", "all your memories", "it"),
        *("alles, was du über dich weißt", "alles, was du dir erzählt hast", "todo lo que sabes de ti", "todo"),
    ],
)
def test_all_that_is_known_is_meant_by_words_that_say_nothing_else(description: str) -> None:
    assert means_all(description, everything=True)


@pytest.mark.parametrize("description", ["everything about your sister", "alles über Katzen", "todo lo de tu café"])
def test_all_about_one_thing_is_not_all(description: str) -> None:
    assert not means_all(description, everything=True)


def test_what_only_points_means_all_where_all_is_said() -> None:
    assert not means_all("it", everything=False)
    assert means_all("what you know about you", everything=False)


def test_an_accent_tells_a_word_from_a_small_one() -> None:
    tea, dog = an_assertion("Te gusta el té."), an_assertion("Te llevas al perro.")
    assert each("el té y el perro", tea, dog) == [[tea.content], [dog.content]]
    assert find_described("mi té", (tea, dog), {}).assertions == (tea,)
    assert find_described("a mí", (tea, dog), {}).assertions == ()
