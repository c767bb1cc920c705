"""Parts are done before what is made from them, once, wherever they are done; a kept whole needs no part."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from generator.jobs.store import Store
from generator.jobs.workers import InProcess, workers
from generator.jobs.workshop import Workshop
from generator.order import Step
from generator.render.contract import Artifact, File, Job, RenderError, every_job


def sheet(word: str) -> tuple[Artifact, ...]:
    return (Artifact(f"{word}.txt", word.encode()),)


def bound(cover: str, *parts: tuple[File, ...]) -> tuple[Artifact, ...]:
    return (Artifact(f"{cover}.txt", b"+".join(file.data for part in parts for file in part)),)


def sheet_of(words: tuple[str, ...]) -> tuple[Artifact, ...]:
    return sheet("".join(words))


def piece(page: str, outline: str) -> tuple[Artifact, ...]:
    return Artifact("page.txt", page.encode()), Artifact("outline.txt", outline.encode())


def torn(word: str) -> tuple[Artifact, ...]:
    raise RenderError(f"{word} is torn")


def leaf(word: str) -> Job:
    return Job(f"sheet {word}", f"{word}.md", partial(sheet, word))


def volume(cover: str, *parts: Job) -> Job:
    return Job(f"volume {cover}", "site.yml", partial(bound, cover), parts)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    made = Store(tmp_path / "made")
    made.open()
    return made


def test_the_files_are_those_of_the_jobs_alone_in_their_order(store: Store) -> None:
    one, two = leaf("one"), leaf("two")
    shop = Workshop(InProcess(), store)
    files, problems = shop.run([volume("all", one, two), two])
    assert problems == ()
    assert [(file.path, file.data) for file in files] == [("all.txt", b"one+two"), ("two.txt", b"two")]
    assert sorted(shop.made) == ["sheet one", "sheet two", "volume all"]


def test_what_is_whole_goes_before_what_was_listed_earlier(store: Store) -> None:
    shop = Workshop(InProcess(), store)
    shop.run([volume("first", leaf("a"), leaf("b")), volume("second", leaf("c")), leaf("d"), leaf("e")])
    assert shop.made.index("volume first") < shop.made.index("sheet d")
    assert shop.made.index("volume second") < shop.made.index("sheet e")


def test_one_changed_part_is_all_that_is_made_again_below_a_whole(store: Store) -> None:
    Workshop(InProcess(), store).run([volume("all", volume("book", leaf("a"), leaf("b")), leaf("c"))])
    shop = Workshop(InProcess(), store)
    (file,), _ = shop.run([volume("all", volume("book", leaf("a"), leaf("x")), leaf("c"))])
    assert shop.made == ["sheet x", "volume book", "volume all"]
    assert file.data == b"a+x+c"


def test_a_whole_that_is_kept_needs_no_part_and_keeps_them_for_the_next_build(store: Store) -> None:
    def whole() -> Job:
        return volume("all", leaf("a"), leaf("b"))

    Workshop(InProcess(), store).run([whole()])
    later = Store(store.folder, bound=0)
    shop = Workshop(InProcess(), later)
    (file,), _ = shop.run([whole()])
    assert (file.data, shop.made) == (b"a+b", [])
    later.prune()
    # Two leaves, the whole, and where it lies by what it is made of.
    assert len(list(later.folder.iterdir())) == 4


def test_parts_that_come_to_the_same_leave_what_is_made_from_them_alone(store: Store) -> None:
    Workshop(InProcess(), store).run([volume("all", volume("book", leaf("a"), leaf("b")), leaf("c"))])
    shop = Workshop(InProcess(), store)
    reworded = Job("sheet a", "a.md", partial(sheet_of, ("a",)))
    (file,), _ = shop.run([volume("all", volume("book", reworded, leaf("b")), leaf("c"))])
    assert (file.data, shop.made) == (b"a+b+c", ["sheet a"])


def test_the_next_build_finds_it_by_what_it_is_made_of(store: Store) -> None:
    def whole() -> Job:
        return volume("all", Job("sheet a", "a.md", partial(sheet_of, ("a",))), leaf("b"))

    Workshop(InProcess(), store).run([volume("all", leaf("a"), leaf("b"))])
    Workshop(InProcess(), store).run([whole()])
    later = Store(store.folder, bound=0)
    assert Workshop(InProcess(), later).run([whole()])[0][0].data == b"a+b"
    later.prune()
    shop = Workshop(InProcess(), Store(store.folder))
    assert (shop.run([whole()])[0][0].data, shop.made) == (b"a+b", [])


def test_a_job_that_takes_one_file_of_its_parts_is_made_again_for_that_file_alone(store: Store) -> None:
    def frame(page: str, outline: str) -> Job:
        part = Job("piece", "a.md", partial(piece, page, outline))
        return Job("frame", "a.md", partial(bound, "frame"), (part,), takes="outline.txt")

    for page, outline, made in (("1", "x", ["piece", "frame"]), ("2", "x", ["piece"]), ("2", "y", ["piece", "frame"])):
        shop = Workshop(InProcess(), store)
        (file,), _ = shop.run([frame(page, outline)])
        assert (file.data, shop.made) == (outline.encode(), made)


def test_a_result_that_is_only_pointed_at_is_made_again_where_it_is_damaged(store: Store) -> None:
    whole = volume("all", leaf("a"))
    Workshop(InProcess(), store).run([whole])
    for place in store.folder.iterdir():
        data = place.read_bytes()
        if b"all.txt" in data:
            place.write_bytes(data[:-1] + b"?")
    shop = Workshop(InProcess(), Store(store.folder))
    (file,), _ = shop.run([whole])
    assert (file.data, shop.made) == (b"a", ["volume all"])


def test_a_lost_part_is_made_again_only_where_it_is_needed(store: Store) -> None:
    def books() -> list[Job]:
        shared = leaf("a")
        return [volume("one", shared), volume("two", shared)]

    Workshop(InProcess(), store).run(books())
    for entry in store.folder.iterdir():
        if b"+" not in entry.read_bytes() and b'"two.txt"' not in entry.read_bytes():
            entry.unlink()
    shop = Workshop(InProcess(), store)
    files, _ = shop.run(books())
    assert [file.data for file in files] == [b"a", b"a"]
    assert shop.made == ["sheet a", "volume one"]


def test_a_part_that_fails_is_one_problem_and_the_rest_is_made(store: Store) -> None:
    bad = Job("sheet bad", "bad.md", partial(torn, "bad"))
    shop = Workshop(InProcess(), store)
    files, problems = shop.run([volume("one", bad, leaf("a")), volume("two", bad), volume("three", leaf("b"))])
    assert [str(problem) for problem in problems] == ["bad.md:0:0: bad is torn"]
    assert [file.path for file in files] == ["three.txt"]
    assert sorted(shop.made) == ["sheet a", "sheet b", "volume three"]


@pytest.mark.parametrize("kept", [False, True])
def test_progress_counts_every_job_once_and_ends_at_the_last(store: Store, kept: bool) -> None:
    shared = leaf("s")
    jobs = [volume("one", shared, leaf("a")), volume("two", shared), leaf("b")]
    assert len(every_job(jobs)) == 5
    if kept:
        Workshop(InProcess(), store).run(jobs)
    steps: list[Step] = []
    Workshop(InProcess(), store).run(jobs, steps.append)
    counts = [step.done for step in steps]
    assert counts == sorted(counts)
    assert (steps[-1].done, steps[-1].total) == (5, 5)


def test_processes_make_the_same_of_the_same_parts(store: Store) -> None:
    words = [f"word{number}" for number in range(12)]
    jobs = [volume("all", *(volume(word, leaf(word), leaf("and")) for word in words))]
    with workers(2) as executor:
        (file,), problems = Workshop(executor, store).run(jobs)
    assert problems == ()
    assert file.data == b"+".join(f"{word}+and".encode() for word in words)


def test_this_process_works_along_until_its_steps_or_the_jobs_end(store: Store) -> None:
    taken: list[int] = []

    def steps(count: int) -> Iterator[None]:
        for number in range(count):
            taken.append(number)
            yield

    with workers(2) as executor:
        shop = Workshop(executor, store)
        files, _ = shop.run([leaf("a"), leaf("b")], meanwhile=steps(2))
        assert ([file.data for file in files], taken) == ([b"a", b"b"], [0, 1])
        shop.run([leaf("c")], meanwhile=steps(1_000_000))
        assert 2 < len(taken) < 1_000_002
