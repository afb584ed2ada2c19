"""An offer as somebody saw it who answered it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class OfferShown:
    """What the companion had asked when an answer was given: the kind of offer and its facts as shown."""

    kind: str
    items: tuple[str, ...]
