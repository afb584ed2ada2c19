"""How large a table may be that is written anew after an erasure."""

AT_ONCE = 4 * 1024 * 1024
"""Bytes, by day: written in a tenth of a second, while fifty persons talk (`python -m tests.benchmarks.erasures`)."""
LARGEST = 512 * 1024 * 1024
"""Bytes, as a matter of course: nobody can use it meanwhile, not even at night."""
