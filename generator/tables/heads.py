"""The columns of a table by what a sentence calls them: their head, with its spanner where two read the same."""

from __future__ import annotations

from generator.tables.model import Table


def column_labels(table: Table) -> list[str]:
    """What each column can be called: its label, or where labels repeat `spanner: label`."""
    labels = [column.label for column in table.columns]
    if len(set(labels)) == len(labels):
        return labels
    for spanner in table.spanners:
        for index in range(spanner.start, spanner.stop):
            labels[index] = f"{spanner.label}: {labels[index]}"
    return labels
