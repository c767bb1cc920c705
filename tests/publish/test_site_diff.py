"""What `dicepress diff` finds between two sites: changed values, and what only one of them has."""

from __future__ import annotations

import csv
import json
from html.parser import HTMLParser
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from generator.cli import main
from generator.publish.diff_files import diff_csv, diff_page, diff_text
from generator.publish.site_diff import Difference, compare_sites
from generator.render.data_json import table_json
from tests.samples import banded_table, split_table

BASE: dict[str, Any] = {
    "title": "Chance by code",
    "unit": "chance in percent",
    "column_head": "Difficulty",
    "columns": ["7", "9", "Mean"],
    "derived": ["Mean"],
    "rows": [
        {
            "label": "2D",
            "cells": [
                {"text": "58.3", "exact": "7/12"},
                {"text": "27.8", "exact": "5/18"},
                {"text": "7.7", "exact": "77/10"},
            ],
        }
    ],
}


def site(folder: Path, table: dict[str, Any], name: str = "made/chance-by-code") -> Path:
    path = folder / "data" / f"{name}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(table), encoding="utf-8")
    return folder


def changed(text: str, exact: str) -> dict[str, Any]:
    table: dict[str, Any] = json.loads(json.dumps(BASE))
    table["rows"][0]["cells"][0] = {"text": text, "exact": exact}
    return table


def difference(old: Path, new: Path) -> Difference:
    found, problems = compare_sites(old, new)
    assert problems == ()
    assert found is not None
    return found


def test_a_changed_chance_reads_as_a_sentence(tmp_path: Path) -> None:
    found = difference(site(tmp_path / "a", BASE), site(tmp_path / "b", changed("55.6", "5/9")))
    assert [one.sentence() for one in found.changes] == ["2D against 7: 58.3% → 55.6%"]
    assert found.lone == ()
    assert diff_text(found) == ("made/chance-by-code: Chance by code\n  2D against 7: 58.3% → 55.6%\n1 cell changed")


def test_a_value_that_changed_below_its_rounding_is_told_with_its_fractions(tmp_path: Path) -> None:
    found = difference(site(tmp_path / "a", BASE), site(tmp_path / "b", changed("58.3", "583/1000")))
    assert [one.sentence() for one in found.changes] == ["2D against 7: 58.3%, exactly 7/12 → 583/1000"]


def test_a_derived_column_is_no_chance_to_read_against(tmp_path: Path) -> None:
    table = json.loads(json.dumps(BASE))
    table["rows"][0]["cells"][2] = {"text": "7.8", "exact": "39/5"}
    found = difference(site(tmp_path / "a", BASE), site(tmp_path / "b", table))
    assert [one.sentence() for one in found.changes] == ["2D, Mean: 7.7 → 7.8"]


def test_what_only_one_site_has_is_told_once(tmp_path: Path) -> None:
    new = json.loads(json.dumps(BASE))
    new["columns"] = ["7", "10", "Mean"]
    new["rows"].insert(0, {"label": "1D", "cells": [{"text": "—"}] * 3})
    old = site(site(tmp_path / "a", BASE), {**BASE, "title": "Old one"}, "made/old")
    found = difference(old, site(tmp_path / "b", new))
    assert found.changes == ()
    assert [(one.table, one.sentence()) for one in found.lone] == [
        ("chance-by-code", "the column 9 is gone"),
        ("chance-by-code", "the column 10 is new"),
        ("chance-by-code", "the row 1D is new"),
        ("old", "the table is gone"),
    ]


def test_equal_sites_have_no_difference(tmp_path: Path) -> None:
    for table in (banded_table(), split_table()):
        for name in ("a", "b"):
            artifact = table_json(table)
            path = tmp_path / name / artifact.path
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(artifact.data)
    assert difference(tmp_path / "a", tmp_path / "b") == Difference((), ())


def test_a_row_that_repeats_is_matched_by_its_place(tmp_path: Path) -> None:
    twice = json.loads(json.dumps(BASE))
    twice["rows"].append(changed("27.8", "5/18")["rows"][0])
    again = json.loads(json.dumps(twice))
    again["rows"][1]["cells"][0] = {"text": "30.0", "exact": "3/10"}
    found = difference(site(tmp_path / "a", twice), site(tmp_path / "b", again))
    assert [one.sentence() for one in found.changes] == ["2D (2) against 7: 27.8% → 30.0%"]


def test_the_csv_holds_exact_values_and_nothing_that_runs(tmp_path: Path) -> None:
    old, new = json.loads(json.dumps(BASE)), changed("55.6", "5/9")
    for table in (old, new):
        table["rows"][0]["label"] = "=1+1"
    rows = list(csv.reader(StringIO(diff_csv(difference(site(tmp_path / "a", old), site(tmp_path / "b", new))))))
    assert rows == [
        ["system", "table", "row", "column", "before", "after", "before exact", "after exact"],
        ["made", "chance-by-code", "'=1+1", "7", "58.3%", "55.6%", "7/12", "5/9"],
    ]


def test_the_page_escapes_what_it_shows_and_is_whole(tmp_path: Path) -> None:
    old, new = json.loads(json.dumps(BASE)), changed("55.6", "5/9")
    for table in (old, new):
        table["title"] = "<b>Chance</b>"
    page = diff_page(difference(site(tmp_path / "a", old), site(tmp_path / "b", new)), "old", "new")
    texts: list[str] = []

    class Reader(HTMLParser):
        def handle_data(self, data: str) -> None:
            texts.append(data.strip())

    Reader().feed(page)
    assert page.startswith("<!DOCTYPE html>")
    assert {"From old to new: 1 cell changed.", "2D against 7", "58.3%", "→ 55.6%"} <= set(texts)
    assert "<b>Chance" not in page and "<script" not in page


@pytest.mark.parametrize("spoiled", ["{}", "no json", '{"title": "T", "unit": "", "columns": ["a"], "rows": [{}]}'])
def test_a_folder_that_is_no_site_is_a_problem(tmp_path: Path, spoiled: str) -> None:
    good = site(tmp_path / "a", BASE)
    (tmp_path / "empty").mkdir()
    found, (problem,) = compare_sites(good, tmp_path / "empty")
    assert found is None
    assert "no published site" in problem.message
    bad = site(tmp_path / "b", BASE)
    (bad / "data/made/broken.json").write_text(spoiled, encoding="utf-8")
    found, (problem,) = compare_sites(good, bad)
    assert found is None
    assert problem.location.path.endswith("broken.json")


def test_the_command_prints_the_list_and_writes_page_and_csv(tmp_path: Path) -> None:
    old, new = site(tmp_path / "a", BASE), site(tmp_path / "b", changed("55.6", "5/9"))
    page, sheet = tmp_path / "changes.html", tmp_path / "changes.csv"
    result = CliRunner().invoke(main, ["diff", str(old), str(new), "--page", str(page), "--csv", str(sheet)])
    assert (result.exit_code, "2D against 7: 58.3% → 55.6%" in result.output) == (0, True)
    assert "55.6%" in page.read_text("utf-8") and "5/9" in sheet.read_text("utf-8")
    assert CliRunner().invoke(main, ["diff", str(old), str(tmp_path / "none")]).exit_code == 1
