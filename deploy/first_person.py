"""The person of an embedded start: made on the first run, kept where `holdfast chat` finds them."""

from pathlib import Path
from uuid import UUID

from pydantic import BaseModel

from deploy.embedded.home import Home, write_private
from deploy.own_gateway import GatewayCallError, OwnGateway
from deploy.parts import Doors

UNAUTHORIZED = 401


class KeptPerson(BaseModel):
    """`person.json`: whom the terminal speaks for, and where."""

    url: str
    person_id: UUID
    token: str


async def sign_in_link(home: Home, doors: Doors, admin_token: str) -> str:
    """A link that opens the page once; makes the person if there is none, or if the database does not know them."""
    gateway = OwnGateway(doors)
    kept = _kept(home)
    try:
        person = kept or await _made(gateway, doors, admin_token)
        code = await gateway.sign_in_code(person.token)
    except GatewayCallError as error:
        if kept is None or error.status != UNAUTHORIZED:
            raise
        person = await _made(gateway, doors, admin_token)
        code = await gateway.sign_in_code(person.token)
    _keep(home, person.model_copy(update={"url": doors.url}))
    return f"{doors.url}/#code={code.code}"


async def _made(gateway: OwnGateway, doors: Doors, admin_token: str) -> KeptPerson:
    added = await gateway.add_person(admin_token)
    return KeptPerson(url=doors.url, person_id=added.person_id, token=added.token)


def _file(home: Home) -> Path:
    return home.path / "person.json"


def _kept(home: Home) -> KeptPerson | None:
    file = _file(home)
    return KeptPerson.model_validate_json(file.read_text()) if file.exists() else None


def _keep(home: Home, person: KeptPerson) -> None:
    write_private(_file(home), person.model_dump_json(indent=2))
