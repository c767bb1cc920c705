"""The store believes nothing that is not whole, and keeps its bound."""

import os
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from generator.jobs.keys import Keys, key_of
from generator.jobs.store import EntryChangedError, Store
from generator.jobs.workers import InProcess
from generator.jobs.workshop import Workshop
from generator.render.contract import Artifact, Job
from generator.tables.model import Table

FILES = (Artifact("a/b.txt", b"one\n", ("x.yml",)), Artifact("c.bin", bytes(range(256))), Artifact("empty", b""))
KEY = "0" * 64
EMPTY = Table("empty", "made", "Empty", "", "", "", (), ())


@pytest.fixture
def store(tmp_path: Path) -> Store:
    made = Store(tmp_path / "made")
    made.open()
    made.put(KEY, FILES)
    return made


def contents(store: Store) -> list[tuple[str, bytes, tuple[str, ...]]] | None:
    found = store.get(KEY)
    return None if found is None else [(file.path, file.data, file.sources) for file in found]


def test_what_is_put_comes_back(store: Store) -> None:
    assert contents(store) == [(file.path, file.data, file.sources) for file in FILES]
    assert [file.size for file in store.get(KEY) or ()] == [4, 256, 0]


def test_every_altered_byte_and_every_lost_end_is_noticed(store: Store) -> None:
    place = store.folder / KEY
    whole = place.read_bytes()
    for at in range(len(whole)):
        place.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        assert store.get(KEY) is None, at
        place.write_bytes(whole[:at])
        assert store.get(KEY) is None, at
    place.write_bytes(whole + b"\n")
    assert store.get(KEY) is None
    place.write_bytes(whole)
    assert contents(store) is not None


def test_an_entry_that_changes_after_it_was_read_is_not_published(store: Store) -> None:
    found = store.get(KEY)
    assert found is not None
    (store.folder / KEY).write_bytes(b"x" * 1000)
    with pytest.raises(EntryChangedError):
        _ = found[0].data


def test_a_folder_in_the_place_of_an_entry_is_no_entry(store: Store) -> None:
    (store.folder / ("1" * 64)).mkdir()
    assert store.get("1" * 64) is None


def test_half_written_entries_are_swept_away(store: Store) -> None:
    (store.folder / "tmpxyz.half").write_bytes(b"half")
    store.open()
    assert [place.name for place in store.folder.iterdir()] == [KEY]


def test_the_bound_holds_and_the_oldest_go_first(tmp_path: Path) -> None:
    before = Store(tmp_path / "made", bound=2500)
    before.open()
    for number in range(5):
        before.put(str(number), [Artifact("x", bytes(900))])
        os.utime(before.folder / str(number), (number, number))
    now = Store(tmp_path / "made", bound=2500)
    assert now.get("0") is not None
    now.prune()
    assert sorted(place.name for place in now.folder.iterdir()) == ["0", "4"]


def greeting(word: str) -> tuple[Artifact, ...]:
    return (Artifact("hello.txt", word.encode()),)


def broken(word: str) -> tuple[Artifact, ...]:
    raise ZeroDivisionError(word)


def job(word: str) -> Job:
    return Job(f"greeting {word}", "words.yml", partial(greeting, word))


def test_a_known_job_is_not_run_and_a_damaged_result_is_made_again(tmp_path: Path) -> None:
    store = Store(tmp_path / "made")
    store.open()
    for expected in (["greeting one"], []):
        shop = Workshop(InProcess(), store)
        files, problems = shop.run([job("one")])
        assert ([file.data for file in files], problems, shop.made) == ([b"one"], (), expected)
    (entry,) = store.folder.iterdir()
    entry.write_bytes(entry.read_bytes().replace(b"one", b"two"))
    shop = Workshop(InProcess(), store)
    assert [file.data for file in shop.run([job("one")])[0]] == [b"one"]
    assert shop.made == ["greeting one"]


def test_a_job_that_fails_is_a_problem_by_name_and_the_others_run(tmp_path: Path) -> None:
    store = Store(tmp_path / "made")
    store.open()
    failing = Job("bad one", "words.yml", partial(broken, "ink"))
    files, (problem,) = Workshop(InProcess(), store).run([failing, job("two")])
    assert [file.data for file in files] == [b"two"]
    assert str(problem).startswith("words.yml:0:0: bad one: could not be made, ZeroDivisionError at test_store.py:")
    assert "Traceback" not in str(problem)


def test_equal_values_have_one_key_whether_or_not_they_share_their_parts() -> None:
    shared = Artifact("a", b"1", ("s",))
    assert key_of((shared, shared)) == key_of((shared, Artifact("".join(["a"]), bytes([49]), ("s",))))
    assert key_of((shared,)) != key_of((shared, shared))


def test_tables_that_many_are_given_are_written_out_once_and_count_by_their_value(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    written: list[object] = []

    def noting(value: object) -> str:
        written.append(value)
        return key_of(value)

    monkeypatch.setattr("generator.jobs.keys.key_of", noting)
    table = replace(EMPTY, id="one")
    keys = Keys()
    many = [keys.of(partial(greeting, [table, number]), "files") for number in range(5)]
    assert len(set(many)) == 5
    assert written == [table]
    equal = replace(EMPTY, id="".join(["o", "ne"]))
    assert equal is not table
    assert Keys().of(partial(greeting, [equal, 3]), "files") == many[3]
    different = {
        Keys().of(partial(greeting, [replace(EMPTY, id="two"), 3]), "files"),
        Keys().of(partial(greeting, [table, table, 3]), "files"),
        Keys().of(partial(greeting, word=[table, 3]), "files"),
        Keys().of(partial(broken, [table, 3]), "files"),
        Keys().of(partial(greeting, [table, 3]), "others"),
        Keys().of(greeting, "files"),
        many[3],
    }
    assert len(different) == 7


def test_another_press_has_other_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    before = key_of(1)
    monkeypatch.setattr("generator.jobs.keys.press_version", lambda: "another")
    assert key_of(1) != before
