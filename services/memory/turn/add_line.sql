-- A line that waits behind the turn in flight; off the record, its words lie apart.
with said as (
    insert into line (id, tenant_id, person_id, engagement_id, channel, write, read, text, body_hash)
    values (:line_id, :tenant_id, :person_id, :engagement_id, :channel, cast(:write as boolean), :read,
            case when cast(:write as boolean) then cast(:text as text) else '' end, :body_hash)
)
insert into off_record (id, tenant_id, person_id, line_id, content, earlier)
select :line_id, :tenant_id, :person_id, :line_id, cast(:text as text), cast(:earlier as text)
where not cast(:write as boolean)
