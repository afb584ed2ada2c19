"""Signing the page in and out: a one-time code becomes a cookie that scripts cannot read."""

from datetime import UTC, datetime
from uuid import UUID

from pydantic import BaseModel
from starlette.responses import Response

from services.gateway.call import JSON, Call, Door, address_of, identify_caller, token_of
from services.gateway.callers import digest_of
from services.gateway.forms import SignInForm
from shared.contracts.requests.people import EndSession, MakeSignInCode, RedeemCode, Scope, SignInCode

BEARER = "authorization"


class SignedIn(BaseModel):
    """The page is signed in; the session itself is in the cookie only."""

    person_id: UUID
    expires_at: datetime


async def make_code(call: Call) -> Response:
    """A one-time code that signs a page in as me."""
    return await call.pass_on(MakeSignInCode(caller=call.caller))


async def sign_in(call: Call) -> Response:
    """Changes a one-time code for a session cookie."""
    call.gateway.strangers.spend(address_of(call.request))  # codes must not be found by trying
    form = await call.read(SignInForm)
    session = await call.gateway.client.ask(RedeemCode(code=form.code))
    signed_in = SignedIn(person_id=session.person_id, expires_at=session.expires_at)
    response = Response(signed_in.model_dump_json(), media_type=JSON)
    _set_cookie(call, response, session.token, int((session.expires_at - datetime.now(UTC)).total_seconds()))
    return response


async def sign_out(call: Call) -> Response:
    """Ends what called: the session of this page, wherever its cookie was taken to, or the token that was sent."""
    token = token_of(call.gateway, call.request)
    if BEARER in call.request.headers:  # a page may be signed out already; who sends a token wants to know
        await identify_caller(call.gateway, call.request, Scope.PERSON, agents=True)
    await call.gateway.client.ask(EndSession(token_digest=digest_of(token)))
    call.gateway.identities.forget(token)
    response = Response(status_code=204)
    end_cookie(call, response)
    return response


def end_cookie(call: Call, response: Response) -> None:
    """Lets the browser forget the session."""
    _set_cookie(call, response, "", 0)


def _set_cookie(call: Call, response: Response, token: str, seconds: int) -> None:
    response.set_cookie(
        call.gateway.cookie_name,
        token,
        max_age=seconds,
        path="/",
        secure=call.gateway.settings.secure_cookies,
        httponly=True,
        samesite="strict",
    )


DOORS = (
    Door("POST", "/v1/session", sign_in, needs=None, form=SignInForm, gives=SignedIn, refuses=(401,)),
    Door("POST", "/v1/session/code", make_code, gives=SignInCode),
    Door("DELETE", "/v1/session", sign_out, needs=None, status=204, refuses=(401, 403)),
)
