"""The engine in the page and the engine in Python give the same exact answers, read the same, and print the same."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser

from generator.content.definitions import QuestionDef, System
from generator.content.load import load
from generator.diagnostics import Location
from generator.dice.evaluate import Scope, number
from generator.dice.notation import NotationError, Refused, parse
from generator.exact import Fraction
from generator.tables.axes import axis_points
from generator.tables.contexts import Context
from generator.tables.finder import tree
from generator.tables.numbers import NumberFormat, show
from tests.site.engine import PageEngine

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
CONTRACT = [
    line.split("\t")[:2]
    for line in (ROOT / "tests" / "dice" / "notation-contract.tsv").read_text("utf-8").splitlines()[1:]
    if line
]


@pytest.fixture(scope="module")
def engine(browser: Browser) -> Iterator[PageEngine]:
    made = PageEngine(browser)
    yield made
    made.page.close()


def test_the_contract_of_the_notation_holds_in_the_page(engine: PageEngine) -> None:
    answers = engine.ask([(expression, {}, {}) for expression, _ in CONTRACT])
    for (expression, exact), answer in zip(CONTRACT, answers, strict=True):
        assert answer == exact, expression


def made_up(random: Random) -> str:
    """A question about dice of every kind that the page takes."""
    n, s, t = random.randint(1, 9), random.choice((4, 6, 8, 10, 12, 20)), random.randint(-3, 40)
    k = random.randint(1, n)
    sign = random.choice((">=", ">", "<=", "<", "==", "!="))
    rolls = [
        f"{n}d{s}", f"{n}d{s}k{random.choice('hl')}{k}", f"{n}d{s}d{random.choice('hl')}{k}", f"{n}d6!", f"{n}d{s}!",
        f"{min(n, 4)}d6!{{5,6}}", f"{n}d6!>=5", f"{n}D", f"{n}D+{k % 3}", f"{n}dF", f"d{{0,0,1,{k},7}}",
        f"count({n}d{s}, >={random.randint(2, s)})", f"count({n}d10!, >=8)", f"code({n}, wild=removes)",
        f"explode({min(n, 4)}d6, on=>=5, limit={k % 3})", f"reroll({n}d{s}, on=<=2)",
        f"reroll(d{s}, on=1, limit=forever)",
        f"max({n}d{s}, d20)", f"clamp({n}d6 - {t}, 0, {k})", f"min(d6!, {n})", f"max({n}d6! - 8, 3)",
        f"repeat({k}, max(d6 - 2, 0))", f"if(d20 >= {n}, {k}d6, 2)", f"abs(d6 - {n}d4)", f"floor({n}d6 / 2)",
        f"round({n}d6 * 0.75)", f"{n}d6 * {k}", f"d{s} * d4", f"-{n}d6!", f"highest({n}d{s}, {k})",
        f"lowest({n}d{s}, {k})", f"{min(n, 4)}d6!k{random.choice('hl')}{min(k, 3)}", f"{min(n, 3)}d8!>=7dl1",
        f"max({min(n, 3)}d6!, d{s}!)", f"min(d6!{{5,6}} + {k}, {min(n, 2)}d{s}! - 1)", f"max(-d6!, -{min(n, 2)}d4!)",
        f"max({min(n, 3)}d6!, 2d{s})",
    ]  # fmt: skip
    one, other = random.choice(rolls), random.choice(rolls)
    return random.choice(
        [
            f"P({one} {sign} {t})",
            f"P({one} {sign} {t})",
            f"P({one} + {k} {sign} {other})",
            f"mean({one})",
            f"mean({one} - {other})",
            f"variance({one})",
            f"sd({one})",
            f"median({one})",
            f"quantile({one}, {random.randint(1, 99)}%)",
            f"largest(t: P({one} >= t) >= {random.randint(5, 95)}%)",
            f"P({t - n} <= {one} <= {t + n})",
            f"P({one} >= {t} or {other} {sign} {n})",
            f"P(a {sign} b given a >= {n} where a = d20, b = {n}d4)",
            f"P(a + b >= {t} and a != b where a = {k}d6, b = {k}d6)",
            f"P(count(p, 1) >= {k % 3} and sum(p) {sign} {t} where p = {min(n, 5)}d6)",
            f"mean(if(a >= {t}, 2 * a, {k}) where a = {n}d6)",
            f"P(if(a >= {t}, 1, if(a >= {n}, 2, 3)) {sign} 2 where a = {n}D)",
            f"prod(m = {k}..{k + 3}: P({n}D >= m))",
            f"sum(i = 0..{k}: P(count({n}d6, 6) == i))",
        ]
    )


def test_a_few_thousand_questions_have_the_same_answer(engine: PageEngine) -> None:
    random = Random(20)
    asked = list(dict.fromkeys(made_up(random) for _ in range(3000)))
    asked += [f"mean({n}d8dh{k}dl1)" for n in range(1, 7) for k in range(3)]
    # More ways to choose among these dice than a double could tell apart.
    asked += ["P(80d6!kl1 >= 2)", "mean(90d4!kl1)"]
    expected: dict[str, str] = {}
    for expression in asked:
        try:
            expected[expression] = str(number(expression))
        except Refused:
            # Too costly there says nothing about the page, which goes other ways.
            continue
        except NotationError:
            expected[expression] = ""
    answers = dict(zip(asked, engine.ask([(expression, {}, {}) for expression in asked]), strict=True))
    refused = {one for one, answer in answers.items() if answer.startswith("refused: ")}
    wrong = {one: (answers[one], due) for one, due in expected.items() if one not in refused and answers[one] != due}
    assert wrong == {}
    answered = [one for one, due in expected.items() if due]
    assert len(answered) > 2000
    # What the page refuses although there is an answer is rare.
    assert len(refused.intersection(answered)) < len(answered) / 25


def test_the_page_reads_expressions_as_the_build_does(engine: PageEngine) -> None:
    random = Random(7)
    texts = [expression for expression, _ in CONTRACT] + [made_up(random) for _ in range(500)]
    texts += [
        "1 <= 2d6 <= 9",
        "not d6 == 6 and d6 > 1 or d6 < 2",
        "−3 × 2 ÷ 4",
        "d%",
        "(2)d(6)kh",
        "5d6dh1dl",
        "x where x = d6, y = 2",
    ]
    assert engine.read(texts) == [tree(parse(text)) for text in texts]


@pytest.mark.parametrize(
    "text",
    ["", "P(", "2d6 >=", "d6 d6", "P(2d6 >= 9", "5 +", "{1,2}", "d6 where", "x where x = 1, x = 2", "d6!!", "1..5"],
)
def test_what_cannot_be_read_is_refused_in_a_sentence(engine: PageEngine, text: str) -> None:
    with pytest.raises(NotationError):
        parse(text)
    (answer,) = engine.ask([(text, {}, {})])
    assert answer.startswith("refused: ")


@pytest.mark.parametrize(
    "text",
    [
        "P(sum(p) >= 20 and count(p, 6) >= 2 where p = 4d6!)",
        "P(highest(p) >= 6 and sum(p) >= 12 where p = 3d6!)",
        "mean(sum(p) given count(p, 1) == 0 where p = 4d6!)",
        "mean(count(4d6!kh3, >=5))",
        "P(a > b and a >= 5 and b >= 3 where a = 2d6!, b = d8!)",
        "mean(a given a > b where a = d6!, b = d8!)",
        "P(d6! * d6! + 3 >= 20)",
        "P(d6! * d6! >= d6)",
    ],
)
def test_what_the_page_leaves_to_the_command_line_is_exact_or_refused(engine: PageEngine, text: str) -> None:
    (answer,) = engine.ask([(text, {}, {})])
    assert answer.startswith("refused: ") or answer == str(number(text))


def test_numbers_read_the_same(engine: PageEngine) -> None:
    random = Random(3)
    chances = [Fraction(random.randint(0, 10**k), 10**k) for k in (1, 2, 3, 4, 5, 9) for _ in range(60)]
    chances += [Fraction(1, 20_000), Fraction(19_999, 20_000), Fraction(0), Fraction(1), Fraction(1, 8), Fraction(3, 8)]
    numbers = [Fraction(random.randint(-10_000, 10_000), random.choice((1, 2, 3, 8, 16, 7))) for _ in range(200)]
    cases = [
        (value, NumberFormat(style, digits, mark, signed, trim))
        for style, values in (("percent", chances), ("odds", chances), ("decimal", numbers), ("mixed", numbers))
        for value in values
        for digits, mark, signed, trim in ((0, True, False, False), (1, False, True, True), (2, True, False, True))
    ]  # type: ignore[misc]
    cases += [
        (Fraction(value), NumberFormat("whole", signed=signed)) for value in range(-3, 4) for signed in (True, False)
    ]
    shown = engine.show([(value, asdict(form)) for value, form in cases])
    assert shown == [show(value, form).text for value, form in cases]


SYSTEMS = load(ROOT / "content").content


def questions() -> list[tuple[System, QuestionDef]]:
    assert SYSTEMS is not None
    return [(system, question) for system in SYSTEMS.systems if system.finder for question in system.finder.questions]


def test_every_system_that_is_published_has_questions() -> None:
    assert SYSTEMS is not None
    assert {system.id for system in SYSTEMS.systems if system.finder} == set(SYSTEMS.site.systems)


@pytest.mark.parametrize(
    ("system", "question"), questions(), ids=[f"{system.id}-{question.key}" for system, question in questions()]
)
def test_every_question_is_answered_alike(engine: PageEngine, system: System, question: QuestionDef) -> None:
    random = Random(question.key)
    context = Context(Scope(functions=system.functions))
    axes = {name: one.axis(name) for name, one in question.inputs.items()}
    points = {name: axis_points(axis, Location(""), context) for name, axis in axes.items()}
    functions = {name: (one.parameters, tree(one.body)) for name, one in system.functions.items()}
    cases, expected = [], []
    for _ in range(24):
        chosen = {name: random.choice(some) for name, some in points.items()}
        inner = context
        names = {}
        for name, point in chosen.items():
            inner = inner.having(point.names)
            item = axes[name].values[points[name].index(point)] if len(axes[name].values) == len(points[name]) else None
            if point.value is not None:
                names[name] = ["number", str(point.value)]
            elif hasattr(item, "names"):
                names |= {given: tree(expression.node) for given, expression in item.names.items()}
            else:
                names[name] = tree(item.node)  # type: ignore[union-attr]
        for answer in question.answers:
            cases.append((tree(answer.value.node), names, functions))
            expected.append(str(inner.number(answer.value)))
    assert engine.ask(cases) == expected
