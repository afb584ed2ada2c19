"""Who may see what: the categories of memories, the agents, and what each of them is granted. Nothing here does I/O."""

import re
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

import yaml

from shared.contracts.assertions import Category
from shared.contracts.errors import (
    AgentNotDeclaredError,
    CategoryNotAllowedError,
    ConversationsNotAllowedError,
    UnknownCategoryError,
)

SUPERVISOR = "supervisor"
"""The agent that the companion itself is."""
EVERYTHING = "all"
LONGEST_RAG = 1_000
MOST_NAMES = 200
_NAME = re.compile(r"[a-z][a-z0-9_]{0,39}", re.ASCII)


class AccessFileError(Exception):
    """The file of categories and agents cannot be used; says where and why in one sentence."""


class Context(StrEnum):
    """How much of a category a query may bring."""

    ALL = "all"
    RAG = "rag"


@dataclass(frozen=True, slots=True)
class Kept:
    """A category, and how many memories of it one answer may hold; none: as many as fit."""

    most: int | None = None


@dataclass(frozen=True, slots=True)
class Agent:
    """What an agent is granted."""

    sees: frozenset[str]
    executes: bool = False
    """May have procedures."""
    conversations: bool = False
    """May search what was said."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What a query asks to see."""

    categories: Sequence[str] = ()
    """Of these; none named: of all that the asker may see."""
    filtered: str | None = None
    """And of those only this one."""
    talk: bool = False
    """What was said, too, or alone."""
    procedures: bool = False
    """How-to memories, asked for by their kind."""

    @property
    def named(self) -> tuple[str, ...]:
        """Each category that is named, wherever."""
        return tuple(dict.fromkeys([*self.categories, *([self.filtered] if self.filtered else [])]))


@dataclass(frozen=True, slots=True)
class Sight:
    """What one query may bring: decided before it is run, applied in the database."""

    categories: frozenset[str] | None
    """Of these only; none: of any, which is the person alone."""
    granted: frozenset[str] | None
    """All that the asker may see, named in this query or not; none: everything."""
    procedures: bool
    conversations: bool


@dataclass(frozen=True, slots=True)
class Access:
    """The file, read and found consistent."""

    categories: Mapping[str, Kept]
    agents: Mapping[str, Agent]

    @property
    def known(self) -> frozenset[str]:
        """The categories that there are: those of the file, and those that the companion itself gives."""
        return frozenset(self.categories) | frozenset(Category)

    def require_known(self, *categories: str) -> None:
        """Raises for a category that there is not."""
        if not self.known.issuperset(categories):
            raise UnknownCategoryError(sorted(self.known))

    def agent(self, name: str) -> Agent:
        """What an agent is granted; one that the file does not know is granted nothing."""
        if name not in self.agents:
            raise AgentNotDeclaredError(sorted(self.agents))
        return self.agents[name]

    def of_person(self, wish: Wish) -> Sight:
        """The person sees all that is theirs; procedures are for agents, unless the person asks for those by kind."""
        self.require_known(*wish.named)
        return Sight(frozenset(wish.categories) or None, None, procedures=wish.procedures, conversations=True)

    def of_agent(self, name: str, wish: Wish) -> Sight:
        """What an agent asks for, if all of it is granted; without a wish, all that is granted."""
        agent = self.agents.get(name)
        if agent is None:
            raise AgentNotDeclaredError  # which others there are is no concern of an agent's
        if not self.known.issuperset(wish.named):
            raise UnknownCategoryError(sorted(agent.sees))
        for category in wish.named:
            if category not in agent.sees:
                raise CategoryNotAllowedError(category)
        if wish.talk and not agent.conversations:
            raise ConversationsNotAllowedError
        categories = frozenset(wish.categories) or agent.sees
        return Sight(categories, agent.sees, procedures=agent.executes, conversations=agent.conversations)

    @property
    def supervisor_hears(self) -> bool:
        """Whether the companion itself may search what was said."""
        return self.agents[SUPERVISOR].conversations

    @property
    def supervisor(self) -> frozenset[str] | None:
        """Of which categories the companion itself is told; none: of any, also of one that the file names no more."""
        sees = self.agents[SUPERVISOR].sees
        return None if sees >= self.known else sees

    def few(self, hits: int) -> Mapping[str, int]:
        """The categories that may not fill an answer of so many hits by themselves, and how many each may give."""
        return {name: kept.most for name, kept in self.categories.items() if kept.most is not None and kept.most < hits}

    def most_of(self, category: str) -> int | None:
        """How many memories of a category one answer may hold."""
        return self.categories.get(category, Kept()).most


def read_access(text: str) -> Access:
    """The file's meaning; an AccessFileError names the first thing that is wrong with it."""
    document = _parsed(text)
    _only(document, "the file", {"categories", "agents"}, needs={"categories", "agents"})
    categories = {
        name: _category(name, part) for name, part in _named(document["categories"], "categories", "category")
    }
    agents = {
        name: _agent(name, part, frozenset(categories)) for name, part in _named(document["agents"], "agents", "agent")
    }
    if SUPERVISOR not in agents:
        raise AccessFileError(f"the agent “{SUPERVISOR}” is missing; it is the companion itself")
    return Access(MappingProxyType(categories), MappingProxyType(agents))


class _Strict(yaml.SafeLoader):
    """Plain values only, and no name twice: YAML itself would let the second one win in silence."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Hashable, object]:  # noqa: FBT001, FBT002  # as the library has it
        seen = set[object]()
        for key, _ in node.value:
            name = self.construct_object(key, deep=True) if isinstance(key, yaml.ScalarNode) else None
            if name in seen:
                raise AccessFileError(f"“{_short(name)}” is there twice (line {key.start_mark.line + 1})")
            seen.add(name)
        return super().construct_mapping(node, deep)


def _parsed(text: str) -> dict[object, object]:
    try:
        document: object = yaml.load(text, _Strict)  # noqa: S506  # it is a SafeLoader
    except yaml.MarkedYAMLError as error:
        line = f" (line {error.problem_mark.line + 1})" if error.problem_mark else ""
        raise AccessFileError(f"it is no well-formed YAML{line}") from None
    except (yaml.YAMLError, ValueError, RecursionError):
        raise AccessFileError("it is no well-formed YAML") from None
    if not isinstance(document, dict):
        raise AccessFileError("it must name “categories” and “agents”")
    return document


def _only(part: Mapping[object, object], where: str, known: set[str], *, needs: set[str]) -> None:
    for key in part:
        if key not in known:
            raise AccessFileError(f"{where} has “{_short(key)}”, which is none of {', '.join(sorted(known))}")
    for key in sorted(needs):
        if key not in part:
            raise AccessFileError(f"{where} has no “{key}”")


def _named(part: object, where: str, one: str) -> list[tuple[str, dict[object, object]]]:
    if not isinstance(part, dict) or not part:
        raise AccessFileError(f"“{where}” must name at least one {one}")
    if len(part) > MOST_NAMES:
        raise AccessFileError(f"“{where}” names more than {MOST_NAMES}")
    found = list[tuple[str, dict[object, object]]]()
    for name, inner in part.items():
        if not isinstance(name, str) or _NAME.fullmatch(name) is None:
            raise AccessFileError(
                f"the {one} “{_short(name)}” must have 1 to 40 small letters, digits and underscores, a letter first"
            )
        if not isinstance(inner, dict):
            raise AccessFileError(f"the {one} “{name}” must be a mapping")
        found.append((name, inner))
    return found


def _category(name: str, part: Mapping[object, object]) -> Kept:
    _only(part, f"the category “{name}”", {"context", "rag_length"}, needs={"context"})
    context, length = part["context"], part.get("rag_length")
    if context not in tuple(Context):
        raise AccessFileError(f"the context of the category “{name}” must be all or rag")
    if context == Context.ALL:
        if "rag_length" in part:
            raise AccessFileError(f"the category “{name}” has a rag_length, but its context is all")
        return Kept()
    if not isinstance(length, int) or isinstance(length, bool) or not 1 <= length <= LONGEST_RAG:
        raise AccessFileError(f"the rag_length of the category “{name}” must be a number from 1 to {LONGEST_RAG}")
    return Kept(length)


def _agent(name: str, part: Mapping[object, object], categories: frozenset[str]) -> Agent:
    _only(part, f"the agent “{name}”", {"sees", "executes", "conversations"}, needs={"sees"})
    switches = {switch: part.get(switch, False) for switch in ("executes", "conversations")}
    for switch, value in switches.items():
        if not isinstance(value, bool):
            raise AccessFileError(f"“{switch}” of the agent “{name}” must be true or false")
    return Agent(
        _seen(name, part["sees"], categories),
        executes=bool(switches["executes"]),
        conversations=bool(switches["conversations"]),
    )


def _seen(name: str, sees: object, categories: frozenset[str]) -> frozenset[str]:
    if sees == EVERYTHING:
        return categories | frozenset(Category)
    if not isinstance(sees, list):
        raise AccessFileError(f"what the agent “{name}” sees must be a list of categories, or all")
    for category in sees:
        if not isinstance(category, str) or category not in categories:
            raise AccessFileError(f"the agent “{name}” sees “{_short(category)}”, which is no category of this file")
        if sees.count(category) > 1:
            raise AccessFileError(f"the agent “{name}” sees “{category}” twice")
    return frozenset(sees)


def _short(value: object) -> str:
    return str(value)[:40]
