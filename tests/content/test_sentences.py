"""Each sentence of the loader is said by at least one case, so that none is dead and none goes unread."""

from __future__ import annotations

import re

import pytest

from generator.content import sentences
from tests.content.test_files import SPOILED
from tests.content.trees import cases, expected

SENTENCES = {name: text for name, text in vars(sentences).items() if name.isupper()}


def _said() -> list[str]:
    lines = [line for case in cases() for line in expected(case).read_text("utf-8").splitlines()]
    lines += [line for _, wanted in SPOILED.values() for line in wanted]
    return [re.sub(r"^.*?:\d+:\d+: ", "", line) for line in lines]


SAID = _said()


@pytest.mark.parametrize("name", SENTENCES)
def test_a_case_shows_the_sentence(name: str) -> None:
    # Doubled braces stand for themselves; what is in single ones may be any text.
    parts = re.split(r"\{\{|\}\}|\{\w+\}", SENTENCES[name])
    pattern = ".+".join(re.escape(part) for part in parts)
    assert [line for line in SAID if re.match(f"{pattern}(?:; |$)", line)]


def test_a_long_text_is_shortened_where_it_is_quoted() -> None:
    assert sentences.quoted("ab\n") == r"'ab\n'"
    assert sentences.quoted("x" * 61) == "'" + "x" * 59 + "…'"
