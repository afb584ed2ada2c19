-- Who asks: what marks are sealed with, and what a question of theirs may lean on.
select p.secret, p.companion_name, p.time_zone, p.revision,
       array(select a.content from assertion a
             where a.person_id = p.id and a.force = 'committed' and a.state = 'active' and a.category = 'profile'
             order by a.created_at desc limit 20) as profile
from person p where p.id = :person_id
