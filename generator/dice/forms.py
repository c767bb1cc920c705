"""The forms of the notation: numbers, names, dice, operators, searches, and the call of a function."""

from __future__ import annotations

from collections.abc import Callable

from generator.dice import arithmetic, mixture, monotone, search
from generator.dice.checking import missing_range, takes_no_index, unknown_name
from generator.dice.codes import die_code
from generator.dice.cost import Meter
from generator.dice.dice import exploding, keeping, pool, sided, with_faces
from generator.dice.evaluation import Evaluation, Form
from generator.dice.far import Value
from generator.dice.frames import Frame, Observed
from generator.dice.functions import call
from generator.dice.joint import close
from generator.dice.memory import Part
from generator.dice.roll import Exact, Roll, event, whole
from generator.dice.syntax import (
    Arithmetic,
    Between,
    Call,
    Code,
    Comparison,
    Dice,
    Exploding,
    Faces,
    Given,
    Indexed,
    Keep,
    Logic,
    Matching,
    Minus,
    Name,
    Node,
    Not,
    NotationError,
    Number,
    Where,
)
from generator.dice.vocabulary import BUILTINS
from generator.exact import Fraction


def _number(_: Evaluation, node: Number, __: Frame) -> Part:
    return node.exact


def _name(run: Evaluation, node: Name, frame: Frame) -> Part:
    bound = frame.find(node.name)
    if type(bound) is int or isinstance(bound, Roll):
        return bound
    if bound is None:
        raise unknown_name(node.name, node.column, frame.values, run.functions)
    if isinstance(bound, Observed):
        return bound.of(node)
    if isinstance(bound, Node):
        return run.part(bound, frame)
    return bound


def _dice(run: Evaluation, node: Dice, frame: Frame) -> Part:
    count = run.value(node.count, frame)
    if isinstance(node.sides, Faces):
        die = with_faces(tuple(run.exact(face, frame, "a face") for face in node.sides.faces))
    else:
        sides = run.natural(node.sides, frame, "the number of sides")
        if not sides:
            raise NotationError("a die needs at least one side", node.sides.column)
        run.meter.charge(20 * sides, 3 * sides, 64, node.column, f"a die of {sides} sides", "use fewer sides")
        die = sided(sides)
    if isinstance(count, Roll):
        return mixture.repeated(count, run.value(_one_of(node), frame), run.meter, node.count.column)
    return pool(mixture.copies_of(count, node.count.column, "the number of dice"), die)


def _one_of(node: Dice) -> Dice:
    return Dice(node.column, Number(node.column, Fraction(1)), node.sides)


def _exploding(run: Evaluation, node: Exploding, frame: Frame) -> Part:
    dice = run.dice(node.dice, frame, "'!'")
    on = frozenset({dice.die.faces[-1][0]}) if node.on is None else run.faces(node.on, dice.die, frame)
    return exploding(dice, on, None, node.column)


def _keep(run: Evaluation, node: Keep, frame: Frame) -> Part:
    return keeping(
        run.dice(node.dice, frame, f"{node.how!r}"), node.how, run.natural(node.number, frame, "how many dice")
    )


def _code(run: Evaluation, node: Code, frame: Frame) -> Part:
    return die_code(run.natural(node.count, frame, "the number of dice"), "explodes", run.meter, node.column)


def _minus(run: Evaluation, node: Minus, frame: Frame) -> Part:
    return arithmetic.negative(run.value(node.operand, frame))


def _arithmetic(run: Evaluation, node: Arithmetic, frame: Frame) -> Part:
    left, right = run.value(node.left, frame), run.value(node.right, frame)
    return arithmetic.OPERATIONS[node.operator](left, right, run.meter, node.column)


def _comparison(run: Evaluation, node: Comparison, frame: Frame) -> Part:
    return as_event(run.event(node, frame))


def _logic(run: Evaluation, node: Logic, frame: Frame) -> Part:
    return as_event(either(node.operator, run.event(node.left, frame), lambda: run.event(node.right, frame)))


def _not(run: Evaluation, node: Not, frame: Frame) -> Part:
    return as_event(1 - run.event(node.operand, frame))


def as_event(chance: Exact) -> Exact | Roll:
    """The event that has this chance, which is a number where it is decided."""
    if type(chance) is int:
        return chance
    return chance.numerator if chance.denominator == 1 else event(chance)


def either(operator: str, left: Exact, right: Callable[[], Exact]) -> Exact:
    """The chance of two events together (`and`) or of any of them (`or`); `right` is asked only where it matters."""
    if left == (0 if operator == "and" else 1):
        return left
    other = right()
    return left * other if operator == "and" else left + other - left * other


def _closed(run: Evaluation, node: Where | Given, frame: Frame) -> Part:
    return close(node, frame, run)


def _indexed(run: Evaluation, node: Indexed, frame: Frame) -> Part:
    def body(index: int) -> Value:
        return run.value(node.body, frame.with_value(node.name, index))

    def chance(index: int) -> Exact:
        return run.event(node.body, frame.with_value(node.name, index))

    builtin = BUILTINS.get(node.function)
    if builtin is None or not builtin.indexed:
        raise takes_no_index(node)
    span: tuple[int, int] | None = None
    if node.over is not None:
        span = span_of(
            node, run.exact(node.over.low, frame, "the range"), run.exact(node.over.high, frame, "the range")
        )
    return over_numbers(node, span, body, chance, _way(run, node, frame), run.meter)


def span_of(node: Indexed, low: Exact, high: Exact) -> tuple[int, int]:
    """The two ends of the range that an index goes through."""
    first, last = whole(low), whole(high)
    if isinstance(first, int) and isinstance(last, int):
        return first, last
    raise NotationError("a range goes from one whole number to another", (node.over or node).column)


def over_numbers(
    node: Indexed,
    span: tuple[int, int] | None,
    body: Callable[[int], Value],
    chance: Callable[[int], Exact],
    way: int | None,
    meter: Meter,
) -> Value:
    """What is asked for each number of a range, or for all: `body` tells its value, `chance` that of an event."""

    def holds(index: int) -> bool:
        found = chance(index)
        if found not in (0, 1):
            raise NotationError("the condition of a search is a chance", node.body.column, "compare it: P(…) >= 50%")
        return found == 1

    if span is not None:
        low, high = span
        meter.charge(high - low, 0, 0, node.column, f"{node.function} over {high - low + 1:,} numbers", "use fewer")
    if node.function in ("largest", "smallest"):
        return search.find(node, holds, span, meter, way)
    if span is None:
        raise missing_range(node)
    combine = arithmetic.plus if node.function == "sum" else arithmetic.times
    result: Value = 0 if node.function == "sum" else 1
    for index in range(span[0], span[1] + 1):
        result = combine(result, body(index), meter, node.column)
    return result


def _way(run: Evaluation, node: Indexed, frame: Frame) -> int | None:
    """Which way the condition of a search moves, unless a name in it stands for an expression with the same index."""
    if any(isinstance(value, Node) and node.name in value.names for value in frame.values.values()):
        return None
    return monotone.direction(node.body, node.name, run.functions)


def _misplaced(_: Evaluation, node: Node, __: Frame) -> Part:
    raise NotationError("faces can only be named in count() and in options", node.column, "compare: d6 >= 5")


FORMS: dict[type[Node], Form] = {
    Number: _number,
    Name: _name,
    Dice: _dice,
    Exploding: _exploding,
    Keep: _keep,
    Code: _code,
    Minus: _minus,
    Arithmetic: _arithmetic,
    Comparison: _comparison,
    Logic: _logic,
    Not: _not,
    Call: call,
    Indexed: _indexed,
    Given: _closed,
    Where: _closed,
    Faces: _misplaced,
    Matching: _misplaced,
    Between: _misplaced,
}
