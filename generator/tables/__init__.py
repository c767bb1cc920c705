"""From definitions to tables: exact values first, then how they read.

Which file to open

- both stages over all content: catalogue.py; a page's calls: chapters.py, and in fields: figures.py
- exact values: compute.py picks the module of a kind (grids.py, outcomes.py, bands.py, lists.py, chains.py), each of
  which makes a Computed (computed.py); axes.py, derived.py, contexts.py and named_rolls.py are shared, transitions.py
  is the chains' own
- how they read: tabulate.py makes the neutral Table (model.py) with its legend (legend.py); conditions.py tells which
  bands and labels hold for a cell; numbers.py rounds, once
- what a page shows of a table: layout.py; books: book.py; printed sources: printed.py; one question: odds.py
"""
