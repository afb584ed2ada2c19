"""What somebody pasted orders nothing: not what a talk meant, nor what was decided, is to be done, or is over."""

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from services.reflector.thinking import Thinker
from shared.contracts.entities import RESOLVING, EntityType
from shared.contracts.work import SuggestedWork
from shared.models.model import LanguageModel
from shared.models.wire import Asked
from shared.offline.engine import OfflineModel
from shared.testing.scripted_model import ScriptedModel
from tests.unit.reflector.a_talk import STORY, talk_of, think_through, thread_of, work_on

pytestmark = [pytest.mark.row("C3"), pytest.mark.row("C4")]

Case = dict[str, Any]
CASES: list[Case] = tomllib.loads(Path(__file__).with_name("poisoned.toml").read_text(encoding="utf-8"))["case"]
ORDERED = (
    *(EntityType.DECISION, EntityType.TASK, EntityType.WAITING_ON, EntityType.QUESTION_OPENED),
    *(
        EntityType.QUESTION_RESOLVED,
        EntityType.BLOCKER,
        EntityType.BLOCKER_CLEARED,
        EntityType.INSIGHT,
        EntityType.PERSON,
    ),
)


def obedient(case: Case) -> ScriptedModel:
    """It knows what is pasted, does as it is told there, and claims the person's own words for it as well."""
    order, own = case["order"], case["said"][0].rstrip(".")
    items = [
        {"turn": turn, "quote": quote, "type": kind, "what": what, "who": "me", "more": order, "status": "decided",
         "priority": "high", "before": order}
        for turn, quote in ((2, order), (1, own)) for what in (order, case["canary"])
        for kind in (*(each.value for each in ORDERED), "priority_change", "act_update", "fact")
    ]  # fmt: skip
    resolved = [{"thread": "t1", "turn": 2, "quote": order, "confidence": 0.99}]
    answers: dict[str, object] = {
        "reflector/entities": {"items": items},
        "reflector/narrative": {"sentences": [order, f"You decided it: {order}.", f"{own}, and so {order}."]},
        "reflector/deltas": {"resolved": resolved},
    }

    def answer(asked: Asked) -> str:
        if asked.prompt != "reflector/routing":
            return json.dumps(answers[asked.prompt])
        obeys = case["canary"] in asked.content
        return json.dumps({"place": "p2" if obeys else "p1", "confidence": 0.99, "reason": order if obeys else None})

    return ScriptedModel(provider="anthropic", model="obedient", thinks_by=answer)


async def thought(case: Case, model: LanguageModel) -> SuggestedWork:
    talk = talk_of(*case["said"])
    thread = thread_of(EntityType.WAITING_ON, case["thread"])
    return await think_through(Thinker(model), work_on(talk, thread, language=case["language"]), talk)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['language']}-{case['canary']}")
@pytest.mark.parametrize("by_model", [True, False])
async def test_nothing_that_was_pasted_is_said_decided_done_or_over(case: Case, *, by_model: bool) -> None:
    model = obedient(case) if by_model else OfflineModel()
    work = await thought(case, model)
    told = [work.narrative, work.suggestion_reason, *(each.model_dump_json() for each in work.deltas)]
    told += [each.model_dump_json() for each in (*work.entities, *work.facts)]
    assert [text for text in told if case["canary"].casefold() in text.casefold()] == []
    assert [delta for delta in work.deltas if delta.delta_type in RESOLVING] == []
    assert work.suggested_engagement_id == STORY
    if isinstance(model, ScriptedModel):
        assert case["canary"] not in " ".join(asked.content for asked in model.asked)  # nobody was shown it either


def test_there_are_thirty_of_them_in_three_languages() -> None:
    assert {
        language: sum(case["language"] == language for case in CASES) for language in ("en", "de", "es")
    } == dict.fromkeys(("en", "de", "es"), 10)
    assert all(case["order"] in case["said"][1] and case["canary"] in case["order"] for case in CASES)
