"""English: from "I'm" to "You're", and a whole sentence where the person left words out."""

import re

from shared.offline.facts.forms import plain
from shared.offline.patterns import listed, patterns, word_tables
from shared.text.patterns import APOSTROPHE

_P = patterns("english")

_SPELLED = word_tables("en")["spelled"]
_TURNED = word_tables("en")["turned"]
_WORD = _P["word"]
_FINITE = re.compile(r"\b(?:is|are|was|were|has|have|does|can|will|lives?|works?|runs?|hurts?|keeps?|needs?|\w+s)\b")
_I_VERB = re.compile(r"\b(you) (wasn't|was|am|ain't|has|doesn't|does)\b", re.IGNORECASE)
_RIGHT = {
    "wasn't": "weren't",
    "doesn't": "don't",
    "was": "were",
    "am": "are",
    "ain't": "aren't",
    "has": "have",
    "does": "do",
}
_THERE_IS = re.compile(
    r"(?<=\b[Tt])here(?: is|'s)"
    r"(?= (?:two|three|four|five|six|seven|eight|nine|ten|\w+teen|twenty|\w+rty|both|several|lots|[2-9]\b|\d\d))"
)
_WAS_I = re.compile(r"\b(was|am) (you)\b")

_AN_ADJECTIVE = _P["an_adjective"]
_BORN = re.compile(r"^(?:born|raised|brought up|diagnosed|baptised|christened|named)\b", re.IGNORECASE)
_BEEN = re.compile(r"^(?:been|had to|never been|always been)\b", re.IGNORECASE)
_BARE_VERB = _P["bare_verb"]
_NO_LONGER = re.compile(r"^no longer\b", re.IGNORECASE)
_COUNTED = _P["counted"]
_A_SOMEONE = _P["a_someone"]
_AN_ARTICLE = re.compile(r"^an? (?=\w)", re.IGNORECASE)
_NAMED = re.compile(r"^(?:the )?name'?s? (?:is )?(?P<name>[A-Z][\w'-]+(?: [A-Z][\w'-]+)*)$", re.IGNORECASE)
_CALL = _P["call"]
_NONE_FOR_ME = _P["none_for_me"]
_ORDER = _P["order"]
_COLON = _P["colon"]
_KIN_IS = _P["kin_is"]
_KIN_HAS = {"got", "been", "had"}
_SHORT_WITH = re.compile(r"(?i)\bw/ ?(?=\w)")
_DOUBLE = re.compile(r"\b(?:um+|uh+|er+|erm|like,|you know,?|sort of|kind of)\s", re.IGNORECASE)
_STUTTER = re.compile(r"\b(\w+) \1\b", re.IGNORECASE)
_NO_TRADE = "an?|the|one|so|not|no|still|also|just|too|very|really|always|never|only|now|both|either"
_I_AM = re.compile(rf"(?i)^i(?:'m| am) (?P<what>(?!(?:{_NO_TRADE})\b)(?-i:[a-z]).*)$")
_MY_FIRST = re.compile(
    r"(?:my|i want) (?P<first>(?!(?:Mum|Mom|Dad|Mam|Nan|Gran\w*|Papa|Mama|Aunt\w*|Uncle)\b)[A-Z][a-z]+)\b(?! [A-Z])"
)
_MY_MUM = re.compile(r"(?i)\b(of|with|for|to|from|call|visit|see) (mum|mom|dad|mummy|daddy|nan|gran|grandma|grandad)\b")
_AND_THAT = re.compile(
    r"^((?:(?!\b(?:that|know|think|says?|said|told|tell|believe|feel|hope|means?|found|sure|glad|love|hate)\b)[^.;]){1,150}\band)"
    r" that (?=(?:i|i'm|i've|my|we|we're|he|she|they|our)\b)",
    re.IGNORECASE,
)
"""The other half of "note that …", of which the first is gone."""
_KEEPS_DOUBLE = {"had", "that"}


def turned(clause: str) -> str:
    """The clause as a sentence to the person; without capital and full stop."""
    text = _DOUBLE.sub("", _SHORT_WITH.sub("with ", clause.replace(APOSTROPHE, "'")))
    text = _STUTTER.sub(lambda found: found[0] if found[1].lower() in _KEEPS_DOUBLE else found[1], text).strip(" .!")
    text = _AND_THAT.sub(r"\1 ", _begun_small(plain(_spelled(text), "en"), text))
    if (whole := _as_said_to_the_companion(text)) is not None:
        return with_capitals(whole)
    return with_capitals(_verbs(_pronouns(_MY_MUM.sub(r"\1 my \2", _whole(text)))))


def _begun_small(text: str, said: str) -> str:
    """What began the sentence, and stands behind "my" now, has no capital any more, unless it is how one calls them."""
    found = _MY_FIRST.match(text)
    if found is None or not said.startswith(found["first"]):
        return text
    return f"{text[: found.start('first')]}{found['first'].lower()}{text[found.end('first') :]}"


def with_capitals(text: str) -> str:
    """Days, months and languages as they are written, where somebody typed them small."""
    return _P["capitals"].sub(lambda found: f"{found[0][:1].upper()}{found[0][1:]}", text)


def words_turned(text: str) -> str:
    """Pronouns and their verbs turned, and nothing added: for words that go into a sentence."""
    return _verbs(_pronouns(_spelled(text.replace(APOSTROPHE, "'"))))


def _spelled(text: str) -> str:
    return _WORD.sub(lambda found: _SPELLED.get(found[0].lower(), found[0]) if found[0] != "ID" else found[0], text)


def _as_said_to_the_companion(text: str) -> str | None:
    """What the person wants of the companion: a name to be called by, a way to be answered in."""
    if called := _CALL.match(text):
        wish = "you don't want" if called["not"] else "you want"
        return f"{wish} to be called {called['name']}"
    if (refused := _NONE_FOR_ME.match(text)) is not None:
        return f"you don't want {_verbs(_pronouns(refused['what']))}"
    if (kept_from := _P["refuses"].match(text)) is not None:
        return f"you don't want me to {_verbs(_pronouns(kept_from['rest']))}"
    return _told(text)


def _told(text: str) -> str | None:
    """An order, or what the companion may do."""
    if may := _P["companion_may"].match(text):
        return f"you want me to {_to_the_companion(may['rest'])}"
    if (when := _P["when_order"].match(text)) and (wish := _told(when["order"])):
        return f"{_to_the_companion(when['when'])}, {wish}"
    order = _ORDER.match(text)
    if order is None and (kindly := _P["asked_kindly"].match(text)):
        wish = "you don't want me to" if kindly["not"] else "you want me to"
        return f"{wish} {_to_the_companion(kindly['rest'])}"
    if order is None or _is_no_order(order):
        return None
    refused = (order["not"] or "").lower()
    wish = "you don't want me to" if refused.startswith(("don", "do", "never")) else "you want me to"
    wish = "you don't need me to" if refused == "no need to" else wish
    return f"{wish} {(order['how'] or '').lower()}{order['verb'].lower()}{_to_the_companion(order['rest'])}"


def _to_the_companion(text: str) -> str:
    """In an order "you" is the companion, whether the person speaks of themself or not: "keep your answers short"."""
    return _verbs(_WORD.sub(_pronoun, text))


def _is_no_order(order: re.Match[str]) -> bool:
    """Their own doing, or by itself the name of a thing: "email"."""
    verb, rest = order["verb"].lower(), order["rest"].strip()
    return (verb in _ALSO_MINE and _is_statement(order["rest"])) or (
        not (rest or order["how"]) and verb in _ALSO_THINGS
    )


_ALSO_THINGS = {"email", "text", "phone", "ring", "plan", "answer", "count", "call"}
_ALSO_MINE = {"start", "plan", "use", "read", "keep", "write", "speak", "make"}
"""What a person who leaves "I" out may say of themself, too."""


def _is_statement(rest: str) -> bool:
    if " me" in rest or rest.lower().startswith((" your ", " ur ")):
        return False
    return re.search(r"\b(?:my|i)\b", rest, re.IGNORECASE) is not None


def _in_order(text: str) -> str:
    """With the verb before what stands in front of it, "maps I can't read", and before an instrument."""
    if found := _P["fronted"].match(text):
        return f"i {found['how'] or ''}{found['verb']} {_lowered(found['what'])}{found['rest']}"
    if found := _P["instrument"].match(text):
        return f"i've played the {found['what'].lower()} {found['since']}"
    if found := _P["fronted_is"].match(text):
        return f"i'm {found['how']} {_lowered(found['what'])}"
    return text


def _whole(text: str) -> str:
    """With the subject and the verb that were left out."""
    text = _in_order(text)
    if found := _NAMED.match(text):
        return f"my name is {found['name']}"
    if (found := _COLON.match(text)) and not found["what"].lower().startswith(("i ", "i'")):
        what = found["what"] if found["what"].lower().startswith(("my ", "our ")) else f"my {_lowered(found['what'])}"
        return f"{what} is {found['is']}"
    if (found := _A_SOMEONE.match(text)) and not text.lower().startswith("no "):
        text = found["what"]
        if text.lower().startswith("my ") or _COUNTED.match(text):
            return text
        if not re.match(r"(?:i|i'm|my|we)\b", text, re.IGNORECASE):
            return f"i'm {_with_article(text)}"
    if re.match(
        r"(?:i|i'\w+|my|mine|we|we're|our|the|both|half|everyone|nobody|it|it's|he|she|they|there)\b",
        text,
        re.IGNORECASE,
    ) and not re.match(r"half a\b|both ", text, re.IGNORECASE):
        return _I_AM.sub(_with_its_article, text)
    return _completed(text)


def _with_its_article(found: re.Match[str]) -> str:
    """I am gardener: what somebody says who has only little English."""
    what = found["what"]
    named = _P["worker"].match(what) is not None and _AN_ADJECTIVE.match(what) is None
    return f"i'm {_with_article(what)}" if named else found[0]


def _completed(text: str) -> str:
    """By how it begins: "been sober" is what I've been, "two cats" is what I have; what is unclear is not made up."""
    lowered = _lowered(text)
    if _P["unlent"].match(text) and not _P["had"].match(text):
        return _AND_WHEN.sub(" for me", lowered, count=1) if _AND_WHEN.search(lowered) else f"{lowered} for me"
    said_of_something = _SAID_OF_SOMETHING.search(text) is not None
    subject = lead(text, said_of_something=said_of_something)
    return f"{_had_since(subject, lowered)} {lowered}" if subject else text


def lead(text: str, *, said_of_something: bool = False) -> str:
    """The subject and the verb that a clause lacks: "i have"; nothing, where that is unclear."""
    for begins, subject, whole in _LEFT_OUT:
        if begins.match(text) and not (whole and said_of_something):
            return f"{subject}n" if subject.endswith(" a") and _VOWEL.match(text) else subject
    return ""


def tells_of_oneself(text: str) -> bool:
    """It says what the person is or does, and leaves out that it is them: "night nurse", "night shifts till June"."""
    return lead(text) in _OF_ONESELF and _COUNTED.match(text) is None


def _had_since(subject: str, text: str) -> str:
    """What somebody has had since then, and what they have been."""
    if _SINCE.search(text) is None:
        return subject
    return subject.replace("i have", "i've had").replace("i'm", "i've been")


_AND_WHEN = re.compile(
    r"(?=, (?:it's|that's|it is|that is|i|i'm|my) | (?:if|unless|until|till|when|after|before|because) )", re.IGNORECASE
)
"""What follows belongs behind whom it is for."""
_SAID_OF_SOMETHING = re.compile(
    r"\b(?:is|are|was|were|gives?|makes?|sets?|keeps?|has|have|me|my(?! own\b)|went|left)\b", re.IGNORECASE
)
_OF_ONESELF = frozenset({"i'm", "i'm a", "i'm an", "i'm in", "i work", "i take", "i use a", "i have"})
_VOWEL = re.compile(r"(?i)[aeiou]|1[18]\b")
_SINCE = re.compile(r"(?i)\bsince (?!then\b)")
_LEFT_OUT = (
    (_BORN, "i was", False),
    (_BEEN, "i've", False),
    (_P["condition"], "i have", False),
    (_P["home"], "i live in a", False),
    (_P["takes"], "i take", False),
    (_P["uses"], "i use a", False),
    (_P["state"], "i'm in", True),
    (_P["shifts"], "i work", True),
    (_P["likes_answers"], "i want", False),
    (_P["thing"], "i have a", False),
    (_P["things"], "i have", False),
    (_P["worker"], "i'm a", True),
    (_P["had"], "i have", False),
    (_P["not_a"], "i'm", False),
    (_BARE_VERB, "i", False),
    (_NO_LONGER, "i'm", True),
    (_P["age"], "i'm", False),
    (_P["new_things"], "i have", False),
    (_P["new_thing"], "i have a", False),
    (_AN_ADJECTIVE, "i'm", False),
    (_AN_ARTICLE, "i'm", True),
    (_COUNTED, "i have", True),
)
"""How a clause begins that lacks its subject, what it lacks, and whether that holds only where nothing else is said."""


def _with_article(text: str) -> str:
    bare = text.strip()
    if _AN_ADJECTIVE.match(bare) or _AN_ARTICLE.match(bare) or bare.lower().startswith(("the ", "on ", "in ")):
        return _lowered(bare)
    return f"{'an' if bare[:1].lower() in 'aeiou' else 'a'} {_lowered(bare)}"


def _lowered(text: str) -> str:
    """Beginning small, unless the first word is a name or an abbreviation."""
    first = text.split(" ", 1)[0]
    return text if first[1:].lower() != first[1:] else text[:1].lower() + text[1:]


def _pronouns(text: str) -> str:
    if _FIRST_PERSON.search(text) is None:
        return text
    return _WORD.sub(_pronoun, text)


_OF_THE_CLOCK = re.compile(r"\d [ap]m\b", re.IGNORECASE)
"""Before noon, and not what one is."""
_WITHIN_A_WORD = re.compile(r"[a-z]-(?:me|my|it|you|i)-[a-z]", re.IGNORECASE)
"""A hand-me-down is nobody in particular."""
_FIRST_PERSON = re.compile(r"\b(?:i|i'\w+|me|my|mine|myself|we|we'\w+|us|ours?|ourselves)\b", re.IGNORECASE)
_COMPANION = {
    "you": "I",
    "you're": "I'm",
    "you've": "I've",
    "you'll": "I'll",
    "you'd": "I'd",
    "your": "my",
    "yourself": "myself",
}
"""Beside "I", "you" is the companion, who will be saying the sentence."""
_OBJECT = re.compile(
    r"\W*(?:$|[,.;!?]|(?:to|with|about|for|at|in|on|from|by|and|or|that|because|when|if|so|again|too|now)\b)",
    re.IGNORECASE,
)


def _companion(found: re.Match[str]) -> str:
    word = found[0].lower()
    if word == "you" and _OBJECT.match(found.string[found.end() :]):
        return "me"
    return _COMPANION[word]


def _pronoun(found: re.Match[str]) -> str:
    word = found[0]
    if _WITHIN_A_WORD.match(found.string, max(0, found.start() - 2)):
        return word
    if word.lower() in _COMPANION:
        return _companion(found)
    base = word.lower().replace(APOSTROPHE, "'")
    if base in _TURNED and not _OF_THE_CLOCK.match(found.string, max(0, found.start() - 2)):
        return _TURNED[base]
    return word


def _verbs(text: str) -> str:
    text = _I_VERB.sub(lambda found: f"{found[1]} {_RIGHT[found[2].lower()]}", text)
    text = re.sub(r"^you are\b", "you're", text)
    text = _WAS_I.sub(lambda found: f"{'were' if found[1] == 'was' else 'are'} {found[2]}", text)
    text = _THERE_IS.sub("here are", text)
    text = re.sub(r"\byou (have|do) got\b", r"you have", text)
    text = re.sub(r"\byou've got(?! (?:married|divorced|engaged|used))\b", "you have", text)
    text = re.sub(r"\byou've (a|an|no|one(?! of)|two|three|four|five|the) ", r"you have \1 ", text)
    text = re.sub(r"\bhaven't got\b", "don't have", text)
    text = re.sub(r"\bhasn't got\b", "doesn't have", text)
    text = re.sub(r"\bhas got (?=an?\b|no\b|the\b|two\b|three\b)", "has ", text)
    return _KIN_IS.sub(_kin, text)


def _kin(found: re.Match[str]) -> str:
    """What belongs to somebody needs a verb later on; without one, the 's is itself the verb."""
    then, before = found["then"].lower(), found.string[: found.start()].rstrip()
    if before and _BEGINS.search(before) is None:
        return found[0]
    their = found["who"].lower().startswith("your")
    belongs = their and (_FINITE.search(found["rest"]) is not None or _THEIRS.match(then) is not None)
    if belongs and then not in _SURELY_IS:
        return found[0]
    return f"{found['who']} {'has' if then in _KIN_HAS else 'is'} "


_THEIRS = re.compile(
    r"(?:family|families|parents|mum|mom|dad|mother|father|sisters?|brothers?|kids|children|friends?|side|house|car|job)"
)
"""What somebody has, and what has a verb of its own behind it."""
_BEGINS = re.compile(
    r"(?i)(?:[,;:–—-]|\b(?:and|but|because|so|since|that|if|when|as|while|though|until|unless|says?|think|where|than|now))$"  # noqa: RUF001
)
"""Before somebody who is something; behind anything else something of theirs is meant: "a photo of your nan's dog"."""
_SURELY_IS = listed("en")["surely_is"]
