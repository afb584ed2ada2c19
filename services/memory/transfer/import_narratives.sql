-- What makes memories that landed the meaning of a conversation.
insert into narrative (tenant_id, person_id, assertion_id, conversation_id, original, edited, model, reduced, passes, took_ms,
                       suggested_engagement_id, confidence, reason, at)
select :tenant_id, :person_id, a.id, c.id, r.original, r.edited, r.model, r.reduced, r.passes, r.took_ms,
       r.suggested_engagement_id, r.confidence, r.reason, least(r.at, :now)
from jsonb_to_recordset(cast(:rows as jsonb)) as r (
    assertion_id uuid, conversation_id uuid, original text, edited boolean, model text, reduced boolean, passes integer,
    took_ms real, suggested_engagement_id uuid, confidence real, reason text, at timestamptz)
join assertion a on a.person_id = :person_id and a.id = r.assertion_id and a.import_id = :id and a.kind = 'narrative'
left join conversation c on c.person_id = :person_id and c.id = r.conversation_id
on conflict do nothing
