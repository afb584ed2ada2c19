"""From an understanding to operations: what the card orders, after what the standing offer makes of the line."""

import re
import tomllib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Literal

from services.router.decomposing import decompose_line
from services.router.verifying import ASKED_ABOUT, Verification, verify_understanding
from shared.answers.grammar import says_of_a_draft
from shared.answers.waiting import NamedWaiting, read_named_waiting
from shared.contracts.notices import Attempt
from shared.contracts.operations import (
    AddKnowledge,
    Answer,
    AnswerOffer,
    AskAgain,
    CloseConversation,
    CorrectKnowledge,
    Forget,
    KeepProjectFacts,
    LeaveWaiting,
    NoteCorrection,
    Offer,
    OfferKind,
    Operation,
    Remember,
    ResumeConversation,
    ShowWaiting,
    TellOnly,
)
from shared.contracts.turns import ClassifiedTurn, EngagementKind, RoutedTurn
from shared.contracts.understanding import Continuation, Understanding
from shared.intents.card import Card, load_cards
from shared.own_life.hearing import Life, help_abroad, life_in_danger
from shared.text.comparable import fold_text, speaks_of_themself
from shared.text.courtesy import is_mere_courtesy
from shared.text.own_words import part_words
from shared.text.plain_orders import tells_unwritten
from shared.text.secret_words import holds_secret
from shared.wording.closing_question import UNSURE


def says_phrase(what: str, text: str) -> bool:
    """Whether the text has one of the forms of that phrase."""
    return _forms()[what].search(fold_text(text)) is not None


@cache
def _forms() -> dict[str, re.Pattern[str]]:
    text = Path(__file__).with_name("phrases.toml").read_text(encoding="utf-8")
    return {name: re.compile("|".join(forms)) for name, forms in tomllib.loads(text).items()}


_ANSWERS = {
    Continuation.CONFIRM: Answer.CONFIRM,
    Continuation.DECLINE: Answer.DECLINE,
    Continuation.REFINE: Answer.REFINE,
    Continuation.SELECT: Answer.SELECT,
}


def answerable_offer(turn: ClassifiedTurn) -> Offer | None:
    """The offer that this turn may answer."""
    return turn.standing if turn.may_answer else None


def answer_of(turn: ClassifiedTurn) -> AnswerOffer | AskAgain | LeaveWaiting | None:
    """What happens to the offer that stands; nothing when there is none to answer. Memory reads the words once more."""
    offer = answerable_offer(turn)
    if offer is None:
        return None
    understanding = turn.understanding
    answer = _ANSWERS.get(understanding.continuation)
    if answer is not None:
        return AnswerOffer(
            offer_id=offer.offer_id,
            answer=answer,
            selection=understanding.selection,
            refined=understanding.personal_facts if answer is Answer.REFINE else (),
        )
    if understanding.clarification is not None and not offer.asked_again:
        return AskAgain(offer_id=offer.offer_id)
    return LeaveWaiting(offer_id=offer.offer_id)


def plan_operations(turn: ClassifiedTurn, cards: dict[str, Card]) -> RoutedTurn:
    """The operations, and what the reply needs."""
    card = cards[turn.understanding.intent]
    if (told := _only_told(turn)) is not None:
        return RoutedTurn.grown(turn, operations=(told,), reply_needs=())
    answer = answer_of(turn)
    if isinstance(answer, AskAgain):
        return RoutedTurn.grown(turn, operations=(answer,), reply_needs=())
    if isinstance(answer, AnswerOffer):
        return RoutedTurn.grown(turn, operations=(answer, *_besides(turn, answer)), reply_needs=card.reply_needs)
    before = (answer,) if answer is not None else ()
    named = None if _means_more(turn) else read_named_waiting(turn.text, turn.understanding.language)
    if named is not None:
        return RoutedTurn.grown(turn, operations=(*before, _shown_again(named)), reply_needs=())
    if turn.understanding.parts and not says_phrase("deferred", turn.text):
        parts = decompose_line(turn, cards, _ordered)
        if parts is not None:
            return RoutedTurn.grown(
                turn,
                understanding=parts.understanding,
                operations=(*before, *parts.operations),
                reply_needs=tuple(parts.needs),
            )
    return _routed(turn, card, (*before, *_misread(turn), *_ordered(turn, card)))


def _means_more(turn: ClassifiedTurn) -> bool:
    """It orders something of its own, though it may name what waits: "the one about Daniel can go"."""
    understanding = turn.understanding
    forgets = understanding.forget_description is not None and understanding.confidence >= ASKED_ABOUT
    return _keeps_project_facts(turn) or forgets


def _shown_again(named: NamedWaiting) -> ShowWaiting:
    return ShowWaiting(description=named.description, places=named.places, everything=named.everything)


def _routed(turn: ClassifiedTurn, card: Card, acting: tuple[Operation, ...]) -> RoutedTurn:
    """As ordered, if what was understood fits what is known; else one question is asked."""
    if all(isinstance(one, LeaveWaiting | NoteCorrection | KeepProjectFacts) for one in acting):
        return RoutedTurn.grown(turn, operations=acting, reply_needs=_needs(turn, card))
    checked = verify_understanding(turn)
    turn = _checked(turn, checked)
    if says_phrase("deferred", turn.text) or not checked.matches:
        before = tuple(one for one in acting if isinstance(one, LeaveWaiting))
        return _ask_instead(turn, card, before)
    return RoutedTurn.grown(turn, operations=acting, reply_needs=_needs(turn, card))


def _needs(turn: ClassifiedTurn, card: Card) -> tuple[str, ...]:
    """What the card names; a question about themself is answered from what they told as well, wherever that was."""
    quotes = "quotes" in card.reply_needs and {"spoken", "summary"}.isdisjoint(card.reply_needs)
    of_themself = quotes and speaks_of_themself(part_words(turn.text).own)
    return (*card.reply_needs, "spoken") if of_themself else card.reply_needs


def _checked(turn: ClassifiedTurn, checked: Verification) -> ClassifiedTurn:
    """The turn that says which memories its understanding was held against, beside what they did to it before."""
    if not checked.used:
        return turn
    used = (*checked.used, *turn.understanding.memory_used)
    understanding = Understanding.model_validate({**dict(turn.understanding), "memory_used": used})
    return ClassifiedTurn.grown(turn, understanding=understanding)


def _only_told(turn: ClassifiedTurn) -> TellOnly | None:
    """What is done by hand only, kept never, or answered by a look at Why, whatever else the line was taken for."""
    own, offer = part_words(turn.text).own, answerable_offer(turn)
    if (never := _kept_never(turn, own, is_answering=offer is not None)) is not None:
        return never
    if says_phrase("erase_all", own) and (offer is None or offer.kind is not OfferKind.RETRACT):
        return TellOnly(code="erase_by_hand")
    if says_phrase("undo", own) or (offer is None and says_phrase("take_back", own)):
        return TellOnly(code="undo_by_hand")
    for code in _ELSEWHERE:
        if says_phrase(code, own):
            return TellOnly(code=code)
    return TellOnly(code="see_why") if says_phrase("why", own) else None


def _kept_never(turn: ClassifiedTurn, own: str, *, is_answering: bool) -> TellOnly | None:
    if (whose := _life_in_danger(turn, own)) is not None:
        return TellOnly(code="own_life" if whose is Life.OWN else "anothers_life")
    if holds_secret(own) and turn.understanding.intent != "forget_about_me":
        return TellOnly(code="secret")
    return TellOnly(code="not_to_keep") if tells_unwritten(own, is_answering=is_answering) else None


def _life_in_danger(turn: ClassifiedTurn, own: str) -> Life | None:
    """Whose; any one of those who hear that it is the person's own is enough, and nobody's no silences another."""
    heard = life_in_danger(own)
    is_own = says_phrase("own_life", own) or turn.understanding.own_life_in_danger or help_abroad(own) is not None
    return Life.OWN if is_own else heard


_ELSEWHERE: tuple[Literal["pin_by_hand", "switch_by_hand", "project_by_hand", "known_then"], ...] = (
    "pin_by_hand",
    "switch_by_hand",
    "project_by_hand",
    "known_then",
)
"""What is set with the notebook, the switches and the list of projects; each is named as its phrases are."""


def _ask_instead(turn: ClassifiedTurn, card: Card, before: tuple[Operation, ...]) -> RoutedTurn:
    """Nothing is done but what the offer that stood comes to: one question is asked."""
    unsure = Understanding.model_validate(
        {**turn.understanding.model_dump(), "clarification": turn.understanding.clarification or UNSURE}
    )
    return RoutedTurn.grown(turn, understanding=unsure, operations=before, reply_needs=card.reply_needs)


def _besides(turn: ClassifiedTurn, answer: AnswerOffer) -> tuple[Operation, ...]:
    """An answer may bring another fact along; the one that was asked about is none."""
    if answer.answer is Answer.REFINE or turn.standing is None:
        return ()
    asked = {item.shown_text for item in turn.standing.items}
    further = tuple(fact for fact in turn.understanding.personal_facts if fact.text not in asked)
    return (Remember(facts=further),) if further else ()


def _misread(turn: ClassifiedTurn) -> tuple[Operation, ...]:
    """The person says what they had meant: the turn before is noted as misunderstood."""
    if not turn.history or not says_phrase("meant", turn.text):
        return ()
    last = turn.history[-1]
    if last.intent is None or last.intent == turn.understanding.intent:
        return ()
    return (NoteCorrection(turn_id=last.turn_id, original=last.intent, corrected=turn.understanding.intent),)


def _ordered(turn: ClassifiedTurn, card: Card) -> tuple[Operation, ...]:
    if _keeps_project_facts(turn):
        return (KeepProjectFacts(),)
    if turn.understanding.clarification is not None:
        return ()
    if turn.understanding.continuation in UNASKED:
        return ()
    order = _ORDERS.get(card.operation)
    return () if order is None else order(turn)


def _keeps_project_facts(turn: ClassifiedTurn) -> bool:
    """By saying so, in the project."""
    return turn.engagement_kind is EngagementKind.PROJECT and says_phrase("keep_these", turn.text)


UNASKED = frozenset({Continuation.CONFIRM, Continuation.DECLINE, Continuation.SELECT})
"""Answers that come here had no offer to answer: a "yes" to nothing is conversation."""


def _remember(turn: ClassifiedTurn) -> tuple[Operation, ...]:
    understanding = turn.understanding
    if not understanding.personal_facts:
        return ()
    return (Remember(facts=understanding.personal_facts, unread=understanding.unread_facts),)


def _forget(turn: ClassifiedTurn) -> tuple[Operation, ...]:
    understanding = turn.understanding
    if understanding.forget_description is None:
        return ()
    return (
        Forget(
            description=understanding.forget_description,
            everything=understanding.forget_everything,
            never_again=understanding.never_again,
        ),
    )


def _add_knowledge(turn: ClassifiedTurn) -> tuple[Operation, ...]:
    return (AddKnowledge(text=turn.understanding.knowledge or turn.text, own_words=turn.text),)


def _correct_knowledge(turn: ClassifiedTurn) -> tuple[Operation, ...]:
    understanding = turn.understanding
    target = understanding.target or understanding.knowledge or turn.text
    return (CorrectKnowledge(target=target, text=understanding.knowledge, own_words=turn.text),)


def _close_conversation(_: ClassifiedTurn) -> tuple[Operation, ...]:
    return (CloseConversation(),)


_ORDERS: MappingProxyType[str, Callable[[ClassifiedTurn], tuple[Operation, ...]]] = MappingProxyType(
    {
        "remember": _remember,
        "forget": _forget,
        "add_knowledge": _add_knowledge,
        "correct_knowledge": _correct_knowledge,
        "close_conversation": _close_conversation,
    }
)


def go_on_talking(turn: RoutedTurn) -> RoutedTurn:
    """A conversation that was about to end goes on with whatever is no answer to its draft and no mere courtesy."""
    answers = any(isinstance(one, AnswerOffer | CloseConversation) for one in turn.operations)
    if not turn.about_to_end or answers:
        return turn
    if says_of_a_draft(turn.text):
        only_points = all(isinstance(one, ShowWaiting) for one in turn.operations)
        return _before_it_is_seen(turn) if only_points else turn
    if is_mere_courtesy(turn.text):
        return turn
    return RoutedTurn.grown(turn, operations=(ResumeConversation(), *turn.operations))


def _before_it_is_seen(turn: RoutedTurn) -> RoutedTurn:
    """An answer to a draft that nobody looked at yet decides nothing; the reply says that it is there to be seen."""
    plain = turn.understanding.model_copy(update={"clarification": None})
    return RoutedTurn.grown(turn, understanding=plain, operations=(CloseConversation(),), reply_needs=())


async def route_turn(turn: ClassifiedTurn, _: Attempt) -> RoutedTurn:
    """Decides what is to be done; asks nobody."""
    return go_on_talking(plan_operations(turn, load_cards()))
