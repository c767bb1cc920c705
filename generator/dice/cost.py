"""What an expression may cost, and the refusal when an estimate exceeds it.

Costs are estimated from sizes alone before any work is done, so the same expression is accepted or
refused whatever has been computed before. A unit of work is about one step of the interpreter on
small whole numbers, some 50 nanoseconds; numbers of many words count as more.
"""

from __future__ import annotations

from generator.dice.record import ByValue
from generator.dice.syntax import Refused

WORD = 64


class Budget(ByValue):
    """The most that one evaluation may use: units of work, bytes at once, and steps of a search."""

    work: int = 200_000_000
    memory: int = 256_000_000
    search: int = 10_000


# What a part of an evaluation cost: work each time, and work whose result is remembered, by what it is.
Charges = tuple[int, tuple[tuple[str, int], ...]]


class Meter:
    """Adds up the estimates of one evaluation; raises `Refused` before the work that would exceed them.

    `every_time` and `asked` only tell how `spent` came about, for `since`.
    """

    __slots__ = ("announced", "asked", "budget", "every_time", "spent")

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self.spent = 0
        self.announced: set[tuple[str, int]] = set()
        self.every_time = 0
        self.asked: list[tuple[str, int]] = []

    def state(self) -> tuple[int, int, int]:
        """What `rewind` needs to know."""
        return self.spent, self.every_time, len(self.asked)

    def rewind(self, state: tuple[int, int, int]) -> None:
        """Takes back what was announced since then, for work that is done in another way after all."""
        self.spent, self.every_time, asked = state
        del self.asked[asked:]
        self.announced = set(self.asked)

    def restart(self) -> None:
        """Begins again from nothing, for another evaluation."""
        self.spent = self.every_time = 0
        if self.asked:
            self.announced.clear()
            self.asked.clear()

    def charge(self, work: int, numbers: int, bits: int, column: int, what: str, hint: str) -> None:
        """Announces work that will hold `numbers` whole numbers of `bits` bits at once.

        `what` names the work as in "adding 400 dice"; `hint` says what would be feasible.
        """
        self._take(work, numbers, bits, column, what, hint)
        self.every_time += work

    def _take(self, work: int, numbers: int, bits: int, column: int, what: str, hint: str) -> None:
        needed = numbers * (40 + bits // 8)
        if needed > self.budget.memory:
            raise Refused(f"{what} would take about {needed // 1_000_000:,} million bytes of memory", column, hint)
        self.spent += work
        if self.spent > self.budget.work:
            raise Refused(
                f"{what} would take about {self.spent // 1_000_000:,} million steps,"
                f" more than the budget of {self.budget.work // 1_000_000:,} million",
                column,
                hint,
            )

    def charge_once(self, work: int, numbers: int, bits: int, column: int, what: str, hint: str) -> None:
        """The same for work whose result is remembered, so that doing it again costs nothing in one evaluation."""
        self.asked.append((what, work))
        if (what, work) not in self.announced:
            self._take(work, numbers, bits, column, what, hint)
            self.announced.add((what, work))

    def mark(self) -> tuple[int, int]:
        """The point from which `since` tells the charges."""
        return self.every_time, len(self.asked)

    def since(self, mark: tuple[int, int]) -> Charges:
        """What was charged from a mark on."""
        every_time, asked = mark
        since = self.every_time - every_time
        return since, tuple(dict.fromkeys(self.asked[asked:])) if len(self.asked) > asked else ()

    def again(self, charges: Charges) -> bool:
        """Charges for a part that was computed before, or charges nothing and says no where that is too much."""
        every_time, asked = charges
        if not asked:
            if self.spent + every_time > self.budget.work:
                return False
            self.spent += every_time
            self.every_time += every_time
            return True
        fresh = [one for one in asked if one not in self.announced]
        spent = self.spent + every_time + sum(work for _, work in fresh)
        if spent > self.budget.work:
            return False
        self.spent = spent
        self.announced.update(fresh)
        self.every_time += every_time
        self.asked += asked
        return True


def words(bits: int) -> int:
    """How much more than a small number one of so many bits costs."""
    return 1 + bits // WORD
