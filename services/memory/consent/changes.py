"""What a new statement does to one that is known: replaces it, ends it, or stands beside it. Pure, without a model."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from services.memory.consent.claims import (
    SELF,
    Claim,
    Clause,
    Owner,
    ReadStatement,
    claims_of,
    kind_of_word,
    read_statement,
    says_little,
)
from shared.text.comparable import canonical_form, is_negated

NEAR_FOR_PERHAPS = 0.28
"""Cosine from which on "moved to …" may be the home, or the work, that is known: to "You live in Oslo" Leeds lies at
0.30 and Siemens at 0.26. In other languages than English the embedder tells little."""
NEAR_ALONE = 0.5
NEAR_WITH_A_WORD = 0.3
NEAR_ELSEWHERE = 0.5
"""Cosines from which on a statement that tells of a change may be about a known one: of forty unrelated facts one lies
above them in 4 of 100 English lines and in 6 of 50 Spanish ones."""
A_SHARED_WORD = 0.1
NEAR_FOR_A_PART = 0.5
MOST_OF_IT = 0.5
"""Share of the words of the shorter one, from which on two statements are about one thing."""
_SHORTEST_ALIKE = 4
_LONGEST_ENDING = 3
_OTHER_ENDING = 2
_LONG_BEGINNING = 7
"""Letters in which two words begin alike that are parts of one: "Schichten" and "Schichtdienst"."""


class ChangeKind(StrEnum):
    """What a new statement does to a known one."""

    REPLACES = "replaces"
    ENDS = "ends"
    """It says no more than that the known one holds no longer."""
    BESIDE = "beside"
    """Of that there can be many: both hold, unless the person says otherwise."""
    NOTHING = "nothing"


class Effect(NamedTuple):
    """What it does, how surely, and how much the two share; of several the greatest counts."""

    kind: ChangeKind
    strength: int
    shared: float


@dataclass(frozen=True, slots=True)
class NewStatement:
    """A new statement, read once for all that it is compared with."""

    text: str
    form: str
    """In which it is the same as its other wordings."""
    statement: ReadStatement
    claims: tuple[Claim, ...]
    may_change: bool
    """It can do something to a statement that says the same *not*, or as little *not*."""

    @classmethod
    def of(cls, text: str, own_words: str = "") -> "NewStatement":
        """A text, and the words that it was read from."""
        told = read_statement(text, own_words)
        claims = tuple(claims_of(told))
        is_over = any(clause.is_over for clause in told.clauses)
        may_change = bool(claims or is_over or _typed(told.about)) or _tells_of_a_change(told)
        return cls(text, canonical_form(text), told, claims, may_change)


def effect_on(known: str, new: NewStatement, nearness: float | None) -> Effect | None:
    """What the new statement does to this one; nothing, mostly."""
    if not new.may_change and is_negated(known) == new.statement.is_negated:
        return None
    reads = read_statement(known)
    claims = _by_claims(reads, new, nearness)
    if claims is not None and claims.kind is not ChangeKind.BESIDE:
        return claims if claims.kind is ChangeKind.REPLACES else None
    told = new.statement
    found = (_ends(reads, told, nearness) or _contradicts(reads, told)) if _same_owner(reads, told) else None
    return found or _changes(reads, told, nearness) or claims


def find_differing(new: Sequence[str], known: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Of many new statements those that claim otherwise what somebody has one of at a time, and beside what: places."""
    told: dict[str, list[tuple[int, Claim]]] = {}
    for place, text in enumerate(known):
        for claim in _settled(text):
            told.setdefault(claim.attribute, []).append((place, claim))
    for place, text in enumerate(new):
        against = [
            other
            for claim in _settled(text)
            for other, known_claim in told.get(claim.attribute, ())
            if claim.owner.is_same(known_claim.owner) and not claim.value <= known_claim.value
        ]
        if against:
            yield place, against[-1]


def _settled(text: str) -> Iterator[Claim]:
    return (claim for claim in claims_of(read_statement(text)) if not (claim.many or claim.perhaps))


def is_of_one(new: str, known: str) -> bool:
    """Whether both are told of the same person."""
    return _same_owner(read_statement(known), read_statement(new))


# ---- the same attribute --------------------------------------------------------------------------------------------


def _by_claims(reads: ReadStatement, new: NewStatement, nearness: float | None) -> Effect | None:
    """Two claims of one attribute; that they are equal, or of two owners, settles that nothing changes."""
    names = frozenset(claim.attribute.split(" ")[0] for claim in new.claims)
    if not names:
        return None
    of_one_kind = [
        (one, other)
        for other in claims_of(reads, names)
        for one in new.claims
        if one.attribute == other.attribute and not (one.perhaps and other.perhaps)
    ]
    pairs = [(one, other) for one, other in of_one_kind if one.owner.is_same(other.owner)]
    if of_one_kind and not pairs and not any(one.perhaps or other.perhaps for one, other in of_one_kind):
        return Effect(ChangeKind.NOTHING, 0, 0.0)  # the same of somebody else
    effects = [_of_pair(one, other, nearness) for one, other in pairs]
    found = [effect for effect in effects if effect is not None]
    if any(effect.kind is ChangeKind.NOTHING for effect in found):
        return Effect(ChangeKind.NOTHING, 0, 0.0)
    return max(found, key=lambda effect: effect.strength, default=None)


def _of_pair(new: Claim, known: Claim, nearness: float | None) -> Effect | None:
    if new.many or known.many:
        apart = not (new.value <= known.value or known.value <= new.value)
        return Effect(ChangeKind.BESIDE, 0, nearness or 0.0) if apart else None
    if new.value <= known.value:
        return Effect(ChangeKind.NOTHING, 0, 0.0)
    if new.perhaps or known.perhaps:
        return Effect(ChangeKind.REPLACES, 3, nearness or 0.0) if _is_near(nearness, NEAR_FOR_PERHAPS) else None
    return Effect(ChangeKind.REPLACES, 4, 1.0)


# ---- no longer -----------------------------------------------------------------------------------------------------


def _ends(reads: ReadStatement, told: ReadStatement, nearness: float | None) -> Effect | None:
    if reads.is_negated or any(clause.is_over or clause.is_past for clause in reads.clauses):
        return None
    for clause in told.clauses:
        if clause.is_over and _is_what_is_over(clause, reads, nearness):
            others = [other for other in told.clauses if other is not clause and not other.is_past]
            instead = any(_says_instead(other, reads) for other in others)
            shared = _share(clause.about, reads.about)
            return Effect(ChangeKind.REPLACES if instead else ChangeKind.ENDS, 3, shared)
    return None


def _is_what_is_over(clause: Clause, reads: ReadStatement, nearness: float | None) -> bool:
    """It says no more than the known one does; a word more may be another name for it."""
    shared = _alike(clause.about, reads.about)
    if not shared or (all(map(says_little, shared)) and shared != reads.about):
        return False
    further = frozenset(word for word in clause.about - shared if not says_little(word))
    if any(map(kind_of_word, further)):
        return False
    if further and any(not _alike(claim.value, clause.about) for claim in claims_of(reads) if not claim.many):
        return False  # "I used to live in Rome" ends no home in York
    return not further or (len(shared) >= len(further) and _is_near(nearness, NEAR_FOR_A_PART))


def _says_instead(other: Clause, reads: ReadStatement) -> bool:
    """What holds now: more of the same, or only its name ("… but padel")."""
    return not other.is_over and bool(other.about) and (bool(_alike(other.about, reads.about)) or other.owner != SELF)


# ---- not, or another number ----------------------------------------------------------------------------------------


def _contradicts(reads: ReadStatement, told: ReadStatement) -> Effect | None:
    """Only one of them says *not*; or they differ in a number or a day alone."""
    if told.is_unsure or told.adds:
        return None
    if told.is_negated != reads.is_negated:
        same = bool(told.about) and _all_in(told.about, reads.about) and _all_in(reads.about, told.about)
        return Effect(ChangeKind.REPLACES, 3, 1.0) if same else None
    mine, theirs = _typed(told.about), _typed(reads.about)
    kinds = {kind_of_word(word) for word in mine - theirs} & {kind_of_word(word) for word in theirs - mine}
    if not kinds:
        return None
    one, other = told.about - mine, reads.about - theirs
    alike = bool(one and other) and _all_in(one, other) and _all_in(other, one)
    part = (told.changes or told.corrects) and _share(one, other) >= MOST_OF_IT
    if not (alike or part) or (kinds == {"weekday"} and not (told.changes or told.corrects)):
        return None
    return Effect(ChangeKind.REPLACES, 3, _share(one, other))


# ---- it says that something changed --------------------------------------------------------------------------------


def _changes(reads: ReadStatement, told: ReadStatement, nearness: float | None) -> Effect | None:
    if not _tells_of_a_change(told) or not _may_be_of_one(reads, told):
        return None
    if told.former and _all_in(told.former, reads.about) and _is_near(nearness, NEAR_FOR_PERHAPS):
        return Effect(ChangeKind.REPLACES, 2, _share(told.former, reads.about))
    mine, theirs = _telling(told.about), _telling(reads.about)
    shared = len(_alike(mine, theirs))
    if nearness is None:
        return Effect(ChangeKind.REPLACES, 1, _share(mine, theirs)) if _share(mine, theirs) >= MOST_OF_IT else None
    if not _is_about(told, nearness, shared):
        return None
    return Effect(ChangeKind.REPLACES, 1, nearness + A_SHARED_WORD * min(shared, 2))


def _tells_of_a_change(told: ReadStatement) -> bool:
    """Not of a wish, of one thing more, or only of what was."""
    if told.is_unsure or told.adds or told.asks or all(clause.is_past for clause in told.clauses):
        return False
    return told.changes or told.corrects or told.tells_event or any(clause.is_over for clause in told.clauses)


def _is_about(told: ReadStatement, nearness: float, shared: int) -> bool:
    """Near alone is enough where the embedder knows the language; else they share a word that tells something."""
    if told.language != "en":
        return shared > 0 and nearness >= NEAR_ELSEWHERE
    return nearness >= NEAR_ALONE or (shared > 0 and nearness >= NEAR_WITH_A_WORD)


def _may_be_of_one(reads: ReadStatement, told: ReadStatement) -> bool:
    """Whoever of the person's people the one names, the other names too."""
    named = _owner(reads).named
    if told.kin - reads.said or named & told.whose:
        return False
    return not named or any(name in told.said or f"{name}s" in told.said for name in named)


def _is_near(nearness: float | None, enough: float) -> bool:
    """What was not measured is not what holds a question back."""
    return nearness is None or nearness >= enough


# ---- what they share -----------------------------------------------------------------------------------------------


def _same_owner(reads: ReadStatement, told: ReadStatement) -> bool:
    mine, theirs = _owner(told), _owner(reads)
    if mine.is_same(theirs):
        return True
    return theirs == SELF and bool(mine.named) and mine.named <= reads.about  # "Yoga is on Thursdays now"


def _owner(statement: ReadStatement) -> Owner:
    return statement.clauses[0].owner if statement.clauses else SELF


def _telling(about: frozenset[str]) -> frozenset[str]:
    return frozenset(word for word in about if not says_little(word))


def _typed(about: Iterable[str]) -> frozenset[str]:
    return frozenset(word for word in about if kind_of_word(word))


def _share(one: frozenset[str], other: frozenset[str]) -> float:
    """Of the shorter one, the part that both have."""
    return len(_alike(one, other)) / min(len(one), len(other)) if one and other else 0.0


def _all_in(one: frozenset[str], other: frozenset[str]) -> bool:
    return _alike(one, other) == one


def _alike(one: frozenset[str], other: frozenset[str]) -> frozenset[str]:
    """Words of the first that the second has too, in this form or another."""
    return frozenset(word for word in one if any(_is_form_of(word, another) for another in other))


def _is_form_of(one: str, other: str) -> bool:
    """One word in two forms: "rauchst" and "rauchen", "run" and "runn"."""
    if one == other:
        return True
    shorter, longer = sorted((len(one), len(other)))
    if one[0].isdigit() or shorter < _SHORTEST_ALIKE - 1:
        return False
    same = next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), shorter)
    if same >= _LONG_BEGINNING:
        return True
    if same == shorter:
        return longer - same <= (_LONGEST_ENDING if shorter >= _SHORTEST_ALIKE else 1)
    return same >= _SHORTEST_ALIKE and longer - same <= _OTHER_ENDING
