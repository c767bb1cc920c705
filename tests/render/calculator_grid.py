"""Entries to try on a calculator: both ends of every input, what lies between, and everything that does not fit."""

from __future__ import annotations

from itertools import islice, product

from generator.exact import Fraction
from generator.tables.calculator_model import Calculator, Choices, Entry, Heads, Input, Steps

# Enough steps of a size that shares no factor with the usual numbers of entries.
_STRIDE = 7919


def fitting(given: Input) -> list[Entry]:
    """Every entry that the input takes."""
    match given.asked:
        case Steps(least, most, step):
            return [least + step * k for k in range(int((most - least) / step) + 1)]
        case Choices(labels):
            return [*labels, labels[0].upper()]
        case Heads() as asked:
            return list(asked.heads)


def misfits(given: Input) -> list[Entry]:
    """Entries that the input does not take, each wrong in its own way."""
    wrong: list[Entry] = [None, "", "nonsense", "*", "=1+1", Fraction(10**9), Fraction(-(10**9))]
    if isinstance(given.asked, Steps):
        asked = given.asked
        wrong += [asked.least - asked.step, asked.most + asked.step, asked.least + asked.step / 4, str(asked.least)]
    elif isinstance(given.default, str):
        wrong += [Fraction(1), f"{given.default} ", given.default[:-1] or "x"]
    else:
        wrong += [str(given.default), given.default + Fraction(1, 8)]
    return wrong


def entries(calculator: Calculator, fits: int = 190) -> list[tuple[Entry, ...]]:
    """At least `fits` rows of entries that fit, every pair of ends among them, then each misfit in its place."""
    every = [fitting(given) for given in calculator.inputs]
    rows = list(islice(product(*([values[0], values[-1]] for values in every)), 64))
    rows.append(tuple(given.default for given in calculator.inputs))
    total = 1
    for values in every:
        total *= len(values)
    place = 0
    while len(rows) < min(fits, total):
        place = (place + _STRIDE) % total
        row, rest = [], place
        for values in every:
            rest, at = divmod(rest, len(values))
            row.append(values[at])
        rows.append(tuple(row))
        if place == 0:
            break
    for at, given in enumerate(calculator.inputs):
        for wrong in misfits(given):
            row = [one.default for one in calculator.inputs]
            row[at] = wrong
            rows.append(tuple(row))
    rows.append(tuple(None for _ in calculator.inputs))
    return rows
