"""Speed and memory of the rules core, game by game, on CPython and MicroPython: `make bench-games`.

`legal_actions` and `apply_action` under MicroPython are given as multiples of the time that 10,000 additions take in
the same run: 49 ms on a Pico. Exit status 1 if a goal is missed.
"""

import json
import os
import random
import subprocess
import sys
import time
from pathlib import Path

import chess
from treppe.games import catalogue

WORST_LEGAL, MEDIAN_LEGAL, WORST_APPLY = 0.6, 0.2, 0.15
PICO_MS = 49
HERE = Path(__file__).parent


def measure(command: list[str], name: str, count: int) -> dict:
    """Run measure_games.py in a process of its own."""
    run = subprocess.run(
        [*command, str(HERE / "measure_games.py"), name, str(count)],
        capture_output=True,
        text=True,
        check=True,
        cwd=HERE.parents[1],
    )
    return json.loads(run.stdout)


def chess_us_per_move(positions: int = 3000) -> float:
    """python-chess: time of all legal moves by move, over random middle-game positions."""
    random.seed(1)
    total = moves = 0
    board = chess.Board()
    for _ in range(positions):
        if board.is_game_over() or board.ply() > 80:
            board = chess.Board()
        while board.ply() < 16:
            board.push(random.choice(list(board.legal_moves)))
            if board.is_game_over():
                board = chess.Board()
        start = time.perf_counter_ns()
        legal = list(board.legal_moves)
        total += time.perf_counter_ns() - start
        moves += len(legal)
        board.push(random.choice(legal))
    return total / moves / 1000


def main(names: list[str], count: int) -> int:
    """Print one table a runtime; return the number of goals missed."""
    micropython = os.environ.get("TREPPE_MICROPYTHON") or str(Path(sys.executable).with_name("micropython"))
    missed = []
    limit = chess_us_per_move()
    print(f"CPython {sys.version.split()[0]}; python-chess {chess.__version__}: {limit:.2f} us a legal move")
    print(
        f"{'game':11}{'actions':>9}{'us/action':>11}{'legal/s start':>15}{'median':>9}{'worst':>8}"
        f"{'apply+undo/s':>14}{'perft/s':>10}"
    )
    for name in names:
        m = measure([sys.executable], name, count)
        late = m["us_per_action"] > limit and m["actions_per_position"] >= 10
        if late:
            missed.append(f"{name}: {m['us_per_action']:.2f} us an action, python-chess {limit:.2f}")
        print(
            f"{name:11}{m['actions_per_position']:9.1f}{m['us_per_action']:11.2f}{1e6 / m['start']:15.0f}"
            f"{1e6 / m['legal_median']:9.0f}{1e6 / m['legal_worst']:8.0f}"
            f"{1e6 / (m['apply_median'] + m['undo_mean']):14.0f}{m['perft_per_s']:10}{'  missed' if late else ''}"
        )
    print(f"\nMicroPython, {count} random games a game; x = multiples of 10,000 additions ({PICO_MS} ms on a Pico)")
    print(f"{'game':11}{'legal median x':>15}{'99 %':>7}{'worst x':>9}{'apply x':>9}{'worst x':>9}{'undo x':>8}"
          f"{'perft/s':>9}{'module B':>10}{'state B':>9}{'legal B':>9}")  # fmt: skip
    for name in names:
        m = measure([micropython, "-X", "heapsize=8m"], name, count)
        x = m["yardstick"]
        for what, value, goal in (
            ("median legal_actions", m["legal_median"] / x, MEDIAN_LEGAL),
            ("worst legal_actions", m["legal_worst"] / x, WORST_LEGAL),
            ("worst apply_action", m["apply_worst"] / x, WORST_APPLY),
        ):
            if value > goal:
                missed.append(f"{name}: {what} {value:.2f} x, goal {goal}")
        print(
            f"{name:11}{m['legal_median'] / x:15.3f}{m['legal_99'] / x:7.3f}{m['legal_worst'] / x:9.3f}"
            f"{m['apply_median'] / x:9.3f}{m['apply_worst'] / x:9.3f}{m['undo_mean'] / x:8.3f}"
            f"{m['perft_per_s']:9}{m['bytes_module']:10}{m['bytes_state']:9}{m['bytes_legal']:9}"
        )
    print("\nmissed: " + "; ".join(missed) if missed else "\nall goals met")
    return len(missed)


if __name__ == "__main__":
    chosen = sys.argv[1:] or catalogue.names()
    sys.exit(1 if main(chosen, int(os.environ.get("GAMES", "200"))) else 0)
