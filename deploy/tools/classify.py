"""`make classify IN=cases.jsonl OUT=predictions.jsonl`: reads cases of text with the configured model.

A case is `{id, history: [{role, content, intent?}], message, project}`; the answer to each is one line of OUT.
"""

import asyncio
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from deploy.tools.offer_from_transcript import (
    ADD,
    CORRECT,
    FORGET,
    agrees_by_a_no,
    asks_for_a_change,
    last_spoken,
    standing_offer,
)
from services.classifier.understanding import read_question
from shared.contracts.ids import new_id
from shared.contracts.turns import Exchange
from shared.contracts.understanding import Continuation, Reading
from shared.intents.card import load_cards
from shared.models.model import LanguageModel, Question
from shared.models.model_settings import ModelSettings
from shared.models.open_model import Role, open_model
from shared.offline.read_line import read_line

HEARERS = {"person", "user", "human"}
NAMED = frozenset({FORGET, ADD, CORRECT})
SURE = 0.6
"""Where nobody noted what a line asked for, it counts as one of those only when that is so likely."""
LONGEST = 20_000
"""Characters of a case's message that are read; the engine itself looks at far fewer."""


def question_of(case: Mapping[str, object]) -> Question:
    """The case as the model is asked it."""
    history = _lines(case.get("history"))
    project = _project(case.get("project"))
    text = str(case.get("message") or "")[:LONGEST]
    line, intent = last_spoken(history)
    before = _heard_before(history, project) if line else None
    if intent is None and before is not None and before.intent in NAMED and before.confidence >= SURE:
        intent = before.intent
    told = [fact.text for fact in before.personal_facts] if before is not None else []
    offer = standing_offer(line, intent, in_project=project is not None, told=told)
    return Question(
        text="yes" if offer and agrees_by_a_no(line, text) else text,
        language=str(case.get("language") or "en"),
        project=project,
        cards=tuple(load_cards().values()),
        history=exchanges_of(history),
        offer=offer,
    )


def _heard_before(history: Sequence[Mapping[str, object]], project: str | None) -> Reading | None:
    """What the person's last line meant, to which the companion's line was the reply."""
    said = next((str(line.get("content") or "") for line in reversed(history) if _is_theirs(line)), "")
    if not said:
        return None
    return read_line(Question(text=said[:LONGEST], language="en", project=project, cards=tuple(load_cards().values())))


def _is_theirs(line: Mapping[str, object]) -> bool:
    return str(line.get("role", "")).lower() in HEARERS


def _lines(history: object) -> list[dict[str, object]]:
    return [dict(line) for line in history if isinstance(line, dict)] if isinstance(history, list) else []


def _project(project: object) -> str | None:
    """A title, something that has one, or merely that there is one."""
    if isinstance(project, dict):
        named = project.get("title") or project.get("name") or project.get("id")
        return str(named) if named else "a project"
    if isinstance(project, str):
        return project or None
    return "a project" if project else None


def exchanges_of(history: Sequence[Mapping[str, object]]) -> tuple[Exchange, ...]:
    """What was said and replied, in pairs; an intent may stand on either line."""
    pairs: list[Exchange] = []
    said, intent = "", None
    for line in history:
        named = line.get("intent")
        if _is_theirs(line):
            said, intent = str(line.get("content") or ""), named
        else:
            answered = named or intent
            pairs.append(
                Exchange(
                    turn_id=new_id(),
                    said=said,
                    replied=str(line.get("content") or ""),
                    intent=str(answered) if answered else None,
                )
            )
            said, intent = "", None
    return tuple(pairs)


def prediction_of(case: Mapping[str, object], reading: Reading) -> dict[str, object]:
    """The answer to a case: where the engine would rather ask, the likeliest intent with its low confidence."""
    asks_instead = reading.clarification is not None and bool(reading.alternatives)
    intent = reading.alternatives[0] if asks_instead else reading.intent
    others = reading.alternatives[1:] if asks_instead else reading.alternatives
    return {
        "id": case.get("id"),
        "intent": intent,
        "confidence": round(reading.confidence, 4),
        "params": _parameters(reading),
        "alternatives": list(others),
    }


def _parameters(reading: Reading) -> dict[str, object]:
    facts = [fact.text for fact in reading.personal_facts]
    found: dict[str, object] = {
        "personal_fact": facts[0] if facts else None,
        "personal_facts": facts,
        "forget_description": reading.forget_description,
        "knowledge": reading.knowledge,
        "target": reading.target,
        "query": reading.query,
        "continuation": reading.continuation.value if reading.continuation is not Continuation.NONE else None,
        "selection": list(reading.selection),
        "secondary_intent": reading.secondary_intent,
        "clarification": reading.clarification,
    }
    return {name: value for name, value in found.items() if value}


def confirm_prediction(question: Question, prediction: dict[str, object]) -> dict[str, object]:
    """With a yes, what was offered is the fact, or what is to be forgotten."""
    params = prediction["params"]
    if not isinstance(params, dict) or question.offer is None:
        return prediction
    before = question.history[-1]
    if prediction["intent"] == ADD != before.intent and "continuation" in params and asks_for_a_change(before.replied):
        prediction["intent"] = CORRECT
    chosen = params.get("selection") or range(1, len(question.offer.items) + 1)
    texts = [item.shown_text for place, item in enumerate(question.offer.items, 1) if place in chosen]
    if params.get("continuation") in {"confirm", "select"} and texts:
        if prediction["intent"] == "forget_about_me":
            params.setdefault("forget_description", texts[0])
        elif prediction["intent"] == "remember_about_me":
            params["personal_facts"] = list(dict.fromkeys((*texts, *params.get("personal_facts", ()))))
            params["personal_fact"] = texts[0]
        elif prediction["intent"] == "add_knowledge":
            params.setdefault("knowledge", texts[0])
    return prediction


async def classify_cases(model: LanguageModel, cases: Sequence[Mapping[str, object]]) -> list[dict[str, object]]:
    """One prediction for each case, in their order."""
    predictions = []
    for case in cases:
        question = question_of(case)
        heard = await read_question(model, question)
        predictions.append(confirm_prediction(question, prediction_of(case, heard.reading)))
    return predictions


async def _classify_all(cases: Sequence[Mapping[str, object]]) -> list[dict[str, object]]:
    opened = open_model(ModelSettings(), Role.CLASSIFY)
    try:
        return await classify_cases(opened.model, cases)
    finally:
        await opened.close()


def main() -> int:
    """IN and OUT are the arguments."""
    source, target = map(Path, sys.argv[1:3])
    cases = [json.loads(line) for line in source.read_text(encoding="utf-8").splitlines() if line.strip()]
    predictions = asyncio.run(_classify_all(cases))
    written = (json.dumps(prediction, ensure_ascii=False) for prediction in predictions)
    target.write_text("".join(f"{line}\n" for line in written), encoding="utf-8")
    print(f"{len(predictions)} cases read", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
