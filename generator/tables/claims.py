"""Claims of a source held against the exact value of their expression, each with its verdict.

A claim is judged by how exact it means to be, and by nothing else: see `content/claim_definitions.py`. Where it runs
through several values it must hold for each, and the one that lies farthest off is told.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product

from generator.content.claim_definitions import ClaimDef
from generator.content.expressions import Expression
from generator.content.printed_numbers import PrintedNumber, read_number
from generator.diagnostics import Problem
from generator.dice.evaluate import Scope
from generator.dice.notation import Function
from generator.exact import Fraction
from generator.tables.axes import range_values
from generator.tables.check_keys import slug
from generator.tables.check_model import CLAIMS, Finding, Verdict
from generator.tables.contexts import Context
from generator.tables.formats import number_format
from generator.tables.numbers import NumberFormat, round_half_up, show
from generator.tables.roundings import other_roundings
from generator.tables.unfit import Unfit

_WORST: tuple[Verdict, ...] = ("holds", "holds as an approximation", "does not hold")
_LONGEST_KEY = 60


@dataclass(frozen=True, slots=True)
class _Case:
    """The claim for one value of what it runs through; `where` names the value."""

    value: Fraction
    context: Context
    where: str


def check_claim(claim: ClaimDef, functions: Mapping[str, Function]) -> tuple[Finding | None, tuple[Problem, ...]]:
    """What becomes of the claim, or the problem for which its expression has no value."""
    try:
        return _finding(claim, Context(Scope(functions=functions))), ()
    except Unfit as error:
        return None, (error.problem,)


def _finding(claim: ClaimDef, context: Context) -> Finding:
    number = read_number(claim.printed)
    cases = list(_cases(claim, claim.expression, context))
    verdicts = [_verdict(claim, number, case) for case in cases]
    verdict = max(verdicts, key=_WORST.index)
    told = [case for case, found in zip(cases, verdicts, strict=True) if found == verdict]
    # Where a bound holds, the value that comes nearest to it is the one to doubt.
    choose = min if verdict == "holds" and claim.exactness in _BOUNDS else max
    worst = choose(told, key=lambda case: _distance(number, case.value))
    form = number_format(claim.format) if claim.format else _form(number, worst.value)
    unit = Fraction(1, 100) if form.style == "percent" else Fraction(1)
    printed = None if number is None else _nearest(number, worst.value)
    return Finding(
        table=CLAIMS,
        row=claim.says,
        column=claim.where_in_source,
        printed=claim.printed,
        ours=show(worst.value, form).text,
        verdict=verdict,
        key=slug(claim.says)[:_LONGEST_KEY].strip("-"),
        exact=worst.value,
        format=form,
        difference=None if printed is None or claim.means is not None else (printed - worst.value) / unit,
        cause="; ".join(_causes(_Judged(claim, number, verdict, worst, len(cases)), context)),
        note=" ".join((claim.note or "").split()),
    )


def _cases(claim: ClaimDef, expression: Expression, context: Context) -> Iterator[_Case]:
    names = list(claim.over)
    values = [[value for item in items for value in range_values(item, context)] for items in claim.over.values()]
    for chosen in product(*values):
        here = context.having(dict(zip(names, chosen, strict=True)))
        where = ", ".join(f"{name} {value}" for name, value in zip(names, chosen, strict=True))
        yield _Case(here.number(expression), here, where)


def _verdict(claim: ClaimDef, number: PrintedNumber | None, case: _Case) -> Verdict:
    value = case.value
    if claim.means is not None:
        return "holds" if case.context.having({"value": value}).number(claim.means) == 1 else "does not hold"
    assert number is not None, "a claim of words has a meaning"
    if claim.exactness in _BOUNDS:
        return "holds" if _BOUNDS[claim.exactness](value, number.value) else "does not hold"
    if number.value <= value <= number.high:
        return "holds"
    if claim.exactness == "rounded":
        digits = number.digits if claim.digits is None else claim.digits
        return "holds" if round_half_up(value / number.unit, digits) * number.unit == number.value else "does not hold"
    if claim.exactness == "about" and number.value <= _to_step(claim, number, case) <= number.high:
        return "holds as an approximation"
    return "does not hold"


_BOUNDS = {
    "at least": lambda value, printed: value >= printed,
    "at most": lambda value, printed: value <= printed,
    "more than": lambda value, printed: value > printed,
    "less than": lambda value, printed: value < printed,
}


def _to_step(claim: ClaimDef, number: PrintedNumber, case: _Case) -> Fraction:
    step = _step(claim, number, case.context)
    return round_half_up(case.value / step) * step


def _step(claim: ClaimDef, number: PrintedNumber, context: Context) -> Fraction:
    if claim.step is None:
        return number.step
    step = context.number(claim.step)
    if step <= 0:
        raise Unfit(claim.step.location, "the step of a claim must be more than 0", "a number such as 5% or 1/2")
    return step


def _nearest(number: PrintedNumber, value: Fraction) -> Fraction:
    return min(max(value, number.value), number.high)


def _distance(number: PrintedNumber | None, value: Fraction) -> Fraction:
    return Fraction(0) if number is None else abs(_nearest(number, value) - value)


@dataclass(frozen=True, slots=True)
class _Judged:
    """A claim with its verdict and the case that tells, one of so many `cases`."""

    claim: ClaimDef
    number: PrintedNumber | None
    verdict: Verdict
    worst: _Case
    cases: int


def _causes(judged: _Judged, context: Context) -> Iterator[str]:
    """What is told beside the verdict: how the claim was read, where it lies farthest off, and what it fits instead."""
    claim, number, verdict, worst, cases = judged.claim, judged.number, judged.verdict, judged.worst, judged.cases
    if claim.means is not None:
        yield f"read as {claim.means.text}"
    elif claim.exactness == "about" and number is not None and verdict != "holds":
        step = _step(claim, number, context)
        yield f"read to the nearest {_plain(step / number.unit)}{'%' if number.unit != 1 else ''}"
    elif claim.exactness in _BOUNDS:
        yield f"read as {claim.exactness} {claim.printed}"
    if cases > 1:
        off = _distance(number, worst.value)
        far = "the closest" if verdict == "holds" and claim.exactness in _BOUNDS else "the largest deviation"
        yield f"{far} of {cases} values, at {worst.where}" if off else f"for all {cases} values"
    if verdict != "does not hold":
        return
    if number is not None and claim.means is None and claim.exactness in ("exact", "rounded"):
        digits = number.digits if claim.digits is None else claim.digits
        names = other_roundings(worst.value / number.unit, digits, number.value / number.unit)
        yield from [" or ".join(names)] if names else []
    for reading in claim.readings:
        other = list(_cases(claim, reading.expression, context))
        if all(_verdict(claim, number, case) != "does not hold" for case in other):
            yield f"fits {reading.name}"


def _plain(value: Fraction) -> str:
    decimal = 10**6 % value.denominator == 0
    return show(value, NumberFormat("decimal", 6, trim=True) if decimal else NumberFormat("mixed")).text


def _form(number: PrintedNumber | None, value: Fraction) -> NumberFormat:
    """How the exact value is shown beside the printed one: in the same kind of number, a few digits finer."""
    if number is not None and number.unit != 1 and 0 <= value <= 1:
        return NumberFormat("percent", number.digits + 2)
    if value.denominator == 1:
        return NumberFormat("whole")
    if number is not None and number.step.denominator > 1 and number.digits == 0 and number.unit == 1:
        return NumberFormat("mixed")
    if number is None and 0 <= value <= 1:
        return NumberFormat("percent", 2)
    return NumberFormat("decimal", (number.digits if number else 0) + 3, trim=True)
