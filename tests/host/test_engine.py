"""The text protocol: its answers, its refusals, and the same words from both runtimes."""

import io
import random
import subprocess
from pathlib import Path

import pytest
from treppe.games import catalogue
from treppe.games.engine import Engine, run
from treppe_sim.interpreter import find_micropython
from waiting import LIMIT_S

ROOT = Path(__file__).parents[2]
OPENINGS = {
    "step": "players=4 size=5 bricks=130 edition=fr",
    "seven": "players=3 side=mixed seed=4294967295",
    "blockade": "",
    "weltreich": "players=4 teams=true",
    "sprung": "players=4 shapes=true",
    "aufstellen": "",
    "wetteifern": "seed=77",
    "tor": "players=3",
    "cubes": "players=3 seed=123456789",
}


def answers(*lines: str) -> list[str]:
    engine = Engine()
    return [engine.answer(line) for line in lines]


def test_a_session():
    got = answers("new aufstellen", "player", "play +b2 +e2", "legal", "undo", "events", "result", "player", "perft 2")
    assert got[:3] == ["=", "= 0", "="]
    assert got[3] == "= +b11 +b5 +b8 +e11 +e5 +e8 +h11 +h2 +h5 +h8 +k11 +k2 +k5 +k8"
    assert got[4:] == ["=", "=", "= *", "= 1", "= 210"]


def test_help_lists_every_command_and_is_told_to_those_who_mistype():
    listed, refused = answers("help", "halp")
    known = listed.removeprefix("= ").split()
    assert known == sorted(known) and {"help", "new", "play", "quit"} <= set(known)
    assert refused == "? unknown command 'halp': help lists all"


def test_list_games_names_options_values_and_defaults():
    listed = answers("list_games")[0].removeprefix("= ").splitlines()
    assert [line.split()[0] for line in listed] == catalogue.names()
    assert listed[5] == (
        "step players=2|3|4[2] size=5|7|9[7] bricks=1..65535[none] edition=de|fr[de]"
        " blocked=beside|way[beside] last_brick=ends|reach[ends]"
    )


REFUSED = ["", "legal", "play a1-a2", "fly", "new", "new chess", "new weltreich players=5", "new step size=6"]
REFUSED += ["new step size=true", "new step colour=red", "new step size", "new tor players=3 teams=true"]
REFUSED += ["new seven seed=0", "new seven seed=4294967296", "new wetteifern players=2", "new cubes depends=0,0"]
REFUSED += ["new cubes seed=4 depends=1,0", "read step 00/0000"]


@pytest.mark.parametrize("line", REFUSED)
def test_refused_in_one_line_without_a_game(line):
    answer = answers(line)[0]
    assert answer.startswith("? ") and "\n" not in answer


def test_refused_with_evidence_and_nothing_changed():
    engine = Engine()
    engine.answer("new step")
    before = engine.answer("text")
    for line, evidence in (
        ("play a1-a9", "no_word game='step'"),
        ("play a1-a1", "illegal "),
        ("play a1-a2 +a1 g7-g7", "word='g7-g7'"),
        ("undo", "nothing_back"),
        ("perft x", "depth"),
        ("perft", "depth"),
        ("divide 0", "depth"),
        ("play", "play needs a word"),
        ("new step size=6", "option_value allowed='5|7|9' option='size' value='6'"),
    ):
        answer = engine.answer(line)
        assert answer.startswith("? ") and evidence in answer, answer
        assert engine.answer("text") == before
    assert before.removeprefix("= ") in engine.answer("play a1-a1")


def test_a_position_goes_through_text():
    engine = Engine()
    engine.answer("new tor players=4 teams=true")
    text = engine.answer("text").removeprefix("= ")
    legal = engine.answer("legal")
    assert answers("read " + text, "legal")[1] == legal


def test_divide_adds_up_to_perft():
    got = answers("new step size=5", "divide 2", "perft 2")
    counts = [int(line.split()[1]) for line in got[1].removeprefix("= ").splitlines()]
    assert f"= {sum(counts)}" == got[2]


def script_for(name: str, options: str, length: int = 60) -> list[str]:
    """Commands that ask everything after every action of a random game."""
    random.seed(name)
    engine = Engine()
    commands = [f"new {name} {options}".strip()]
    engine.answer(commands[0])
    for _ in range(length):
        words = engine.answer("legal")[2:].split()
        if not words:
            break
        commands += ["legal", f"play {random.choice(words)}", "events", "player", "result", "text"]
        engine.answer(commands[-5])
    return [*commands, "board", "undo", "undo", "events", "text", "legal", "result", "list_games", "quit"]


@pytest.mark.parametrize("name", catalogue.names())
def test_both_runtimes_answer_alike(name: str) -> None:
    script = (
        ("\n".join(script_for(name, OPENINGS[name])) + "\n").encode().replace(b"list_games", b"list \xff\nlist_games")
    )
    answered: list[str] = []
    run(io.BytesIO(script).readline, answered.append)
    here = "".join(answered)
    program = "import sys; sys.path[:0] = ['firmware', 'firmware/lib']; from treppe.games.engine import run; "
    program += "run(sys.stdin.buffer.readline, sys.stdout.write)"
    command = [find_micropython(), "-c", program]
    there = subprocess.run(command, input=script, capture_output=True, cwd=ROOT, timeout=LIMIT_S, check=True)
    assert here == there.stdout.decode()
    assert here.count("\n\n") >= script.count(b"\n") and "? the line is not UTF-8" in here
