"""Asks a model one of the four questions, and counts what that took."""

import time
from collections.abc import Mapping
from dataclasses import dataclass, field

from shared.contracts.understanding import ModelUse
from shared.models.fallback import BUDGET
from shared.models.fences import fence_text, new_mark
from shared.models.model import LanguageModel
from shared.models.wire import Asked, Json
from shared.prompts import load_prompt

NOBODY = "offline"
"""The provider of a model that does not think."""
REFLECTION = "reflection-1"
UNUSABLE = "unusable"


@dataclass(slots=True)
class Thoughts:
    """A model, asked once or several times in one step, and what every call took."""

    model: LanguageModel
    may_spend: bool
    used: list[ModelUse] = field(default_factory=list)
    away: str = ""
    """Why it is not asked again in this step."""

    @property
    def can_ask(self) -> bool:
        """Whether there is a model to ask."""
        return self.model.provider != NOBODY and self.may_spend and not self.away

    async def ask(self, name: str, schema: Json, data: Mapping[str, str], language: str = "") -> str | None:
        """The text of its answer; none where it gave up."""
        thought = await self.model.think(ask_about(name, schema, data, language))
        self.used.append(thought.used)
        if thought.text is None and thought.why != UNUSABLE:
            self.away = thought.why or NOBODY
        return thought.text

    def count_offline(self, began: float) -> None:
        """That the offline form thought, and in whose place."""
        use = ModelUse(provider=NOBODY, model=REFLECTION, latency_ms=(time.perf_counter() - began) * 1_000)
        if self.model.provider != NOBODY:
            why = self.away or (UNUSABLE if self.may_spend else BUDGET)
            named = f"{self.model.provider}:{self.model.model}"
            use = use.model_copy(update={"fallback_from": named, "fallback_why": why})
        self.used.append(use)


def ask_about(name: str, schema: Json, data: Mapping[str, str], language: str = "") -> Asked:
    """The fixed text first, then what there is to think about, each part between its fences."""
    asset, mark = load_prompt("reflector", name), new_mark()
    parts = [f"Data stands between lines that carry the mark {mark}."]
    if language:
        parts.append(f"The language is {LANGUAGES.get(language, language)}.")
    parts += [fence_text(part, text, mark) for part, text in data.items() if text]
    return Asked(asset.text, "\n\n".join(parts), schema, f"reflector/{name}", asset.version)


LANGUAGES = {
    "en": "English",
    "de": "German",
    "es": "Spanish",
    "fr": "French",
    "it": "Italian",
    "pt": "Portuguese",
    "nl": "Dutch",
}
