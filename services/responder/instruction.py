"""The last section: what the person wants, what became of it, what is stored that fits, and what is asked. Pure."""

from collections.abc import Iterator

from services.responder.dated_talk import told_since
from services.responder.fences import fence_material
from services.responder.prompt_texts import prompt_passages
from shared.contracts.turns import PerformedTurn, Quote
from shared.intents.card import Card
from shared.wording.closing_question import clarification_text, manner_of
from shared.wording.days import day_told, zone_named
from shared.wording.outcomes import Occasion, OutcomeMessage, messages_for
from shared.wording.phrases import Manner

LINE = "\n"
ANSWER = "answer_offer"
NAMED = {
    Occasion.KNOWN,
    Occasion.COMMITTED,
    Occasion.COMMITTED_SEVERAL,
    Occasion.COMMITTED_SOME,
    Occasion.COMMITTED_BOTH,
    Occasion.REPLACED,
    Occasion.RESTORED,
}
"""Whose words a model may be shown: what is held stands in its question only, and what was taken back nowhere."""


def build_instruction(turn: PerformedTurn, card: Card, question: str, mark: str) -> str:
    """All that belongs to this turn alone."""
    said, manner = prompt_passages("turn"), manner_of(turn)
    blocks = [
        _now(turn, said, manner),
        f"{said['task']}\n{said['answered'] if _is_answer(turn) else card.reply}",
        *_done(turn, said, mark),
        *_stored(turn, card, said, manner, mark),
        said["language"].format(language=turn.understanding.language),
        _end(turn, question, said, mark),
    ]
    return "\n\n".join(blocks)


def _now(turn: PerformedTurn, said: dict[str, str], manner: Manner) -> str:
    local = manner.now.astimezone(zone_named(manner.time_zone))
    english = Manner("en", manner.time_zone, manner.now)
    now = f"{local:%A}, {day_told(local, english)} {local.year}, {local:%H:%M} ({manner.time_zone})"
    last = next((exchange.at for exchange in reversed(turn.history) if exchange.at is not None), None)
    talked = said["last"].format(ago=told_since(last, manner.now, manner.time_zone)) if last else ""
    return " ".join(filter(None, (said["now"].format(now=now), talked)))


def _is_answer(turn: PerformedTurn) -> bool:
    """They answered a question, and it was taken so: how something new is told would contradict what became of it."""
    return any(outcome.kind == ANSWER and outcome.done for outcome in turn.outcomes)


def _done(turn: PerformedTurn, said: dict[str, str], mark: str) -> Iterator[str]:
    told = messages_for(turn)
    if told:
        yield "\n".join([said["done"], *(_became(each, said, mark) for each in told)])


def _became(told: OutcomeMessage, said: dict[str, str], mark: str) -> str:
    number = told.concerned[0].display_number if told.concerned else "?"
    sentence = said[told.occasion].format(
        count=len(told.concerned), dropped=told.dropped, number=number, more=told.more
    )
    named = [f"number {one.display_number}: {one.content}" for one in told.concerned if told.occasion in NAMED]
    named += told.left
    return f"{sentence}\n{fence_material('MEMORY', LINE.join(named), mark)}" if named else sentence


def _stored(turn: PerformedTurn, card: Card, said: dict[str, str], manner: Manner, mark: str) -> Iterator[str]:
    context = turn.context
    looked = {"quotes", "spoken", "summary"} & set(card.reply_needs)
    if (looked or context.asked_open) and not turn.read:
        yield said["not_read"]
        return
    known = [_quote(quote, manner) for quote in context.quotes if not quote.waits]
    waiting = [_quote(quote, manner) for quote in context.quotes if quote.waits and not quote.personal]
    # What is held about the person is in a prompt only as the question about it: here it is counted.
    held = sum(quote.waits and quote.personal for quote in context.quotes)
    spoken = [f"{day_told(one.at, manner)}: {one.said}" for one in context.spoken]
    for name, lines in (("found", known), ("waiting", waiting), ("spoken", spoken)):
        if lines:
            yield f"{said[name]}\n{fence_material(name.upper(), LINE.join(lines), mark)}"
    if looked and not (known or waiting or spoken or held or context.asked_open):
        yield said["nothing"]
    if more := context.waiting if "waiting" in card.reply_needs else held:
        yield said["more_waiting"].format(waiting=more)


def _quote(quote: Quote, manner: Manner) -> str:
    place = "their own story" if quote.personal else "this project"
    was = f", no longer so since {day_told(quote.until, manner)}" if quote.until else ""
    return f"number {quote.display_number} of {place}, noted on {day_told(quote.noted, manner)}{was}: {quote.content}"


def _end(turn: PerformedTurn, question: str, said: dict[str, str], mark: str) -> str:
    if question:
        return f"{said['closing']}\n{fence_material('QUESTION', question, mark)}"
    if unclear := clarification_text(turn):
        return f"{said['clarify']}\n{fence_material('QUESTION', unclear, mark)}"
    return said["open"]
