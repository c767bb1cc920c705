"""Does the jobs that renderers and checks hand out: side by side, and only those whose result is not known yet.

- workshop.py runs them on any `concurrent.futures.Executor`, in the order that schedule.py finds; workers.py is the
  executor of a usual build
- keys.py says what a job's result depends on, press.py which press this is; store.py keeps results below `.dicepress/`
"""
