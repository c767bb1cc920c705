"""Goes through the answers that a pool which explodes without limit may give to several questions at once.

Each answer is taken near, one value after another, or far out as one case (see far.py), which makes finitely many
regions. The chance of a region with some answers far is that without regard to them, less what has them near.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from generator.dice.cost import Meter
from generator.dice.far import Far, FinerPeriod, Horizon
from generator.dice.open_ended import OpenRoll
from generator.dice.pools_open import OpenAnswers
from generator.dice.roll import Exact
from generator.dice.series import Series
from generator.dice.syntax import Refused
from generator.dice.unrolling import Case, realized
from generator.exact import Fraction

# For each question the power of its answer, or where "far out" begins.
Region = tuple[int | Horizon, ...]


def through(
    law: OpenAnswers,
    cases: Callable[[tuple[Exact | Far, ...]], list[Case]],
    work: int,
    meter: Meter,
    column: int,
) -> Iterator[Case]:
    """All cases of an expression about several answers; `work` is what evaluating it once costs.

    `cases` gives those for one value of each answer, or an answer far out.
    """
    regions: list[tuple[Region, Case]] = []

    def walk(region: Region, values: tuple[Exact | Far, ...], bounds: dict[int, int]) -> None:
        i = len(region)
        if i == len(law.scales):
            if any(isinstance(place, Horizon) for place in region) or _chance(law, region, bounds):
                regions.extend((region, case) for case in cases(values))
            return
        most = law.most[i]
        if most is None:
            horizon, before = Horizon(column), len(regions)
            scale = law.scales[i]
            try:
                walk((*region, horizon), (*values, Far(scale, scale * law.starts[i], horizon)), bounds)
                most = horizon.bound - 1
            except Refused:
                # What nothing is known of far out may not get there, now that other answers are near.
                most = law.greatest(_known(region), i, bounds)
                if most is None:
                    raise
                del regions[before:]
        meter.charge((most + 1) * work, 0, 0, column, f"going through {most + 1:,} answers", "use smaller targets")
        for k in range(most + 1):
            walk((*region, k), (*values, law.value(i, k)), {**bounds, i: most})

    try:
        walk((), (), {})
    except FinerPeriod:
        raise Refused(
            "an answer about exploding dice that are asked several things is rounded",
            column,
            "give the dice a limit: explode(4d6, limit=3)",
        ) from None
    shares: dict[tuple[object, ...], Series] = {}
    for region, (weight, value) in regions:
        free = next((i for i, place in enumerate(region) if isinstance(value, Far) and place is value.horizon), None)
        series = _share(law, region, free, shares)
        chance = series.total()
        if not chance:
            continue
        if free is not None:
            assert isinstance(value, Far)
            only = OpenRoll(1, series.times(1 / chance), None)
            yield weight * chance, realized(value, only, value.horizon, meter, column)
        else:
            yield weight * chance, value


def _chance(law: OpenAnswers, region: Region, bounds: dict[int, int]) -> Fraction:
    return law.given(_known(region), None, bounds).total()


def _known(region: Region) -> tuple[tuple[int, int], ...]:
    return tuple((i, place) for i, place in enumerate(region) if isinstance(place, int))


def _share(law: OpenAnswers, region: Region, free: int | None, shares: dict[tuple[object, ...], Series]) -> Series:
    """The chances of a region by the power of one answer in it, or the whole chance."""
    far = {i: place.bound for i, place in enumerate(region) if isinstance(place, Horizon)}
    bounds = {i: bound - 1 for i, bound in far.items()}
    waiting = tuple((i, bound) for i, bound in far.items() if i != free)
    found = _beyond(law, _known(region), waiting, free, bounds, shares)
    return found if free is None else found.from_power(far[free])


def _beyond(
    law: OpenAnswers,
    known: tuple[tuple[int, int], ...],
    waiting: tuple[tuple[int, int], ...],
    free: int | None,
    bounds: dict[int, int],
    shares: dict[tuple[object, ...], Series],
) -> Series:
    """The same where some answers are known and others lie from a bound on."""
    key = known, waiting, free
    if key not in shares:
        if not waiting:
            shares[key] = law.given(known, free, bounds)
        else:
            (i, bound), *others = waiting
            result = _beyond(law, known, tuple(others), free, bounds, shares)
            for k in range(bound):
                near = _beyond(law, tuple(sorted((*known, (i, k)))), tuple(others), free, bounds, shares)
                if not near.is_zero:
                    result = result.plus(near.times(Fraction(-1)))
            shares[key] = result
    return shares[key]
