"""The items of a talk, window by window: asked again where an answer was none or a stretch gave nothing."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from services.reflector.ask_thinker import Thoughts
from services.reflector.check_items import CheckedItems, Evidence, check_items, evidence_of
from services.reflector.offline.find_items import find_items
from services.reflector.read_items import item_schema, read_items
from services.reflector.settle_items import settle_items
from services.reflector.spoken_turns import SpokenTurn, plain_words
from services.reflector.talk_windows import LARGE, SMALL, Room, cut_windows, show_talk
from shared.contracts.entities import Entity
from shared.contracts.turns import EngagementKind
from shared.contracts.understanding import MOST_FACTS, PersonalFact
from shared.contracts.work import GatheredWork

MOST_PASSES = 3


@dataclass(frozen=True, slots=True)
class ExtractedItems:
    """What a talk named, and how it was found."""

    entities: tuple[Entity, ...]
    facts: tuple[PersonalFact, ...]
    passes: int
    left_out: int
    reduced: bool


@dataclass(slots=True)
class _Window:
    """A stretch of the talk, and what was found in it so far."""

    turns: tuple[SpokenTurn, ...]
    cued: tuple[Entity, ...]
    """What cue words tell of it."""
    checked: CheckedItems | None = None
    """None, until an answer could be read."""

    @property
    def is_done(self) -> bool:
        """Whether there is nothing to ask for again."""
        return self.checked is not None and bool(self.checked.entities or not self.cued)


@dataclass(slots=True)
class _Passes:
    """The windows of a talk, asked about one after the other."""

    thoughts: Thoughts
    evidence: Evidence
    room: Room
    projects: str
    windows: list[_Window] = field(default_factory=list)
    count: int = 0

    async def run(self) -> None:
        """Until each is done, or nobody can be asked, or it was tried often enough."""
        while self.thoughts.can_ask and self.count < MOST_PASSES and (left := self._left()):
            self.count += 1
            for window in left:
                if self.thoughts.can_ask:
                    await self._ask(window)

    def _left(self) -> list[_Window]:
        return [window for window in self.windows if not window.is_done]

    async def _ask(self, window: _Window) -> None:
        data = {"PROJECTS": self.projects, "TALK": show_talk(window.turns, self.room)}
        text = await self.thoughts.ask("entities", item_schema(), data, self.evidence.language)
        items = read_items(text) if text is not None else None
        if items is not None:
            window.checked = check_items(items, window.turns, self.evidence)


async def extract_items(thoughts: Thoughts, work: GatheredWork, turns: Sequence[SpokenTurn]) -> ExtractedItems:
    """All that it named; the offline form reads what the model did not."""
    room = SMALL if thoughts.model.briefly else LARGE
    cut = cut_windows(turns, room)
    passes = _Passes(thoughts, evidence_of(work, turns), room, _projects(work))
    passes.windows = [_Window(part, find_items(work, part)) for part in cut[-room.windows :]]
    early = [spoken for part in cut[: -room.windows] for spoken in part]
    await passes.run()
    began = time.perf_counter()
    unread = [window for window in passes.windows if window.checked is None]
    if unread or early or not turns:
        thoughts.count_offline(began)
    found = list(find_items(work, early))
    for window in passes.windows:
        found.extend(window.cued if window.checked is None else window.checked.entities)
    checked = [window.checked for window in passes.windows if window.checked is not None]
    facts = {plain_words(fact.own_words): fact for one in checked for fact in one.facts}
    return ExtractedItems(
        entities=settle_items(found),
        facts=tuple(facts.values())[:MOST_FACTS],
        passes=max(passes.count, 1),
        left_out=sum(one.left_out for one in checked),
        reduced=bool(unread or early or not checked),
    )


def _projects(work: GatheredWork) -> str:
    return "\n".join(place.title for place in work.places if place.kind is EngagementKind.PROJECT)
