"""What a fact reads as in the end: the sentence made of it where that surely says it, else the person's own words."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from shared.offline.facts.clauses import clauses_of, has_subject, sentences_of, without_join
from shared.offline.facts.faithful import (
    borrows,
    content,
    faithful,
    flaws,
    is_sentence,
    leans,
    orders,
    speaks_of_themself,
)
from shared.offline.facts.forms import plain
from shared.offline.facts.fragments import in_sentences
from shared.offline.facts.framing import unframed
from shared.offline.facts.reading import TALK, Fact, tells_nothing
from shared.offline.facts.sentences import MOST, sentence
from shared.offline.facts.whom import named, together
from shared.offline.patterns import patterns
from shared.text.quotation import quotation
from shared.understanding import MOST_FACTS


@dataclass(frozen=True, slots=True)
class _Run:
    """Sentences of the person's, and the facts that were read from them."""

    said: str
    before: str
    facts: tuple[Fact, ...]
    all_before: str = ""


def settled(own: str, facts: Sequence[Fact], language: str) -> list[Fact]:
    """The facts as they are asked about; one for each run of sentences that has to be quoted, none for no fact."""
    found = [Fact(sentence(told, language), words) for told, words in in_sentences(own, language)]
    if found and not any(flaws(fact.text, language, said=own) for fact in found):
        return found
    found = []
    for run in _runs(own, facts, language):
        for fact in _settled(run, language):
            if fact.text not in {other.text for other in found}:
                found.append(fact)
    whole = [fact for fact in found if _EMPTY_HALF.match(fact.text) is None and not _only_names(fact, language)]
    return whole or found or _all_there_is(own, facts, language)


def _only_names(fact: Fact, language: str) -> bool:
    """A quotation that names something of theirs and says nothing of it: "so, my mum"."""
    is_quoted = fact.text == quoted(fact.own_words, language)
    return is_quoted and _OF_THEIRS.match(fact.own_words) is not None and not is_sentence(fact.own_words, language)


_OF_THEIRS = re.compile(r"(?i)^\W*(?:(?:so|oh|and|but|ugh|ah),? )*(?:my|our) [\w'-]+(?: [\w'-]+)?\W*$")
_ORDER_WITHIN = patterns("settling")["order_within"]
"""What would be an order to keep something is said of other words: "from now on my yes means: remember that …".

Nor is it a fact of anybody what a yes is, or that all is agreed to.
"""


def _all_there_is(own: str, facts: Sequence[Fact], language: str) -> list[Fact]:
    """A message that was said to tell something, in which no sentence surely does: quoted, when it is one sentence."""
    sentences = [one for one in sentences_of(own) if re.search(r"\w", one)]
    tells = len(sentences) == 1 and any(content(fact.text, language) for fact in facts)
    if (
        not tells
        or own.endswith("?")
        or _ORDER_WITHIN.search(own)
        or _ANOTHERS.match(own)
        or _SOMEBODY.match(own)
        or len(own.split()) < _A_FEW
    ):
        return []
    return _by_clause(_Run(own, "", ()), language) or [Fact(quoted(own.strip(), language), own.strip())]


_A_FEW = 3
"""Words; fewer, quoted, tell nobody anything."""
_SOMEBODY = re.compile(
    r"[A-ZÄÖÜ][\w'-]+ (?:from|at|of|in|next|who|is|has|was|lost|had|got|von|vom|aus|ist|hat|war|de|del|es|tiene|era)\b"
)
"""A name, and what somebody who has it is or did: nothing of the person."""
_ANOTHERS = re.compile(r"^\W*\d{1,4}[.:/]\d{1,2}.{0,14}[-–\]] ?[^:]{1,30}: ")  # noqa: RUF001
"""A line of a chat, with its time and who wrote it."""


def _runs(own: str, facts: Sequence[Fact], language: str) -> list[_Run]:
    """By sentences; one that leans on the one before it, and does not say it alone, takes it along."""
    runs: list[_Run] = []
    left, taken, before = list(facts), False, ""
    for said in _sentences(own, facts):
        here = tuple(fact for fact in left if _touches(fact, said))
        left = [fact for fact in left if fact not in here]
        leaning = bool(here and before) and not before.endswith("?") and _leans(said, before, here, language)
        leaning = leaning and not _stands(said, before, runs, _up_to(said, own), language)
        if leaning and not taken:
            already = runs.pop().facts if runs and runs[-1].said == before else ()
            both = _both(before, said, own)
            runs.append(_Run(both, before, (*already, *here), _up_to(both, own)))
        elif here:
            runs.append(_Run(said, before, here, _up_to(said, own)))
        goes_on = not here and not taken and bool(runs) and runs[-1].said == before and _TRAILS.match(said) is not None
        if goes_on:
            runs[-1] = replace(runs[-1], said=_both(before, said, own))
        taken, before = leaning or goes_on, said
    return runs


_TRAILS = patterns("settling")["trails"]
"""Says more of what the sentence before told, which would be lost with it: "Loved every minute"."""


def _sentences(own: str, facts: Sequence[Fact]) -> list[str]:
    """What a semicolon parts, and what one fact was made of, stays together."""
    found: list[str] = []
    end = 0
    for said in sentences_of(own):
        start = own.find(said, end)
        gap = own[end:start] if found else "."
        together = ";" in gap or any(_spans(fact, found[-1], said) for fact in facts if found)
        if found and start >= 0 and together and "\n" not in gap:
            found[-1] += gap + said
        elif re.search(r"\w", said):
            found.append(said)
        end = max(start, end) + len(said)
    return found


def _spans(fact: Fact, before: str, said: str) -> bool:
    """It was made of both."""
    words = _plain(fact.own_words)
    return _plain(said) in words and _plain(before)[-_A_BIT:] in words


_A_BIT = 12
"""Letters at the end of a sentence that tell it from others."""


def _touches(fact: Fact, said: str) -> bool:
    """The first words that it was made of stand there."""
    first = next(iter(sentences_of(fact.own_words)), fact.own_words)
    return _plain(first) in _plain(said) or _plain(said) in _plain(fact.own_words)


def _plain(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.casefold()))


def _both(before: str, said: str, own: str) -> str:
    """As they stand in the message, with what is between them."""
    start, end = own.find(before), own.find(said)
    return own[start : end + len(said)] if 0 <= start < end else f"{before} {said}"


def _leans(said: str, before: str, facts: Sequence[Fact], language: str) -> bool:
    """Its facts cannot be read without the sentence before it, or it has no subject of its own."""
    own = has_subject(unframed(said, language)) and _VERB_FIRST.match(said) is None
    points = any(leans(fact.text, language) for fact in facts) or leans(said, language)
    texts = [fact.text for fact in facts]
    return (points or not own) and not (own and faithful(_told(said, language), texts, language, leant_on=before))


def _stands(said: str, before: str, runs: Sequence[_Run], all_before: str, language: str) -> bool:
    """As a whole it can be read by itself: whom it means is named, or what was said before it told nothing."""
    whole = _whole(said, language, all_before)
    if borrows(whole, language) or not faithful(_told(said, language), [whole], language, leant_on=all_before):
        return False
    if whole != _whole(said, language):
        return True
    if runs and runs[-1].said == before:
        return has_subject(unframed(said, language)) and _reads(runs[-1], language)
    return not has_subject(unframed(before, language))


def _reads(run: _Run, language: str) -> bool:
    """It is told in sentences, and not quoted."""
    return all(fact.text != quoted(fact.own_words, language) for fact in _settled(run, language))


_EMPTY_HALF = patterns("settling")["empty_half"]
"""Says that something changed, which what it changed to says as well: "you moved" beside "you live in Leeds now"."""
_VERB_FIRST = re.compile(r"(?i)^(?:hab|habe|kann|mach|mache|bin|war|will|muss|darf|mag) ich\b")
"""What it is about was said before: "Hab ich nie gelernt"."""


def _told(said: str, language: str) -> str:
    """Without framing, and without what is asked or only said to keep the talk going."""
    pieces = clauses_of(said)
    asked = said.rstrip().endswith("?") and len(pieces) > 1
    told = pieces[:-1] if asked else pieces
    bare = (unframed(without_join(unframed(piece.text, language)), language) for piece in told)
    kept = [
        text
        for text, piece in zip(bare, told, strict=True)
        if text and not (tells_nothing(piece.text) or _ASIDE.match(text))
    ]
    joins = (_joint(piece.text, inside=place > 0) for place, piece in enumerate(told))
    return " , ".join([*kept, *(join for join in joins if join)])


_ASIDE = re.compile(r"(?i)^\W*(?:guess(?: why| what| who)?|rate mal|adivina(?: por qué)?|devine)\W*$")


def _joint(piece: str, *, inside: bool) -> str:
    """The "because" that framing would take off, and the "otherwise" between two clauses."""
    found = _JOINT.match(piece) or (_OTHERWISE.match(piece) if inside else None)
    return found[0] if found else ""


_JOINT = re.compile(r"(?i)^\W*(?:because|cos|cause|coz|unless|until|weil|denn|porque)\b")
_OTHERWISE = re.compile(r"(?i)^\W*(?:or else|otherwise|sonst|si no)\b")


def _holds(run: _Run, told: Sequence[str], language: str, *, leant_on: str = "") -> bool:
    """They say what was said, or what is plainly meant by it where that was said in a roundabout way."""
    said = _told(run.said, language)
    meant = " , ".join(plain(part.rstrip(" .!"), language) for part in said.split(" , "))
    return any(faithful(words, told, language, leant_on=leant_on) for words in dict.fromkeys((said, meant)))


def _settled(run: _Run, language: str) -> list[Fact]:
    facts = [fact for fact in run.facts if content(fact.text, language) and not fact.text.endswith("?")]
    if not facts or _ANOTHERS.match(run.said) or _ORDER_WITHIN.search(run.said):
        return []
    words = run.said.strip()
    if any(_VERB_FIRST.match(each) for each in sentences_of(run.said)[1:]):
        return _quoted(words, facts, language)
    told = [fact.text for fact in facts]
    if _holds(run, told, language, leant_on=run.before) and not _left_out(run, facts, language):
        return facts
    whole = _whole(run.said, language, run.all_before)
    good = _holds(run, [whole], language, leant_on=run.all_before) and not orders(run.said, [whole], language)
    if good and len(whole) < MOST:
        return [Fact(whole, words)]
    return _by_clause(run, language) or _tied_together(run, facts, language) or _quoted(words, facts, language)


def _tied_together(run: _Run, facts: Sequence[Fact], language: str) -> list[Fact]:
    """Each with what leans on it behind it, where together they surely say it."""
    tied = _tied([fact.text for fact in facts], language)
    sure = _holds(run, tied, language, leant_on=run.before) and not _left_out(run, facts, language)
    return _of_both(facts, tied) if sure else []


def _by_clause(run: _Run, language: str) -> list[Fact]:
    """Each clause as a sentence of its own, where together they surely say it."""
    each = _each_clause(run.said, language) if language in _BY_CLAUSE else []
    sure = len(each) <= MOST_FACTS and _holds(run, [fact.text for fact in each], language)
    return each if sure else []


_BY_CLAUSE = frozenset({"de", "es"})
"""In English a clause without a verb is given one, which may be a wrong one: "new knee (left)" was no leaving."""


def _each_clause(said: str, language: str) -> list[Fact]:
    """All that was said, clause by clause: also what nobody would have taken for a fact by itself."""
    found: list[Fact] = []
    for piece in clauses_of(said):
        bare = unframed(without_join(unframed(piece.text, language)), language)
        text = sentence(f"{piece.subject} {bare}".strip(), language)
        leans_on_it = piece.fragment or len(bare.split()) == 1 or leans(text, language)
        if leans_on_it and found and flaws(text, language):
            words = f"{found[-1].own_words}{piece.gap}{piece.text}"
            whole = sentence(unframed(words, language), language)
            if _WISHED.match(found[-1].text) and not _WISHED.match(whole):
                whole = f"{found[-1].text[:-1]}, {text[:1].lower()}{text[1:]}"
            found[-1] = Fact(whole, words)
        elif bare and not (tells_nothing(piece.text) or _ASIDE.match(bare)):
            found.append(Fact(text, piece.text))
    return found


_WISHED = re.compile(r"(?:Du möchtest|(?:No q|Q)uieres)\b")


def _tied(told: Sequence[str], language: str) -> list[str]:
    """What cannot be read by itself stands behind what it leans on: "you coach on Mondays; you don't …then"."""
    found: list[str] = []
    for text in told:
        if found and (leans(text, language) or borrows(text, language)):
            found[-1] = f"{found[-1].rstrip('.')}; {text[:1].lower()}{text[1:]}"
        else:
            found.append(text)
    return found


def _of_both(facts: Sequence[Fact], tied: Sequence[str]) -> list[Fact]:
    """The facts, each behind the one that it is tied to, with the words of both."""
    found: list[Fact] = []
    for text in tied:
        parts = [fact for fact in facts if fact.text.rstrip(".").casefold() in text.casefold()]
        found.append(Fact(text, " ".join(part.own_words for part in parts)))
    return found


def _left_out(run: _Run, facts: Sequence[Fact], language: str) -> bool:
    """A clause of small words, or of words said before, which are never missed: "but he's ok now", "his dad too"."""
    used = [_plain(fact.own_words) for fact in facts]
    unused = [piece.text for piece in clauses_of(run.said) if not any(_plain(piece.text) in words for words in used)]
    return any(_TOO.search(text) or _is_small_statement(text, language) for text in unused)


def _is_small_statement(text: str, language: str) -> bool:
    if not has_subject(text) or len(text.split()) < _A_FEW or tells_nothing(text) or TALK.search(text):
        return False
    bare = unframed(text, language)
    return bare != "" and not content(bare, language)


_TOO = re.compile(r"(?i)\w (?:too|as well|either|auch|también|tampoco)\W*$")


def _up_to(said: str, own: str) -> str:
    """What was said before it."""
    return own[: max(own.find(said), 0)]


def _whole(said: str, language: str, before: str = "") -> str:
    """All of it as one sentence; of two, the second behind a semicolon. Who was named before is named in it."""
    parts = [unframed(without_join(unframed(part, language)), language) for part in sentences_of(said)]
    if language == "en" and parts:
        parts[0] = together(parts[0], before)
    turned = [sentence(part, language).rstrip(".") for part in parts if part]
    if not turned:
        return ""
    if language == "en":
        turned[0] = named(turned[0], before)
    return f"{'; '.join([turned[0], *(_within(one, parts) for one in turned[1:])])}."


def _within(sentence_: str, parts: Sequence[str]) -> str:
    """Beginning small, unless it begins with a name: "Noor is 9"."""
    first = sentence_.split(" ", 1)[0]
    if first[1:] != first[1:].lower():  # EpiPen, MRI
        return sentence_
    named = _NAMED.match(sentence_)
    return (
        sentence_
        if named and any(part.startswith(named[0]) for part in parts)
        else sentence_[:1].lower() + sentence_[1:]
    )


_NAMED = patterns("settling")["named"]
"""A word with a capital that is none of the small ones, and what it is or does."""


def _quoted(words: str, facts: Sequence[Fact], language: str) -> list[Fact]:
    """The words themselves, where they are about the person."""
    own = speaks_of_themself(words, language) or _lent(facts)
    if not own or words.endswith("?") or len(words.split()) < _A_FEW:
        return []
    if len(quotation(words, language)) > MOST:
        words = max((fact.own_words for fact in facts), key=len)
    return [Fact(quoted(words, language), words)]


def _lent(facts: Sequence[Fact]) -> bool:
    """The subject was left out, and can only have been the person."""
    return any(_TO_THE_PERSON.match(fact.text) for fact in facts)


_TO_THE_PERSON = re.compile(r"(?:You|You're|You've|Du|Tu|Je|Você)\b|Your? ")


def quoted(words: str, language: str) -> str:
    """The quotation, no longer than a card can show."""
    room = MOST - len(quotation("", language))
    if len(words) > room:
        words = words[: room - 1].rsplit(" ", 1)[0].rstrip(",;: ") + "…"
    return quotation(re.sub(r"\s+", " ", words), language)
