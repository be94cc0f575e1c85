"""Processes in which programs think: they answer in order, stop on demand, and are replaced where one ends."""

import json
import subprocess
import threading
import time
from dataclasses import asdict, replace
from random import Random

import pytest
from treppe import games
from treppe_host.programs.process import HandsUnknown, Limits, Thinker, ThinkerGone, Thinkers
from treppe_host.programs.search import choose
from treppe_host.programs.start import start_search
from treppe_host.programs.worker import Worker


@pytest.fixture
def thinker():
    thinker = Thinker()
    yield thinker
    thinker.close()


def test_who_races_does_not_make_advice_forget_the_others(thinker):
    state = games.start("step")
    limits = Limits(simulations=50, seconds=60)
    careful = thinker.think(state, limits).best
    assert thinker.think(state, replace(limits, regard=0.0)).best != careful
    assert thinker.think(state, limits).best == careful, "not from what was found for the other"


def test_a_chance_that_nobody_knows_is_given_as_equal(thinker):
    """In Blockade what the search says between 20 and 80 % comes true half of the time."""
    start, limits = games.start("blockade"), Limits(simulations=300, seconds=60, shown=1000)
    chances = {thought.chance for thought in thinker.think(start, limits).best}
    assert 0.5 in chances and not any(0.2 <= chance <= 0.8 for chance in chances - {0.5})
    assert len({thought.chance for thought in thinker.think(games.start("aufstellen"), limits).best} - {0.5}) > 1


def test_who_varies_takes_any_action_that_was_found_as_good_and_tried_as_often(thinker):
    thoughts = [(1, 100, 0.50), (2, 90, 0.49), (3, 90, 0.40), (4, 5, 0.50)]
    chance = Random(1)

    def taken(thoughts, is_varied):
        return {choose(thoughts, 0.0, lambda: chance.gauss(0.0, 1.0), is_varied=is_varied) for _ in range(50)}

    assert taken(thoughts, True) == {1, 2} and taken(thoughts, False) == {1}
    won, lost = [(1, 9, 1.0), (2, 9, 1.0)], [(1, 9, 0.0), (2, 9, 0.0)]
    assert taken(won, True) == taken(lost, True) == {1}, "the shortest way, and the longest"
    state, limits = games.start("step"), Limits(simulations=500, seconds=60, is_varied=True)
    assert len({thinker.think(state, replace(limits, seed=seed)).word for seed in range(12)}) > 1


def test_a_process_thinks_says_so_and_stops(thinker):
    state = games.start("weltreich")
    heard = []

    def hear(thoughts):
        heard.append(thoughts)
        thinker.stop()

    thoughts = thinker.think(state, Limits(seconds=36_000), hear)
    assert heard and thoughts.simulations >= heard[-1].simulations > 0  # one more may be under way when it is stopped
    assert state.action(thoughts.word) >= 0
    assert thoughts.best[0].word == thoughts.word and 0 < thoughts.best[0].chance < 1
    again = thinker.think(state, Limits(simulations=10, seconds=60, error=0.1))
    assert again.simulations == 10


def kill_before_answers(thinker, monkeypatch, times: int) -> list[int]:
    """Have the process end before it answers, so many times; return the list in which each end is noted."""
    killed: list[int] = []
    send = thinker._send_question

    def send_or_kill(process, message):
        if len(killed) < times:
            killed.append(process.pid)
            process.kill()
        send(process, message)

    monkeypatch.setattr(thinker, "_send_question", send_or_kill)
    return killed


def test_a_process_that_ends_is_replaced_before_anybody_hears_of_it(thinker, monkeypatch):
    killed = kill_before_answers(thinker, monkeypatch, 1)
    assert thinker.think(games.start("tor"), Limits(simulations=1)).word
    assert len(killed) == 1


def test_who_waits_for_processes_that_end_one_after_the_other_is_told(thinker, monkeypatch):
    killed = kill_before_answers(thinker, monkeypatch, 2)
    state = games.start("tor")
    with pytest.raises(ThinkerGone) as caught:
        thinker.think(state, Limits(simulations=1))
    assert len(set(killed)) == 2
    assert str(caught.value) == "the program that thinks has ended without an answer", "no status, no position"
    assert thinker.think(state, Limits(simulations=1)).word


def test_a_process_that_is_told_to_end_is_not_replaced(thinker):
    threading.Timer(0.5, thinker.rest).start()
    with pytest.raises(ThinkerGone):
        thinker.think(games.start("tor"), Limits(seconds=60))
    assert thinker._process is None


def test_a_process_that_is_awake_answers_the_first_question(thinker):
    thinker.wake()
    process = thinker._process
    thinker.wake()
    thinker.think(games.start("step"), Limits(simulations=1))
    assert thinker._process is process


def test_no_process_outlives_a_program_that_ends_while_it_starts(thinker, monkeypatch):
    started = []

    def start(*words, **options):
        started.append(popen(*words, **options))
        thinker.close()  # in another thread
        return started[0]

    popen = subprocess.Popen
    monkeypatch.setattr(subprocess, "Popen", start)
    with pytest.raises(ThinkerGone):
        thinker.think(games.start("step"), Limits(simulations=1))
    assert started[0].poll() is not None


def test_several_processes_answer_in_the_order_of_the_questions():
    thinkers = Thinkers(3)
    seen = []
    assert thinkers.each(lambda thinker, item: seen.append(thinker) or 2 * item, range(7)) == [0, 2, 4, 6, 8, 10, 12]
    assert len(thinkers) == len(set(map(id, seen))) == 3
    assert thinkers.each(lambda thinker, item: item, []) == []
    with pytest.raises(ZeroDivisionError):
        thinkers.each(lambda thinker, item: 1 // item, [1, 0, 1])


def test_when_one_fails_nobody_waits_for_the_others():
    """So Ctrl-C ends an analysis at once."""
    thinkers = Thinkers(2)
    begun = threading.Event()

    def ask(thinker, item):
        if item == "fails":
            begun.wait()
            raise KeyboardInterrupt
        for _ in range(2):
            thinker.think(games.start("tor"), Limits(seconds=36_000), lambda _: begun.set())

    with pytest.raises(KeyboardInterrupt):
        thinkers.each(ask, ["fails", "thinks"])
    thinkers.close()


def ask_worker(capsys, state, stopped=-1, **limits):
    """Have a worker answer in this process, perhaps with its question `stopped` before it begins; return its answer."""
    worker = Worker.__new__(Worker)  # without its thread
    worker.stopped, worker.search = stopped, None
    usual = {"asked_s": 0.0, **asdict(Limits())}
    worker.answer({"id": 1, "position": state.text(), **usual, **limits})
    return json.loads(capsys.readouterr().out.splitlines()[-1])


def test_an_analysis_counts_what_the_processor_works_on_it(monkeypatch, capsys):
    ticks = iter(range(100))
    monkeypatch.setattr(time, "process_time", ticks.__next__)
    assert ask_worker(capsys, games.start("step"), seconds=3, is_work=True)["is_last"]
    assert next(ticks) == 4, "the first look at the clock, and one after each batch"


@pytest.mark.parametrize(("asked_s", "batches"), [(100.0, 8), (97.0, 5), (50.0, 2)])
def test_who_asks_waits_no_longer_because_the_process_had_to_be_started(monkeypatch, capsys, asked_s, batches):
    """A quarter of the time is left at least."""
    looks = []
    monkeypatch.setattr(time, "monotonic", lambda: 100.0 + len(looks))
    state = games.start("seven", seed=1)
    search = start_search(state, 1)
    monkeypatch.setattr(search, "think", lambda count: looks.append(1) or type(search).think(search, 1))
    monkeypatch.setattr("treppe_host.programs.worker.start_search", lambda *_, **__: search)
    assert ask_worker(capsys, state, asked_s=asked_s, seconds=8)["is_last"]
    assert len(looks) == batches


def test_the_wait_for_another_answer_counts_as_time_to_think(thinker, monkeypatch):
    """Whoever asks while the process starts for somebody else is answered no later."""
    sent = []
    send = thinker._send_question
    monkeypatch.setattr(
        thinker, "_send_question", lambda process, message: sent.append(message) or send(process, message)
    )

    class Waiting:
        """Another question that is answered at a second of its own."""

        def __enter__(self):
            monkeypatch.setattr(time, "monotonic", lambda: 107.0)

        def __exit__(self, *_):
            pass

    monkeypatch.setattr(time, "monotonic", lambda: 100.0)
    monkeypatch.setattr(thinker, "_lock", Waiting())
    thinker.think(games.start("step"), Limits(simulations=1, seconds=60))
    assert sent[0]["asked_s"] == 100.0


def test_who_is_stopped_before_he_begins_answers_all_the_same(capsys):
    assert ask_worker(capsys, games.start("cubes", seed=2), stopped=1, seconds=60)["action"]


def test_nobody_thinks_for_hands_that_are_not_known(thinker):
    for name in ("seven", "cubes"):
        with pytest.raises(HandsUnknown, match="seed=N"):
            thinker.think(games.start(name), Limits())
