-- Rows as they came, with what they are found by; nothing of them lands before the last has come.
insert into import_row (tenant_id, person_id, import_id, number, body, kind, subject_id, place, place_number, points,
                        taken_back, pending)
select :tenant_id, :person_id, :id, r.number, r.body, r.kind, r.subject_id, r.place, r.place_number, r.points,
       r.taken_back, true
from unnest(cast(:numbers as integer[]), cast(:bodies as text[]), cast(:kinds as text[]), cast(:subjects as uuid[]),
            cast(:places as uuid[]), cast(:place_numbers as integer[]), cast(:pointing as boolean[]),
            cast(:taken_back as boolean[]))
    as r (number, body, kind, subject_id, place, place_number, points, taken_back)
on conflict (person_id, import_id, number) do update set
    body = excluded.body, kind = excluded.kind, subject_id = excluded.subject_id, place = excluded.place,
    place_number = excluded.place_number, points = excluded.points, taken_back = excluded.taken_back
