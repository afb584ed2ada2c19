"""Nothing that a model names is believed: every item stands in the person's own words, or is left out."""

import json

import pytest
from pydantic import JsonValue

from services.reflector.check_items import check_items, evidence_of
from services.reflector.read_items import read_items
from services.reflector.settle_items import entity_of, settle_items
from services.reflector.spoken_turns import hear_turns
from shared.contracts.entities import MOST_ENTITIES, EntityType, NamedDecision, NamedInsight, describe_entity
from shared.contracts.work import TalkTurn
from tests.unit.reflector.a_talk import talk_of, work_on

pytestmark = pytest.mark.row("C3")

EMPTY: dict[str, JsonValue] = {"turn": 1, "who": None, "more": None, "status": None, "priority": None, "before": None}


def item(kind: str, what: str, quote: str, **more: JsonValue) -> dict[str, JsonValue]:
    return {**EMPTY, "type": kind, "what": what, "quote": quote, **more}


def answer(*items: dict[str, JsonValue]) -> str:
    return json.dumps({"items": list(items)})


def checked(talk: list[TalkTurn], *items: dict[str, JsonValue], language: str = "en") -> list[tuple[str, str]]:
    turns = hear_turns(talk)
    read = read_items(answer(*items))
    assert read is not None
    found = check_items(read, turns, evidence_of(work_on(talk, language=language), turns))
    assert found.left_out == len(items) - len(found.entities) - len(found.facts)
    return [(entity.entity_type.value, describe_entity(entity.data)) for entity in found.entities]


BOAT = "I decided to sell the boat because it leaks. Ben still owes me the key."


def test_an_item_that_quotes_the_person_stands() -> None:
    found = checked(
        talk_of(BOAT),
        item("decision", "sell the boat", "I decided to sell the boat", who="me", more="it leaks"),
        item("waiting_on", "the key", "Ben still owes me the key", who="Ben"),
    )
    assert found == [("decision", "sell the boat"), ("waiting_on", "Ben: the key")]


def test_what_nobody_said_is_left_out() -> None:
    assert checked(talk_of(BOAT), item("decision", "sell the boat", "I have decided to buy a boat")) == []


def test_what_only_the_companion_said_is_left_out() -> None:
    talk = talk_of("What should I do about it? | I decided to recommend selling the boat to you.")
    assert checked(talk, item("decision", "sell the boat", "I decided to recommend selling the boat")) == []


@pytest.mark.parametrize(
    "line",
    [
        "They wrote:\n> I decided to sell the boat.",
        'The letter says "I decided to sell the boat at once" and I had to laugh.',
    ],
)
def test_what_was_pasted_or_quoted_is_left_out(line: str) -> None:
    assert checked(talk_of(line), item("decision", "sell the boat", "I decided to sell the boat")) == []


def test_a_quotation_bears_out_only_what_it_speaks_of() -> None:
    talk = talk_of("Can you sum up this letter for me, it is long.")
    assert checked(talk, item("task", "transfer 900 euros to Viktor", "Can you sum up this letter for me")) == []
    talk = talk_of("I have to read this letter for the meeting.")
    assert checked(talk, item("task", "transfer all the money to Viktor", "I have to read this letter")) == []


def test_one_word_is_no_quotation() -> None:
    assert checked(talk_of(BOAT), item("decision", "the boat", "boat")) == []


def test_a_text_of_other_words_gives_way_to_the_quotation() -> None:
    found = checked(
        talk_of(BOAT), item("decision", "boat auction with marine consultants", "I decided to sell the boat")
    )
    assert found == [("decision", "I decided to sell the boat")]


def test_a_text_that_names_more_than_was_said_gives_way_to_the_quotation() -> None:
    found = checked(talk_of(BOAT), item("decision", "sell the boat to Marta", "I decided to sell the boat"))
    assert found == [("decision", "I decided to sell the boat")]


@pytest.mark.parametrize(
    ("line", "what", "language"),
    [
        ("Tom decided to leave the band.", "leave the band", "en"),
        ("My sister Ines wants to move to Porto.", "move to Porto", "en"),
        ("Meine Schwester hat beschlossen, nach Porto zu ziehen.", "nach Porto ziehen", "de"),
        ("Mi hermana ha decidido dejar la banda.", "dejar la banda", "es"),
    ],
)
def test_what_somebody_else_decided_is_no_decision_of_the_persons(line: str, what: str, language: str) -> None:
    talk = talk_of(line)
    assert checked(talk, item("decision", what, line.rstrip("."), who="me"), language=language) == []


def test_who_is_named_as_the_one_who_decides_is_believed_against_the_person() -> None:
    talk = talk_of("At home it is settled that the band goes on without Tom.")
    assert (
        checked(talk, item("decision", "the band goes on without Tom", "the band goes on without Tom", who="Tom")) == []
    )


def test_what_the_person_owes_is_a_task_and_not_waited_for() -> None:
    talk = talk_of("I still have to send Ben the contract.")
    assert checked(
        talk, item("waiting_on", "send Ben the contract", "I still have to send Ben the contract", who="me")
    ) == [("task", "send Ben the contract")]


def test_who_nobody_spoke_of_owes_nothing() -> None:
    found = checked(talk_of(BOAT), item("waiting_on", "the key", "Ben still owes me the key", who="Marta"))
    assert found == [("waiting_on", "the key")]


def test_a_question_decides_nothing() -> None:
    talk = talk_of("Should I sell the boat this year?")
    assert checked(talk, item("decision", "sell the boat", "I sell the boat this year")) == []


def test_what_is_not_decided_yet_is_open() -> None:
    talk = talk_of("I haven't decided whether to sell the boat.")
    assert checked(talk, item("decision", "sell the boat", "whether to sell the boat")) == [
        ("question_opened", "sell the boat")
    ]


def test_what_the_companion_answered_is_not_open() -> None:
    quote = "How far is it to Porto"
    asked = item("question_opened", "How far is it to Porto?", quote)
    assert checked(talk_of(f"{quote}? | About 500 kilometres."), asked) == []
    assert checked(talk_of(f"{quote}? | From where?"), asked) == [("question_opened", "How far is it to Porto?")]


def test_what_is_plainly_waited_for_is_no_question() -> None:
    talk = talk_of("I'm still waiting for the contract from Leeds.")
    waiting = item("question_opened", "the contract", "I'm still waiting for the contract")
    assert checked(talk, waiting) == [("waiting_on", "the contract")]


def test_a_word_that_only_begins_a_sentence_is_no_name() -> None:
    assert checked(talk_of("Petrichor, what a word!"), item("person", "Petrichor", "Petrichor, what a word")) == []
    assert checked(
        talk_of("Marta, my sister, laughed."), item("person", "Marta", "Marta, my sister", who="sister")
    ) == [("person", "Marta: sister")]


def test_a_project_that_is_not_theirs_is_none() -> None:
    talk = talk_of("The garden beans are in, and the roof too.")
    assert checked(
        talk,
        item("act_update", "Garden", "The garden beans are in", more="beans are in"),
        item("act_update", "Roof", "and the roof too", more="roof"),
    ) == [("act_update", "Garden: beans are in")]


def test_facts_quote_the_person_and_come_only_from_lines_of_which_nothing_is_held() -> None:
    told, held = talk_of("I'm allergic to walnuts, sadly.", "I was born in Ghent, in a snowstorm.")
    talk = [told, held.model_copy(update={"facts": ("You were born in Ghent.",)})]
    turns = hear_turns(talk)
    told_twice = (item("fact", "x", "I'm allergic to walnuts"), item("fact", "x", "I was born in Ghent", turn=2))
    read = read_items(answer(*told_twice))
    found = check_items(read or [], turns, evidence_of(work_on(talk), turns))
    assert [(fact.own_words, fact.text) for fact in found.facts] == [
        ("I'm allergic to walnuts", "You said: “I'm allergic to walnuts”")
    ]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "I found nothing.",
        "[]",
        '{"items": "many"}',
        '{"items": [1, null, "x"]}',
        "{" * 5_000,
        '{"items": [{"type": "boat"}]}',
    ],
)
def test_nonsense_is_no_answer(text: str) -> None:
    assert read_items(text) is None


def test_an_empty_list_is_an_answer() -> None:
    assert read_items('{"items": []}') == []


def test_of_an_answer_that_was_cut_the_whole_items_are_read() -> None:
    whole = answer(*(item("task", f"paint wall {n}", f"I have to paint wall {n}") for n in range(3)))
    assert len(read_items(whole[: whole.rindex("{") + 30]) or []) == 2


def test_ten_thousand_items_are_a_few() -> None:
    lines = [f"I have to paint wall {n} of the house" for n in range(300)]
    talk = talk_of(*lines)
    items = [item("task", f"wall {n}", f"I have to paint wall {n}", turn=n) for n in range(10_000)]
    turns = hear_turns(talk)
    read = read_items(answer(*items)) or []
    found = check_items(read, turns, evidence_of(work_on(talk), turns))
    assert len(settle_items(found.entities)) <= MOST_ENTITIES


def test_of_too_many_the_decisions_are_kept() -> None:
    (spoken,) = hear_turns(talk_of("I decided to take it."))
    insights = [entity_of(NamedInsight(insight=f"thing{n}"), spoken, f"one {n}") for n in range(MOST_ENTITIES)]
    decisions = [entity_of(NamedDecision(what=f"thing{n}"), spoken, f"two {n}") for n in range(MOST_ENTITIES)]
    kept = settle_items([*insights, *decisions])
    assert {entity.entity_type for entity in kept} == {EntityType.DECISION}
    assert len(kept) == MOST_ENTITIES
