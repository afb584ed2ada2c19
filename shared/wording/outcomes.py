"""What a turn has to tell about memory: one occasion for each thing that was done or not."""

from dataclasses import dataclass, replace
from enum import StrEnum

from shared.contracts.operations import ASKS_LINE_OUT, LINE_OUT, Action, Mentioned, Outcome
from shared.contracts.turns import PerformedTurn


class Occasion(StrEnum):
    """What is to be told."""

    HELD = "held"
    HELD_SEVERAL = "held_several"
    HELD_CLASH = "held_clash"
    HELD_QUIETLY = "held_quietly"
    """It waits in the notebook, and is not asked about now: as the person wants it."""
    NOT_ASKED_FOR = "not_asked_for"
    """Nothing is held, for they said nothing of remembering: as the person wants it."""
    KNOWN = "known"
    COMMITTED = "committed"
    COMMITTED_SEVERAL = "committed_several"
    COMMITTED_SOME = "committed_some"
    COMMITTED_BOTH = "committed_both"
    OTHERS_WAIT = "others_wait"
    REPLACED = "replaced"
    REFINED = "refined"
    REJECTED = "rejected"
    DECLINED = "declined"
    KEPT_KNOWN = "kept_known"
    LEFT_AS_IS = "left_as_is"
    CONFIRM_RETRACTION = "confirm_retraction"
    AMBIGUOUS = "ambiguous"
    NO_MATCH = "no_match"
    NO_MATCH_NEVER = "no_match_never"
    FORGET_ALL = "forget_all"
    FORGET_ALL_BY_HAND = "forget_all_by_hand"
    UNFOUND = "unfound"
    """Of several subjects in one order some fit nothing."""
    RETRACTED = "retracted"
    RETRACTED_SEVERAL = "retracted_several"
    RETRACTED_NEVER = "retracted_never"
    LINE_TAKEN_OUT = "line_taken_out"
    """With what was told in it, or by itself."""
    RESTORED = "restored"
    ERASED = "erased"
    NOTED = "noted"
    NOTED_AGAIN = "noted_again"
    NOTED_INSTEAD = "noted_instead"
    CORRECTED = "corrected"
    AMENDED = "amended"
    UNDERSTOOD = "understood"
    ASKED = "asked"
    WHICH = "which"
    WHICH_STANDS = "which_stands"
    """Of two that cannot both be meant, or can."""
    HOW = "how"
    NEEDS_CARD = "needs_card"
    CHANGED_MEANWHILE = "changed_meanwhile"
    NOT_KEEPABLE = "not_keepable"
    NOTHING_WAITS = "nothing_waits"
    NOTHING_OPEN = "nothing_open"
    NOT_UNDERSTOOD = "not_understood"
    """What was said to a question was no answer: it is asked once more."""
    SHOWN_AGAIN = "shown_again"
    WAITS_NOT = "waits_not"
    AGAIN = "again"
    """It came before the question could be seen, which is asked again."""
    OWN_LIFE = "own_life"
    """They speak of ending or harming their own life: nothing is told beside it, and no model puts it into words."""
    ANOTHERS_LIFE = "anothers_life"
    """They fear for somebody else's life: told as fixedly."""
    SECRET = "secret"  # noqa: S105  # the name of an occasion
    NOT_TO_KEEP = "not_to_keep"
    ERASE_BY_HAND = "erase_by_hand"
    SEE_WHY = "see_why"
    UNDO_BY_HAND = "undo_by_hand"
    KNOWN_THEN = "known_then"
    PIN_BY_HAND = "pin_by_hand"
    SWITCH_BY_HAND = "switch_by_hand"
    PROJECT_BY_HAND = "project_by_hand"
    NO_PERSONAL_ENGAGEMENT = "no_personal_engagement"
    REFUSED = "refused"
    INCOGNITO = "incognito"
    TOO_MANY = "too_many"
    NO_PROJECT = "no_project"
    BUDGET = "budget"
    CLOSING = "closing"
    """The conversation ends; what it meant is drafted."""
    CLOSING_EMPTY = "closing_empty"
    CLOSING_ALREADY = "closing_already"
    CLOSING_ASIDE = "closing_aside"
    """They go on talking: the draft is gone."""
    CLOSING_KEPT = "closing_kept"
    CLOSING_LET_GO = "closing_let_go"
    CLOSING_GOES_ON = "closing_goes_on"
    ENDS_UNASKED = "ends_unasked"
    UNREADABLE = "unreadable"
    """A note that has to do with this is there, and this release cannot read it."""
    """What was never asked about ends soon."""
    LEFT = "left"
    FAILED = "failed"


GRAVE = frozenset({Occasion.OWN_LIFE, Occasion.ANOTHERS_LIFE})
"""Nothing is told beside these, nothing is asked, and no model puts them into words."""

PLAIN = {
    Action.HELD: Occasion.HELD,
    Action.KNOWN: Occasion.KNOWN,
    Action.COMMITTED: Occasion.COMMITTED,
    Action.REFINED: Occasion.REFINED,
    Action.REJECTED: Occasion.REJECTED,
    Action.CORRECTED: Occasion.CORRECTED,
    Action.CONFIRM_RETRACTION: Occasion.CONFIRM_RETRACTION,
    Action.AMBIGUOUS: Occasion.AMBIGUOUS,
    Action.NO_MATCH: Occasion.NO_MATCH,
    Action.RETRACTED: Occasion.RETRACTED,
    Action.RESTORED: Occasion.RESTORED,
    Action.ERASED: Occasion.ERASED,
    Action.NOTED: Occasion.NOTED,
    Action.ASKED: Occasion.ASKED,
    Action.ERROR: Occasion.FAILED,
}
"""What an action is called when nothing more is known of it. The other actions are the intent's own to tell."""

DETAILED = {
    (Action.HELD, "clash"): Occasion.HELD_CLASH,
    (Action.HELD, "quietly"): Occasion.HELD_QUIETLY,
    (Action.COMMITTED, "both"): Occasion.COMMITTED_BOTH,
    (Action.COMMITTED, "replaced"): Occasion.REPLACED,
    (Action.REJECTED, "declined"): Occasion.DECLINED,
    (Action.REJECTED, "kept_known"): Occasion.KEPT_KNOWN,
    (Action.COMMITTED, "closing_kept"): Occasion.CLOSING_KEPT,
    (Action.REJECTED, "closing_let_go"): Occasion.CLOSING_LET_GO,
    (Action.REJECTED, "closing_goes_on"): Occasion.CLOSING_GOES_ON,
    (Action.RETRACTED, "never_again"): Occasion.RETRACTED_NEVER,
    (Action.CONFIRM_RETRACTION, "all"): Occasion.FORGET_ALL,
    (Action.CONFIRM_RETRACTION, ASKS_LINE_OUT): Occasion.CONFIRM_RETRACTION,
    (Action.ERASED, LINE_OUT): Occasion.LINE_TAKEN_OUT,
    (Action.NO_MATCH, "never_again"): Occasion.NO_MATCH_NEVER,
    (Action.NOTED, "again"): Occasion.NOTED_AGAIN,
    (Action.NOTED, "nothing_to_correct"): Occasion.NOTED_INSTEAD,
    (Action.CORRECTED, "amended"): Occasion.AMENDED,
    (Action.AMBIGUOUS, "which"): Occasion.WHICH,
    (Action.ASKED, "waiting"): Occasion.SHOWN_AGAIN,
}
"""What an action's code makes of it."""

REASONS = {
    "which": Occasion.WHICH,
    "which_stands": Occasion.WHICH_STANDS,
    "how": Occasion.HOW,
    "needs_card": Occasion.NEEDS_CARD,
    "changed_meanwhile": Occasion.CHANGED_MEANWHILE,
    "not_keepable": Occasion.NOT_KEEPABLE,
    "kept": Occasion.LEFT_AS_IS,
    LINE_OUT: Occasion.LINE_TAKEN_OUT,
    "too_many_to_forget": Occasion.FORGET_ALL_BY_HAND,
    "unfound": Occasion.UNFOUND,
    "nothing_waits": Occasion.NOTHING_WAITS,
    "not_asked_for": Occasion.NOT_ASKED_FOR,
    "no_offer": Occasion.NOTHING_OPEN,
    "no_answer": Occasion.NOT_UNDERSTOOD,
    "not_understood": Occasion.NOT_UNDERSTOOD,
    "waits_not": Occasion.WAITS_NOT,
    "own_life": Occasion.OWN_LIFE,
    "anothers_life": Occasion.ANOTHERS_LIFE,
    "secret": Occasion.SECRET,
    "not_to_keep": Occasion.NOT_TO_KEEP,
    "erase_by_hand": Occasion.ERASE_BY_HAND,
    "see_why": Occasion.SEE_WHY,
    "undo_by_hand": Occasion.UNDO_BY_HAND,
    "known_then": Occasion.KNOWN_THEN,
    "pin_by_hand": Occasion.PIN_BY_HAND,
    "switch_by_hand": Occasion.SWITCH_BY_HAND,
    "project_by_hand": Occasion.PROJECT_BY_HAND,
    "no_personal_engagement": Occasion.NO_PERSONAL_ENGAGEMENT,
    "refused": Occasion.REFUSED,
    "incognito": Occasion.INCOGNITO,
    "too_many_today": Occasion.TOO_MANY,
    "no_project": Occasion.NO_PROJECT,
    "closing": Occasion.CLOSING,
    "closing_empty": Occasion.CLOSING_EMPTY,
    "closing_already": Occasion.CLOSING_ALREADY,
    "closing_aside": Occasion.CLOSING_ASIDE,
    "budget_used_up": Occasion.BUDGET,
    "ends_unasked": Occasion.ENDS_UNASKED,
    "unreadable": Occasion.UNREADABLE,
}
"""Why something was not done, or not all of it. Of what another release calls otherwise
it is only told that it was not done, where it was not."""

_SEVERAL = {Occasion.HELD: Occasion.HELD_SEVERAL, Occasion.RETRACTED: Occasion.RETRACTED_SEVERAL}
_ASKED_AGAIN = {Occasion.NOTHING_OPEN: Occasion.AGAIN}
_DOES_NOT_SPEAK = "lapse_offer"


@dataclass(frozen=True, slots=True)
class OutcomeMessage:
    """One thing to tell, and what it concerns as it reads now."""

    occasion: Occasion
    concerned: tuple[Mentioned, ...] = ()
    dropped: int = 0
    """How many of the same question were let go."""
    left: tuple[str, ...] = ()
    more: int = 0


def messages_for(turn: PerformedTurn) -> tuple[OutcomeMessage, ...]:
    """Everything that the reply to this turn must not leave out, in the order in which it was done."""
    told = [each for outcome in turn.outcomes if outcome.kind != _DOES_NOT_SPEAK for each in _told(outcome)]
    return tuple(told) if turn.offer is None else tuple(_with_a_question(told))


def _with_a_question(told: list[OutcomeMessage]) -> list[OutcomeMessage]:
    """The question that follows names by itself what was left for later, and may be the one that was not seen yet."""
    spoken = [each for each in told if each.occasion is not Occasion.LEFT]
    return [replace(each, occasion=_ASKED_AGAIN.get(each.occasion, each.occasion)) for each in spoken]


def _told(outcome: Outcome) -> list[OutcomeMessage]:
    occasions = list(dict.fromkeys(_occasions(outcome)))
    dropped = len(outcome.left) if outcome.action is Action.COMMITTED else 0
    told = [_about(occasion, outcome, dropped) for occasion in occasions]
    if outcome.waits and outcome.action is Action.COMMITTED:
        told.append(OutcomeMessage(Occasion.OTHERS_WAIT, left=outcome.waits))
    # Who is told that today's limit is reached, or that nothing fits, must not be told to say it again.
    if outcome.left and outcome.action is not Action.COMMITTED and _SAID_WITH_THEM.isdisjoint(occasions):
        told.append(OutcomeMessage(Occasion.LEFT, left=outcome.left))
    return told


_SAID_WITH_THEM = frozenset({Occasion.TOO_MANY, Occasion.UNFOUND})


def _about(occasion: Occasion, outcome: Outcome, dropped: int) -> OutcomeMessage:
    if occasion is Occasion.UNFOUND:
        return OutcomeMessage(occasion, left=outcome.left)
    return OutcomeMessage(occasion, outcome.mentioned, dropped, more=outcome.more)


def _occasions(outcome: Outcome) -> list[Occasion]:
    if outcome.kind == "note_correction":
        return [Occasion.UNDERSTOOD]
    code = outcome.code
    if code is not None and (detailed := DETAILED.get((outcome.action, code))):
        return [detailed]
    plain = PLAIN.get(outcome.action)
    if outcome.action in (Action.NONE, Action.ERROR, Action.ASKED) and code is not None:
        return [REASONS[code]] if code in REASONS else [] if outcome.done else [Occasion.FAILED]
    reason = REASONS.get(code) if code is not None else None
    return [occasion for occasion in (_counted(plain, outcome), reason) if occasion is not None]


def _counted(plain: Occasion | None, outcome: Outcome) -> Occasion | None:
    count = len(outcome.mentioned)
    if plain is Occasion.COMMITTED and outcome.left:
        return Occasion.COMMITTED_SOME
    if plain is Occasion.COMMITTED and count > 1:
        return Occasion.COMMITTED_SEVERAL
    return _SEVERAL.get(plain, plain) if plain is not None and count > 1 else plain
