"""The exact dice engine: what a roll may come to, and how likely, as fractions of whole numbers.

Which file to open

- reading an expression: notation.py (for others), reading.py with notation.lark (grammar), building.py (from its tree
  to ours), syntax.py (our tree), vocabulary.py (functions and their descriptions), checking.py (unknown words)
- what nodes, dice and rules are made of: record.py
- computing it: evaluate.py (for others), forms.py (operators, dice, searches), functions.py (functions),
  evaluation.py (what these share), search.py (largest, smallest) with
  monotone.py (which need not try every number), cost.py (what is refused), memory.py (what was
  computed before), comparing.py (conditions over numbers)
- asked many times over: staged.py (cell after cell of a table), casewise.py (value after value of a roll) by
  programs.py, which compiling.py makes of expressions, with keeping.py (what stays the same)
- finite rolls: roll.py; sums of dice: sums.py; every kind of plus and times: arithmetic.py
- faces, re-rolls, handfuls of dice: dice.py; explosion: explosion.py; die codes and the Wild Die: codes.py
- keep and drop: keep.py, of exploding dice keep_open.py; counting faces: counting.py
- one roll against another: opposed.py; the greater or lesser of two: extremes.py; cases and `if`: mixture.py
- the same roll used twice, `where` and `given`: joint.py, with uses.py, linear.py, unrolling.py, far.py, condensed.py;
  several such rolls without end: rivals.py; expressions written anew: rewriting.py; what names stand for: frames.py
- one pool asked several things: questions.py, pools.py; where it explodes without limit pools_open.py with
  pools_whole.py (all dice), ranks_open.py (highest and lowest), ranks_capped.py (these of dice that explode on several
  faces), regions.py (near and far answers), multivariate.py (functions of several variables)
- dice without end: open_ended.py over series.py (rational generating functions), polynomial.py, crossing.py
  (differences, by partial fractions), termwise.py (products and every n-th term), stepped.py (what tails alone tell)
- the product of two rolls without end, and what is added to it: products.py
- states, rounds and absorbing ends: chains.py, told by counters and expressions: processes.py
- a distribution as rows to print: summary.py

Importing this package loads nothing; the parser library is loaded when the first text is read.
"""
