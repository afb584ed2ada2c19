"""The person of an embedded start: made on the first run, kept where `holdfast chat` finds them."""

from collections.abc import Callable
from pathlib import Path
from uuid import UUID

from pydantic import BaseModel, ValidationError

from deploy.embedded.home import Home, HomeError, write_private
from deploy.own_gateway import GatewayCallError, OwnGateway
from deploy.services import Doors

UNAUTHORIZED, NOT_FOUND = 401, 404


class KeptPerson(BaseModel):
    """`person.json`: whom the terminal speaks for, and where."""

    url: str
    person_id: UUID
    token: str


class SeveralPeopleError(Exception):
    """Nobody is kept here, several are there: whose machine this is, only its owner knows."""

    def __init__(self, count: int) -> None:
        super().__init__(
            f"{count} people are here and none is kept in person.json, so nobody was signed in. “holdfast admin person "
            "list” shows them; “holdfast admin person token --person ID --keep” lets one in again on this machine."
        )


async def sign_in_link(home: Home, doors: Doors, admin_token: str, say: Callable[[str], None]) -> str:
    """A link that opens the page once. A person is made only where there is none yet."""
    gateway = OwnGateway(doors)
    person = _kept(home) or await _found(gateway, doors, admin_token, say)
    try:
        code = await gateway.sign_in_code(person.token)
    except GatewayCallError as error:
        if error.status != UNAUTHORIZED:
            raise
        person = await _let_in_again(gateway, doors, admin_token, person.person_id, say)
        code = await gateway.sign_in_code(person.token)
    _keep(home, person.model_copy(update={"url": doors.url}))
    return f"{doors.url}/#code={code.code}"


async def _found(gateway: OwnGateway, doors: Doors, admin_token: str, say: Callable[[str], None]) -> KeptPerson:
    """Nobody is kept: whoever lives here, if that is clear."""
    people = await gateway.people(admin_token)
    if not people:
        return await _made(gateway, doors, admin_token)
    if len(people) > 1:
        raise SeveralPeopleError(len(people))
    say("person.json was gone. The one person of this home has a new token.")
    return await _with_new_token(gateway, doors, admin_token, people[0].person_id)


async def _let_in_again(
    gateway: OwnGateway, doors: Doors, admin_token: str, person_id: UUID, say: Callable[[str], None]
) -> KeptPerson:
    """The token is good no more: a new one, or a new person where the database knows nobody of that id."""
    try:
        person = await _with_new_token(gateway, doors, admin_token, person_id)
    except GatewayCallError as error:
        if error.status != NOT_FOUND:
            raise
        say("The person that was kept in person.json is not here any more. A new one begins.")
        return await _made(gateway, doors, admin_token)
    say("The token in person.json was good no more. There is a new one.")
    return person


async def _with_new_token(gateway: OwnGateway, doors: Doors, admin_token: str, person_id: UUID) -> KeptPerson:
    added = await gateway.add_token(admin_token, person_id)
    return KeptPerson(url=doors.url, person_id=person_id, token=added.token)


async def _made(gateway: OwnGateway, doors: Doors, admin_token: str) -> KeptPerson:
    added = await gateway.add_person(admin_token)
    return KeptPerson(url=doors.url, person_id=added.person_id, token=added.token)


def _file(home: Home) -> Path:
    return home.path / "person.json"


def _kept(home: Home) -> KeptPerson | None:
    file = _file(home)
    try:
        return KeptPerson.model_validate_json(file.read_text()) if file.exists() else None
    except (OSError, ValidationError):
        raise HomeError(
            f"{file} cannot be read. Put it back, or move it away: the next start lets you in again."
        ) from None


def _keep(home: Home, person: KeptPerson) -> None:
    write_private(_file(home), person.model_dump_json(indent=2))
