"""The claims of a system: `claims.yml` read, and what the fields of a claim must agree on."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from generator.content import sentences as say
from generator.content.claim_definitions import ClaimDef
from generator.content.expressions import Functions, item_expressions, name_problems
from generator.content.fields import described
from generator.content.origins import Origin
from generator.content.printed_numbers import read_number
from generator.content.tree import Tree
from generator.content.validation import items, validated
from generator.diagnostics import Problem


def read_claims(tree: Tree, system_id: str, functions: Functions | None) -> tuple[ClaimDef, ...]:
    """The claims in the folder `system_id`, none where it has no such file; every problem is noted."""
    source = f"{system_id}/claims.yml"
    if not tree.has(source):
        return ()
    document = tree.document(source)
    if document is None:
        return ()
    if not isinstance(document.data, list):
        message = say.MUST_BE_LIST.format(subject="this file", given=described(document.data))
        tree.note([Problem(document.places[()], message)])
        return ()
    claims: list[ClaimDef] = []
    said: set[str] = set()
    for item in items(document):
        claim, problems = validated(ClaimDef, item, Origin("", source))
        tree.note(problems)
        if claim is None:
            continue
        tree.note(claim_problems(claim, functions) if functions is not None else ())
        if claim.says in said:
            tree.note([Problem(claim.where("says"), say.LISTED_TWICE.format(name=say.quoted(claim.says)))])
        said.add(claim.says)
        claims.append(claim)
    return tuple(claims)


def claim_problems(claim: ClaimDef, functions: Functions) -> Iterator[Problem]:
    """Everything about `claim` that its fields do not agree on."""
    for find in CLAIM_CHECKS:
        yield from find(claim, functions)


def _names(claim: ClaimDef, functions: Functions) -> Iterator[Problem]:
    for values in claim.over.values():
        for expression in (part for item in values for part in item_expressions(item)):
            yield from name_problems(expression, (), functions)
    for expression in (claim.expression, *(reading.expression for reading in claim.readings)):
        yield from name_problems(expression, claim.over, functions)
    if claim.step is not None:
        yield from name_problems(claim.step, (), functions)
    if claim.means is not None:
        yield from name_problems(claim.means, ("value", *claim.over), functions)


def _form(claim: ClaimDef, _: Functions) -> Iterator[Problem]:
    number = read_number(claim.printed)
    if number is None and claim.means is None:
        yield Problem(claim.where("printed"), say.CLAIM_OF_WORDS.format(given=say.quoted(claim.printed)))
    if claim.digits is not None and claim.exactness != "rounded":
        yield Problem(claim.where_key("digits"), say.CLAIM_UNUSED.format(key="'digits'", exactness="rounded"))
    if claim.step is not None and claim.exactness != "about":
        yield Problem(claim.where_key("step"), say.CLAIM_UNUSED.format(key="'step'", exactness="about"))


CLAIM_CHECKS: tuple[Callable[[ClaimDef, Functions], Iterator[Problem]], ...] = (_names, _form)
