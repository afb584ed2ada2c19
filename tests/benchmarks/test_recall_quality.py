"""The measures of recall, beside what is worked out by hand; and how LoCoMo's file is read."""

import json
from math import log2
from pathlib import Path

import pytest

from tests.benchmarks.recall_locomo import borrowed, read
from tests.benchmarks.recall_quality import ndcg, quality, recall, reciprocal_rank


def test_recall_is_the_share_of_the_right_ones_among_the_first() -> None:
    assert recall([4, 1, 9], [1, 2], 2) == 0.5
    assert recall([4, 1, 9], [1, 2], 1) == 0


def test_the_place_of_the_first_right_one_counts() -> None:
    assert reciprocal_rank([4, 1, 2], [1, 2]) == 0.5
    assert reciprocal_rank([4], [1]) == 0


def test_gain_is_less_the_later_it_comes_and_1_when_it_could_not_be_better() -> None:
    assert ndcg([1, 2, 3], [1, 2], 10) == 1
    assert ndcg([3, 1], [1], 10) == pytest.approx(1 / log2(3))
    assert ndcg([3, 1], [1], 1) == 0


def test_means_are_over_questions() -> None:
    found = quality([[1], [2]], [[1], [1]])
    assert (found.recall_5, found.mrr, found.questions) == (0.5, 0.5, 2)


def test_the_file_is_read_with_times_captions_and_only_questions_that_have_an_answer(tmp_path: Path) -> None:
    def conversation(first: str, second: str) -> object:
        return {
            "conversation": {
                "speaker_a": first, "speaker_b": second,
                "session_2": [{"speaker": second, "dia_id": "D2:1", "text": "Look", "blip_caption": "a boat"}],
                "session_2_date_time": "1:05 pm on 3 June, 2023",
                "session_1": [{"speaker": first, "dia_id": "D1:1", "text": "Hi"}],
                "session_1_date_time": "9:00 am on 1 June, 2023",
            },
            "qa": [
                {"question": f"What did {second} show?", "category": 4, "evidence": ["D2:01; D9:9"]},
                {"question": "Nothing answers this", "category": 1, "evidence": []},
                {"question": f"Did {first} sail?", "category": 5},
            ],
        }  # fmt: skip

    path = tmp_path / "locomo.json"
    path.write_text(json.dumps([conversation("Ada", "Wren"), conversation("Bo", "Kim")]))
    conversations = read(path)
    one = conversations[0]
    assert [(said.by_first, said.text) for said in one.turns] == [(True, "Hi"), (False, "Look [shares a boat]")]
    assert one.turns[1].at.isoformat() == "2023-06-03T13:05:00+00:00"
    assert [(question.text, question.answers) for question in one.questions] == [("What did Wren show?", (1,))]
    assert [question.text for question in one.adversarial] == ["Did Ada sail?"]
    assert list(borrowed(conversations)) == [(0, "What did Wren show?"), (1, "What did Kim show?")]
