"""How the person agreed. Nothing becomes known without one of these; the history keeps it."""

from dataclasses import dataclass
from enum import StrEnum

from shared.answers.answer_forms import ReadAnswer


class AgreedBy(StrEnum):
    """The ways in which somebody can agree that something is remembered."""

    WORDS = "words"
    CARD = "card"
    HAND = "hand"
    ORDER = "order"
    IMPORT = "import"
    REVIEW = "review"


DECISIONS = {
    AgreedBy.WORDS: "yes in words to what was asked in the turn before",
    AgreedBy.CARD: "yes on the card",
    AgreedBy.HAND: "by hand in the notebook",
    AgreedBy.ORDER: "ordered in so many words, which is kept at once by their setting",
    AgreedBy.IMPORT: "imported by their own order",
    AgreedBy.REVIEW: "confirmed at the end of a conversation, as it was shown or as they worded it",
}


@dataclass(frozen=True, slots=True)
class Consent:
    """One yes, and how it was given."""

    by: AgreedBy

    @property
    def decision(self) -> str:
        """As the history tells it."""
        return DECISIONS[self.by]


BY_CARD = Consent(AgreedBy.CARD)
BY_HAND = Consent(AgreedBy.HAND)
BY_ORDER = Consent(AgreedBy.ORDER)
BY_REVIEW = Consent(AgreedBy.REVIEW)


def consent_in_words(answer: ReadAnswer) -> Consent | None:
    """The consent that an answer is: one that the grammar read as a yes to something, and no other."""
    return Consent(AgreedBy.WORDS) if answer.yes else None
