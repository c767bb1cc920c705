"""Everything that the rest of the press takes from a load, under one name.

The schema of the files is in `table_definitions.py` and `file_definitions.py`; what is defined here puts them
together.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from generator.content.calculator_definitions import CalculatorsDef
from generator.content.chart_definitions import ChartDef
from generator.content.claim_definitions import ClaimDef
from generator.content.expressions import AxisItem, AxisRange, Expression
from generator.content.file_definitions import (
    CreditDef,
    ExampleDef,
    MisprintDef,
    PublishedDef,
    RowLabelDef,
    SiteDef,
    StepDef,
    SystemDef,
)
from generator.content.finder_definitions import AnswerDef, FinderDef, InputDef, QuestionDef, SeeDef
from generator.content.markdown_calls import Call, Page
from generator.content.print_definitions import PrintDef
from generator.content.published import PrintedRow, PrintedTable
from generator.content.table_definitions import (
    Axis,
    BandDef,
    BandsDef,
    BoundItem,
    ChainDef,
    ComputedColumn,
    DerivedDef,
    DerivedRange,
    DerivedValue,
    EndDef,
    ExpectedDef,
    FormatDef,
    GridDef,
    InverseDef,
    LabelDef,
    LayoutDef,
    ListColumn,
    ListDef,
    ListedColumn,
    OutcomeDef,
    OutcomesDef,
    RangeDef,
    ReadingDef,
    RowsBase,
    RunningDef,
    ShowDef,
    SpannerDef,
    TableBase,
    TableDef,
)
from generator.dice.notation import Function

__all__ = [
    "AnswerDef",
    "Axis",
    "AxisItem",
    "AxisRange",
    "BandDef",
    "BandsDef",
    "BoundItem",
    "CalculatorsDef",
    "Call",
    "ChainDef",
    "ChartDef",
    "ClaimDef",
    "ComputedColumn",
    "Content",
    "CreditDef",
    "DerivedDef",
    "DerivedRange",
    "DerivedValue",
    "EndDef",
    "ExampleDef",
    "ExpectedDef",
    "Expression",
    "FinderDef",
    "FormatDef",
    "GridDef",
    "InputDef",
    "InverseDef",
    "LabelDef",
    "LayoutDef",
    "ListColumn",
    "ListDef",
    "ListedColumn",
    "MisprintDef",
    "OutcomeDef",
    "OutcomesDef",
    "Page",
    "PrintDef",
    "PrintedRow",
    "PrintedTable",
    "PublishedDef",
    "QuestionDef",
    "RangeDef",
    "ReadingDef",
    "RowLabelDef",
    "RowsBase",
    "RunningDef",
    "SeeDef",
    "ShowDef",
    "SiteDef",
    "SpannerDef",
    "StepDef",
    "System",
    "SystemDef",
    "TableBase",
    "TableDef",
]


@dataclass(frozen=True)
class System:
    """A game system, ready to be computed. Its first chapter is its front page."""

    id: str
    definition: SystemDef
    functions: Mapping[str, Function]
    tables: tuple[TableDef, ...]
    examples: tuple[ExampleDef, ...]
    chapters: tuple[Page, ...]
    published: tuple[PrintedTable, ...]
    charts: tuple[ChartDef, ...] = ()
    claims: tuple[ClaimDef, ...] = ()
    print: PrintDef | None = None
    finder: FinderDef | None = None
    calculators: CalculatorsDef | None = None

    def table(self, table_id: str) -> TableDef:
        """The table with this id; raises KeyError where there is none."""
        for table in self.tables:
            if table.id == table_id:
                return table
        raise KeyError(table_id)

    def example(self, example_id: str) -> ExampleDef:
        """The worked example with this id; raises KeyError where there is none."""
        for example in self.examples:
            if example.id == example_id:
                return example
        raise KeyError(example_id)


@dataclass(frozen=True)
class Content:
    """Everything that is published, as its authors wrote it. The first page is the site's front page.

    Where only a part was asked for, the systems that are `lent` are there for what its pages take from them.
    """

    site: SiteDef
    pages: tuple[Page, ...]
    systems: tuple[System, ...]
    lent: frozenset[str] = frozenset()
