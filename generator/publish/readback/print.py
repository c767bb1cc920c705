"""Reads everything printed back: the tables by their tags, row by row, and the values in the running text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from generator.diagnostics import Location, Problem
from generator.publish.readback.comparison import Line, Piece, ReadCell, Truth, bottom_heads, compare, difference
from generator.publish.readback.print_due import Due, dues
from generator.publish.readback.running_text import Value
from generator.publish.readback.tagged_text import Node, read_structure
from generator.tables.book import Book
from generator.tables.model import Cell

_INLINE = {"NonStruct", "Span"}
_HEADINGS = {"H1", "H2"}


def read_book(book: Book, truths: Mapping[str, Truth], site: Path) -> list[Problem]:
    """What differs in `downloads/<system>-<product>-<paper>.pdf`; nothing for what was not printed."""
    return [problem for due in dues(book, truths) for problem in read_due(due, site)]


def read_due(due: Due, site: Path) -> list[Problem]:
    """What differs in any of the forms of a product; nothing for those that were not printed."""
    return [problem for form in due.forms for problem in _read(due, f"{due.below}{form}.pdf", site)]


def _read(due: Due, path: str, site: Path) -> list[Problem]:
    if not (site / path).is_file():
        return []
    try:
        root = read_structure((site / path).read_bytes())
    except ValueError:
        return [Problem(Location(path), f"the {due.name} cannot be read as a tagged PDF")]
    return _read_tables(due, path, root) + _read_values(due, path, root)


def _read_tables(due: Due, path: str, root: Node) -> list[Problem]:
    # Tables that authors write in Markdown have neither a caption nor heads to their rows.
    titled = [(node, title) for node, title in _titled(root) if _below(node, "Caption") or _heads_rows(node)]
    found = [node for node, _ in titled]
    problems: list[Problem] = []
    at = 0
    for truth in due.tables:
        title = _single_spaced(truth.table.title)
        place = next((i for i in range(at, len(found)) if title in _called(*titled[i], title)), None)
        if place is None:
            problems.append(difference(path, truth.table, "", "is not printed at its place"))
            continue
        parts = _parts(truth, found[place:])
        for number, part in enumerate(parts):
            if place + number >= len(found):
                problems.append(difference(path, truth.table, f"part {number + 1}", "is not printed at its place"))
                break
            piece = _piece(truth, part, found[place + number])
            problems += compare(truth, part, piece, path, spell=_spelled)
            at = place + number + 1
    return problems


def _parts(truth: Truth, found: Sequence[Node]) -> tuple[tuple[int, int], ...]:
    """The column ranges in which the table is printed: as it is laid out, or in more parts where it had to fit."""
    count = len(truth.table.columns)
    printed = len(_heads(found[0])) - 1
    first = truth.parts[0]
    if printed >= first[1] - first[0]:
        return truth.parts
    ranges: list[tuple[int, int]] = []
    for node in found:
        start = ranges[-1][1] if ranges else 0
        if start >= count:
            break
        ranges.append((start, min(count, start + max(1, len(_heads(node)) - 1))))
    # Parts made to fit are of one size; anything else is a fault, which the comparison names.
    sizes = {stop - start for start, stop in ranges}
    return tuple(ranges) if len(ranges) > 1 and max(sizes) - min(sizes) <= 1 else truth.parts


def _heads(table: Node) -> tuple[str, ...]:
    return bottom_heads(
        [
            [(cell.text, cell.across, cell.down) for cell in row.elements]
            for section in _below(table, "THead")
            for row in _below(section, "TR")
        ]
    )


def _piece(truth: Truth, part: tuple[int, int], table: Node) -> Piece:
    heads = _heads(table)
    columns = [_single_spaced(column.label) for column in truth.table.columns[part[0] : part[1]]]
    texts = sorted({_spelled(cell) for row in truth.table.rows for cell in row.cells[part[0] : part[1]]})
    lines = []
    for section in _below(table, "TBody"):
        for row in _below(section, "TR"):
            label = "\n".join(cell.text for cell in _below(row, "TH"))
            lines.append(Line(_label(truth, label), tuple(_cell(cell, texts) for cell in _below(row, "TD"))))
    return Piece(tuple(_unbroken(head, columns) for head in heads[1:]), tuple(lines))


def _label(truth: Truth, label: str) -> str:
    spellings = (label.replace("\n", " "), label.replace("\n", ""))
    return next((one for one in spellings if truth.rows_of(one)), spellings[0])


def _cell(cell: Node, texts: Sequence[str]) -> ReadCell:
    """The lines of a cell stand in it each by itself, a band's sign in an element of its own."""
    lines: list[str] = []
    signs: list[str] = []
    for one in cell.inside:
        if isinstance(one, Node):
            signs += one.runs()
        else:
            lines.append(_single_spaced(one))
    return ReadCell(_unbroken("\n".join(lines), texts), None, _single_spaced("".join(signs)))


def _unbroken(text: str, known: Sequence[str]) -> str:
    """The text in one line: the known one that it is, where a line end stands for a space or for nothing."""
    if "\n" not in text:
        return text
    broken = re.compile(r"\s?".join(re.escape(line) for line in text.split("\n")))
    return next((one for one in known if broken.fullmatch(one)), text.replace("\n", " "))


def _read_values(due: Due, path: str, root: Node) -> list[Problem]:
    """Every computed value is printed, in order, in an element of its own that holds no more."""
    printed = list(_inline(root))
    problems: list[Problem] = []
    at = 0
    for value in due.values:
        end = next((stop for stop in (_ends(printed, i, value.text) for i in range(at, len(printed))) if stop), None)
        if end is None:
            problems.append(Problem(Location(path), _not_found(value)))
        elif value.fault:
            problems.append(Problem(Location(path), f"{value.place}: reads {value.text!r}, {value.fault}"))
        at = end or at
    return problems


def _ends(printed: Sequence[str], at: int, text: str) -> int | None:
    """The place after the value that begins at `at`; one that runs over a line end stands in several elements."""
    wanted, read = _single_spaced(text), ""
    for stop in range(at, len(printed)):
        read = f"{read}\n{printed[stop]}" if read else printed[stop]
        if _unbroken(read, [wanted]) == wanted:
            return stop + 1
        if not wanted.startswith(printed[at].split("\n")[0]) or len(read) > len(wanted):
            return None
    return None


def _not_found(value: Value) -> str:
    return f"{value.place}: {value.text!r} is not printed at its place; the exact value is {value.exact_text}"


def _inline(node: Node) -> Iterator[str]:
    for one in node.elements:
        if one.kind == "Table":
            continue
        if one.kind == "NonStruct" and all(inner.kind in _INLINE for inner in one.walk()):
            yield one.text
        else:
            yield from _inline(one)


def _titled(root: Node) -> Iterator[tuple[Node, str]]:
    """Every table with the heading it stands below."""
    heading = ""
    for node in root.walk():
        if node.kind in _HEADINGS:
            heading = node.text
        elif node.kind == "Table":
            yield node, heading


def _called(table: Node, heading: str, title: str) -> tuple[str, str]:
    """What the table is called: the first words of its caption, or, as on a card, the heading that it stands below."""
    return _unbroken(_title(table), [title]), _unbroken(heading, [title])


def _title(table: Node) -> str:
    return next((caption.elements[0].text for caption in _below(table, "Caption") if caption.elements), "")


def _heads_rows(table: Node) -> bool:
    rows = [row for section in _below(table, "TBody") for row in _below(section, "TR")]
    return bool(rows) and all(row.elements and row.elements[0].kind == "TH" for row in rows)


def _below(node: Node, kind: str) -> list[Node]:
    return [one for one in node.elements if one.kind == kind]


def _spelled(cell: Cell) -> str:
    return _single_spaced(cell.text)


def _single_spaced(text: str) -> str:
    return " ".join(text.split())
