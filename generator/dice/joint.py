"""Rolls that are used more than once: the same name is the same roll.

An expression is closed by going through the values of every named roll on which more than one of its parts
depends; in each case that roll is a plain number, and what is left is made of independent parts. Names used
once need no such care. `given` keeps only the share of each case in which its condition holds.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from generator.dice import arithmetic
from generator.dice.casewise import cases_of
from generator.dice.cost import Meter
from generator.dice.dice import Pool
from generator.dice.far import Far, Value
from generator.dice.frames import Bound, Frame, Observed, constants
from generator.dice.linear import as_one
from generator.dice.mixture import Cases, items
from generator.dice.open_ended import OpenRoll
from generator.dice.pools import Question, answers
from generator.dice.pools_open import OpenAnswers
from generator.dice.products import asked_too_much
from generator.dice.questions import as_sums, in_answers, is_only_added_up, questions_about
from generator.dice.regions import through
from generator.dice.rivals import parted
from generator.dice.roll import Exact, FiniteRoll, Roll, whole
from generator.dice.syntax import Binding, Given, Node, NotationError, Where
from generator.dice.unrolling import Case, unrolled
from generator.dice.uses import shared_rolls
from generator.exact import Fraction

# Roughly what it costs to evaluate one node in one case, in units of work.
STEPS_A_NODE = 20
_MANY = "going through {:,} combinations of the named rolls"
_FEWER = "name fewer rolls, or smaller ones"

TYPE_CHECKING = False
if TYPE_CHECKING:
    from generator.dice.evaluation import Evaluation


def close(node: Node, frame: Frame, run: Evaluation) -> Value | Pool:
    """The value of an expression with `where` and `given`, in which names are the same roll throughout."""
    # A tuple of types, not a union, which would be made anew each time.
    binds = isinstance(node, (Where, Given))
    if not binds and not frame.rolls:
        return run.part(node, frame)
    body: Node = node
    condition: Node | None = None
    while binds and isinstance(body, (Where, Given)):
        if isinstance(body, Where):
            for binding in body.bindings:
                frame = _bind(binding, frame, run)
            body = body.body
        elif condition is None:
            condition = body.condition
            body = body.value
        else:
            raise NotationError("there are two conditions", body.condition.column, "join them with 'and'")
    asked: tuple[Node, ...] = (body,) if condition is None else (body, condition)
    shared = shared_rolls(asked, frame) if any(frame.ties(one) for one in asked) else []
    if condition is None and not shared:
        return run.part(body, frame)
    cases = Cases(body.column)
    for weight, value in _parts(shared, asked, frame, run, shares=False):
        cases.add(weight, value)
    if not cases.mass:
        assert condition is not None
        raise NotationError("the condition can never hold", condition.column)
    return cases.together(run.meter, body.column)


def _parts(shared: list[str], asked: tuple[Node, ...], frame: Frame, run: Evaluation, shares: bool) -> Iterator[Case]:
    """All cases, those of rolls without end that are compared with each other told apart first; see rivals.py."""
    if len(shared) > 1:
        asked, frame, shared = _merged(asked, frame, shared, run)
    if any(_is_open(frame.values[name]) for name in shared):
        shares = True
        asked = tuple(as_sums(node, frame) for node in asked)
        frame = _added_up(asked, frame, run)
        apart = parted(asked, frame, run)
        if apart is not None:
            for share, part, case in apart:
                for weight, value in _parts(shared_rolls(part, case), part, case, run, shares=True):
                    yield share * weight, value
            return
        if _several_open(frame):
            # With numbers for the finite rolls, those without end may be told apart after all.
            laws = frame.values
            shared = sorted(shared, key=lambda name: (isinstance(laws[name], Node), _is_open(laws[name])))
    _announce(asked, shared, frame, run)

    def one_by_one() -> Iterator[Case]:
        return _cases(shared, asked, frame, run, shares)

    apart_still = shares and _several_open(frame)
    yield from one_by_one() if apart_still else cases_of(shared, asked, frame, run, shares, one_by_one)


def _is_open(law: object) -> bool:
    return isinstance(law, OpenRoll) or (isinstance(law, Pool) and law.die.open_ended)


def _several_open(frame: Frame) -> bool:
    return sum(map(_is_open, frame.values.values())) > 1


def _added_up(asked: tuple[Node, ...], frame: Frame, run: Evaluation) -> Frame:
    """The frame with the sum for each pool about which nothing else is asked."""
    for name, law in frame.values.items():
        if name in frame.rolls and isinstance(law, Pool) and is_only_added_up(name, asked, frame):
            frame = frame.with_value(name, run.total(law, asked[0]))
    return frame


def _cases(shared: list[str], asked: tuple[Node, ...], frame: Frame, run: Evaluation, shares: bool) -> Iterator[Case]:
    """What the expression comes to in every case of the shared rolls, with the case's weight.

    The weights have a common factor, unless they must be `shares` of the whole to be put beside those of other laws.
    """
    if not shared:
        weight = run.event(asked[1], frame) if len(asked) > 1 else 1
        if weight:
            yield weight, run.total(run.part(asked[0], frame), asked[0])
        return
    name, rest = shared[0], shared[1:]
    law = frame.values[name]
    if isinstance(law, Pool):
        questions = questions_about(name, law, asked, frame, run.question)
        if len(set(questions.values())) > 1 and law.die.open_ended and law.number:
            yield from _open_pool_cases(shared, law, questions, asked, frame, run)
            return
        if len(set(questions.values())) > 1:
            for ways, seen in _pool_cases(law, questions, asked, run.meter, shares):
                for further, value in _cases(rest, asked, frame.fixing(name, seen), run, shares):
                    yield ways * further, value
            return
        # Everything asks for the same thing, so the answer is an ordinary roll.
        about = questions
        only = next(iter(questions))
        law = run.part(only, frame)

        def fixed(value: Value) -> Bound:
            return Observed(dict.fromkeys(about, value))
    else:
        if isinstance(law, Node):
            law = close(law, frame, run)
        assert not isinstance(law, Observed)

        def fixed(value: Value) -> Bound:
            return value

    law = run.total(law, asked[0])
    if isinstance(law, OpenRoll):
        yield from unrolled(
            law,
            lambda value: list(_cases(rest, asked, frame.fixing(name, fixed(value)), run, shares)),
            run.meter,
            asked[0].column,
            shares=shares,
        )
    elif isinstance(law, FiniteRoll):
        # Laws that depend on other rolls differ in their totals from case to case.
        total = law.total if shares else 1
        rivals = shares and _several_open(frame)
        if isinstance(frame.values[name], Node):
            total = law.total
            cost = len(law.outcomes) * _size(asked) * STEPS_A_NODE
            run.meter.charge(cost, 0, 0, asked[0].column, _MANY.format(len(law.outcomes)), _FEWER)
        for outcome, weight in items(law):
            share: Exact = weight if total == 1 else Fraction(weight, total)
            case = frame.fixing(name, fixed(outcome))
            # Numbers in place of this roll may tell others apart that have no end.
            onward = _parts if rivals else _cases
            for further, value in onward(rest, asked, case, run, shares):
                yield share * further, value
    elif isinstance(law, Roll):
        raise asked_too_much(asked[0].column)
    else:
        assert not isinstance(law, (Pool, Node, Observed))
        yield from _cases(rest, asked, frame.fixing(name, fixed(law)), run, shares)


def _pool_cases(
    dice: Pool, questions: dict[Node, Question], asked: tuple[Node, ...], meter: Meter, shares: bool
) -> Iterator[tuple[Exact, Observed]]:
    """Every combination of answers about a pool, with its weight or share."""
    distinct = tuple(dict.fromkeys(questions.values()))
    places = {node: distinct.index(question) for node, question in questions.items()}
    column = asked[0].column
    weights = answers(dice, distinct, meter, column)
    meter.charge(len(weights) * _size(asked) * STEPS_A_NODE, 0, 0, column, _MANY.format(len(weights)), _FEWER)
    total = sum(weights.values())
    for given, weight in weights.items():
        share = Fraction(weight, total) if shares else weight
        yield share, Observed({node: given[place] for node, place in places.items()})


def _open_pool_cases(
    shared: list[str],
    law: Pool,
    questions: dict[Node, Question],
    asked: tuple[Node, ...],
    frame: Frame,
    run: Evaluation,
) -> Iterator[Case]:
    """The cases of a pool that explodes without limit; what is asked about it becomes names for its answers."""
    name, rest = shared[0], shared[1:]
    asked, frame, named = in_answers(name, questions, asked, frame)
    frame = frame.fixing(name, Observed({}))
    column = asked[0].column
    answers_of = OpenAnswers(law, tuple(named.values()), run.meter, column)
    if len(named) == 1:
        (only,) = named
        yield from _cases([only, *rest], asked, frame.with_value(only, answers_of.alone()), run, shares=True)
        return

    def cases(values: tuple[Exact | Far, ...]) -> list[Case]:
        fixed = frame
        for answer, value in zip(named, values, strict=True):
            fixed = fixed.fixing(answer, value)
        return list(_cases(rest, asked, fixed, run, shares=True))

    yield from through(answers_of, cases, _size(asked) * STEPS_A_NODE, run.meter, column)


def _merged(
    asked: tuple[Node, ...], frame: Frame, shared: list[str], run: Evaluation
) -> tuple[tuple[Node, ...], Frame, list[str]]:
    """The same with rolls that only occur as one combination made one roll; see linear.py."""
    mentioned = frozenset().union(*(node.names for node in asked))
    numbers = tuple((name, value) for name, value in constants(frame, asked).items() if name in mentioned)
    laws = {name: frame.values[name] for name in shared}
    candidates = [name for name, law in laws.items() if isinstance(law, (Roll, Pool))]
    tied = {name for law in frame.values.values() if isinstance(law, Node) for name in law.names}
    candidates = [name for name in candidates if name not in tied]
    for size in range(len(candidates), 1, -1):
        for rolls in combinations(candidates, size):
            merged = " combined with ".join(rolls)
            found = as_one(asked, rolls, numbers, merged)
            if found is None:
                continue
            form, rewritten = found
            law: Value = 0
            for name, coefficient in form:
                roll = laws[name]
                assert isinstance(roll, (Roll, Pool))
                term = arithmetic.times(run.total(roll, asked[0]), whole(coefficient), run.meter, asked[0].column)
                law = arithmetic.plus(law, term, run.meter, asked[0].column)
            assert not isinstance(law, Far)
            rest = [name for name in shared if name not in rolls]
            return rewritten, frame.with_value(merged, law), [*rest, merged]
    return asked, frame, shared


def _announce(asked: tuple[Node, ...], shared: list[str], frame: Frame, run: Evaluation) -> None:
    """Charges for going through all combinations of the finite rolls, before it begins."""
    cases = 1
    for name in shared:
        law = frame.values[name]
        if isinstance(law, Pool) and not law.die.open_ended:
            law = run.total(law, asked[0])
        if isinstance(law, FiniteRoll):
            cases *= len(law.outcomes)
    run.meter.charge(cases * _size(asked) * STEPS_A_NODE, 0, 0, asked[0].column, _MANY.format(cases), _FEWER)


def _size(asked: tuple[Node, ...]) -> int:
    return sum(node.size for node in asked)


def _bind(binding: Binding, frame: Frame, run: Evaluation) -> Frame:
    if binding.name in frame.rolls or binding.name in frame.fixed:
        raise NotationError(f"{binding.name!r} already names a roll", binding.column, "use another name")
    if frame.rolls_in(binding.value):
        return frame.with_value(binding.name, binding.value)
    return frame.with_value(binding.name, run.part(binding.value, frame))
