-- What is held or committed by place and words, but for what this import brought.
select a.engagement_id, a.content
from assertion a
where a.person_id = :person_id and a.force <> 'retracted' and a.import_id is distinct from :id
