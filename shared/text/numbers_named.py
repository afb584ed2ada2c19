"""Display numbers, where a text is nothing but these: "number 3 and 5", "Nr. 8", "los números 1, 4 y 9"."""

import re

from shared.text.folding import fold

_NUMBER = re.compile(r"(?<![^\W_])\d{1,6}(?![^\W_])")
_AROUND = re.compile(
    r"(?:numbers?|num|no|nrn?|nummern?|numeros?|n|o|memor(?:y|ies)|entr(?:y|ies)|notes?|facts?|items?|points?|ones?"
    r"|erinnerung(?:en)?|eintrage?|notiz(?:en)?|punkte?|recuerdos?|memorias?|notas?|entradas?|datos?|puntos?"
    r"|the|with|die|der|das|den|mit|el|la|los|las|con|and|or|also|too|und|oder|sowie|auch|y|e|u|tambien"
    r"|please|bitte|por|favor|both|all|beide|alle|ambos)"
)
_WORD = re.compile(r"[^\W_]+")


def numbers_named(text: str) -> tuple[int, ...]:
    """Each once, in their order; none where anything else is said."""
    plain = fold(text).replace("º", "o").replace("°", "o")
    rest = _WORD.findall(_NUMBER.sub(" ", plain))
    if not all(_AROUND.fullmatch(word) for word in rest):
        return ()
    return tuple(dict.fromkeys(int(number) for number in _NUMBER.findall(plain)))
