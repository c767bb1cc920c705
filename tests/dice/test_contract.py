"""Every expression of the notation contract has its exact value."""

from pathlib import Path

import pytest

from generator.exact import Fraction
from tests.dice.asking import ask

ROWS = [line.split("\t") for line in Path(__file__).with_name("notation-contract.tsv").read_text().splitlines()[1:]]


def test_the_contract_is_whole() -> None:
    assert len(ROWS) >= 84


@pytest.mark.parametrize(("expression", "exact"), [(row[0], row[1]) for row in ROWS])
def test_expression(expression: str, exact: str) -> None:
    assert ask(expression) == Fraction(exact)
