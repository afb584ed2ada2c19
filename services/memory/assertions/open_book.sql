-- What an operation on memory needs: the person's keys and numbers, and the assertions that it may touch, as rows.
select p.personal_engagement_id, p.secret, p.revision,
       exists (select from engagement e where e.person_id = p.id and e.id = p.personal_engagement_id) as has_story,
       (select count(*) from assertion h where h.person_id = p.id and h.actor = 'companion' and h.import_id is null
           and h.created_at > cast(:now as timestamptz) - interval '1 day') as held_today,
       (select a.number from audit a where a.person_id = p.id order by a.number desc limit 1) as audit_number,
       (select a.chain from audit a where a.person_id = p.id order by a.number desc limit 1) as audit_chain,
       cast(coalesce((select jsonb_object_agg(e.id, e.numbered) from engagement e where e.person_id = p.id), '{}') as text)
           as numbers,
       cast(coalesce((
           select jsonb_agg(jsonb_build_object('id', r.id, 'level', r.level, 'digest', encode(r.digest, 'hex'),
                                               'text', r.text, 'embedding',
                                               case when r.space = :space then cast(r.embedding as text) end))
           from refusal r where r.person_id = p.id), '[]') as text) as refusals
from person p
where p.id = :person_id
