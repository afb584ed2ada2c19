"""A line that asks for several things: each part through the orders by itself, in the order that it was said in."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from services.router.verifying import verify_understanding
from shared.contracts.operations import CorrectKnowledge, Forget, LeaveOut, Operation, Remember
from shared.contracts.turns import ClassifiedTurn, NearMemory, TurnLine
from shared.contracts.understanding import Influence, MemoryUse, Part, Understanding
from shared.intents.card import Card
from shared.text.comparable import fold_text

Order = Callable[[ClassifiedTurn, Card], tuple[Operation, ...]]
TALK = "general_conversation"
CONSTRAINTS = "constraints"
HELD_BACK = "holds back a part of the line: it is named, and not done"
_NOT = re.compile(r"\b(?:never|no|not|don'?t|nie|niemals|nicht|kein\w*|nunca|jamas)\b")
_WORD = re.compile(r"[^\W\d_]{4,}")


@dataclass
class Decomposed:
    """What the parts come to: what is done, what is answered, and what is only named."""

    understanding: Understanding
    done: list[Operation] = field(default_factory=list)
    asking: list[Operation] = field(default_factory=list)
    """At most one: a reply asks one question."""
    left: list[str] = field(default_factory=list)
    used: list[MemoryUse] = field(default_factory=list)
    """Memories that spoke for a part, or against it."""
    acting: Part | None = None
    answered: Part | None = None
    needs: list[str] = field(default_factory=list)

    @property
    def main(self) -> Part | None:
        """What the reply is a reply to: the question, or else the first thing that is done."""
        return self.answered or self.acting

    @property
    def operations(self) -> tuple[Operation, ...]:
        """In the order in which they are performed: what asks comes last."""
        named = [LeaveOut(words=tuple(self.left))] if self.left else []
        return (*self.done, *named, *self.asking)


def decompose_line(turn: ClassifiedTurn, cards: dict[str, Card], order: Order) -> Decomposed | None:
    """Each part by itself; nothing, where no part is sure enough to be done or answered."""
    found = Decomposed(turn.understanding)
    for part in turn.understanding.parts:
        _take(found, part, _alone(turn, part), cards[part.intent], order)
    if found.main is None:
        return None
    found.understanding = _as_main(turn.understanding, found.main, found.used)
    found.needs = list(dict.fromkeys([*cards[found.main.intent].reply_needs, *found.needs]))
    return found


def _take(found: Decomposed, part: Part, alone: ClassifiedTurn, card: Card, order: Order) -> None:
    if card.operation == "none":
        _answer(found, part)
        return
    operations = order(alone, card)
    against = _held_back_by(alone)
    checked = verify_understanding(alone)
    found.used += against or checked.used
    asks = any(isinstance(one, Remember | Forget | CorrectKnowledge) for one in operations)
    if not operations or against or not checked.matches or (asks and found.asking):
        found.left.append(part.text)
        return
    (found.asking if asks else found.done).extend(operations)
    found.needs += card.reply_needs
    found.acting = found.acting or part


def _answer(found: Decomposed, part: Part) -> None:
    """The first question is what the reply answers; a word of talk beside it needs no answer."""
    if part.intent == TALK:
        return
    if found.answered is None:
        found.answered = part
    else:
        found.left.append(part.text)


def _alone(turn: ClassifiedTurn, part: Part) -> ClassifiedTurn:
    """The turn, as if only this had been said in it."""
    line = TurnLine(line_id=turn.lines[0].line_id, text=part.text)
    return ClassifiedTurn.grown(turn, lines=(line,), understanding=_as_main(turn.understanding, part, []))


def _as_main(whole: Understanding, part: Part, used: list[MemoryUse]) -> Understanding:
    own = {name: getattr(part, name) for name in Part.model_fields if name != "text"}
    nothing = {"unread_facts": (), "secondary_intent": None, "alternatives": (), "clarification": None}
    return Understanding.model_validate({**dict(whole), **nothing, **own, "memory_used": (*used, *whole.memory_used)})


def _held_back_by(alone: ClassifiedTurn) -> list[MemoryUse]:
    """What the person once ruled out, where a note would be made of the same thing without asking them."""
    if alone.understanding.intent != "add_knowledge":
        return []
    said = set(_WORD.findall(fold_text(alone.text)))
    return [_used(memory, shared) for memory in alone.near if (shared := said & _ruled_out(memory))]


def _ruled_out(memory: NearMemory) -> set[str]:
    content = fold_text(memory.content)
    rules_out = memory.category == CONSTRAINTS or (memory.personal and _NOT.search(content) is not None)
    return set(_WORD.findall(content)) if rules_out else set()


def _used(memory: NearMemory, shared: set[str]) -> MemoryUse:
    score = min(1.0, max(memory.score, 0.5))
    return MemoryUse(
        assertion_id=memory.assertion_id,
        influence=Influence.DISAMBIGUATION,
        score=score,
        reason=f"{HELD_BACK} ({', '.join(sorted(shared))})",
    )
