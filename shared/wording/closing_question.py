"""The closing question of a reply: one, in the words of the offer that it is bound to."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from shared.contracts.operations import ASKS_LINE_OUT, Offer, OfferItem, OfferKind, Outcome
from shared.contracts.turns import AnsweredTurn, NearMemory, PerformedTurn
from shared.contracts.understanding import Influence, PersonalFact
from shared.text.quotation import quotation_parts, words_quoted
from shared.text.visible_text import mixes_alphabets
from shared.wording.phrases import Manner, Phrasing, Wording, load_wording
from shared.wording.quoted_text import is_only_turned, quote_text, texts_differ

GAP = "\n\n"
"""Between the prose of a reply and its question."""
LEAVING = frozenset({"remember", "forget", "leave_out"})
"""Operations whose outcome may name what was left for later."""
_IS_ENDED = re.compile(r"[.!?…]['\"”“»\u2069]*$")
UNSURE = "unsure"
"""Stands for a clarification where whoever found the line unclear has no question of their own."""


@dataclass(frozen=True, slots=True)
class _Asking:
    offer: Offer
    manner: Manner
    speech: Wording
    phrasing: Phrasing

    def pick(self, variants: Sequence[str]) -> str:
        """The same offer is always asked in the same words, on every door and after every restart."""
        return variants[self.offer.offer_id.bytes[-1] % len(variants)]


def left_for_later(outcomes: Sequence[Outcome], manner: Manner) -> str:
    """What was told and is not asked about now: before the question, for a card does not show it."""
    return "\n".join(_left(outcomes, load_wording(manner.language)))


def closing_question(offer: Offer, manner: Manner) -> str:
    """What is asked, as the last thing of a reply, and what a yes would mean."""
    speech = load_wording(manner.language)
    asking = _Asking(offer, manner, speech, speech.over if offer.is_over else speech.kinds[offer.kind])
    lines = [
        *_shown(asking),
        *_more(offer, speech),
        *_meaning(offer, speech),
        *_leaving(asking),
        *_warning(offer, speech),
    ]
    ask = _by_hand(asking) if offer.needs_control else _ask(asking)
    if len(lines) <= 1 and "\n" not in "".join(lines):
        return " ".join([*map(_ended, lines), ask])
    return "\n".join([*lines, ask])


def _ended(line: str) -> str:
    """A sentence: what is quoted at its end may be none."""
    return line if _IS_ENDED.search(line) else f"{line}."


def promotion_question(fact: PersonalFact, turn: PerformedTurn) -> str:
    """The same for a fact that a project's reply proposes to remember everywhere: one sentence."""
    speech = load_wording(turn.understanding.language)
    variants = speech.kinds[OfferKind.CROSS_PROMOTE].ask
    return variants[turn.turn_id.bytes[-1] % len(variants)].format(text=quote_text(fact.text, speech))


def without_promotion(turn: AnsweredTurn) -> str:
    """The reply without the question of its proposal: where closing the turn finds that it must not be asked."""
    if turn.proposal is None:
        return turn.reply
    return turn.reply.removesuffix(promotion_question(turn.proposal.fact, turn)).removesuffix(GAP)


def clarification_text(turn: PerformedTurn) -> str:
    """The question that is asked instead of guessing; empty when all is clear."""
    asked = turn.understanding.clarification or ""
    if asked != UNSURE:
        return asked
    speech = load_wording(turn.understanding.language)
    if (memory := _almost_fits(turn)) is not None:
        return speech.unclear_near.format(text=quote_text(memory.content, speech))
    return speech.unclear[turn.turn_id.bytes[-1] % len(speech.unclear)]


def _almost_fits(turn: PerformedTurn) -> NearMemory | None:
    """Of what the understanding was held against, the memory that has most to do with the line: the other reading."""
    near = {memory.assertion_id: memory for memory in turn.near}
    checked = (use for use in turn.understanding.memory_used if use.influence is Influence.INTENT_VERIFICATION)
    return next((near[use.assertion_id] for use in checked if use.assertion_id in near), None)


def manner_of(turn: PerformedTurn) -> Manner:
    """The turn's language, and the calendar of its person at the time when it began."""
    return Manner(turn.understanding.language, turn.person.time_zone, turn.activated_at)


def _shown(asking: _Asking) -> list[str]:
    items = asking.offer.items
    if asking.offer.kind is OfferKind.CROSS_PROMOTE and len(items) == 1 and not asking.offer.needs_control:
        return []  # its one sentence holds the text
    if asking.offer.kind is OfferKind.CLASH:
        return _clash(asking, items[0], items[-1])
    if not items:
        return []
    if len(items) == 1:
        return [_one(items[0], asking), *_said(items[0], asking), *_beside(items[0], asking.speech)]
    return [
        asking.pick(asking.phrasing.several),
        *(line for item in _numbered(items) for line in _listed(item, asking)),
    ]


def _beside(item: OfferItem, speech: Wording) -> list[str]:
    """What is known of the same, where a yes keeps both."""
    near = item.beside
    if near is None:
        return []
    return [speech.beside.format(number=near.display_number, text=quote_text(near.shown_text, speech))]


def _one(item: OfferItem, asking: _Asking) -> str:
    """What was understood; nothing was put into words of ours where it is the person's own."""
    own = words_quoted(item.shown_text)
    if own is None or asking.offer.kind is not OfferKind.REMEMBER:
        return _in_words(asking.pick(asking.phrasing.one), item, asking.speech)
    return asking.speech.said.format(own=quote_text(own, asking.speech))


def _clash(asking: _Asking, known: OfferItem, recent: OfferItem) -> list[str]:
    phrasing, speech = asking.phrasing, asking.speech
    return [
        _in_words(asking.pick(phrasing.one if known.display_number else phrasing.one_unnumbered), known, speech),
        _in_words(asking.pick(phrasing.several), recent, speech),
        *_said(recent, asking),
    ]


def _in_words(pattern: str, item: OfferItem, speech: Wording) -> str:
    return pattern.format(number=item.display_number, text=quote_text(item.shown_text, speech))


def _numbered(items: Sequence[OfferItem]) -> list[tuple[int, OfferItem]]:
    """By the numbers of the notebook, so that “number 14” means one thing; by their places while one has none."""
    if all(item.display_number for item in items):
        return [(item.display_number, item) for item in items]
    return list(enumerate(items, 1))


def _listed(numbered: tuple[int, OfferItem], asking: _Asking) -> list[str]:
    number, item = numbered
    line = asking.speech.listed.format(number=number, text=quote_text(item.shown_text, asking.speech))
    return [line, *(f"   {said}" for said in _said(item, asking))]


def _said(item: OfferItem, asking: _Asking) -> list[str]:
    """The person's own words, where something new was understood; nobody needs to read the same thing twice."""
    if asking.offer.kind is OfferKind.RETRACT or not item.own_words or quotation_parts(item.shown_text)[1] is not None:
        return []
    if not texts_differ(item.own_words, item.shown_text) or is_only_turned(item.own_words, item.shown_text):
        return []
    return [asking.speech.said.format(own=quote_text(item.own_words, asking.speech))]


def _left(outcomes: Sequence[Outcome], speech: Wording) -> list[str]:
    left = [words for outcome in outcomes if _leaves(outcome) for words in outcome.left]
    waits = [words for outcome in outcomes for words in outcome.waits]
    alone = [words for outcome in outcomes if _is_of_a_line(outcome) for words in outcome.left]
    told = ((speech.left, "left", left), (speech.waits, "waits", waits), (speech.line_alone, "line", alone))
    return [pattern.format(**{slot: _listed_in(words, speech)}) for pattern, slot, words in told if words]


def _listed_in(several: Sequence[str], speech: Wording) -> str:
    return ", ".join(quote_text(words.rstrip("."), speech) for words in several)


def _leaves(outcome: Outcome) -> bool:
    return outcome.kind in LEAVING and outcome.code not in ("unfound", ASKS_LINE_OUT)


def _is_of_a_line(outcome: Outcome) -> bool:
    """Whether nothing but a line is asked about; beside a memory, which is shown, it is not repeated."""
    return outcome.code == ASKS_LINE_OUT and not outcome.mentioned


def _more(offer: Offer, speech: Wording) -> list[str]:
    return [speech.more.format(more=offer.more)] if offer.more else []


def _meaning(offer: Offer, speech: Wording) -> list[str]:
    return [speech.never_again] if offer.never_again else []


def _leaving(asking: _Asking) -> list[str]:
    """That a line leaves the talk with the yes: the one that told what is shown."""
    return [asking.speech.line_too] if asking.offer.takes_out is not None and asking.offer.items else []


def _warning(offer: Offer, speech: Wording) -> list[str]:
    texts = (text for item in offer.items for text in (item.shown_text, item.own_words))
    return [speech.lookalikes] if any(map(mixes_alphabets, texts)) else []


def _by_hand(asking: _Asking) -> str:
    """Which of them and why, and where it is decided, on every door: whoever reads the talk may sit at any of them."""
    items = asking.offer.items[-1:] if asking.offer.kind is OfferKind.CLASH else asking.offer.items
    needing = [numbered for numbered in _numbered(items) if numbered[1].card_for is not None]
    named = needing or _numbered(items)
    number = named[0][0] if len(named) == 1 and named[0][1].display_number else "N"
    others = [asking.speech.control_others] if needing and len(needing) < len(items) else []
    control = asking.speech.control.format(number=number)
    return " ".join([*_why_by_hand(needing, asking, alone=len(items) == 1), control, *others])


def _why_by_hand(needing: Sequence[tuple[int, OfferItem]], asking: _Asking, *, alone: bool) -> list[str]:
    patterns = asking.speech.why_card_alone if alone else asking.speech.why_card
    return [patterns[item.card_for].format(number=number) for number, item in needing if item.card_for is not None]


def _ask(asking: _Asking) -> str:
    phrasing, offer = asking.phrasing, asking.offer
    if offer.takes_out is not None:
        return asking.speech.line_ask_both if offer.items else asking.speech.line_ask
    if offer.awaits is not None:
        return asking.speech.reword
    if len(offer.items) == 1:
        return _in_words(asking.pick(phrasing.ask), offer.items[0], asking.speech)
    variants = phrasing.ask_choice if offer.needs_choice and phrasing.ask_choice else phrasing.ask_several
    return asking.pick(variants)
