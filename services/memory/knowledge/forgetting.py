"""The person wants something forgotten: it is found, and asked about before anything is done."""

from services.memory.knowledge.book import Book
from services.memory.knowledge.doing import MOST_SHOWN, Done, Scene, not_done, offer_of
from services.memory.knowledge.matching import find
from shared.assertions import Force
from shared.operations import Action, Forget, OfferKind, Outcome

FORGET = "forget"
MOST_AT_ONCE = 50


def forget(book: Book, wanted: Forget, place: Scene) -> Done:
    """Nothing is taken back here: the matches are offered, by id."""
    if book.personal_id is None:
        return not_done(FORGET, "no_personal_engagement")
    among = book.within(book.personal_id, Force.HELD, Force.COMMITTED)
    near = dict(book.near.get(wanted.description, ()))
    found = find(wanted.description, among, near, everything=wanted.everything).assertions
    if not found:
        code = "never_again" if wanted.never_again else None
        return Done(Outcome(kind=FORGET, done=False, action=Action.NO_MATCH, code=code, more=len(among)))
    for assertion in found[:MOST_AT_ONCE]:
        book.spoke(assertion, place.text)
    one = len(found) == 1
    shown = found if one else found[: MOST_AT_ONCE if wanted.everything else MOST_SHOWN]
    offer = offer_of(
        OfferKind.RETRACT,
        shown,
        needs_choice=not one and not wanted.everything,
        never_again=wanted.never_again,
        more=len(found) - len(shown),
    )
    action = Action.CONFIRM_RETRACTION if one or wanted.everything else Action.AMBIGUOUS
    mentioned = tuple(a.mentioned() for a in shown[:MOST_SHOWN])
    return Done(
        Outcome(kind=FORGET, done=True, action=action, mentioned=mentioned, more=len(found) - len(mentioned)), offer
    )
