"""The same key with the same content happens once, however often and however much at once it comes."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from shared.contracts.envelope import Caller, Key
from shared.contracts.errors import KeyReusedError
from shared.contracts.requests.people import (
    AddEngagement,
    AddPerson,
    ChangeEngagement,
    ChangeMe,
    EngagementStatus,
    GetMe,
    ListEngagements,
)
from shared.settings import DEFAULT_TENANT
from tests.integration.line.people import a_key, a_line, closed, new_person, new_project
from tests.integration.line.scene import Scene, a_scene
from tests.servers import Servers

pytestmark = pytest.mark.row("P4")


@pytest.fixture(scope="module")
async def scene(servers: Servers, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Scene]:
    """Two memory services, so that equal requests meet in the database and nowhere before."""
    async with a_scene(servers, tmp_path_factory.mktemp("commands")) as scene:
        await asyncio.gather(scene.crew.start_all(), scene.crew.start("memory"))
        yield scene


@pytest.fixture
async def caller(scene: Scene) -> Caller:
    return await new_person(scene.client)


async def test_a_project_is_begun_once(scene: Scene, caller: Caller) -> None:
    command = AddEngagement(caller=caller, key=a_key(), title="garden")
    answers = await asyncio.gather(*(scene.client.ask(command) for _ in range(5)))
    assert answers == [answers[0]] * 5
    _, *projects = (await scene.client.ask(ListEngagements(caller=caller))).engagements
    assert projects == [answers[0]]


async def test_a_change_is_made_once_and_its_first_answer_stands(scene: Scene, caller: Caller) -> None:
    first = ChangeMe(caller=caller, key=a_key(), companion_name="Ada")
    answers = await asyncio.gather(*(scene.client.ask(first) for _ in range(5)))
    await scene.client.ask(ChangeMe(caller=caller, key=a_key(), companion_name="Grace"))
    again = await scene.client.ask(first)
    assert [*answers, again] == [answers[0]] * 6
    assert answers[0].companion_name == "Ada"
    assert (await scene.client.ask(GetMe(caller=caller))).companion_name == "Grace"  # it was not done again


async def test_a_person_is_made_once(scene: Scene) -> None:
    command = AddPerson(tenant_id=DEFAULT_TENANT, key=a_key())
    answers = await asyncio.gather(*(scene.client.ask(command) for _ in range(5)))
    assert len({(answer.person_id, answer.personal_engagement_id) for answer in answers}) == 1
    personal = "select from engagement where person_id = $1 and kind = 'personal'"
    assert len(await scene.records.rows(personal, answers[0].person_id)) == 1


async def test_the_same_key_with_another_content_is_refused_and_changes_nothing(scene: Scene, caller: Caller) -> None:
    key = a_key()
    garden = await scene.client.ask(AddEngagement(caller=caller, key=key, title="garden"))
    other = Key(value=key.value, body_hash="another body")
    with pytest.raises(KeyReusedError) as refused:
        await scene.client.ask(AddEngagement(caller=caller, key=other, title="kitchen"))
    assert refused.value.saved == "false"
    archive = ChangeEngagement(
        caller=caller, key=other, engagement_id=garden.engagement_id, status=EngagementStatus.ARCHIVED
    )
    with pytest.raises(KeyReusedError):
        await scene.client.ask(archive)
    _, *projects = (await scene.client.ask(ListEngagements(caller=caller))).engagements
    assert projects == [garden]


async def test_a_key_belongs_to_one_person(scene: Scene, caller: Caller) -> None:
    key, other = a_key(), await new_person(scene.client)
    mine, theirs = [
        await scene.client.ask(AddEngagement(caller=who, key=key, title="garden")) for who in (caller, other)
    ]
    assert mine.engagement_id != theirs.engagement_id


async def test_a_line_is_accepted_once_and_the_first_content_stands(scene: Scene, caller: Caller) -> None:
    line = a_line(caller, "Hello", key="k")
    answers = await asyncio.gather(*(scene.client.ask(line) for _ in range(5)))
    assert sorted(answer.repeated for answer in answers) == [False, True, True, True, True]
    assert len({(answer.line_id, answer.turn_id) for answer in answers}) == 1
    with pytest.raises(KeyReusedError) as refused:
        await scene.client.ask(a_line(caller, "Something else", key="k"))
    assert refused.value.saved == "false"
    reply = await closed(scene.client, line)
    assert await scene.records.conversation(caller.person_id) == [("person", "Hello"), ("companion", reply.reply)]


async def test_a_line_for_an_archived_project_is_refused_but_a_repeated_one_is_known(
    scene: Scene, caller: Caller
) -> None:
    garden = await new_project(scene.client, caller, "garden")
    line = a_line(caller, "beans", key="k", project=garden)
    reply = await closed(scene.client, line)
    await scene.client.ask(
        ChangeEngagement(caller=caller, key=a_key(), engagement_id=garden, status=EngagementStatus.ARCHIVED)
    )
    assert await closed(scene.client, line) == reply
