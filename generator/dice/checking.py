"""Refuses an expression for its words alone, before anything is computed.

All unknown names and functions, wrong numbers of arguments and unknown options of an expression are
reported at once, each with its column and the nearest known word.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from generator.dice.reading import nearest
from generator.dice.syntax import (
    Between,
    Call,
    Faces,
    Function,
    Indexed,
    Matching,
    Name,
    Node,
    NotationError,
    Option,
    Where,
)
from generator.dice.vocabulary import BUILTINS, OPTION_WORDS, Builtin


def check(node: Node, names: Collection[str], functions: Mapping[str, Function]) -> tuple[NotationError, ...]:
    """All words of an expression that are not known or not used as they must be.

    `names` are those that the scope will give; `functions` those that the system defines. Any mapping whose
    values have no `parameters` (Python callables) is taken to accept every number of arguments.
    """
    return tuple(_problems(node, frozenset(names), functions))


def _problems(node: Node, names: frozenset[str], functions: Mapping[str, Function]) -> Iterator[NotationError]:
    match node:
        case Name(column, name) if name not in names:
            yield unknown_name(name, column, names, functions)
        case Call():
            yield from _call_problems(node, functions)
            for argument in node.arguments:
                yield from _problems(argument, names, functions)
            for option in node.options:
                yield from _option_problems(option, names, functions)
        case Indexed():
            builtin = BUILTINS.get(node.function)
            if builtin is None or not builtin.indexed:
                yield takes_no_index(node)
            elif node.over is None and node.function in ("sum", "prod"):
                yield missing_range(node)
            if node.over is not None:
                yield from _problems(node.over, names, functions)
            yield from _problems(node.body, names | {node.name}, functions)
        case Where(_, body, bindings):
            for binding in bindings:
                yield from _problems(binding.value, names, functions)
                names |= {binding.name}
            yield from _problems(body, names, functions)
        case _:
            for child in node.children:
                yield from _problems(child, names, functions)


def _call_problems(call: Call, functions: Mapping[str, Function]) -> Iterator[NotationError]:
    if call.function in BUILTINS:
        yield from _builtin_problems(call, BUILTINS[call.function])
    elif call.function in functions:
        parameters = getattr(functions[call.function], "parameters", None)
        if parameters is not None and len(parameters) != len(call.arguments):
            yield wrong_count(call, f"{call.function}({', '.join(parameters)})")
        for option in call.options:
            yield NotationError(f"{call.function!r} takes no option {option.name!r}", option.column)
    else:
        yield unknown_function(call, functions)


def _builtin_problems(call: Call, builtin: Builtin) -> Iterator[NotationError]:
    if not builtin.fewest <= len(call.arguments) <= builtin.most:
        yield wrong_count(call, builtin.signature)
    seen: set[str] = set()
    for option in call.options:
        if option.name not in builtin.options:
            hint = nearest(option.name, builtin.options) or f"write {builtin.signature}"
            yield NotationError(f"{call.function!r} takes no option {option.name!r}", option.column, hint)
        elif option.name in seen:
            yield NotationError(f"the option {option.name!r} is given twice", option.column)
        seen.add(option.name)
    for place, argument in enumerate(call.arguments):
        if isinstance(argument, (Matching, Between, Faces)) and (call.function, place) != ("count", 1):
            yield NotationError(f"{call.function!r} takes no faces here", argument.column, f"write {builtin.signature}")


def _option_problems(
    option: Option, names: frozenset[str], functions: Mapping[str, Function]
) -> Iterator[NotationError]:
    words = OPTION_WORDS.get(option.name, ())
    match option.value:
        case Name(_, name) if name in words:
            return
        case Name(column, name) if words and name not in names:
            yield unknown_word(option, name, column)
        case value:
            yield from _problems(value, names, functions)


def unknown_word(option: Option, word: str, column: int) -> NotationError:
    """The complaint about an option such as `limit=forver`."""
    words = OPTION_WORDS[option.name]
    return NotationError(f"{word!r} is unknown for {option.name!r}", column, nearest(word, words) or _one_of(words))


def unknown_name(name: str, column: int, names: Collection[str], functions: Mapping[str, object]) -> NotationError:
    """The complaint about a name that nothing gives a value to."""
    known = tuple(sorted(names))
    hint = nearest(name, (*known, *functions, *BUILTINS))
    return NotationError(f"the name {name!r} is unknown", column, hint or (_one_of(known) if known else ""))


def unknown_function(call: Call, functions: Mapping[str, object]) -> NotationError:
    """The complaint about a function that neither the notation nor the system has."""
    hint = nearest(call.function, (*functions, *BUILTINS))
    return NotationError(f"the function {call.function!r} is unknown", call.column, hint or _one_of(tuple(BUILTINS)))


def wrong_count(call: Call, signature: str) -> NotationError:
    """The complaint about a call with too few or too many arguments."""
    given = len(call.arguments)
    return NotationError(
        f"{call.function!r} does not take {given} argument{'' if given == 1 else 's'}",
        call.column,
        f"write {signature}",
    )


def takes_no_index(node: Indexed) -> NotationError:
    """The complaint about an index given to a function that has none."""
    known = tuple(name for name, one in BUILTINS.items() if one.indexed)
    hint = nearest(node.function, known) or _one_of(known)
    return NotationError(f"{node.function!r} takes no index", node.column, hint)


def missing_range(node: Indexed) -> NotationError:
    """The complaint about `sum(k: …)`."""
    return NotationError(
        f"{node.function!r} needs a range for {node.name!r}",
        node.column,
        f"write {node.function}({node.name} = 1..5: …)",
    )


def _one_of(words: tuple[str, ...]) -> str:
    return "known: " + ", ".join(words)
