"""All tables of the content come to the same where every cell is evaluated on its own, with nothing kept."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from generator.content.load import load
from generator.dice.evaluation import Evaluation
from generator.dice.staged import Staged
from generator.tables import compute as computing
from generator.tables.compute import compute
from generator.tables.model import Table
from generator.tables.tabulate import tabulate


def _all_tables() -> dict[tuple[str, str], Table]:
    loaded = load(Path("content"))
    assert loaded.content is not None
    made = {}
    for system in loaded.content.systems:
        for definition in system.tables:
            values, problems = compute(definition, system.functions)
            assert values is not None, problems
            made[system.id, definition.id], problems = tabulate(values, system.id)
            assert not problems
    return made


@pytest.mark.slow
def test_what_is_prepared_or_kept_changes_no_cell(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = 0

    def as_a_whole(_: Staged, __: object, otherwise: Callable[[Mapping[str, Any]], object]) -> object:
        def question(names: Mapping[str, Any]) -> object:
            nonlocal asked
            asked += 1
            return otherwise(names)

        return question

    quick = _all_tables()
    monkeypatch.setattr(Staged, "row", as_a_whole)
    monkeypatch.setattr(Staged, "values", lambda *_: None)
    monkeypatch.setattr(Evaluation, "program", lambda *_: None)
    monkeypatch.setattr(computing, "Memory", lambda: None)
    plain = _all_tables()
    assert asked > 50_000
    assert plain.keys() == quick.keys()
    for name, table in plain.items():
        assert table == quick[name], name
