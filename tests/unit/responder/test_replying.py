"""A reply streams as prose and then as the question that the turn has to ask."""

from collections.abc import AsyncIterator
from typing import cast

import pytest
from faststream.nats import NatsBroker

from services.responder.fences import key_of
from services.responder.prompt_texts import prompt_versions
from services.responder.replying import reply_to_turn
from shared.contracts.ids import new_id
from shared.contracts.notices import REPLY_EVENT, Attempt, Offered, Piece
from shared.contracts.operations import Action
from shared.contracts.turns import AnsweredTurn, NearMemory, PerformedTurn, Proposal, ReplyContext
from shared.models.model import Brief, LanguageModel, Said
from shared.offline.engine import OfflineModel
from shared.testing.scripted_model import ScriptedModel, ScriptedReply
from shared.wording.closing_question import closing_question, manner_of, promotion_question, without_promotion
from shared.wording.phrases import SPOKEN, load_wording
from tests.unit.responder.a_turn import SHELLFISH, a_change, a_fact, a_turn, an_exchange, an_offer, an_outcome

KEY = key_of("a secret")
OVEN = "My oven runs hot, so bake it at 170."


def script(*pieces: str, proposal: Proposal | None = None) -> ScriptedModel:
    return ScriptedModel(next_replies=[ScriptedReply(pieces, proposal)])


class Unended(ScriptedModel):
    """Says nothing of what it took."""

    async def stream(self, brief: Brief) -> AsyncIterator[str | Said]:
        async for part in super().stream(brief):
            if not isinstance(part, Said):
                yield part


class Doors:
    """Where a broker would bring the events of a reply."""

    def __init__(self) -> None:
        self.events: list[Piece | Offered] = []
        self.headers: dict[str, str] | None = None

    async def publish(self, message: bytes, subject: str, headers: dict[str, str] | None) -> None:
        assert subject.startswith("reply.")
        self.headers = headers
        self.events.append(cast("Piece | Offered", REPLY_EVENT.validate_json(message)))

    @property
    def text(self) -> str:
        return "".join(event.text for event in self.events if isinstance(event, Piece))


async def replied(turn: PerformedTurn, model: LanguageModel) -> tuple[AnsweredTurn, Doors]:
    doors = Doors()
    return await reply_to_turn(model, KEY, cast("NatsBroker", doors), turn, Attempt(1, 1, 1)), doors


def held() -> PerformedTurn:
    return a_turn(intent="remember_about_me", outcomes=(an_outcome(Action.HELD),), offer=an_offer())


def proposed(text: str = "Your oven runs hot.", **fact: object) -> Proposal:
    return Proposal(fact=a_fact(text, "My oven runs hot", **fact))


@pytest.mark.row("P5")
async def test_what_was_streamed_is_what_is_stored() -> None:
    answered, doors = await replied(a_turn(), script("All ", "right."))
    assert answered.reply == doors.text == "All right."
    assert [event.n for event in doors.events if isinstance(event, Piece)] == [0, 1]
    assert answered.answered_by.provider == "scripted"
    assert answered.proposal is None


@pytest.mark.row("M1", "M29")
async def test_the_question_of_the_offer_closes_the_reply_and_the_offer_is_shown_before_it() -> None:
    turn = held()
    assert turn.offer is not None
    question = closing_question(turn.offer, manner_of(turn))
    answered, doors = await replied(turn, script("I hear you. ", "Shall I save ", "that?"))
    assert answered.reply == f"I hear you.\n\n{question}" == doors.text
    assert doors.events[-2] == Offered(turn_id=turn.turn_id, attempt=Attempt(1, 1, 1), offer=turn.offer)
    assert isinstance(doors.events[-1], Piece)
    assert doors.events[-1].text.strip() == question == answered.asked  # a door that shows a card leaves this piece out


@pytest.mark.row("M29")
async def test_a_model_that_only_asks_leaves_our_question_alone() -> None:
    answered, _ = await replied(held(), script("Shall I save that?"))
    assert answered.reply.count("?") == 1
    assert SHELLFISH in answered.reply


@pytest.mark.row("M5")
async def test_the_model_is_shown_the_very_question_that_follows() -> None:
    turn, model = held(), script("I hear you.")
    answered, _ = await replied(turn, model)
    assert answered.reply.partition("\n\n")[2] in model.briefs[0].prompt().sections[-1].text


async def test_for_the_offline_engine_no_prompt_is_built(monkeypatch: pytest.MonkeyPatch) -> None:
    built: list[str] = []
    for name in ("build_prompt", "build_short_prompt"):
        monkeypatch.setattr(f"services.responder.replying.{name}", lambda *_, name=name: built.append(name))
    answered, _ = await replied(held(), OfflineModel())
    assert SHELLFISH in answered.reply
    assert not built


@pytest.mark.row("K12")
async def test_a_spent_budget_and_the_history_that_may_be_shown_reach_the_model() -> None:
    person = {"companion_name": "Ada", "language": "en", "time_zone": "UTC", "may_spend": False}
    shown, model = an_exchange("[not kept]"), script("All right.")
    await replied(a_turn(person=person, history=(shown,)), model)
    assert not model.briefs[0].may_spend
    assert model.briefs[0].history == (shown,)


@pytest.mark.row("P5")
@pytest.mark.parametrize("language", SPOKEN)
async def test_an_empty_answer_becomes_an_honest_sentence(language: str) -> None:
    answered, doors = await replied(a_turn(language=language), script("", " \n", "\x00"))
    assert answered.reply == load_wording(language).silent == doors.text


@pytest.mark.row("P5")
async def test_a_model_that_ends_without_a_word_of_its_use_is_still_named() -> None:
    answered, _ = await replied(a_turn(), Unended(says=["Well."]))
    assert (answered.answered_by.provider, answered.answered_by.cost) == ("scripted", None)


@pytest.mark.row("U5")
async def test_the_answer_names_the_texts_that_its_prompt_was_made_of() -> None:
    (version,) = (text.version for text in prompt_versions() if text.name == "persona")
    answered, _ = await replied(a_turn(), script("Well."))
    assert f"responder/persona@{version}" in answered.answered_by.prompt
    assert "intents/general_conversation@" in answered.answered_by.prompt


@pytest.mark.row("M4")
async def test_a_proposal_closes_the_reply_with_one_question_and_goes_on_to_memory() -> None:
    turn = a_turn(OVEN, "add_knowledge")
    answered, doors = await replied(turn, script("I see.", proposal=proposed()))
    assert answered.proposal == proposed()
    question = promotion_question(a_fact(), turn)
    assert answered.reply == f"I see.\n\n{question}" == doors.text
    assert not any(isinstance(event, Offered) for event in doors.events)
    assert without_promotion(answered) == "I see."
    assert without_promotion((await replied(turn, script("I see.")))[0]) == "I see."


@pytest.mark.row("M4", "M29")
@pytest.mark.parametrize(
    ("turn", "prose", "proposal"),
    [
        (held(), "I hear you.", proposed()),
        (a_turn(OVEN), "At what heat?", proposed()),
        (a_turn(OVEN, write=False), "Noted.", proposed()),
        (a_turn(OVEN, engagement_kind="personal"), "Noted.", proposed()),
        (a_turn(OVEN), "Noted.", proposed(text="x" * 281)),
        (a_turn(OVEN), "Noted.", proposed(text=" \U000e0041 ")),
        (a_turn(OVEN), "Noted.", proposed(quoted=True)),
        (a_turn(OVEN), "Noted.", proposed(about="others")),
        (
            a_turn(
                OVEN,
                near=(
                    NearMemory(
                        assertion_id=new_id(),
                        display_number=1,
                        content="your oven runs hot",
                        category="profile",
                        personal=True,
                    ),
                ),
            ),
            "Noted.",
            proposed(),
        ),
    ],
)
async def test_a_proposal_is_dropped_where_it_must_not_be_made(
    turn: PerformedTurn, prose: str, proposal: Proposal
) -> None:
    answered, _ = await replied(turn, script(prose, proposal=proposal))
    assert answered.proposal is None
    assert answered.reply.count("?") <= 1
    assert "oven" not in answered.reply


@pytest.mark.row("M24")
async def test_a_proposal_names_only_what_the_turn_has_to_do_with_and_only_words_that_were_said() -> None:
    change = a_change()
    turn = a_turn(OVEN, "add_knowledge", memory=(change,))
    ours = Proposal(fact=a_fact(own_words="My oven runs hot"), source_assertion_id=change.assertion_id)
    assert (await replied(turn, script("I see.", proposal=ours)))[0].proposal == ours
    made_up = Proposal(fact=a_fact(own_words="I never said this"), source_assertion_id=new_id())
    answered, _ = await replied(turn, script("I see.", proposal=made_up))
    assert answered.proposal is not None
    assert answered.proposal.source_assertion_id is None
    assert answered.proposal.fact.own_words == OVEN


@pytest.mark.row("U6", "M4")
async def test_the_offline_engine_streams_and_proposes_like_any_model() -> None:
    understood = {"secondary_intent": "remember_about_me", "personal_facts": (a_fact(own_words="My oven runs hot"),)}
    turn = a_turn(OVEN, "add_knowledge", understood=understood, outcomes=(an_outcome(Action.NOTED),))
    answered, doors = await replied(turn, OfflineModel())
    assert answered.proposal is not None
    assert answered.reply == doors.text
    assert answered.reply.count("?") == 1
    assert answered.reply.endswith("?")
    assert (answered.answered_by.provider, answered.answered_by.prompt) == ("offline", "offline/replies")


@pytest.mark.row("P5")
@pytest.mark.parametrize("code", ["own_life", "anothers_life"])
async def test_no_models_words_reach_who_speaks_of_ending_a_life(code: str) -> None:
    turn = a_turn(outcomes=(an_outcome(Action.NONE, code, kind="tell_only", mentioned=()),))
    answered, doors = await replied(turn, script("What matters most to you in this?"))
    assert answered.reply == doors.text
    assert "112" in doors.text
    assert "matters most" not in answered.reply
    assert answered.answered_by.provider == "offline"


@pytest.mark.row("M1")
@pytest.mark.parametrize("language", SPOKEN)
async def test_a_false_claim_is_followed_by_the_truth_before_anything_is_asked(language: str) -> None:
    offer = an_offer()
    turn = a_turn("I play the cello", language=language, outcomes=(an_outcome(Action.HELD),), offer=offer)
    answered, _ = await replied(turn, script("Noted. Notiert. Anotado."))
    question = closing_question(offer, manner_of(turn))
    assert answered.reply == f"Noted. Notiert. Anotado.\n\n{load_wording(language).not_kept}\n\n{question}"
    plain, _ = await replied(a_turn(language=language), script("A fine instrument."))
    assert plain.reply == "A fine instrument."


@pytest.mark.row("U6")
async def test_a_small_model_talks_and_what_was_done_is_told_in_fixed_words() -> None:
    small = script("A fine instrument.")
    small.briefly = True
    answered, _ = await replied(a_turn("I played the cello tonight"), small)
    assert (answered.reply, answered.answered_by.provider) == ("A fine instrument.", "scripted")
    assert "responder/short@" in answered.answered_by.prompt
    assert "responder/persona@" not in answered.answered_by.prompt
    done, _ = await replied(a_turn("yes", outcomes=(an_outcome(Action.COMMITTED, kind="answer_offer"),)), small)
    assert done.answered_by.provider == "offline"
    assert "number 3" in done.reply
    assert "HOLDFAST_MODEL" not in done.reply, "a model is chosen already"


@pytest.mark.row("M3")
async def test_what_a_model_forgets_that_keeps_them_safe_is_said_beside_its_words() -> None:
    context = ReplyContext(always="Told:\n- You're allergic to peanuts. (noted yesterday)")
    turn = a_turn("a quick pad thai?", engagement_kind="personal", context=context)
    answered, doors = await replied(turn, script("Fry it with chopped peanuts."))
    minded = "Mind what you told me: “You're allergic to peanuts.”"
    assert answered.reply == doors.text == f"Fry it with chopped peanuts.\n\n{minded}"
