"""Monsters, hands of others, elements, banks and Permanency."""

from __future__ import annotations

import pytest

from tests.engine.bench import Case, case_name, cases, suggestions, told


@pytest.mark.parametrize("case", cases("others"), ids=case_name)
def test_what_has_no_effect_now_is_complained_about_and_the_rest_is_not(case: Case) -> None:
    checked = case.checked
    assert told(checked.complaints) == case.all("complaint")
    for complaint, suggestion in suggestions(case):
        assert [c.suggestion for c in checked.complaints if told([c]) == [complaint]] == [suggestion]


@pytest.mark.parametrize("case", cases("others"), ids=case_name)
def test_refused_clauses_are_kept_out_of_the_sealed_orders(case: Case) -> None:
    checked = case.checked
    refused = {text for c in checked.complaints if c.kind == "refused" for text in (c.text, *c.text.split(", "))}
    assert refused.isdisjoint(clause.text for clause in checked.orders.clauses)
