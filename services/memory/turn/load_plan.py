"""Which assertions a turn's operations and its reply need, and which texts' meanings."""

from collections.abc import Iterator, Mapping
from uuid import UUID

from services.memory.assertions.repository import LoadPlan
from services.memory.assertions.writing_rules import shorten_text
from services.memory.consent.offers import StandingOffer
from services.memory.recall.description_match import sought_words, subjects_of
from services.memory.store.rows import Vector
from services.memory.turn.apply_operations import PAUSES
from services.memory.turn.reply_context import QUOTING, ReplyFindings, tells_everything
from shared.contracts.assertions import Kind
from shared.contracts.operations import (
    AddKnowledge,
    AnswerOffer,
    CorrectKnowledge,
    Forget,
    KeepProjectFacts,
    Remember,
    ShowWaiting,
)
from shared.contracts.turns import RoutedTurn
from shared.text.plain_orders import asks_of_before


def texts_to_embed(turn: RoutedTurn) -> list[str]:
    """What the turn may write or look for."""
    return [shorten_text(text, Kind.FACT) if is_kept else text for text, is_kept in _texts(turn)]


def _texts(turn: RoutedTurn) -> Iterator[tuple[str, bool]]:
    for operation in turn.operations:
        match operation:
            case Remember(facts=facts, unread=unread):
                yield from ((text, True) for text in (*(fact.text for fact in facts), *unread))
            case AnswerOffer(refined=facts):
                yield from ((fact.text, True) for fact in facts)
            case Forget(description=description):
                yield from ((sought_words(text), False) for text in (description, *subjects_of(description)))
            case AddKnowledge(text=text):
                yield text, True
            case CorrectKnowledge(target=target, text=text):
                yield target, False
                if text is not None:
                    yield text, True
            case _:
                pass


def plan_loading(
    turn: RoutedTurn,
    standing: StandingOffer | None,
    meanings: Mapping[str, Vector],
    sought: ReplyFindings,
    *,
    is_due: bool = False,
) -> LoadPlan:
    """What is loaded before the operations are done: nothing, for plain conversation outside of a project."""
    kinds = {type(operation) for operation in turn.operations}
    quoting = turn.read and not QUOTING.isdisjoint(turn.reply_needs)
    all_of_it, spoken = quoting and tells_everything(turn), quoting and "spoken" in turn.reply_needs
    here = bool(kinds & {AddKnowledge, CorrectKnowledge, KeepProjectFacts}) or all_of_it or _may_pause(turn)
    return LoadPlan(
        engagements=frozenset({turn.engagement_id}) if here else frozenset(),
        personal=bool(kinds & {Remember, Forget}) or (all_of_it and spoken),
        held_in=frozenset({turn.engagement_id}) if quoting else frozenset(),
        was_in_story=spoken and asks_of_before(turn.text),
        held_in_story=spoken or is_due or bool(kinds & {AnswerOffer, ShowWaiting}),
        ids=_offered(standing) | frozenset(sought.memories),
        beside=_offered(standing) if AnswerOffer in kinds else frozenset(),
        vectors={**meanings, **sought.vectors},
    )


def _may_pause(turn: RoutedTurn) -> bool:
    return turn.engagement_kind == "project" and turn.understanding.intent in PAUSES and not turn.operations


def _offered(standing: StandingOffer | None) -> frozenset[UUID]:
    return standing.offer.named if standing is not None else frozenset()
