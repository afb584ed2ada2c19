"""What the companion asked, answered by card; and what is never to be remembered again."""

from starlette.responses import Response

from services.gateway.call import KEY, Call, Door
from services.gateway.notebook_forms import CardForm
from shared.contracts.requests.notebook import (
    AnswerByCard,
    CardAnswer,
    LiftRefusal,
    ListOffers,
    ListRefusals,
    OfferAnswered,
    OfferList,
    RefusalList,
)


async def show_offers(call: Call) -> Response:
    """The question that waits for an answer, if there is one."""
    return await call.pass_on(ListOffers(caller=call.caller))


async def answer_offer(call: Call) -> Response:
    """Answers a question item by item: yes, no, never, or how it should read."""
    offer_id = call.id_in_path("offer_id")
    form = await call.read(CardForm)
    items = tuple(CardAnswer.model_validate(item.model_dump()) for item in form.items)
    return await call.pass_on(
        AnswerByCard(caller=call.caller, key=call.key(form, offer_id), offer_id=offer_id, items=items, line=form.line)
    )


async def list_refusals(call: Call) -> Response:
    """What is never to be remembered again."""
    return await call.pass_on(ListRefusals(caller=call.caller))


async def lift_refusal(call: Call) -> Response:
    """Lets something be remembered again, if it is said again; gives what is still refused."""
    refusal_id = call.id_in_path("refusal_id")
    return await call.pass_on(LiftRefusal(caller=call.caller, key=call.key(about=refusal_id), refusal_id=refusal_id))


DOORS = (
    Door("GET", "/v1/offers", show_offers, gives=OfferList),
    Door(
        "POST", "/v1/offers/{offer_id}", answer_offer, form=CardForm, gives=OfferAnswered, parameters=("offer_id", KEY),
        refuses=(404, 409),
    ),
    Door("GET", "/v1/refusals", list_refusals, gives=RefusalList),
    Door(
        "DELETE", "/v1/refusals/{refusal_id}", lift_refusal,
        gives=RefusalList, parameters=("refusal_id", KEY), refuses=(404,)
    ),
)  # fmt: skip
