"""What the terminal says of a receipt: one thing is one, and several are several."""

import pytest

from services.terminal.notebook_api import receipt_told

pytestmark = pytest.mark.row("M26")


@pytest.mark.parametrize(
    ("removed", "told"),
    [
        ({"corrections": 1}, "1 correction"),
        ({"corrections": 2, "memories": 1}, "2 corrections, 1 memory"),
        ({"history_of_others": 1}, "1 history of others"),
        ({"own_words": 1, "work_in_progress": 1}, "1 own word, 1 work in progress"),
    ],
)
def test_one_thing_is_one(removed: dict[str, int], told: str) -> None:
    receipt = receipt_told({"status": "gone", "removed": removed, "checked": []})
    assert receipt.endswith(f"Removed: {told}.")
