"""What providers cache is the beginning of a prompt: it moves only when memory, engagement or name move."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.responder.fences import key_of
from services.responder.prompt_sections import build_sections
from shared.contracts.operations import Action
from shared.contracts.turns import PerformedTurn, ReplyContext
from shared.intents.card import load_cards
from tests.tiers import sized
from tests.unit.responder.a_turn import a_quote, a_turn, an_exchange, an_offer, an_outcome

pytestmark = pytest.mark.row("M5")

KEY = key_of("a secret")
MEMORY = "PERSONAL MEMORY\nWhat the person said about themself:\n- You like tea. (noted yesterday)"
texts = st.text(st.characters(codec="utf-8", exclude_characters="\x00"), min_size=1, max_size=60)


@st.composite
def turns(draw: st.DrawFn) -> PerformedTurn:
    """Anything may differ but who speaks where, and what is remembered."""
    action = draw(st.sampled_from(list(Action)))
    outcomes = draw(st.sampled_from([(), (an_outcome(action, draw(st.sampled_from([None, "refused", "which"]))),)]))
    context = ReplyContext(
        seed="Tomatoes.",
        personal_memory=MEMORY,
        delta=draw(st.sampled_from(["", "Memory updates since rev 1:\n+[Health] x (imp=3)"])),
        quotes=tuple(a_quote(draw(texts), waits=draw(st.booleans())) for _ in range(draw(st.integers(0, 2)))),
    )
    return a_turn(
        draw(texts),
        draw(st.sampled_from(sorted(load_cards()))),
        language=draw(st.sampled_from(["en", "de", "es", "fr"])),
        context=context,
        history=tuple(an_exchange(draw(texts)) for _ in range(draw(st.integers(0, 3)))),
        outcomes=outcomes,
        offer=draw(st.sampled_from([None, an_offer()])),
        write=draw(st.booleans()),
        activated_at=draw(st.datetimes(timezones=st.timezones(), allow_imaginary=False)),
    )


def beginning(turn: PerformedTurn, question: str = "") -> str:
    made = build_sections(turn, load_cards()[turn.understanding.intent], question, KEY)
    return "\n\n".join(section.text for section in made if section.stable)


@settings(max_examples=sized(15, 40))
@given(turns(), turns(), texts)
def test_the_beginning_is_the_same_whatever_a_turn_says(one: PerformedTurn, other: PerformedTurn, asked: str) -> None:
    assert beginning(one) == beginning(other, asked)


@settings(max_examples=sized(15, 40))
@given(turns())
def test_the_beginning_moves_with_memory(turn: PerformedTurn) -> None:
    more = ReplyContext.model_validate({**dict(turn.context), "personal_memory": f"{MEMORY}\n- You like jazz. (today)"})
    assert beginning(turn) != beginning(PerformedTurn.grown(turn, context=more))


@settings(max_examples=sized(15, 40))
@given(turns())
def test_what_lasts_comes_before_what_passes(turn: PerformedTurn) -> None:
    stable = [section.stable for section in build_sections(turn, load_cards()[turn.understanding.intent], "", KEY)]
    assert stable == sorted(stable, reverse=True)
