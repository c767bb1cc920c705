"""A chart with its words as one `figure`: its drawings, and on a page its numbers and the way to their data."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from generator.remembering import remembered
from generator.render.parts import Medium, render_part, table_html
from generator.render.svg import Drawing, plot_svg
from generator.tables.chart_model import Chart
from generator.tables.chart_scaling import placed

PAGE: tuple[Drawing, ...] = ("wide", "narrow")


@remembered(lambda chart, medium, *, downloads=(): (id(chart), medium, tuple(downloads)))
def chart_html(chart: Chart, medium: Medium, *, downloads: Sequence[object] = ()) -> str:
    """The figure. On a page `downloads` lead to the data; the numbers themselves stand there where they are few."""
    page = medium == "page"
    plot = placed(chart)
    return render_part(
        "chart.html.jinja",
        chart=chart,
        page=page,
        drawings=[plot_svg(plot, drawing) for drawing in (PAGE if page else ("print",))],
        numbers=Markup(table_html(chart.table, "page")) if page and chart.numbers_on_page else "",
        downloads=downloads,
    )
