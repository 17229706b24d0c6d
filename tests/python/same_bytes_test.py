"""What Python says is what the command line says, byte for byte; only the seconds differ."""

import json
import re

import nazo
from conftest import GENRES, SMALL, program


def without_seconds(text):
    return re.sub(r'"seconds":[0-9.e+-]+', '"seconds":0', text)


def line(answer):
    return without_seconds(answer.json()) + "\n"


def test_genres():
    assert nazo.genres().json() == program("genres", "--json")


def test_solve_check_analyze_rate_and_verify(genre, puzzle):
    text = puzzle.json()
    assert text + "\n" == program("convert", "--to", "json", stdin=text)
    # 20,000 states are enough for these and little enough for all to end at the same one.
    assert line(puzzle.solve(nodes=20000)) == without_seconds(program("solve", "--nodes", 20000, "--json", stdin=text))
    assert line(puzzle.check(nodes=20000)) == program("check", "--nodes", 20000, "--json", stdin=text)
    assert line(puzzle.analyze(nodes=20000)) == program("analyze", "--nodes", 20000, "--json", stdin=text)
    assert line(puzzle.rate(nodes=20000)) == program("rate", "--nodes", 20000, "--json", stdin=text)
    solution = puzzle.solve().solution
    if solution is not None:
        said = program("check", "--solution", solution, "--json", stdin=text)
        assert line(puzzle.verify(solution)) == said


def test_some_features(genre, puzzle):
    names = list(puzzle.analyze(nodes=20000).features)[:2]
    said = program("analyze", "--nodes", 20000, "--features", ",".join(names), "--json", stdin=puzzle.json())
    assert line(puzzle.analyze(names, nodes=20000)) == said


def test_every_format(genre, puzzle):
    for fact in nazo.genres()[GENRES.index(genre)].formats:
        if fact["writes"]:
            said = program("convert", "--to", fact["name"], "--solved", stdin=puzzle.json())
            assert puzzle.to(fact["name"], solved=True) == said
    assert puzzle.to("svg") == program("convert", "--to", "svg", stdin=puzzle.json())


def test_generated_puzzles_and_what_is_said_of_them():
    genre = SMALL
    lines = program("generate", genre, "--count", 5, "--seed", 7, "--json")
    made = list(nazo.generate(genre, count=5, seed=7))
    assert "".join(one.json() + "\n" for one in made) == lines
    assert "".join(one.json() + "\n" for one in nazo.generate(genre, count=5, seed=7, threads=2)) == lines
    answers = nazo.solve_all(made)
    assert without_seconds(answers.json()) == without_seconds(program("solve", "--json", stdin=lines))


def test_a_paused_run_gives_what_an_unpaused_one_gives():
    genre = SMALL
    run = nazo.generate(genre, count=40, seed=3, size="5x5")
    first = [next(run) for _ in range(7)]
    rest = list(run)
    said = program("generate", genre, "--count", 40, "--seed", 3, "--size", "5x5", "--json")
    assert "".join(one.json() + "\n" for one in first + rest) == said
    assert run.summary.kept == 40 and run.summary.limit is None


def test_keep_sort_and_preset_are_those_of_the_command_line():
    genre = SMALL
    feature = nazo.example(genre).analyze(trials=500).features
    name = next(name for name, value in feature.items() if isinstance(value, float))
    words = ["--count", 6, "--seed", 2, "--size", "5x5", "--sort", name, "--keep", f"{name} > 0", "--trials", 500]
    said = program("generate", genre, *words, "--json")
    made = nazo.generate(genre, count=6, seed=2, size="5x5", sort=name, keep=f"{name} > 0", trials=500)
    assert "".join(one.json() + "\n" for one in made) == said


def test_the_papers_experiments():
    said = program("experiment", "superpuzz-table1", "--deals", 5, "--columns", 4, "--json")
    account = nazo.experiment("superpuzz-table1", deals=5, columns=4)
    assert account.json() == said
    assert account.text() == program("experiment", "superpuzz-table1", "--deals", 5, "--columns", 4)
    assert nazo.experiments().json() == program("experiment", "list", "--json")
    rows = [len(next(iter(table.values()))) for table in account.tables.values()]
    assert sum(rows) == len(said.splitlines()), "a line for every row of every table"


def test_studies_plays_fits_and_ratings(tmp_path):
    genre = SMALL
    here, there = tmp_path / "python.db", tmp_path / "program.db"
    shelf = tmp_path / "shelf.jsonl"
    puzzles = list(nazo.generate(genre, count=8, seed=4, size="5x5", trials=500, features="all"))
    shelf.write_text("".join(one.json() + "\n" for one in puzzles))

    store = nazo.Store(str(here))
    made = store.create_study("pilot", puzzles, title="a pilot", seed=3)
    said = program("study", "create", "pilot", shelf, "--title", "a pilot", "--seed", 3, "--store", there, "--json")
    assert made.json() + "\n" == said
    simulated = store.simulate("pilot", players=6, seed=2)
    said = program("study", "simulate", "pilot", "--players", 6, "--seed", 2, "--store", there, "--json")
    assert simulated.json() + "\n" == said
    assert store.study("pilot").json() + "\n" == program("study", "status", "pilot", "--store", there, "--json")
    assert store.studies().json() == program("study", "list", "--store", there, "--json")

    plays = store.plays(study="pilot")
    exported = [json.loads(line) for line in store.export("pilot", types=["play"]).splitlines()]
    assert sorted(plays["key"]) == sorted(play["key"] for play in exported)
    assert len(plays["seconds"]) == simulated.plays

    account = store.fit_table("time", study="pilot", simulated=True, seed=1)
    said = program("fit", "--study", "pilot", "--simulated", "--target", "time", "--store", there, "--json")
    assert account.json() == said

    # A model's key is its own: everything else that is said of it is the same.
    fitted = store.fit(study="pilot", simulated=True)
    said = program("fit", "--study", "pilot", "--simulated", "--target", "models", "--store", there, "--json")
    without_key = lambda text: re.sub(r'"model":"[^"]+"', '"model":""', text)
    assert without_key(fitted.json()) + "\n" == without_key(said)

    # Ratings of one and the same store, for everyone and for one person.
    player = plays["player"][0]
    text = puzzles[0].json()
    for words, given in [([], {}), (["--player", player], {"player": player})]:
        words = [*words, "--simulated", "--model", fitted.model]
        said = program("rate", "--store", here, *words, "--json", stdin=text)
        assert store.rate(puzzles[0], simulated=True, model=fitted.model, **given).json() + "\n" == said
    many = store.rate_all(puzzles, simulated=True, model=fitted.model)
    said = program("rate", "--store", here, "--simulated", "--model", fitted.model, "--json", stdin=shelf.read_text())
    assert many.json() == said
