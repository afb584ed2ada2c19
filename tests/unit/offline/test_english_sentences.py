"""English that people write without a subject, turned round or in a hurry reads as a sentence to the person."""

import pytest

from tests.unit.offline.test_facts_by_themselves import told

pytestmark = pytest.mark.row("U2")


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("Leeds United fan since I was eight", ["You've been a Leeds United fan since you were eight."]),
        ("Everton supporter for forty years", ["You've been an Everton supporter for forty years."]),
        ("Violin since I was six", ["You've played the violin since you were six."]),
        ("granny's village was near Cork", ["Your granny's village was near Cork."]),
        ("new boss is very strict with me", ["Your new boss is very strict with you."]),
        ("own kiln, in the shed", ["You have your own kiln, in the shed."]),
        ("own three goats", ["You own three goats."]),
        ("200 days without a drink", ["You've been 200 days without a drink."]),
        ("eight years sober, now in Leeds", ["You've been sober for eight years, now in Leeds."]),
        ("Half Welsh, half Greek", ["You're half Welsh, half Greek."]),
        ("size 38 boots, narrow fit", ["You wear size 38 boots, narrow fit."]),
        ("not sporty, but I walk a lot", ["You're not sporty, but you walk a lot."]),
        ("bad hip, so I take the lift", ["You have a bad hip.", "You take the lift."]),
        (
            "slow reader here, my record is one book a year",
            ["You're a slow reader.", "Your record is one book a year."],
        ),
        ("my uncle is Piet, 57, a bit deaf", ["Your uncle is Piet, 57, a bit deaf."]),
        ("I am sixty years old, a roofer, and a widower", ["You're sixty years old, a roofer.", "You're a widower."]),
        (
            "my tutor is Dr. Achebe and he hates mornings",
            ["Your tutor is Dr. Achebe.", "Your tutor Dr. Achebe hates mornings."],
        ),
        ("Retired plumber, two sons of my own", ["You're a retired plumber, two sons of your own."]),
        ("Rode horses till my hip went", ["You rode horses till your hip went."]),
    ],
)
def test_what_was_left_out_is_put_in(said: str, kept: list[str]) -> None:
    assert told(said) == kept


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("Mushrooms I can't digest", ["You can't digest mushrooms."]),
        ("maps I read without help, not timetables", ["You read maps without help, not timetables."]),
        ("I fear cows. Horses I'm fine with.", ["You fear cows.", "You're fine with horses."]),
        ("thursdays i work from home", ["Thursdays you work from home."]),
    ],
)
def test_what_stands_in_front_is_put_behind_its_verb(said: str, kept: list[str]) -> None:
    assert told(said) == kept


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("I'm scared of cows, always have been", ["You're scared of cows, always have been."]),
        ("I don't eat breakfast, haven't for years", ["You don't eat breakfast, haven't for years."]),
        ("I bake on Sundays and btw I don't use yeast", ["You bake on Sundays.", "You don't use yeast."]),
        ("there's five of us here, my parents included", ["There are five of you here, your parents included."]),
        ("my hip aches on the right. I walk with a stick", ["Your hip aches on the right.", "You walk with a stick."]),
        ("my coat is a hand-me-down from my sister", ["Your coat is a hand-me-down from your sister."]),
        ("from Tuesday I'm using my brother's car", ["From Tuesday you're using your brother's car."]),
        ("I'm afraid of geese", ["You're afraid of geese."]),
        (
            "my aunt Vera is retired, she's had two strokes",
            ["Your aunt Vera is retired.", "Your aunt Vera has had two strokes."],
        ),
        ("I'm a widower. Rose died in May", ["You're a widower; Rose died in May."]),
        ("my cousins sleep here and that they don't eat pork", ["Your cousins sleep here and they don't eat pork."]),
        (
            "No calls between two and four, that's when my wife sleeps",
            ["No calls between two and four for you, that is when your wife sleeps."],
        ),
        ("I no longer fly", ["You no longer fly."]),
        ("I've one bad ear and it's the left one", ["You have one bad ear and it is the left one."]),
        ("Spiders don't bother me, it's wasps I fear", ["Spiders don't bother you, it is wasps you fear."]),
        ("keep it simple with me, I skim", ["You want me to keep it simple with you, you skim."]),
        ("I left school early, so short words if you please", ["You left school early.", "You want short words."]),
        (
            "I live with Beatrice and she can't climb stairs",
            ["You live with Beatrice and she can't climb stairs."],
        ),
        ("I'd rather you called me Mo than Maurice", ["You want to be called Mo rather than Maurice."]),
        (
            "it would be my preference to be addressed as Captain Ross",
            ["You would prefer to be addressed as Captain Ross."],
        ),
    ],
)
def test_it_is_told_in_plain_words(said: str, kept: list[str]) -> None:
    assert told(said) == kept
