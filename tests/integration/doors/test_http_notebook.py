"""The notebook's doors: what is kept is shown and changed by the person's own hand, bound to what they saw."""

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid4

import httpx
import pytest

from services.gateway.doors import erase
from shared.contracts.assertions import AssertionView, Force, text_hash
from shared.contracts.operations import Offer, OfferItem, OfferKind
from shared.contracts.requests.erasure import EraseMe
from shared.contracts.requests.notebook import (
    ChangeAssertion,
    InfluenceView,
    ListAssertions,
    OfferView,
    RefusalView,
    Verb,
)
from shared.contracts.requests.recall import QueryMemory
from shared.contracts.understanding import Influence
from tests.integration.doors.open_gateway import OpenGateway
from tests.integration.doors.scripted_memory import ScriptedMemory
from tests.integration.doors.test_http_doors import bearer

SHELLFISH = "You're allergic to shellfish."


class Notebook:
    """A person's notebook over HTTP."""

    def __init__(self, gateway: OpenGateway, memory: ScriptedMemory) -> None:
        self.gateway = gateway
        self.memory = memory
        self.person_id, self.token = memory.add()

    def hold(self, content: str = SHELLFISH, force: Force = Force.HELD, **more: object) -> AssertionView:
        return self.memory.notebook.hold(self.person_id, content, force, **more)

    async def ask(
        self, method: str, path: str, body: object = None, key: str | None = None, **query: str
    ) -> httpx.Response:
        headers = {**bearer(self.token), **({"Idempotency-Key": key} if key else {})}
        return await self.gateway.http.request(method, f"/v1{path}", json=body, headers=headers, params=query)

    async def do(self, verb: str, held: AssertionView, **more: object) -> httpx.Response:
        body = {"version": held.version, "text_hash": held.text_hash, **more}
        return await self.ask("POST", f"/assertions/{held.assertion_id}/{verb}", body)

    @property
    def commands(self) -> list[ChangeAssertion]:
        return [asked for asked in self.memory.asked if isinstance(asked, ChangeAssertion)]


@pytest.fixture
def notebook(gateway: OpenGateway, memory: ScriptedMemory) -> Notebook:
    return Notebook(gateway, memory)


def said(response: httpx.Response, status: int = 200) -> Mapping[str, Any]:
    assert response.status_code == status, response.text
    found: dict[str, Any] = response.json()
    return found


def refused(response: httpx.Response, status: int, code: str) -> Mapping[str, Any]:
    body = said(response, status)
    assert body["code"] == code
    assert body["saved"] is False
    return body


@pytest.mark.row("M22")
async def test_what_is_kept_is_listed_newest_first_and_in_pages(notebook: Notebook) -> None:
    held = [notebook.hold(f"You have {number} cats.") for number in range(5)]
    first = said(await notebook.ask("GET", "/assertions", limit="2"))
    assert [each["content"] for each in first["assertions"]] == ["You have 4 cats.", "You have 3 cats."]
    rest = said(await notebook.ask("GET", "/assertions", limit="100", cursor=first["cursor"]))
    assert [each["assertion_id"] for each in rest["assertions"]] == [str(each.assertion_id) for each in held[2::-1]]
    assert rest["cursor"] is None


@pytest.mark.row("M22")
async def test_the_list_is_narrowed(notebook: Notebook) -> None:
    project = said(await notebook.ask("POST", "/engagements", {"title": "Garden"}), 201)["engagement_id"]
    notebook.hold("You have a cat.", Force.COMMITTED)
    notebook.hold("The soil is 100 % sand_y.", Force.HELD, engagement_id=UUID(project), kind="procedure")

    async def found(**query: str) -> list[str]:
        return [each["content"] for each in said(await notebook.ask("GET", "/assertions", **query))["assertions"]]

    assert await found(force="committed") == ["You have a cat."]
    assert await found(engagement=project) == ["The soil is 100 % sand_y."]
    assert await found(kind="procedure", force="held") == ["The soil is 100 % sand_y."]
    assert await found(q="cat") == ["You have a cat."]
    assert await found(q="") == await found()


@pytest.mark.row("M10")
async def test_one_memory_and_its_history(notebook: Notebook) -> None:
    held = notebook.hold()
    shown = said(await notebook.ask("GET", f"/assertions/{held.assertion_id}"))
    assert shown == held.model_dump(mode="json")
    await notebook.do("refine", held, content="You're allergic to shrimp.")
    entries = said(await notebook.ask("GET", f"/assertions/{held.assertion_id}/history"))["entries"]
    assert [entry["new"] for entry in entries] == [SHELLFISH, "You're allergic to shrimp."]


@pytest.mark.row("S2")
async def test_what_a_memory_had_a_part_in_is_listed_in_pages(notebook: Notebook) -> None:
    held = notebook.hold()
    book = notebook.memory.notebook._book_of(notebook.person_id)
    book.influences[held.assertion_id] = [
        InfluenceView(
            turn_id=uuid4(), at=datetime(2026, 5, day, tzinfo=UTC), influence=Influence.DISAMBIGUATION, score=0.5,
            reason="asked about", said=(f"line {day}",), reply=None if day == 1 else f"reply {day}",
        )
        for day in (3, 2, 1)
    ]  # fmt: skip
    path = f"/assertions/{held.assertion_id}/influences"
    first = said(await notebook.ask("GET", path, limit="2"))
    rest = said(await notebook.ask("GET", path, cursor=first["cursor"]))
    assert [one["said"] for one in (*first["influences"], *rest["influences"])] == [["line 3"], ["line 2"], ["line 1"]]
    assert set(rest["influences"][0]) == {"turn_id", "at", "influence", "score", "reason", "said", "reply"}
    assert (rest["influences"][0]["reply"], rest["cursor"]) == (None, None)
    refused(await notebook.ask("GET", f"/assertions/{uuid4()}/influences"), 404, "not_found")


@pytest.mark.row("M22")
async def test_the_persons_own_words_are_kept_at_once(notebook: Notebook) -> None:
    story = said(await notebook.ask("GET", "/me"))["personal_engagement_id"]
    body = {"engagement_id": story, "content": "You prefer tea.", "category": "preferences", "importance": 2}
    written = said(await notebook.ask("POST", "/assertions", body, key="once"), 201)
    assert (written["force"], written["label"], written["category"]) == ("committed", "written", "preferences")
    assert said(await notebook.ask("POST", "/assertions", body, key="once"), 201) == written
    other = await notebook.ask("POST", "/assertions", {**body, "content": "You prefer coffee."}, key="once")
    refused(other, 422, "idempotency_mismatch")
    nowhere = await notebook.ask("POST", "/assertions", {**body, "engagement_id": str(uuid4())})
    refused(nowhere, 404, "not_found")


@pytest.mark.row("M22")
async def test_each_action_says_what_it_did(notebook: Notebook) -> None:
    project = said(await notebook.ask("POST", "/engagements", {"title": "Garden"}), 201)["engagement_id"]
    steps: list[tuple[str, dict[str, object], str, str]] = [
        ("refine", {"content": "You're allergic to shrimp."}, "refined", "held"),
        ("commit", {}, "committed", "committed"),
        ("pin", {}, "none", "committed"),
        ("unpin", {}, "none", "committed"),
        ("importance", {"importance": 5}, "none", "committed"),
        ("correct", {"content": "You're allergic to prawns."}, "corrected", "committed"),
        ("move", {"engagement_id": project}, "none", "committed"),
        ("retract", {}, "retracted", "retracted"),
        ("restore", {}, "restored", "committed"),
    ]
    now = notebook.hold()
    for verb, more, action, force in steps:
        changed = said(await notebook.do(verb, now, **more))
        assert (changed["action"], changed["assertion"]["force"]) == (action, force), verb
        now = AssertionView.model_validate(changed["assertion"])
    assert (now.importance, now.content, str(now.engagement_id)) == (5, "You're allergic to prawns.", project)
    assert [command.verb for command in notebook.commands] == [verb for verb, *_ in steps]


@pytest.mark.row("M26")
async def test_an_erasure_brings_its_receipt(notebook: Notebook) -> None:
    held = notebook.hold()
    erased = said(await notebook.do("erase", held, never_again=True))
    assert erased["assertion"] is None
    assert (erased["receipt"]["status"], erased["receipt"]["what"]) == ("gone", "erased")
    assert notebook.commands[0].never_again
    refused(await notebook.do("restore", held), 404, "not_found")


@pytest.mark.row("M8", "M22")
@pytest.mark.parametrize("verb", list(Verb))
async def test_a_stale_version_is_told_with_what_is_there_now(notebook: Notebook, verb: Verb) -> None:
    held = notebook.hold()
    await notebook.do("refine", held, content="You're allergic to shrimp.")
    needed = {"content": "x", "importance": 1, "category": "tone", "engagement_id": str(held.engagement_id)}
    needed["by"] = str(held.assertion_id)
    own = {name: value for name, value in needed.items() if name in NEEDS.get(verb, ())}
    stale = refused(await notebook.do(verb, held, **own), 409, "stale_version")
    assert stale["current"]["version"] == 2
    assert stale["current"]["text_hash"] == text_hash("You're allergic to shrimp.")
    assert stale["current"]["content"] == "You're allergic to shrimp."


NEEDS = {Verb.REFINE: ("content",), Verb.CORRECT: ("content",), Verb.IMPORTANCE: ("importance",),
         Verb.CATEGORY: ("category",), Verb.REPLACE: ("by",),
         Verb.MOVE: ("engagement_id",), Verb.COMMIT: ("text_hash",)}  # fmt: skip


@pytest.mark.row("M22")
@pytest.mark.parametrize("verb", NEEDS)
async def test_a_field_that_an_action_needs_is_named(notebook: Notebook, verb: Verb) -> None:
    held = notebook.hold()
    for body, missing in (({"version": 1}, NEEDS[verb][0]), ({"text_hash": held.text_hash}, "version")):
        answer = await notebook.ask("POST", f"/assertions/{held.assertion_id}/{verb}", body)
        assert f"“{missing}”" in refused(answer, 422, "missing_field")["detail"]
    assert not notebook.commands


@pytest.mark.row("M22")
async def test_a_yes_to_another_text_is_none(notebook: Notebook) -> None:
    held = notebook.hold()
    never_shown = await notebook.do("commit", held, text_hash=text_hash("You're allergic to nothing."))
    assert refused(never_shown, 409, "stale_confirmation")["current"]["force"] == "held"
    assert said(await notebook.do("commit", held))["action"] == "committed"


@pytest.mark.row("M22")
@pytest.mark.parametrize(
    ("verb", "force"), [("commit", Force.RETRACTED), ("retract", Force.HELD), ("restore", Force.COMMITTED)]
)
async def test_what_cannot_be_done_now_says_how_it_stands(notebook: Notebook, verb: str, force: Force) -> None:
    held = notebook.hold(force=force)
    answer = refused(await notebook.do(verb, held), 409, "not_allowed_now")
    assert answer["current"]["force"] == force


@pytest.mark.row("M22")
async def test_one_key_is_one_action(notebook: Notebook) -> None:
    held = notebook.hold()
    path, body = f"/assertions/{held.assertion_id}/commit", {"version": 1, "text_hash": held.text_hash}
    first = said(await notebook.ask("POST", path, body, key="yes"))
    assert said(await notebook.ask("POST", path, body, key="yes")) == first
    assert first["assertion"]["version"] == 2
    other_verb = await notebook.ask("POST", f"/assertions/{held.assertion_id}/restore", {"version": 1}, key="yes")
    refused(other_verb, 422, "idempotency_mismatch")
    other = notebook.hold("You have a cat.")
    elsewhere = await notebook.ask("POST", f"/assertions/{other.assertion_id}/commit", body, key="yes")
    refused(elsewhere, 422, "idempotency_mismatch")


def offered(notebook: Notebook, *held: AssertionView) -> str:
    """An offer that names these."""
    items = tuple(
        OfferItem.model_validate({**each.model_dump(), "own_words": "", "shown_text": each.content}) for each in held
    )
    offer = Offer(offer_id=uuid4(), kind=OfferKind.REMEMBER, items=items)
    view = OfferView.model_validate(
        {"offer": offer, "turn_id": uuid4(), "created_at": held[0].created_at, "expires_at": held[0].created_at}
    )
    notebook.memory.book(notebook.person_id).offers[offer.offer_id] = view
    return str(offer.offer_id)


@pytest.mark.row("M29")
async def test_several_are_answered_by_card_at_once(notebook: Notebook) -> None:
    held = [notebook.hold(text) for text in ("You have a cat.", "You have a dog.", "You have a fish.")]
    offer_id = offered(notebook, *held)
    shown = said(await notebook.ask("GET", "/offers"))["offers"]
    assert [item["shown_text"] for item in shown[0]["offer"]["items"]] == [each.content for each in held]
    answers = ({"answer": "yes"}, {"answer": "no"}, {"answer": "change", "text": "You have two fish."})
    items = [
        {"assertion_id": str(each.assertion_id), "version": 1, "text_hash": each.text_hash, **answer}
        for each, answer in zip(held, answers, strict=True)
    ]
    answered = said(await notebook.ask("POST", f"/offers/{offer_id}", {"items": items}))
    assert answered["stored_count"] == 1
    assert [each["force"] for each in answered["memory"]] == ["committed", "retracted", "held"]
    assert said(await notebook.ask("GET", "/offers"))["offers"] == []
    refused(await notebook.ask("POST", f"/offers/{offer_id}", {"items": items}), 404, "not_found")


@pytest.mark.row("M29")
async def test_a_card_that_saw_something_else_changes_nothing(notebook: Notebook) -> None:
    cat, dog = notebook.hold("You have a cat."), notebook.hold("You have a dog.")
    offer_id = offered(notebook, cat, dog)
    item = {"version": 1, "answer": "yes"}
    items = [
        {**item, "assertion_id": str(cat.assertion_id), "text_hash": cat.text_hash},
        {**item, "assertion_id": str(dog.assertion_id), "text_hash": text_hash("You have a lion.")},
    ]
    answer = refused(await notebook.ask("POST", f"/offers/{offer_id}", {"items": items}), 409, "stale_confirmation")
    assert answer["current"]["content"] == "You have a dog."
    assert said(await notebook.ask("GET", f"/assertions/{cat.assertion_id}"))["force"] == "held"


@pytest.mark.row("M23")
async def test_what_is_never_to_be_remembered_is_listed_and_lifted(notebook: Notebook) -> None:
    view = RefusalView(refusal_id=uuid4(), text="Your divorce.", created_at=notebook.hold().created_at)
    notebook.memory.book(notebook.person_id).refusals[view.refusal_id] = view
    listed = said(await notebook.ask("GET", "/refusals"))["refusals"]
    assert [each["text"] for each in listed] == ["Your divorce."]
    path = f"/refusals/{view.refusal_id}"
    assert said(await notebook.ask("DELETE", path, key="lift"))["refusals"] == []
    assert said(await notebook.ask("DELETE", path, key="lift"))["refusals"] == [], "the same key, the same answer"
    refused(await notebook.ask("DELETE", path), 404, "not_found")


async def test_memory_is_asked(notebook: Notebook) -> None:
    notebook.hold("You like tea.", Force.COMMITTED)
    notebook.hold("You like coffee.")
    hits = said(await notebook.ask("POST", "/memory/query", {"query": "tea or coffee", "top_k": 5}))["hits"]
    assert [hit["assertion"]["content"] for hit in hits] == ["You like tea."], "what is only held is not known"
    asked = next(asked for asked in notebook.memory.asked if isinstance(asked, QueryMemory))
    assert (asked.query, asked.top_k) == ("tea or coffee", 5)


@pytest.mark.row("S1")
async def test_a_turn_explains_itself(notebook: Notebook) -> None:
    turn_id = said(await notebook.ask("POST", "/converse", {"message": "Hello"}))["turn_id"]
    why = said(await notebook.ask("GET", f"/turns/{turn_id}/why"))
    assert (why["intent"], why["confidence"]) == ("general_conversation", 0.93)
    assert [stamp["step"] for stamp in why["stamps"]] == ["open", "respond"]
    refused(await notebook.ask("GET", f"/turns/{uuid4()}/why"), 404, "not_found")


@pytest.mark.row("M25")
async def test_what_was_there_at_a_moment_is_asked_for_by_a_day_or_a_time(notebook: Notebook) -> None:
    day = datetime(2026, 5, 1, 23, 59, 59, 999_999, UTC)
    for text, moment in (
        ("2026-05-01", day),
        ("2026-05-01T12:00:00Z", datetime(2026, 5, 1, 12, tzinfo=UTC)),
        ("2026-05-01T12:00:00+02:00", datetime(2026, 5, 1, 10, tzinfo=UTC)),
        ("0001-01-01T00:00:00+14:00", datetime(1900, 1, 1, tzinfo=UTC)),
    ):
        said(await notebook.ask("GET", "/assertions", as_of=text))
        asked = [one for one in notebook.memory.asked if isinstance(one, ListAssertions)][-1]
        assert asked.as_of == moment
    for wrong in ("May", "2026-05-32", "2026-05-01T12:00:00", "1777636800", "99999-01-01"):
        refused(await notebook.ask("GET", "/assertions", as_of=wrong), 422, "bad_field")
    said(await notebook.ask("POST", "/memory/query", {"query": "tea", "as_of": "2026-05-01T12:00:00Z"}))
    (query,) = [one for one in notebook.memory.asked if isinstance(one, QueryMemory)]
    assert query.as_of == datetime(2026, 5, 1, 12, tzinfo=UTC)


@pytest.mark.row("M9")
async def test_the_conversation_is_erased(notebook: Notebook) -> None:
    await notebook.ask("POST", "/converse", {"message": "Hello"})
    receipt = said(await notebook.ask("DELETE", "/conversation", key="gone"))
    assert (receipt["scope"], receipt["status"]) == ("conversation", "gone")
    assert said(await notebook.ask("GET", "/turns"))["turns"] == []
    assert said(await notebook.ask("DELETE", "/conversation", key="gone")) == receipt


@pytest.mark.row("M9")
async def test_a_project_is_erased_when_it_is_said_what_becomes_of_its_memories(notebook: Notebook) -> None:
    story = said(await notebook.ask("GET", "/me"))["personal_engagement_id"]
    project = said(await notebook.ask("POST", "/engagements", {"title": "Aviary"}), 201)["engagement_id"]
    for slip in (None, {}, {"memories": "keep"}, {"memories": True}):
        assert (await notebook.ask("DELETE", f"/engagements/{project}", slip)).status_code in (415, 422)
    refused(await notebook.ask("DELETE", f"/engagements/{uuid4()}", {"memories": "move"}), 404, "not_found")
    refused(await notebook.ask("DELETE", f"/engagements/{story}", {"memories": "move"}), 409, "not_allowed_now")
    receipt = said(await notebook.ask("DELETE", f"/engagements/{project}", {"memories": "move"}, key="gone"))
    assert (receipt["scope"], receipt["status"]) == ("project", "gone")
    assert said(await notebook.ask("DELETE", f"/engagements/{project}", {"memories": "move"}, key="gone")) == receipt
    refused(
        await notebook.ask("DELETE", f"/engagements/{project}", {"memories": "erase"}, key="gone"),
        422,
        "idempotency_mismatch",
    )


@pytest.mark.row("M9")
@pytest.mark.parametrize("body", [None, {}, {"confirm": "yes"}, {"confirm": True}, {"confirm": "Erase everything"}])
async def test_nobody_is_erased_by_a_slip(notebook: Notebook, body: object) -> None:
    answer = await notebook.ask("DELETE", "/me", body)
    assert answer.status_code in (415, 422)
    assert notebook.person_id in notebook.memory.persons


@pytest.mark.row("M9")
async def test_a_person_is_erased_with_every_token(notebook: Notebook) -> None:
    code = said(await notebook.ask("POST", "/session/code"))["code"]
    origin = {"Origin": notebook.gateway.url}
    http = notebook.gateway.http
    await http.post("/v1/session", json={"code": code}, headers=origin)
    assert (await http.get("/v1/me")).status_code == 200
    body = {"confirm": "erase everything"}
    receipt = await http.request("DELETE", "/v1/me", json=body, headers=origin)
    assert said(receipt)["scope"] == "person"
    assert 'holdfast=""' in receipt.headers["set-cookie"]
    refused(await notebook.ask("GET", "/me"), 401, "unauthorized")
    refused(await notebook.ask("DELETE", "/me", body), 401, "unauthorized")


@pytest.mark.row("M9", "P4")
async def test_a_person_whose_erasure_had_no_answer_gets_the_receipt_with_the_same_key(
    notebook: Notebook, monkeypatch: pytest.MonkeyPatch
) -> None:
    body = {"confirm": "erase everything"}
    said(await notebook.ask("GET", "/me"))
    notebook.memory.silent = True
    with monkeypatch.context() as hurried:
        hurried.setattr(erase, "SECONDS", 0.05)
        assert (await notebook.ask("DELETE", "/me", body, key="gone")).json()["saved"] == "unknown"
    (asked,) = [request for request in notebook.memory.asked if isinstance(request, EraseMe)]
    taken = notebook.memory._erase_me(asked)  # it had taken effect; only the answer was lost
    notebook.memory.silent = False
    receipt = await notebook.ask("DELETE", "/me", body, key="gone")
    assert said(receipt) == json.loads(taken.model_dump_json())
    refused(await notebook.ask("DELETE", "/me", body, key="gone"), 401, "unauthorized")  # the token is gone as well


@pytest.mark.row("M27")
async def test_incognito_is_two_switches(notebook: Notebook) -> None:
    changed = said(await notebook.ask("PATCH", "/me", {"write": False, "settings": {"read": False}}))
    assert (changed["settings"]["write"], changed["settings"]["read"]) == (False, False)
    back = said(await notebook.ask("PATCH", "/me", {"write": True}))
    assert (back["settings"]["write"], back["settings"]["read"]) == (True, False)
