"""`python -m tests.evals.changes`: how many changes are seen, and how often one is seen where there is none.

`--wrong` lists what was missed, mistaken or invented; who wants to mend looks at other sentences than these.
"""

import sys

from tests.evals.changes.graded import LANGUAGES, answered, table


def main() -> None:
    """The table, then the single failures on demand."""
    print("\n".join(table()))
    if "--wrong" in sys.argv:
        for language in LANGUAGES:
            for one in answered(language):
                if one.false_alarm or (one.pair.changes is not None and not one.seen):
                    print(f"  {one.pair.id} named {one.named}, meant {one.pair.changes}: {one.pair.new}")
                    print(f"      {' | '.join(one.pair.known)}")


if __name__ == "__main__":
    main()
