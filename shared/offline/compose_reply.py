"""What the offline engine replies: what became of memory, what is stored that fits, or a word in the conversation."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from shared.contracts.assertions import About
from shared.contracts.operations import Mentioned
from shared.contracts.turns import AskedOpen, EngagementKind, FittingThread, Proposal, Quote, Spoken
from shared.contracts.understanding import Continuation
from shared.models.model import Brief
from shared.offline.asked_for import asks_of_themself
from shared.offline.engine_patterns import engine_patterns
from shared.offline.fixed_answers.say_fixed import say_beside, say_comfort, say_fixed_answer, say_named
from shared.offline.rank_intents import is_nonsense
from shared.offline.templates import Templates, answering_lines, load_templates, pick_variant
from shared.own_life.hearing import help_abroad
from shared.text.plain_orders import asks_for_all, lowered_beginning
from shared.text.visible_text import visible_text
from shared.wording.closing_question import clarification_text, manner_of
from shared.wording.days import day_told
from shared.wording.outcomes import GRAVE, Occasion, OutcomeMessage, messages_for
from shared.wording.phrases import Manner, load_wording
from shared.wording.quoted_text import isolate_text, quote_text


def tells_of_loss(text: str) -> bool:
    """Whether somebody died whom the person loved, or they lost what they live by."""
    return any(pattern.search(lowered_beginning(text)) for pattern in engine_patterns("loss").values())


def wonders_something(text: str) -> bool:
    """Whether it is a question, with its mark or without."""
    return (
        text.rstrip().endswith("?") or engine_patterns("wondering")["begins"].match(lowered_beginning(text)) is not None
    )


MOST_QUOTES = 5
MOST_SUMMED_UP = 12
LONGEST_SPOKEN = 280
LINE = "\n"
PERSONAL = "remember_about_me"
_APOSTROPHE = "\N{RIGHT SINGLE QUOTATION MARK}"
_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)*")


def compose_reply(brief: Brief) -> str:
    """The prose of a reply; on the very first turn it also says, once, that this is the offline mode."""
    saying = _Saying(brief, load_templates(brief.language), manner_of(brief.turn), quiet=_is_followed(brief))
    told = messages_for(brief.turn)
    if (grave := next((each.occasion for each in told if each.occasion in GRAVE), None)) is not None:
        there = help_abroad(brief.turn.text)
        return "\n\n".join([*([there] if there else []), saying.say(grave)])  # nothing else belongs beside it
    spent = [saying.told(each) for each in told if each.occasion in BESIDE]
    done = [each for each in told if each.occasion not in BESIDE]
    became = _in_sympathy(saying, done)
    first = [] if brief.history or brief.has_model else [saying.speech.first_time.format(connect=saying.speech.connect)]
    body = _body(saying) if not done or _asks_besides(brief) else []
    body += _still_open(saying)
    return "\n\n".join([*([_joined(became)] if became else []), *body, *spent, *first])


def _still_open(saying: "_Saying") -> list[str]:
    """What they speak of is open since an earlier conversation."""
    threads = saying.brief.turn.context.threads
    if not threads or saying.brief.turn.offer is not None or saying.brief.turn.context.asked_open is not None:
        return []
    return [saying.say("still_open", quotes=_few(map(saying.since, threads)))]


def _asked_open(saying: "_Saying", asked: AskedOpen) -> list[str]:
    """All that is open, is waited for or was decided, with its days; where nothing is, that."""
    context = saying.brief.turn.context
    if not context.threads:
        return [saying.say(f"no_{asked}")]
    more = [saying.speech.more_open.format(more=context.more_open)] if context.more_open else []
    return [saying.say(f"all_{asked}", quotes=_few(map(saying.since, context.threads))), *more]


BESIDE = frozenset({Occasion.BUDGET, Occasion.CLOSING_ASIDE, Occasion.ENDS_UNASKED, Occasion.UNREADABLE})
"""What is news beside any reply."""

ASKED_RIGHT_AWAY = frozenset(
    {
        *(Occasion.HELD, Occasion.HELD_SEVERAL, Occasion.HELD_CLASH, Occasion.REFINED, Occasion.CORRECTED),
        *(Occasion.CONFIRM_RETRACTION, Occasion.AMBIGUOUS, Occasion.ASKED),
    }
)
"""Of these the question that follows says everything."""


def _in_sympathy(saying: "_Saying", told: list[OutcomeMessage]) -> list[str]:
    """What became of memory, where no question says it; sympathy comes first where the line tells of something hard."""
    asked = ASKED_RIGHT_AWAY if saying.brief.turn.offer is not None else frozenset[Occasion]()
    rest = [saying.told(each) for each in told if each.occasion not in asked]
    if told and tells_of_loss(saying.brief.turn.text):
        return [saying.say("sympathy"), *rest]
    comfort = say_comfort(saying.brief) if any(each.occasion in asked for each in told) else None
    return [comfort, *rest] if comfort else rest


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
        variant = pick_variant(self.speech.replies[occasion], self.brief, quiet=self.quiet)
        if str(slots.get("quotes", "")).startswith(LINE):
            variant = variant.replace(" {quotes}", "{quotes}")
        companion = isolate_text(visible_text(turn.person.companion_name))
        connect = "" if self.brief.has_model else self.speech.connect
        return variant.format(companion=companion, project=self.place(), connect=connect, **slots).strip()

    def place(self) -> str:
        """What the person calls where they are."""
        turn = self.brief.turn
        return self.mark(turn.engagement_title) if turn.engagement_kind is EngagementKind.PROJECT else self.speech.story

    def mark(self, text: str) -> str:
        """A text of the person, as such."""
        return quote_text(text, load_wording(self.brief.language))

    def told(self, told: OutcomeMessage) -> str:
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
        """A memory with its number and day; of what was, also when it ended."""
        if quote.until is not None:
            slots = {"noted": day_told(quote.noted, self.manner), "until": day_told(quote.until, self.manner)}
            return self.speech.quote_past.format(text=self.mark(quote.content), number=quote.display_number, **slots)
        return self._quote(quote, self.speech.quote, self.speech.quote_personal)

    def _quote(self, quote: Quote, here: str, personal: str) -> str:
        apart = quote.personal and self.brief.turn.engagement_kind is EngagementKind.PROJECT
        pattern = personal if apart else here
        noted = day_told(quote.noted, self.manner)
        return pattern.format(text=self.mark(quote.content), number=quote.display_number, noted=noted)

    def since(self, thread: FittingThread) -> str:
        """Something that is open, or was decided, with the day of its talk."""
        return self.speech.spoken.format(text=self.mark(thread.text), noted=day_told(thread.since, self.manner))

    def spoken(self, spoken: Spoken) -> str:
        """What the person said, with its day."""
        said = spoken.said if len(spoken.said) <= LONGEST_SPOKEN else f"{spoken.said[: LONGEST_SPOKEN - 1]}…"
        return self.speech.spoken.format(text=self.mark(said), noted=day_told(spoken.at, self.manner))


def _body(saying: _Saying) -> list[str]:
    turn, card = saying.brief.turn, saying.brief.card
    if (asked := turn.context.asked_open) is not None:
        return _asked_open(saying, asked) if turn.read else [saying.say("not_read")]
    if unclear := clarification_text(turn):
        return [unclear if turn.offer is None else saying.say("doubtful")]
    if fixed := say_fixed_answer(saying.brief, quiet=saying.quiet):
        return [fixed]
    need = next((need for need in _LOOKED_UP if need in card.reply_needs), None)
    if need is not None:
        return _LOOKED_UP[need](saying) if turn.read else [saying.say("not_read")]
    if card.name == "help":
        return [say_named("how_it_works", saying.brief, quiet=saying.quiet)]
    return [saying.say(card.name) if card.name in saying.speech.replies else _talk(saying)]


def _answer(saying: _Saying) -> list[str]:
    quotes = saying.brief.turn.context.quotes[:MOST_QUOTES]
    known = [quote for quote in quotes if not quote.waits]
    waiting = [quote for quote in quotes if quote.waits]
    parts = [saying.say("found", quotes=_few(map(saying.quote, known)))] if known else []
    parts += [saying.say("found_waiting", quotes=_few(map(saying.quote, waiting)))] if waiting else []
    return parts or _spoken(saying) or [_nothing(saying)]


def _spoken(saying: _Saying) -> list[str]:
    """What they said themself, in their words."""
    spoken = saying.brief.turn.context.spoken[:MOST_QUOTES]
    return [saying.say("spoken_before", quotes=_few(map(saying.spoken, spoken)))] if spoken else []


def _nothing(saying: _Saying) -> str:
    """Nobody but the person can have told what they ask of themself; the rest may be something of the world."""
    turn = saying.brief.turn
    if asks_of_themself(turn.text):
        return saying.say("not_told")
    if turn.engagement_kind is EngagementKind.PROJECT or "spoken" in saying.brief.card.reply_needs:
        return saying.say("nothing")
    return say_beside(saying.brief, quiet=saying.quiet) or saying.say("unknown")


def _past(saying: _Saying) -> list[str]:
    context = saying.brief.turn.context
    if context.quotes and asks_for_all(saying.brief.turn.text):
        return _summary(saying, "found")
    quotes = context.quotes[:MOST_QUOTES]
    parts = [saying.say("found", quotes=_few(map(saying.labelled, quotes)))] if quotes else []
    return [*parts, *_spoken(saying)] or [_nothing(saying)]


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
    """A word in the conversation."""
    turn = saying.brief.turn
    words = _WORD.findall(turn.text.casefold().replace(_APOSTROPHE, "'"))
    if " ".join(words) in answering_lines() or turn.understanding.continuation in (
        Continuation.CONFIRM,
        Continuation.DECLINE,
    ):
        return saying.say("again" if turn.offer else "nothing_open")
    if is_nonsense(turn.text):
        return saying.say("puzzled")
    if tells_of_loss(turn.text):
        return saying.say("sympathy")
    if beside := say_beside(saying.brief, quiet=saying.quiet):
        return beside
    return saying.say("question" if wonders_something(turn.text) else "statement")


_LOOKED_UP: dict[str, Callable[[_Saying], list[str]]] = {"summary": _summary, "spoken": _past, "quotes": _answer}
"""What a card may want from memory, the widest first."""


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
