-- What commands and chores did, in numbers.
insert into operational_event (at, node, operation, status, count, category)
select :now, e.node, e.operation, e.status, e.count, e.category
from jsonb_to_recordset(cast(:events as jsonb)) as e (node text, operation text, status text, count integer, category text)
