"""What lies near in meaning is found among very many, in a small project beside them, and before it is in the index."""

from collections.abc import Sequence
from uuid import UUID, uuid4

import numpy as np
import numpy.typing as npt
import pytest

from services.memory.assertions.repository import LoadPlan, open_book
from services.memory.people.account import add_engagement
from services.memory.store.database import person_transaction
from services.memory.store.rows import Vector, vector_text
from shared.contracts.requests.people import AddEngagement
from tests.integration.memory.house import House, Inhabitant, a_key

pytestmark = pytest.mark.row("M12")

Meaning = npt.NDArray[np.float64]
MANY, FEW, NEAR = 4_000, 30, 20
ASKED = "You like what is asked for."
ROWS = (
    "insert into assertion (tenant_id, person_id, id, engagement_id, display_number, kind, category, content,"
    " own_words, force, importance, sensitive, label, actor, embedding, edition)"
    " select $1, $2, n.id, $3, e.numbered + n.number, 'fact', 'knowledge', 'You like it.', '', $4, 3, false, 'stated',"
    " 'person', n.meaning::halfvec(384), $5"
    " from engagement e, unnest($6::uuid[], $7::text[]) with ordinality n (id, meaning, number) where e.id = $3"
)
ENTRY = (
    "insert into entry (tenant_id, person_id, assertion_id, engagement_id, role, kind, category, at, length,"
    " asks, edition, embedding)"
    " select tenant_id, person_id, id, engagement_id, 'assertion', kind, category, created_at, 3, false, 1, embedding"
    " from assertion where force = 'committed' and edition = 1"
)


def around(middle: Meaning, count: int, seed: int) -> Sequence[Meaning]:
    """Meanings at all distances from one, as texts of one person are: cosines from .95 down."""
    chance = np.random.default_rng(seed)
    made = []
    for share in np.linspace(0.95, 0.0, count):
        other = chance.standard_normal(len(middle))
        other -= middle * (other @ middle)
        made.append(share * middle + np.sqrt(1 - share**2) * other / np.linalg.norm(other))
    return made


def as_vector(meaning: Meaning) -> Vector:
    return tuple(map(float, meaning))


async def fill(  # noqa: PLR0913  # whose, where, what and how
    house: House,
    one: Inhabitant,
    place: UUID,
    meanings: Sequence[Meaning],
    *,
    force: str = "committed",
    edition: int = 1,
) -> list[UUID]:
    ids = [uuid4() for _ in meanings]
    written = [vector_text(as_vector(meaning)) for meaning in meanings]
    await house.do(ROWS, one.who.tenant_id, one.who.person_id, place, force, edition, ids, written)
    await house.do("update engagement set numbered = numbered + $1 where id = $2", len(ids), place)
    return ids


async def found(house: House, one: Inhabitant, place: UUID, meaning: Meaning) -> list[UUID]:
    wanted = LoadPlan(nearest_in=place, vectors={ASKED: as_vector(meaning)})
    async with person_transaction(house.memory.database, one.who, locked=False) as connection:
        opened = await open_book(connection, one.who, wanted, house.memory.clock())
    return [each for each, _ in opened.book.near[ASKED]]


@pytest.fixture
async def person(house: House) -> Inhabitant:
    return await house.person()


async def test_among_very_many_the_nearest_are_found(house: House, person: Inhabitant) -> None:
    middle = np.random.default_rng(7).standard_normal(384)
    middle /= np.linalg.norm(middle)
    ids = await fill(house, person, person.story_id, around(middle, MANY, 1))
    project = (
        await add_engagement(house.memory, AddEngagement(caller=person.who, key=a_key(), title="garden"))
    ).engagement_id
    few = await fill(house, person, project, around(-middle, FEW, 2))
    held = await fill(house, person, person.story_id, [middle], force="held")
    fresh = await fill(house, person, person.story_id, [middle], edition=0)
    await house.do(ENTRY)
    near = await found(house, person, person.story_id, middle)
    assert near[:2] in ([*held, *fresh], [*fresh, *held])
    assert len(set(near[2:]) & set(ids[: NEAR - 2])) >= NEAR - 4
    assert set(await found(house, person, project, middle)) <= set(few)
    assert len(await found(house, person, project, middle)) == NEAR
