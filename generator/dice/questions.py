"""What an expression asks about a named pool, and the same expression written over the answers."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from generator.dice.dice import Pool
from generator.dice.frames import Frame, constants
from generator.dice.linear import in_terms_of
from generator.dice.pools import Combination, Question
from generator.dice.rewriting import is_asked_alone, is_closed, rebuilt
from generator.dice.roll import whole
from generator.dice.syntax import Call, Name, Node
from generator.exact import Fraction

# The questions to a named pool that are more than its sum.
ABOUT_POOLS = ("count", "sum", "highest", "lowest")


def as_sums(node: Node, frame: Frame) -> Node:
    """The expression with `sum(p)` written as `p`, which says the same of a named pool."""
    if isinstance(node, Call) and node.function == "sum" and isinstance(dice := node.arguments[0], Name):
        return dice if isinstance(frame.find(dice.name), Pool) else node
    return rebuilt(node, lambda part: as_sums(part, frame)) if _adds_up(node) else node


@lru_cache(maxsize=4096)
def _adds_up(node: Node) -> bool:
    """Whether `sum(…)` stands in an expression, outside of what is asked on its own."""
    if is_closed(node):
        return False
    return (isinstance(node, Call) and node.function == "sum") or any(map(_adds_up, node.children))


def is_only_added_up(name: str, asked: tuple[Node, ...], frame: Frame) -> bool:
    """Whether a pool is only ever mentioned as the sum of its dice."""
    roots = (node for node in (*asked, *frame.values.values()) if isinstance(node, Node) and name in node.names)
    return not any(_asks_more(root, name) for root in roots)


@lru_cache(maxsize=4096)
def _asks_more(root: Node, name: str) -> bool:
    calls = (node for node in root.everything if isinstance(node, Call) and node.arguments)
    return any(call.function in ABOUT_POOLS and name in call.arguments[0].names for call in calls)


def questions_about(
    name: str,
    dice: Pool,
    asked: tuple[Node, ...],
    frame: Frame,
    question: Callable[[Node, Pool, Frame], Question],
) -> dict[Node, Question]:
    """Everything that is asked about a named pool, by the node that asks; `question` reads one node."""
    found: dict[Node, Question] = {}
    waiting = [*asked, *(v for v in frame.values.values() if isinstance(v, Node) and name in v.names)]
    while waiting:
        node = waiting.pop()
        if name not in node.names:
            continue
        if isinstance(node, Call):
            if is_asked_alone(node):
                continue
            first = node.arguments[0] if node.arguments else None
            if node.function in ABOUT_POOLS and isinstance(first, Name) and first.name == name:
                found[node] = question(node, dice, frame)
                waiting += node.arguments[1:]
                continue
        if isinstance(node, Name):
            found[node] = question(node, dice, frame)
        waiting += node.children
    return found


def in_answers(
    name: str, questions: dict[Node, Question], asked: tuple[Node, ...], frame: Frame
) -> tuple[tuple[Node, ...], Frame, dict[str, Combination]]:
    """The expressions with every combination of questions about the pool written by a name, and what the names mean.

    Comparisons then say on which side of a number one combination lies: `sum(p) > 5 * count(p, 6)` is decided by the
    sum less five times the count.
    """
    labels = {question: f"{name} asked {place}" for place, question in enumerate(dict.fromkeys(questions.values()))}
    answer_to = {label: question for question, label in labels.items()}
    numbers = constants(frame, asked)
    named: dict[str, Combination] = {}

    def name_of(form: tuple[tuple[str, Fraction], ...]) -> str:
        combination = Combination(tuple((answer_to[label], whole(by)) for label, by in form))
        known = next((label for label, other in named.items() if other == combination), None)
        label = known or f"{name} answers {len(named)}"
        named[label] = combination
        return label

    def labeled(node: Node) -> Node:
        if node in questions:
            return Name(node.column, labels[questions[node]])
        return rebuilt(node, labeled) if name in node.names else node

    def written(node: Node) -> Node:
        return in_terms_of(labeled(node), name_of, labels.values(), numbers)

    asked = tuple(written(node) for node in asked)
    for other, value in frame.values.items():
        if isinstance(value, Node) and name in value.names:
            frame = frame.with_value(other, written(value))
    return asked, frame, named
