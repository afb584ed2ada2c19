"""Streams a reply: each piece to the person's doors as it comes, the whole text onward."""

import time

from faststream.nats import NatsBroker

from services.responder.sections import brief_of
from shared.intents.card import cards
from shared.llm.model import LanguageModel
from shared.notices import Attempt, Offered, Piece
from shared.pipeline import reply_subject
from shared.stage.failpoints import failpoint
from shared.turns import AnsweredTurn, ModelUse, PerformedTurn


async def reply(model: LanguageModel, broker: NatsBroker, turn: PerformedTurn, attempt: Attempt) -> AnsweredTurn:
    """Speaks, and shows the offer that the turn made in the words that it is bound to."""
    subject = reply_subject(turn.person_id, turn.turn_id)
    began = time.perf_counter()
    said: list[str] = []
    async for text in model.stream(brief_of(turn, cards())):
        piece = Piece(turn_id=turn.turn_id, attempt=attempt, n=len(said), text=text)
        await broker.publish(piece.model_dump_json().encode(), subject)
        said.append(text)
        await failpoint("respond.mid_stream")
    if turn.offer is not None:
        offered = Offered(turn_id=turn.turn_id, attempt=attempt, offer=turn.offer)
        await broker.publish(offered.model_dump_json().encode(), subject)
    used = ModelUse(provider=model.provider, model=model.model, latency_ms=(time.perf_counter() - began) * 1000)
    return AnsweredTurn.grown(turn, reply="".join(said), answered_by=used)
