"""What is refused at a door, and how it is said: problem details (RFC 9457) for every error, never an echo."""

from dataclasses import dataclass
from typing import Literal

from pydantic import BaseModel, Field
from starlette.responses import Response

from shared.contracts.answer import Current, current_of
from shared.contracts.errors import PROBLEMS, HoldfastError, NotFoundError, Saved
from shared.contracts.notices import Failed

MEDIA_TYPE = "application/problem+json"
_SAVED: dict[Saved, bool | Literal["unknown"]] = {"true": True, "false": False, "unknown": "unknown"}


class BadJsonError(HoldfastError):
    """The body is not one JSON document."""

    code, status, title = "bad_json", 400, "Not understood"

    def __init__(self) -> None:
        super().__init__("The body is not one well-formed JSON document in UTF-8.")


class NotAnObjectError(HoldfastError):
    """The body is JSON, but no object with fields."""

    code, status, title = "not_an_object", 422, "Not understood"

    def __init__(self) -> None:
        super().__init__("The body must be a JSON object.")


class NotTheRunnerError(HoldfastError):
    """Somebody who does not run this installation."""

    code, status, title = "not_the_runner", 403, "Not yours to choose"

    def __init__(self) -> None:
        super().__init__("Only the person who runs this installation chooses its model.")


class ChosenElsewhereError(HoldfastError):
    """The environment says which model it is."""

    code, status, title = "chosen_elsewhere", 409, "Chosen already"

    def __init__(self) -> None:
        super().__init__("The environment of this start says which model it is; take it out there to choose here.")


class BadModelError(HoldfastError):
    """A choice that no model can be asked with; says what is missing."""

    code, status, title = "bad_model", 422, "No such model"

    def __init__(self, why: str) -> None:
        super().__init__(why)


class TooDeepError(HoldfastError):
    """The body is nested deeper than anything we read."""

    code, status, title = "too_deep", 422, "Not understood"

    def __init__(self, limit: int) -> None:
        super().__init__(f"The body is nested deeper than {limit} levels.")


class TooManyFieldsError(HoldfastError):
    """The body has more fields than anything we read."""

    code, status, title = "too_many_fields", 422, "Not understood"

    def __init__(self, limit: int) -> None:
        super().__init__(f"The body has more than {limit} fields.")


class BadCharacterError(HoldfastError):
    """A character that no text can hold."""

    code, status, title = "bad_character", 422, "Not understood"

    def __init__(self) -> None:
        super().__init__("A text holds a NUL character or half of a surrogate pair.")


class TooLargeError(HoldfastError):
    """More bytes than we take."""

    code, status, title = "too_large", 413, "Too large"

    def __init__(self, limit: int) -> None:
        super().__init__(f"The body has more than {limit} bytes; it was not read.")


class TooSlowError(HoldfastError):
    """The body did not come in time."""

    code, status, title = "too_slow", 408, "Too slow"

    def __init__(self) -> None:
        super().__init__("The rest of the request did not come in time.")


class ContentTypeError(HoldfastError):
    """Not JSON by its own account."""

    code, status, title = "content_type", 415, "Not a form that is read here"

    def __init__(self) -> None:
        super().__init__("The body must be sent as application/json.")


class EmptyMessageError(HoldfastError):
    """Nothing was said."""

    code, status, title = "empty_message", 422, "Nothing was said"

    def __init__(self) -> None:
        super().__init__("The message is empty.")


class EmptyBodyError(HoldfastError):
    """Nothing to do was named."""

    code, status, title = "empty_body", 422, "Nothing was asked"

    def __init__(self) -> None:
        super().__init__("The body names nothing to be done.")


class FieldError(HoldfastError):
    """One field does not fit; named by our name for it, never by what was sent."""

    code, status, title = "bad_field", 422, "Not understood"

    def __init__(self, name: str, expected: str) -> None:
        super().__init__(f"“{name}” must be {expected}.")


class UnknownFieldError(HoldfastError):
    """A field that this door does not have."""

    code, status, title = "unknown_field", 422, "Not understood"

    def __init__(self, known: tuple[str, ...]) -> None:
        super().__init__(f"There is a field that is not known here. Known are: {', '.join(known)}.")


class UnknownParameterError(HoldfastError):
    """Something after the question mark that this door does not have."""

    code, status, title = "unknown_parameter", 422, "Not understood"

    def __init__(self, known: tuple[str, ...]) -> None:
        super().__init__(f"There is a parameter that is not known here. Known are: {', '.join(known)}.")


class FromTokenError(HoldfastError):
    """A body that says on whose behalf it comes."""

    code, status, title = "identity_in_body", 422, "The token says who asks"

    def __init__(self) -> None:
        super().__init__("Who asks, and of whom, is read from the token; a person or an agent may not be named here.")


class MissingFieldError(HoldfastError):
    """A field that this door needs."""

    code, status, title = "missing_field", 422, "Not understood"

    def __init__(self, name: str) -> None:
        super().__init__(f"“{name}” is missing.")


class TooLongError(HoldfastError):
    """A text over its limit."""

    code, status, title = "too_long", 422, "Too long"

    def __init__(self, name: str, limit: int) -> None:
        super().__init__(f"“{name}” may have at most {limit:,} characters.")


class BadRowError(HoldfastError):
    """A row of an import that cannot be one; named by its place, never by what it says."""

    code, status, title = "bad_row", 422, "Not understood"

    def __init__(self, section: str, number: int, why: str) -> None:
        super().__init__(f"Row {number} of “{section}” {why}; nothing was imported.")


class TooManyRowsError(HoldfastError):
    """More rows than one import takes."""

    code, status, title = "too_many_rows", 422, "Too many"

    def __init__(self, limit: int) -> None:
        super().__init__(f"The file has more than {limit:,} rows; nothing was imported.")


class NothingToImportError(HoldfastError):
    """A file without memories."""

    code, status, title = "nothing_to_import", 422, "Nothing to import"

    def __init__(self) -> None:
        super().__init__("There is no memory in this file.")


class BadIdError(HoldfastError):
    """Not the form of an id."""

    code, status, title = "bad_id", 422, "Not understood"

    def __init__(self, name: str) -> None:
        super().__init__(f"“{name}” must be an id of 36 characters, as we gave it.")


class BadKeyError(HoldfastError):
    """An idempotency key that cannot be kept."""

    code, status, title = "bad_key", 422, "Not understood"

    def __init__(self, limit: int) -> None:
        super().__init__(f"The Idempotency-Key must have 1 to {limit} printable ASCII characters.")


class BadCursorError(HoldfastError):
    """A `Last-Event-ID` that we did not send."""

    code, status, title = "bad_last_event_id", 400, "Not understood"

    def __init__(self) -> None:
        super().__init__("The Last-Event-ID is not one that this stream sends.")


class TooFastError(HoldfastError):
    """More requests than one caller may make."""

    code, status, title = "too_fast", 429, "Too many requests"
    retry_after = 1

    def __init__(self) -> None:
        super().__init__("These are more requests than one caller may make in a second; nothing was done.")


class TooManyStreamsError(HoldfastError):
    """More open doors than one person needs."""

    code, status, title = "too_many_streams", 429, "Too many open streams"
    retry_after = 5

    def __init__(self, limit: int) -> None:
        super().__init__(f"As many are open for you as there may be ({limit}); close one, or wait until one is over.")


class UnknownHostError(HoldfastError):
    """Called under a name that is not ours."""

    code, status, title = "unknown_host", 400, "Not here"

    def __init__(self) -> None:
        super().__init__("This address is not one of ours. The operator lists them in HOLDFAST_ALLOWED_HOSTS.")


class ForeignOriginError(HoldfastError):
    """Sent by another site's page."""

    code, status, title = "foreign_origin", 403, "Not from there"

    def __init__(self) -> None:
        super().__init__("Pages of other sites may not call this.")


class NotForAgentsError(HoldfastError):
    """An agent's token at a person's door."""

    code, status, title = "not_for_agents", 403, "Not for agents"

    def __init__(self) -> None:
        super().__init__("Only the person themself may do that, not an agent's token.")


class NoSuchDoorError(NotFoundError):
    """Nothing is served there."""

    def __init__(self) -> None:
        super().__init__("address here")


class MethodError(HoldfastError):
    """The address is there, the method is not."""

    code, status, title = "method_not_allowed", 405, "Not this way"

    def __init__(self) -> None:
        super().__init__("This address does not take that method; the Allow header says which it takes.")


class BadRequestError(HoldfastError):
    """Not a request of this protocol."""

    code, status, title = "bad_request", 400, "Not understood"

    def __init__(self) -> None:
        super().__init__("This is not a well-formed HTTP request.")


class HeadTooLargeError(HoldfastError):
    """More header than we take."""

    code, status, title = "head_too_large", 431, "Too large"

    def __init__(self, limit: int) -> None:
        super().__init__(f"The headers have more than {limit} bytes.")


class NotReadyError(HoldfastError):
    """Something that every turn needs is away."""

    code, status, title = "not_ready", 503, "Not ready"
    retry_after = 2

    def __init__(self, what: str, how: str = "cannot be reached") -> None:
        super().__init__(f"The {what} {how} just now.")


class OwnFaultError(HoldfastError):
    """We made a mistake; what it was stands in our log under the request's id."""

    code, status, title = "internal", 500, "Our mistake"
    saved: Saved = "unknown"

    def __init__(self) -> None:
        super().__init__(
            "Something went wrong here, and it was not you. If this was a change, the same Idempotency-Key tells "
            "whether it was saved."
        )


class Problem(BaseModel):
    """What went wrong, in a form that both a program and a person can use."""

    type: str = Field(description="names the kind of problem")
    title: str
    status: int
    code: str = Field(description="the kind of problem in one word")
    detail: str = Field(description="one plain sentence for the person")
    request_id: str = Field(description="finds this request in the operator's log")
    saved: bool | Literal["unknown"] = Field(description="whether what was sent took effect all the same")
    current: Current | None = Field(
        default=None, description="what was to be changed, as it is now; there only when that is why it was refused"
    )


@dataclass(frozen=True, slots=True)
class ProblemFacts:
    """The facts of a problem, before a request carries it out."""

    code: str
    status: int
    title: str
    detail: str
    saved: Saved
    retry_after: int | None = None
    current: Current | None = None

    @classmethod
    def of(cls, error: HoldfastError) -> "ProblemFacts":
        """An error, as it is told."""
        return cls(error.code, error.status, error.title, str(error), error.saved, error.retry_after, current_of(error))

    @classmethod
    def failed(cls, turn: Failed) -> "ProblemFacts":
        """A turn that ended without a reply."""
        known = PROBLEMS.get(turn.code)
        status, title = (known.status, known.title) if known else (NO_REPLY, "No reply")
        return cls(turn.code, status, title, turn.detail, "true" if turn.saved else "false")

    def body(self, request_id: str) -> bytes:
        """The problem's JSON."""
        problem = Problem(
            type=f"urn:holdfast:problem:{self.code}", title=self.title, status=self.status, code=self.code,
            detail=self.detail, request_id=request_id, saved=_SAVED[self.saved], current=self.current,
        )  # fmt: skip
        return problem.model_dump_json(exclude=None if self.current else {"current"}).encode()

    def response(self, request_id: str, headers: dict[str, str] | None = None) -> Response:
        """The answer to the request that was refused."""
        more = dict(headers or {})
        if self.retry_after is not None:
            more["Retry-After"] = str(self.retry_after)
        if self.status == UNAUTHORIZED:
            more["WWW-Authenticate"] = "Bearer"
        return Response(self.body(request_id), self.status, more, MEDIA_TYPE)


UNAUTHORIZED = 401
NO_REPLY = 504
"""A turn that ended without a reply is over: the same key tells the same again, unlike what is only away (503)."""
