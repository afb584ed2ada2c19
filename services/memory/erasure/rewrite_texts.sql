-- The texts that are left, each in its place.
with left_over as (
    select r.place, r.id, r.text from unnest(cast(:places as text[]), cast(:ids as uuid[]), cast(:texts as text[]))
        as r (place, id, text)
), messages as (
    update message m set content = r.text from left_over r
    where m.person_id = :person_id and r.place = 'message' and m.id = r.id
), asked as (
    update turn t set asked = greatest(0, t.asked + length(r.text) - length(m.content))
    from left_over r join message m on m.id = r.id
    where t.person_id = :person_id and m.person_id = :person_id and r.place = 'message'
      and m.role = 'companion' and t.id = m.turn_id and t.asked > 0
), lines as (
    update line l set text = r.text, body_hash = 'erased' from left_over r
    where l.person_id = :person_id and r.place = 'line' and l.id = r.id
), own_words as (
    update assertion a set own_words = r.text from left_over r
    where a.person_id = :person_id and r.place = 'own_words' and a.id = r.id
), engagements as (
    update engagement e
    set title = coalesce((select r.text from left_over r where r.place = 'title' and r.id = e.id), e.title),
        seed = coalesce((select r.text from left_over r where r.place = 'seed' and r.id = e.id), e.seed)
    where e.person_id = :person_id and e.id in (select r.id from left_over r where r.place in ('title', 'seed'))
)
update correction c
set original = coalesce((select r.text from left_over r where r.place = 'original' and r.id = c.id), c.original),
    corrected = coalesce((select r.text from left_over r where r.place = 'corrected' and r.id = c.id), c.corrected)
where c.person_id = :person_id and c.id in (select r.id from left_over r where r.place in ('original', 'corrected'))
