"""The end of a conversation in the talk itself: asked for, agreed to, refused, or simply talked past."""

import pytest

from services.memory.conversations.answer_draft import answer_offer
from services.memory.people.account import change_me, get_me
from services.memory.turn.perform import perform_turn
from services.router.routing import go_on_talking
from shared.contracts.errors import OfferOverError, StaleVersionError
from shared.contracts.operations import Action, Answer, AnswerOffer, CloseConversation, Operation, ShowWaiting
from shared.contracts.requests.conversations import ConversationStatus, ConversationVerb, EndedAs
from shared.contracts.requests.notebook import AnswerByCard, CardAnswer
from shared.contracts.requests.people import ChangeMe, GetMe
from shared.contracts.turns import OpenedTurn, PerformedTurn, RoutedTurn
from shared.contracts.understanding import Understanding
from tests.integration.memory.a_turn import FIRST, USE, closed, opened
from tests.integration.memory.house import House, Inhabitant, a_key
from tests.integration.memory.talk_that_ends import NARRATIVE, decided, looked_at, move, talk_told, thought

pytestmark = pytest.mark.row("C2")
CLOSE, CONFIRM = ConversationVerb.CLOSE, ConversationVerb.CONFIRM
ACTIVE, READY, ARCHIVED = ConversationStatus.ACTIVE, ConversationStatus.READY_TO_CLOSE, ConversationStatus.ARCHIVED


async def performed(
    house: House, turn: OpenedTurn, *operations: Operation, intent: str = "general_conversation"
) -> PerformedTurn:
    read = Understanding.model_validate({"intent": intent, "confidence": 1, "source": USE})
    routed = RoutedTurn.grown(turn, understanding=read, operations=operations, reply_needs=())
    found = await perform_turn(house.memory, go_on_talking(routed), FIRST)
    assert found is not None
    return found


async def said(
    house: House, one: Inhabitant, text: str, *operations: Operation, reply: str = "So it is."
) -> PerformedTurn:
    """A line, performed and answered."""
    done = await performed(house, await opened(house, one, text), *operations)
    await closed(house, done, reply=reply)
    return done


async def answered(house: House, one: Inhabitant, text: str, answer: Answer) -> PerformedTurn:
    turn = await opened(house, one, text)
    assert turn.standing is not None
    assert turn.may_answer
    done = await performed(house, turn, AnswerOffer(offer_id=turn.standing.offer_id, answer=answer))
    await closed(house, done)
    return done


async def shown(house: House) -> Inhabitant:
    one = await house.person()
    await talk_told(house, one)
    await move(house, one, CLOSE)
    await thought(house, one, decided())
    await looked_at(house, one)
    return one


def codes(turn: PerformedTurn) -> list[str | None]:
    return [outcome.code for outcome in turn.outcomes]


async def test_it_is_closed_by_saying_so_and_thought_about_once_the_reply_is_there(house: House) -> None:
    one = await house.person()
    await talk_told(house, one)
    turn = await opened(house, one, "let's wrap up")

    done = await performed(house, turn, CloseConversation(), intent="close_conversation")
    before = await looked_at(house, one)
    await closed(house, done)

    assert (codes(done), before.status) == (["closing"], ACTIVE)
    assert (await looked_at(house, one)).status is READY
    assert await house.records.value("select state from work where person_id = $1", one.who.person_id) == "waiting"


async def test_an_empty_one_is_over_without_a_question(house: House) -> None:
    one = await house.person()
    await house.said(one, "hi", "Hello.")

    turn = await opened(house, one, "I'm done here")
    done = await performed(house, turn, CloseConversation(), intent="close_conversation")
    await closed(house, done)

    assert codes(done) == ["closing_empty"]
    assert (await looked_at(house, one)).kept is EndedAs.EMPTY


async def test_a_plain_yes_to_what_was_shown_keeps_it_and_the_next_line_begins_anew(house: House) -> None:
    one = await shown(house)

    done = await answered(house, one, "yes please", Answer.CONFIRM)
    following = await said(house, one, "Good morning!")

    archived = await looked_at(house, one)
    assert (done.action, codes(done)) == (Action.COMMITTED, ["closing_kept"])
    assert (archived.status, [each.narrative for each in archived.memories]) == (ARCHIVED, [NARRATIVE])
    assert following.conversation_id != one.conversation_id


@pytest.mark.parametrize("text", ["yes", "ok", "keep it", "keep nothing"])
async def test_an_answer_before_it_was_seen_decides_nothing_and_is_told_where_to_look(house: House, text: str) -> None:
    one = await house.person()
    await talk_told(house, one)
    await move(house, one, CLOSE)
    await thought(house, one)

    turn = await opened(house, one, text)
    done = await performed(house, turn, *([ShowWaiting()] if text == "keep it" else []))
    await closed(house, done)

    assert (turn.standing, codes(done)) == (None, ["closing_already"])
    assert (await looked_at(house, one)).status is READY


async def test_nothing_is_kept_by_saying_so(house: House) -> None:
    one = await shown(house)

    done = await answered(house, one, "keep nothing", Answer.DECLINE)

    assert codes(done) == ["closing_let_go"]
    assert (await looked_at(house, one)).kept is EndedAs.NOTHING


async def test_a_plain_no_only_goes_on_talking(house: House) -> None:
    one = await shown(house)

    done = await answered(house, one, "no", Answer.DECLINE)

    view = await looked_at(house, one)
    assert (codes(done), view.status, view.draft) == (["closing_goes_on"], ACTIVE, None)


async def test_whoever_goes_on_talking_has_the_draft_put_aside(house: House) -> None:
    one = await shown(house)

    done = await said(house, one, "Wait, how long does the train to Vigo take?")

    view = await looked_at(house, one)
    assert (codes(done), view.status, view.draft) == (["closing_aside"], ACTIVE, None)
    assert await house.records.value("select count(*) from offer where person_id = $1", one.who.person_id) == 0


@pytest.mark.parametrize("text", ["thanks!", "ok bye", "ok thanks", "danke, gute Nacht"])
async def test_courtesy_changes_nothing_and_the_question_stands(house: House, text: str) -> None:
    one = await shown(house)

    done = await said(house, one, text)
    later = await answered(house, one, "yes", Answer.CONFIRM)

    assert (codes(done), codes(later)) == ([], ["closing_kept"])


async def test_a_yes_after_a_question_of_the_reply_is_none_to_the_draft(house: House) -> None:
    one = await shown(house)

    await said(house, one, "thanks!", reply="You're welcome. Shall I tell you a story?")
    turn = await opened(house, one, "yes")

    assert (turn.standing, turn.may_answer) == (None, False)
    assert (await looked_at(house, one)).status is ConversationStatus.READY_TO_CLOSE


@pytest.mark.parametrize("asking", ["together", "now"])
async def test_nothing_else_is_asked_while_a_draft_waits(house: House, asking: str) -> None:
    one = await shown(house)
    await house.knows(one, "You like strong tea.", force="held")
    await house.do("update person set asking = $1 where id = $2", asking, one.who.person_id)

    done = await said(house, one, "thanks!")

    assert done.offer is None
    assert await house.records.value("select asked_together_on from person where id = $1", one.who.person_id) is None


async def test_what_moved_since_it_was_shown_is_not_agreed_to_unseen(house: House) -> None:
    one = await shown(house)
    turn = await opened(house, one, "yes")
    assert turn.standing is not None
    await thought(house, one, narrative="You drive after all.")

    done = await performed(house, turn, AnswerOffer(offer_id=turn.standing.offer_id, answer=Answer.CONFIRM))

    assert codes(done) == ["no_offer"]
    assert (await looked_at(house, one)).status is READY


async def test_a_line_that_waited_when_it_was_closed_is_a_part_of_it(house: House) -> None:
    one = await house.person()
    await talk_told(house, one)
    turn = await opened(house, one, "One more thing about Vigo.")
    await move(house, one, CLOSE)

    done = await performed(house, turn)
    asleep = await house.records.value("select not_before > now() from work where person_id = $1", one.who.person_id)
    await closed(house, done)

    assert (codes(done), asleep) == ([], True)
    assert (await looked_at(house, one)).status is READY
    assert await house.records.value("select not_before <= now() from work where person_id = $1", one.who.person_id)


@pytest.mark.row("M27")
async def test_the_switches_hold_in_the_next_conversation_and_between_two(house: House) -> None:
    one = await shown(house)
    await move(house, one, CONFIRM, version=1)

    await change_me(house.memory, ChangeMe(caller=one.who, key=a_key(), write=False))
    me = await get_me(house.memory, GetMe(caller=one.who))
    turn = await opened(house, one, "Good morning!")

    assert (me.settings.write, turn.write) == (False, False)


def on_card(one: Inhabitant, offer_id: object, item: CardAnswer) -> AnswerByCard:
    return AnswerByCard.model_validate({"caller": one.who, "key": a_key(), "offer_id": offer_id, "items": (item,)})


@pytest.mark.row("C4")
async def test_the_card_answers_too_and_words_it_anew(house: House) -> None:
    one = await shown(house)
    asked = (await looked_at(house, one)).offer
    assert asked is not None
    item = asked.items[0]
    seen = {"assertion_id": item.assertion_id, "version": item.version, "text_hash": item.text_hash}

    reworded = await answer_offer(
        house.memory,
        on_card(one, asked.offer_id, CardAnswer(**seen, answer="change", text="You take the night train.")),
    )
    assert reworded.offer is not None
    anew = reworded.offer.items[0]
    with pytest.raises(OfferOverError):
        await answer_offer(house.memory, on_card(one, asked.offer_id, CardAnswer(**seen, answer="yes")))
    with pytest.raises(StaleVersionError):
        await answer_offer(house.memory, on_card(one, reworded.offer.offer_id, CardAnswer(**seen, answer="yes")))
    yes = CardAnswer(assertion_id=anew.assertion_id, version=anew.version, text_hash=anew.text_hash, answer="yes")
    kept = await answer_offer(house.memory, on_card(one, reworded.offer.offer_id, yes))

    assert (reworded.action, kept.action, kept.stored_count) == (Action.REFINED, Action.COMMITTED, 1)
    assert [each.narrative for each in (await looked_at(house, one)).memories] == ["You take the night train."]
