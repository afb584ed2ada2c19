"""What the offline engine replies: what became of memory, what is stored that fits, or a word in the conversation."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from shared.asking.days import day
from shared.asking.occasion import Occasion, Told, told_of
from shared.asking.question import clarification, manner_of
from shared.asking.showing import isolated, quoted
from shared.asking.wording import Manner, wording
from shared.assertions import About
from shared.llm.cleaning import visible
from shared.llm.model import Brief
from shared.offline.asked import asks_of_themself
from shared.offline.nonsense import is_nonsense
from shared.offline.telling import (
    asks_for_all,
    asks_what_it_is,
    goes_beyond,
    tells_of_loss,
    wants_explained,
    wonders,
)
from shared.offline.templates import Templates, answers, pick, templates
from shared.operations import Mentioned
from shared.turns import EngagementKind, Proposal, Quote, Spoken
from shared.understanding import Continuation

MOST_QUOTES = 5
MOST_SUMMED_UP = 12
_TALKING = frozenset({"general_conversation", "help"})
LONGEST_SPOKEN = 280
LINE = "\n"
PERSONAL = "remember_about_me"
_APOSTROPHE = "\N{RIGHT SINGLE QUOTATION MARK}"
_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)*")


def compose(brief: Brief) -> str:
    """The prose of a reply; on the very first turn it also says, once, that this is the offline mode."""
    saying = _Saying(brief, templates(brief.language), manner_of(brief.turn), quiet=_is_followed(brief))
    told = told_of(brief.turn)
    if any(each.occasion is Occasion.OWN_LIFE for each in told):
        return saying.say(Occasion.OWN_LIFE)  # nothing else belongs beside it
    spent = [saying.told(each) for each in told if each.occasion is Occasion.BUDGET]
    became = _in_sympathy(saying, [each for each in told if each.occasion is not Occasion.BUDGET])
    first = [] if brief.history else [saying.speech.first_time]
    body = _body(saying) if not became or _asks_besides(brief) else []
    return "\n\n".join([*([_joined(became)] if became else []), *body, *spent, *first])


def _in_sympathy(saying: "_Saying", told: list[Told]) -> list[str]:
    """What became of memory; where the line tells of a loss, sympathy comes first, and instead of thanks for it."""
    if not told or not tells_of_loss(saying.brief.turn.text):
        return [saying.told(each) for each in told]
    rest = [saying.told(each) for each in told if each.occasion not in (Occasion.HELD, Occasion.HELD_SEVERAL)]
    return [saying.say("sympathy"), *rest]


def _asks_besides(brief: Brief) -> bool:
    """Of several things that were asked for one is a question, which is answered beside what was done."""
    needs = {"summary", "spoken", "quotes"}
    return bool(brief.turn.understanding.parts) and not needs.isdisjoint(brief.card.reply_needs)


def proposal_of(brief: Brief) -> Proposal | None:
    """A lasting fact about the person that was said beside what a project's turn is about."""
    read, card = brief.turn.understanding, brief.card
    about_the_project = card.operation in ("add_knowledge", "correct_knowledge") or "quotes" in card.reply_needs
    if not brief.may_propose or not about_the_project or read.secondary_intent != PERSONAL:
        return None
    fact = next((fact for fact in read.personal_facts if not fact.quoted and fact.about is not About.OTHERS), None)
    changed = (change for change in brief.turn.memory if change.engagement_id == brief.turn.engagement_id)
    source = next((change.assertion_id for change in changed), None)
    return Proposal(fact=fact, source_assertion_id=source) if fact else None


def _is_followed(brief: Brief) -> bool:
    """Whether a question comes after the prose, which then asks none."""
    return brief.turn.offer is not None or proposal_of(brief) is not None


@dataclass(frozen=True, slots=True)
class _Saying:
    """What can be said, in whose words."""

    brief: Brief
    speech: Templates
    manner: Manner
    quiet: bool

    def say(self, occasion: str, **slots: object) -> str:
        """One sentence or two for an occasion."""
        turn = self.brief.turn
        variant = pick(self.speech.replies[occasion], self.brief, quiet=self.quiet)
        if str(slots.get("quotes", "")).startswith(LINE):
            variant = variant.replace(" {quotes}", "{quotes}")
        companion = isolated(visible(turn.person.companion_name))
        return variant.format(companion=companion, project=self.place(), **slots)

    def place(self) -> str:
        """What the person calls where they are."""
        turn = self.brief.turn
        return self.mark(turn.engagement_title) if turn.engagement_kind is EngagementKind.PROJECT else self.speech.story

    def mark(self, text: str) -> str:
        """A text of the person, as such."""
        return quoted(text, wording(self.brief.language))

    def told(self, told: Told) -> str:
        """What became of something."""
        items = [self.item(one) for one in told.concerned]
        return self.say(
            told.occasion,
            items=", ".join(items),
            list=_bullets(items),
            count=len(items),
            number=told.concerned[0].display_number if told.concerned else "",
            dropped=told.dropped,
            more=told.more,
            left=", ".join(self.mark(words.rstrip(".")) for words in told.left),
        )

    def item(self, one: Mentioned) -> str:
        """A memory with its number."""
        return self.speech.item.format(text=self.mark(one.content), number=one.display_number)

    def labelled(self, quote: Quote) -> str:
        """A memory as such, and what waits for a yes with these words."""
        if not quote.waits:
            return self.quote(quote)
        return self._quote(quote, self.speech.quote_waits, self.speech.quote_waits_personal)

    def quote(self, quote: Quote) -> str:
        """A memory with its number and day."""
        return self._quote(quote, self.speech.quote, self.speech.quote_personal)

    def _quote(self, quote: Quote, here: str, personal: str) -> str:
        apart = quote.personal and self.brief.turn.engagement_kind is EngagementKind.PROJECT
        pattern = personal if apart else here
        noted = day(quote.noted, self.manner)
        return pattern.format(text=self.mark(quote.content), number=quote.display_number, noted=noted)

    def spoken(self, spoken: Spoken) -> str:
        """What the person said, with its day."""
        said = spoken.said if len(spoken.said) <= LONGEST_SPOKEN else f"{spoken.said[: LONGEST_SPOKEN - 1]}…"
        return self.speech.spoken.format(text=self.mark(said), noted=day(spoken.at, self.manner))


# ---- what is said when memory has nothing to tell ----


def _body(saying: _Saying) -> list[str]:
    turn, card = saying.brief.turn, saying.brief.card
    if unclear := clarification(turn):
        return [unclear if turn.offer is None else saying.say("doubtful")]
    if not turn.read and not {"summary", "spoken", "quotes"}.isdisjoint(card.reply_needs):
        return [saying.say("not_read")]
    if "summary" in card.reply_needs:
        return _summary(saying)
    if "spoken" in card.reply_needs:
        return _past(saying)
    if "quotes" in card.reply_needs:
        return _answer(saying)
    return [saying.say(_plainly(saying))]


def _plainly(saying: _Saying) -> str:
    turn, card = saying.brief.turn, saying.brief.card
    if card.name in _TALKING:
        asked = asks_what_it_is(turn.text) or goes_beyond(turn.text)
        if asked or wants_explained(turn.text):
            return asked or "question"
    return asks_what_it_is(turn.text) or (card.name if card.name in saying.speech.replies else _talk(saying))


def _answer(saying: _Saying) -> list[str]:
    quotes = saying.brief.turn.context.quotes[:MOST_QUOTES]
    known = [quote for quote in quotes if not quote.waits]
    waiting = [quote for quote in quotes if quote.waits]
    parts = [saying.say("found", quotes=_few(map(saying.quote, known)))] if known else []
    parts += [saying.say("found_waiting", quotes=_few(map(saying.quote, waiting)))] if waiting else []
    return parts or _spoken(saying) or [saying.say(_nothing(saying))]


def _spoken(saying: _Saying) -> list[str]:
    """What they said themself, in their words."""
    spoken = saying.brief.turn.context.spoken[:MOST_QUOTES]
    return [saying.say("spoken_before", quotes=_few(map(saying.spoken, spoken)))] if spoken else []


def _nothing(saying: _Saying) -> str:
    """Nobody but the person can have told what they ask of themself."""
    return "not_told" if asks_of_themself(saying.brief.turn.text) else "nothing"


def _past(saying: _Saying) -> list[str]:
    context = saying.brief.turn.context
    if context.quotes and asks_for_all(saying.brief.turn.text):
        return _summary(saying, "found")
    quotes = context.quotes[:MOST_QUOTES]
    parts = [saying.say("found", quotes=_few(map(saying.labelled, quotes)))] if quotes else []
    return [*parts, *_spoken(saying)] or [saying.say(_nothing(saying))]


def _summary(saying: _Saying, occasion: str = "summary") -> list[str]:
    context = saying.brief.turn.context
    known = [quote for quote in context.quotes if not quote.waits]
    waiting = [quote for quote in context.quotes if quote.waits][:MOST_QUOTES]
    shown = known[:MOST_SUMMED_UP]
    unshown = len(known) - len(shown) + context.unquoted
    parts = [saying.say(occasion, quotes=_few(map(saying.quote, shown)))] if shown else _none_known(saying, occasion)
    parts += [saying.speech.more.format(more=unshown)] if unshown else []
    if saying.brief.turn.offer is not None:  # what waits is listed by the question that follows
        return parts or [saying.say("again")]
    parts += [saying.say("found_waiting", quotes=_few(map(saying.quote, waiting)))] if waiting else []
    more = context.waiting - len(waiting)
    return parts + ([saying.speech.more_waiting.format(more=more)] if more > 0 else [])


def _none_known(saying: _Saying, occasion: str) -> list[str]:
    return [saying.say("summary_empty")] if occasion == "summary" else []


def _talk(saying: _Saying) -> str:
    """What kind of word in the conversation it is."""
    turn, speech = saying.brief.turn, saying.speech
    words = _WORD.findall(turn.text.casefold().replace(_APOSTROPHE, "'"))
    if " ".join(words) in answers() or turn.understanding.continuation in (Continuation.CONFIRM, Continuation.DECLINE):
        return "again" if turn.offer else "nothing_open"
    if is_nonsense(turn.text):
        return "puzzled"
    if tells_of_loss(turn.text):
        return "sympathy"
    if not speech.thanks_words.isdisjoint(words):
        return "thanks"
    if not speech.greeting_words.isdisjoint(words):
        return "greeting"
    return "question" if wonders(turn.text) else "statement"


# ---- putting it together ----


def _few(lines: Iterable[str]) -> str:
    """One in the line, several below it."""
    few = list(lines)
    return few[0] if len(few) == 1 else _bullets(few)


def _bullets(lines: Sequence[str]) -> str:
    return "".join(f"{LINE}- {line}" for line in lines)


def _joined(parts: Sequence[str]) -> str:
    """Sentences in one paragraph, lists in their own."""
    rest = (("\n\n" if "\n" in one + other else " ") + other for one, other in pairwise(parts))
    return "".join([parts[0], *rest])
