"""The quiet line beside a reply that the chosen model had no part in."""

import pytest

from shared.contracts.understanding import ModelUse
from shared.models.fallback import BUDGET
from shared.models.wire import Why
from shared.wording.phrases import SPOKEN, Away, answered_by, notice_of

pytestmark = pytest.mark.row("U6")

ENGINE = ModelUse(provider="offline", model="engine 1", latency_ms=1)
MODEL = ModelUse(provider="openai", model="llama3.1", latency_ms=1)
REASONS = [*(why.value for why in Why if why is not Why.REFUSED), BUDGET]


def instead(why: str | None) -> ModelUse:
    return ENGINE.model_copy(update={"fallback_from": "openai:llama3.1", "fallback_why": why})


@pytest.mark.parametrize("language", SPOKEN)
def test_each_reason_is_told_apart_in_each_language(language: str) -> None:
    told = [notice_of(MODEL, instead(why), language) for why in REASONS]
    assert len(set(told)) == len(REASONS)
    assert not [sentence for sentence in told if "{" in sentence]


def test_why_and_what_to_do() -> None:
    told = notice_of(MODEL, instead("key_refused"), "en")
    assert told.startswith("Answered without the model: the key was refused.")
    assert "settings" in told
    assert notice_of(instead("slow"), MODEL, "en").startswith("Understood without the model: it took too long.")
    assert notice_of(instead("slow"), instead("away"), "en").startswith("Answered without the model: it was not there.")


def test_a_reason_of_another_release_is_told_as_away() -> None:
    for why in (None, "invented_later", "answered"):
        assert notice_of(None, instead(why), "en") == notice_of(None, instead("away"), "en")


def test_where_the_chosen_model_answered_there_is_nothing_to_notice() -> None:
    assert notice_of(ENGINE, MODEL, "en") == ""
    assert notice_of(None, None, "en") == ""
    assert (answered_by(MODEL), answered_by(None)) == ("openai:llama3.1", "")


def test_the_reasons_are_those_that_calls_fail_for() -> None:
    assert set(Away.model_fields) == {*REASONS, "answered", "read"}
