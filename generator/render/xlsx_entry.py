"""The cells of a calculator that a reader fills in, and how its answers are shown: validation, remarks, formats."""

from __future__ import annotations

from openpyxl.formatting.rule import Rule
from openpyxl.styles import Font, PatternFill
from openpyxl.styles.differential import DifferentialStyle
from openpyxl.styles.numbers import NumberFormat as OwnFormat
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.worksheet import Worksheet

from generator.exact import Fraction
from generator.render.xlsx_formats import literal
from generator.render.xlsx_formula import number_text, quoted
from generator.render.xlsx_styles import TONES
from generator.tables.calculator_answers import ALARM, refusal
from generator.tables.calculator_model import Choices, Heads, Input, Steps
from generator.tables.numbers import MINUS, NumberFormat, show

# The first number that a workbook's own formats can have; those of rules are not in its list of formats.
_OWN = 900


def entry_code(one: Input) -> str:
    """The number format of an entry; words stay words, even `+1` and `1-2`."""
    match one.asked:
        case Choices():
            return "@"
        case Heads() as asked if isinstance(asked.heads[0], str):
            return "@"
        case Heads() as asked if asked.labels[0].endswith("%") or asked.heads[0] != Fraction(asked.labels[0]):
            return "0.##%"
    return "General"


def fit_formula(one: Input, cell: str, labels: str) -> str:
    """The formula beside an entry: what it means, or what would fit; `labels` is where a list's choices are."""
    match one.asked:
        case Steps(least, most, step):
            base = f"({cell}-{number_text(least)})" if least else cell
            even = f"{cell}=INT({cell})"
            if step != 1 or least.denominator != 1:
                even = f"{base}/{number_text(step)}=INT({base}/{number_text(step)})"
            test = f"AND({cell}>={number_text(least)},{cell}<={number_text(most)},{even})"
            kind = "ISNUMBER"
        case Choices():
            test, kind = f"SUMPRODUCT(({labels}={cell})*1)=1", "ISTEXT"
        case Heads() as asked:
            test = f"SUMPRODUCT(({labels}={cell})*1)=1"
            kind = "ISTEXT" if isinstance(asked.heads[0], str) else "ISNUMBER"
    wrong = quoted(refusal(one))
    return f"=IF({kind}({cell}),IF({test},{quoted(one.help)},{wrong}),{wrong})"


def validate(sheet: Worksheet, cell: str, one: Input, labels: str) -> None:
    """Let the program itself refuse what does not fit, offer lists, and say what to enter."""
    wrong = refusal(one).removeprefix(ALARM)
    match one.asked:
        case Steps(least, most, step):
            whole = step.denominator == least.denominator == 1
            rule = DataValidation(
                "whole" if whole else "decimal", f"{number_text(least)}", f"{number_text(most)}", operator="between"
            )
        case _:
            rule = DataValidation("list", labels)
    rule.allow_blank = False
    rule.errorStyle = "stop"
    rule.showErrorMessage = rule.showInputMessage = True
    rule.errorTitle = rule.promptTitle = one.label[:32]
    rule.error, rule.prompt = wrong[:255], one.help[:255]
    rule.add(cell)
    sheet.add_data_validation(rule)


def alarmed(sheet: Worksheet, cell: str) -> None:
    """Let a remark on an entry that does not fit stand out; its sign stays where colors do not show."""
    fill, ink = TONES["hard"]
    style = DifferentialStyle(font=Font(bold=True, color=ink), fill=PatternFill(bgColor=fill, fill_type="solid"))
    rule = Rule(type="expression", dxf=style, formula=[f'LEFT(${cell},1)="{ALARM[0]}"'])
    sheet.conditional_formatting.add(cell, rule)


def number_code(form: NumberFormat) -> str:
    """The number format of an answer: the declared one, with a true minus."""
    body = "0" + ("." + "0" * form.digits if form.digits else "")
    if form.style == "percent":
        body += "%"
    elif form.style == "decimal" and form.trim:
        body = "General"
    plus = "+" if form.signed else ""
    return f'{plus}{body};"{MINUS}"{body};{body}'


def show_bounds(sheet: Worksheet, cell: str, form: NumberFormat, *, near: tuple[bool, bool]) -> None:
    """Keep a chance that is possible from reading 0%, and one that is not certain from reading 100%.

    `near` says whether a double of 0, and one of 1, may stand for a little more or less; they read `≤0.01%`, `≥99.99%`.
    """
    if form.style != "percent":
        return
    half = Fraction(1, 2 * 10 ** (form.digits + 2))
    low = show(half / 2, form).text
    high = show(1 - half / 2, form).text
    top = number_text(1 - half)
    rules = [
        (f"{cell}=0", low.replace("<", "≤") if near[0] else show(Fraction(0), form).text),
        (f"AND({cell}>0,{cell}<{number_text(half)})", low),
        (f"{cell}>={top}", high.replace(">", "≥")) if near[1] else (f"AND({cell}<1,{cell}>={top})", high),
    ]
    for test, text in rules:
        style = DifferentialStyle(numFmt=OwnFormat(numFmtId=_OWN + _number_of(text), formatCode=literal(text)))
        rule = Rule(type="expression", dxf=style, formula=[f"AND(ISNUMBER({cell}),{test})"], stopIfTrue=True)
        sheet.conditional_formatting.add(cell, rule)


def _number_of(text: str) -> int:
    """A number for each text, the same in every build."""
    return sum(ord(character) * (place + 1) for place, character in enumerate(text)) % 50_000
