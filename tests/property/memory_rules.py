"""The rules by which Hypothesis moves memories, and what must hold after each step; the same in every world."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from uuid import UUID

from hypothesis import strategies as st
from hypothesis.stateful import Bundle, MultipleResults, RuleBasedStateMachine, initialize, invariant, multiple, rule

from services.memory.assertions.assertion import Actor, Assertion
from services.memory.assertions.book import Book, NewAssertion
from services.memory.assertions.consent import BY_CARD, BY_HAND
from services.memory.assertions.refusal import Level
from shared.contracts.assertions import Because, Category
from tests.property.consent_model import (
    COMMITTED,
    HELD,
    NOT_KEEPABLE,
    RETRACTED,
    ConsentModel,
    Glance,
    Wording,
)
from tests.property.memory_approaches import (
    VERDICTS,
    Approach,
    Folded,
    Trial,
    approaches,
    flags,
    id_of,
    meanings_of,
    persons,
    places,
    plain,
    refusal_of,
    wordings,
)
from tests.property.memory_worlds import InMemory, Told, World

memories = Bundle[UUID]("memories")
BECOMES_KNOWN = {"commit", "write", "restore"}
"""The only verbs after which something is known that was not: two are the person's own hand, one gives back."""
UNVERSIONED = {"pin", "unpin", "importance", "category", "soft_delete", "keep"}
"""Verbs that leave the version as it is: what was seen of it still holds."""
MONTH = timedelta(days=30)
KEPT_BY_RESTORING = (
    "assertion_id", "engagement_id", "display_number", "kind", "category", "content", "own_words", "force",
    "previous_force", "reason", "in_use", "importance", "sensitive", "pinned", "about", "label", "actor", "provenance",
    "replaces_id", "created_at", "access_count", "last_accessed_at",
)  # fmt: skip
"""All but version, time of change and the day on which it would expire."""


class MemoryRules(RuleBasedStateMachine):
    """Several persons, memories in every state, and hands that saw what is there or something else."""

    def __init__(self) -> None:
        super().__init__()
        self.world = self.new_world()
        self.model = ConsentModel({person: tuple(theirs) for person, theirs in self.world.places.items()})
        self.folded: dict[UUID, Folded] = {}
        self.seen_rows = dict.fromkeys(self.world.places, 0)
        self.numbers: dict[tuple[UUID, int], UUID] = {}
        self.bumps: dict[UUID, int] = {}
        self.before_taking: dict[UUID, Assertion] = {}
        self.shown: dict[UUID, Glance] = {}
        self.touched: set[str] = set()
        self.erased = False
        self.meanings = {person: meanings_of(self.world.secret(person)) for person in self.world.places}

    def new_world(self) -> World:
        return InMemory()

    # ---- what comes to be ----

    @initialize(target=memories, wording=wordings)
    def begin(self, wording: Wording) -> UUID:
        return self._make("ada", 0, wording)

    @rule(target=memories, person=persons, where=places, wording=wordings)
    def say(self, person: str, where: int, wording: Wording) -> UUID:
        return self._make(person, where, wording)

    @rule(target=memories, person=persons, where=places, wording=wordings, known=memories)
    def say_instead(self, person: str, where: int, wording: Wording, known: UUID) -> UUID:
        """A new text for something; which stands beside it until the person agrees."""
        known = self._fitting(known, (COMMITTED,))
        memory = self.model.memories.get(known)
        return self._make(person, where, wording, known if memory and memory["person"] == person else None)

    @rule(target=memories, person=persons, where=places, wording=wordings)
    def say_for_them(self, person: str, where: int, wording: Wording) -> UUID:
        """What the person did not say themself: an import, a proposal."""
        return self._make(person, where, wording, own_word=False)

    @rule(target=memories, person=persons, where=places, wording=wordings)
    def write(self, person: str, where: int, wording: Wording) -> UUID:
        return self._make(person, where, wording, force=COMMITTED)

    def _make(  # noqa: PLR0913  # the ways in which something may come to be
        self,
        person: str,
        where: int,
        wording: Wording,
        instead_of: UUID | None = None,
        *,
        own_word: bool = True,
        force: str = HELD,
    ) -> UUID:
        place = self.world.places[person][where]
        new = NewAssertion(engagement_id=place, content=wording.said, own_words=wording.said, replaces_id=instead_of)

        def do(book: Book) -> Assertion:
            if force == COMMITTED:
                return book.write(new, BY_HAND)
            return book.hold(new, Actor.COMPANION, spoken=own_word)

        made: list[UUID] = []
        ids = () if instead_of is None else (instead_of,)
        against = self.model.against_making(person, wording, own_word=own_word)
        if self._same(person, against, lambda: made.append(self.world.operate(person, do, ids).assertion_id)):
            self.model.make(made[0], person, place, wording, instead_of, force=force)
        return made[0] if made else place  # an id of which there is no memory

    # ---- what becomes of it ----

    @rule(memory=memories, how=approaches)
    def confirm(self, memory: UUID, how: Approach) -> None:
        trial = self._trial(memory, how, HELD)
        former = self._former(trial.memory)
        if self._done(trial, lambda book: book.commit(trial.memory, trial.seen, BY_CARD)):
            self.shown[trial.memory] = trial.glance
            self.before_taking |= former
            self.model.confirm(trial.memory)

    @rule(person=persons)
    def confirm_all(self, person: str) -> None:
        """One yes to everything that waits: all of it becomes known in the same moment."""
        trials = [self._trial(id_of(key), Approach(), HELD) for key in self.model.waiting_alone(person)]
        formers = [self._former(trial.memory) for trial in trials]

        def do(book: Book) -> None:
            for trial in trials:
                book.commit(trial.memory, trial.seen, BY_CARD)

        ids = [trial.memory for trial in trials]
        if ids and self._same(person, set(), lambda: self.world.operate(person, do, ids)):
            self.shown |= {trial.memory: trial.glance for trial in trials}
            self.before_taking |= {key: row for former in formers for key, row in former.items()}
            self.model.confirm(*ids)

    @rule(target=memories, where=places, wording=wordings, other=wordings, known=memories)
    def change_and_tell(self, where: int, wording: Wording, other: Wording, known: UUID) -> MultipleResults[UUID]:
        """A new text for something and a thing of its own, and the one yes to both."""
        known = self._fitting(known, (COMMITTED,))
        memory = self.model.memories.get(known)
        person = "ada" if memory is None else str(memory["person"])
        new = self._make(person, where, wording, None if memory is None else known)
        self.always()
        beside = self._make(person, where, other)
        self.always()
        self.confirm_all(person)
        return multiple(new, beside)

    @rule(memory=memories, how=approaches)
    def reopen(self, memory: UUID, how: Approach) -> None:
        """A yes is taken back, and with it whatever else it did."""
        trial = self._trial(memory, how, COMMITTED)
        if self._done(trial, lambda book: book.reopen(trial.memory, trial.seen)):
            former = self.model.take_yes_back(trial.memory)
            if former is not None:
                self._is_as_before(id_of(former))

    def _former(self, memory: UUID) -> dict[UUID, Assertion]:
        """What a yes to this one would take back in the same step."""
        known = self.model.memories.get(memory)
        row = None if known is None or known["instead_of"] is None else self._row(id_of(known["instead_of"]))
        return {} if row is None or row.force != COMMITTED else {row.assertion_id: replace(row, in_use=True)}

    @rule(memory=memories, how=approaches, wording=wordings)
    def refine(self, memory: UUID, how: Approach, wording: Wording) -> None:
        trial = self._trial(memory, how, HELD)
        said = wording.said
        self._reword(trial, wording, lambda book: book.refine(trial.memory, trial.seen, said, said))

    @rule(memory=memories, how=approaches, wording=wordings)
    def correct(self, memory: UUID, how: Approach, wording: Wording) -> None:
        trial = self._trial(memory, how, COMMITTED)
        self._reword(trial, wording, lambda book: book.correct(trial.memory, trial.seen, wording.said))

    def _reword(self, trial: Trial, wording: Wording, do: Callable[[Book], object]) -> None:
        if wording.kept is None:
            trial.against.add(NOT_KEEPABLE)
        if self._done(trial, do):
            self.model.reword(trial.memory, wording)

    @rule(memory=memories, how=approaches, declined=flags)
    def reject(self, memory: UUID, how: Approach, *, declined: bool) -> None:
        """A no; or only that it is to stay in the project, which says nothing about the fact."""
        trial = self._trial(memory, how, HELD)
        because, level = (Because.DECLINED, None) if declined else (Because.REJECTED, Level.FORGET)
        self._take_back(trial, lambda book: book.reject(trial.memory, trial.seen, because, level), is_a_no=not declined)

    @rule(memory=memories, how=approaches)
    def retract(self, memory: UUID, how: Approach) -> None:
        trial = self._trial(memory, how, COMMITTED)
        self._take_back(trial, lambda book: book.retract_known(trial.memory, trial.seen, Level.FORGET), is_a_no=True)

    @rule(memory=memories, how=approaches)
    def forget(self, memory: UUID, how: Approach) -> None:
        """The yes to an offer to forget, which may also name what is only held."""
        trial = self._trial(memory, how, HELD, COMMITTED)
        self._take_back(trial, lambda book: book.retract(trial.memory, trial.seen, Level.FORGET), is_a_no=True)

    def _take_back(self, trial: Trial, do: Callable[[Book], object], *, is_a_no: bool) -> None:
        before = self._row(trial.memory)
        if self._done(trial, do):
            assert before is not None
            self.before_taking[trial.memory] = replace(before, in_use=True)
            self.model.take_back(trial.memory, is_a_no=is_a_no)

    @rule(memory=memories, how=approaches)
    def restore(self, memory: UUID, how: Approach) -> None:
        trial = self._trial(memory, how, RETRACTED)
        if self.model.against_setting_aside(trial.memory):
            return  # restoring what was set aside is keeping it
        if not self._done(trial, lambda book: book.restore(trial.memory, trial.seen)):
            return
        self.model.give_back(trial.memory)
        self._is_as_before(trial.memory)

    def _is_as_before(self, memory: UUID) -> None:
        """What came back is what it was when it went."""
        former, now = self.before_taking[memory], self._row(memory)
        assert {name for name in KEPT_BY_RESTORING if getattr(former, name) != getattr(now, name)} == set()

    # ---- what leaves force and text alone ----

    @rule(memory=memories, how=approaches, pinned=flags)
    def pin(self, memory: UUID, how: Approach, *, pinned: bool) -> None:
        trial = self._trial(memory, how, HELD, COMMITTED)
        if self._done(trial, lambda book: book.pin(trial.memory, trial.seen, pinned=pinned)):
            self.model.note(trial.memory, pinned=pinned)

    @rule(memory=memories, how=approaches, importance=st.integers(1, 5))
    def weigh(self, memory: UUID, how: Approach, importance: int) -> None:
        trial = self._trial(memory, how, HELD, COMMITTED)
        if self._done(trial, lambda book: book.weigh(trial.memory, trial.seen, importance)):
            self.model.note(trial.memory, importance=importance)

    @rule(memory=memories, how=approaches)
    def sort_under(self, memory: UUID, how: Approach) -> None:
        """Under health anything may go."""
        trial = self._trial(memory, how, HELD, COMMITTED)
        if self._done(trial, lambda book: book.sort_under(trial.memory, trial.seen, Category.HEALTH)):
            self.model.note(trial.memory)

    @rule(memory=memories, how=approaches)
    def touch(self, memory: UUID, how: Approach) -> None:
        trial = self._trial(memory, how._replace(look="no look"), HELD, COMMITTED)
        if self._done(trial, lambda book: book.touch(trial.memory)):
            self.model.note(trial.memory, told=False)

    @rule(memory=memories, how=approaches)
    def set_aside(self, memory: UUID, how: Approach) -> None:
        """By the chore, which sees nothing but that nobody touched it."""
        trial = self._trial(memory, how._replace(look="no look"), COMMITTED)
        trial.against.update(self.model.against_setting_aside(trial.memory))
        if self._done(trial, lambda book: book.soft_delete(trial.memory, book.now + MONTH)):
            self.model.set_aside(trial.memory)

    @rule(memory=memories, how=approaches)
    def keep(self, memory: UUID, how: Approach) -> None:
        trial = self._trial(memory, how, COMMITTED)
        if self._done(trial, lambda book: book.keep(trial.memory, trial.seen)):
            self.model.note(trial.memory, told=False)

    @rule(memory=memories, how=approaches)
    def move(self, memory: UUID, how: Approach) -> None:
        trial = self._trial(memory, how, HELD, COMMITTED)
        there = self._elsewhere(trial)
        if self._done(trial, lambda book: book.move_to(trial.memory, trial.seen, there)):
            self.model.put_elsewhere(trial.memory, there)

    def _elsewhere(self, trial: Trial) -> UUID:
        known = self.model.memories.get(trial.memory)
        one, other = self.world.places[trial.hand]
        return other if known is not None and known["place"] == one else one

    # ---- time, and the end ----

    @rule(days=st.integers(1, 5))
    def days_pass(self, days: int) -> None:
        self.world.pass_days(days)
        self.model.today += days
        for key in self.model.overdue():
            memory = id_of(key)
            trial = Trial(memory, str(self.model.memories[key]["person"]), Glance(0, None), set())
            self._expire(trial)
            self.always()

    def _expire(self, trial: Trial) -> None:
        self._take_back(trial, lambda book: book.expire(trial.memory), is_a_no=False)
        assert self.model.memories[trial.memory]["force"] == RETRACTED

    @rule(memory=memories)
    def erase(self, memory: UUID) -> None:
        known = self.model.memories.get(memory)
        if known is None:
            return
        self.world.erase(str(known["person"]), memory)
        self.model.erase(memory)
        self.erased = True
        for key, row in self.before_taking.items():
            if row.replaces_id == memory:
                self.before_taking[key] = replace(row, replaces_id=None)
        self.folded.pop(memory)
        self.seen_rows[str(known["person"])] = self._rows_now(str(known["person"]))
        self.touched.add(str(known["person"]))

    def _rows_now(self, person: str) -> int:
        return len(self.world.told(person, 0))

    # ---- doing the same twice ----

    def _trial(self, memory: UUID, how: Approach, *forces: str) -> Trial:
        if how.apt:
            memory = self._fitting(memory, forces)
        known = self.model.memories.get(memory, {"person": "ada", "version": 1, "text": "something"})
        owner, version, text = str(known["person"]), known["version"], str(known["text"])
        hand = owner if how.mine else next(person for person in self.world.places if person != owner)
        assert isinstance(version, int)
        by = {"older": -1, "newer": 1}.get(how.look, 0)
        glance = Glance(version + by, {"another text": text + ".", "no text": None}.get(how.look, text))
        against = self.model.against(hand, memory, None if how.look == "no look" else glance, *forces)
        return Trial(memory, hand, glance, against)

    def _fitting(self, memory: UUID, forces: tuple[str, ...]) -> UUID:
        """This one, or the newest that stands where it is asked for."""
        known = self.model.memories
        if memory in known and known[memory]["force"] in forces:
            return memory
        return next((id_of(key) for key in reversed(known) if known[key]["force"] in forces), memory)

    def _done(self, trial: Trial, do: Callable[[Book], object]) -> bool:
        return self._same(
            trial.hand, trial.against, lambda: self.world.operate(trial.hand, do, (trial.memory,)) and None
        )

    def _same(self, person: str, against: set[str], do: Callable[[], object]) -> bool:
        """Does it in the world: done where nothing speaks against it, and otherwise refused for one of the reasons."""
        revision = self.world.revision(person)
        self.touched.add(person)
        refused = refusal_of(do)
        if refused is not None:
            assert VERDICTS[type(refused)] in against, refused
            assert refused.saved == "false"
            assert self.world.revision(person) == revision
            assert self.world.told(person, self.seen_rows[person]) == []
        else:
            assert against == set()
        return refused is None

    def _row(self, memory: UUID) -> Assertion | None:
        known = self.model.memories.get(memory)
        return None if known is None else self.world.assertions(str(known["person"])).get(memory)

    # ---- what always holds ----

    @invariant()
    def always(self) -> None:
        """Of each person whom the last step concerned; of the others nothing was written, which their rows prove."""
        for person in self.world.places:
            told = self.world.told(person, self.seen_rows[person])
            assert not told or person in self.touched
            self.seen_rows[person] += len(told)
            self._revised_once(told)
            for entry in told:
                self._follows(entry)
            assert self.world.revision(person) == self.model.revision[person]
        for person in self.touched:
            self._as_the_model_has_it(person)
        self.touched.clear()

    def _revised_once(self, told: list[Told]) -> None:
        assert len({entry.revision for entry in told}) <= 1
        assert len({entry.assertion_id for entry in told}) == len(told)

    def _follows(self, entry: Told) -> None:
        """The history is a chain in which each row takes up where the one before left off."""
        before = self.folded.get(entry.assertion_id)
        if before is None:
            assert (entry.old, entry.force_from, entry.version, entry.event) == (None, None, 1, "ADD")
        else:
            assert (entry.old, entry.force_from) == (before.text, before.force)
            bump = 0 if entry.verb in UNVERSIONED else 1
            assert entry.version == before.version + bump
            self.bumps[entry.assertion_id] = self.bumps.get(entry.assertion_id, 0) + bump
        if entry.force_to == COMMITTED and entry.force_from != COMMITTED:
            self._became_known_by_consent(entry)
        self.folded[entry.assertion_id] = Folded(entry.force_to, entry.new, entry.version, entry.reason)

    def _became_known_by_consent(self, entry: Told) -> None:
        assert entry.verb in BECOMES_KNOWN
        assert (entry.actor, bool(entry.decision)) == ("person", True)
        if entry.verb == "commit":
            shown = self.shown.pop(entry.assertion_id)
            assert shown.version == entry.version - 1
            assert shown.text in {entry.new, None}
            assert entry.new == entry.old

    def _as_the_model_has_it(self, person: str) -> None:
        assert {self.meanings[person][digest] for digest in self.world.refused(person)} == self.model.refused[person]
        rows = self.world.assertions(person)
        assert set(rows) == {key for key, memory in self.model.memories.items() if memory["person"] == person}
        for key, row in rows.items():
            memory = self.model.memories[key]
            assert plain(row) == {name: memory[name] for name in plain(row)}
            assert self.folded[key] == Folded(
                row.force.value, row.content, row.version, row.reason and row.reason.value
            )
            assert self.bumps.get(key, 0) == row.version - 1
            assert (row.force == RETRACTED) == (row.reason is not None) == (row.previous_force is not None)
            assert (row.expires_at is not None) == (row.force == HELD)
            assert (row.purge_at is not None) == (not row.in_use)
            assert row.is_known == (row.force == COMMITTED and not memory["aside"])
            assert self.numbers.setdefault((row.engagement_id, row.display_number), key) == key
