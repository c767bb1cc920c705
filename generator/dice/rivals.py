"""Rolls without end that are used several times, each beside the other: told apart until every case can be reckoned.

`a > b and a >= 5 and b >= 3` asks of each roll on which side of some numbers it lies. In each class between such
numbers that is decided, and what remains is one roll of a class of `a` against one of a class of `b`. Where the value
of `a` is wanted besides, as in `mean(a given a > b)`, that comparison is decided too, and `a` is what it then is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import product
from math import ceil, floor

from generator.dice import arithmetic, extremes
from generator.dice.cost import Meter
from generator.dice.dice import Pool
from generator.dice.far import Value, plain
from generator.dice.frames import Frame, constants
from generator.dice.linear import Form, form_in
from generator.dice.mixture import charge_for_extreme, simplified
from generator.dice.open_ended import OpenRoll, common_step, joined, scaled, settled, shifted
from generator.dice.opposed import compared
from generator.dice.rewriting import decided, is_closed, rebuilt, within, written_out
from generator.dice.roll import Exact, Roll, whole
from generator.dice.series import Series, polynomial_series
from generator.dice.syntax import DICE, Arithmetic, Comparison, Minus, Name, Node
from generator.exact import Fraction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    class Evaluator(Protocol):
        """What this module needs of the evaluation that calls it."""

        meter: Meter

        def part(self, node: Node, frame: Frame) -> Value | Pool:
            """The value of a part whose names are fixed or used only here."""

        def total(self, part: Value | Pool, node: Node) -> Value:
            """Dice added up; anything else as it is."""


# The share of a case, and what is asked in it of which rolls.
Part = tuple[Fraction, tuple[Node, ...], Frame]
# The share of a class, a number in it, and the roll where it lies in the class.
Class = tuple[Fraction, Fraction, Exact | Roll]


def parted(asked: tuple[Node, ...], frame: Frame, run: Evaluator) -> Iterator[Part] | None:
    """The cases of expressions that use several rolls without end, or None where there is nothing to part."""
    if sum(isinstance(frame.values[name], OpenRoll) for name in frame.rolls) < 2 and not any(map(_rolls_dice, asked)):
        return None
    asked = tuple(written_out(node, frame.values) for node in asked)
    asked, frame = _with_rivals_named(asked, frame, run)
    laws = {name: law for name in frame.rolls if isinstance(law := frame.values[name], OpenRoll)}
    mentioned = set().union(*(node.names for node in asked))
    tied: set[str] = set()
    for name, law in reversed(list(frame.values.items())):
        if isinstance(law, Node) and name in mentioned | tied:
            tied |= law.names
    rivals = {node.name for root in asked for node in within(root) if isinstance(node, Name)} & laws.keys() - tied
    if len(rivals) < 2:
        return None
    numbers = constants(frame, asked)
    comparisons = {
        node: form
        for root in asked
        for node in within(root)
        if isinstance(node, Comparison) and (form := form_in(node, frame.rolls, numbers)) and form.coefficients
    }
    cuts: dict[str, dict[Comparison, Form]] = {}
    for node, form in comparisons.items():
        if len(form.coefficients) == 1 and form.coefficients[0][0] in rivals:
            cuts.setdefault(form.coefficients[0][0], {})[node] = form
    if cuts:
        return _by_cuts(asked, frame, laws, cuts, run.meter)
    several = {node: form for node, form in comparisons.items() if len(form.coefficients) > 1}
    for combination in dict.fromkeys(form.primitive() for form in several.values()):
        known = {node: form for node, form in several.items() if form.primitive() == combination}
        ahead = _by_the_one_ahead(asked, frame, laws, known, run.meter)
        if ahead is not None:
            return ahead
    return _by_reach(asked, frame, several, rivals, run.meter)


@lru_cache(maxsize=4096)
def _rolls_dice(node: Node) -> bool:
    """Whether dice are written in an expression, where names stand for all others."""
    return isinstance(node, DICE) or any(map(_rolls_dice, node.children))


def _with_rivals_named(asked: tuple[Node, ...], frame: Frame, run: Evaluator) -> tuple[tuple[Node, ...], Frame]:
    """The same with names for the dice with which named rolls are compared."""
    named: dict[str, Value] = {}

    def in_comparison(node: Node) -> Node:
        if isinstance(node, (Arithmetic, Minus)):
            return rebuilt(node, in_comparison)
        if isinstance(node, DICE) and not frame.rolls_in(node):
            label = f"dice of column {node.column}"
            named[label] = run.total(run.part(node, frame), node)
            return Name(node.column, label)
        return node

    def changed(node: Node) -> Node:
        if isinstance(node, Comparison) and frame.ties(node):
            return rebuilt(node, in_comparison)
        return node if is_closed(node) else rebuilt(node, changed)

    asked = tuple(map(changed, asked))
    for label, value in named.items():
        frame = frame.with_value(label, value)
    return asked, frame


def _by_cuts(
    asked: tuple[Node, ...],
    frame: Frame,
    laws: Mapping[str, OpenRoll],
    cuts: Mapping[str, Mapping[Comparison, Form]],
    meter: Meter,
) -> Iterator[Part]:
    """One case for each combination of classes between the numbers with which rolls are compared."""
    listed = [_classes(laws[name], found.values(), meter, asked[0].column) for name, found in cuts.items()]
    combinations = 1
    for classes in listed:
        combinations *= len(classes)
    work = combinations * sum(node.size for node in asked) * 200
    meter.charge(work, 0, 0, asked[0].column, f"telling {combinations:,} cases of these rolls apart", "ask about fewer")
    for chosen in product(*listed):
        share, case = Fraction(1), frame
        answers: dict[Comparison, bool] = {}
        for (name, found), (chance, inside, law) in zip(cuts.items(), chosen, strict=True):
            share *= chance
            case = case.with_value(name, law)
            answers.update({node: _holds(node, form, inside) for node, form in found.items()})
        yield share, decided(asked, answers), case


def _by_the_one_ahead(
    asked: tuple[Node, ...], frame: Frame, laws: Mapping[str, OpenRoll], known: Mapping[Comparison, Form], meter: Meter
) -> Iterator[Part] | None:
    """One case for each class of the combination that is compared, if only one of the rolls in it is used elsewhere."""
    combination = next(iter(known.values())).primitive()
    elsewhere = {node.name for root in asked for node in within(root, known) if isinstance(node, Name)}
    used = [name for name, _ in combination if name in elsewhere]
    if len(used) != 1 or used[0] not in laws:
        return None
    column = asked[0].column
    other: Exact | Roll = 0
    for name, coefficient in combination:
        if name not in used:
            law = frame.values[name]
            if not isinstance(law, Roll):
                return None
            term = plain(arithmetic.times(law, whole(-coefficient), meter, column))
            other = plain(arithmetic.plus(other, term, meter, column))
    if not isinstance(other, OpenRoll):
        return None
    factor = dict(combination)[used[0]]
    one = scaled(laws[used[0]], whole(factor))
    charge_for_extreme("comparison", one, other, meter, column)
    return _ahead_cases(asked, frame, (used[0], factor), (one, other), known, meter)


def _ahead_cases(
    asked: tuple[Node, ...],
    frame: Frame,
    used: tuple[str, Fraction],
    rolls: tuple[OpenRoll, OpenRoll],
    known: Mapping[Comparison, Form],
    meter: Meter,
) -> Iterator[Part]:
    one, other = rolls
    step = common_step(one.step, other.step)
    places = _places(known.values(), step)
    reached = [extremes.ahead(one, shifted(other, step * place)) for place in places]
    whole_roll = one.on_step(step)
    for place, (up, down), above in zip(
        [places[0] - 1, *places], [(whole_roll.up, whole_roll.down), *reached], [*reached, (None, None)], strict=True
    ):
        share, law = _given(step, _less(up, above[0]), _less(down, above[1]))
        if law is not None:
            name, factor = used
            value = arithmetic.times(law, whole(1 / factor), meter, asked[0].column)
            answers = {node: _holds(node, form, step * place) for node, form in known.items()}
            yield share, decided(asked, answers), frame.with_value(name, value)


def _by_reach(
    asked: tuple[Node, ...], frame: Frame, several: Mapping[Comparison, Form], rivals: set[str], meter: Meter
) -> Iterator[Part] | None:
    """Two classes of a roll: in one it decides a comparison whatever the others are, in the other it has an end."""
    for node, form in several.items():
        for name, factor in form.coefficients:
            law = frame.values[name]
            if name not in rivals or not isinstance(law, OpenRoll) or (law.minimum is None) == (law.maximum is None):
                continue
            # The combination goes on without end where the roll does; the others may be most against it.
            rises = (law.maximum is None) == (factor > 0)
            against = form.constant
            for other, by in form.coefficients:
                end = _end(frame.values[other], greatest=(by > 0) != rises)
                if other != name:
                    if end is None:
                        break
                    against += by * end
            else:
                return _decided_beyond(asked, frame, (name, law), node, Form(((name, factor),), against), meter)
    return None


def _end(law: object, *, greatest: bool) -> Fraction | None:
    """The least or greatest value of a roll, if it has one."""
    if not isinstance(law, Roll):
        return None
    return law.maximum if greatest else law.minimum


def _decided_beyond(
    asked: tuple[Node, ...], frame: Frame, roll: tuple[str, OpenRoll], node: Comparison, form: Form, meter: Meter
) -> Iterator[Part]:
    """`form` is the comparison of the roll alone, with all others where they are most against it."""
    name, law = roll
    for share, inside, part in _classes(law, [form], meter, asked[0].column):
        far = isinstance(part, OpenRoll)
        answers = {node: _holds(node, form, inside)} if far else {}
        yield share, decided(asked, answers), frame.with_value(name, part)


def _places(forms: Iterable[Form], step: Exact) -> list[int]:
    """The multiples of a step at which classes begin, if these forms are told from zero."""
    places: set[int] = set()
    for form in forms:
        cut = -form.constant / form.coefficients[0][1] / Fraction(step)
        places |= {ceil(cut), floor(cut) + 1}
    return sorted(places)


def _classes(roll: OpenRoll, forms: Iterable[Form], meter: Meter, column: int) -> list[Class]:
    """The classes of a roll between the numbers at which forms of it change sign."""
    places = _places(forms, roll.step)
    roll.charge_up_to(max(map(abs, places)) + 1, meter, column)
    meter.charge((places[-1] - places[0]) * 40, 0, 0, column, "parting an open-ended roll", "use smaller targets")
    found: list[Class] = []
    for low, above in zip([None, *places], [*places, None], strict=True):
        up = _between(roll.up, low, above)
        down = _between(roll.down, None if above is None else 1 - above, None if low is None else 1 - low)
        share, law = _given(roll.step, up, down)
        if law is not None:
            inside = places[0] - 1 if low is None else low
            found.append((share, Fraction(roll.step * inside), law))
    return found


def _between(series: Series | None, first: int | None, above: int | None) -> Series | None:
    """The terms of a series from one power to before another; None stands for no bound."""
    if series is None or above is None:
        return series if series is None or first is None else series.from_power(first)
    low = series.start if first is None else max(first, series.start)
    if low >= above:
        return None
    body = series.body
    body.expand(above - series.start)
    return polynomial_series(low, body.coefficients[low - series.start : above - series.start], body.unit)


def _less(series: Series | None, taken: Series | None) -> Series | None:
    """A series without another, as far as it goes."""
    return joined(series, None if taken is None else taken.times(Fraction(-1)))


def _given(step: Exact, up: Series | None, down: Series | None) -> tuple[Fraction, Exact | Roll | None]:
    """The whole of some chances, and the roll that has them in these shares; None where there is nothing."""
    share = sum((series.total() for series in (up, down) if series is not None), Fraction(0))
    if not share:
        return share, None
    parts = [None if series is None else series.times(1 / share) for series in (up, down)]
    return share, simplified(settled(step, *parts))


def _holds(node: Comparison, form: Form, value: Exact) -> bool:
    """Whether a comparison holds where its combination of rolls, with 1 for the first, has a value."""
    return compared(node.operator, form.coefficients[0][1] * value + form.constant, 0)
