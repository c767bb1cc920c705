"""A small system with one calculator of every kind of input and output, for the tests of what is made of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from generator.content.calculator_definitions import CalculatorsDef
from generator.content.calculators import calculator_problems
from generator.content.origins import Origin
from generator.content.source_file import SourceFile
from generator.content.validation import validated
from generator.content.yaml_source import read_yaml
from generator.dice.notation import parse_function
from generator.tables.book import Book
from generator.tables.calculator_model import Calculator
from generator.tables.calculators import calculators
from generator.tables.model import Table
from tests.samples import sample_book
from tests.tables.definitions import table_of

_PERCENT = "format: {style: percent, digits: 2}\n"
_ROWS = "rows: {name: target, title: Target, values: 2..18}\n"
_COLUMNS = "columns: {name: dice, title: Dice, values: 1..3, label: '{}d6'}\n"
_DERIVED = "derived: [{key: one, title: At least one, value: cell(1), format: {style: percent, digits: 2}}]\n"
_HEAD = "kind: grid\ntitle: {title}\ncaption: Some chances.\n"
_LIST = """kind: list
title: Weather
caption: What the sky does.
columns:
  - {key: sky, title: Sky}
  - {key: cost, title: Cost, type: number, format: whole}
  - {key: word, title: Said}
entries:
  - {sky: "=fair", cost: 0, word: "+1 for all"}
  - {sky: foul, cost: 2, word: ""}
"""
FUNCTIONS = ("worse(target, cost) = target + 2 * cost", "lucky(dice) = P((dice)d6 >= 6)")
CALCULATORS = """calculators:
  - id: pool
    title: Roll a pool
    about: The chance of some dice, "in quotes", & more.
    inputs:
      - {name: dice, label: Dice, default: 3d6, help: What is rolled., columns_of: chance}
      - {name: target, label: Target, default: 11, help: What to reach., values: 2..18}
      - {name: sky, label: Sky, default: "=fair", help: The weather., rows_of: weather}
      - name: way
        label: Way
        default: up
        help: Which table.
        choices: [{label: up, value: 1}, {label: "-1", value: 2}]
      - {name: half, label: Half, default: 1.5, help: In halves., values: -1..3 by 0.5}
    outputs:
      - {name: cost, label: Cost, table: weather, row_at: sky, column_named: Cost}
      - {name: said, label: Said, table: weather, row_at: sky, column_named: Said}
      - {name: needed, label: Needed, value: "worse(target, cost)", help: After the weather.}
      - name: chance
        label: Chance
        table: [chance, exactly]
        table_at: way
        row: needed
        column_at: dice
        beyond: "outside 2 to 18"
      - {name: even, label: Even, search: largest, table: chance, column_at: dice, at_least: 50%, beyond: none}
      - {name: rare, label: Rare, search: smallest, table: chance, column_at: dice, at_most: 10%, beyond: none}
      - {name: odd, label: Odd, value: chance / 3, format: {style: percent, digits: 1}}
      - {name: up, label: Up, value: ceil(half) - floor(-half), format: {style: whole, signed: true}}
      - name: kept
        label: Kept
        value: if(half < 0 or not (cost == 0), abs(half), clamp(round(half), 0, 1))
        format: {style: decimal, digits: 1, trim: true}
"""


def tables() -> tuple[Table, ...]:
    """Two grids with the same heads, and a list with words."""
    grid = _ROWS + _COLUMNS + "cell: P((dice)d6 <> target)\n" + _PERCENT + _DERIVED
    chance = table_of(_HEAD.format(title="Chance") + grid.replace("<>", ">="))
    exactly = table_of(_HEAD.format(title="Exactly") + grid.replace("<>", "=="))
    return replace(chance, id="chance"), replace(exactly, id="exactly"), replace(table_of(_LIST), id="weather")


def attempt(text: str, functions: Iterable[str] = FUNCTIONS) -> tuple[tuple[Calculator, ...], list[str]]:
    """The calculators that a text declares over those tables, and what is wrong with them."""
    document, problems = read_yaml(SourceFile("c.yml", text))
    assert document is not None, problems
    known = {function.name: function for function in map(parse_function, functions)}
    definition, problems = validated(CalculatorsDef, document, Origin("calculators", "s/calculators.yml"))
    made: tuple[Calculator, ...] = ()
    if definition is not None:
        problems = tuple(calculator_problems(definition, [table.id for table in tables()], known))
        if not problems:
            made, problems = calculators(definition, tables(), known)
    return made, [str(problem).removeprefix("c.yml:") for problem in problems]


def pool() -> Calculator:
    """The calculator, which must have no problems."""
    made, problems = attempt(CALCULATORS)
    assert problems == []
    return made[0]


def calculator_book() -> Book:
    """A book of those tables and the calculator."""
    return replace(sample_book(), id="pools", title="Pools", tables=tables(), calculators=(pool(),))
