"""People and their projects, as doors ask for them and change them; the same key does it once."""

from pathlib import Path
from uuid import uuid5

from services.memory.assertions import queries as knowledge
from services.memory.assertions.queries import NewEngagement
from services.memory.people import queries as people
from services.memory.people.queries import NewToken, begin_conversation
from services.memory.people.tokens import CODE_LASTS, SESSION_LASTS, TOKEN_LASTS, digest_secret, new_secret
from services.memory.store.context import MemoryContext, answer_once, post_letter, send_letters
from services.memory.store.database import plain_transaction
from shared.contracts.envelope import Caller
from shared.contracts.errors import (
    PersonalEngagementError,
    PersonNotFoundError,
    ProjectNotFoundError,
    SignInCodeError,
    UnauthorizedError,
)
from shared.contracts.ids import new_id
from shared.contracts.notices import Changed
from shared.contracts.pipeline import notice_subject
from shared.contracts.requests.people import (
    AddEngagement,
    AddPerson,
    ChangeEngagement,
    ChangeMe,
    EndSession,
    EngagementList,
    EngagementView,
    GetMe,
    Identity,
    ListEngagements,
    MadeBy,
    MakeSignInCode,
    Me,
    PersonAdded,
    RedeemCode,
    Session,
    SessionEnded,
    SignInCode,
    WhoIs,
)
from shared.contracts.turns import EngagementKind

YOUR_STORY = "Your Story"

PERSONAL_SEED = (Path(__file__).parent / "personal_seed.md").read_text(encoding="utf-8").strip()


async def add_person(memory: MemoryContext, command: AddPerson) -> PersonAdded:
    """A person with their personal engagement and their conversation, in one transaction.

    A repeated key names the same person again with a new token, and ends the first one, which is nowhere stored.
    """
    person_id = uuid5(command.tenant_id, f"person:{command.key.value}")
    who = Caller(tenant_id=command.tenant_id, person_id=person_id)
    token = new_secret()

    async with memory.writing(who) as connection:

        async def do() -> PersonAdded:
            if (
                known := await people.load_me(connection, who, memory.clock())
            ) is not None:  # the key is no longer stored
                return PersonAdded(person_id=person_id, token="", personal_engagement_id=known.personal_engagement_id)
            engagement_id = new_id()
            await people.add_person(connection, who, command.companion_name, command.language, engagement_id)
            story = NewEngagement(engagement_id, EngagementKind.PERSONAL, YOUR_STORY, PERSONAL_SEED)
            await knowledge.add_engagement(connection, who, story)
            await begin_conversation(connection, who)
            return PersonAdded(person_id=person_id, token="", personal_engagement_id=engagement_id)

        added = await answer_once(connection, who, command.key, PersonAdded, do)
        await people.end_first_token(connection, who)
        made = NewToken(new_id(), digest_secret(token), memory.clock() + TOKEN_LASTS, MadeBy.PERSON)
        await people.add_token(connection, who, made)
    return PersonAdded(person_id=person_id, token=token, personal_engagement_id=added.personal_engagement_id)


async def change_me(memory: MemoryContext, command: ChangeMe) -> Me:
    """Changes what is named of the person."""
    who = command.caller
    async with memory.writing(who) as connection:

        async def do() -> Me:
            await people.change_me(connection, command)
            if (found := await people.load_me(connection, who, memory.clock())) is None:
                raise PersonNotFoundError
            await post_letter(connection, who, notice_subject(who.person_id), Changed(what="me"))
            return found

        changed = await answer_once(connection, who, command.key, Me, do)
    memory.spawn(send_letters(memory, who))
    return changed


async def add_engagement(memory: MemoryContext, command: AddEngagement) -> EngagementView:
    """Begins a project."""
    who, engagement_id = command.caller, new_id()
    async with memory.writing(who) as connection:

        async def do() -> EngagementView:
            if await people.load_me(connection, who, memory.clock()) is None:
                raise PersonNotFoundError
            project = NewEngagement(engagement_id, EngagementKind.PROJECT, command.title, command.seed)
            await knowledge.add_engagement(connection, who, project)
            await post_letter(connection, who, notice_subject(who.person_id), Changed(what="engagements"))
            return (await knowledge.list_engagements(connection, who, engagement_id))[0]

        added = await answer_once(connection, who, command.key, EngagementView, do)
    memory.spawn(send_letters(memory, who))
    return added


async def change_engagement(memory: MemoryContext, command: ChangeEngagement) -> EngagementView:
    """Changes what is named of a project."""
    who = command.caller
    async with memory.writing(who) as connection:

        async def do() -> EngagementView:
            found = await knowledge.list_engagements(connection, who, command.engagement_id)
            if not found:
                raise ProjectNotFoundError
            if found[0].kind is EngagementKind.PERSONAL:
                raise PersonalEngagementError
            await knowledge.change_engagement(connection, command)
            await post_letter(connection, who, notice_subject(who.person_id), Changed(what="engagements"))
            return (await knowledge.list_engagements(connection, who, command.engagement_id))[0]

        changed = await answer_once(connection, who, command.key, EngagementView, do)
    memory.spawn(send_letters(memory, who))
    return changed


async def make_sign_in_code(memory: MemoryContext, command: MakeSignInCode) -> SignInCode:
    """A code that opens the page once."""
    who, code = command.caller, new_secret()
    expires_at = memory.clock() + CODE_LASTS
    async with memory.writing(who) as connection:
        if await people.load_me(connection, who, memory.clock()) is None:
            raise PersonNotFoundError
        await people.add_code(connection, who, digest_secret(code), expires_at)
    return SignInCode(code=code, expires_at=expires_at)


async def redeem_code(memory: MemoryContext, command: RedeemCode) -> Session:
    """Changes a one-time code for a session."""
    async with plain_transaction(memory.database) as connection:
        who = await people.owner_of_code(connection, digest_secret(command.code))
    if who is None:
        raise SignInCodeError
    token, now = new_secret(), memory.clock()
    async with memory.writing(who) as connection:
        if not await people.use_code(connection, digest_secret(command.code), now):
            raise SignInCodeError
        made = NewToken(new_id(), digest_secret(token), now + SESSION_LASTS, MadeBy.SIGN_IN)
        await people.add_token(connection, who, made)
    return Session(token=token, person_id=who.person_id, expires_at=now + SESSION_LASTS)


async def end_session(memory: MemoryContext, command: EndSession) -> SessionEnded:
    """Forgets a token."""
    async with plain_transaction(memory.database) as connection:
        found = await people.identity_of(connection, command.token_digest)
    if found is not None and found.person_id is not None:
        async with memory.writing(Caller(tenant_id=found.tenant_id, person_id=found.person_id)) as connection:
            await people.end_token(connection, command.token_digest)
    return SessionEnded()


async def identify_token(memory: MemoryContext, question: WhoIs) -> Identity:
    """Whose token this is."""
    async with plain_transaction(memory.database) as connection:
        found = await people.identity_of(connection, question.token_digest)
    if found is None:
        raise UnauthorizedError
    return found


async def get_me(memory: MemoryContext, question: GetMe) -> Me:
    """The person, as they see themself."""
    async with memory.reading(question.caller) as connection:
        found = await people.load_me(connection, question.caller, memory.clock())
    if found is None:
        raise PersonNotFoundError
    return found


async def list_engagements(memory: MemoryContext, question: ListEngagements) -> EngagementList:
    """All engagements, Your Story first."""
    async with memory.reading(question.caller) as connection:
        return EngagementList(engagements=await knowledge.list_engagements(connection, question.caller))
