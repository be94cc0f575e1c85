"""Solves Aufstellen with both settings of its diagonals, checks that by the rules themselves, and keeps a sample.

The check takes nothing from the solving program but its answers: what it says of a position must follow from what it
says of the positions one action later, by the rules of `firmware/treppe/games`, with the number of actions to the end.
Where that holds of all positions, all wins and losses are true: each is one action further from a game's end than the
one that it leans on. It is tried on random positions with all pieces placed, and on positions of the placement.

What is kept: for each game of `tests/bench/self_play/aufstellen.txt` a letter an action in `aufstellen_solved.txt`: the
player to move wins (W), loses (L), or neither can force it (D). And who wins the openings, for programs and analyses: a
bit each in `openings.bin` of the game's host folder.
"""

import argparse
import lzma
import random
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from treppe import games
from treppe.games import State
from treppe.games.aufstellen.host import openings

HERE = Path(__file__).parent
BUILT = Path("build/solve/aufstellen")
STORED = Path("tests/bench/self_play/aufstellen.txt")
SOLVED = STORED.with_stem("aufstellen_solved")
POSITIONS = 20_000
PIECES = "1122344556" + "0" * 6
BATCH = 500  # questions at a time: the answers fit into a pipe
DEEPEST = 250  # from here on only the winner is exact, not the number of actions
Ask = Callable[[Iterable[State]], list[tuple[str, int]]]


def solve(diagonals: bool) -> Ask:
    """Solve the game, which takes minutes; return what answers who wins some positions, and in how many actions."""
    BUILT.parent.mkdir(parents=True, exist_ok=True)
    source = HERE / "aufstellen.c"
    subprocess.run(["cc", "-O3", "-march=native", "-o", BUILT, source], check=True)
    process = subprocess.Popen([BUILT, str(int(diagonals))], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdin and process.stdout
    questions, answers = process.stdin, process.stdout
    answers.readline()

    def ask(states: Iterable[State]) -> list[tuple[str, int]]:
        lines = [question(state) for state in states]
        found = []
        for first in range(0, len(lines), BATCH):
            part = lines[first : first + BATCH]
            print(*part, sep="\n", file=questions, flush=True)
            found += [answers.readline().split() for _ in part]
        return [(letter, int(actions)) for letter, actions in found]

    return ask


def question(state: State) -> str:
    """Return a position as the solving program reads it: the centres, and the turn modulo 6."""
    return "".join(map(str, state.position[:16])) + f" {state.position[22]}"


def after_each(state: State) -> list[State]:
    """Return the positions after each action."""
    found = [state.clone() for _ in state.legal_actions()]
    for twin, action in zip(found, state.legal_actions(), strict=True):
        twin.apply_action(action)
    return found


def wrong(ask: Ask, states: list[State]) -> list[str]:
    """Return the positions whose answer does not follow from those one action later."""
    behind = [after_each(state) for state in states]
    known = iter(ask([twin for twins in behind for twin in twins if not twin.is_terminal()]))
    found = []
    for state, twins, (letter, actions) in zip(states, behind, ask(states), strict=True):
        results = [("L", 0) if twin.is_terminal() else next(known) for twin in twins]  # whoever has acted has won
        lost = [depth for result, depth in results if result == "L"]
        won = [depth for result, depth in results if result == "W"]
        if lost:
            expected, depth = "W", 1 + min(lost)
        elif len(won) == len(results):
            expected, depth = "L", 1 + max(won)
        else:
            expected, depth = "D", 0
        is_counted = state.position[16:22] == bytes(6) and expected != "D" and max(depth, actions) < DEEPEST
        if letter != expected or (is_counted and actions != depth):
            found.append(f"{question(state)}: {letter} {actions}, not {expected} {depth}")
    return found


def random_positions(count: int, diagonals: bool, chance: random.Random) -> list[State]:
    """Return positions with all pieces placed at random, in which the game goes on; the due shape can move."""
    found: list[State] = []
    while len(found) < count:
        state = games.start("aufstellen", diagonals=diagonals)
        pieces = list(PIECES)
        chance.shuffle(pieces)
        turn = chance.randrange(6)
        state.position[:16] = bytes(map(int, pieces))
        state.position[16:22] = bytes(6)
        state.position[22], state.position[-1] = turn, turn % 2
        rules: Any = state
        if not any(rules.line(player) for player in range(2)) and state.legal_actions():
            found.append(state)
    return found


def placements(count: int, diagonals: bool, chance: random.Random) -> list[State]:
    """Return positions of random games before the last piece is placed, the start among them."""
    found = [games.start("aufstellen", diagonals=diagonals)]
    while len(found) < count:
        state = games.start("aufstellen", diagonals=diagonals)
        for _ in range(chance.randrange(1, 11)):
            if not state.is_terminal():
                state.apply_action(chance.choice(state.legal_actions()))
        if not state.is_terminal():
            found.append(state)
    return found


def solved_games(ask: Ask) -> str:
    """Return the letters of all positions of the stored games, a line a game."""
    lines = []
    for line in STORED.read_text().splitlines():
        state = games.start("aufstellen")
        states = []
        for word in line.split()[1:]:
            states.append(state.clone())
            state.apply_action(state.action(word))
        lines.append("".join(letter for letter, _ in ask(states)))
    return "\n".join(lines) + "\n"


def solved_openings(ask: Ask) -> bytes:
    """Return the bits of all openings, layer by layer of pieces, one of eight images each."""
    kept = bytearray(2 * openings.PLANE)
    layer = [games.start("aufstellen")]
    for _ in range(openings.MOST + 1):
        for state, (letter, _) in zip(layer, ask(layer), strict=True):
            at = openings.place(state)
            for plane, each in enumerate("WD"):
                kept[plane * openings.PLANE + (at >> 3)] |= (letter == each) << (at & 7)
        layer = list({openings.place(twin): twin for state in layer for twin in after_each(state)}.values())
    return lzma.compress(kept)


def main() -> int:
    """Solve, check and keep; exit status 1 if an answer is wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--positions", type=int, default=POSITIONS, help="how many are checked, of each kind a part")
    given = parser.parse_args()
    faults = 0
    for diagonals in (True, False):
        ask, chance = solve(diagonals), random.Random(1)
        states = random_positions(given.positions, diagonals, chance)
        states += placements(given.positions // 10, diagonals, chance)
        found = wrong(ask, states)
        [(letter, _)] = ask([games.start("aufstellen", diagonals=diagonals)])
        winner = {"W": "the first player wins", "L": "the second player wins", "D": "neither can win"}[letter]
        print(
            f"diagonals={str(diagonals).lower()}: {winner}; {len(found)} of {len(states)} answers are wrong", *found[:9]
        )
        faults += len(found)
        if diagonals:
            SOLVED.write_text(solved_games(ask))
            openings.KEPT.write_bytes(solved_openings(ask))
    return int(faults > 0)


if __name__ == "__main__":
    sys.exit(main())
