"""The module by itself: puzzles, positions, batches, limits, errors, interrupts."""

import copy
import os
import pickle
import signal
import threading
import time

import numpy as np
import pandas as pd
import pytest

import nazo
from conftest import GENRES, ROOT, SMALL


def test_a_solution_is_found_verified_and_drawn(puzzle):
    verdict = puzzle.solve()
    assert verdict.status == "solved" and verdict["status"] == "solved"
    assert puzzle.verify(verdict.solution).valid is True
    for picture in (puzzle.svg(), puzzle._repr_svg_(), puzzle.svg(solved=True), puzzle.svg(verdict.solution)):
        assert picture.startswith("<svg") and picture.rstrip().endswith("</svg>")
    assert puzzle.svg(solved=True) != puzzle.svg()
    assert puzzle.to("png").startswith(b"\x89PNG")


def test_a_puzzle_survives_its_text_and_a_pickle(genre, puzzle):
    assert nazo.parse(puzzle.text, genre) == puzzle
    assert nazo.parse(puzzle.canonical(), genre).canonical() == puzzle.canonical()
    again = pickle.loads(pickle.dumps(puzzle))
    assert again == puzzle and hash(again) == hash(puzzle) and again.json() == puzzle.json()


def test_a_game_is_played_to_its_end(genre, puzzle):
    position = puzzle.start()
    assert position.status() == "playing"
    for move in puzzle.replay(puzzle.solve().solution):
        before, text = position, position.text
        position = position.play(move)
        assert before.text == text
    assert position.status() == "won"
    assert pickle.loads(pickle.dumps(position)) == position == copy.deepcopy(position) == position.clone()
    assert nazo.Position(genre, position.text) == position


def test_moves_hints_views_and_what_is_not_legal(puzzle):
    start = puzzle.start()
    moves = start.moves()
    assert moves and all(move.text and move.label for move in moves)
    later = start.play(moves[0])
    assert later == start.play(moves[0].text) and later != start
    hint = start.hint("why")
    assert hint.text and hint.technique
    assert isinstance(start.view(), dict) and start.draw()
    with pytest.raises(nazo.Error):
        start.play("no move at all")
    with pytest.raises(nazo.Error, match="solvable, step or why"):
        start.hint("everything")


def test_errors_have_a_place():
    for genre in GENRES:
        with pytest.raises(nazo.Error) as raised:
            nazo.parse("\x01 this is no puzzle ?!\n" * 3, genre, file="shelf.txt")
        error = raised.value
        assert isinstance(error, ValueError)
        assert error.file == "shelf.txt" and error.line >= 1 and error.column >= 1
        assert str(error).startswith(f"shelf.txt:{error.line}:{error.column}: ") and error.message in str(error)
    with pytest.raises(nazo.Error, match="there are"):
        nazo.parse("x", "chess")
    with pytest.raises(nazo.Error, match="cannot be read"):
        nazo.read("nowhere.jsonl")
    with pytest.raises(nazo.Error, match="nazo.parse_all"):
        nazo.parse((nazo.example().json() + "\n") * 2)


def test_options_are_checked_for_the_verb(puzzle):
    for call in (puzzle.solve, puzzle.check, puzzle.analyze, puzzle.rate, puzzle.start):
        with pytest.raises(nazo.Error, match="not an option"):
            call(colour_of_the_sky="blue")
    with pytest.raises(nazo.Error, match="memory"):
        puzzle.solve(memory="a lot")
    with pytest.raises(nazo.Error, match="less than 0"):
        puzzle.solve(time=-1)


def test_limits_are_told():
    told = 0
    for genre in GENRES:
        verdict = nazo.example(genre).solve(time=0, nodes=0)
        if verdict.status == "unknown":  # some examples are solved before anybody looks at a clock
            assert verdict.limit in ("time", "nodes") and verdict.solution is None
            told += 1
    assert told > 0


def test_limit_errors_name_the_limit():
    # What has no word for "not decided" raises.
    puzzle = nazo.example()
    try:
        puzzle.start(time=0, memory=0)
    except nazo.LimitError as error:
        assert error.limit in ("time", "memory") and isinstance(error, nazo.Error)


def test_answers_are_mappings(puzzle):
    answer = puzzle.analyze()
    assert dict(answer.dict()) == {name: answer[name] for name in answer}
    assert len(answer) == len(list(answer)) and "features" in answer and "nothing" not in answer
    assert answer.get("nothing") is None
    with pytest.raises(KeyError):
        answer["nothing"]
    with pytest.raises(AttributeError):
        answer.nothing
    assert "features" in dir(answer) and "json" in dir(answer)
    assert pickle.loads(pickle.dumps(answer)).json() == answer.json()


def test_lists_of_numbers_are_arrays(puzzle):
    answer = puzzle.analyze()
    lists = {name for name, value in answer.features.items() if isinstance(value, list) and value}
    arrays = answer.arrays()
    for name, array in arrays.items():
        assert isinstance(array, np.ndarray)
        if name in lists:
            assert np.array_equal(array, np.array(answer.features[name], dtype=array.dtype), equal_nan=True)
    flat = {name for name in lists if not isinstance(answer.features[name][0], (list, dict, str))}
    assert flat <= set(arrays)


def test_a_batch_is_a_table():
    genre = SMALL
    puzzles = list(nazo.generate(genre, count=12, seed=1, size="5x5"))
    answers = nazo.analyze_all(puzzles, threads=2, trials=500)
    frame = pd.DataFrame(answers.table())
    assert len(frame) == 12 and list(frame["id"]) == [one.title for one in puzzles]
    assert frame["exact"].dtype == bool
    numbers = frame.select_dtypes("number")
    for name, value in answers[3].features.items():
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            assert numbers[name][3] == value
    assert [answer.json() for answer in answers] == [one.analyze(trials=500).json() for one in puzzles]
    assert answers[-1] == answers[11]
    with pytest.raises(IndexError):
        answers[12]


def test_missing_numbers_are_nan():
    # Some of the examples are solved before anybody looks at a clock, some are not.
    answers = nazo.solve_all([nazo.example(genre) for genre in GENRES], time=0, nodes=0)
    table = answers.table()
    assert {"solved", "unknown"} == set(table["status"]) and table["length"].dtype == np.float64
    for answer, length in zip(answers, table["length"]):
        assert np.isnan(length) if answer.length is None else length == answer.length


def test_a_puzzle_that_fails_does_not_end_the_batch_if_told():
    fine = nazo.example()
    with pytest.raises(nazo.Error, match="no solution came"):
        nazo.verify_all([fine])
    answers = nazo.verify_all([fine, fine], errors="keep")
    assert all("no solution came" in answer.error for answer in answers)


def test_generated_tables_hold_what_the_puzzles_hold():
    genre = SMALL
    table = nazo.generate(genre, count=9, seed=5, size="5x5", trials=500, features="all").table()
    made = list(nazo.generate(genre, count=9, seed=5, size="5x5", trials=500, features="all"))
    assert list(table["puzzle"]) == [one.text for one in made]
    for i, one in enumerate(made):
        for name, value in one.features.items():
            if isinstance(value, (int, float)):
                assert table[name][i] == value
    assert len(pd.DataFrame(table)) == 9
    run = nazo.generate(genre, count=4, size="5x5")
    next(run)
    assert len(run.table()["id"]) == 3 and list(run) == []


def test_generators_refuse_what_makes_no_sense():
    for given in ({"keep": "nothing > 1"}, {"keep": "("}, {"preset": "none"}, {"features": "none"}, {"count": "many"}):
        with pytest.raises(nazo.Error):
            nazo.generate(SMALL, **given)


def test_progress_is_told_and_what_it_raises_ends_the_call():
    seen = []
    run = nazo.generate(SMALL, count=30, size="5x5", progress=lambda *report: seen.append(report))
    assert len(list(run)) == 30
    assert seen and seen[-1][:3] == ("kept", 30, 30)

    def refuse(what, done, total, note):
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        nazo.generate(SMALL, count=10**6, size="5x5", progress=refuse).table()


def busy():
    """Work without an end in sight."""
    return nazo.generate(SMALL, count=10**9, size="12x12", threads=2)


def expect_interrupted(call, after=0.4):
    """An interrupt so many seconds after the call has begun ends it."""
    sent = []

    def interrupt():
        time.sleep(after)
        sent.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    thread = threading.Thread(target=interrupt)
    thread.start()
    with pytest.raises(KeyboardInterrupt):
        call()
    # Half a second of this process's own: a machine that is busy with others may take longer.
    waited = time.monotonic() - sent[0]
    thread.join()
    assert waited < 0.5 or os.getloadavg()[0] > os.cpu_count() and waited < 15
    assert nazo.example().solve().status == "solved"  # nothing is left of it


@pytest.mark.parametrize("how", ["iterate", "table", "batch"])
def test_an_interrupt_ends_a_call_within_half_a_second(how):
    shelf = list(nazo.generate(SMALL, count=4, size="5x5")) * 1000 if how == "batch" else None

    def call():
        if how == "iterate":
            for _ in busy():
                pass
        elif how == "table":
            busy().table()
        else:
            nazo.analyze_all(shelf, threads=2)

    expect_interrupted(call)


def test_an_interrupt_ends_the_calls_of_a_store_too(tmp_path):
    store = nazo.Store(str(tmp_path / "store.db"))
    shelf = list(nazo.generate(SMALL, count=30, seed=4, size="5x5", trials=500, features="all"))
    store.create_study("pilot", shelf)
    expect_interrupted(lambda: store.simulate("pilot", players=10**6), after=1.5)
    plays = store.plays(study="pilot")
    # Whoever was recorded has played everything, and the same call goes on from there.
    players = len(set(plays["player"]))
    assert players >= 5 and len(plays["player"]) == players * len(shelf)
    with pytest.raises(nazo.LimitError, match="recorded") as ended:
        store.simulate("pilot", players=10**6, time=0.1)
    assert ended.value.limit == "time"
    with pytest.raises(nazo.LimitError):
        store.fit(study="pilot", simulated=True, time=0)
    expect_interrupted(lambda: store.fit(study="pilot", simulated=True), after=0.1)
    assert store.export(types=["model"]) == ""
    text = store.export(study="pilot")
    other = nazo.Store(str(tmp_path / "other.db"))
    expect_interrupted(lambda: other.import_text(text), after=0.1)
    assert not other.plays()  # a table without rows has no columns


def test_what_is_of_a_wrong_type_is_named():
    puzzle = nazo.example(SMALL)
    for given in ({"nodes": "a"}, {"time": "a"}, {"seed": []}, {"threads": "many"}, {"progress": 3}):
        name = next(iter(given))
        with pytest.raises(nazo.Error, match=f"{name} takes ") as said:
            puzzle.solve(**given)
        assert "pybind" not in str(said.value).lower()
    for call in (nazo.solve_all, nazo.analyze_all):
        with pytest.raises(TypeError, match="puzzles are wanted here, not 1"):
            call([1, 2])
    with pytest.raises(TypeError):
        nazo.solve_all(3)


def test_the_lock_is_let_go_while_c_works():
    ticks = []
    stop = threading.Event()

    def tick():
        while not stop.is_set():
            ticks.append(1)
            time.sleep(0.01)

    thread = threading.Thread(target=tick)
    thread.start()
    nazo.generate(SMALL, count=10**9, size="12x12", time=0.5).table()
    stop.set()
    thread.join()
    assert len(ticks) > 5


def test_threads_of_python_may_call_at_once():
    said = []

    def ask():
        said.append(nazo.example(SMALL).analyze().json())

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(said) == 8 and len(set(said)) == 1


def test_stubs_name_everything_that_is_public():
    stub = (ROOT / "bindings/python/nazo/__init__.pyi").read_text()
    for name in nazo.__all__:
        thing = getattr(nazo, name)
        assert f"class {name}" in stub or f"def {name}(" in stub, name
        if isinstance(thing, type) and not issubclass(thing, Exception):
            own = [member for member in vars(thing) if not member.startswith("_")]
            body = stub.split(f"class {name}", 1)[1].split("\nclass ", 1)[0]
            for member in own:
                assert f"def {member}(" in body or f"    {member}:" in body, f"{name}.{member}"
            assert thing.__doc__
    compile(stub, "__init__.pyi", "exec")


def test_the_binding_names_no_genre():
    for file in (ROOT / "bindings/python").rglob("*.[ch]pp"):
        text = file.read_text().lower()
        for genre in GENRES:
            assert genre not in text, f"{file.name} names {genre}"
