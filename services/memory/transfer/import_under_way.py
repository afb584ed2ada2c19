"""An import that is being carried out, and what is kept of it from batch to batch."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from uuid import UUID

from services.memory.store.rows import Vector
from services.memory.transfer.import_file import BroughtRefusal
from shared.contracts.envelope import Caller, Key


@dataclass(frozen=True, slots=True)
class Texts:
    """What is held or committed by place and words, as long as nobody else changes anything."""

    revision: int
    of: frozenset[tuple[UUID, str]]


@dataclass(frozen=True, slots=True)
class Never:
    """What the file says is never to be remembered again, with what that means."""

    rows: tuple[BroughtRefusal, ...] = ()
    vectors: Mapping[str, Vector] = field(default_factory=dict)


@dataclass(slots=True)
class Import:
    """Whose import it is; what was read for one of its batches holds for the next."""

    who: Caller
    import_id: UUID
    texts: Texts | None = None
    never: Never | None = None
    refuses: bool | None = None
    """Whether something could refuse a row of it for what it means; not known before somebody looked."""
    meant: Mapping[str, Vector] = field(default_factory=dict)
    """The meanings of the next memories, where they are needed."""
    all_meant: bool = False
    """Whether no memory is left whose meaning could be needed."""
    is_whole: bool = False
    """Whether nothing is left to land."""
    differing: list[UUID] | None = None
    """In pairs, what of it cannot be meant beside what is known."""
    has_grown: bool = False
    """Whether the tables have by it, so that the planner should be told."""

    @property
    def named(self) -> dict[str, object]:
        """As its statements take it."""
        return {"tenant_id": self.who.tenant_id, "person_id": self.who.person_id, "id": self.import_id}


def key_of(command_key: str) -> Key:
    """Of the command that is carried out; the audit has its hash."""
    return Key(value=command_key, body_hash="")
