"""The view that page and print show: parts, collapsed rows, open ends."""

from dataclasses import replace
from itertools import pairwise

from generator.exact import Fraction
from generator.tables.layout import arrange
from generator.tables.model import Layout, Spanner
from tests.samples import banded_table, split_table


def test_a_plain_table_is_one_part_with_every_row() -> None:
    (part,) = arrange(banded_table())
    assert (part.number, part.total) == (1, 1)
    assert [group.label for group in part.groups] == ["6", "7", "8", "9", "10", "11", "12"]
    assert part.spanners == (Spanner("Below 3.5", 0, 1), Spanner("From 3.5", 1, 3))


def test_parts_collapse_on_their_own_and_lose_no_row() -> None:
    table = split_table()
    first, second = arrange(table)
    assert [column.label for column in first.columns] == ["1d6", "2d6", "3d6"]
    assert first.groups[-1].label == "18 or more"
    assert second.groups[0].label == "4 or less"
    for part in (first, second):
        assert [row for group in part.groups for row in group.rows] == list(table.rows)


def test_collapsed_rows_read_alike_and_their_neighbors_do_not() -> None:
    for part in arrange(split_table()):
        offset = 3 * (part.number - 1)
        for group in part.groups:
            assert {tuple(c.text for c in row.cells[offset : offset + 3]) for row in group.rows} == {
                tuple(c.text for c in group.cells)
            }
        texts = [[c.text for c in group.cells] for group in part.groups]
        assert all(one != other for one, other in pairwise(texts))


def test_a_band_alone_keeps_rows_apart() -> None:
    table = split_table()
    banded = replace(table.rows[20], cells=tuple(c._replace(band="advised") for c in table.rows[20].cells))
    table = replace(table, rows=(*table.rows[:20], banded, *table.rows[21:]), layout=Layout((), True))
    assert "21" in [group.label for group in arrange(table)[0].groups]


def test_spanners_are_cut_at_the_part() -> None:
    table = replace(split_table(), spanners=(Spanner("Small", 0, 2), Spanner("Large", 2, 6)))
    first, second = arrange(table)
    assert first.spanners == (Spanner("Small", 0, 2), Spanner("Large", 2, 3))
    assert second.spanners == (Spanner("Large", 0, 3),)
    assert Fraction(4) == second.columns[0].exact
