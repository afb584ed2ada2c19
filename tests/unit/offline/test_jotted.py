"""What somebody jots down of themself without "I" is a sentence to them; what is unclear is not made up."""

import pytest

from shared.offline.facts.english import tells_of_oneself, turned
from shared.offline.facts.personal import personal_facts
from shared.text.own_words import parted

pytestmark = pytest.mark.row("U2")


def told(said: str) -> list[str]:
    return [fact.text for fact in personal_facts(parted(said), said, "en", in_project=False).kept]


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("late shifts until august", "you work late shifts until August"),
        ("nights since march", "you work nights since March"),
        ("apixaban, so careful with bruises", "you take apixaban, so careful with bruises"),
        ("guide dog", "you use a guide dog"),
        ("attic flat", "you live in an attic flat"),
        ("houseboat in Bristol", "you live in a houseboat in Bristol"),
        ("perimenopause", "you're in perimenopause"),
        ("short sentences, always", "you want short sentences, always"),
        ("celsius only", "you want celsius only"),
        ("elderly terrier called Moss", "you have an elderly terrier called Moss"),
        ("hens, all named after queens", "you have hens, all named after queens"),
        ("size 3 feet", "you have size 3 feet"),
        ("pastry chef in Lyon", "you're a pastry chef in Lyon"),
        ("retired bridge engineer", "you're a retired bridge engineer"),
        ("ex-dancer", "you're an ex-dancer"),
        ("fisherman's daughter", "you're a fisherman's daughter"),
        ("wheelchair user", "you're a wheelchair user"),
        ("stoma since may", "you've had a stoma since May"),
        ("deaf since birth", "you've been deaf since birth"),
        ("right handed, mostly", "you're right handed, mostly"),
        ("new hip (right), since june", "you've had a new hip (right), since June"),
        ("gluten bad", "gluten is bad for you"),
        ("no shoes indoors house rule", "your house rule is no shoes indoors"),
        ("blood group is O positive", "your blood group is O positive"),
        ("carer for dad", "you're a carer for your dad"),
    ],
)
def test_what_is_left_out_is_put_back(said: str, kept: str) -> None:
    assert turned(said) == kept


@pytest.mark.parametrize(
    "said",
    [
        "nights out kill me",
        "insulin is dear",
        "cats hate me",
        "house prices are mad",
        "walls of text make me tired",
        "good days and bad",
        "26 here in Seville",
        "two weeks on two off",
        "everything fine",
        "my teacher is kind",
        "the dog walker called",
    ],
)
def test_what_is_said_of_something_else_gets_no_subject(said: str) -> None:
    assert not turned(said).startswith(
        ("you have", "you're", "you take", "you work", "you live", "you use", "you want")
    )


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        (
            "history teacher, primary, loathes assemblies",
            ["You're a history teacher, primary.", "You loathe assemblies."],
        ),
        (
            "hearing aids, lipreads ok, avoids phones",
            ["You have hearing aids.", "You lipread ok.", "You avoid phones."],
        ),
        ("joiner, self employed, one trainee (Bo)", ["You're a joiner, self employed, one trainee (Bo)."]),
        ("short sentences. dyslexic.", ["You want short sentences.", "You're dyslexic."]),
        ("i do NOT do calls. nothing after 9 ever.", ["You do NOT do calls; nothing after 9 ever."]),
    ],
)
def test_a_list_about_oneself_is_told_in_sentences(said: str, kept: list[str]) -> None:
    assert told(said) == kept


def test_what_a_pet_does_is_not_said_of_the_person() -> None:
    assert tells_of_oneself("night nurse")
    assert not tells_of_oneself("one cat")
    assert not tells_of_oneself("tortoise")
    assert not any("You love" in fact for fact in told("tortoise, loves lettuce"))
    assert not any("You hate" in fact for fact in told("one cat, hates everyone"))


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("i swim on mondays in june", "you swim on Mondays in June"),
        ("i was born in may and i march a lot", "you were born in May and you march a lot"),
        ("i may move, i'm polish", "you may move, you're Polish"),
        ("i polish my shoes in august", "you polish your shoes in August"),
        ("my site is friday.example", "your site is friday.example"),
    ],
)
def test_days_months_and_languages_have_their_capitals(said: str, kept: str) -> None:
    assert turned(said) == kept


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("cat sitter", "you're a cat sitter"),
        ("i am gardener in a hotel", "you're a gardener in a hotel"),
        ("i'm not smoker", "you're not smoker"),
        ("two jobs: mornings at a bank, nights at a bar", "you have two jobs: mornings at a bank, nights at a bar"),
        ("psoriatic arthritis, bad mornings", "you have psoriatic arthritis, bad mornings"),
        ("insulin resistance runs in the family", "insulin resistance runs in the family"),
        ("house painter", "you're a house painter"),
    ],
)
def test_a_trade_has_its_article_and_a_thing_in_front_of_it_is_none_of_theirs(said: str, kept: str) -> None:
    assert turned(said) == kept


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        (
            "married to Lena for nine years, two girls",
            ["You've been married to Lena for nine years.", "You have two girls."],
        ),
        ("It's my birthday on sunday", ["Your birthday is on Sunday."]),
        ("you can call me Bo, everyone does", ["You want to be called Bo."]),
        (
            "my mother in law lives upstairs. She's kind but she has opinions.",
            ["Your mother in law lives upstairs.", "Your mother in law is kind.", "Your mother in law has opinions."],
        ),
        ("our son Bo is 4. He's into tractors.", ["Your son Bo is 4.", "Your son Bo is into tractors."]),
        ("early bird, dyspraxic", ["You're an early bird, dyspraxic."]),
    ],
)
def test_what_people_tell_of_their_lives_in_short(said: str, kept: list[str]) -> None:
    assert told(said) == kept


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("Trains are fine", "Trains are fine"),
        ("eggs fine", "eggs are fine for you"),
        ("hard cheese ok", "hard cheese is ok for you"),
        ("girls night out", "girls night out"),
    ],
)
def test_what_agrees_with_somebody(said: str, kept: str) -> None:
    assert turned(said) == kept


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("Bee allergy. EpiPen in my coat.", ["You have bee allergy; EpiPen in your coat."]),
        ("new hearing aids", ["You have new hearing aids."]),
        ("Two things: I'm deaf and I'm often late.", ["You're deaf.", "You're often late."]),
        ("I hate the phone, email me", ["You hate the phone.", "You want me to email you."]),
    ],
)
def test_lists_orders_and_odd_capitals_come_out_right(said: str, kept: list[str]) -> None:
    assert told(said) == kept


def test_what_is_not_allowed_is_nothing_they_have() -> None:
    assert turned("no pets allowed here") == "no pets allowed here"
