"""A person's ways in: seen and ended by the person; for whoever lost theirs the operator makes a new one."""

from uuid import UUID

from starlette.responses import Response

from services.gateway.call import KEY, Call, Door
from shared.contracts.envelope import Caller
from shared.contracts.requests.people import (
    AddToken,
    ListPeople,
    ListTokens,
    PersonList,
    RemoveToken,
    Scope,
    TokenAdded,
    TokenList,
)


async def list_tokens(call: Call) -> Response:
    """Which of my tokens are good, and until when."""
    return await call.pass_on(ListTokens(caller=call.caller, asks_with=_this(call)))


async def remove_token(call: Call) -> Response:
    """Ends one of my tokens. Gives what remains."""
    return await _remove(call, call.caller)


async def list_everybody(call: Call) -> Response:
    """Who is there, for the operator: ids, times and numbers, and nothing that was said."""
    return await call.pass_on(ListPeople(tenant_id=call.tenant_id))


async def list_tokens_of(call: Call) -> Response:
    """A person's tokens, for the operator."""
    return await call.pass_on(ListTokens(caller=_of(call)))


async def add_token(call: Call) -> Response:
    """A new token for somebody who is there already; it is shown this once."""
    who = _of(call)
    return await call.pass_on(AddToken(caller=who, key=call.key(about=who.person_id)), status=201)


async def remove_token_of(call: Call) -> Response:
    """Ends a token of a person."""
    return await _remove(call, _of(call))


async def _remove(call: Call, who: Caller) -> Response:
    token_id = call.id_in_path("token_id")
    command = RemoveToken(caller=who, key=call.key(about=token_id), token_id=token_id, asks_with=_this(call))
    answer = await call.pass_on(command)
    call.gateway.identities.forget_person(who.person_id)
    return answer


def _this(call: Call) -> UUID | None:
    return call.identity.token_id if call.identity is not None else None


def _of(call: Call) -> Caller:
    return Caller(tenant_id=call.tenant_id, person_id=call.id_in_path("person_id"))


OF_PERSON = "/v1/people/{person_id}/tokens"
DOORS = (
    Door("GET", "/v1/tokens", list_tokens, gives=TokenList),
    Door(
        "DELETE", "/v1/tokens/{token_id}", remove_token,
        gives=TokenList, parameters=("token_id", KEY), refuses=(404,),
    ),
    Door("GET", "/v1/people", list_everybody, needs=Scope.ADMIN, gives=PersonList),
    Door(
        "GET", OF_PERSON, list_tokens_of,
        needs=Scope.ADMIN, gives=TokenList, parameters=("person_id",), refuses=(404,),
    ),
    Door(
        "POST", OF_PERSON, add_token, needs=Scope.ADMIN, gives=TokenAdded, status=201, parameters=("person_id", KEY),
        refuses=(404,),
    ),
    Door(
        "DELETE", f"{OF_PERSON}/{{token_id}}", remove_token_of, needs=Scope.ADMIN, gives=TokenList,
        parameters=("person_id", "token_id", KEY), refuses=(404,),
    ),
)  # fmt: skip
