"""Which open threads a talk settled, as a model reads it: each with the person's words that say so."""

from collections.abc import Iterator, Sequence

from pydantic import JsonValue

from services.reflector.ask_thinker import Thoughts
from services.reflector.settle_items import named_share
from services.reflector.spoken_turns import SpokenTurn, find_quote, plain_words, sentence_of
from services.reflector.talk_windows import LARGE, SMALL, show_most
from services.reflector.weigh_changes import resolve_thread
from shared.contracts.entities import SURE, Delta, OpenThread
from shared.contracts.work import NarratedWork
from shared.embedding.embedder import vector_of
from shared.models.answer_fields import find_objects, read_list, read_phrase, read_share
from shared.models.answer_schema import closed_object
from shared.models.wire import Json
from shared.text.comparable import is_negated

MOST_THREADS = 60
FEWEST_WORDS = 2
NEAR = 0.6
"""The nearness in meaning from which on words speak of a thread that they do not name."""


def resolved_schema() -> Json:
    """The form of the answer."""
    entry = closed_object({
        "thread": {"type": "string"},
        "turn": {"type": "integer"},
        "quote": {"type": "string"},
        "confidence": {"type": "number"},
    })  # fmt: skip
    return closed_object({"resolved": {"type": "array", "items": entry}})


async def resolve_threads(
    thoughts: Thoughts, work: NarratedWork, turns: Sequence[SpokenTurn]
) -> tuple[Delta, ...] | None:
    """What is settled beyond doubt; none where nobody could tell."""
    threads = {f"t{place}": thread for place, thread in enumerate(work.open_threads[:MOST_THREADS], 1)}
    listed = "\n".join(f"{mark} {thread.entity_type}: {thread.text}" for mark, thread in threads.items())
    named: frozenset[object] = frozenset(entity.turn_id for entity in work.entities)
    room = SMALL if thoughts.model.briefly else LARGE
    text = await thoughts.ask("deltas", resolved_schema(), {"THREADS": listed, "TALK": show_most(turns, named, room)})
    entries = _entries(text) if text is not None else None
    return None if entries is None else tuple(_settled(entries, threads, turns))


def _entries(answer: str) -> list[JsonValue] | None:
    return next(
        (read_list(found["resolved"]) for found in find_objects(answer) if isinstance(found.get("resolved"), list)),
        None,
    )


def _settled(
    entries: Sequence[JsonValue], threads: dict[str, OpenThread], turns: Sequence[SpokenTurn]
) -> Iterator[Delta]:
    """Each thread once, where the person's words are there, speak of it, and neither ask nor deny."""
    left = dict(threads)
    for entry in entries:
        if not isinstance(entry, dict):
            continue
        thread = left.get(read_phrase(entry, "thread") or "")
        quote, sure = read_phrase(entry, "quote"), read_share(entry.get("confidence"))
        number = entry.get("turn")
        spoken = find_quote(quote, turns, number if isinstance(number, int) else None) if quote else None
        if thread is None or quote is None or spoken is None or sure <= SURE:
            continue
        if len(plain_words(quote).split()) < FEWEST_WORDS or not _speaks_of(quote, spoken, thread):
            continue
        del left[next(mark for mark, one in threads.items() if one is thread)]
        yield resolve_thread(thread, sure, quote, turn=spoken.turn.turn_id)


def _speaks_of(quote: str, spoken: SpokenTurn, thread: OpenThread) -> bool:
    sentence = sentence_of(quote, spoken)
    if sentence.rstrip().endswith("?") or is_negated(sentence):
        return False
    return named_share(sentence, thread.text) > 0 or float(vector_of(sentence) @ vector_of(thread.text)) >= NEAR
