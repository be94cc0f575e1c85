"""The deepest that calls within calls may go on a Pico, `make bench-stack IMAGE=dist/treppe.uf2`.

Some lifts of each game are played on an emulated Pico, with all that people do between games; which function calls
which, and what that takes of the stack, is taken down from outside of the chip. Then the deepest chain is searched in
what was seen: each call of it was seen, not the whole chain, which no game may ever come to. An interrupt may come at
any depth; what it takes is in the figures wherever it came when it was deepest. The exit status is 1 if the goal is
missed.

The start is searched by itself: modules that it has loaded are not loaded again.
"""

import argparse
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "pico"))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))

from chip_board import STACK_BYTES, Functions, find_functions
from pico_player import IMAGE, Player, between
from treppe import games
from treppe.games import catalogue

from tools.image import MODULE, frozen_files

_GOAL = 6144
_FIRST = ""  # calls the launcher


@dataclass
class Calls:
    """What was seen of calls within calls, bytes of the stack."""

    between: dict[tuple[str, str], int] = field(default_factory=dict)
    """By caller and callee, the most from one to the other."""
    own: dict[str, int] = field(default_factory=dict)
    """By function, the most that it took itself, with all below it that is no Python."""

    def deepest(self) -> tuple[int, list[tuple[str, int]]]:
        """Return the bytes of the deepest chain, and its functions with the depth at which each begins.

        A call back to a function that is still open in the search is left out: the firmware has no recursion.
        """
        callees = defaultdict(list)
        for caller, callee in self.between:
            callees[caller].append(callee)
        best: dict[str, tuple[int, str]] = {}
        opened = set()

        def search(name: str) -> int:
            if name in best:
                return best[name][0]
            opened.add(name)
            found = self.own.get(name, 0), ""
            for callee in callees[name]:
                if callee not in opened:
                    found = max(found, (self.between[name, callee] + search(callee), callee))
            opened.discard(name)
            best[name] = found
            return found[0]

        total = search(_FIRST)
        chain, name, depth = [], _FIRST, 0
        while best[name][1]:
            callee = best[name][1]
            depth += self.between[name, callee]
            chain.append((callee, depth))
            name = callee
        return total, chain


def play(surface: str, names: Iterable[str], functions: Functions, lifts: int, seed: int) -> tuple[Calls, Calls]:
    """Play some lifts of each game of a surface, and all that comes between games; tell the start apart."""
    with tempfile.TemporaryDirectory() as folder:
        player = Player(f"stack of {surface}", surface, None, Path(folder), seed, functions)
        starting = calls_of(player)
        for name in names:
            player.play(player.begin_game(name), lifts)
            between(player)
        playing = calls_of(player)
        player.board.close()
        return starting, playing


def calls_of(player: Player) -> Calls:
    """Return what was seen since the power came, or since this was asked last."""
    calls, own = player.board.take_calls()
    return Calls({(caller, callee): count for caller, callee, count in calls}, dict(own))


def reported(name: str, addresses: list[list[Any]]) -> str:
    """Return a function's name; of the body of a module, which has none, the function that lies before it."""
    if "." in name:
        return name
    before = [each for address, each in addresses if address <= int(name, 16)]
    return f"{name}, behind {before[-1]}" if before else name


def main() -> int:
    """Play, search and report; return 1 if the goal is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", default=catalogue.names(), metavar="GAME")
    parser.add_argument("--lifts", type=int, default=6)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    chosen = parser.parse_args()
    modules = [name.removesuffix(".py") for name in frozen_files() if name not in ("main.py", MODULE)]
    with tempfile.TemporaryDirectory() as folder:
        functions = find_functions(IMAGE, Path(folder), modules)
    addresses = sorted(functions.names)
    by_surface = defaultdict(list)
    for name in chosen.names:
        by_surface[games.start(name).surface].append(name)
    most = 0
    with ProcessPoolExecutor(chosen.jobs) as pool:
        runs = {
            surface: pool.submit(play, surface, names, functions, chosen.lifts, chosen.seed)
            for surface, names in by_surface.items()
        }
        for surface, run in runs.items():
            for what, calls in zip(("start", "play"), run.result(), strict=True):
                total, chain = calls.deepest()
                most = max(most, total)
                print(f"{surface}, {what}: deepest chain {total} of {STACK_BYTES} bytes (goal {_GOAL}):")
                for name, depth in chain:
                    print(f"    {depth:5} {reported(name, addresses)}")
    return most > _GOAL


if __name__ == "__main__":
    sys.exit(main())
