"""A problem met deep inside a table, on its way out of the two stages that make one."""

from __future__ import annotations

from generator.diagnostics import Location, Problem


class Unfit(Exception):  # noqa: N818 - the table does not fit its definition; nothing has gone wrong in the press
    """Raised while a table is computed or tabulated; `compute` and `tabulate` catch it and return its problem."""

    def __init__(self, location: Location, message: str, allowed: str = "") -> None:
        super().__init__(message)
        self.problem = Problem(location, message, allowed)
