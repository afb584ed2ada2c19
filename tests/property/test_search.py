"""The two who look for the same text, the one who erases and the one who looks afterwards, agree on what telling is."""

import json
import re

from hypothesis import given
from hypothesis import strategies as st

from services.memory.erasure.texts_to_erase import Search, bare_text, without_texts
from services.memory.erasure.verification import is_told_in

WORDS = st.text("aB1.+*(\"'\\é日", min_size=1, max_size=5)
TEXTS = st.lists(WORDS, min_size=1, max_size=4).map(" ".join)


@given(TEXTS, TEXTS, TEXTS)
def test_what_one_takes_out_the_other_finds_no_more(before: str, text: str, after: str) -> None:
    core = bare_text(text)
    if core:
        said = f"{before} {core} {after}"
        assert is_told_in(said, [core])
        assert not is_told_in(without_texts(said, [core]).replace("[erased]", "\x00"), [core])


@given(TEXTS, TEXTS)
def test_what_stands_in_json_is_found_there(before: str, text: str) -> None:
    core = bare_text(text)
    if core and "\\" not in core:
        assert is_told_in(json.dumps({"said": f"{before}\n{core}"}, ensure_ascii=False), [core])


@given(TEXTS)
def test_the_longest_word_is_part_of_the_text_so_that_the_database_finds_it(text: str) -> None:
    search = Search.of([text])
    assert len(search.cores) == (1 if bare_text(text) else 0)
    for core in search.cores:
        assert core.strip("%") in text.lower()
        assert re.fullmatch(r"%[^\W_]*%", core)
