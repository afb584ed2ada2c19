"""What the person says, in words, to the draft of a conversation that is about to end. Pure."""

from services.memory.consent.operation_result import OperationResult, TurnScope
from shared.answers.answer_forms import Says
from shared.answers.grammar import read_answer
from shared.contracts.operations import Action, Offer, Outcome

ANSWER_KIND = "answer_offer"
KEPT, LET_GO, GOES_ON = "closing_kept", "closing_let_go", "closing_goes_on"
"""The codes of a plain yes, of a word that nothing is to be kept, and of a plain no."""


def answer_closing(offer: Offer, scope: TurnScope) -> OperationResult:
    """A yes keeps it as it was shown; a no only goes on talking; nothing is put away but by saying so."""
    heard = read_answer(scope.text, offer, scope.language)
    if heard is None or heard.says not in (Says.YES, Says.NO):
        return OperationResult(Outcome(kind=ANSWER_KIND, done=False, action=Action.NONE, code="no_answer"))
    if heard.lets_go:
        return OperationResult(Outcome(kind=ANSWER_KIND, done=True, action=Action.REJECTED, code="closing_let_go"))
    if heard.says is Says.NO:
        return OperationResult(Outcome(kind=ANSWER_KIND, done=True, action=Action.REJECTED, code="closing_goes_on"))
    if not scope.write:
        return OperationResult(Outcome(kind=ANSWER_KIND, done=False, action=Action.NONE, code="incognito"))
    return OperationResult(Outcome(kind=ANSWER_KIND, done=True, action=Action.COMMITTED, code="closing_kept"))
