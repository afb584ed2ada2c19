"""A provider whose calls are a script; and a sleep that only notes for how long."""

from collections.abc import AsyncGenerator, Sequence

from shared.contracts.understanding import Tokens
from shared.models.wire import Answered, Asked, CallFailedError, Ended, Meter, Speech

Part = str | Ended | CallFailedError


class ScriptedWire:
    """Answers and speaks what is next, or fails as it is told; every call counts ten tokens sent and one received."""

    def __init__(
        self,
        answers: Sequence[Answered | CallFailedError] = (),
        speeches: Sequence[Sequence[Part]] = (),
        model: str = "claude-haiku-5-5",
    ) -> None:
        self.provider = "anthropic"
        self.model = model
        self.host = "api.anthropic.com"
        self.answers = list(answers)
        self.speeches = list(speeches)
        self.asked: list[Asked] = []
        self.spoken: list[Speech] = []
        self.closed = 0

    async def answer(self, asked: Asked, meter: Meter) -> Answered:
        self.asked.append(asked)
        meter.tokens = Tokens(sent=10, received=1)
        answer = self.answers.pop(0)
        if isinstance(answer, CallFailedError):
            raise answer
        return answer

    async def speak(self, speech: Speech, meter: Meter) -> AsyncGenerator[str | Ended]:
        self.spoken.append(speech)
        meter.tokens = Tokens(sent=10, received=1)
        try:
            for part in self.speeches.pop(0):
                if isinstance(part, CallFailedError):
                    raise part
                yield part
        finally:
            self.closed += 1


class NotedSleep:
    """Takes no time."""

    def __init__(self) -> None:
        self.pauses: list[float] = []

    async def __call__(self, seconds: float) -> None:
        self.pauses.append(seconds)
