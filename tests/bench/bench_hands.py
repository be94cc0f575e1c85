"""Whole games of five kinds of hands, as event streams that the table reads: one line a game tells what came of it.

`make bench-hands`: streams by seed, of the bench's hands, of a second model and of a third one, whose figures nobody
tunes to, and of two families (tests/worlds/family.py): calm people, and a crowd. *Silent*: four seconds after the last
hand the record is not what was meant, and the board says nothing.
*False*: the record then holds what nobody has played. *Led*: pieces are to be moved back, or brought, that stand right.
*First*: of what is asked, the first proposal is right.
*Needless*: something is asked, or named, though the record is right.
*Relaid*: the start was laid out again in the middle of a game. *Corrected*: the record has taken back an action by
itself. Delay: from when the last hand is off to the record.
*Again*: END has been refused in words, and is pressed once more. When it is silent or false, the table is given the
truth, and goes on.
"""

import argparse
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "worlds"))

from event_streams import record
from scripts import read
from stream_tally import HANDS, Tally, judge
from table_scripts import do, lay_out, outcome
from treppe.games import catalogue
from treppe_host.games import folders


def read_batch(name: str, seeds: range, hands: str) -> Tally:
    """Return what came of the streams of these seeds."""
    tally = Tally()
    for seed in seeds:
        tally.add(judge(record(name, seed, HANDS[hands])))
    return tally


def line(name: str, tally: Tally) -> str:
    """Return one line about a game."""
    counts = tally.counts
    delays = sorted(tally.delays_ms) or [0]
    kinds = ("silent", "false", "asked", "first", "led", "needless", "again", "corrected", "relaid")
    figures = "  ".join(f"{counts[kind]} {kind}" for kind in kinds)
    return (
        f"{name:10} {counts['ends']} of {counts['games']} right at the end  {counts['actions']} actions  "
        f"{figures}  delay {delays[len(delays) // 2]}/{delays[len(delays) * 99 // 100]} ms  "
        f"{tally.cost_ns / 1e6 / max(1, counts['events']):.2f} ms an event"
    )


def play_scripts(path: str) -> int:
    """Print what comes of each line of hand scripts; return how many come to something else than they say."""
    wrong = 0
    for title, position, lines in read(path):
        print(title)
        table = lay_out(position)
        for words, expected in lines:
            table = do(table, words.split())
            found = outcome(table)
            wrong += found != expected
            print(f"    {words} => {found}" + (f"   not {expected}" if found != expected else ""))
    return wrong


def main() -> None:
    """Let the table read; games in folders that TREPPE_GAMES names are games like others."""
    folders.use_named()
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", default=catalogue.names(), metavar="GAME")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1, help="of the first game")
    parser.add_argument("--hands", default=",".join(HANDS))
    parser.add_argument("--verbose", action="store_true")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--script", default="", help="a file of hand scripts (tests/data/hands.txt has the form)")
    chosen = parser.parse_args()
    if chosen.script:
        sys.exit(play_scripts(chosen.script))
    last = chosen.seed + chosen.games
    batches = [range(seed, min(seed + 5, last)) for seed in range(chosen.seed, last, 5)]
    with ProcessPoolExecutor(chosen.jobs) as pool:
        for hands in chosen.hands.split(","):
            print(f"Hands: {hands}")
            read = {name: [pool.submit(read_batch, name, batch, hands) for batch in batches] for name in chosen.names}
            for name, futures in read.items():
                total = Tally()
                for future in futures:
                    total.add(future.result())
                print(line(name, total), flush=True)
                for note in total.notes if chosen.verbose else ():
                    print("  " + note)


if __name__ == "__main__":
    main()
