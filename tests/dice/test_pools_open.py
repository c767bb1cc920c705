"""Several questions to one pool that explodes without limit: near zero against every combination, beyond by sums."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from math import prod

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.dice.notation import Refused
from generator.exact import Fraction
from tests.dice.asking import ask, law_of, roll

# A die and its faces, and the faces on which it explodes.
DICE = {
    "d6!": (range(1, 7), {6}),
    "d4!{3}": (range(1, 5), {3}),
    "d6!{1}": (range(1, 7), {1}),
    "d6!{5,6}": (range(1, 7), {5, 6}),
    "d{-4,1,2}!{-4}": ((-4, 1, 2), {-4}),
    "d{0.5,1,2,2}!{2}": ((Fraction(1, 2), 1, 2, 2), {2}),
}
Chain = tuple[Fraction | int, ...]


def chains(faces: tuple[int, ...], on: set[int], longest: int) -> list[tuple[Chain, Fraction]]:
    """All chains of at most so many throws, with their chances."""
    done: list[tuple[Chain, Fraction]] = []
    going: list[tuple[Chain, Fraction]] = [((), Fraction(1))]
    for _ in range(longest):
        following = []
        for chain, chance in going:
            for face in faces:
                (following if face in on else done).append(((*chain, face), chance / len(faces)))
        going = following
    return done


def thrown(die: str, number: int, longest: int) -> Iterator[tuple[list[Chain], Fraction]]:
    """So many dice in descending order of their totals, in all ways with short chains.

    Dice with equal totals stay in the order of being thrown; as all dice are alike, that is to leave it to chance.
    """
    for dice in product(chains(*DICE[die], longest), repeat=number):  # type: ignore[arg-type]
        yield sorted((chain for chain, _ in dice), key=sum, reverse=True), prod(chance for _, chance in dice)


def count(dice: list[Chain], faces: set[int]) -> int:
    return sum(face in faces for chain in dice for face in chain)


def total(dice: list[Chain]) -> Fraction | int:
    return sum(map(sum, dice))


QUESTIONS: list[tuple[str, Callable[[list[Chain]], object]]] = [
    ("7 * count(p, 1) + count(p, >=2)", lambda dice: 7 * count(dice, {1}) + count(dice, {2, 3, 4, 5, 6})),
    ("7 * sum(p) + count(p, >=2)", lambda dice: 7 * total(dice) + count(dice, {2, 3, 4, 5, 6})),
    ("highest(p) * lowest(p, 2)", lambda dice: total(dice[:1]) * total(dice[-2:])),
    ("7 * highest(p) + lowest(p, 2)", lambda dice: 7 * total(dice[:1]) + total(dice[-2:])),
    ("7 * highest(p, 2) + sum(p) * count(p, 2)", lambda dice: 7 * total(dice[:2]) + total(dice) * count(dice, {2})),
]


def within(text: str, die: str) -> str:
    """What is asked where all dice together stay near zero and show few faces, else a number that does not occur."""
    return f"if(abs(sum(p)) <= 9 and count(p, >=-9) <= 5, {text}, 123456) where p = 3{die}"


@pytest.mark.parametrize("die", DICE)
@pytest.mark.parametrize(("text", "value"), QUESTIONS)
def test_near_zero(die: str, text: str, value: Callable[[list[Chain]], object]) -> None:
    if len(DICE[die][1]) > 1 and text.startswith("7 * highest(p) + lowest"):
        with pytest.raises(Refused, match="several faces"):
            law_of(within(text, die))
        return
    expected: dict[object, Fraction] = {}
    for dice, chance in thrown(die, 3, 4):
        if abs(total(dice)) <= 9 and sum(map(len, dice)) <= 5:
            expected[value(dice)] = expected.get(value(dice), Fraction(0)) + chance
    found = law_of(within(text, die))
    assert found.pop(Fraction(123456)) == 1 - sum(expected.values())
    assert found == expected


EVENTS = ["sum(p) >= {0}", "count(p, 6) >= {1}", "count(p, 1) < {1}", "highest(p) > {0}", "lowest(p, 2) <= {0}"]


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.tuples(st.sampled_from(EVENTS), st.integers(1, 24), st.integers(1, 4)), min_size=2, max_size=3),
    st.sampled_from(["3d6!", "2d8!{3}", "4d6!kh2", "3d6!{1}dl1", "2d6!{5,6}"]),
)
def test_events_part_the_chance_of_others(events: list[tuple[str, int, int]], pool: str) -> None:
    first, *others = (text.format(far, near) for text, far, near in events)
    rest = " and ".join(others)
    whole = ask(f"P({first} where p = {pool})")
    both, only = ask(f"P({first} and {rest} where p = {pool})"), ask(f"P({first} and not ({rest}) where p = {pool})")
    assert both + only == whole
    assert ask(f"P({first} or {rest} where p = {pool})") == ask(f"P({rest} where p = {pool})") + only


@settings(max_examples=30, deadline=None)
@given(
    st.sampled_from(["sum(p)", "count(p, 6)", "sum(p) + 2 * count(p, 6)", "count(p, >=3)"]),
    st.sampled_from(EVENTS[:3]),
    st.integers(2, 20),
    st.sampled_from(["3d6!", "2d8!{8,3}", "3d6!>=5"]),
)
def test_means_given_an_event_and_its_opposite(what: str, event: str, far: int, pool: str) -> None:
    event = event.format(far, 2)
    chance = ask(f"P({event} where p = {pool})")
    parts = [
        share * ask(f"mean({what} given {condition} where p = {pool})")
        for condition, share in ((event, chance), (f"not {event}", 1 - chance))
        if share
    ]
    assert sum(parts) == ask(f"mean({what} where p = {pool})")


def test_a_mean_that_can_be_told_without_reckoning() -> None:
    # Without a 1, a die shows 2 to 6: 4 on average in all, and a sixth throw in five is a further one.
    assert ask("mean(sum(p) given count(p, 1) == 0 where p = 4d6!)") == 4 * (Fraction(7, 2) + 6 * Fraction(1, 5))
    # Three sixes at least: one die that showed three more than it must.
    assert ask("mean(sum(p) given count(p, 6) >= 3 and sum(p) >= 2 where p = 1d6!)") == 18 + Fraction(21, 5)
    assert ask("P(sum(p) >= 20 and count(p, 6) >= 2 where p = 4d6!)") == ask("P(4d6! >= 20)") - sum(
        ask(f"P(repeat(4, d5) + {6 * k} >= 20)") * Fraction(5**4 * (4 if k else 1), 6 ** (4 + k)) for k in (0, 1)
    )


@pytest.mark.parametrize(
    ("one",
         "other"),
    [
        ("mean(sum(p) - highest(p) where p = 4d6!)",
         "mean(4d6!dh1)"),
        ("variance(sum(p) - highest(p) where p = 4d6!)",
         "variance(4d6!dh1)"),
        ("P(sum(p) - lowest(p) >= 17 where p = 3d4!{2})",
         "P(3d4!{2}dl1 >= 17)"),
        ("P(highest(p) - lowest(p) >= 5 where p = 2d6!)",
         "P(abs(d6! - d6!) >= 5)"),
        ("P(sum(p) >= 2 * highest(p) where p = 2d6!)",
         "P(d6! == d6!)"),
        ("variance(sum(p) - 2 * highest(p) where p = 2d8!{3})",
         "variance(abs(d8!{3} - d8!{3}))"),
        ("P(sum(p) - 2 * lowest(p) <= 4 where p = 2d6!)",
         "P(abs(d6! - d6!) <= 4)"),
        (
            "P(highest(p) >= 9 and sum(p) >= 20 where p = 2d6!{5,6})",
            "P(a + b >= 20 and max(a, b) >= 9 where a = d6!{5,6}, b = d6!{5,6})",
        ),
        (
            "mean(sum(p) given highest(p) >= 8 where p = 3d6!{5,6})",
            ("(mean(3d6!{5,6}) - sum(s = 3..21: s * P(sum(p) == s and highest(p) <= 7 where p = 3d6!{5,6})))"
            " / P(3d6!{5,6}kh1 >= 8)"),
        ),
        ("P(count(p, 6) >= 2 or sum(p) == 0 where p = 0d6!)", "1"),
        ("mean(count(p, 6) + highest(p) where p = 3d6!dl3)", "0"),
        ("P(sum(p) > 5 * count(p, 6) and sum(p) <= 30 where p = 3d6!)",
         "P(3d6! <= 30)"),
        ("mean(floor(sum(p) / 2 + count(p, 6) / 2) where p = 2d6!)",
         "mean(floor(repeat(2, d{1,2,3,4,5,7}!) / 2))"),
        ("P(s >= 20 and c == 1 where p = 4d6!, s = sum(p), c = count(p, 6))",
         "P(repeat(4, d5) + 6 >= 20) * 4 * 625 / 7776"),
        ("P(sum(p) >= t and count(p, >=t) >= 1 where t = d4, p = 2d4!)",
         "(P(2d4! >= 1) + sum(t = 2..4: P(count(2d4!, >=t) >= 1 ))) / 4"),
        ("mean(count(p, 6) + sum(p) where p = 3d6!kh2)",
         "mean(count(3d6!kh2, 6)) + mean(3d6!kh2)"),
        ("P(sum(p) + d6 >= 12 and count(p, 6) == 0 where p = 2d6!)",
         "P(2d5 + d6 >= 12) * 25 / 36"),
    ],
)  # fmt: skip
def test_two_ways_to_the_same(one: str, other: str) -> None:
    assert ask(one) == ask(other)


KEPT = {"kh2": slice(0, 2), "kl1": slice(2, 3), "dh1dl1": slice(1, 2), "kh1": slice(0, 1)}


@pytest.mark.parametrize("die", ["d6!", "d4!{3}", "d6!{1}"])
@pytest.mark.parametrize("kept", KEPT)
def test_counting_among_kept_dice_that_explode(die: str, kept: str) -> None:
    faces, on = DICE[die]
    (face,) = on
    longest = 7
    # A die that goes on for longer outranks all that matter, and is dropped or shows too many of the face.
    listed = [*chains(faces, on, longest), ((face,) * 99, Fraction(1, len(faces)) ** longest)]  # type: ignore[arg-type]
    expected: dict[int, Fraction] = {}
    for dice in product(listed, repeat=3):
        order = sorted((chain for chain, _ in dice), key=sum, reverse=True)
        shown = count(order[KEPT[kept]], on)
        expected[shown] = expected.get(shown, Fraction(0)) + prod(chance for _, chance in dice)
    law = roll(f"count(3{die}{kept}, {face})")
    for shown in range(2):
        assert law.probability(shown) == expected[shown]
    text = f"count(3{die}{kept.replace('k', 'x').replace('d', 'k').replace('x', 'd')}, {face})"
    if kept != "dh1dl1":
        assert law.mean() + ask(f"mean({text})") == ask(f"mean(count(3{die}, {face}))")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("P(count(p, 5) > count(p, 6) where p = 3d6!{5,6})", "roots of equations"),
        ("mean(sum(p) given lowest(p) >= 2 where p = 3d6!{5,6})", "several faces"),
        ("mean(count(3d6!{5,6}kh2, 6))", "several faces"),
        ("P(count(p, 6) >= 1 and lowest(p) >= 3 where p = 3d6!{5,6})", "several faces"),
        ("P(highest(p) - 2 * lowest(p) > 3 and count(p, 6) >= 2 where p = 4d6!)", "not asked alone"),
        ("mean(sum(p) * count(p, 6) where p = 4d6!)", "multiplied"),
        ("mean(floor(sum(p) / 2) given count(p, 6) >= 1 where p = 4d6!)", "rounded"),
        ("P(sum(p) >= 10000 and count(p, 6) >= 1000 where p = 90d6!)", "memory"),
        ("P(highest(p) >= 8 and sum(p) >= 20 where p = 400d6!)", "steps"),
    ],
)  # fmt: skip
def test_what_stays_out_of_reach_is_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(Refused, match=reason):
        ask(text)
