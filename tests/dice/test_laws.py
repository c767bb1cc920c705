"""Laws that hold for all rolls, tried on expressions put together at random."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from generator.dice.notation import Refused
from generator.exact import Fraction
from tests.dice.asking import ask, roll

FINITE = st.builds("{}d{}".format, st.integers(1, 4), st.sampled_from([2, 4, 6, 8])) | st.sampled_from(
    ["4d6kh3", "3d6dl1", "2d{0,0,1,5}", "count(3d6, >=5)", "reroll(2d6, on=1)", "explode(d6, on=6, limit=2)", "3dF"]
)
OPEN = st.sampled_from(["d6!", "2d6!{5,6}", "d4!", "3d6!", "2D", "3D+2", "count(2d6!, 6)", "d8!{1,8}", "2d6!kh1"])
BASIC = FINITE | OPEN
EXPRESSIONS = st.recursive(
    BASIC,
    lambda inner: (
        st.builds("({} + {})".format, inner, inner)
        | st.builds("({} - {})".format, inner, inner)
        | st.builds("({} * {})".format, st.sampled_from(["2", "-1", "1/2", "3"]), inner)
        | st.builds("max({}, {})".format, inner, BASIC)
        | st.builds("min({}, {})".format, inner, FINITE)
        | st.builds("floor({} / 2)".format, inner)
        | st.builds("abs({})".format, inner)
        | st.builds("if(d6 >= 5, {}, {})".format, inner, BASIC)
    ),
    max_leaves=2,
)


def unless_refused(check: Callable[..., None]) -> Callable[..., None]:
    """A refusal is an answer too, but not one that a law can be tried on."""

    @wraps(check)
    def tried(*args: object, **kwargs: object) -> None:
        try:
            check(*args, **kwargs)
        except Refused:
            assume(False)

    return tried


FEW = settings(max_examples=40, deadline=None)


@FEW
@given(EXPRESSIONS, st.integers(-12, 25))
@unless_refused
def test_mass_is_one_and_tails_fall(text: str, target: int) -> None:
    value = roll(text)
    here, above = value.at_least(target), value.at_least(target + 1)
    assert 0 <= above <= here <= 1
    assert here == value.more_than(target - Fraction(1, 10**6))
    assert value.at_least(target) + (1 - value.at_least(target)) == 1
    assert value.at_most(target) + value.more_than(target) == 1
    if value.minimum is not None and value.maximum is not None:
        listed = list(value.items())
        assert sum(chance for _, chance in listed) == 1
        assert sum(v * p for v, p in listed) == value.mean()
        assert sum(v * v * p for v, p in listed) - value.mean() ** 2 == value.variance()
    if value.minimum is not None:
        assert value.at_least(value.minimum) == 1 and value.probability(value.minimum) > 0
    if value.maximum is not None:
        assert value.more_than(value.maximum) == 0 and value.probability(value.maximum) > 0


@FEW
@given(EXPRESSIONS, BASIC)
@unless_refused
def test_one_of_three_happens(left: str, right: str) -> None:
    assert sum(ask(f"P({left} {sign} {right})") for sign in (">", "==", "<")) == 1
    assert ask(f"P({left} >= {right})") == ask(f"P({right} <= {left})") == 1 - ask(f"P({left} < {right})")


@FEW
@given(EXPRESSIONS, st.fractions(-5, 5, max_denominator=6), st.integers(-5, 15))
@unless_refused
def test_a_constant_shifts(text: str, by: Fraction, target: int) -> None:
    assert ask(f"P({text} + n >= {target} + n)", n=by) == ask(f"P({text} >= {target})")
    assert ask(f"mean({text} + n)", n=by) == ask(f"mean({text})") + by
    assert ask(f"variance({text} + n)", n=by) == ask(f"variance({text})")


@FEW
@given(EXPRESSIONS, BASIC)
@unless_refused
def test_means_and_variances_add_up(left: str, right: str) -> None:
    assert ask(f"mean({left} + {right})") == ask(f"mean({left})") + ask(f"mean({right})")
    assert ask(f"variance({left} - {right})") == ask(f"variance({left})") + ask(f"variance({right})")


@FEW
@given(EXPRESSIONS, st.integers(-5, 20))
@unless_refused
def test_conditions_part_the_mean(text: str, target: int) -> None:
    value = roll(text)
    chance = value.at_least(target)
    if not 0 < chance < 1:
        return
    above = ask(f"mean(x given x >= {target} where x = {text})")
    below = ask(f"mean(x given x < {target} where x = {text})")
    assert chance * above + (1 - chance) * below == value.mean()
    assert above >= target > below


@FEW
@given(EXPRESSIONS)
@unless_refused
def test_naming_changes_nothing(text: str) -> None:
    plain, named = roll(text), roll(f"x where x = {text}")
    assert plain.mean() == named.mean() and plain.variance() == named.variance()
    assert ask(f"mean(x + x - x where x = {text})") == plain.mean()


@FEW
@given(EXPRESSIONS, st.fractions(Fraction(1, 50), Fraction(49, 50), max_denominator=50))
@unless_refused
def test_quantiles_are_the_smallest(text: str, share: Fraction) -> None:
    value = roll(text)
    found = value.quantile(share)
    assert value.at_most(found) >= share
    assert value.at_most(found) - value.probability(found) < share
