"""Owners of tokens are remembered briefly and not without bound; callers are slowed down; streams are counted."""

from dataclasses import dataclass, field
from typing import cast
from uuid import uuid4

import pytest
from pydantic import ValidationError

from services.gateway.callers import Identities, OpenStreams, Rate, digest_of
from services.gateway.problems import TooFastError, TooManyStreamsError
from services.gateway.settings import GatewaySettings
from shared.client.holdfast_client import HoldfastClient
from shared.contracts.errors import UnauthorizedError
from shared.contracts.requests.people import Identity, Scope, WhoIs
from shared.settings import DEFAULT_TENANT, SettingError, load_settings

pytestmark = pytest.mark.row("O5")
ADMIN = "the-operators-own-token"


@dataclass
class Now:
    """A clock that a test moves."""

    seconds: float = 0.0

    def __call__(self) -> float:
        return self.seconds


@dataclass
class Owners:
    """Answers whose token it is."""

    known: dict[str, Identity] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)

    async def ask(self, request: WhoIs) -> Identity:
        self.asked.append(request.token_digest)
        if request.token_digest not in self.known:
            raise UnauthorizedError
        return self.known[request.token_digest]


def identities(owners: Owners, now: Now) -> Identities:
    settings = GatewaySettings.model_validate({"nats_url": "nats://x", "admin_token": ADMIN})
    return Identities(cast("HoldfastClient", owners), settings, now)


def person(token: str, owners: Owners) -> Identity:
    identity = Identity(tenant_id=DEFAULT_TENANT, person_id=uuid4(), scope=Scope.PERSON)
    owners.known[digest_of(token)] = identity
    return identity


async def test_an_owner_is_remembered_for_a_short_while() -> None:
    owners, now = Owners(), Now()
    asking = identities(owners, now)
    identity = person("token-one", owners)
    assert [await asking.of("token-one") for _ in range(3)] == [identity] * 3
    assert len(owners.asked) == 1
    owners.known.clear()
    now.seconds = 31
    with pytest.raises(UnauthorizedError):
        await asking.of("token-one")


async def test_a_token_that_was_signed_out_is_asked_about_again() -> None:
    owners = Owners()
    asking = identities(owners, Now())
    person("token-one", owners)
    await asking.of("token-one")
    asking.forget("token-one")
    await asking.of("token-one")
    assert len(owners.asked) == 2


async def test_a_stranger_is_asked_about_once_in_a_while() -> None:
    owners, now = Owners(), Now()
    asking = identities(owners, now)
    for _ in range(3):
        with pytest.raises(UnauthorizedError):
            await asking.of("token-one")
    assert len(owners.asked) == 1
    identity = person("token-one", owners)
    now.seconds = 31
    assert await asking.of("token-one") == identity


def test_what_is_given_back_can_be_spent_again() -> None:
    rate = Rate(1, Now())
    for _ in range(10):
        rate.spend("a")
        rate.give_back("a")
    rate.spend("a")
    rate.spend("a")
    with pytest.raises(TooFastError):
        rate.spend("a")


@pytest.mark.parametrize("token", ["", "short", "x" * 513, "with space here", "tökentöken", "line\nbreak", "a*b>c.d,"])
async def test_what_cannot_be_a_token_is_not_asked_about(token: str) -> None:
    owners = Owners()
    with pytest.raises(UnauthorizedError):
        await identities(owners, Now()).of(token)
    assert not owners.asked


async def test_the_operator_is_known_without_asking() -> None:
    owners = Owners()
    identity = await identities(owners, Now()).of(ADMIN)
    assert (identity.scope, identity.person_id) == (Scope.ADMIN, None)
    assert not owners.asked


async def test_not_everybody_is_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("services.gateway.callers.MOST_KEPT", 10)
    owners = Owners()
    asking = identities(owners, Now())
    for number in range(50):
        person(f"token-{number:03}", owners)
        await asking.of(f"token-{number:03}")
    assert len(asking._kept) == 10


def test_a_caller_may_be_quick_but_not_for_long() -> None:
    now = Now()
    rate = Rate(5, now)
    for _ in range(10):
        rate.spend("a")
    with pytest.raises(TooFastError):
        rate.spend("a")
    rate.spend("b")
    now.seconds = 0.2
    rate.spend("a")
    with pytest.raises(TooFastError):
        rate.spend("a")
    now.seconds = 1_000
    for _ in range(10):
        rate.spend("a")


def test_not_every_caller_is_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("services.gateway.callers.MOST_CALLERS", 10)
    rate = Rate(1, Now())
    for number in range(50):
        rate.spend(str(number))
    assert len(rate._left) == 10


async def test_a_person_who_is_gone_is_forgotten_with_every_token() -> None:
    owners, now = Owners(), Now()
    asking = identities(owners, now)
    gone = person("first-token", owners)
    owners.known[digest_of("second-token")] = gone
    person("another-token", owners)
    for token in ("first-token", "second-token", "another-token"):
        await asking.of(token)
    assert gone.person_id is not None
    asking.forget_person(gone.person_id)
    owners.known = {digest_of("another-token"): owners.known[digest_of("another-token")]}
    for token in ("first-token", "second-token"):
        with pytest.raises(UnauthorizedError):
            await asking.of(token)
    asked = len(owners.asked)
    await asking.of("another-token")
    assert len(owners.asked) == asked


def test_the_end_reaches_one_person_only() -> None:
    streams, ended, gone = OpenStreams(5), list[str](), uuid4()
    with streams.place(gone) as first, streams.place(uuid4()) as other, streams.place(gone) as second:
        for name, place in (("first", first), ("other", other), ("second", second)):
            place.ends_with(lambda name=name: ended.append(name))  # type: ignore[misc]
        streams.end_all_of(gone)
    assert ended == ["first", "second"]


def test_streams_are_counted_per_person_and_given_back() -> None:
    streams, person_id = OpenStreams(2), uuid4()
    others = streams.place(person_id), streams.place(person_id), streams.place(uuid4())
    with others[0], others[1], others[2], pytest.raises(TooManyStreamsError), streams.place(person_id):
        pass
    with streams.place(person_id):
        pass
    assert not streams._count


def test_the_end_reaches_what_is_open_and_what_opens() -> None:
    streams, ended = OpenStreams(5), list[str]()
    with streams.place(uuid4()) as first, streams.place(uuid4()) as second:
        first.ends_with(lambda: ended.append("first"))
        streams.end_all()
        second.ends_with(lambda: ended.append("second"))
        with streams.place(uuid4()) as third:
            third.ends_with(lambda: ended.append("third"))
    assert ended == ["first", "second", "third"]


@pytest.mark.parametrize(
    ("name", "value"),
    [("PORT", "abc"), ("PORT", "70000"), ("ADMIN_TOKEN", "short"), ("TRUSTED_PROXIES", "everybody"), ("NATS_URL", "http://x"),
     ("STREAMS_PER_PERSON", "0"), ("TOKEN_CACHE_SECONDS", "3600"), ("TENANT_ID", "x"), ("TURN_WAIT_SECONDS", "-1")],
)  # fmt: skip
def test_a_wrong_setting_is_named_and_not_repeated(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    monkeypatch.setenv("HOLDFAST_NATS_URL", "nats://gateway:secret@localhost")
    monkeypatch.setenv(f"HOLDFAST_{name}", value)
    with pytest.raises(SettingError, match=f"HOLDFAST_{name} is wrong") as wrong:
        load_settings(GatewaySettings)
    assert "secret" not in str(wrong.value)


def test_lists_are_written_with_commas(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOLDFAST_NATS_URL", "nats://x")
    monkeypatch.setenv("HOLDFAST_ALLOWED_HOSTS", "one.example, two.example")
    monkeypatch.setenv("HOLDFAST_TRUSTED_PROXIES", "10.0.0.0/8,127.0.0.1")
    settings = load_settings(GatewaySettings)
    assert settings.allowed_hosts == ("one.example", "two.example")
    assert settings.trusted_proxies == ("10.0.0.0/8", "127.0.0.1")


def test_settings_do_not_change() -> None:
    settings = GatewaySettings.model_validate({"nats_url": "nats://x"})
    with pytest.raises(ValidationError):
        settings.port = 1  # type: ignore[misc]
