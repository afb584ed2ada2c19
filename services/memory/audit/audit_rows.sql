-- A stretch of a person's audit. Nothing in it can be read of what they said: a keyed hash stands for each text.
select a.number, a.at, a.actor, a.verb, a.assertion_id, a.force_from, a.force_to, a.version, a.turn_id, a.content_hash,
       a.chain, a.chain_version, a.policy_version, a.prompt_version, a.command_hash
from audit a
where a.person_id = :person_id and a.number > :after
order by a.number
limit :most
