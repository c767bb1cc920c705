"""One table in one format, for the command line and for whoever wants a table without a book."""

from __future__ import annotations

from dataclasses import replace

from generator.render import data_csv, data_json, parts, text, xlsx
from generator.tables.book import Book
from generator.tables.model import Table


def render_table(book: Book, table: Table, form: str) -> bytes:
    """The table as `text`, `md`, `csv`, `json`, `html` (the fragment) or `xlsx` (a workbook of this table alone)."""
    if form == "csv":
        return data_csv.table_csv(table).data
    if form == "json":
        return data_json.table_json(table).data
    if form == "xlsx":
        return xlsx.workbook(replace(book, tables=(table,), charts=())).data
    if form == "html":
        return parts.table_html(table, "page").encode()
    return (text.markdown(table) if form == "md" else text.plain(table)).encode()
