"""Docstrings and the manual: their examples run and say what is printed."""

import doctest

import pytest

import nazo
from conftest import ROOT

FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE | doctest.IGNORE_EXCEPTION_DETAIL


def documented():
    yield "nazo", nazo.__doc__
    for name in nazo.__all__:
        thing = getattr(nazo, name)
        yield name, thing.__doc__
        if isinstance(thing, type) and not issubclass(thing, Exception):
            for member, value in vars(thing).items():
                if not member.startswith("_"):
                    yield f"{name}.{member}", value.__doc__


def run(text, name, where):
    test = doctest.DocTestParser().get_doctest(text, {"nazo": nazo}, name, where, 0)
    runner = doctest.DocTestRunner(optionflags=FLAGS)
    said = []
    runner.run(test, out=said.append)
    assert runner.failures == 0, "".join(said)
    return runner.tries


@pytest.mark.parametrize("name, text", [(name, text) for name, text in documented() if ">>>" in (text or "")])
def test_docstrings(name, text):
    assert run(text, name, name) > 0


def test_the_manual(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text = (ROOT / "docs/PYTHON.md").read_text()
    assert run(text.replace("```", ""), "PYTHON.md", "docs/PYTHON.md") > 20
