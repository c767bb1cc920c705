"""A finder with every kind of blank, for the tests of its pages: numbers in a row, rolls, and labels with names."""

from __future__ import annotations

from generator.dice.notation import parse
from generator.exact import Fraction
from generator.tables.finder import tree
from generator.tables.finder_model import Choice, Finder, Input, Question, Reply, Standing
from generator.tables.numbers import NumberFormat

PERCENT = NumberFormat("percent", 2)


def _numbers(name: str, title: str, first: int, last: int, start: int) -> Input:
    choices = tuple(Choice(str(n), str(n), {name: ["number", str(n)]}) for n in range(first, last + 1))
    return Input(name, title, choices, start - first, (first, last))


def sample_finder() -> Finder:
    """Two questions: a pool against a target, which stands in the table `split`, and a weapon against armor."""
    chance = Question(
        key="chance",
        title="Chance of a roll",
        sentence=(
            "I roll ",
            _numbers("dice", "Dice", 1, 12, 3),
            " dice against ",
            _numbers("target", "Target", 1, 60, 11),
        ),
        replies=(
            Reply(
                "chance of success", tree(parse("P((dice)d6 >= target)")), PERCENT, Fraction(1, 2), "50.00%", "1 in 2"
            ),
            Reply("on average", tree(parse("3.5 * dice")), NumberFormat("decimal", 1), Fraction(21, 2), "10.5"),
        ),
        curve="target",
        standing=Standing(
            "split",
            "Chance by target",
            "{target}",
            "{dice}d6",
            {str(n): str(n) for n in range(1, 61)},
            {f"{n}d6": f"{n}d6" for n in range(1, 7)},
            "split--11--3d6",
        ),
        chapter="rolling",
        note="A tie succeeds.",
    )
    weapons = tuple(
        Choice(label, key, {"weapon": tree(parse(label))})
        for label, key in (("d6", "d6"), ("2d6!{5,6}", "2d6-open-5-6"), ("3D+1", "3d-plus-1"))
    )
    manners = tuple(Choice(word, word, {"bonus": ["number", str(n)]}) for n, word in ((2, "carefully"), (0, "wildly")))
    hit = Question(
        key="hit",
        title="Do I hit?",
        sentence=("With ", Input("weapon", "Weapon", weapons, 1), " ", Input("manner", "Manner", manners, 0), "."),
        replies=(
            Reply("chance to hit", tree(parse("hits(weapon, bonus)")), PERCENT, Fraction(5, 6), "83.33%", "1 in 1.2"),
        ),
    )
    functions = {"hits": (("weapon", "bonus"), tree(parse("P(weapon + bonus >= 7)")))}
    return Finder((chance, hit), functions, "sample/finder.yml")
