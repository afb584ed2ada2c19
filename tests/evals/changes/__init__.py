"""Pairs that say what a new sentence changes: a person's own words, with traps, written before the rules were read."""
