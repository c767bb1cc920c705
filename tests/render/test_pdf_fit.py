"""Copyfitting: the size, the space and the widths that a table gets."""

from __future__ import annotations

from dataclasses import replace

import pytest

from generator.render.pdf_gatherings import BLOCK, MEASURE, SPACES, TURNED
from generator.render.print_fit import SIZES, TableFit, fit
from generator.render.print_measures import Space
from generator.tables.model import Spanner, Table
from tests.render.pdf_books import FORTY, TALL, WIDE, WORDY, pool_table
from tests.samples import banded_table, split_table, whole_table

TABLES = (banded_table(), split_table(), whole_table(), TALL, FORTY, WIDE, WORDY)


def fitted(table: Table, *spaces: Space) -> TableFit:
    found = fit(table, spaces or SPACES)
    assert found is not None
    return found


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.id)
def test_widths_stay_within_the_page(table: Table) -> None:
    found = fitted(table)
    assert found.width <= (TURNED if found.turned else BLOCK) + 0.01
    assert found.size in SIZES
    for part in found.parts:
        assert all(width > 0 for width in part.widths)


def test_a_small_table_keeps_full_size_and_the_measure() -> None:
    found = fitted(banded_table())
    assert (found.size, found.turned, found.whole) == (9.0, False, True)
    assert found.width <= MEASURE


def test_equal_columns_get_equal_widths() -> None:
    (part,) = fitted(TALL).parts
    assert len(set(part.widths[1:])) == 1


def test_more_columns_first_take_the_page_then_smaller_type_then_a_turned_page() -> None:
    found = [fitted(pool_table("t", 5, columns, "T")) for columns in range(3, 27)]
    order = [(fit.turned, -fit.size) for fit in found]
    assert order == sorted(order)
    assert {fit.size for fit in found if not fit.turned} == set(SIZES)
    assert found[-1].turned


def test_what_fits_nowhere_is_none() -> None:
    assert fit(pool_table("t", 5, 80, "T"), SPACES) is None


def test_a_slightly_smaller_size_keeps_a_table_on_one_page() -> None:
    assert fitted(replace(FORTY, rows=FORTY.rows[:30])).size == 9.0
    assert fitted(FORTY).whole
    assert 7.5 <= fitted(FORTY).size < 9.0
    assert not fitted(TALL).whole
    assert fitted(TALL).size == 9.0, "smaller type would not help a table of several pages"


def test_signs_get_room_of_their_own() -> None:
    plain = fitted(replace(TALL, bands=()), Space(1000, 500))
    signed = fitted(TALL, Space(1000, 500))
    assert plain.sign_room == 0
    assert signed.parts[0].widths[1] - plain.parts[0].widths[1] == pytest.approx(signed.sign_room)


def test_a_long_spanner_widens_its_columns() -> None:
    spanned = replace(FORTY, spanners=(Spanner("Incomprehensibilities", 0, 1),))
    assert fitted(spanned, Space(2000, 500)).parts[0].widths[1] > fitted(FORTY, Space(2000, 500)).parts[0].widths[1]
