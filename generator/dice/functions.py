"""The functions of the notation, as listed in vocabulary.py, and the call of those that a system defines."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import isqrt

from generator.dice import counting, keep, mixture
from generator.dice.checking import unknown_function, unknown_word, wrong_count
from generator.dice.codes import die_code
from generator.dice.cost import Meter
from generator.dice.dice import exploding, rerolled
from generator.dice.evaluation import Evaluation, Form, chance_of
from generator.dice.far import Far, Value
from generator.dice.frames import Frame
from generator.dice.joint import close
from generator.dice.memory import Part
from generator.dice.roll import Exact, Roll, whole
from generator.dice.syntax import Call, Comparison, Function, Name, NotationError, Option
from generator.dice.vocabulary import BUILTINS
from generator.exact import Fraction

DEEPEST_CALL = 20


def call(run: Evaluation, node: Call, frame: Frame) -> Part:
    """The value of a function applied to its arguments."""
    form = _CALLS.get(node.function)
    if form is not None:
        _require_fitting(node)
        return form(run, node, frame)
    function = run.functions.get(node.function)
    if function is None:
        raise unknown_function(node, run.functions)
    arguments = [run.part(argument, frame) for argument in node.arguments]
    if isinstance(function, Function):
        if len(arguments) != len(function.parameters):
            raise wrong_count(node, f"{function.name}({', '.join(function.parameters)})")
        if run.depth >= DEEPEST_CALL:
            raise NotationError(f"the function {function.name!r} calls itself without end", node.column)
        run.depth += 1
        try:
            inner = Frame(dict(zip(function.parameters, arguments, strict=True)))
            return close(function.body, inner, run)
        except NotationError as problem:
            # The column would point into the function's own text.
            problem.column = node.column
            raise
        finally:
            run.depth -= 1
    numbers = [Fraction(run.exact(argument, frame, f"an argument of {node.function!r}")) for argument in node.arguments]
    return whole(function(*numbers))


@lru_cache(maxsize=4096)
def _require_fitting(node: Call) -> None:
    """Raises `NotationError` where the arguments and options are not those of the notation's function."""
    builtin = BUILTINS[node.function]
    if not builtin.fewest <= len(node.arguments) <= builtin.most:
        raise wrong_count(node, builtin.signature)
    for option in node.options:
        if option.name not in builtin.options:
            raise NotationError(f"{node.function!r} takes no option {option.name!r}", option.column)


def _chance(run: Evaluation, node: Call, frame: Frame) -> Part:
    body = node.arguments[0]
    frame = frame.released()
    if type(body) is Comparison and not (frame.rolls and frame.ties(body)):
        return whole(run.event(body, frame))
    return whole(chance_of(run.close(body, frame), body))


def _moment(of: Callable[[Roll], Fraction], of_number: Callable[[Exact], Exact]) -> Callable[..., Part]:
    def form(run: Evaluation, node: Call, frame: Frame) -> Part:
        value = run.close(node.arguments[0], frame.released())
        return whole(of(value)) if isinstance(value, Roll) else of_number(value)

    return form


def deviation(roll: Roll) -> Fraction:
    """The square root of the variance: exact where it is rational, else cut after 30 decimals."""
    variance = roll.variance()
    top, bottom = isqrt(variance.numerator), isqrt(variance.denominator)
    if top * top == variance.numerator and bottom * bottom == variance.denominator:
        return Fraction(top, bottom)
    return Fraction(isqrt(variance.numerator * 10**60 // variance.denominator), 10**30)


def _quantile(run: Evaluation, node: Call, frame: Frame) -> Part:
    value = run.close(node.arguments[0], frame.released())
    share = run.exact(node.arguments[1], frame, "the share") if len(node.arguments) > 1 else Fraction(1, 2)
    if not 0 < share <= 1:
        raise NotationError("the share of a quantile lies above 0 and is at most 1", node.arguments[1].column)
    if not isinstance(value, Roll):
        return value
    if share == 1 and value.maximum is None:
        raise NotationError("an open-ended roll has no greatest value", node.column, "ask for less than 100%")
    return whole(value.quantile(share))


def _extreme(run: Evaluation, node: Call, frame: Frame) -> Part:
    values = [run.value(argument, frame) for argument in node.arguments]
    result = values[0]
    for value in values[1:]:
        result = mixture.extreme(node.function, result, value, run.meter, node.column)
    return result


def _rounding(run: Evaluation, node: Call, frame: Frame) -> Part:
    return mixture.rounded(node.function, run.value(node.arguments[0], frame), run.meter, node.column)


def _abs(run: Evaluation, node: Call, frame: Frame) -> Part:
    return mixture.absolute(run.value(node.arguments[0], frame), run.meter, node.column)


def _clamp(run: Evaluation, node: Call, frame: Frame) -> Part:
    x, low, high = (run.value(argument, frame) for argument in node.arguments)
    return clamped(x, low, high, run.meter, node.arguments[1].column)


def clamped(x: Value, low: Value, high: Value, meter: Meter, column: int) -> Value:
    """What is raised to the one end of a range and lowered to the other."""
    if not isinstance(low, (Roll, Far)) and not isinstance(high, (Roll, Far)) and low > high:
        raise NotationError(f"clamp from {low} to {high} leaves nothing", column)
    return mixture.extreme("min", mixture.extreme("max", x, low, meter, column), high, meter, column)


def _if(run: Evaluation, node: Call, frame: Frame) -> Part:
    condition, yes, no = node.arguments
    chance = run.event(condition, frame)
    return case_of(chance, lambda: run.value(yes, frame), lambda: run.value(no, frame), run.meter, node.column)


def case_of(chance: Exact, yes: Callable[[], Value], no: Callable[[], Value], meter: Meter, column: int) -> Value:
    """What a case with this chance comes to, or else the other; one that cannot be is never asked."""
    if chance == 1:
        return yes()
    if chance == 0:
        return no()
    return mixture.mix([(Fraction(chance), yes()), (1 - chance, no())], meter, column)


def _repeat(run: Evaluation, node: Call, frame: Frame) -> Part:
    number_of, body = node.arguments
    if not isinstance(body, Name) and frame.rolls_in(body):
        raise NotationError(
            "a named roll cannot be part of what repeat() makes new each time", body.column, "write its dice instead"
        )
    copies = run.value(number_of, frame)
    return mixture.repeated(copies, run.close(body, frame.released()), run.meter, number_of.column)


def _count(run: Evaluation, node: Call, frame: Frame) -> Part:
    seen = frame.observed(node.arguments[0])
    if seen is not None:
        return seen.of(node)
    dice = run.dice(node.arguments[0], frame, "'count'")
    return counting.count(dice, run.faces(node.arguments[1], dice.die, frame), run.meter, node.column)


def _sum(run: Evaluation, node: Call, frame: Frame) -> Part:
    seen = frame.observed(node.arguments[0])
    return seen.of(node) if seen is not None else run.value(node.arguments[0], frame)


def _ranked(run: Evaluation, node: Call, frame: Frame) -> Part:
    seen = frame.observed(node.arguments[0])
    if seen is not None:
        return seen.of(node)
    dice = run.dice(node.arguments[0], frame, f"{node.function!r}")
    return keep.pool_total(run.ranked(node, dice, frame), run.meter, node.column)


def _limit(run: Evaluation, option: Option | None, default: int | None, frame: Frame) -> int | None:
    if option is None:
        return default
    if isinstance(option.value, Name) and option.value.name == "forever":
        return None
    if isinstance(option.value, Name) and frame.find(option.value.name) is None:
        raise unknown_word(option, option.value.name, option.value.column)
    return run.natural(option.value, frame, "the limit")


def _explode_call(run: Evaluation, node: Call, frame: Frame) -> Part:
    dice = run.dice(node.arguments[0], frame, "'explode'")
    options = {option.name: option for option in node.options}
    limit = _limit(run, options.get("limit"), None, frame)
    on = frozenset({dice.die.faces[-1][0]})
    if "on" in options:
        on = run.faces(options["on"].value, dice.die, frame)
    return exploding(dice, on, limit, node.column)


def _reroll_call(run: Evaluation, node: Call, frame: Frame) -> Part:
    dice = run.dice(node.arguments[0], frame, "'reroll'")
    options = {option.name: option for option in node.options}
    if "on" not in options:
        raise NotationError("'reroll' needs to know the faces", node.column, "write reroll(d20, on=1)")
    if dice.die.explodes:
        raise NotationError("dice are re-rolled before they explode", node.column, "write explode(reroll(…), …)")
    on = run.faces(options["on"].value, dice.die, frame)
    limit = _limit(run, options.get("limit"), 1, frame)
    if limit is None and {face for face, _ in dice.die.faces} <= on:
        raise NotationError("a die that is rolled again on all its faces never stops", node.column)
    run.meter.charge((limit or 0) ** 2, 0, 0, node.column, f"re-rolling up to {limit} times", "write limit=forever")
    return dice.but(die=rerolled(dice.die, on, limit))


def _code_call(run: Evaluation, node: Call, frame: Frame) -> Part:
    reading = "explodes"
    for option in node.options:
        value = option.value
        if not isinstance(value, Name) or value.name not in ("plain", "explodes", "removes"):
            raise unknown_word(option, getattr(value, "name", "this"), value.column)
        reading = value.name
    return die_code(run.natural(node.arguments[0], frame, "the number of dice"), reading, run.meter, node.column)


_CALLS: dict[str, Form] = {
    "P": _chance,
    "mean": _moment(lambda roll: roll.mean(), whole),
    "variance": _moment(lambda roll: roll.variance(), lambda _: 0),
    "sd": _moment(deviation, lambda _: 0),
    "median": _quantile,
    "quantile": _quantile,
    "max": _extreme,
    "min": _extreme,
    "abs": _abs,
    "floor": _rounding,
    "ceil": _rounding,
    "round": _rounding,
    "clamp": _clamp,
    "if": _if,
    "repeat": _repeat,
    "count": _count,
    "sum": _sum,
    "highest": _ranked,
    "lowest": _ranked,
    "explode": _explode_call,
    "reroll": _reroll_call,
    "code": _code_call,
}
