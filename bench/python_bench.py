#!/usr/bin/env python3
"""What Python costs: a call through the seam, and 10,000 nonograms into a table, as CPU time beside the command line's.

PYTHONPATH=build/python bench/python_bench.py build/nazo
"""

import os
import resource
import subprocess
import sys
import time

COUNT = 10_000
SIZE = "15x15"


def per_call(what, times=20000):
    """CPU seconds of a call, the least of five rounds."""
    best = float("inf")
    for _ in range(5):
        begin = time.process_time()
        for _ in range(times // 5):
            what()
        best = min(best, (time.process_time() - begin) / (times // 5))
    return best


def cpu_of(words):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(words, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def calls():
    import nazo

    position = nazo.parse("#####\n#@$.#\n#####", "sokoban").start()
    puzzle = nazo.parse("#####\n#@$.#\n#####", "sokoban")
    print(f"clone (no call of the house)   {1e6 * per_call(position.clone):6.2f} us")
    print(f"status of a tiny position      {1e6 * per_call(position.status):6.2f} us")
    print(f"moves of a tiny position       {1e6 * per_call(position.moves):6.2f} us")
    print(f"verify of a tiny solution      {1e6 * per_call(lambda: puzzle.verify('R')):6.2f} us")


def made_into_a_table():
    """CPU seconds of making the puzzles and their table, Python and pandas being there already."""
    import pandas

    import nazo

    begin = time.process_time()
    frame = pandas.DataFrame(nazo.generate("nonogram", count=COUNT, seed=1, size=SIZE).table())
    assert len(frame) == COUNT
    return time.process_time() - begin


if __name__ == "__main__":
    calls()
    program = [sys.argv[1], "generate", "nonogram", "--count", str(COUNT), "--seed", "1", "--size", SIZE, "--json"]
    start = cpu_of([sys.executable, "-c", "import nazo, pandas"])
    print(f"starting Python, importing nazo and pandas: {start:.2f} s")
    for _ in range(4):
        ours, theirs = made_into_a_table(), cpu_of(program)
        print(f"{COUNT} nonograms {SIZE}: Python {ours:.3f} s, program {theirs:.3f} s, ratio {ours / theirs:.3f}")
    print("load", os.getloadavg())
