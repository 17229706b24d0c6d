"""The examples: the papers' figures and the notebook, run as a reader runs them."""

import json
import os
import subprocess
import sys

import pytest

from conftest import BUILD, LONG, ROOT

ENVIRONMENT = {**os.environ, "PYTHONPATH": str(BUILD / "python"), "MPLBACKEND": "Agg"}
PAPERS = [f"paper{number:03}" for number in range(5)]


@pytest.mark.parametrize("paper", PAPERS)
def test_a_papers_figure(paper, tmp_path):
    picture = tmp_path / "figure.png"
    words = [sys.executable, ROOT / f"examples/{paper}.py", picture, *([] if LONG else ["--small"])]
    done = subprocess.run(words, env=ENVIRONMENT, cwd=tmp_path, capture_output=True, check=False, text=True)
    assert done.returncode == 0, done.stderr
    assert picture.read_bytes().startswith(b"\x89PNG") and picture.stat().st_size > 10_000


def test_the_notebook(tmp_path):
    """Every cell of code in order, in one Python, as a notebook runs them."""
    notebook = json.loads((ROOT / "examples/difficulty.ipynb").read_text())
    cells = ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert len(cells) >= 4 and all(not cell["outputs"] for cell in notebook["cells"] if cell["cell_type"] == "code")
    code = "\n".join(cells) + "\nprint('last cell', sorted(scores))\n"
    if not LONG:
        code = code.replace("PUZZLES = 300", "PUZZLES = 40")
    done = subprocess.run([sys.executable, "-c", code], env=ENVIRONMENT, cwd=tmp_path, capture_output=True, check=False,
                          text=True)
    assert done.returncode == 0, done.stderr
    assert "last cell ['nazo', 'scikit-learn']" in done.stdout
