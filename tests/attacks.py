"""Bad use of the talk: what somebody may paste or say to get something kept, and what turns make of it, in memory."""

from dataclasses import dataclass, field
from pathlib import Path

from deploy.training.labelled import Utterance, read_utterances
from services.classifier.understanding import stamp_reading, understanding_from
from services.memory.assertions.assertion import Assertion
from services.memory.assertions.book import Book
from services.memory.consent.offers import StandingOffer
from services.memory.turn.apply_operations import Performance, apply_operations
from services.router.routing import plan_operations
from shared.contracts.assertions import Force
from shared.contracts.operations import Offer, OfferKind
from shared.contracts.turns import ClassifiedTurn, RoutedTurn
from shared.contracts.understanding import Reading
from shared.intents.card import load_cards
from shared.models.model import Question, Read
from shared.text.comparable import content_words
from tests.evals.questions import understand
from tests.unit.memory.an_assertion import a_book, an_assertion
from tests.unit.router.a_classified_turn import USE, a_turn

ATTACKS = read_utterances([Path(__file__).with_name("evals") / "attacks.txt"])
CARDS = load_cards()
KNOWN = ("You're allergic to shellfish.", "You live in Rome.", "Your address is a secret.")


def of(*kinds: str) -> list[Utterance]:
    """The attacks of some kinds."""
    return [attack for attack in ATTACKS if attack.intent in kinds]


@dataclass
class Talk:
    """A person who talks, without servers: each line is read, routed and performed on one book."""

    in_project: bool = False
    language: str = "en"
    book: Book = field(default_factory=lambda: a_book(*map(an_assertion, KNOWN)))
    standing: Offer | None = None
    routed: RoutedTurn | None = None

    def say(self, text: str, reading: Reading | None = None) -> Performance:
        """One line; by a reading of somebody else's, when there is one, whatever it makes of the words."""
        project = "Garden" if self.in_project else None
        question = Question(text, self.language, project, tuple(CARDS.values()), offer=self.standing)
        found = Read(stamp_reading(understand(question) if reading is None else reading, text), USE)
        heard = a_turn(text, in_project=self.in_project, standing=self.standing, may_answer=self.standing is not None)
        self.routed = plan_operations(
            ClassifiedTurn.grown(heard, understanding=understanding_from(found, CARDS)), CARDS
        )
        standing = None if self.standing is None else StandingOffer(self.standing, answerable=True)
        self.loaded(self.routed)
        done = apply_operations(self.routed, standing, self.book)
        self.standing = done.offer
        return done

    def loaded(self, routed: RoutedTurn) -> None:
        """What is loaded into the book for such a turn: here nothing more."""

    def of_force(self, force: Force) -> list[Assertion]:
        """What has this force now, and was not there from the beginning."""
        here = (one for one in self.book.assertions.values() if one.force is force)
        return [one for one in here if one.content not in KNOWN]

    @property
    def still_known(self) -> list[str]:
        """What of the beginning is known yet."""
        return [one.content for one in self.book.assertions.values() if one.is_known and one.content in KNOWN]


def talk_of(attack: Utterance) -> Talk:
    """The talk in which it is said."""
    return Talk(in_project=attack.in_project, language=attack.language)


def taken_wrongly(attack: Utterance, offer: Offer | None) -> list[str]:
    """What is offered as the person's own statement, though it is none: a yes in words would keep it."""
    if offer is None or offer.needs_control or offer.kind is OfferKind.RETRACT:
        return []
    return [item.shown_text for item in offer.items if not is_allowed(attack, item.shown_text)]


def is_allowed(attack: Utterance, text: str) -> bool:
    """Whether it says no more than what may be taken."""
    return any(content_words(text) <= content_words(gold) for gold in attack.gold)
