"""`treppe engine` with a program: it plays and advises by text, and refuses in one line."""

import pytest
from treppe_host.programs.engine import PlayingEngine


@pytest.fixture
def engine():
    engine = PlayingEngine()
    yield engine
    engine.thinker.close()


def test_the_protocol_plays_and_advises(engine):
    engine.answer("new aufstellen")
    legal = engine.answer("legal")
    advice = engine.answer("advise seconds=0.1")
    assert advice.removeprefix("= ") in legal.split()
    assert engine.answer("legal") == legal
    word = engine.answer("genmove level=1")
    assert word.removeprefix("= ") in legal.split()
    assert engine.answer("player") == "= 1"
    assert engine.answer("genmove seconds=0.1").startswith("= +")
    assert engine.answer("undo") == "="


@pytest.mark.parametrize(
    "opening, line, refusal",
    [
        ("list_games", "genmove", "no game yet"),
        ("new step", "genmove level=7", "levels are 1 to 6"),
        ("new step", "genmove level=2.5", "not 2.5"),
        ("new step", "genmove level=high", "level=NUMBER"),
        ("new step", "advise level=3", "seconds=NUMBER"),
        ("new step", "genmove seconds=0", "seconds=NUMBER"),
        ("new seven", "genmove", "seed=N"),
        ("new cubes", "advise", "seed=N"),
    ],
)
def test_the_protocol_refuses_in_one_line(engine, opening, line, refusal):
    engine.answer(opening)
    answer = engine.answer(line)
    assert answer.startswith("? ") and refusal in answer and "\n" not in answer


def test_the_protocol_lists_what_it_can(engine):
    names = engine.answer("list_commands").removeprefix("= ").split()
    assert {"advise", "genmove", "new", "play", "quit", "undo"} <= set(names) and names == sorted(names)


def test_the_protocol_knows_the_end(engine):
    engine.answer("new wetteifern")
    engine.answer("play .")
    assert engine.answer("genmove") == "? the game is over"
