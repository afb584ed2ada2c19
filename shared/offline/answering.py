"""What a line means to the standing offer: an answer, and of what kind, or something else."""

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from shared.of_two import stand
from shared.offline.agreeing import agrees_outright, orders_to_stay, wants_it_everywhere
from shared.offline.answer_features import answer_features
from shared.offline.apart import ASKED, KEPT_BY_A_YES, is_of_its_own
from shared.offline.asked import forgets_all
from shared.offline.countering import contradicted, counters, jokes
from shared.offline.exchanging import exchanged
from shared.offline.features import shortened
from shared.offline.joining import adds, agrees, joined, limits_a_yes, names_another, says_a_part
from shared.offline.linear import ANSWER, linear
from shared.offline.offered import OfferShown
from shared.offline.reader import answer_input
from shared.offline.refining import (
    corrects,
    limits_it,
    names_a_part,
    opens_with_actually,
    opens_with_almost,
    opens_with_no,
    says_merely_no,
)
from shared.offline.selecting import (
    Pointed,
    agrees_to_the_rest,
    is_a_mere_number,
    leaves_out,
    named_outright,
    number_first,
    of_another_number,
    only_leaves_out,
    pointed,
    says_all,
    says_others,
    takes_number,
)
from shared.offline.taking_out import taken_out
from shared.operations import Offer, OfferKind
from shared.text.delete_orders import only_removes
from shared.text.own_words import Parted
from shared.text.patterns import APOSTROPHE
from shared.understanding import Continuation

_KINDS = {
    OfferKind.REMEMBER: "remember",
    OfferKind.CROSS_PROMOTE: "cross_promote",
    OfferKind.CONSENT: "cross_promote",
    OfferKind.PROJECT_FACTS: "project_facts",
    OfferKind.CLASH: "clash",
    OfferKind.MERGE: "retract",
}
_STANDS = {"replace": (2,), "both": (1, 2), "drop": (1,)}
"""Of a clash, which of the two is to stand; first what is known."""
_CONTINUATIONS = {
    "confirm": Continuation.CONFIRM,
    "decline": Continuation.DECLINE,
    "refine": Continuation.REFINE,
    "select": Continuation.SELECT,
}
_GOES_BY_A_YES = frozenset({"retract", "candidates"})
NEW = "new"
PLAIN = 0.99
TAKEN_FOR = frozenset({"confirm", "refine"})
"""What a statement about something else is taken for, when it is taken for an answer."""
SURE_ENOUGH = 0.5
"""Below, what is left when some are refused is asked about again."""


@dataclass(frozen=True, slots=True)
class AnswerHeard:
    """An answer, the places that it means, and how sure that is."""

    continuation: Continuation
    selection: tuple[int, ...]
    confidence: float


ASKED_AGAIN = AnswerHeard(Continuation.CONFIRM, (), 0.2)
"""It answers, and names none of what can be done: nobody is so unsure of a yes and acts on it."""


def offered_of(offer: Offer) -> OfferShown:
    """The offer as the utterances know it."""
    kind = _KINDS.get(offer.kind, "candidates" if offer.needs_choice or len(offer.items) > 1 else "retract")
    return OfferShown(kind, tuple(item.shown_text for item in offer.items))


def heard(parted: Parted, offer: Offer, language: str = "en") -> AnswerHeard:
    """The likeliest answer that is possible for such an offer; a topic shift when it is none."""
    offered = offered_of(offer)
    if plainly := _heard_plainly(parted, offer, offered):
        return plainly
    model = linear(ANSWER)
    chances = model.probabilities(answer_features(parted, offered), answer_input(parted, offered), language)
    numbers, spares = _numbers(offer), offered.kind == "candidates"
    found = pointed(shortened(parted.own), offered.items, numbers, keeping_spares=spares)
    chosen = found.of(len(offered.items))
    labels = possible(model.labels, chances, offered, selects=bool(chosen or found.unwanted))
    if labels[0] in TAKEN_FOR and is_of_its_own(shortened(parted.own), offered, language):
        labels = [NEW]
    for label in labels:
        confidence = model.confidence(float(chances[model.labels.index(label)]))
        if label in _STANDS:
            return AnswerHeard(Continuation.SELECT, _STANDS[label], confidence)
        left = _Left(shortened(parted.own), offered, numbers, found, offer.needs_choice)
        if refused := left.heard_as(label, confidence):
            return refused
        if label == "select" and len(chosen) == len(offered.items) and offered.kind != "candidates":
            return AnswerHeard(Continuation.CONFIRM, (), confidence)  # all of them, and none is to be chosen from
        meant = _meant(label, parted.own, offered, language, some=bool(chosen))
        selection = chosen if meant == "select" else ()
        if meant == "refine" and (label != meant or _goes_into_it(parted.own, offered, language)):
            confidence = max(confidence, SURE_ENOUGH)
        return AnswerHeard(_CONTINUATIONS.get(meant, Continuation.TOPIC_SHIFT), selection, confidence)
    return AnswerHeard(Continuation.TOPIC_SHIFT, (), 0.0)


def _heard_plainly(parted: Parted, offer: Offer, offered: OfferShown) -> AnswerHeard | None:
    """What needs no trained ear: a quotation, one of the usual answers, a joke, an order that something goes."""
    if parted.all_quoted or _orders_all_forgotten(parted.own, offered):
        return AnswerHeard(Continuation.TOPIC_SHIFT, (), PLAIN)
    if pointing := _of_two_or_one(parted.own, offer, offered):
        return pointing
    if plain := _plainly_said(parted.own, offered):
        return AnswerHeard(plain, (), PLAIN)
    if offered.kind not in KEPT_BY_A_YES or not only_removes(parted.own):
        return None
    gone = taken_out(parted.own, offered.items, _numbers(offer))
    return AnswerHeard(Continuation.TOPIC_SHIFT if gone is None else Continuation.DECLINE, gone or (), PLAIN)


def _plainly_said(own: str, offered: OfferShown) -> Continuation | None:
    """A yes or a no in usual words; an order to keep it is a no, where it was asked whether it should go."""
    if offered.kind in _GOES_BY_A_YES and orders_to_stay(own):
        return Continuation.DECLINE
    if plain := _plain(own):
        return plain
    if jokes(own):
        return Continuation.DECLINE
    keeping = offered.kind in KEPT_BY_A_YES
    agrees = (keeping or offered.kind == "retract") and agrees_outright(own, keeping=keeping)
    agrees |= offered.kind == "cross_promote" and wants_it_everywhere(own)
    return Continuation.CONFIRM if agrees else None


def _orders_all_forgotten(own: str, offered: OfferShown) -> bool:
    """All that is known, and not only what was asked about; "forget everything" may also mean a list that is shown."""
    only_one = offered.kind == "retract" and len(offered.items) == 1
    return forgets_all(own, surely=not only_one)


def _of_two_or_one(own: str, offer: Offer, offered: OfferShown) -> AnswerHeard | None:
    """Of two that clash, which is to stand; to a single offer a mere number says nothing but for the shown one."""
    if offered.kind == "clash":
        places = stand(own, offered.items)
        if not places:
            return None if places is None else ASKED_AGAIN
        return AnswerHeard(Continuation.SELECT, places, PLAIN)
    if offered.kind == "candidates" and (shown := _number_first(own, offer)):
        return AnswerHeard(Continuation.SELECT, shown, PLAIN)
    all_of_which = offered.kind == "candidates" and forgets_all(own)
    if all_of_which or (len(offered.items) > 1 and of_another_number(own, len(offered.items))):
        return ASKED_AGAIN
    if len(offered.items) > 1 or not is_a_mere_number(own) or takes_number(offered.items[0], own):
        return None
    is_shown = any(re.search(rf"\b{number}\b", own) for number in _numbers(offer))
    return AnswerHeard(Continuation.CONFIRM, (), PLAIN) if is_shown else ASKED_AGAIN


def _number_first(own: str, offer: Offer) -> tuple[int, ...]:
    """It begins with a number that was shown, and goes on to say why: "31. thank God that is over"."""
    number = number_first(own)
    return tuple(place for place, item in enumerate(offer.items, 1) if number and item.display_number == number)


@dataclass(frozen=True, slots=True)
class _Left:
    """An answer to an offer of several in which some are refused, and what it leaves of them."""

    own: str
    offered: OfferShown
    numbers: tuple[int, ...]
    found: Pointed
    one_is_meant: bool
    """It was asked which of them, and not whether all."""

    @property
    def rest(self) -> tuple[int, ...]:
        return self.found.of(len(self.offered.items))

    def heard_as(self, label: str, confidence: float) -> AnswerHeard | None:
        """Who refuses all of them agrees to none; of what would be kept, those that are refused go."""
        if len(self.offered.items) == 1 or not self.found.unwanted or (label == NEW and not opens_with_no(self.own)):
            return None
        if self.offered.kind == "candidates":
            return self._of_what_is_to_go(label, confidence)
        if self.offered.kind not in KEPT_BY_A_YES:
            return None
        if label in {"decline", NEW}:
            outright = self.found.unwanted & named_outright(self.own, self.offered.items, self.numbers)
            return _without(outright, self.offered, confidence) if outright and not self.found.wanted else None
        if self.found.wanted:
            chooses = label == "confirm" or not self.rest
            return AnswerHeard(Continuation.SELECT, self.rest, confidence) if chooses else None
        return self._of_the_others(label, confidence)

    def _of_what_is_to_go(self, label: str, confidence: float) -> AnswerHeard | None:
        """The others go where that is said; who only names what is not meant is asked again."""
        if label == "decline" or self.found.wanted:
            return None
        others = says_others(self.own) or (says_all(self.own) and agrees_to_the_rest(self.own))
        agrees = others or (not self.one_is_meant and agrees_to_the_rest(self.own))
        return AnswerHeard(Continuation.SELECT, self.rest, confidence) if agrees and self.rest else ASKED_AGAIN

    def _of_the_others(self, label: str, confidence: float) -> AnswerHeard | None:
        """They are kept where a yes is said, else asked again."""
        if not (only := only_leaves_out(self.own)) and label == "refine":
            return None
        if agrees_to_the_rest(self.own):
            sure = only or confidence >= SURE_ENOUGH
            return AnswerHeard(Continuation.SELECT, self.rest if sure else (), confidence)
        if says_all(self.own):
            return AnswerHeard(Continuation.SELECT, (), confidence)  # "not all": which, then
        return _without(self.found.unwanted, self.offered, confidence)


def _without(gone: frozenset[int], offered: OfferShown, confidence: float) -> AnswerHeard:
    """A no to those; to all of them where all are named."""
    some = tuple(sorted(gone)) if len(gone) < len(offered.items) else ()
    return AnswerHeard(Continuation.DECLINE, some, confidence)


def _meant(label: str, own: str, offered: OfferShown, language: str, *, some: bool) -> str:
    """What the words say for themselves, where the trained ear takes them for something next to it."""
    if label == "refine" and some and len(offered.items) > 1 and leaves_out(own):
        return "select"  # without one of them: what is told of it stays as it is
    if says_merely_no(own) and (label == "refine" or offered.kind in KEPT_BY_A_YES):
        return "decline"
    asked = label in {"confirm", "decline", NEW} and offered.kind in ASKED
    if asked and (so := contradicted(own, offered.items, language)) is not None:
        return "refine" if so else "decline"
    return "refine" if _says_more(label, own, offered, language) else label


def _says_more(label: str, own: str, offered: OfferShown, language: str) -> bool:
    """It is no plain yes to what was put right, no mere no, and no news to what was offered."""
    counts = label == "confirm"
    if (counts or label == NEW) and offered.kind in ASKED and names_a_part(own, offered.items, counts=counts):
        return True
    if offered.kind in ASKED and _goes_with_it(label, own, offered, language):
        return True
    if counts:
        return corrects(shortened(own), offered.items) or counters(shortened(own), offered.items, language)
    return label == "decline" and offered.kind in ASKED and _says_how_it_is(own, offered, language)


def _goes_with_it(label: str, own: str, offered: OfferShown, language: str) -> bool:
    """Its form shows how it goes with the one offered fact; what is new to it, only where it adds to it."""
    if len(offered.items) != 1 or label not in {"confirm", "decline", NEW}:
        return False
    known = offered.items[0]
    if label == NEW:
        limits = agrees(own) and limits_a_yes(own, known, language)
        puts_right = (opens_with_actually(own) or opens_with_almost(own)) and _goes_into_it(own, offered, language)
        return limits or puts_right or adds(own, known, language) or says_a_part(own, known)
    if label == "confirm" and agrees(own):
        return limits_a_yes(own, known, language)
    another = label == "confirm" and (names_another(own, known, language) or says_a_part(own, known))
    return another or _goes_into_it(own, offered, language)


def _goes_into_it(own: str, offered: OfferShown, language: str) -> bool:
    """No other fact would take the place of the one that was offered."""
    if len(offered.items) != 1:
        return False
    return any(way(offered.items[0], own, language) is not None for way in (joined, exchanged))


def _says_how_it_is(own: str, offered: OfferShown, language: str) -> bool:
    if says_merely_no(own):
        return False
    return counters(own, offered.items, language) or limits_it(own, offered.items)


def possible(labels: tuple[str, ...], chances: np.ndarray, offered: OfferShown, *, selects: bool) -> list[str]:
    """The labels that such an offer can be answered with, the likeliest first."""
    ranked = [labels[place] for place in np.argsort(-chances)]
    clash = offered.kind == "clash"
    return [
        label
        for label in ranked
        if not (label in _STANDS and not clash)
        and not (label == "select" and (clash or not selects or len(offered.items) < 2))  # noqa: PLR2004
    ]


def _numbers(offer: Offer) -> tuple[int, ...]:
    """By which the question names its items; where it does not, a number is a place."""
    named = offer.needs_choice or offer.kind is OfferKind.RETRACT
    return tuple(item.display_number for item in offer.items) if named else ()


def _plain(own: str) -> Continuation | None:
    bare = re.sub(r"[^\w\s'👍👎]", "", own.lower().replace(APOSTROPHE, "'")).strip()
    return next((answer for answer, said in _plain_answers().items() if re.sub(r"\s+", " ", bare) in said), None)


@cache
def _plain_answers() -> dict[Continuation, frozenset[str]]:
    table = tomllib.loads(Path(__file__).with_name("plain_answers.toml").read_text(encoding="utf-8"))
    return {Continuation(name): frozenset(said.split("|")) for name, said in table.items()}
