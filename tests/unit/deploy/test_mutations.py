"""The list of rules that are switched off once by `make mutate` fits the code as it is."""

from tests.mutations.__main__ import ROOT, read_rules, without_rule

FEWEST = 60


def test_each_rule_stands_where_the_list_says() -> None:
    rules = read_rules()
    assert len(rules) >= FEWEST
    assert len({rule.says for rule in rules}) == len(rules)
    for rule in rules:
        assert without_rule(rule, (ROOT / rule.of).read_text(encoding="utf-8"))
        assert all((ROOT / tests).exists() for tests in rule.tests.split())
