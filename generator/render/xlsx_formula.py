"""Terms and lookups of a calculator as formulas that every spreadsheet reads: INDEX, MATCH, IF, INT, SUMPRODUCT.

No formula can end in an error. Entries that do not fit are told apart first, words are handed on, and a place
outside a table gives words in its stead.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from generator.exact import Fraction
from generator.tables.calculator_answers import MEND_FIRST, needed
from generator.tables.calculator_model import Lookup, Output, Place, Reckoned, Search
from generator.tables.calculator_terms import COMPARISONS, CONDITIONS, Constant, Named, Operation, Term

_SIGNS = {"==": "=", "!=": "<>"}
_RANKS = {"+": 2, "-": 2, "*": 3, "/": 3, "neg": 4}
_ATOM = 5
_FAR = 1_000_000  # beyond every number that heads a row


@dataclass(frozen=True, slots=True)
class Sheet:
    """Where a formula finds things: the cell of each name, the defined name of each table, the count of misfits.

    `positive` are the names that never stand for a number below zero.
    """

    cells: Mapping[str, str]
    tables: Mapping[str, str]
    misfits: str
    positive: frozenset[str]


def output_formula(output: Output, sheet: Sheet, outputs: Sequence[str]) -> str:
    """The formula of an output, with its `=`; `outputs` are the names of those above, which may hold words."""
    inner = _source(output.source, sheet)
    for name in reversed([name for name in needed(output.source) if name in outputs]):
        inner = f"IF(ISTEXT({sheet.cells[name]}),{sheet.cells[name]},{inner})"
    return f"=IF({sheet.misfits}>0,{quoted(MEND_FIRST)},{inner})"


def quoted(words: str) -> str:
    """Words as a formula holds them."""
    return '"' + words.replace('"', '""') + '"'


def number_text(value: Fraction) -> str:
    """A number as a formula holds it; one that no decimals hold is a division."""
    size = value.denominator
    for prime in (2, 5):
        while size % prime == 0:
            size //= prime
    if value.denominator == 1:
        return str(value.numerator)
    if size != 1:
        return f"({value.numerator}/{value.denominator})"
    digits = next(n for n in range(1, 400) if (value * 10**n).denominator == 1)
    scaled = abs(value.numerator) * 10**digits // value.denominator
    return ("-" if value < 0 else "") + f"{scaled // 10**digits}.{scaled % 10**digits:0{digits}d}"


def formula_of(term: Term, sheet: Sheet, rank: int = 0) -> str:
    """A term as part of a formula; in brackets where the operation around it, of this rank, binds tighter."""
    if isinstance(term, Constant):
        text = number_text(term.value)
        return f"({text})" if text.startswith("-") and rank else text
    if isinstance(term, Named):
        return sheet.cells[term.name]
    if term.symbol in CONDITIONS:
        return f"IF({_condition(term, sheet)},1,0)"
    text = _operation(term, sheet)
    return f"({text})" if _RANKS.get(term.symbol, _ATOM) < rank else text


def _operation(term: Operation, sheet: Sheet) -> str:
    symbol, terms = term.symbol, term.terms
    if symbol in ("+", "-", "*", "/"):
        own = _RANKS[symbol]
        return f"{formula_of(terms[0], sheet, own)}{symbol}{formula_of(terms[1], sheet, own + (symbol in '-/'))}"
    if symbol == "neg":
        return f"-{formula_of(terms[0], sheet, _RANKS['neg'] + 1)}"
    if symbol == "if":
        then, otherwise = (formula_of(part, sheet) for part in terms[1:])
        return f"IF({_condition(terms[0], sheet)},{then},{otherwise})"
    first = formula_of(terms[0], sheet)
    if symbol == "ceil":
        if _never_negative(terms[0], sheet):
            return f"ROUNDUP({first},0)"
        return f"(-INT(-{formula_of(terms[0], sheet, _RANKS['neg'] + 1)}))"
    if symbol == "round":
        return f"INT({first}+0.5)"
    if symbol == "clamp":
        return f"MIN(MAX({first},{formula_of(terms[1], sheet)}),{formula_of(terms[2], sheet)})"
    name = {"floor": "INT", "abs": "ABS", "max": "MAX", "min": "MIN"}[symbol]
    return f"{name}({','.join(formula_of(part, sheet) for part in terms)})"


def _condition(term: Term, sheet: Sheet) -> str:
    if not isinstance(term, Operation) or term.symbol not in CONDITIONS:
        return f"{formula_of(term, sheet, 1)}<>0"
    if term.symbol in COMPARISONS:
        left, right = (formula_of(part, sheet, 1) for part in term.terms)
        return f"{left}{_SIGNS.get(term.symbol, term.symbol)}{right}"
    return f"{term.symbol.upper()}({','.join(_condition(part, sheet) for part in term.terms)})"


def _never_negative(term: Term, sheet: Sheet) -> bool:
    if isinstance(term, Constant):
        return term.value >= 0
    if isinstance(term, Named):
        return term.name in sheet.positive
    if term.symbol in ("+", "*", "/", "min", "floor", "ceil", "round"):
        return all(_never_negative(part, sheet) for part in term.terms)
    if term.symbol == "if":
        return all(_never_negative(part, sheet) for part in term.terms[1:])
    return term.symbol == "abs" or (term.symbol == "max" and any(_never_negative(t, sheet) for t in term.terms))


def _source(source: Reckoned | Lookup | Search, sheet: Sheet) -> str:
    match source:
        case Reckoned(term, digits):
            text = formula_of(term, sheet)
            return text if digits is None else f"ROUND({text},{digits})"
        case Lookup():
            return _lookup(source, sheet)
        case Search():
            return _search(source, sheet)


def _lookup(source: Lookup, sheet: Sheet) -> str:
    names = [sheet.tables[table] for table in source.tables]
    row, column = (
        _place(place, f"{names[0]}_{axis}", sheet) for place, axis in ((source.row, "rows"), (source.column, "columns"))
    )
    found = [f"INDEX({name},{row},{column})" for name in names]
    if source.words:
        # An empty cell would come out as 0.
        found = [f'{cell}&""' for cell in found]
    inner = found[-1]
    if source.which is not None:
        which = formula_of(source.which, sheet, 1)
        for number in range(len(found) - 1, 0, -1):
            inner = f"IF({which}={number},{found[number - 1]},{inner})"
    return _guarded(inner, [(source.row, row), (source.column, column)], source.beyond)


def _search(source: Search, sheet: Sheet) -> str:
    name = sheet.tables[source.table]
    column = _place(source.column, f"{name}_columns", sheet)
    fits = f"(INDEX({name},0,{column}){'>=' if source.at_least else '<='}{formula_of(source.bound, sheet, 1)})"
    heads = f"{name}_rows"
    if source.largest:
        best, none = f"SUMPRODUCT(MAX({fits}*{heads}))", "=0"
    else:
        best, none = f"{_FAR}-SUMPRODUCT(MAX({fits}*({_FAR}-{heads})))", f"={_FAR}"
    inner = f"IF({best}{none},{quoted(source.beyond)},{best})"
    return _guarded(inner, [(source.column, column)], source.beyond)


def _place(place: Place, heads: str, sheet: Sheet) -> str:
    text = formula_of(place.term, sheet)
    return text if place.heads is None else f"MATCH({text},{heads},0)"


def _guarded(inner: str, places: Sequence[tuple[Place, str]], beyond: str) -> str:
    tests = []
    for place, text in places:
        if place.certain:
            continue
        if place.heads is not None:
            tests.append(f"ISNUMBER({text})")
            continue
        tests += [f"{text}>=1", f"{text}<={place.count}"]
        if not _whole(place.term):
            tests.append(f"{text}=INT({text})")
    if not tests:
        return inner
    return f"IF({tests[0] if len(tests) == 1 else f'AND({chr(44).join(tests)})'},{inner},{quoted(beyond)})"


def _whole(term: Term) -> bool:
    """Whether a term is surely a whole number: one that is rounded, or a whole number itself."""
    if isinstance(term, Constant):
        return term.value.denominator == 1
    if isinstance(term, Operation) and term.symbol in ("+", "-", "*", "neg", "max", "min", "abs"):
        return all(_whole(part) for part in term.terms)
    return isinstance(term, Operation) and term.symbol in ("floor", "ceil", "round")
