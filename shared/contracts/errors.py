"""Errors as sentences. Each class knows its code and status, takes the facts and composes what it says.

`saved` answers the one question a person has: does what I sent still count? `None` means that nobody can know yet.
"""

from collections.abc import Iterable
from typing import ClassVar, Literal, cast
from uuid import UUID

from shared.contracts.message import Message

Saved = Literal["true", "false", "unknown"]


class HoldfastError(Exception):
    """Something that the asker is told, in plain words."""

    code: ClassVar[str]
    status: ClassVar[int]
    title: ClassVar[str]
    saved: Saved = "false"
    retry_after: ClassVar[int | None] = None
    current: Message | None = None
    """What was to be changed, as it is now: set where that is why it was refused, and told beside the refusal."""

    @classmethod
    def told(cls, detail: str, saved: Saved, current: Message | None) -> "HoldfastError":
        """As another process composed it: the sentence is there, and the facts that it was made of are not."""
        return _form_of_the_told(cls)(detail, saved, current)


class ToldError(HoldfastError):
    """One that came over the wire: it is caught as what it is, and made of its sentence instead of the facts."""

    def __init__(self, detail: str, saved: Saved, current: Message | None) -> None:
        Exception.__init__(self, detail, saved, current)  # these are its facts: who copies it makes it of them again
        self.saved, self.current = saved, current

    def __str__(self) -> str:
        """The sentence."""
        return str(self.args[0])


_FORMS: dict[type[HoldfastError], type[ToldError]] = {}


def _form_of_the_told(kind: type[HoldfastError]) -> type[ToldError]:
    if kind not in _FORMS:
        _FORMS[kind] = cast("type[ToldError]", type(kind.__name__, (ToldError, kind), {"__doc__": kind.__doc__}))
    return _FORMS[kind]


class NotFoundError(HoldfastError):
    """Unknown, or somebody else's: the two must not be told apart."""

    code, status, title = "not_found", 404, "Not found"

    def __init__(self, what: str) -> None:
        super().__init__(f"There is no such {what}.")


class TurnNotFoundError(NotFoundError):
    """No such turn of this person."""

    def __init__(self) -> None:
        super().__init__("turn")


class LineNotFoundError(NotFoundError):
    """No such line of this turn."""

    def __init__(self) -> None:
        super().__init__("line")


class ProjectNotFoundError(NotFoundError):
    """No such engagement of this person."""

    def __init__(self) -> None:
        super().__init__("project")


class PersonNotFoundError(NotFoundError):
    """No such person in this tenant."""

    def __init__(self) -> None:
        super().__init__("person")


class NotAllowedNowError(HoldfastError):
    """As things stand, this cannot be done."""

    code, status, title = "not_allowed_now", 409, "Not allowed now"


class ProjectArchivedError(NotAllowedNowError):
    """An archived project takes no new lines."""

    def __init__(self, title: str) -> None:
        super().__init__(f"The project “{title}” is archived; take it out of the archive to go on in it.")


class PersonalEngagementError(NotAllowedNowError):
    """Your Story is permanent."""

    def __init__(self) -> None:
        super().__init__("Your Story is permanent: it cannot be renamed or archived.")


class StoryStaysError(NotAllowedNowError):
    """Your Story goes with the person, and not before."""

    def __init__(self) -> None:
        super().__init__("Your Story is permanent: single memories of it can be erased, and all of it with you.")


class UnreadableMemoriesError(NotAllowedNowError):
    """What cannot be read cannot be moved, and must not go unseen."""

    def __init__(self, number: int) -> None:
        super().__init__(f"{number} memories of this project cannot be read by this release; nothing was erased.")


class NoPersonalEngagementError(NotAllowedNowError):
    """The person's own story is missing: nothing about them can be kept."""

    code, title = "no_personal_engagement", "Your Story is missing"

    def __init__(self) -> None:
        super().__init__("Your Story is missing, so nothing about you can be kept. Please tell whoever runs this.")


class ConversationNotFoundError(NotFoundError):
    """No such conversation of this person."""

    def __init__(self) -> None:
        super().__init__("conversation")


class EntityNotFoundError(NotFoundError):
    """Nothing of the kind stands in this draft, or it was named twice."""

    def __init__(self) -> None:
        super().__init__("item in this draft, or it was named twice")


class ThreadNotFoundError(NotFoundError):
    """No such thread of this person."""

    def __init__(self) -> None:
        super().__init__("open thread")


class NotNowError(HoldfastError):
    """A conversation, as it stands, cannot be moved like this; the answer says how it stands."""

    code, status, title = "not_now", 409, "Not now"

    def __init__(self, why: str, current: Message | None = None) -> None:
        super().__init__(why)
        self.current = current


class WorkIsOverError(HoldfastError):
    """What is asked for is for whoever thinks about a work, while that work is on its way."""

    code, status, title = "work_is_over", 409, "Not on its way"

    def __init__(self) -> None:
        super().__init__("This work has ended, or has begun anew.")


class StaleDraftError(HoldfastError):
    """The draft was made anew since; the answer has the new one."""

    code, status, title = "stale_draft", 409, "The draft has changed"

    def __init__(self, current: Message | None = None) -> None:
        super().__init__("What this conversation would leave has changed since you saw it; please look at it again.")
        self.current = current


class AssertionNotFoundError(NotFoundError):
    """No such assertion of this person."""

    def __init__(self) -> None:
        super().__init__("memory")


class OfferNotFoundError(NotFoundError):
    """No such offer of this person."""

    def __init__(self) -> None:
        super().__init__("question")


class RefusalNotFoundError(NotFoundError):
    """No such refusal of this person."""

    def __init__(self) -> None:
        super().__init__("entry")


class ImportNotFoundError(NotFoundError):
    """No such import of this person."""

    def __init__(self) -> None:
        super().__init__("import")


class ForceError(NotAllowedNowError):
    """This cannot be done with a memory that stands where it stands."""

    def __init__(self, verb: str, force: str) -> None:
        super().__init__(f"This memory is {force}; it cannot be changed by “{verb}”.")


class OfferOverError(NotAllowedNowError):
    """The question was answered, lapsed or has expired."""

    code, title = "offer_over", "This question is no longer open"

    def __init__(self) -> None:
        super().__init__("This question is no longer open; nothing was changed.")


class StaleVersionError(HoldfastError):
    """The memory changed since it was shown."""

    code, status, title = "stale_version", 409, "This has changed meanwhile"

    def __init__(self, version: int) -> None:
        super().__init__(f"This memory has changed since you saw it: it is at version {version} now.")


class StaleConfirmationError(HoldfastError):
    """The text that was agreed to is not the text that is there."""

    code, status, title = "stale_confirmation", 409, "This is not what you agreed to"

    def __init__(self) -> None:
        super().__init__("The text has changed since it was shown to you. Please look at it again.")


class ClashError(NotAllowedNowError):
    """What was agreed to cannot be meant beside something that is known by now."""

    code, title = "clash", "This does not fit with what is known"

    def __init__(self) -> None:
        super().__init__(
            "This cannot be meant beside something that is known already, so nothing was kept yet. It names now what "
            "it would replace: agree once more to replace that, restore that afterwards to keep both, or drop this one."
        )


class RefusedMemoryError(NotAllowedNowError):
    """The person wanted this forgotten."""

    code, title = "refused", "You wanted this forgotten"

    def __init__(self) -> None:
        super().__init__("You asked that this is not remembered again. Lift that first, in the settings.")


class ConsentNeededError(NotAllowedNowError):
    """A yes in words to what the person did not say themself."""

    code, title = "consent_needed", "This is agreed to on the card"

    def __init__(self) -> None:
        super().__init__("You did not say this in so many words, so it is agreed to on the card or in the notebook.")


class WritingRuleError(HoldfastError):
    """The text is not one that can be kept."""

    code, status, title = "writing_rule", 422, "This text cannot be kept as it is"

    def __init__(self, why: str) -> None:
        super().__init__(why)


class ImportMismatchError(HoldfastError):
    """What was confirmed is not what was imported, or a row of it cannot be read."""

    code, status, title = "import_mismatch", 422, "This is not what was imported"

    def __init__(self, why: str) -> None:
        super().__init__(why)


class TooManyWaitingError(HoldfastError):
    """More lines wait than one person can mean at once."""

    code, status, title = "too_many_waiting", 429, "Too many lines are waiting"
    retry_after = 5

    def __init__(self, limit: int) -> None:
        super().__init__(f"{limit} of your lines are still waiting for an answer; this one was not taken.")


class KeyReusedError(HoldfastError):
    """The same idempotency key came with something else."""

    code, status, title = "idempotency_mismatch", 422, "This key was used for something else"

    def __init__(self) -> None:
        super().__init__("This Idempotency-Key was already used with another content; the first one stands.")


class NotKeptError(HoldfastError):
    """It was there once, and was not to be kept."""

    code, status, title = "gone", 410, "This is gone"

    def __init__(self, what: str) -> None:
        super().__init__(what)


class SaidOffTheRecordError(NotKeptError):
    """The line was answered, and neither is kept, nor how the reply came about."""

    def __init__(self) -> None:
        super().__init__("This was said off the record: it was answered at the time, and nothing of it is kept.")


class MemoryGoneError(NotKeptError):
    """A memory that got a no, longer ago than it can be undone."""

    def __init__(self) -> None:
        super().__init__("You said no to this a week ago or longer; its text is not kept any more.")


class ErasedAnswerError(HoldfastError):
    """The command was carried out once; what its answer told has been erased since."""

    code, status, title = "erased", 410, "This was erased"
    saved: Saved = "true"

    def __init__(self) -> None:
        super().__init__("This was done when it was first sent. What it was about has been erased since.")


class SignInCodeError(HoldfastError):
    """Used, expired or never made."""

    code, status, title = "code_not_valid", 401, "This sign-in link is not valid"

    def __init__(self) -> None:
        super().__init__("This sign-in link was used already or has expired. “holdfast link” prints a new one.")


class UnauthorizedError(HoldfastError):
    """No token, or one that we do not know."""

    code, status, title = "unauthorized", 401, "Not signed in"

    def __init__(self) -> None:
        super().__init__("This needs a valid token; whoever was erased has none any more.")


class ForbiddenError(HoldfastError):
    """A valid token of the wrong kind."""

    code, status, title = "forbidden", 403, "Not allowed with this token"

    def __init__(self) -> None:
        super().__init__("This token may not do that.")


class UnknownCategoryError(HoldfastError):
    """A category that nobody declared."""

    code, status, title = "unknown_category", 422, "There is no such category"

    def __init__(self, known: Iterable[str]) -> None:
        super().__init__(f"A category was named that is not known here. Known are: {', '.join(known)}.")


class CategoryNotAllowedError(HoldfastError):
    """A category that there is, and that this agent may not see."""

    code, status, title = "category_not_allowed", 403, "Not for this agent"

    def __init__(self, category: str) -> None:
        super().__init__(f"This agent may not see the category “{category}”.")


class ConversationsNotAllowedError(HoldfastError):
    """What was said is not for this agent."""

    code, status, title = "conversations_not_allowed", 403, "Not for this agent"

    def __init__(self) -> None:
        super().__init__("This agent may not search what was said, only what is known.")


class AgentNotDeclaredError(HoldfastError):
    """An agent of which the file of categories says nothing, and so grants nothing."""

    code, status, title = "unknown_agent", 422, "There is no such agent"

    def __init__(self, known: Iterable[str] = ()) -> None:
        declared = ", ".join(known)
        super().__init__(f"That is no agent that is declared here.{f' Declared are: {declared}.' if declared else ''}")


class AgentNotFoundError(NotFoundError):
    """No such agent of this person."""

    def __init__(self) -> None:
        super().__init__("agent")


class TokenNotFoundError(NotFoundError):
    """No such token of this person."""

    def __init__(self) -> None:
        super().__init__("token")


class BadMessageError(HoldfastError):
    """A service got something that is not of its contract; never the fault of the person's words."""

    code, status, title = "bad_message", 422, "Not understood"

    def __init__(self, where: str) -> None:
        super().__init__(f"The request does not fit its form ({where}).")


class UnavailableError(HoldfastError):
    """A dependency is away, and the request provably did not take effect."""

    code, status, title = "unavailable", 503, "Not available just now"
    retry_after = 2

    def __init__(self, what: str) -> None:
        super().__init__(f"The {what} cannot be reached just now. Nothing was saved; please try again.")


class UncertainError(HoldfastError):
    """No answer came, and whether the request took effect is not known yet."""

    code, status, title = "no_answer", 503, "No answer"
    saved: Saved = "unknown"
    retry_after = 2

    def __init__(self) -> None:
        super().__init__(
            "No answer came in time. Whether this was saved is not known yet; "
            "send it again with the same Idempotency-Key to find out.",
        )


class NotReplayableError(NotAllowedNowError):
    """Only a turn that failed can be given another life."""

    def __init__(self) -> None:
        super().__init__("This turn did not fail, or was replayed already; there is nothing to replay.")


class InternalError(HoldfastError):
    """A fault of ours; says no more than that."""

    code, status, title = "internal", 500, "Something went wrong on our side"
    saved: Saved = "unknown"

    def __init__(self) -> None:
        super().__init__("Something went wrong on our side. It was noted; please try again.")


class DeadLetterNotFoundError(NotFoundError):
    """No such dead letter."""

    def __init__(self, dead_letter_id: UUID) -> None:
        super().__init__(f"dead letter ({dead_letter_id})")


def _tree(of: type[HoldfastError]) -> list[type[HoldfastError]]:
    return [of, *(below for child in of.__subclasses__() for below in _tree(child))]


PROBLEMS: dict[str, type[HoldfastError]] = {
    error.code: error for error in reversed(_tree(HoldfastError)) if hasattr(error, "code")
}
"""Which error a code on the wire stands for; its class knows status and title."""
