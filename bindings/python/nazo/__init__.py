"""nazo: a workshop for puzzles.

Solve, check, analyse, rate, generate, play, and learn from plays, in Python: the same engines, formats and figures as
the command line, and the same bytes where both speak JSON.

>>> import nazo
>>> puzzle = nazo.example()
>>> verdict = puzzle.solve(time=10)
>>> verdict.status
'solved'
>>> puzzle.verify(verdict.solution).valid
True

docs/PYTHON.md walks through all of it.
"""

from ._nazo import (
    Account,
    Answer,
    Answers,
    Error,
    Generator,
    LimitError,
    Move,
    Position,
    Puzzle,
    Store,
    analyze_all,
    check_all,
    example,
    experiment,
    experiments,
    generate,
    genres,
    parse,
    parse_all,
    rate_all,
    read,
    solve_all,
    verify_all,
)

__all__ = [
    "Account",
    "Answer",
    "Answers",
    "Error",
    "Generator",
    "LimitError",
    "Move",
    "Position",
    "Puzzle",
    "Store",
    "analyze_all",
    "check_all",
    "example",
    "experiment",
    "experiments",
    "generate",
    "genres",
    "parse",
    "parse_all",
    "rate_all",
    "read",
    "solve_all",
    "verify_all",
]

# What a person sees of these is that they are nazo's.
for _name in __all__:
    if hasattr(globals()[_name], "__module__"):
        try:
            globals()[_name].__module__ = "nazo"
        except (AttributeError, TypeError):
            pass
del _name
