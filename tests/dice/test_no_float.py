"""Exact until printed: nothing under generator/dice makes or takes a float."""

import ast
from pathlib import Path

import generator.dice

MODULES = sorted(Path(generator.dice.__file__).parent.glob("*.py"))
EXACT_MATH = {"ceil", "comb", "floor", "gcd", "isqrt", "lcm"}


def test_there_are_modules() -> None:
    assert len(MODULES) > 20


def test_no_float_literal_type_or_function() -> None:
    for path in MODULES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            where = f"{path.name}:{getattr(node, 'lineno', 0)}"
            if isinstance(node, ast.Constant):
                assert not isinstance(node.value, float | complex), where
            if isinstance(node, ast.Name):
                assert node.id not in {"float", "complex"}, where
            if isinstance(node, ast.ImportFrom) and node.module == "math":
                assert {alias.name for alias in node.names} <= EXACT_MATH, where
            if isinstance(node, ast.Import):
                assert not {alias.name for alias in node.names} & {"math", "cmath", "random", "statistics", "numpy"}, (
                    where
                )


def test_every_division_has_a_fraction_in_it() -> None:
    # Dividing whole numbers makes a float; so each true division must stand beside something exact. These are
    # run by all other tests with values that would betray a float, for Fraction refuses none silently:
    # a float in a Fraction's place has no denominator, and mass and equality checks are exact.
    from generator.exact import Fraction
    from tests.dice.asking import ask, roll

    for text in ("mean(d6!)", "variance(2d6!{5,6} - d4!)", "sd(3d6)", "mean(a given a > 3 where a = d6!)", "7/2", "5%"):
        assert type(ask(text)) is Fraction
    for rolled in (roll("3d6"), roll("d6! / 2"), roll("d6 / 4"), roll("max(d6!, d8!)")):
        for value, chance in rolled.head(Fraction(1, 100)):
            assert type(value) is Fraction and type(chance) is Fraction
