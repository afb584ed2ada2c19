"""Exported, erased, imported into a fresh installation: all of it lands held, and one yes makes it what it was."""

import json
from uuid import UUID

import pytest
from pydantic import JsonValue

from shared.contracts.assertions import Force
from tests.acceptance.memory.house import House, a_house
from tests.acceptance.memory.minds import a_mind
from tests.acceptance.memory.person import Person
from tests.integration.line.eventually import eventually

pytestmark = [pytest.mark.row("S6"), pytest.mark.timeout(180)]
Row = dict[str, JsonValue]
SAME = (
    *("content", "own_words", "force", "previous_force", "reason", "kind", "category", "importance", "sensitive"),
    *("pinned", "label", "created_at"),
)
"""What of a memory must be as it was."""
HAPPENED = ("event", "verb", "actor", "old", "new", "force_from", "force_to", "reason", "decision")
"""What of its history must be."""


async def a_full_life(person: Person) -> UUID:
    """Something of every force, in Your Story and in a project, with a past."""
    project = await person.project("Garden", "Three raised beds.")
    await person.say("I'm allergic to shellfish", project)
    await person.say("no, just shrimp", project)
    await person.say("yes", project)
    await person.say("The soil pH should be 6.5", project)
    await person.say("We use PostgreSQL for this project", project)
    statement, _ = await person.memories(project)
    await person.act("commit", statement)
    await person.say("I collect old maps")
    await person.say("never mind")
    choir = await person.write("You sing in a choir.", category="interests", importance=5)
    await person.act("correct", choir, content="You sing in a chamber choir.")
    await person.act("pin", await person.memory(choir.assertion_id))
    kayak = await person.write("You own a red kayak.")
    await person.act("retract", kayak)
    await person.say("I prefer working in the mornings")
    return project


def memories_in(export: dict[str, list[Row]]) -> list[Row]:
    """What each memory says of itself, with its place and its history."""
    titles = {row["engagement_id"]: row["title"] for row in export["engagements"]}
    by_place = sorted(export["assertions"], key=lambda row: (str(titles[row["engagement_id"]]), _number(row)))
    return [
        {
            "place": titles[row["engagement_id"]],
            **{name: row.get(name) for name in SAME},
            "history": [
                [entry.get(name) for name in HAPPENED]
                for entry in export["history"]
                if entry["assertion_id"] == row["assertion_id"] and entry["verb"] != "import"
            ],
        }
        for row in by_place
    ]


def places_in(export: dict[str, list[Row]]) -> set[tuple[JsonValue, ...]]:
    """Your Story and the projects."""
    return {(row["kind"], row["title"], row["seed"], row["status"]) for row in export["engagements"]}


def _number(row: Row) -> int:
    return int(str(row["display_number"]))


@pytest.mark.parametrize("house", ["scripted"], indirect=True)
async def test_a_life_goes_to_another_house_and_is_equal_there(person: Person) -> None:
    await a_full_life(person)
    file = await person.exported()
    gone = await person.delete("/v1/me", {"confirm": "erase everything"})
    assert gone.json()["status"] == "gone"
    before = json.loads(file)
    assert before["holdfast_export"] == 2

    async with a_mind("scripted") as mind, a_house(mind) as elsewhere:
        again = await elsewhere.person()
        state = await again.bring(file)
        assert (state.status, state.count, state.skipped) == ("held", len(before["assertions"]), 0)
        landed = json.loads(await again.exported())
        assert {row["force"] for row in landed["assertions"]} == {Force.HELD}
        assert [row["content"] for row in memories_in(landed)] == [row["content"] for row in memories_in(before)]

        wrong = await again.confirm_import(state.model_copy(update={"count": state.count + 1}))
        assert (wrong.status_code, wrong.json()["code"]) == (422, "import_mismatch")
        other = await again.confirm_import(state.model_copy(update={"file_hash": "0" * 64}))
        assert other.status_code == 422
        assert {row["force"] for row in json.loads(await again.exported())["assertions"]} == {Force.HELD}

        confirmed = await again.confirm_import(state)
        assert confirmed.json()["status"] == "confirmed"
        after = json.loads(await again.exported())
        assert memories_in(after) == memories_in(before)
        assert places_in(after) == places_in(before)
        assert (await again.bring(file)).status == "confirmed"  # the same file again brings no second copies
        assert memories_in(json.loads(await again.exported())) == memories_in(before)


@pytest.mark.parametrize("house", ["scripted"], indirect=True)
async def test_what_claims_to_be_committed_or_somebody_elses_lands_held_and_is_the_importers(
    person: Person,
) -> None:
    row: Row = {
        "assertion_id": "01890a5d-ac96-774b-bcce-b302099a8057",
        "engagement_id": str(person.story_id),
        "person_id": "01890a5d-ac96-774b-bcce-b302099a8058",
        "display_number": 40,
        "content": "You sing in a choir.",
        "force": "committed",
    }
    state = await person.bring(json.dumps({"holdfast_export": 1, "assertions": [row]}).encode())

    assert (state.status, state.skipped) == ("held", 0)
    (landed,) = await person.memories()
    assert (landed.force, landed.display_number) == (Force.HELD, 1)


@pytest.mark.parametrize("house", ["scripted"], indirect=True)
async def test_one_row_that_cannot_be_read_is_named_and_nothing_lands(person: Person) -> None:
    rows: list[JsonValue] = [
        {"assertion_id": f"01890a5d-ac96-774b-bcce-b302099a805{place}", "content": f"You own kayak {place}."}
        for place in range(3)
    ]
    rows[1] = {**json.loads(json.dumps(rows[1])), "importance": 771_177}
    headers = {"Authorization": f"Bearer {person.token}", "Content-Type": "application/json"}
    body = json.dumps({"holdfast_export": 1, "assertions": rows})
    refused = await person.http.post("/v1/import", content=body, headers=headers)

    assert (refused.status_code, refused.json()["saved"]) == (422, False)
    assert "2" in refused.json()["detail"]
    assert "771177" not in refused.text
    assert await person.memories() == []


@pytest.mark.parametrize("house", ["scripted"], indirect=True)
async def test_a_long_file_is_accepted_goes_on_through_a_restart_and_is_no_other_than_a_short_one(
    house: House, person: Person
) -> None:
    rows: list[JsonValue] = [
        {
            "assertion_id": str(UUID(int=n)),
            "content": f"You like number {n}.",
            "force": "committed",
            "display_number": n,
        }
        for n in range(1, 1_502)
    ]
    file = json.dumps({"holdfast_export": 1, "assertions": rows}).encode()
    accepted = await person.bring(file)
    assert (accepted.status, accepted.received, accepted.total) == ("landing", 1_501, 1_501)
    assert (await person.bring(file)).import_id == accepted.import_id
    await house.restart()

    async def through() -> bool:
        told = await person.get(f"/v1/imports/{accepted.import_id}")  # on a machine that is busy it may be away once
        return told.is_success and told.json()["status"] in {"held", "confirmed"}

    await eventually(through)
    held = await person.import_of(accepted.import_id)
    assert (held.status, held.done, held.skipped) == ("held", 1_501, 0)
    landed = json.loads(await person.exported())["assertions"]
    assert [(row["force"], row["display_number"]) for row in landed] == [(Force.HELD, n) for n in range(1, 1_502)]
    stranger = await house.person()
    assert (await stranger.get(f"/v1/imports/{accepted.import_id}")).status_code == 404

    begun = await person.confirm_import(held)
    assert (begun.status_code, begun.json()["status"]) == (202, "restoring")
    await eventually(through)
    assert (await person.import_of(accepted.import_id)).status == "confirmed"
    back = json.loads(await person.exported())["assertions"]
    assert [(row["force"], row["content"]) for row in back] == [
        (Force.COMMITTED, f"You like number {n}.") for n in range(1, 1_502)
    ]


@pytest.mark.parametrize("house", ["scripted"], indirect=True)
async def test_as_a_document_it_tells_the_story_then_the_projects_then_the_talk(person: Person) -> None:
    await a_full_life(person)
    text = (await person.exported("markdown")).decode()

    places = [text.index(words) for words in ("Your Story", "You sing in a chamber choir.", "Garden", "soil pH")]
    assert places == sorted(places)
    assert "You own a red kayak." not in text  # taken back: counted, not told
    assert "You're allergic to shrimp." in text
    assert "You prefer working in the mornings." in text
