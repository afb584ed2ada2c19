"""Accepts what is said now: `make accept`. The diff of the files is what a reviewer reads."""

from tests.golden.families import FAMILIES

for family in FAMILIES:
    changed = family.accept()
    print(f"{family.name}: {len(changed)} of {len(family.accepted())} changed")
    for case in changed:
        print(f"  {case}")
