"""How large a table may be that is written anew after an erasure."""

AT_ONCE = 16 * 1024 * 1024
"""Bytes, by day: nobody waits for it longer than they would notice."""
LARGEST = 512 * 1024 * 1024
"""Bytes, as a matter of course: nobody can use it meanwhile, not even at night."""
