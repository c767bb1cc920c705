"""What an expression may cost, and the refusal when an estimate exceeds it.

Costs are estimated from sizes alone before any work is done, so the same expression is accepted or
refused whatever has been computed before. A unit of work is about one step of the interpreter on
small whole numbers, some 50 nanoseconds; numbers of many words count as more.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from generator.dice.syntax import Refused

WORD = 64


@dataclass(frozen=True)
class Budget:
    """The most that one evaluation may use: units of work, bytes at once, and steps of a search."""

    work: int = 200_000_000
    memory: int = 256_000_000
    search: int = 10_000


@dataclass
class Meter:
    """Adds up the estimates of one evaluation; raises `Refused` before the work that would exceed them."""

    budget: Budget
    spent: int = field(default=0)
    announced: set[tuple[str, int]] = field(default_factory=set)

    def charge(  # noqa: PLR0917 - the arguments read as one sentence
        self, work: int, numbers: int, bits: int, column: int, what: str, hint: str
    ) -> None:
        """Announces work that will hold `numbers` whole numbers of `bits` bits at once.

        `what` names the work as in "adding 400 dice"; `hint` says what would be feasible.
        """
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

    def charge_once(  # noqa: PLR0917 - the arguments read as one sentence
        self, work: int, numbers: int, bits: int, column: int, what: str, hint: str
    ) -> None:
        """The same for work whose result is remembered, so that doing it again costs nothing in one evaluation."""
        if (what, work) not in self.announced:
            self.charge(work, numbers, bits, column, what, hint)
            self.announced.add((what, work))


def words(bits: int) -> int:
    """How much more than a small number one of so many bits costs."""
    return 1 + bits // WORD
