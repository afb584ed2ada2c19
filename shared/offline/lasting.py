"""A plain statement about oneself that holds for longer than today: "odio madrugar", "mir schmeckt Rosenkohl nicht".

The trained readers take many of them for mere talk. What the person likes, does again and again, never does, takes,
has or is, is known by its words; of what else they say of themself, it is enough that the readers are unsure and that
nothing in it is of now. Orders, what is to be kept out of here and remarks of the moment are none of it.
"""

from enum import Enum, auto

from shared.offline.facts.around import substance
from shared.offline.facts.clauses import clauses_of
from shared.offline.facts.fragments import in_sentences
from shared.offline.facts.framing import unframed
from shared.offline.facts.german import lacks_its_subject
from shared.offline.facts.passing import passes
from shared.offline.facts.reading import EMPTY
from shared.offline.patterns import patterns
from shared.text.patterns import APOSTROPHE

MOST = 240
"""Characters; whoever says more at once says more than one plain thing."""
_FEW = 3
"""Words; fewer tell too little to be sure that they are no mere talk."""
_P = patterns("lasting")


class Lasts(Enum):
    """How surely it is more than talk."""

    NO = auto()
    MAYBE = auto()
    SURELY = auto()


def lasts(own: str, language: str) -> Lasts:
    """What a line shows of that by itself."""
    text = substance(own.replace(APOSTROPHE, "'").strip(), language)
    if len(text) > MOST or "?" in text or f"lasts_{language}" not in _P or _P["else"].search(text):
        return Lasts.NO
    bare = _with_its_subject(unframed(text, language), language)
    in_pieces = "," in text and in_sentences(text, language) != []
    if _is_no_statement(text) or (not in_pieces and _P[f"of_now_{language}"].search(bare)):
        return Lasts.NO
    if in_pieces or _P[f"lasts_{language}"].search(bare):
        return Lasts.SURELY
    if _P[f"talk_{language}"].search(text) or len(text.split()) < _FEW:
        return Lasts.NO
    return Lasts.MAYBE if _P[f"own_{language}"].search(bare) else Lasts.NO


def _with_its_subject(bare: str, language: str) -> str:
    """Trinke jeden Tag drei Liter: who else would."""
    return f"ich {bare}" if language == "de" and lacks_its_subject(bare) else bare


def is_of_today(own: str) -> bool:
    """Each clause of it tells of a mood, of what there is to do today, or what somebody is like just now."""
    if "," not in own and passes(own):
        return True
    told = [clause.text for clause in clauses_of(own) if EMPTY.match(clause.text) is None]
    return bool(told) and all(passes(text) for text in told)


def _is_no_statement(text: str) -> bool:
    """An order, what is to be kept out of here, a complaint, or a remark in passing that is no habit and no change."""
    if any(_P[name].search(text) for name in ("orders", "kept_out", "kept_out_too")):
        return True
    lasting = _P["again_and_again"].search(text) or _P["lasts_en"].search(text)
    return lasting is None and _P["passing"].search(text) is not None
