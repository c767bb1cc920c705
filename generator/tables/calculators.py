"""From what `calculators.yml` declares to calculators whose tables are found and whose first entries fit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from generator.content.calculator_definitions import (
    CalculatorDef,
    CalculatorsDef,
    EntryDef,
    LookupDef,
    OutputDef,
    ReckonedDef,
)
from generator.content.expressions import AxisRange, Expression
from generator.content.yaml_source import FieldPath
from generator.diagnostics import Location, Problem, allowed_words
from generator.dice.evaluate import Scope
from generator.dice.notation import Function
from generator.exact import Fraction
from generator.remembering import remembered
from generator.tables.calculator_answers import OUT_OF_TABLE, answers, meaning
from generator.tables.calculator_heads import head_numbers, heads_of, judged, progression
from generator.tables.calculator_model import (
    Calculator,
    Choices,
    Heads,
    Input,
    Lookup,
    Output,
    Place,
    Reckoned,
    Search,
    Steps,
)
from generator.tables.calculator_terms import Constant, Named, Operation, Term, term_of
from generator.tables.contexts import Context
from generator.tables.formats import number_format
from generator.tables.heads import column_labels
from generator.tables.model import Table
from generator.tables.numbers import NumberFormat, show
from generator.tables.unfit import Unfit

# A sheet's arithmetic is right to about 15 digits; these it surely has.
KEPT_DECIMALS = 12
LONGEST_TEXT = 255  # of words in a formula or in the message beside a cell

_SHOWN = ("whole", "decimal", "percent")


@remembered(lambda definition, tables, functions: (id(definition), id(functions), *map(id, tables)))
def calculators(
    definition: CalculatorsDef | None, tables: Sequence[Table], functions: Mapping[str, Function]
) -> tuple[tuple[Calculator, ...], tuple[Problem, ...]]:
    """The calculators of a system in their order, or what is wrong with them."""
    made: list[Calculator] = []
    problems: list[Problem] = []
    for at, declared in enumerate(definition.calculators if definition else ()):
        assert definition is not None, "it holds the calculator"
        maker = _Maker(definition, ("calculators", at), {table.id: table for table in tables}, functions)
        try:
            made.append(maker.calculator(declared))
        except Unfit as error:
            problems.append(error.problem)
    return (() if problems else tuple(made)), tuple(problems)


class _Maker:
    """Makes one calculator; `here` is the way to it in the file."""

    def __init__(
        self,
        definition: CalculatorsDef,
        here: FieldPath,
        tables: Mapping[str, Table],
        functions: Mapping[str, Function],
    ) -> None:
        self.definition = definition
        self.here = here
        self.tables = tables
        self.functions = functions
        self.context = Context(Scope(functions=functions))
        self.inputs: dict[str, Input] = {}
        self.words: set[str] = set()
        self.used: dict[str, None] = {}

    def where(self, *path: str | int) -> Location:
        return self.definition.where(*self.here, *path)

    def calculator(self, declared: CalculatorDef) -> Calculator:
        for at, given in enumerate(declared.inputs):
            self.inputs[given.name] = self.input(given, ("inputs", at))
        outputs = tuple(self.output(output, ("outputs", at)) for at, output in enumerate(declared.outputs))
        made = Calculator(
            declared.id,
            declared.title,
            declared.about,
            tuple(self.inputs.values()),
            outputs,
            tuple(self.used),
            self.definition.source,
        )
        shown = answers(made, self.tables, [given.default for given in made.inputs])
        for at, (output, value) in enumerate(zip(outputs, shown.outputs, strict=True)):
            if isinstance(value, Fraction) and output.format is not None:
                try:
                    show(value, output.format)
                except ValueError as error:
                    raise Unfit(self.where("outputs", at), str(error), "choose another format") from error
        return made

    def input(self, given: EntryDef, path: FieldPath) -> Input:
        asked: Steps | Choices | Heads
        if isinstance(given.values, AxisRange):
            ends = given.values
            step = self.context.number(ends.step) if ends.step else Fraction(1)
            asked = Steps(self.context.number(ends.first), self.context.number(ends.last), step)
            if step <= 0 or asked.most < asked.least or (asked.most - asked.least) % step:
                raise Unfit(self.where(*path, "values"), "the range does not run from its first to its last number")
        elif given.values is not None:
            raise Unfit(self.where(*path, "values"), "an input takes a range of numbers, as in 2..30")
        elif given.choices is not None:
            labels = tuple(choice.label for choice in given.choices)
            asked = Choices(labels, tuple(self.context.number(choice.value) for choice in given.choices))
        else:
            key = "rows_of" if given.rows_of else "columns_of"
            asked = heads_of(self.table(given.rows_of or given.columns_of or ""), key, self.where(*path, key))
        if not isinstance(asked, Steps):
            judged(asked.labels, self.where(*path))
        words = isinstance(asked, Choices) or (isinstance(asked, Heads) and isinstance(asked.heads[0], str))
        default = given.default if words else _number(given.default)
        if len(given.help) > LONGEST_TEXT:
            raise Unfit(self.where(*path, "help"), f"a sheet shows at most {LONGEST_TEXT} characters beside a cell")
        made = Input(given.name, given.label, given.help, asked, "" if default is None else default)
        if meaning(made, made.default) is None:
            raise Unfit(self.where(*path, "default"), f"the input does not take its own default {given.default!r}")
        return made

    def output(self, output: OutputDef, path: FieldPath) -> Output:
        source: Reckoned | Lookup | Search
        shown: NumberFormat | None = None
        blurred = False
        if isinstance(output, ReckonedDef):
            whole = output.format is None or output.format.style == "whole"
            source = Reckoned(self.term(output.value), None if whole else KEPT_DECIMALS)
            blurred = not whole
        elif isinstance(output, LookupDef):
            source, shown, blurred = self.lookup(output, path)
        else:
            table = self.table(output.table)
            numbers = head_numbers(table.rows)
            if numbers is None or min(numbers) <= 0:
                raise Unfit(self.where(*path, "table"), "a search needs rows headed by numbers above zero")
            column = self.place(output, "column", table, path)
            bound = self.term(output.at_least or output.at_most or _never())
            largest = output.search == "largest"
            source = Search(output.table, column, numbers, largest, output.at_least is not None, bound, output.beyond)
        if output.format is not None:
            shown = number_format(output.format)
        if isinstance(source, Lookup) and source.words:
            self.words.add(output.name)
            shown = None
        else:
            shown = shown or NumberFormat()
            if shown.style not in _SHOWN:
                message = f"a sheet cannot show numbers that change as {shown.style!r}"
                raise Unfit(self.where(*path, "format"), message, allowed_words(shown.style, _SHOWN))
        return Output(output.name, output.label, output.help or "", shown, source, blurred)

    def lookup(self, output: LookupDef, path: FieldPath) -> tuple[Lookup, NumberFormat | None, bool]:
        tables = [self.table(table) for table in output.table]
        first = tables[0]
        heads = [([row.label for row in table.rows], column_labels(table)) for table in tables]
        if any(one != heads[0] for one in heads):
            raise Unfit(self.where(*path, "table"), "these tables do not have the same rows and columns")
        which = self.term(output.table_at) if output.table_at is not None else None
        count = Fraction(len(tables))
        if (which is None) != (count == 1) or (which is not None and self.range_of(which) != (Fraction(1), count)):
            message = "several tables need 'table_at', an input that stands for 1 to their number"
            raise Unfit(self.where(*path, "table"), message)
        row, column = self.place(output, "row", first, path), self.place(output, "column", first, path)
        only = int(column.term.value) - 1 if column.label and isinstance(column.term, Constant) else None
        cells = [
            cell
            for table in tables
            for line in table.rows
            for at, cell in enumerate(line.cells)
            if (only is None and not table.columns[at].derived) or at == only
        ]
        words = {cell.exact is None for cell in cells}
        if len(words) > 1:
            raise Unfit(self.where(*path, "table"), "these cells are partly numbers and partly words")
        form = next((cell.format for cell in cells if cell.format is not None), None)
        if form is not None and form.style == "percent":
            form = NumberFormat("percent", form.digits)
        near = any(cell.exact is not None and cell.exact != 1 and float(cell.exact) == 1 for cell in cells)
        source = Lookup(output_tables(output), which, row, column, words == {True}, output.beyond or OUT_OF_TABLE)
        return source, form, near

    def place(self, output: OutputDef, axis: str, table: Table, path: FieldPath) -> Place:
        """Where along the rows or columns of `table`; see the keys of the same names."""
        by_number = getattr(output, axis)
        by_place = getattr(output, f"{axis}_at")
        named = getattr(output, f"{axis}_named")
        labels = [row.label for row in table.rows] if axis == "row" else column_labels(table)
        points = table.rows if axis == "row" else [column for column in table.columns if not column.derived]
        if named is not None:
            if labels.count(named) != 1:
                message = f"table {table.id!r} has no {axis} {named!r}"
                raise Unfit(self.where(*path, f"{axis}_named"), message, allowed_words(named, labels))
            return Place(Constant(Fraction(labels.index(named) + 1)), len(labels), label=named, certain=True)
        count = len(points)
        if by_place is not None:
            term = self.term(by_place)
            return Place(term, count, certain=self.within(term, count))
        term = self.term(by_number)
        exact = [point.exact for point in points]
        steps = progression(exact)
        if steps is not None:
            first, step = steps
            place = term if first == step == 1 else _minus(term, first - step)
            place = place if step == 1 else Operation("/", (place, Constant(step)))
            certain = False
            if isinstance(term, Named) and isinstance(self.asked(term), Steps):
                asked = self.asked(term)
                assert isinstance(asked, Steps), "just asked"
                inside = first <= asked.least and asked.most <= first + step * (count - 1)
                certain = inside and (asked.least - first) % step == 0 and asked.step % step == 0
            return Place(place, count, certain=certain)
        numbers = head_numbers(points)
        if numbers is None:
            message = f"the {axis}s of table {table.id!r} are not all headed by numbers that a sheet can find"
            raise Unfit(self.where(*path, axis), message, f"give the place as '{axis}_at'")
        return Place(term, count, numbers)

    def term(self, expression: Expression) -> Term:
        for name in expression.node.names & self.words:
            raise Unfit(expression.location, f"{name!r} is words, which cannot be reckoned with")
        return term_of(expression, self.functions)

    def table(self, table_id: str) -> Table:
        self.used[table_id] = None
        return self.tables[table_id]

    def asked(self, term: Term) -> Steps | Choices | Heads | None:
        return self.inputs[term.name].asked if isinstance(term, Named) and term.name in self.inputs else None

    def range_of(self, term: Term) -> tuple[Fraction, Fraction] | None:
        """The least and greatest place that an input can stand for."""
        match self.asked(term):
            case Steps(least, most, _):
                return least, most
            case Choices(_, values):
                return (min(values), max(values)) if all(v.denominator == 1 for v in values) else None
            case Heads() as asked:
                return Fraction(1), Fraction(len(asked.heads))
        return None

    def within(self, term: Term, count: int) -> bool:
        asked = self.asked(term)
        ends = self.range_of(term)
        whole = not isinstance(asked, Steps) or (asked.step.denominator == 1 and asked.least.denominator == 1)
        return ends is not None and whole and ends[0] >= 1 and ends[1] <= count


def output_tables(output: LookupDef) -> tuple[str, ...]:
    """The ids of the tables that an output looks into, as plain text."""
    return tuple(str(table) for table in output.table)


def _minus(term: Term, number: Fraction) -> Term:
    if number == 0:
        return term
    return Operation("-" if number > 0 else "+", (term, Constant(abs(number))))


def _number(text: str) -> Fraction | None:
    try:
        return Fraction(text.replace("−", "-"))
    except (ValueError, ZeroDivisionError):
        return None


def _never() -> Expression:
    raise AssertionError("the schema asks for one of the two bounds")
