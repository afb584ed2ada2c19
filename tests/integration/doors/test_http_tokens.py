"""Ways in: a token ends by its time, by its owner or by the operator, and whoever lost theirs gets another."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from shared.contracts.requests.people import Scope
from tests.integration.doors.commands import Command
from tests.integration.doors.open_gateway import ADMIN_TOKEN, OpenGateway
from tests.integration.doors.scripted_memory import ScriptedMemory
from tests.integration.doors.test_http_with_memory import Person, person, real, said

__all__ = ["person", "real"]

pytestmark = pytest.mark.row("O5")

ADMIN = {"Authorization": f"Bearer {ADMIN_TOKEN}"}


async def test_a_token_has_an_end_is_listed_and_can_be_ended(person: Person) -> None:
    (mine,) = said(await person.ask("GET", "/tokens"))["tokens"]
    assert (mine["made_by"], mine["is_this"]) == ("person", True)
    assert timedelta(days=300) < datetime.fromisoformat(mine["expires_at"]) - datetime.now(UTC) < timedelta(days=400)
    doors = f"/v1/people/{person.person_id}/tokens"
    other = said(await person.gateway.http.post(doors, headers=ADMIN), 201)
    assert len(said(await person.ask("GET", "/tokens"))["tokens"]) == 2
    elsewhere = Person(person.gateway, person.person_id, person.story, other["token"])
    assert said(await elsewhere.ask("GET", "/me"))["person_id"] == person.person_id
    (left,) = said(await person.ask("DELETE", f"/tokens/{other['token_id']}"))["tokens"]
    assert left["token_id"] == mine["token_id"]
    said(await elsewhere.ask("GET", "/me"), 401)
    said(await person.ask("DELETE", f"/tokens/{other['token_id']}"), 404)
    said(await person.gateway.http.delete(f"{doors}/{mine['token_id']}", headers=ADMIN))
    said(await person.ask("GET", "/me"), 401)


async def test_signing_out_ends_what_called(person: Person) -> None:
    assert (await person.ask("DELETE", "/session")).status_code == 204
    said(await person.ask("GET", "/me"), 401)
    said(await person.ask("DELETE", "/session"), 401)
    said(await person.gateway.http.delete("/v1/session", headers=ADMIN), 403)


async def test_a_repeated_person_or_token_is_one_and_the_newest_counts(real: OpenGateway) -> None:
    headers = {**ADMIN, "Idempotency-Key": "the same person"}
    first, second = [said(await real.http.post("/v1/people", json={}, headers=headers), 201) for _ in range(2)]
    assert first["person_id"] == second["person_id"]
    old, new = (Person(real, one["person_id"], "", one["token"]) for one in (first, second))
    said(await old.ask("GET", "/me"), 401)
    assert len(said(await new.ask("GET", "/tokens"))["tokens"]) == 1
    path, headers = f"/v1/people/{first['person_id']}/tokens", {**ADMIN, "Idempotency-Key": "the same token"}
    for _ in range(2):
        said(await real.http.post(path, headers=headers), 201)
    assert len(said(await new.ask("GET", "/tokens"))["tokens"]) == 2


async def test_the_operator_sees_people_in_numbers_and_nothing_that_was_said(person: Person) -> None:
    await person.write("You like tea.")
    people = said(await person.gateway.http.get("/v1/people", headers=ADMIN))["people"]
    (mine,) = [one for one in people if one["person_id"] == person.person_id]
    assert (mine["lines"], mine["memories"], mine["last_line_at"]) == (0, 1, None)
    assert set(mine) == {"person_id", "created_at", "lines", "memories", "last_line_at"}
    said(await person.ask("GET", "/people"), 403)


async def test_the_terminal_lets_somebody_in_again(holdfast: Command, home: Path, memory: ScriptedMemory) -> None:
    kept = json.loads((home / "person.json").read_text())
    memory.add()
    assert kept["person_id"] in (await holdfast("admin", "person", "list")).out
    made = await holdfast("admin", "person", "token", "--json")
    shown = (await holdfast("admin", "person", "revoke")).out.splitlines()
    assert len(shown) == 2
    ended = await holdfast("admin", "person", "revoke", json.loads(made.out)["token_id"])
    assert ended.out.startswith("It is worth nothing any more.")
    memory.tokens = {one: who for one, who in memory.tokens.items() if who.scope is Scope.ADMIN}
    (home / "person.json").unlink()
    assert (await holdfast("settings")).code == 1
    named = ("--person", kept["person_id"], "--keep")
    again = await holdfast("admin", "person", "token", *named, HOLDFAST_URL=kept["url"])
    assert again.code == 0, again.err
    assert (await holdfast("settings")).code == 0
