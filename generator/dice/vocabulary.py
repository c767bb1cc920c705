"""The functions of the notation: how each is called and what it means, in one place.

The checks of definitions, the evaluation and the page about the notation all read this list.
"""

from __future__ import annotations

from generator.dice.record import ByValue

# No upper limit on the number of arguments.
MANY = 1_000_000


class Builtin(ByValue):
    """A function of the notation: its call, how many arguments and which options it takes, what it gives."""

    signature: str
    doc: str
    fewest: int
    most: int
    options: tuple[str, ...] = ()
    # Whether the arguments are asked on their own, as numbers about rolls, and not as part of a roll.
    closes: bool = False
    # largest, smallest, sum and prod take `name: …` or `name = a..b: …`.
    indexed: bool = False


BUILTINS: dict[str, Builtin] = {
    "P": Builtin("P(event)", "The probability of an event, or of an event given another.", 1, 1, closes=True),
    "mean": Builtin("mean(roll)", "The expected value of a roll; may be conditional.", 1, 1, closes=True),
    "variance": Builtin("variance(roll)", "The expected squared distance from the mean.", 1, 1, closes=True),
    "sd": Builtin(
        "sd(roll)",
        "The square root of the variance: exact where it is rational, else cut after 30 decimals.",
        1,
        1,
        closes=True,
    ),
    "median": Builtin(
        "median(roll)", "The smallest x that is not exceeded with a chance of at least a half.", 1, 1, closes=True
    ),
    "quantile": Builtin(
        "quantile(roll, p)", "The smallest x that is not exceeded with a chance of at least p.", 2, 2, closes=True
    ),
    "max": Builtin("max(a, b, …)", "The greatest of several numbers or independent rolls.", 1, MANY),
    "min": Builtin("min(a, b, …)", "The least of several numbers or independent rolls.", 1, MANY),
    "abs": Builtin("abs(x)", "The distance from zero.", 1, 1),
    "floor": Builtin("floor(x)", "The greatest whole number that is not above x.", 1, 1),
    "ceil": Builtin("ceil(x)", "The least whole number that is not below x.", 1, 1),
    "round": Builtin("round(x)", "The nearest whole number; halves go up.", 1, 1),
    "clamp": Builtin("clamp(x, low, high)", "x, raised to low or lowered to high where it lies outside.", 3, 3),
    "if": Builtin("if(event, a, b)", "a where the event happens, else b.", 3, 3),
    "repeat": Builtin("repeat(n, roll)", "The sum of n independent copies of a roll; n itself may be a roll.", 2, 2),
    "count": Builtin(
        "count(dice, faces)",
        "How many of the dice show one of the faces: 6, >=8, 5..6 or {1,6}; each extra die of an exploding die counts.",
        2,
        2,
    ),
    "sum": Builtin(
        "sum(dice) or sum(k = a..b: x)",
        "The dice of a pool added up, or the sum of x over the whole numbers k from a to b.",
        1,
        1,
        indexed=True,
    ),
    "prod": Builtin("prod(k = a..b: x)", "The product of x over the whole numbers k from a to b.", 1, 0, indexed=True),
    "highest": Builtin("highest(dice, n)", "The sum of the n highest dice of a pool; n is 1 unless given.", 1, 2),
    "lowest": Builtin("lowest(dice, n)", "The sum of the n lowest dice of a pool; n is 1 unless given.", 1, 2),
    "explode": Builtin(
        "explode(dice, on=6, limit=1)",
        "The dice, each rolled again and added on some faces, at most limit times; "
        "on is the highest face and limit is forever unless given.",
        1,
        1,
        ("on", "limit"),
    ),
    "reroll": Builtin(
        "reroll(dice, on=1, limit=1)",
        "The dice, each rolled anew on some faces, at most limit times; limit is 1 unless given, and may be forever.",
        1,
        1,
        ("on", "limit"),
    ),
    "code": Builtin(
        "code(n, wild=explodes)",
        "The die code nD, n dice of which the last is the Wild Die. wild=plain adds it as it is; explodes, as in "
        "5D, rolls on and adds at each 6; removes explodes too, and a first throw of 1 is taken away together with "
        "the highest other die.",
        1,
        1,
        ("wild",),
    ),
    "largest": Builtin(
        "largest(t: condition)",
        "The last whole number t, counting from 0, before the condition fails; if it fails at 0, the first that "
        "holds counting down. With a range, t = a..b, the greatest in it that holds.",
        1,
        0,
        indexed=True,
    ),
    "smallest": Builtin(
        "smallest(t: condition)",
        "The first whole number t, counting from 0, at which the condition holds; if it holds at 0, the last that "
        "holds counting down. With a range, t = a..b, the least in it that holds.",
        1,
        0,
        indexed=True,
    ),
}

# Words that an option understands besides numbers and faces.
OPTION_WORDS = {"limit": ("forever",), "wild": ("plain", "explodes", "removes")}
