"""Goes through the cases of named rolls by a program, which takes less than half of what evaluating each case does."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from generator.dice.dice import Pool
from generator.dice.far import Far
from generator.dice.frames import Frame
from generator.dice.mixture import items
from generator.dice.open_ended import OpenRoll
from generator.dice.programs import Asking, Otherwise, Program
from generator.dice.questions import is_only_added_up
from generator.dice.roll import Exact, FiniteRoll
from generator.dice.syntax import Node, NotationError
from generator.dice.unrolling import Case, unrolled
from generator.exact import Fraction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from generator.dice.evaluation import Evaluation


def cases_of(
    rolls: Sequence[str],
    asked: tuple[Node, ...],
    frame: Frame,
    run: Evaluation,
    shares: bool,
    otherwise: Callable[[], Iterable[Case]],
) -> Iterable[Case]:
    """What an expression comes to in every case of the rolls, with the case's weight; see joint.py.

    `asked` may have a condition besides. `otherwise` is what an evaluation of each case gives.
    """
    program = run.program(asked, tuple(rolls))
    asking = None if program is None else program.begin(frame, run)
    if program is None or asking is None:
        return otherwise()
    laws: list[FiniteRoll | OpenRoll] = []
    for name in rolls:
        law = frame.values[name]
        if isinstance(law, Pool) and is_only_added_up(name, asked, frame):
            law = run.total(law, asked[0])
        if not isinstance(law, (FiniteRoll, OpenRoll)):
            return otherwise()
        laws.append(law)
    if any(not frame.rolls.isdisjoint(node.names) for node in program.alone):
        # What is asked on its own of further rolls may use them twice.
        return otherwise()
    state = run.meter.state()
    try:
        return _below(list(zip(rolls, laws, strict=True)), program, asking, shares)
    except (NotationError, Otherwise):
        # The complaint is looked for without programs: were they tried again at each depth of a function that calls
        # itself, every depth would double what is done.
        run.meter.rewind(state)
        make, run.make = run.make, None
        try:
            return list(otherwise())
        finally:
            run.make = make


def _below(
    rolls: Sequence[tuple[str, FiniteRoll | OpenRoll]], program: Program, asking: Asking, shares: bool
) -> list[Case]:
    """The cases of the rolls from the first on; those before have fallen."""
    if not rolls:
        weight = 1 if program.chance is None else program.chance(asking)
        return [(weight, program.value(asking))] if weight else []
    (name, law), rest = rolls[0], rolls[1:]

    def fallen(value: Exact | Far) -> list[Case]:
        program.put(asking, name, value)
        return _below(rest, program, asking, shares)

    if isinstance(law, OpenRoll):
        return list(unrolled(law, fallen, asking.meter, program.node.column, shares=shares))
    total = law.total if shares else 1
    found: list[Case] = []
    for outcome, weight in items(law):
        share: Exact = weight if total == 1 else Fraction(weight, total)
        found += [(share * further, value) for further, value in fallen(outcome)]
    return found
