"""The read-back of printed rulebooks: glyphs and structure of a real PDF are altered, and each fault is told."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pikepdf
import pytest

from generator.publish.readback import read_back
from generator.render import pdf
from tests.samples import sample_library

LIBRARY = sample_library()
Change = Callable[[pikepdf.Pdf], None]


@pytest.fixture(scope="module", params=["a4", "letter"])
def printed(request: pytest.FixtureRequest) -> tuple[str, bytes]:
    made = pdf.rulebook(LIBRARY.books[0], request.param)
    return made.path, made.data


def texts_of(
    page: pikepdf.Page,
) -> tuple[list[pikepdf.ContentStreamInstruction], dict[int, tuple[str, dict[str, bytes]]]]:
    """The page's instructions, and for each that shows text: the text, and the code of each letter in its font."""
    fonts: dict[str, dict[bytes, str]] = {}
    for name, font in page.resources.get("/Font", pikepdf.Dictionary()).items():
        pairs = re.findall(rb"<([0-9a-f]{4})> <([0-9a-f]+)>\n", font.ToUnicode.read_bytes())
        fonts[name] = {bytes.fromhex(c.decode()): bytes.fromhex(t.decode()).decode("utf-16-be") for c, t in pairs}
    instructions = list(pikepdf.parse_content_stream(page))
    shown, letters = {}, dict[bytes, str]()
    for at, one in enumerate(instructions):
        if str(one.operator) == "Tf":
            letters = fonts[str(one.operands[0])]
        elif str(one.operator) == "TJ":
            codes = b"".join(bytes(part) for part in one.operands[0] if isinstance(part, pikepdf.String))
            text = "".join(letters.get(codes[i : i + 2], "?") for i in range(0, len(codes), 2))
            shown[at] = (text, {letter: code for code, letter in letters.items()})
    return instructions, shown


def rewrite(changes: dict[str, str]) -> Change:
    """Print other texts in the places of those given, each the first of its reading in the book."""

    def change(book: pikepdf.Pdf) -> None:
        open_changes = dict(changes)
        for page in book.pages:
            instructions, shown = texts_of(page)
            for at, (text, codes) in shown.items():
                if text in open_changes:
                    new = b"".join(codes[letter] for letter in open_changes.pop(text))
                    operator = instructions[at].operator
                    instructions[at] = pikepdf.ContentStreamInstruction([[pikepdf.String(new)]], operator)
            page.Contents = book.make_stream(pikepdf.unparse_content_stream(instructions))
        assert not open_changes

    return change


def tables(book: pikepdf.Pdf) -> list[pikepdf.Object]:
    found: list[pikepdf.Object] = []

    def walk(element: pikepdf.Object) -> None:
        kids = element.get("/K", pikepdf.Array())
        for kid in kids if isinstance(kids, pikepdf.Array) else [kids]:
            if isinstance(kid, pikepdf.Dictionary) and "/S" in kid:
                if str(kid.S) == "/Table":
                    found.append(kid)
                walk(kid)

    walk(book.Root.StructTreeRoot)
    return found


def body(book: pikepdf.Pdf) -> pikepdf.Object:
    return next(kid for kid in tables(book)[0].K if str(kid.S) == "/TBody")


def drop_row(book: pikepdf.Pdf) -> None:
    del body(book).K[3]


def drop_cell(book: pikepdf.Pdf) -> None:
    del body(book).K[1].K[2]


def swap_cells(book: pikepdf.Pdf) -> None:
    one, other = body(book).K[1].K, body(book).K[2].K
    one[2], other[2] = other[2], one[2]


def drop_table(book: pikepdf.Pdf) -> None:
    tables(book)[0].S = pikepdf.Name.Div


def altered(printed: tuple[str, bytes], folder: Path, change: Change | None) -> list[tuple[str, str]]:
    path, data = printed
    file = folder / path
    file.parent.mkdir(parents=True)
    file.write_bytes(data)
    if change is not None:
        with pikepdf.open(file, allow_overwriting_input=True) as book:
            change(book)
            book.save(file)
    return [(problem.location.path, problem.message) for problem in read_back(LIBRARY, folder)]


def test_a_rulebook_as_printed_has_no_problem(printed: tuple[str, bytes], tmp_path: Path) -> None:
    assert altered(printed, tmp_path, None) == []


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (
            rewrite({"14.29": "14.39"}),
            ("table banded, row 7, column 3.5: reads '14.39', but it is '14.29', the exact value is 1/7",),
        ),
        (
            rewrite({"14.29": "12.50", "12.50": "14.29"}),
            ("row 7, column 3.5: reads '12.50'", "row 8, column 3.5: reads '14.29'"),
        ),
        (rewrite({"▲": "▼"}), ("table banded, row 6, column 2.5: carries the sign '▼'",)),
        (rewrite({"10.4%": "10.5%"}), ("the value '12d6 >= 50': '10.4%' is not printed",)),
        (swap_cells, ("row 7, column 3.5: reads '12.50'", "row 8, column 3.5: reads '14.29'")),
        (drop_row, ("table banded, row 9: is missing",)),
        (drop_cell, ("table banded, row 7: reads 3 cells under 4 heads",)),
        (drop_table, ("table banded: is not printed at its place",)),
    ],
)
def test_a_rulebook_that_differs_is_told(
    printed: tuple[str, bytes], tmp_path: Path, change: Change, expected: tuple[str, ...]
) -> None:
    problems = altered(printed, tmp_path, change)
    assert len(problems) == len(expected), problems
    for (where, message), part in zip(problems, expected, strict=True):
        assert where == printed[0]
        assert part in message


def test_a_file_that_is_no_rulebook_is_told(tmp_path: Path) -> None:
    path = "downloads/sample-rulebook-a4.pdf"
    assert altered((path, b"%PDF-1.7 and nothing more"), tmp_path, None) == [
        (path, "the rulebook cannot be read as a tagged PDF")
    ]
