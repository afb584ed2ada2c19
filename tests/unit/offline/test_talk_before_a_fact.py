"""What is only said for company stands in no fact: greetings, cries, remarks to the companion, orders to keep."""

import pytest

from shared.offline.facts.around import substance
from shared.offline.facts.personal import personal_facts
from shared.text.own_words import parted

pytestmark = pytest.mark.row("U2")


def told(said: str) -> list[str]:
    return [fact.text for fact in personal_facts(parted(said), said, "en", in_project=False).kept]


@pytest.mark.parametrize(
    "around",
    [
        "ugh the lift is stuck AGAIN lol.",
        "brrr it's freezing in here.",
        "Good grief, the queue.",
        "oof, my knees.",
        "You'd love the smell in here.",
        "You're sharp, I'll give you that.",
        "You'll laugh at me, my cousin does.",
        "Thanks pet.",
        "Thank you for listening, that helped.",
        "Not bad thanks, you?",
        "We're coping.",
        "Evening all, wet again isn't it.",
        "Nice try!",
        "where do i even start.",
        "ok ok enough about the football 😂",
        "this printer will be the death of me 😩",
        "It's been one of those weeks.",
        "feels so good honestly.",
        "The dog kept us up till 4.",
        "Long day, two trains late.",
        "feeling a bit low today tbh.",
    ],
)
def test_a_sentence_of_talk_goes(around: str) -> None:
    assert told(f"{around} i'm a glazier and i live in Hull") == ["You're a glazier.", "You live in Hull."]


@pytest.mark.parametrize(
    "around",
    [
        "just fyi",
        "note that",
        "Please note that",
        "put this in your memory please,",
        "write this down:",
        "note for later,",
        "so you know for next time:",
        "I wish to inform you that",
        "i didn't mention it but",
        "completely different thing,",
        "hiii ok so random but",
        "good evening dear,",
        "thanks for yesterday,",
        "sorry i vanished,",
        "quick one:",
        "oh yes",
    ],
)
def test_what_leads_to_it_goes(around: str) -> None:
    assert told(f"{around} i repair clocks on Tuesdays") == ["You repair clocks on Tuesdays."]


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("i'm 19 btw and in my second year", "i'm 19 and in my second year"),
        ("I'm from Perth by the way, the Scottish one", "I'm from Perth, the Scottish one"),
        ("my aunt is vegan so yeah no butter", "my aunt is vegan so no butter"),
    ],
)
def test_what_is_thrown_in_goes(said: str, kept: str) -> None:
    assert substance(said, "en") == kept


@pytest.mark.parametrize(
    "said",
    [
        "ugh, i'm allergic to cats. all of them",
        "ugh, no nuts for my son. he swells up",
        "You'd better call me Bo. My gran does",
        "phew, Ines is pregnant. she's due in May",
        "my dog was up north. he lives there",
        "Hi fever runs in my family. all of us",
        "We're fine with pork. nobody minds",
    ],
)
def test_what_is_told_stays(said: str) -> None:
    assert substance(said, "en") in {said, said.removeprefix("ugh, ")}


def test_what_only_names_something_of_theirs_is_no_fact_beside_one() -> None:
    assert told("so, my gran. she's 91 and still drives") == ["Your gran is 91 and still drives."]
    assert told("my favourite month. anyway i turn 30 on the 2nd") == ["You turn 30 on the 2nd."]
