-- The columns of an import, as its state is read from.
id, file_hash, count, received, skipped, refusals, refusals_left_out, status, done, total, command_key, differing, created_at
