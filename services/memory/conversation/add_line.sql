-- A line that waits behind the turn in flight.
insert into line (id, tenant_id, person_id, engagement_id, channel, write, read, text, body_hash)
values (:line_id, :tenant_id, :person_id, :engagement_id, :channel, :write, :read, :text, :body_hash)
