-- What thinking about a conversation needs of its person: language, zone, whether today's budget is left, what is hidden.
select p.language, p.time_zone,
       p.daily_budget is null or p.daily_budget > coalesce(
           (select u.cost from usage_day u where u.person_id = p.id and u.day = cast(:now as timestamptz)::date), 0)
           as may_spend,
       (select u.language from classification u join turn t on t.person_id = u.person_id and t.id = u.turn_id
        where u.person_id = p.id and t.conversation_id = :conversation_id and u.language is not null
        group by u.language order by count(*) desc, u.language limit 1) as spoken
from person p
where p.id = :person_id
