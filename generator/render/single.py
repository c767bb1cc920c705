"""One table in one format, for the command line and for whoever wants a table without a book."""

from __future__ import annotations

from generator.render import data_csv, data_json, parts, text, xlsx
from generator.tables.book import Book
from generator.tables.model import Table


def render_table(table: Table, form: str) -> bytes:
    """The table as `text`, `md`, `csv`, `json`, `html` (the fragment) or `xlsx` (a workbook of this table alone).

    Raises RenderError where a workbook cannot hold it.
    """
    if form == "csv":
        return data_csv.table_csv(table).data
    if form == "json":
        return data_json.table_json(table).data
    if form == "xlsx":
        return xlsx.workbook(_book_of(table)).data
    if form == "html":
        return parts.table_html(table, "page").encode()
    return (text.markdown(table) if form == "md" else text.plain(table)).encode()


def _book_of(table: Table) -> Book:
    return Book(id=table.system or table.id, title=table.title, summary=table.caption, chapters=(), tables=(table,))
