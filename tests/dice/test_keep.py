"""Keeping, dropping and counting, against every combination of faces."""

from itertools import product

import pytest

from generator.exact import Fraction
from tests.dice.asking import ask, law_of, roll
from tests.dice.brute import D6, exploding_chains, law

WAYS = {
    "kh": lambda faces, k: sum(sorted(faces, reverse=True)[:k]),
    "kl": lambda faces, k: sum(sorted(faces)[:k]),
    "dh": lambda faces, k: sum(sorted(faces)[: max(0, len(faces) - k)]),
    "dl": lambda faces, k: sum(sorted(faces, reverse=True)[: max(0, len(faces) - k)]),
}


@pytest.mark.parametrize("number", range(1, 6))
@pytest.mark.parametrize("how", WAYS)
def test_keep_and_drop(how: str, number: int) -> None:
    for taken in range(1, number):
        expected = law([D6] * number, lambda *faces, taken=taken: WAYS[how](faces, taken))
        assert law_of(f"{number}d6{how}{taken}") == expected
    assert ask(f"mean({number}d6kh{number + 2})") == ask(f"mean({number}d6)")
    assert ask(f"mean({number}d6dl{number})") == 0


@pytest.mark.parametrize("how", WAYS)
def test_uneven_faces(how: str) -> None:
    for faces in ((0, 0, 1, 5), (-2, 3, 3, 9), (Fraction(1, 2), 1, 40)):
        text = ",".join(str(face) for face in faces)
        for taken in (1, 2):
            expected = law([faces] * 3, lambda *thrown, taken=taken: WAYS[how](thrown, taken))  # type: ignore[list-item]
            assert law_of(f"3d{{{text}}}{how}{taken}") == expected


def test_keeping_is_written_in_several_ways() -> None:
    assert law_of("4d6kh3") == law_of("4d6dl1") == law_of("4d6dl") == law_of("highest(4d6, 3)")
    assert law_of("2d20kh") == law_of("highest(2d20)") == law_of("max(d20, d20)")
    assert law_of("highest(4d6dl1, 2)") == law_of("4d6kh2")
    assert law_of("lowest(4d6dl1)") == law([D6] * 4, lambda *faces: sorted(faces)[1])
    assert law_of("4d6kh(n)", n=2) == law_of("4d6kh2")


def test_limited_explosion_before_keeping() -> None:
    def total(a: int, b: int) -> int:
        return a + b if a == 6 else a

    expected = law([D6] * 6, lambda a, b, c, d, e, f: sum(sorted((total(a, b), total(c, d), total(e, f)))[1:]))
    assert law_of("highest(explode(3d6, on=6, limit=1), 2)") == expected


@pytest.mark.parametrize("how", WAYS)
@pytest.mark.parametrize(("text", "sides", "on"), [("3d6!", 6, {6}), ("3d4!{3,4}", 4, {3, 4}), ("3d4!{1}", 4, {1})])
@pytest.mark.parametrize("taken", [1, 2])
def test_exploding_dice_kept_and_dropped(how: str, text: str, sides: int, on: set[int], taken: int) -> None:
    bound = 13
    one: dict[int, Fraction] = {}
    for chain, chance in exploding_chains(sides, on, 3 * bound):
        one[sum(chain)] = one.get(sum(chain), Fraction(0)) + chance
    # A die of at least the bound is as good as the bound where high dice are dropped, and too much where they count.
    small = {total: chance for total, chance in one.items() if total < bound}
    small[bound] = 1 - sum(small.values())
    expected: dict[int, Fraction] = {}
    for thrown in product(small.items(), repeat=3):
        value = WAYS[how]([total for total, _ in thrown], taken)
        chance = thrown[0][1] * thrown[1][1] * thrown[2][1]
        expected[value] = expected.get(value, Fraction(0)) + chance
    kept = roll(f"{text}{how}{taken}")
    for value in range(bound):
        assert kept.probability(value) == expected.get(value, 0)


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [("5d6dh1dl1", 1, 4), ("5d6kh4kl3", 1, 4), ("5d6dl1dh2kh1", 2, 3), ("5d6kh9dl", 0, 4), ("4d6dh1dl3", 1, 1)],
)
def test_one_keep_after_another(text: str, first: int, last: int) -> None:
    number = int(text[0])
    assert law_of(text) == law([D6] * number, lambda *thrown: sum(sorted(thrown, reverse=True)[first:last]))


@pytest.mark.parametrize(("sides", "on"), [(6, {6}), (4, {3, 4}), (4, {1})])
def test_the_middle_of_exploding_dice(sides: int, on: set[int]) -> None:
    bound = 11
    one: dict[int, Fraction] = {}
    for chain, chance in exploding_chains(sides, on, 4 * bound):
        one[sum(chain)] = one.get(sum(chain), Fraction(0)) + chance
    # As above: a die of at least the bound is dropped as one of the highest, or too much.
    small = {total: chance for total, chance in one.items() if total < bound}
    small[bound] = 1 - sum(small.values())
    expected: dict[int, Fraction] = {}
    for thrown in product(small.items(), repeat=4):
        value = sum(sorted(total for total, _ in thrown)[1:3])
        chance = thrown[0][1] * thrown[1][1] * thrown[2][1] * thrown[3][1]
        expected[value] = expected.get(value, Fraction(0)) + chance
    faces = ",".join(map(str, sorted(on)))
    kept = roll(f"4d{sides}!{{{faces}}}dh1dl1")
    for value in range(bound):
        assert kept.probability(value) == expected.get(value, 0)
    # The parts of which the sum is made have its mean.
    text = f"3d{sides}!{{{faces}}}"
    assert ask(f"mean({text}kh1) + mean({text}dh1dl1) + mean({text}kl1)") == ask(f"mean({text})")


@pytest.mark.parametrize("text", ["d6!", "d6!{5,6}", "d4!{1}", "d10!{3,9}"])
def test_kept_and_dropped_add_up_in_the_mean(text: str) -> None:
    for taken in (1, 2):
        assert ask(f"mean(3{text}kh{taken})") + ask(f"mean(3{text}dh{taken})") == ask(f"mean(3{text})")


def test_the_highest_of_two_exploding_dice_is_their_maximum() -> None:
    for text in ("d6!", "d6!{5,6}", "d4!{1}"):
        for ask_about in ("mean", "variance"):
            assert ask(f"{ask_about}(2{text}kh1)") == ask(f"{ask_about}(max({text}, {text}))")
            assert ask(f"{ask_about}(2{text}kl1)") == ask(f"{ask_about}(min({text}, {text}))")


@pytest.mark.parametrize(
    ("faces", "shown"),
    [("6", {6}), (">=4", {4, 5, 6}), ("2..4", {2, 3, 4}), ("{1,6}", {1, 6}), ("<1", set()), ("!=3", {1, 2, 4, 5, 6})],
)
def test_counting_faces(faces: str, shown: set[int]) -> None:
    expected = law([D6] * 4, lambda *thrown: sum(face in shown for face in thrown))
    found = {k: ask(f"P(count(4d6, {faces}) == {k})") for k in range(5)}
    assert found == {k: expected.get(k, 0) for k in range(5)}


def test_counting_among_kept_dice() -> None:
    expected = law([D6] * 4, lambda *thrown: sum(face >= 5 for face in sorted(thrown)[1:]))
    assert law_of("count(4d6kh3, >=5)") == expected
