-- An agent asked: on record, as long as its token is one.
insert into agent_query (id, tenant_id, person_id, token_id, agent, categories, search_type, allowed, created_at)
select :id, t.tenant_id, t.person_id, t.id, t.agent, cast(:categories as text[]), :search_type, :allowed, :now
from api_token t
where t.person_id = :person_id and t.id = :token_id and t.agent = :agent
returning id
