"""What a model answered is read field by field, and believed in nothing."""

import json

import pytest
from pydantic import JsonValue

from shared.contracts.assertions import About, Category
from shared.contracts.understanding import Continuation, Influence, Reading
from shared.models.answer_fields import LONGEST_ANSWER
from shared.models.parse_reading import reading_of
from shared.models.wire import CallFailedError
from shared.text.quotation import quote_words
from tests.model_stories import ANSWER, FACT, SHELLFISH, answer, near, offer, question

pytestmark = pytest.mark.row("U2")


def read(**changed: JsonValue) -> Reading:
    return reading_of(answer(**changed), question())


def test_a_good_answer_is_read_whole() -> None:
    reading = read()
    fact = reading.personal_facts[0]
    assert (reading.intent, reading.confidence, reading.alternatives) == (
        "remember_about_me",
        0.97,
        ("general_conversation",),
    )
    assert (fact.text, fact.own_words) == ("You're allergic to shellfish.", "I'm allergic to shellfish")
    assert (fact.category, fact.importance, fact.sensitive, fact.about) == (Category.HEALTH, 5, True, About.SELF)


@pytest.mark.parametrize("name", [name for name in ANSWER if name != "intent"])
def test_no_field_of_another_kind_breaks_a_reading(name: str) -> None:
    wrong: list[JsonValue] = [None, 7, -1, 1e999, True, "", "?", [], ["?"], [None, 7, {}], {}, {"a": [1]}]
    assert [read(**{name: value}).intent for value in wrong] == ["remember_about_me"] * len(wrong)


@pytest.mark.parametrize("field", list(FACT))
def test_no_field_of_a_fact_of_another_kind_breaks_a_reading(field: str) -> None:
    wrong: list[JsonValue] = [None, 7, 99, True, "", "?", [], {}]
    read_so = [len(read(personal_facts=[{**FACT, field: value}]).personal_facts) for value in wrong]
    assert read_so == [0 if field == "text" and value != "?" else 1 for value in wrong]


@pytest.mark.parametrize("intent", [None, 7, ["help"], {}])
def test_an_answer_without_an_intent_is_none(intent: JsonValue) -> None:
    with pytest.raises(CallFailedError, match="unusable"):
        read(intent=intent)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "null",
        "[]",
        '"intent"',
        "{" * 100_000,
        '{"intent":' * 50_000,
        "[" * 1_000_000,
        '{"intent": "help", "confidence": ' + "9" * 10_000 + "}",
        "x" * (LONGEST_ANSWER + 1),
    ],
    ids=["empty", "blank", "null", "list", "string", "braces", "nested", "brackets", "a huge number", "too long"],
)
def test_what_holds_no_answer_fails_and_nothing_worse(text: str) -> None:
    with pytest.raises(CallFailedError, match="unusable"):
        reading_of(text, question())


@pytest.mark.parametrize(("confidence", "sure"), [(-3, 0.0), (7, 1.0), (True, 0.0), ("0.9", 0.0), (10**400, 1.0)])
def test_confidence_is_a_share(confidence: JsonValue, sure: float) -> None:
    assert read(confidence=confidence).confidence == sure


def test_not_a_number_is_not_sure() -> None:
    assert reading_of('{"intent": "help", "confidence": NaN}', question()).confidence == 0.0


def test_an_intent_that_no_card_has_is_conversation_and_not_sure() -> None:
    reading = read(intent="drop_tables", alternatives=["help", "help", "drop_tables", "ask_question", "add_knowledge"])
    assert (reading.intent, reading.confidence) == ("general_conversation", 0.0)
    assert reading.alternatives == ("help", "ask_question")


def test_of_more_than_three_facts_the_others_are_named_in_the_persons_words() -> None:
    said = "I'm left-handed, I own a boat, I hate mint, I have two cats, and I sail"
    words = ["I'm left-handed", "I own a boat", "I hate mint", "I have two cats", "made up"]
    facts: list[JsonValue] = [{**FACT, "text": f"Fact {n}.", "own_words": own} for n, own in enumerate(words)]
    reading = reading_of(answer(personal_facts=facts, unread_facts=["I sail", 7, ""]), question(said))
    assert [fact.own_words for fact in reading.personal_facts] == words[:3]
    assert reading.unread_facts == ("I have two cats", "Fact 4.", "I sail")


def test_of_ten_thousand_facts_three_are_read_and_a_few_named() -> None:
    reading = read(personal_facts=[{**FACT, "text": f"You own boat {n}.", "own_words": ""} for n in range(10_000)])
    assert (len(reading.personal_facts), len(reading.unread_facts)) == (3, 5)


@pytest.mark.parametrize("own_words", ["I am allergic", "", "   ", None, "shellfish, by the way, and nuts"])
def test_words_that_the_person_did_not_say_are_replaced_by_all_that_they_said(own_words: str | None) -> None:
    assert read(personal_facts=[{**FACT, "own_words": own_words}]).personal_facts[0].own_words == SHELLFISH


def test_own_words_may_leave_out_what_nobody_sees() -> None:
    said = "I'm aller\U000e0041gic to shellfish"
    facts = reading_of(answer(personal_facts=[FACT]), question(said)).personal_facts
    assert facts[0].own_words == "I'm allergic to shellfish"


def test_texts_are_cleaned_and_no_longer_than_they_may_be() -> None:
    text = "You like\x00 tea\ud800\U000e0041 <b>a lot</b>. "
    assert read(personal_facts=[{**FACT, "text": text}]).personal_facts[0].text == "You like tea <b>a lot</b>."
    long = read(personal_facts=[{**FACT, "text": "You like tea. " * 100}]).personal_facts[0].text
    assert len(long) <= 280
    assert long.endswith("…")
    assert len(read(knowledge="word " * 10_000).knowledge or "") <= 4_000
    assert read(forget_description="\x00 ").forget_description is None


def test_memories_are_known_by_their_marks_alone() -> None:
    tea, hedge = near("You like tea."), near("The hedge is beech.", personal=False)
    used: list[JsonValue] = [
        {"memory": "m2", "influence": "disambiguation", "score": 0.8, "reason": "the hedge"},
        {"memory": "m2", "influence": "pattern_match", "score": 0.1, "reason": "again"},
        {"memory": "m1", "influence": "hunch", "score": 9, "reason": None},
        {"memory": "m3", "influence": "pattern_match", "score": 0.1, "reason": "no such memory"},
        {"memory": str(tea.assertion_id), "influence": "pattern_match", "score": 1, "reason": "an id"},
        "m1",
    ]
    memories = reading_of(answer(memory_used=used), question(near=(tea, hedge))).memory_used
    assert [memory.assertion_id for memory in memories] == [hedge.assertion_id, tea.assertion_id]
    assert (memories[0].influence, memories[0].score) == (Influence.DISAMBIGUATION, 0.8)
    assert (memories[1].influence, memories[1].score, memories[1].reason) == (Influence.PATTERN_MATCH, 1.0, "")


@pytest.mark.row("M25")
def test_a_fact_replaces_only_what_was_shown_by_its_mark() -> None:
    tea, hedge = near("You like tea."), near("Plant the hedge by May", personal=False)
    named: list[JsonValue] = ["m1", "m9", str(tea.assertion_id), 1, None, "m1"]
    (fact,) = reading_of(
        answer(personal_facts=[{**FACT, "replaces": named}]), question(near=(tea, hedge))
    ).personal_facts
    assert fact.replaces == (tea.assertion_id,)
    (short,) = reading_of(
        answer(personal_facts=[{"own_words": "I'm allergic to shellfish", "replaces": ["m2"]}]),
        question(near=(tea, hedge)),
    ).personal_facts
    assert short.replaces == (hedge.assertion_id,)
    assert reading_of(answer(), question(near=(tea,))).personal_facts[0].replaces == ()


@pytest.mark.row("U4")
def test_only_places_of_the_standing_offer_can_be_chosen() -> None:
    chosen = answer(continuation="select", selection=[2, 0, 3, -1, 2, 1, True, "1", 1.0, None])
    standing = question("the first two", offer=offer("You're tall.", "You own a boat."))
    assert reading_of(chosen, standing).selection == (2, 1)
    assert reading_of(chosen, standing).continuation is Continuation.SELECT
    assert reading_of(chosen, question()).selection == ()
    assert reading_of(chosen, question()).continuation is Continuation.NONE


@pytest.mark.parametrize(
    ("named", "language"), [("es", "es"), ("ES", "en"), ("english", "en"), (None, "en"), (7, "en")]
)
def test_a_language_is_two_letters(named: JsonValue, language: str) -> None:
    assert read(language=named).language == language


def test_our_own_forms_inside_of_prose_do_nothing() -> None:
    prose = 'I did it: {"kind": "answer_offer", "offer_id": "…"} and {"force": "committed"}. ' + answer(intent="help")
    assert reading_of(prose, question()).intent == "help"


def test_a_number_beyond_all_measure_does_not_hide_the_answer_after_it() -> None:
    text = '{"intent": "help", "confidence": ' + "9" * 10_000 + "} " + json.dumps({"intent": "ask_question"})
    assert reading_of(text, question()).intent == "ask_question"


@pytest.mark.row("U2", "M19")
def test_a_fact_that_a_small_model_only_copied_is_a_quotation_and_nothing_else_is_one() -> None:
    def facts(*own_words: str) -> list[tuple[str, str]]:
        answer = {"intent": "remember_about_me", "personal_facts": [{"own_words": words} for words in own_words]}
        read = reading_of(json.dumps(answer), question("btw I'm allergic to nuts. Lovely day!"))
        return [(fact.text, fact.own_words) for fact in read.personal_facts]

    assert facts("I'm allergic to nuts") == [(quote_words("I'm allergic to nuts", "en"), "I'm allergic to nuts")]
    assert facts("I am allergic to nuts", "You like tea", "", " ") == []
