"""A random history of one person, and what must be true of every prompt in it, by the rules of the product alone."""

import random
import re
from collections.abc import Awaitable, Callable, Collection, Iterator
from dataclasses import dataclass, field
from typing import Protocol
from uuid import UUID

from shared.contracts.assertions import Category, Force
from shared.contracts.notices import Closed
from shared.contracts.operations import Offer, OfferKind
from shared.contracts.requests.transfer import ImportState
from shared.contracts.understanding import Continuation, PersonalFact, Reading
from shared.models.model import Brief, Question
from shared.testing.scripted_model import ScriptedModel, shown_text

WORD = re.compile(r"zq(?:[a-z]{2}){3}")
"""A word that stands for one fact and occurs nowhere else."""
SYLLABLES = [consonant + vowel for consonant in "bdfgklmnprstv" for vowel in "aeiou"]
MOST_LIVES = 4_000
"""So many histories have words of their own."""
FRAMES = (
    *("own a {}", "often think of {}", "spent last summer in {}", "have a drawing of a {}", "once met {}"),
    *("cook {} every week", "know a song about {}", "repair a {} by hand"),
)
CHAT = Reading(intent="general_conversation", confidence=1.0)
YES, NO = "yes", "no, never mind"
NOT_YET = UUID(int=0)
Step = Callable[[], Awaitable[None]]


class Driver(Protocol):
    """Whoever takes the lines and the notebook's actions of a history to the product."""

    model: ScriptedModel

    async def say(self, text: str, *, in_project: bool) -> Closed:
        """One turn."""
        ...

    async def act(self, verb: str, assertion_id: UUID) -> None:
        """One action in the notebook, on what is there now."""
        ...

    async def write(self, *, on: bool) -> None:
        """The switch *don't write*."""
        ...

    async def bring(self, content: str) -> tuple[ImportState, UUID]:
        """A file with one memory that was known where it comes from; the memory that it is here."""
        ...

    async def agree_to(self, file: ImportState) -> None:
        """The one yes to all of a file."""
        ...

    async def forces(self) -> dict[str, str]:
        """Every memory's text with its force, as the notebook shows it."""
        ...


def words_of(text: str) -> set[str]:
    """The facts that a text tells."""
    return set(WORD.findall(text.casefold()))


def own_words(seed: int) -> Iterator[str]:
    """Words that no other history has."""
    for number in range(seed, 65**3, MOST_LIVES):
        first, rest = divmod(number, 65**2)
        second, third = divmod(rest, 65)
        yield f"zq{SYLLABLES[third]}{SYLLABLES[first]}{SYLLABLES[second]}"


@dataclass
class Ears:
    """The scripts of all histories, and the watch over all that a model is asked."""

    meant: dict[str, Reading] = field(default_factory=dict)
    may_hear: set[str] = field(default_factory=set)
    """The words that may be in a question just now."""
    wrong: list[str] = field(default_factory=list)

    def read(self, question: Question) -> Reading:
        """What the script says; notes what should not have been shown."""
        self.wrong += [
            f"{word} in the question “{question.text}”" for word in words_of(shown_text(question)) - self.may_hear
        ]
        reading = self.meant.get(question.text, CHAT)
        if question.offer is None and reading.continuation is not Continuation.NONE:
            return CHAT
        if question.offer is not None and reading.continuation is Continuation.NONE:
            return reading.model_copy(update={"continuation": Continuation.TOPIC_SHIFT})
        return reading


@dataclass(eq=False)
class Known:
    """One memory, as a person would keep track of it."""

    assertion_id: UUID
    frame: str
    word: str
    force: Force = Force.HELD
    before: Force = Force.HELD

    @property
    def text(self) -> str:
        """How it reads."""
        return f"You {self.frame.format(self.word)}."

    def take_back(self) -> None:
        """It is not known any more, and may come back."""
        self.before, self.force = self.force, Force.RETRACTED


class Life:
    """One history: what is done, and what then must be."""

    def __init__(self, seed: int, driver: Driver, ears: Ears) -> None:
        self.done: list[str] = []
        self._random = random.Random(seed)
        self._words = own_words(seed)
        self._frames = self._random.sample(FRAMES, len(FRAMES))
        self._driver = driver
        self._ears = ears
        self._memories: list[Known] = []
        self._asked: tuple[OfferKind, list[Known]] | None = None
        self._changed_since = False
        self._files: list[tuple[ImportState, Known]] = []
        """Of which nothing was decided since they came."""
        self._quietly = set[str]()
        """Said with writing off, and nothing since with writing on."""

    async def live(self, steps: int) -> None:
        """So many steps; then the notebook is compared with what should be in it."""
        await self._tell()
        for _ in range(steps - 1):
            await self._random.choice(self._possible())()
        expected = {one.text: one.force.value for one in self._memories}
        assert await self._driver.forces() == expected, self.done

    def _possible(self) -> list[Step]:
        """What can be done now; what leads on is likelier than what does not."""
        steps: list[Step] = [self._chat, self._ask, self._yes, self._yes]
        steps += [self._tell, self._tell, self._tell_quietly, self._bring] if self._frames else []
        steps += [self._agree_to_a_file] * 2 if self._files else []
        if self._asked is not None:
            steps += [self._yes, self._no]
            steps += [self._refine] if self._asked[0] is OfferKind.REMEMBER and not self._changed_since else []
        if self._of(Force.HELD, Force.COMMITTED):
            steps += [self._forget, self._by_hand, self._by_hand]
        return steps + ([self._by_hand] if self._memories else [])

    def _of(self, *forces: Force) -> list[Known]:
        return [one for one in self._memories if one.force in forces]

    # ---- in words ----

    async def _chat(self) -> None:
        await self._say(f"The weather is nice, number {self._random.random()}", CHAT, None)

    async def _ask(self) -> None:
        asking = Reading(intent="ask_about_past_input", confidence=1.0, query="what you know about me")
        await self._say("What do you know about me?", asking, None)

    async def _tell(self) -> None:
        frame, word = self._frames.pop(), next(self._words)
        reading = Reading(intent="remember_about_me", confidence=1.0, personal_facts=(_fact(frame, word),))
        told = await self._say(f"by the way, I {frame.format(word)}", reading, None)
        known = Known(told.memory[0].assertion_id, frame, word)
        self._memories.append(known)
        self._now_asked(told, OfferKind.REMEMBER, known)

    async def _tell_quietly(self) -> None:
        """With writing off: nothing is held, and nothing asked."""
        await self._driver.write(on=False)
        frame, word = self._frames.pop(), next(self._words)
        reading = Reading(intent="remember_about_me", confidence=1.0, personal_facts=(_fact(frame, word),))
        told = await self._say(f"quietly, I {frame.format(word)}", reading, None, quietly=self._quietly | {word})
        assert (told.memory, told.offer) == ((), None), self.done
        await self._driver.write(on=True)

    async def _yes(self) -> None:
        kind, about = self._asked if self._asked and not self._changed_since else (None, [])
        reading = Reading(intent="remember_about_me", confidence=1.0, continuation=Continuation.CONFIRM)
        for one in about:
            if kind is OfferKind.RETRACT:
                one.take_back()
            else:
                one.force = Force.COMMITTED
            self._files = [(file, other) for file, other in self._files if other is not one]
        changed = await self._say(YES, reading, about)
        assert {change.assertion_id for change in changed.memory} == {one.assertion_id for one in about}, self.done

    async def _no(self) -> None:
        kind, about = self._asked if self._asked and not self._changed_since else (None, [])
        if kind is OfferKind.REMEMBER:
            for one in about:
                one.take_back()
        reading = CHAT.model_copy(update={"continuation": Continuation.DECLINE})
        await self._say(NO, reading, about)

    async def _refine(self) -> None:
        assert self._asked is not None
        (known,) = self._asked[1]
        word = next(self._words)
        reading = Reading(
            intent="remember_about_me",
            confidence=1.0,
            continuation=Continuation.REFINE,
            personal_facts=(_fact(known.frame, word, first=""),),
        )
        again = await self._say(f"{word}, not {known.word}", reading, None)
        known.word = word
        self._now_asked(again, OfferKind.REMEMBER, known)

    async def _forget(self) -> None:
        known = self._random.choice(self._of(Force.HELD, Force.COMMITTED))
        reading = Reading(intent="forget_about_me", confidence=1.0, forget_description=known.word)
        found = await self._say(f"forget what I said about {known.word}", reading, None)
        self._now_asked(found, OfferKind.RETRACT, known)

    def _now_asked(self, closed: Closed, kind: OfferKind, known: Known) -> None:
        assert closed.offer is not None, self.done
        assert closed.offer.kind is kind, self.done
        assert [item.assertion_id for item in closed.offer.items] == [known.assertion_id], self.done
        self._asked = kind, [known]

    async def _say(
        self, text: str, reading: Reading, answered: list[Known] | None, quietly: Collection[str] = ()
    ) -> Closed:
        """A turn; what was asked before it is over after it, and what was said quietly, unless this is, too."""
        self.done.append(text)
        self._quietly = set(quietly)
        self._ears.meant[text] = reading
        standing = {one.word for one in self._asked[1]} if self._asked else set()
        before = {one.word for one in self._of(Force.COMMITTED)} | {one.word for one in answered or ()} | self._quietly
        self._ears.may_hear |= before | standing | words_of(text)
        closed = await self._driver.say(text, in_project=self._random.random() < 0.5)
        self._ears.may_hear -= standing | words_of(text) | self._quietly | {one.word for one in self._memories}
        (brief,) = [brief for brief in self._driver.model.briefs if brief.turn_id == closed.turn_id]
        self._driver.model.briefs.remove(brief)
        self._ears.wrong += [f"{word} in the prompt for “{text}”" for word in self._wrong(brief, text, closed.offer)]
        self._asked, self._changed_since = None, False
        if closed.offer is not None:
            ids = {item.assertion_id for item in closed.offer.items}
            self._asked = closed.offer.kind, [one for one in self._memories if one.assertion_id in ids]
        return closed

    def _wrong(self, brief: Brief, text: str, offer: Offer | None) -> set[str]:
        asked = words_of(" ".join(item.shown_text for item in offer.items)) if offer else set()
        kept = {one.word for one in self._of(Force.COMMITTED)}
        return words_of(shown_text(brief)) - kept - self._quietly - words_of(text) - asked

    # ---- by hand ----

    async def _bring(self) -> None:
        """What was known elsewhere waits here."""
        known = Known(NOT_YET, self._frames.pop(), next(self._words))
        self.done.append(f"bring {known.word}")
        file, known.assertion_id = await self._driver.bring(known.text)
        self._memories.append(known)
        self._files.append((file, known))

    async def _agree_to_a_file(self) -> None:
        file, known = self._files[-1]
        self.done.append(f"agree to {known.word}")
        await self._driver.agree_to(file)
        known.force = Force.COMMITTED
        self._was_decided(known)

    async def _by_hand(self) -> None:
        known = self._random.choice(self._memories)
        verbs = {
            Force.HELD: ("commit", "reject", "expire", "erase"),
            Force.COMMITTED: ("retract", "reopen", "erase"),
            Force.RETRACTED: ("restore", "restore", "erase"),
        }
        verb = self._random.choice(verbs[known.force])
        self.done.append(f"{verb} {known.word}")
        await self._driver.act(verb, known.assertion_id)
        match verb:
            case "commit":
                known.force = Force.COMMITTED
            case "restore":
                known.force = known.before
            case "reopen":
                known.force = Force.HELD
            case "erase":
                self._memories.remove(known)
            case _:
                known.take_back()
        self._was_decided(known)

    def _was_decided(self, known: Known) -> None:
        self._files = [(file, other) for file, other in self._files if other is not known]
        if self._asked and known in self._asked[1]:
            self._changed_since = True


def _fact(frame: str, word: str, first: str = "I ") -> PersonalFact:
    told = frame.format(word)
    return PersonalFact(text=f"You {told}.", own_words=f"{first}{told}", category=Category.INTERESTS)
