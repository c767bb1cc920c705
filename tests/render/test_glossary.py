"""Terms: linked once a chapter, in running text alone; and the page that explains them."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from markdown import Markdown

from generator.exact import Fraction
from generator.render.glossary import glossary_page, linked
from generator.tables.book import Book, Chapter, Figure, Prose
from tests.samples import sample_library

WORDS = (
    ("target", "What to reach."),
    ("base target", "Before sixes."),
    ("die code", 'Dice and "pips" *here*.'),
    ("Wild Die", "Rolls on."),
    ("natural six", "A six."),
)


def book() -> Book:
    return replace(sample_library().books[0], id="game", words=WORDS)


def chapter(*pieces: Prose | Figure) -> Chapter:
    return Chapter("rolling", "Rolling", "game/rolling.md", pieces)


def terms(markdown: str) -> list[str]:
    """The words of a text that became links, after Markdown has read it."""
    made = linked(chapter(Prose(markdown)), book())
    text = "".join(piece.markdown for piece in made.pieces if isinstance(piece, Prose))
    html = Markdown(extensions=["toc", "tables", "admonition", "attr_list", "md_in_html", "footnotes"]).convert(text)
    return [" ".join(words.split()) for words in re.findall(r'<a class="term"[^>]*>([^<]*)</a>', html)]


@pytest.mark.parametrize(
    ("markdown", "found"),
    [
        ("Reach the target. The target is 5.", ["target"]),
        ("The base target is no target.", ["base target", "target"]),
        ("Base targets and targets.", ["Base targets", "targets"]),
        ("A die\ncode, two die codes.", ["die code"]),
        ("A wild die is not the Wild Die.", ["Wild Die"]),
        ("Natural sixes count.", ["Natural sixes"]),
        ("A retargeted, target-like, targeting thing.", []),
        ("A **target** and *die codes*.", ["target", "die codes"]),
        ("- a target\n- more", ["target"]),
        ("- one\n\n    A target in the item.", ["target"]),
        ('!!! note "The target"\n    A target here.', ["target"]),
        ("# The target\n\n## Die codes #\n\nText.", []),
        ("The target\n==========\n\nText.", []),
        ("A `target`, ``the ` target``.", []),
        ("```\ntarget\n```\n\nText.", []),
        ("Text.\n\n    target = 5\n", []),
        ("[the target](x.md) [target][1] ![target](x.png)\n\n[1]: target.md", []),
        ("[a [nested] target](x_(y)_target.md)", []),
        ("<b>no</b> <a href='x'>target</a> <data value='1'>1</data>", []),
        ('<p title="target">Words</p>', []),
        ("| target | b |\n|---|---|\n| target | d |", []),
        ("Text[^target].\n\n[^target]: Words.", []),
    ],
)
def test_where_terms_become_links(markdown: str, found: list[str]) -> None:
    assert terms(markdown) == found


def test_the_words_of_the_page_are_as_they_were() -> None:
    markdown = (
        "# Target\n\nA base target, a target, a `die code`, a [Wild Die](x.md) and a Wild Die.\n\n- natural sixes\n"
    )
    made = linked(chapter(Prose(markdown)), book())
    (prose,) = made.pieces
    assert isinstance(prose, Prose)
    assert re.sub(r"<a class=\"term\"[^>]*>|</a>", "", prose.markdown) == markdown


def test_values_stay_where_they_stand() -> None:
    value = Figure("5", Fraction(5), "5")
    pieces = (Prose("A [target "), value, Prose("](x.md), a target of "), value, Prose(" and the target."), value)
    made = linked(chapter(*pieces), book())
    assert [piece for piece in made.pieces if isinstance(piece, Figure)] == [value] * 3
    assert [isinstance(piece, Figure) for piece in made.pieces] == [False, True, False, True, False, True]
    texts = [piece.markdown.count('class="term"') for piece in made.pieces if isinstance(piece, Prose)]
    assert texts == [0, 1, 0]


def test_a_meaning_is_no_markup_in_a_link() -> None:
    made = linked(chapter(Prose("A die code.")), book())
    html = Markdown().convert("".join(piece.markdown for piece in made.pieces if isinstance(piece, Prose)))
    assert 'title="Dice and &quot;pips&quot;' in html.replace("&#34;", "&quot;")
    assert "<em>" not in html


def test_links_lead_to_the_page_of_all_words() -> None:
    library = replace(sample_library(), books=(book(),))
    page = "\n".join(glossary_page(library))
    for term, _ in WORDS:
        made = linked(chapter(Prose(f"One {term}.")), book())
        text = "".join(piece.markdown for piece in made.pieces if isinstance(piece, Prose))
        addresses = re.findall(r'href="\.\./glossary\.html#([^"]+)"', text)
        assert len(addresses) == 1
        assert f'id="{addresses[0]}"' in page


def test_without_words_there_is_no_page_and_no_link() -> None:
    plain = replace(book(), words=())
    assert glossary_page(replace(sample_library(), books=(plain,))) == []
    text = chapter(Prose("The target."))
    assert linked(text, plain) == text
