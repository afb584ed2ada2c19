"""Memory walked at random beside a model of the design: both must agree after every step."""

import pytest
from hypothesis import settings

from shared.contracts.assertions import Category
from shared.contracts.operations import Answer, AnswerOffer, OfferKind
from shared.contracts.understanding import PersonalFact
from tests.property.memory_rules import MemoryRules
from tests.property.talk_rules import NEVER_BOTH, NO_OFFER, Given, TalkRules
from tests.tiers import sized

TestMemory = pytest.mark.row("M1", "M8", "M10", "M22", "M23")(MemoryRules.TestCase)
TestMemory.settings = settings(max_examples=sized(30, 200), stateful_step_count=50, deadline=None)

TestTalk = pytest.mark.row("U4", "M1", "M2", "M29")(TalkRules.TestCase)
TestTalk.settings = settings(max_examples=sized(20, 150), stateful_step_count=30, deadline=None)


@pytest.mark.row("U4", "M2")
def test_what_was_taken_back_by_hand_is_not_asked_about_again() -> None:
    """Found by chance: which of two stands was asked, one went, and two yeses came before it was asked anew."""
    talk = TalkRules()
    yes = Given("yes", AnswerOffer(offer_id=NO_OFFER.offer_id, answer=Answer.CONFIRM))
    lives = tuple(PersonalFact(text=text, own_words=text, category=Category.KNOWLEDGE) for text in NEVER_BOTH[0])
    talk.agree_to_what_nobody_can_mean(lives)
    assert talk.standing is not None
    assert len(talk.standing.items) == 2
    talk.decide_by_hand(0, "retract")
    talk.answer_before_it_was_shown(yes)
    talk.answer_nothing(yes)
    assert talk.standing is not None
    assert talk.standing.kind is OfferKind.REMEMBER
    assert [item.shown_text for item in talk.standing.items] == [lives[1].text]
