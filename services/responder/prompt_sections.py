"""From a performed turn to what the model is told: the prompt's sections in their order. Pure.

The order is persona, landscape, notes, engagement, personal memory, session, what fits the line, what is open, memory
delta, cross-promotion, intent. Notes and session have nothing to say yet. What lasts comes first and moves only when
memory, the engagement or the companion's name does: providers find it in their caches. A section that does not apply is
absent.
"""

from collections.abc import Callable
from dataclasses import dataclass

from services.responder.check_proposal import may_propose
from services.responder.dated_talk import as_shown
from services.responder.fences import fence_mark, fence_material
from services.responder.instruction import build_instruction
from services.responder.prompt_texts import prompt_passages, prompt_text
from shared.contracts.entities import EntityType
from shared.contracts.turns import EngagementKind, FittingThread, PerformedTurn
from shared.intents.card import Card
from shared.models.model import ModelPrompt, Section
from shared.wording.closing_question import manner_of
from shared.wording.days import day_told
from shared.wording.phrases import Manner

BULLET = "- "
LINES = "\n"
UNNAMED = "Companion"
"""What a companion is called that nobody gave a name."""


@dataclass(frozen=True, slots=True)
class _Prompt:
    turn: PerformedTurn
    card: Card
    question: str
    """What is asked after the reply; empty for nothing."""
    lasting: str
    passing: str


_Part = Callable[[_Prompt], str]
_Placed = tuple[str, str, str]
"""A passage, and the name of the material below it with what that is; nothing stands below it without material."""


def build_prompt(turn: PerformedTurn, card: Card, question: str, key: bytes) -> ModelPrompt:
    """All that a model is told."""
    talk = as_shown(turn, fence_mark(key, "person", str(turn.person_id)))
    return ModelPrompt(build_sections(turn, card, question, key), talk)


def build_sections(turn: PerformedTurn, card: Card, question: str, key: bytes) -> tuple[Section, ...]:
    """All that applies, what lasts before what passes."""
    lasting, passing = fence_mark(key, "person", str(turn.person_id)), fence_mark(key, "turn", str(turn.turn_id))
    prompt = _Prompt(turn, card, question, lasting, passing)
    made = [Section(name, part(prompt), stable) for name, stable, part in _ORDER]
    return tuple(section for section in made if section.text)


def _persona(_: _Prompt) -> str:
    return prompt_text("persona")


def _landscape(_: _Prompt) -> str:
    return prompt_text("landscape")


def _engagement(prompt: _Prompt) -> str:
    said, turn = prompt_passages("engagement"), prompt.turn
    in_project = turn.engagement_kind is EngagementKind.PROJECT
    purpose = filter(None, (turn.engagement_title if in_project else "", turn.context.seed))
    place = (said["project" if in_project else "personal"], "PROJECT" if in_project else "STORY", "\n".join(purpose))
    told = (_placed(each, prompt.lasting) for each in (_companion(turn, said), _person(turn, said), place))
    return "\n\n".join(filter(None, told))


def _placed(what: _Placed, mark_: str) -> str:
    passage, name, material = what
    return f"{passage}\n{fence_material(name, material, mark_)}" if material else passage


def _companion(turn: PerformedTurn, said: dict[str, str]) -> _Placed:
    name = turn.person.companion_name
    return (said["unnamed"], "NAME", "") if name == UNNAMED else (said["name"], "NAME", name)


def _person(turn: PerformedTurn, said: dict[str, str]) -> _Placed:
    return (said["person"], "PERSON", turn.context.own_name) if turn.context.own_name else ("", "PERSON", "")


def _personal_memory(prompt: _Prompt) -> str:
    in_project = prompt.turn.engagement_kind is EngagementKind.PROJECT
    memory = prompt.turn.context.personal_memory if in_project else prompt.turn.context.always
    return _known(memory, prompt.lasting)


def _fitting(prompt: _Prompt) -> str:
    context, in_project = prompt.turn.context, prompt.turn.engagement_kind is EngagementKind.PROJECT
    if in_project or not context.fitting:
        return ""
    return _bullets(context.fitting, prompt.passing) if context.always else _known(context.fitting, prompt.passing)


def _known(memory: str, mark_: str) -> str:
    return f"{_bullets(memory, mark_)}\n{prompt_passages('memory')['known']}" if memory else ""


def _bullets(memory: str, mark_: str) -> str:
    heading = next((place for place, line in enumerate(memory.splitlines()) if line.startswith(BULLET)), 2)
    return _behind(heading, memory, mark_)


def _open(prompt: _Prompt) -> str:
    """What is open still of what they speak of or ask after, and what recurs in their life, each only where it fits."""
    said, context = prompt_passages("memory"), prompt.turn.context
    manner = manner_of(prompt.turn)
    threads = [f"{BULLET}{one.text} ({_since(one, manner)})" for one in context.threads]
    themes = [f"{BULLET}{one.label} (in {one.times} of the last {one.of} conversations)" for one in context.themes]
    parts = ((context.asked_open or "open", threads), ("themes", themes))
    told = [
        f"{said[name]}\n{fence_material('MEMORY', LINES.join(lines), prompt.passing)}" for name, lines in parts if lines
    ]
    told += [said["more_open"].format(more=context.more_open)] if context.more_open else []
    told += [said["nothing_asked"]] if context.asked_open and prompt.turn.read and not threads else []
    return "\n\n".join(told)


def _since(one: FittingThread, manner: Manner) -> str:
    day = day_told(one.since, manner)
    return f"on {day}" if one.entity_type is EntityType.DECISION else f"open since {day}"


def _memory_delta(prompt: _Prompt) -> str:
    delta = prompt.turn.context.delta
    return f"{_behind(1, delta, prompt.passing)}\n{prompt_passages('memory')['changed']}" if delta else ""


def _cross_promotion(prompt: _Prompt) -> str:
    return prompt_text("cross_promotion") if may_propose(prompt.turn, prompt.card) else ""


def _intent(prompt: _Prompt) -> str:
    return build_instruction(prompt.turn, prompt.card, prompt.question, prompt.passing)


def _behind(heading: int, block: str, mark_: str) -> str:
    """The first lines as they are, for they are memory's own; what follows them is made of what people said."""
    lines = block.splitlines()
    return "\n".join([*lines[:heading], fence_material("MEMORY", "\n".join(lines[heading:]), mark_)])


_ORDER: tuple[tuple[str, bool, _Part], ...] = (
    ("persona", True, _persona),
    ("landscape", True, _landscape),
    ("engagement", True, _engagement),
    ("personal_memory", True, _personal_memory),
    ("fitting", False, _fitting),
    ("open", False, _open),
    ("memory_delta", False, _memory_delta),
    ("cross_promotion", False, _cross_promotion),
    ("intent", False, _intent),
)
