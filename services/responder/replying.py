"""Streams a reply: each piece to the person's doors as it comes, then what is asked, and the whole text onward."""

import time
from dataclasses import dataclass, field
from functools import partial

from faststream.nats import NatsBroker

from services.responder.check_proposal import accept_proposal, may_propose
from services.responder.false_claims import claims_falsely
from services.responder.prompt_sections import build_prompt
from services.responder.prompt_texts import SHORT, prompt_versions
from services.responder.prose import Prose
from services.responder.safety_reminder import forgotten_safety
from services.responder.short_prompt import build_short_prompt, is_told_in_fixed_words
from shared.bus.failpoints import pass_failpoint
from shared.bus.forwarding import publish_notice
from shared.contracts.message import Message
from shared.contracts.notices import Attempt, Offered, Piece
from shared.contracts.pipeline import reply_headers, reply_subject
from shared.contracts.turns import AnsweredTurn, PerformedTurn
from shared.contracts.understanding import ModelUse
from shared.intents.card import Card, load_cards
from shared.models.model import Brief, LanguageModel, Said
from shared.models.model_names import OFFLINE
from shared.offline.engine import OfflineModel
from shared.wording.closing_question import GAP, closing_question, left_for_later, manner_of, promotion_question
from shared.wording.outcomes import GRAVE, messages_for
from shared.wording.phrases import Wording, load_wording
from shared.wording.quoted_text import quote_text


@dataclass
class _Voice:
    """What was said so far, and to whom it goes."""

    broker: NatsBroker
    turn: PerformedTurn
    attempt: Attempt
    pieces: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        return "".join(self.pieces)

    async def say(self, text: str) -> None:
        if text:
            await self.show(Piece(turn_id=self.turn.turn_id, attempt=self.attempt, n=len(self.pieces), text=text))
            self.pieces.append(text)

    async def show(self, event: Message) -> None:
        subject = reply_subject(self.turn.person_id, self.turn.turn_id)
        await publish_notice(
            self.broker, event.model_dump_json().encode(), subject, reply_headers(write=self.turn.write)
        )


async def reply_to_turn(
    model: LanguageModel, key: bytes, broker: NatsBroker, turn: PerformedTurn, attempt: Attempt
) -> AnsweredTurn:
    """Speaks, asks what the turn has to ask in the words that it is bound to, and hands both on."""
    manner, voice = manner_of(turn), _Voice(broker, turn, attempt)
    question = closing_question(turn.offer, manner) if turn.offer else ""
    left = left_for_later(turn.outcomes, manner) if turn.offer else ""
    brief = _brief(turn, question, left, key, has_model=model.provider != OFFLINE)
    said = await _speak(_speaker(turn, model), brief, voice, ask=not question)
    proposal = accept_proposal(said.proposal, brief, voice.text)
    if proposal is not None:
        question = promotion_question(proposal.fact, turn)
    if said.used.provider != OFFLINE:
        for line in _beside_prose(voice.text, turn, load_wording(manner.language)):
            await voice.say(f"{GAP}{line}")
    if not question and not voice.pieces:
        await voice.say(load_wording(manner.language).silent)
    await voice.say(f"{GAP}{left}" if left and voice.pieces else left)
    if turn.offer is not None:
        await voice.show(Offered(turn_id=turn.turn_id, attempt=attempt, offer=turn.offer))
    await voice.say(f"{GAP}{question}" if question and voice.pieces else question)
    used = _with_prompt(said.used, brief.card, briefly=model.briefly)
    return AnsweredTurn.grown(turn, reply=voice.text, answered_by=used, proposal=proposal, asked=question)


def _brief(turn: PerformedTurn, question: str, left: str, key: bytes, *, has_model: bool) -> Brief:
    """The prompt is built by who reads one."""
    card = load_cards()[turn.understanding.intent]
    asked = GAP.join(filter(None, (left, question)))
    return Brief(
        turn_id=turn.turn_id,
        turn=turn,
        card=card,
        history=turn.history,
        text=turn.text,
        language=turn.understanding.language,
        prompt=partial(build_prompt, turn, card, asked, key),
        short_prompt=partial(build_short_prompt, turn, question),
        has_model=has_model,
        may_propose=may_propose(turn, card),
        may_spend=turn.person.may_spend,
    )


def _beside_prose(prose: str, turn: PerformedTurn, speech: Wording) -> list[str]:
    """What we say beside a model's words: that nothing was kept, and what they forgot that keeps the person safe."""
    facts = forgotten_safety(prose, turn)
    minded = [speech.mind.format(facts=" ".join(quote_text(one, speech) for one in facts))] if facts else []
    return [*minded, *([speech.not_kept] if claims_falsely(prose, turn) else [])]


def _speaker(turn: PerformedTurn, model: LanguageModel) -> LanguageModel:
    """No model's prose where somebody speaks of ending a life: the words and the numbers are fixed.

    Nor a small model's where something was done or found: it tells that wrongly.
    """
    grave = any(told.occasion in GRAVE for told in messages_for(turn))
    return OfflineModel() if grave or (model.briefly and is_told_in_fixed_words(turn)) else model


async def _speak(model: LanguageModel, brief: Brief, voice: _Voice, *, ask: bool) -> Said:
    began, prose, said = time.perf_counter(), Prose(ask=ask), None
    async for part in model.stream(brief):
        if isinstance(part, Said):
            said = part
        else:
            await voice.say(prose.take(part))
            await pass_failpoint("respond.mid_stream")
    await voice.say(prose.end())
    latency_ms = (time.perf_counter() - began) * 1_000
    return said or Said(ModelUse(provider=model.provider, model=model.model, latency_ms=latency_ms, cost=None))


def _with_prompt(used: ModelUse, card: Card, *, briefly: bool) -> ModelUse:
    """Names the texts that the prompt was made of, unless what answered had its own."""
    if used.prompt:
        return used
    texts = [f"responder/{text.name}@{text.version}" for text in prompt_versions() if (text.name == SHORT) is briefly]
    texts += [] if briefly else [f"intents/{card.name}@{card.version}"]
    return used.model_copy(update={"prompt": " ".join(texts), "prompt_version": card.version})
