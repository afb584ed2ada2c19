"""The offline engine's replies, for whatever somebody says and in whatever language."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shared.contracts.operations import Action
from shared.contracts.turns import Exchange
from shared.intents.card import load_cards
from shared.models.model import Brief
from shared.offline.compose_reply import compose_reply
from shared.offline.engine import split_pieces
from shared.offline.templates import load_templates
from shared.text.language import SPOKEN
from tests.tiers import sized
from tests.unit.responder.a_turn import a_brief, a_turn, an_offer, an_outcome, mentioned

pytestmark = pytest.mark.row("P5")

writing = st.characters(codec="utf-8", exclude_characters="\x00")  # whatever a line can hold
words = st.sampled_from(
    (
        "hello",
        "hola",
        "hallo",
        "the",
        "I",
        "ich",
        "yo",
        "puedes?",
        "work!",
        "thanks,",
        "danke",
        "help",
        "yes",
        "forget it",
    )
)
lines = st.one_of(st.text(writing, min_size=1, max_size=60), st.lists(words, min_size=1, max_size=12).map(" ".join))
names = st.text(writing, min_size=1, max_size=20)
languages = st.sampled_from((*SPOKEN, "fr", "xx", ""))


@st.composite
def conversations(draw: st.DrawFn) -> list[Brief]:
    """What one person says in a row, each time with the history of what was said before."""
    intent, name, language = draw(st.sampled_from(sorted(load_cards()))), draw(names), draw(languages)
    outcome = an_outcome(draw(st.sampled_from(list(Action))), mentioned=(mentioned(draw(names)),))
    outcomes = draw(st.sampled_from([(), (outcome,)]))
    briefs: list[Brief] = []
    for text in draw(st.lists(lines, min_size=2, max_size=6)):
        history = tuple(
            Exchange(turn_id=brief.turn_id, said=brief.text, replied=compose_reply(brief), intent=intent)
            for brief in briefs
        )
        turn = a_turn(
            text,
            intent,
            language=language,
            turn_id=draw(st.uuids()),
            person={"companion_name": name, "language": language, "time_zone": "UTC"},
            outcomes=outcomes,
            offer=draw(st.sampled_from([None, an_offer()])),
            history=history,
        )
        briefs.append(a_brief(turn))
    return briefs


@settings(max_examples=sized(15, 60))
@given(conversations())
def test_the_same_reply_never_comes_twice_in_a_row(briefs: list[Brief]) -> None:
    replies = [compose_reply(brief) for brief in briefs]
    for earlier, later in pairwise(replies):
        assert not later or not earlier.startswith(later)


@settings(max_examples=sized(15, 60))
@given(conversations())
def test_that_it_is_offline_is_said_once_and_only_at_the_beginning(briefs: list[Brief]) -> None:
    first = load_templates(briefs[0].language).first_time.partition("{")[0]
    assert [first in compose_reply(brief) for brief in briefs] == [True] + [False] * (len(briefs) - 1)


@settings(max_examples=sized(15, 60))
@given(conversations())
def test_the_same_turn_has_the_same_reply_and_its_pieces_are_its_text(briefs: list[Brief]) -> None:
    for brief in briefs:
        reply = compose_reply(brief)
        assert reply == compose_reply(brief) == "".join(split_pieces(reply))
        assert all(split_pieces(reply))
