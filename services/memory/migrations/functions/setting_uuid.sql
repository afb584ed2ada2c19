-- An id that the transaction was begun with; nobody's where none was said, so that policies let nothing through.
create or replace function setting_uuid(name text) returns uuid
    language sql stable parallel safe
    -- Absent, empty after a rolled-back transaction, or malformed.
    return case when current_setting(name, true) ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
                then current_setting(name, true)::uuid end;
