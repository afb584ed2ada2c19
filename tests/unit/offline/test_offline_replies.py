"""What the offline engine says, and when: in each language that it speaks."""

from datetime import UTC, datetime
from decimal import Decimal
from itertools import pairwise, product
from string import Formatter
from uuid import uuid4

import pytest

from shared.contracts.ids import new_id
from shared.contracts.operations import Action, Offer, OfferKind
from shared.contracts.turns import PerformedTurn, ReplyContext
from shared.intents.card import load_cards
from shared.models.model import Said
from shared.offline.compose_reply import compose_reply, proposal_of
from shared.offline.engine import OfflineModel
from shared.offline.fixed_answers.table import load_table
from shared.offline.templates import head_of, load_templates, pick_variant
from shared.text.language import SPOKEN
from shared.wording import phrases as questions
from shared.wording.outcomes import DETAILED, PLAIN, REASONS, Occasion
from tests.unit.responder.a_turn import (
    SHELLFISH,
    a_brief,
    a_change,
    a_fact,
    a_quote,
    a_turn,
    an_exchange,
    an_offer,
    an_outcome,
    mentioned,
    spoken,
)

pytestmark = pytest.mark.row("P5")

TALKED = (an_exchange(),)
BODIES = {
    *("question", "statement", "nothing", "unknown", "found", "found_waiting", "spoken_before", "summary"),
    *("summary_empty", "doubtful", "not_told", "not_read", "puzzled", "sympathy", "model_away"),
    *("still_open", "all_threads", "no_threads", "all_waiting", "no_waiting", "all_decisions"),
}
TALK = {"statement", "puzzled"}
STUBS = {card.name for card in load_cards().values() if not card.live}
CODES = (None, "of a newer release", *REASONS, *(code for _, code in DETAILED))
SLOTS = {"companion", "project", "items", "list", "quotes", "count", "number", "dropped", "left", "more", "connect"}


def ways(occasion: str, language: str = "en") -> list[str]:
    """All ways of saying it, with nothing left to fill in but names."""
    spoken_ = load_templates(language)
    return [variant.replace("{connect}", spoken_.connect) for variant in spoken_.replies[occasion]]


def said(text: str = "Hm.", intent: str = "general_conversation", **more: object) -> str:
    return compose_reply(a_brief(a_turn(text, intent, **{"history": TALKED, **more})))


def context(**more: object) -> ReplyContext:
    return ReplyContext.model_validate(more)


# ---- the templates ----


@pytest.mark.parametrize("language", SPOKEN)
def test_there_are_templates_for_every_occasion_and_for_no_other(language: str) -> None:
    assert set(load_templates(language).replies) == {*(occasion.value for occasion in Occasion), *BODIES, *STUBS}


@pytest.mark.parametrize("language", SPOKEN)
def test_each_occasion_has_four_to_eight_ways_that_can_be_told_apart(language: str) -> None:
    for occasion, variants in load_templates(language).replies.items():
        assert 4 <= len(variants) <= 8, occasion
        heads = [head_of(variant) for variant in variants]
        assert not [one for one in heads for other in heads if one != other and other.startswith(one)], occasion
        assert len(set(heads)) == len(heads), occasion


@pytest.mark.parametrize("language", SPOKEN)
def test_the_slots_of_a_template_are_those_that_are_filled(language: str) -> None:
    for occasion, variants in load_templates(language).replies.items():
        for variant in variants:
            assert {name for _, name, _, _ in Formatter().parse(variant) if name is not None} <= SLOTS, occasion


@pytest.mark.row("M29")
@pytest.mark.parametrize("language", SPOKEN)
def test_what_became_of_memory_is_told_without_a_question(language: str) -> None:
    spoken_ = load_templates(language)
    for occasion in (*Occasion, *STUBS, *BODIES - TALK):
        assert not [variant for variant in spoken_.replies[occasion] if "?" in variant], occasion
    for occasion in TALK:
        quiet = [variant for variant in spoken_.replies[occasion] if "?" not in variant]
        assert len(quiet) > 1, occasion  # so that none has to come twice in a row


def test_the_engine_and_the_questions_speak_the_same_languages() -> None:
    assert questions.SPOKEN == SPOKEN


# ---- every outcome ----


@pytest.mark.row("M1", "M29")
@pytest.mark.parametrize("language", [*SPOKEN, "fr"])
@pytest.mark.parametrize("action", list(Action))
def test_every_outcome_is_told_in_every_language(action: Action, language: str) -> None:
    concerned = ((), (mentioned(),), (mentioned(), mentioned("You like tea.", 4)))
    for code, offer, named in product(CODES, (None, an_offer()), concerned):
        outcome = an_outcome(action, code, mentioned=named, left=("I have cats",))
        reply = said(intent="remember_about_me", language=language, outcomes=(outcome,), offer=offer)
        assert reply.strip() or offer is not None
        assert not {"{", "}"} & set(reply)
        assert offer is None or "?" not in reply


@pytest.mark.parametrize("action", sorted(set(Action) - set(PLAIN)))
def test_actions_that_have_no_words_of_their_own_are_the_intents_to_tell(action: Action) -> None:
    assert action in {Action.NONE, Action.ANSWERED, Action.STUB}


@pytest.mark.row("M1")
@pytest.mark.parametrize("occasion", ["held", "held_several", "held_clash", "refined", "asked", "confirm_retraction"])
@pytest.mark.parametrize("language", SPOKEN)
def test_what_is_only_held_is_not_said_to_be_kept(occasion: str, language: str) -> None:
    kept = {
        "en": ("i'll remember", "it is kept", "saved"),
        "de": ("ich merke", "gemerkt"),
        "es": ("lo recordaré", "queda"),
    }
    variants = load_templates(language).replies[occasion]
    assert not [variant for variant in variants for word in kept[language] if word in variant.lower()]


@pytest.mark.row("U10")
def test_the_reply_says_how_many_were_kept() -> None:
    kept = (mentioned(), mentioned("You live in Lisbon.", 4))
    reply = said(outcomes=(an_outcome(Action.COMMITTED, kind="answer_offer", mentioned=kept, left=("You like tea.",)),))
    assert "2" in reply
    assert "1" in reply
    assert "- “You live in Lisbon.” (number 4)" in reply
    assert "tea" not in reply


@pytest.mark.row("U10")
def test_what_was_not_taken_is_named_once_by_the_question_or_without_one_by_the_reply() -> None:
    some = an_outcome(Action.KNOWN, left=("I have two cats",))
    assert "“I have two cats”" in said(outcomes=(some,))
    assert "cats" not in said(outcomes=(some,), offer=an_offer())


@pytest.mark.row("M2")
@pytest.mark.parametrize(
    ("language", "notebook", "settings", "erase"),
    [
        ("en", "notebook", "settings", "eras"),
        ("es", "cuaderno", "ajustes", "borra"),
        ("de", "Notizbuch", "Einstellungen", "lösch"),
    ],
)
@pytest.mark.parametrize("code", [None, "never_again"])
def test_what_was_taken_back_comes_with_the_hint_to_erase_it_where_it_stands(
    language: str, notebook: str, settings: str, erase: str, code: str | None
) -> None:
    for count in (1, 2):
        outcome = an_outcome(Action.RETRACTED, code, kind="answer_offer", mentioned=(mentioned(),) * count)
        reply = said(language=language, outcomes=(outcome,))
        assert notebook in reply
        assert erase in reply
        assert settings not in reply
        assert SHELLFISH not in reply


@pytest.mark.row("M6")
def test_a_project_statement_is_acknowledged_with_its_number_and_not_asked_about() -> None:
    ph = an_outcome(Action.NOTED, kind="add_knowledge", mentioned=(mentioned("The soil pH should be 6.5.", 7),))
    reply = said(intent="add_knowledge", outcomes=(ph,))
    assert "“The soil pH should be 6.5.” (number 7)" in reply
    assert "“Garden”" in reply or "notebook" in reply
    assert "?" not in reply


@pytest.mark.row("U9")
def test_a_correction_is_thanked_for_beside_what_else_was_done() -> None:
    outcomes = (an_outcome(Action.NONE, kind="note_correction", mentioned=()), an_outcome(Action.HELD))
    reply = said(outcomes=outcomes, offer=an_offer())
    assert reply in ways("understood")


@pytest.mark.row("M29")
@pytest.mark.parametrize(
    "action", [Action.HELD, Action.REFINED, Action.CORRECTED, Action.CONFIRM_RETRACTION, Action.AMBIGUOUS, Action.ASKED]
)
def test_where_a_question_says_it_nothing_is_said_before(action: Action) -> None:
    outcomes = (an_outcome(action, "clash" if action is Action.HELD else None),)
    assert said(outcomes=outcomes, offer=an_offer()) == ""
    assert said(outcomes=outcomes) != ""


@pytest.mark.row("M29")
def test_what_was_kept_is_named_by_its_number_and_not_told_again() -> None:
    reply = said(outcomes=(an_outcome(Action.COMMITTED, mentioned=(mentioned(SHELLFISH, 14),)),))
    assert "number 14" in reply
    assert "shellfish" not in reply


@pytest.mark.row("U4")
def test_an_offer_that_lapsed_is_not_spoken_of() -> None:
    for code in (None, "no_offer"):
        lapsed = an_outcome(Action.NONE, code, kind="lapse_offer", mentioned=())
        assert said("I lost my hat.", outcomes=(lapsed,)) in load_templates("en").replies["statement"]


@pytest.mark.row("K12")
@pytest.mark.parametrize("language", SPOKEN)
def test_a_spent_budget_is_told_beside_the_reply_itself(language: str) -> None:
    spent = an_outcome(Action.NONE, "budget_used_up", kind="budget", mentioned=())
    reply, told = said("Mhm, la la", language=language, outcomes=(spent,)).split("\n\n")
    assert reply in ways("statement", language)
    assert told in load_templates(language).replies["budget"]


@pytest.mark.row("M16")
@pytest.mark.parametrize("language", SPOKEN)
def test_a_note_that_cannot_be_read_is_told_beside_the_reply_itself(language: str) -> None:
    unread = an_outcome(Action.NONE, "unreadable", kind="reading", mentioned=())
    reply, told = said("Mhm, la la", language=language, outcomes=(unread,)).split("\n\n")
    assert reply in ways("statement", language)
    assert told in load_templates(language).replies["unreadable"]


@pytest.mark.row("M7")
@pytest.mark.parametrize("language", SPOKEN)
def test_what_ends_unasked_is_told_beside_the_reply_itself(language: str) -> None:
    ends = an_outcome(Action.NONE, "ends_unasked", kind="waiting", mentioned=(mentioned(SHELLFISH, 14),))
    reply, told = said("Mhm, la la", language=language, outcomes=(ends,)).split("\n\n")
    assert reply in ways("statement", language)
    assert "shellfish" in told
    assert "14" in told


# ---- answers from what is stored ----


@pytest.mark.row("M6")
def test_an_answer_quotes_what_is_stored_with_number_and_day() -> None:
    reply = said("what pH?", "ask_question", context=context(quotes=(a_quote(),)))
    assert reply.endswith("“The soil pH should be 6.5.” (number 7, noted on 3 March)")


@pytest.mark.row("M6")
def test_what_still_waits_is_named_apart_and_as_such() -> None:
    quotes = (a_quote(), a_quote("Lime is used.", 8, waits=True))
    known, waiting = said("what pH?", "ask_question", context=context(quotes=quotes)).split("\n\n")
    assert "Lime" not in known
    assert "soil" not in waiting
    assert "yes" in waiting or "agreed" in waiting
    assert "“Lime is used.” (number 8, noted on 3 March)" in waiting


@pytest.mark.row("M6")
def test_past_input_is_quoted_with_its_day_and_what_waits_says_so() -> None:
    found = context(quotes=(a_quote("Lime is used.", 8, waits=True),), spoken=(spoken(),))
    stored, own = said("what did I say?", "ask_about_past_input", context=found).split("\n\n")
    assert "still waits for your yes" in stored
    assert own.endswith("“We tried lime in spring.” (3 March)")


@pytest.mark.row("M6")
def test_a_memory_of_the_persons_own_story_is_told_apart_from_the_projects_numbers() -> None:
    found = context(quotes=(a_quote(), a_quote("You prefer mornings.", 2, personal=True)))
    assert "(Your Story, number 2, noted on 3 March)" in said("when?", "ask_question", context=found)


@pytest.mark.row("M6")
@pytest.mark.parametrize("intent", ["ask_question", "ask_about_past_input"])
@pytest.mark.parametrize("language", SPOKEN)
def test_where_nothing_fits_it_says_so(intent: str, language: str) -> None:
    assert said("what?", intent, language=language) in load_templates(language).replies["nothing"]


@pytest.mark.row("M6")
def test_a_summary_lists_what_is_settled_and_then_what_waits() -> None:
    quotes = (*(a_quote(f"Fact {n}.", n) for n in range(1, 15)), a_quote("Lime is used.", 20, waits=True))
    found = context(quotes=quotes, waiting=4)
    settled, more, waiting, rest = said("sum up", "summarize_engagement", context=found).split("\n\n")
    assert settled.count("\n- “Fact ") == 12
    assert "2 more" in more
    assert "Lime" in waiting
    assert rest.endswith("3 more.")
    assert said("sum up", "summarize_engagement").split("\n\n")[0] in [
        variant.format(project="“Garden”") for variant in load_templates("en").replies["summary_empty"]
    ]


# ---- the conversation itself ----


@pytest.mark.parametrize(
    ("text", "language", "occasion"),
    [
        ("Where is my hat?", "en", "question"),
        ("I lost my hat.", "en", "statement"),
        ("Wo ist mein Hut?", "de", "question"),
        ("Yes.", "en", "nothing_open"),
        ("no, thanks", "en", "nothing_open"),
        ("Forget it!", "en", "nothing_open"),
        ("that’s right", "en", "nothing_open"),  # noqa: RUF001  # as telephones write it
        ("vergiss es", "de", "nothing_open"),
        ("ja", "en", "nothing_open"),
        ("Sí", "es", "nothing_open"),
    ],
)
def test_the_occasion_decides_what_is_said(text: str, language: str, occasion: str) -> None:
    assert said(text, language=language) in ways(occasion, language)


@pytest.mark.row("U4")
def test_an_answer_to_nothing_says_that_nothing_was_asked_or_asks_again() -> None:
    agreed = {"continuation": "confirm"}
    assert said("do so", understood=agreed) in load_templates("en").replies["nothing_open"]
    assert said("do so", understood=agreed, offer=an_offer()) in load_templates("en").replies["again"]
    missed = (an_outcome(Action.NONE, "no_offer", kind="answer_offer", mentioned=()),)
    assert said("yes", outcomes=missed) in load_templates("en").replies["nothing_open"]
    assert said("yes", outcomes=missed, offer=an_offer()) in load_templates("en").replies["again"]


@pytest.mark.row("U8")
def test_a_clarification_is_asked_and_nothing_else_is_said() -> None:
    understood = {"clarification": "Do you mean the dog or the cat?"}
    assert said("it is ill", understood=understood) == "Do you mean the dog or the cat?"
    assert said("it is ill", understood=understood, offer=an_offer()) in load_templates("en").replies["doubtful"]
    assert said("it is ill", understood={"clarification": "unsure"}) in questions.load_wording("en").unclear


@pytest.mark.row("U1")
@pytest.mark.parametrize("intent", sorted(STUBS))
def test_a_stub_is_answered_honestly(intent: str) -> None:
    assert said("do it", intent) in load_templates("en").replies[intent]


def test_a_language_that_is_not_spoken_is_answered_in_english() -> None:
    assert said("Ça va.", language="fr") in load_templates("en").replies["statement"]


@pytest.mark.row("U6")
@pytest.mark.parametrize("language", SPOKEN)
def test_that_it_is_offline_is_said_on_the_very_first_turn_only(language: str) -> None:
    first = load_templates(language).first_time.format(connect=load_templates(language).connect)
    assert said(language=language, history=()).endswith(f"\n\n{first}")
    assert first not in said(language=language)


def test_what_a_person_wrote_is_never_taken_for_a_slot() -> None:
    braces = mentioned("You like {companion} and {0}.")
    assert "{companion} and {0}" in said(outcomes=(an_outcome(Action.KNOWN, mentioned=(braces,)),))


def test_what_was_said_last_is_not_said_again() -> None:
    for _ in range(50):
        for variant in load_templates("en").replies["nothing_open"]:
            assert said("yes", history=(an_exchange(f"Thank you. {variant}"),)) != variant


def test_where_the_last_reply_is_hidden_the_next_one_still_differs() -> None:
    variants = load_templates("en").replies["held"]
    for _ in range(50):
        turns = [new_id() for _ in range(6)]
        heard: list[str] = []
        for place in range(len(turns)):
            hidden = tuple(an_exchange("[not kept]", turn_id) for turn_id in turns[:place])
            turn = a_turn(turn_id=turns[place], history=hidden)
            heard.append(pick_variant(variants, a_brief(turn), quiet=True))
        assert all(one != other for one, other in pairwise(heard))


# ---- proposing, streaming ----


def _oven(intent: str = "add_knowledge", **more: object) -> PerformedTurn:
    understood = {"secondary_intent": "remember_about_me", "personal_facts": (a_fact(),), **more}
    return a_turn("My oven runs hot.", intent, understood=understood, memory=(a_change(),))


@pytest.mark.row("M4")
def test_a_fact_said_beside_project_talk_is_proposed_with_where_it_came_from() -> None:
    turn = _oven()
    proposal = proposal_of(a_brief(turn, may_propose=True))
    assert proposal is not None
    assert proposal.fact == a_fact()
    assert proposal.source_assertion_id == turn.memory[0].assertion_id


@pytest.mark.row("M4")
@pytest.mark.parametrize(
    ("turn", "may"),
    [
        (_oven(), False),
        (_oven("remember_about_me"), True),
        (_oven("general_conversation"), True),
        (_oven(secondary_intent=None), True),
        (_oven(personal_facts=()), True),
        (_oven(personal_facts=(a_fact(quoted=True),)), True),
        (_oven(personal_facts=(a_fact(about="others"),)), True),
    ],
)
def test_nothing_else_is_proposed(turn: PerformedTurn, may: bool) -> None:  # noqa: FBT001  # a parameter of the test
    assert proposal_of(a_brief(turn, may_propose=may)) is None


async def test_the_model_speaks_by_these_rules_and_says_what_it_took() -> None:
    brief = a_brief(a_turn("Was kannst du?", "help", language="de"))
    *pieces, last = [part async for part in OfflineModel().stream(brief)]
    assert len(pieces) > 1
    assert "".join(map(str, pieces)) == compose_reply(brief)
    assert isinstance(last, Said)
    assert (last.used.provider, last.used.prompt, last.used.cost) == ("offline", "offline/replies", Decimal(0))


@pytest.mark.row("M29")
@pytest.mark.parametrize("kind", list(OfferKind))
def test_talk_before_a_question_asks_none_itself(kind: OfferKind) -> None:
    offer: Offer = an_offer(kind=kind)
    for text in ("Hello!", "Thanks!", "Where is my hat?", "I lost my hat."):
        assert "?" not in said(text, offer=offer)


# ---- honest about itself ----


@pytest.mark.parametrize("language", SPOKEN)
def test_nobody_is_welcomed_back_who_may_never_have_been_here(language: str) -> None:
    again = ("back", "again", "wieder", "zurück", "de nuevo", "de vuelta", "otra vez")
    greetings = load_table(language).answers["greeting"].answers
    assert not [one for one in greetings for word in again if word in one.casefold()]


@pytest.mark.row("M6")
@pytest.mark.parametrize(
    ("text", "language"), [("How old am I?", "en"), ("Wo wohne ich?", "de"), ("¿Cuántos años tengo?", "es")]
)
def test_what_only_they_could_have_told_is_said_to_be_untold(text: str, language: str) -> None:
    for intent in ("ask_about_past_input", "ask_question"):
        assert said(text, intent, language=language) in load_templates(language).replies["not_told"]
    assert said("what about the roof?", "ask_about_past_input") in load_templates("en").replies["nothing"]


@pytest.mark.row("M6")
def test_the_answer_about_oneself_is_what_is_kept_and_no_line_with_such_words() -> None:
    found = context(quotes=(a_quote("You work as a nurse.", 2),), spoken=(spoken(),))
    reply = said("What do I do for a living?", "ask_question", context=found)
    assert "nurse" in reply
    assert "lime" not in reply
    assert "lime" in said("What do I plant?", "ask_question", context=context(spoken=(spoken(),)))


@pytest.mark.row("M27")
@pytest.mark.parametrize("intent", ["ask_about_past_input", "ask_question", "summarize_engagement"])
@pytest.mark.parametrize("language", SPOKEN)
def test_with_reading_switched_off_nothing_is_said_of_what_is_known(intent: str, language: str) -> None:
    assert (
        said("what do you know about me?", intent, language=language, read=False)
        in (load_templates(language).replies["not_read"])
    )


@pytest.mark.parametrize("text", ["asdf qwer 12", "123 456"])
def test_nonsense_is_not_answered_as_if_it_had_been_understood(text: str) -> None:
    assert said(text) in load_templates("en").replies["puzzled"]


@pytest.mark.row("C6")
@pytest.mark.parametrize("language", SPOKEN)
def test_what_is_open_and_spoken_of_is_said_to_be_open_beside_the_reply(language: str) -> None:
    thread = {"thread_id": uuid4(), "memory_id": uuid4(), "entity_type": "task", "text": "sync the calendar",
              "since": datetime(2026, 5, 3, tzinfo=UTC), "score": 1.0}  # fmt: skip
    reply = said("fix the calendar thing", language=language, context=context(threads=(thread,)))
    assert "sync the calendar" in reply
    assert any(head_of(variant) in reply for variant in load_templates(language).replies["still_open"])
    assert "sync the calendar" not in said("fix the calendar thing", language=language)


WAITED = {"memory_id": uuid4(), "entity_type": "waiting_on", "text": "Anna: the key",
          "since": datetime(2026, 5, 3, tzinfo=UTC), "score": 1.0}  # fmt: skip


@pytest.mark.row("C6")
@pytest.mark.parametrize("language", SPOKEN)
@pytest.mark.parametrize("asked", ["threads", "waiting", "decisions"])
def test_who_asks_what_is_open_is_told_all_of_it_with_its_days(language: str, asked: str) -> None:
    threads = [{"thread_id": uuid4(), **WAITED}, {"thread_id": uuid4(), **WAITED, "text": "Ben: the car"}]
    known = context(threads=threads, asked_open=asked, more_open=3)
    reply = said("what is it?", "ask_question", language=language, context=known)
    spoken = load_templates(language)
    assert any(reply.startswith(head_of(variant).rstrip()) for variant in spoken.replies[f"all_{asked}"])
    assert reply.count("\n- ") == 2
    assert spoken.more_open.format(more=3) in reply
    assert not any(head_of(variant) in reply for variant in spoken.replies["still_open"])
    assert "3" in reply.splitlines()[1], "its day"


@pytest.mark.row("C6")
@pytest.mark.parametrize("language", SPOKEN)
def test_where_nothing_is_open_that_is_said_and_unread_memory_is_not_denied(language: str) -> None:
    replies = load_templates(language).replies
    for asked in ("threads", "waiting"):
        known = context(asked_open=asked)
        assert said("what is it?", "ask_question", language=language, context=known) in replies[f"no_{asked}"]
        unread = said("what is it?", "ask_question", language=language, context=known, read=False)
        assert unread in replies["not_read"]
