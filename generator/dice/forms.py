"""The forms of the notation: numbers, names, dice, operators, searches, and the call of a function."""

from __future__ import annotations

from fractions import Fraction

from generator.dice import arithmetic, mixture, monotone, search
from generator.dice.checking import missing_range, takes_no_index, unknown_name
from generator.dice.codes import die_code
from generator.dice.dice import exploding, keeping, pool, sided, with_faces
from generator.dice.evaluation import Evaluation, Form
from generator.dice.far import Value
from generator.dice.frames import Frame, Observed
from generator.dice.functions import call
from generator.dice.joint import close
from generator.dice.memory import Part
from generator.dice.roll import Roll, event, whole
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
    chance = run.event(node, frame)
    return chance if type(chance) is int else event(chance)


def _logic(run: Evaluation, node: Logic, frame: Frame) -> Part:
    left = run.event(node.left, frame)
    if left == (0 if node.operator == "and" else 1):
        return int(left)
    right = run.event(node.right, frame)
    chance = left * right if node.operator == "and" else left + right - left * right
    return int(chance) if chance in (0, 1) else event(chance)


def _not(run: Evaluation, node: Not, frame: Frame) -> Part:
    chance = run.event(node.operand, frame)
    return 1 - chance if type(chance) is int else event(1 - chance)


def _closed(run: Evaluation, node: Where | Given, frame: Frame) -> Part:
    return close(node, frame, run)


def _indexed(run: Evaluation, node: Indexed, frame: Frame) -> Part:
    def body(index: int) -> Value:
        return run.value(node.body, frame.with_value(node.name, index))

    def holds(index: int) -> bool:
        chance = run.event(node.body, frame.with_value(node.name, index))
        if chance not in (0, 1):
            raise NotationError("the condition of a search is a chance", node.body.column, "compare it: P(…) >= 50%")
        return chance == 1

    builtin = BUILTINS.get(node.function)
    if builtin is None or not builtin.indexed:
        raise takes_no_index(node)
    span: tuple[int, int] | None = None
    if node.over is not None:
        low, high = (whole(run.exact(end, frame, "the range")) for end in (node.over.low, node.over.high))
        if not isinstance(low, int) or not isinstance(high, int):
            raise NotationError("a range goes from one whole number to another", node.over.column)
        span = low, high
        run.meter.charge(high - low, 0, 0, node.column, f"{node.function} over {high - low + 1:,} numbers", "use fewer")
    if node.function in ("largest", "smallest"):
        return search.find(node, holds, span, run.meter, _way(run, node, frame))
    if span is None:
        raise missing_range(node)
    combine = arithmetic.plus if node.function == "sum" else arithmetic.times
    result: Value = 0 if node.function == "sum" else 1
    for index in range(span[0], span[1] + 1):
        result = combine(result, body(index), run.meter, node.column)
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
