"""What leans on the fact before stands behind it, and a request beside a fact is a wish."""

import pytest

from shared.offline.facts.english import turned
from shared.offline.facts.faithful import flaws
from shared.offline.facts.personal import personal_facts
from shared.text.own_words import parted

pytestmark = pytest.mark.row("U2")


def told(said: str, language: str = "en") -> list[str]:
    return [fact.text for fact in personal_facts(parted(said), said, language, in_project=False).kept]


@pytest.mark.parametrize(
    ("said", "language", "kept"),
    [
        (
            "i teach on mondays so dont expect answers from me then",
            "en",
            ["You teach on Mondays; you don't want me to expect answers from you then."],
        ),
        (
            "I don't have a car and don't plan to; send me the bus times",
            "en",
            ["You don't have a car and don't plan to; you want me to send you the bus times."],
        ),
        (
            "thursdays im with my gran, always. dont book anything with me on it",
            "en",
            ["Thursdays you're with your gran, always.", "You don't want me to book anything with you on it."],
        ),
        ("I can't hear a thing so speak slowly", "en", ["You can't hear a thing.", "You want me to speak slowly."]),
        ("I can't see well so write big", "en", ["You can't see well.", "You want me to write big."]),
        (
            "i've got a lisp and calls are hell, so text me",
            "en",
            ["You have a lisp and calls are hell.", "You want me to text you."],
        ),
        ("the doctor says it's gout. gout!", "en", ["Your doctor says it is gout."]),
        ("sorry about the typos, i have lupus", "en", ["You have lupus."]),
        ("i can't drive at night. glaucoma", "en", ["You can't drive at night.", "You have glaucoma."]),
        ("i'm deaf mate, write to me", "en", ["You're deaf.", "You want me to write to you."]),
        ("dass ich mittwochs nie kann, da hab ich Training", "de", ["Du kannst mittwochs nie, da hast du Training."]),
        ("its she/her for me, thx", "en", ["Your pronouns are she/her."]),
        ("Meet Rufina, my bandmate. She drums.", "en", ["Your bandmate is Rufina.", "Your bandmate Rufina drums."]),
        (
            "I share a flat with Rufina. She's my cousin, 31.",
            "en",
            ["You share a flat with Rufina.", "Rufina is your cousin, 31."],
        ),
    ],
)
def test_what_leans_on_a_fact_stands_behind_it_or_is_told_by_itself(said: str, language: str, kept: list[str]) -> None:
    assert told(said, language) == kept


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("me and our Kit row on Sundays", "your Kit and you row on Sundays"),
        ("Me and Kit row on Sundays", "Kit and you row on Sundays"),
        ("I talk faster than I think", "you talk faster than you think"),
        ("we cook because my wife's family want it hot", "you cook because your wife's family want it hot"),
        ("ours is a loud house", "yours is a loud house"),
        ("at the weekend anything goes", "at the weekend anything goes"),
    ],
)
def test_whose_it_is_and_what_is_compared_stay(said: str, kept: str) -> None:
    assert turned(said) == kept


def test_a_part_of_one_word_is_no_sentence_and_singing_is_one() -> None:
    assert "one_word" in flaws("You love letters; email.", "en")
    assert flaws("You sing tenor.", "en") == []
    assert flaws("You don't do calls; nothing after nine.", "en") == []
    assert flaws("You don't own a boat; you want me to say so.", "en") == []
