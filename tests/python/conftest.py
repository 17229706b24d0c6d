"""What the tests of the Python module share: the real program beside it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
BUILD = Path(os.environ.get("NAZO_BUILD", ROOT / "build"))
sys.path.insert(0, str(BUILD / "python"))

import nazo  # noqa: E402

GENRES = [genre.genre for genre in nazo.genres()]
SMALL = "nonogram"  # the genre whose puzzles are made and analysed most quickly
LONG = bool(os.environ.get("NAZO_TEST_ALL"))


def program(*words, stdin=""):
    """What the program prints; whatever its exit code is, as long as it did not complain of the call."""
    done = subprocess.run([BUILD / "nazo", *map(str, words)], input=stdin.encode(), capture_output=True, check=False)
    assert done.returncode in (0, 1, 3), done.stderr.decode()
    return done.stdout.decode()


@pytest.fixture(params=GENRES)
def genre(request):
    return request.param


@pytest.fixture
def puzzle(genre):
    return nazo.example(genre)
