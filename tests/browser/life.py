"""One person's life with their companion, for the pictures: the same words on the same days each time."""

import json
from dataclasses import dataclass
from datetime import UTC, datetime
from uuid import UUID

from shared.contracts.assertions import AssertionView
from shared.contracts.operations import Offer
from shared.testing.scripted_model import ScriptedReply
from tests.acceptance.memory.house import House
from tests.acceptance.memory.person import Person

NOW = datetime(2031, 5, 14, 9, 41, tzinfo=UTC)
"""What the clock of the pictures shows: in the future, so that the house's own clock finds no question expired."""
RISOTTO = """Something without meat or cheese, as Mara is vegan:

- **Tomato risotto** with basil from the bed
- *Chickpea stew* with lemon

Shall I write a list to shop from?"""
TALK = (
    ("Good morning! The first tomatoes are out.", "Good morning! That is early this year. How is the bed by the wall?"),
    ("I prefer working in the mornings", "Then mornings are for you, and I keep out of them."),
    ("yes", "I have noted it."),
    ("What could I cook for Mara on Friday?", RISOTTO),
)
ASKED = ("I'm allergic to shellfish", "That is good to know before Friday.")
CELLO, MARA = "You play the cello on Thursdays.", "Your sister Mara is vegan."
STORY = (CELLO, MARA, "You take your tea without milk.")
GARDEN = ("The bed by the wall has sun until three.", "The tomatoes are watered every two days.")
MOTORBIKE = "You own an old motorbike."
TOOK = {"open": 2.1, "classify": 6.4, "route": 0.2, "perform": 3.0, "respond": 9.8, "close": 2.7}
HAD_PART = (
    "insert into memory_reference (tenant_id, person_id, turn_id, assertion_id, influence, score, reason)"
    " select tenant_id, person_id, id, $3, 'entity_reference', 0.82, 'Mara' from turn where person_id = $1 and id = $2"
    " on conflict (person_id, turn_id, assertion_id) do update"
    " set influence = excluded.influence, score = excluded.score, reason = excluded.reason"
)
REPLIED = "update message set content = $3 where person_id = $1 and turn_id = $2 and role = 'companion'"
ASKED_WITH = "update turn set asked = $3 where person_id = $1 and id = $2"
PLACES = "select id, row_number() over (order by {order} desc) as place from {table} where person_id = $1"
TURNS_ON_THEIR_DAYS = (
    "update turn t set activated_at = $2::timestamptz - p.place * interval '7 minutes', stamps = $3"
    f" from ({PLACES.format(order='moment', table='turn')}) p where t.person_id = $1 and t.id = p.id"
)
WORDS_WITH_THEM = (
    "update message m set created_at = t.activated_at from turn t"
    " where m.person_id = $1 and t.person_id = $1 and m.turn_id = t.id"
)
MEMORIES_ON_THEIR_DAYS = (
    "update assertion a set created_at = $2::timestamptz - p.place * interval '31 hours',"
    " updated_at = $2 - p.place * interval '31 hours',"
    " expires_at = case when a.force = 'held' then $2 + interval '6 days' end"
    f" from ({PLACES.format(order='id', table='assertion')}) p where a.person_id = $1 and a.id = p.id"
)
HISTORY_WITH_THEM = (
    "update assertion_history h set created_at = a.created_at from assertion a"
    " where a.person_id = $1 and h.person_id = $1 and h.assertion_id = a.id"
)
QUESTION_NOW = "update offer set created_at = $2::timestamptz, expires_at = $2 + interval '6 days' where person_id = $1"


@dataclass(frozen=True)
class Life:
    """Somebody, and what the views are opened at."""

    person: Person
    explained: UUID
    """A turn that memories had a part in."""
    memory: UUID


async def a_life(house: House, *, asked: bool) -> Life:
    """Somebody with memories, a project and a talk behind them; with a question that waits, if wanted."""
    person = await house.person()
    await person.set(companion_name="Ada")
    garden = await person.project("Garden", "Three raised beds behind the house.")
    cello, mara, _ = [await person.write(content) for content in STORY]
    for content in GARDEN:
        await person.write(content, garden)
    await person.act("pin", cello)
    await person.act("retract", await person.write(MOTORBIKE))
    turns = [await _say(house, person, said, replied) for said, replied in TALK]
    await _had_part(house, person, turns[-1], mara)
    if asked:
        await _say(house, person, *ASKED)
    await _on_their_days(house, person)
    return Life(person, turns[-1], mara.assertion_id)


async def _say(house: House, person: Person, said: str, replied: str) -> UUID:
    house.model.next_replies.append(ScriptedReply((replied,)))
    closed = await person.say(said)
    question = _question(closed.offer)
    await house.do(REPLIED, person.person_id, closed.turn_id, replied + question)
    await house.do(ASKED_WITH, person.person_id, closed.turn_id, len(question))
    return closed.turn_id


def _question(offer: Offer | None) -> str:
    """One of the ways in which it is asked; which one is otherwise different each time."""
    if offer is None:
        return ""
    (item,) = offer.items
    return f"\n\nAs I understand it: “{item.shown_text}”\nYou said: “{item.own_words}”\nShall I remember that?"


async def _had_part(house: House, person: Person, turn_id: UUID, memory: AssertionView) -> None:
    await house.do(HAD_PART, person.person_id, turn_id, memory.assertion_id)


async def _on_their_days(house: House, person: Person) -> None:
    """Moves everything to days that a picture shows alike each time it is taken."""
    stamps = json.dumps([{"step": step, "ms": ms} for step, ms in TOOK.items()])
    await house.do(TURNS_ON_THEIR_DAYS, person.person_id, NOW, stamps)
    await house.do(WORDS_WITH_THEM, person.person_id)
    await house.do(MEMORIES_ON_THEIR_DAYS, person.person_id, NOW)
    await house.do(HISTORY_WITH_THEM, person.person_id)
    await house.do(QUESTION_NOW, person.person_id, NOW)
