"""`python -m tests.evals.own_life`: the table, and every line that is missed or falsely taken."""

from tests.evals.own_life.graded import table, wrong

if __name__ == "__main__":
    print("\n".join([*table(), "", *wrong()]))
