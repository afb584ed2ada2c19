id, file_hash, count, received, skipped, refusals, refusals_left_out, status, done, total, command_key, differing, created_at
