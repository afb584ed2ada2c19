"""Bad input at the doors (D-01 to D-24 and the neighbours): never a 500, never an echo, and the next request works."""

import asyncio
import json
from collections.abc import AsyncIterator
from uuid import uuid4

import httpx
import pytest

from shared.contracts.requests.people import WhoIs
from shared.contracts.requests.turns import Converse
from tests.integration.doors.open_gateway import ADMIN_TOKEN, OpenGateway
from tests.integration.doors.scripted_memory import ScriptedMemory

pytestmark = pytest.mark.row("O5")
CANARY = "xylophone-marmalade"
JSON = {"Content-Type": "application/json"}


class Door:
    """Posts raw bodies, and after each sees that nothing was echoed and the door still opens."""

    def __init__(self, gateway: OpenGateway, memory: ScriptedMemory) -> None:
        self.gateway = gateway
        self.memory = memory
        self.person_id, self.token = memory.add()

    async def send(
        self, body: bytes | str, headers: dict[str, str] | None = None, path: str = "/v1/converse", method: str = "POST"
    ) -> tuple[int, str]:
        content = body.encode() if isinstance(body, str) else body
        sent = {**JSON, "Authorization": f"Bearer {self.token}", **(headers or {})}
        sent = {name: value for name, value in sent.items() if value}
        answer = await self.gateway.http.request(method, path, content=content, headers=sent)
        await self._is_well(answer)
        return answer.status_code, answer.json().get("code", "")

    async def _is_well(self, answer: httpx.Response) -> None:
        assert answer.status_code < 500, answer.text
        assert CANARY not in answer.text
        assert "Traceback" not in answer.text
        assert "pydantic" not in answer.text
        if answer.status_code >= 400:
            assert answer.headers["content-type"] == "application/problem+json"
            assert answer.json()["saved"] is False
            assert not [asked for asked in self.memory.asked if isinstance(asked, Converse)]
        good = await self.gateway.http.get("/v1/me", headers={"Authorization": f"Bearer {self.token}"})
        assert good.status_code == 200


@pytest.fixture
def door(gateway: OpenGateway, memory: ScriptedMemory) -> Door:
    return Door(gateway, memory)


def line(message: object, **more: object) -> str:
    return json.dumps({"message": message, **more})


@pytest.mark.parametrize(
    "body",
    [
        "",
        "  ",
        "null",
        "[]",
        '""',
        "{}",
        line(""),
        line(" \n\t "),
        line("\u200b\u200d\ufeff\u2060"),
        line("\u3164\u2800"),
    ],
)
async def test_nothing_said_is_said_so(door: Door, body: str) -> None:
    assert await door.send(body) == (422, "empty_message")


@pytest.mark.parametrize("length", [4_001, 15_000])
async def test_a_line_that_is_too_long_names_the_limit(door: Door, length: int) -> None:
    assert await door.send(line("x" * length)) == (422, "too_long")


async def test_a_line_of_exactly_the_limit_is_taken(door: Door) -> None:
    assert (await door.send(line("é" * 4_000)))[0] == 200


@pytest.mark.parametrize("size", [70_000, 1_000_000, 20_000_000])
async def test_a_body_over_the_limit_is_refused_before_it_is_read(door: Door, size: int) -> None:
    headers = {**JSON, "Content-Length": str(size)}
    answer = await door.gateway.http.post("/v1/converse", headers=headers, content=_blank(size))
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")
    assert "65536" in answer.json()["detail"]


async def _blank(size: int) -> AsyncIterator[bytes]:
    for at in range(0, size, 65_536):
        yield b" " * min(65_536, size - at)


async def test_a_body_of_unknown_length_is_counted_while_it_comes(door: Door) -> None:
    headers = {**JSON, "Authorization": f"Bearer {door.token}"}
    answer = await door.gateway.http.post("/v1/converse", headers=headers, content=_blank(10_000_000))
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")


@pytest.mark.parametrize("depth", [33, 900, 30_000])
async def test_a_body_that_is_nested_too_deeply(door: Door, depth: int) -> None:
    assert await door.send('{"message":' + "[" * depth + "]" * depth + "}") == (422, "too_deep")


async def test_nesting_in_a_text_is_only_text(door: Door) -> None:
    assert (await door.send(line("[" * 100 + '{"\\"' * 50)))[0] == 200


@pytest.mark.parametrize(
    "body",
    [
        '{"message": "x"', '{"message": "x",}', '{"message": "x"}{"message": "y"}', '{"message": "x"} true', "{'a': 1}",
        '{"message": NaN}', '{"message": Infinity}', '{"message": -Infinity}', '{"message": 1e999}', "nonsense",
        '{"message": "x", "message": "y"}', '{"message": "line\nbreak"}', "\ufeff" + line("x"),
        '{"message": ' + "9" * 5_000 + "}", '{"message": "\\x"}',
    ],
)  # fmt: skip
async def test_what_is_not_json(door: Door, body: str) -> None:
    assert await door.send(body) == (400, "bad_json")


@pytest.mark.parametrize(
    "body", [b"\xff\xfe{\x00}\x00", b'{"message": "\xc3\x28"}', b"\x00", '{"message":"x"}'.encode("utf-16")]
)
async def test_what_is_not_utf8(door: Door, body: bytes) -> None:
    assert (await door.send(body))[0] in (400, 422)


@pytest.mark.parametrize(
    "field", ["tenant_id", "person_id", "state", "confirmed", "steps", CANARY, "Message", "__class__"]
)
async def test_a_field_that_is_not_known(door: Door, field: str) -> None:
    assert await door.send(line("Hello", **{field: CANARY})) == (422, "unknown_field")


async def test_more_fields_than_anything_has(door: Door) -> None:
    assert await door.send(json.dumps({f"f{n}": 1 for n in range(201)})) == (422, "too_many_fields")


@pytest.mark.parametrize("message", [12, True, 1.5, ["Hello"], {"text": CANARY}, None])
async def test_a_wrong_type_is_not_coerced(door: Door, message: object) -> None:
    assert await door.send(line(message)) == (422, "bad_field")


@pytest.mark.parametrize("body", ["12", "true", '"Hello"', '["Hello"]', "1.5"])
async def test_what_is_not_an_object(door: Door, body: str) -> None:
    assert await door.send(body) == (422, "not_an_object")


@pytest.mark.parametrize("project", ["", "x", CANARY, "*", ">", "a.b", "$JS.API", "../../etc", "12345678-1234", 7])
async def test_a_project_that_is_not_an_id(door: Door, project: object) -> None:
    assert await door.send(line("Hello", project_id=project)) == (422, "bad_field")


async def test_an_unknown_channel_names_those_there_are(door: Door) -> None:
    answer = await door.gateway.http.post(
        "/v1/converse", headers={"Authorization": f"Bearer {door.token}"}, json={"message": "Hello", "channel": CANARY}
    )
    assert answer.status_code == 422
    assert "'telegram'" in answer.json()["detail"]
    assert CANARY not in answer.text


@pytest.mark.parametrize("text", ["\\u0000", "a\\u0000b", "\\ud800", "\\udc00x", "\\ud800\\ud800"])
async def test_characters_that_no_text_can_hold(door: Door, text: str) -> None:
    assert await door.send('{"message": "Hello' + text + '"}') == (422, "bad_character")
    assert await door.send('{"message": "Hello", "x' + text + '": 1}') == (422, "bad_character")


@pytest.mark.parametrize(
    "text",
    [
        "'; DROP TABLE person; --", "$1 \\' /* */", "100 % _ \\", "مرحبا", "สวัสดี", "\u0130stanbul \u0131",
        "a\u202eb", "👩\u200d👩\u200d👧",
        "José", "Jose\u0301", "<script>alert(1)</script>", "0000-00-00", "infinity", "\U000e0041tag", "a" * 3_999 + "!",
    ],
)  # fmt: skip
async def test_whatever_can_be_stored_is_taken_as_it_is(door: Door, text: str) -> None:
    assert (await door.send(json.dumps({"message": text}, ensure_ascii=False)))[0] == 200
    assert [asked.text for asked in door.memory.asked if isinstance(asked, Converse)] == [text]


@pytest.mark.parametrize(
    "kind",
    ["", "text/plain", "application/xml", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x",
     "application/jsonx", "application/json; charset=latin-1", "application/merge-patch+json"],
)  # fmt: skip
async def test_a_body_that_is_not_said_to_be_json(door: Door, kind: str) -> None:
    assert await door.send(line("Hello"), {"Content-Type": kind}) == (415, "content_type")


@pytest.mark.parametrize("kind", ["application/json; charset=utf-8", 'Application/JSON;charset="UTF-8"'])
async def test_json_by_any_spelling(door: Door, kind: str) -> None:
    assert (await door.send(line("Hello"), {"Content-Type": kind}))[0] == 200


@pytest.mark.parametrize(
    "limit", ["-1", "0", "101", "1000000000", "1e3", "\u0665", " 5", "5 ", "", "x", "1.0", "0x5", CANARY]
)
async def test_a_limit_that_is_none(door: Door, limit: str) -> None:
    headers = {"Authorization": f"Bearer {door.token}"}
    answer = await door.gateway.http.get("/v1/turns", params={"limit": limit}, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (422, "bad_field")
    assert CANARY not in answer.text
    twice = await door.gateway.http.get("/v1/turns?limit=5&limit=6", headers=headers)
    assert twice.status_code == 422


BAD_IDS = [
    "x", "a b", "a%0d%0aPUB%20x%202", "*", "%3E", "a..b", ".a", "%00", "%C3%A9", "$JS.API.STREAM.LIST", "_INBOX.x",
    "%2e%2e%2f%2e%2e", "0" * 5_000, "00000000-0000-0000-0000-00000000000g", "{00000000-0000-0000-0000-000000000000}",
]  # fmt: skip


@pytest.mark.parametrize("path_id", BAD_IDS)
@pytest.mark.parametrize("path", ["/v1/turns/{}", "/v1/turns/{}/events", "/v1/turns?before={}", "/v1/engagements/{}"])
async def test_an_id_that_is_none_reaches_no_subject(door: Door, path: str, path_id: str) -> None:
    method = "PATCH" if "engagements" in path else "GET"
    status, code = await door.send(json.dumps({"title": "x"}), path=path.format(path_id), method=method)
    assert (status, code) in {(422, "bad_id"), (422, "bad_character"), (404, "not_found")}
    assert {type(asked) for asked in door.memory.asked} <= {WhoIs, *_questions_of_me(door)}


def _questions_of_me(door: Door) -> set[type]:
    return {type(asked) for asked in door.memory.asked if type(asked).__name__ == "GetMe"}


@pytest.mark.parametrize("key", ["x" * 201, "é", "", "a\x7f", "\u00a0"])
async def test_a_key_that_cannot_be_kept(door: Door, key: str) -> None:
    headers = [(b"Authorization", f"Bearer {door.token}".encode()), (b"Idempotency-Key", key.encode("latin-1"))]
    answer = await door.gateway.http.post("/v1/converse", json={"message": "Hello"}, headers=headers)
    assert answer.status_code in (400, 422), answer.text
    assert not [asked for asked in door.memory.asked if isinstance(asked, Converse)]


@pytest.mark.parametrize(
    "token",
    [
        "",
        "x",
        "garbage-garbage",
        "eyJhbGciOiJub25lIn0.e30.",
        "x" * 100_000,
        "a b c d e f",
        "*",
        ADMIN_TOKEN + "x",
        "é" * 10,
    ],
)
@pytest.mark.parametrize("scheme", ["Bearer ", "bearer ", "Basic ", ""])
async def test_every_bad_token_has_one_answer(door: Door, scheme: str, token: str) -> None:
    answer = await door.gateway.http.get(
        "/v1/me", headers=[(b"Authorization", (scheme + token).strip().encode("latin-1"))]
    )
    assert answer.status_code == 401, answer.text
    assert answer.headers["www-authenticate"] == "Bearer"
    none = await door.gateway.http.get("/v1/me")
    assert {**answer.json(), "request_id": ""} == {**none.json(), "request_id": ""}


async def test_two_authorizations_are_none(door: Door) -> None:
    twice = [(b"Authorization", f"Bearer {door.token}".encode())] * 2
    assert (await door.gateway.http.get("/v1/me", headers=twice)).status_code == 401


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("people", {"companion_name": ""}), ("people", {"companion_name": "x" * 201}), ("people", []),
        ("people", {"language": "english"}), ("people", {"language": CANARY}), ("people", {"person_id": str(uuid4())}),
        ("session", {}), ("session", {"code": ""}), ("session", {"code": "x" * 201}), ("session", {"code": 7}),
        ("engagements", {}), ("engagements", {"title": " \u200b"}), ("engagements", {"title": "x" * 201}),
        ("engagements", {"title": "x", "seed": "x" * 2_001}), ("engagements", {"title": "x", "kind": "personal"}),
    ],
)  # fmt: skip
async def test_other_doors_are_as_strict(door: Door, path: str, body: object) -> None:
    token = ADMIN_TOKEN if path == "people" else door.token
    status, _ = await door.send(json.dumps(body), {"Authorization": f"Bearer {token}"}, f"/v1/{path}")
    assert status == 422


@pytest.mark.parametrize(
    "body",
    [{"language": "German"}, {"time_zone": "Nowhere/Else"}, {"time_zone": "../../etc/passwd"}, {"revision": 5}, {},
     {"settings": {"retention": 1}}, {"settings": 5}, {"companion_name": "\n"}, {"settings": {"language": CANARY}}],
)  # fmt: skip
async def test_me_is_changed_only_by_what_it_has(door: Door, body: object) -> None:
    assert (await door.send(json.dumps(body), path="/v1/me", method="PATCH"))[0] == 422


async def test_a_body_that_never_ends_is_not_waited_for(door: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("services.gateway.reading.READ_SECONDS", 0.2)

    async def slow() -> AsyncIterator[bytes]:
        yield b'{"message": '
        await asyncio.sleep(1)
        yield b'"x"}'

    headers = {**JSON, "Authorization": f"Bearer {door.token}"}
    answer = await door.gateway.http.post("/v1/converse", headers=headers, content=slow())
    assert (answer.status_code, answer.json()["code"]) == (408, "too_slow")


@pytest.mark.parametrize("method", ["PUT", "DELETE", "OPTIONS", "TRACE", "PATCH", "GET", "BREW"])
async def test_methods_that_are_not_there(door: Door, method: str) -> None:
    answer = await door.gateway.http.request(method, "/v1/converse", headers={"Authorization": f"Bearer {door.token}"})
    assert answer.status_code in (400, 405)
    assert answer.status_code == 400 or answer.headers["allow"] == "POST"
    assert "access-control-allow-origin" not in answer.headers
    both = await door.gateway.http.put("/v1/me")
    assert both.headers["allow"] == "DELETE, GET, PATCH"
