"""A fault of WeasyPrint's line breaking, set right while a document is laid out.

Where a text just fills its line and only the space at its end does not fit, WeasyPrint 70 breaks the line after the
text's first word, although a space at the end of a line takes no room. Texts end with a space before every word in
italics and every computed value, so a book of thirty pages would show the fault about once.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from weasyprint.layout import inline
from weasyprint.text import line_break


@contextmanager
def final_spaces_take_no_room() -> Iterator[None]:
    """WeasyPrint's layout with the fault mended, and as it was afterwards."""
    original = inline.split_first_line

    def mended(text: str, style: Any, context: Any, max_width: Any, spacing: Any, **options: Any) -> Any:
        broken = original(text, style, context, max_width, spacing, **options)
        if broken[2] is None or max_width is None or not text.endswith(" ") or style["white_space"] != "normal":
            return broken
        _, _, rest, width, height, baseline = original(text.rstrip(" "), style, context, max_width, spacing, **options)
        if rest is not None or width > max_width:
            return broken
        layout = line_break.create_layout(text, style, context, None, spacing)
        line, _ = layout.get_first_line()
        whole = line_break.first_line_metrics(line, text, layout, None, False, style)
        return (whole[0], whole[1], None, width, height, baseline)

    inline.split_first_line = mended
    try:
        yield
    finally:
        inline.split_first_line = original
