"""An answer that is taken back brings its question back: the memory waits again, and so does what was asked."""

import pytest

from shared.contracts.assertions import Force
from tests.acceptance.memory.person import Person

pytestmark = [pytest.mark.row("M8"), pytest.mark.parametrize("house", ["scripted"], indirect=True)]


@pytest.mark.parametrize(("answer", "verb"), [("yes", "reopen"), ("no", "restore")])
async def test_the_question_waits_again_and_can_be_answered_on_its_card(person: Person, answer: str, verb: str) -> None:
    asked = (await person.say("I collect old maps")).offer
    assert asked is not None
    await person.say(answer)
    assert (await person.offers()).offers == ()
    (settled,) = await person.memories()
    await person.act(verb, settled)

    (again,) = (await person.offers()).offers
    assert again.offer.offer_id == asked.offer_id
    (item,) = again.offer.items
    shown = {"assertion_id": str(item.assertion_id), "version": item.version, "text_hash": item.text_hash}
    kept = await person.post(f"/v1/offers/{asked.offer_id}", {"items": [{**shown, "answer": "yes"}]})
    assert kept.status_code == 200, kept.text
    assert len(await person.memories(force=Force.COMMITTED)) == 1


async def test_what_is_changed_in_the_notebook_alone_asks_nothing(person: Person) -> None:
    await person.say("I collect old maps")
    await person.say("yes")
    (known,) = await person.memories()
    taken = await person.act("retract", known)
    assert taken.assertion is not None
    await person.act("restore", taken.assertion)
    assert (await person.offers()).offers == ()
