"""The graded talks, offline: it need not find much, and what it says is right."""

from collections import Counter

import pytest

from shared.offline.engine import OfflineModel
from tests.evals.closing.graded import GradedTalk, graded_talks, think_about

pytestmark = pytest.mark.row("C3")

TALKS = {one.name: one for one in graded_talks()}


def test_there_are_twenty_four_in_three_languages() -> None:
    assert Counter(one.language for one in TALKS.values()) == {"en": 8, "de": 8, "es": 8}
    lengths = sorted(len(one.talk) for one in TALKS.values())
    assert (lengths[0], lengths[-1]) == (8, 60)


@pytest.mark.parametrize("talk", TALKS.values(), ids=TALKS)
async def test_offline_nothing_is_invented_and_no_thread_is_closed_wrongly(talk: GradedTalk) -> None:
    thought = await think_about(OfflineModel(), talk)
    assert (thought.forbidden, thought.unsupported) == ([], [])
    assert thought.resolved <= talk.resolved
    assert thought.made.suggested_engagement_id == talk.place
