"""The table and the stories beside it read the same event streams; one line a game and reader tells what came of it.

`make bench-tracking`: streams by seed, of the bench's hands, of a second model and of a third one, whose figures nobody
tunes to. *Silent*: four seconds after the last hand the record is not what was meant, and the board says nothing.
*False*: the record then holds what nobody has played. *Led*: pieces are to be moved back, or brought, that stand right.
*Relaid*: the start was laid out again in the middle of a game. *Corrected*: the record has taken back an action by
itself. Delay: from when the last hand is off to the record.
Whoever is silent or false is told the truth, and goes on.
"""

import argparse
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))

from event_streams import record
from stream_tally import HANDS, READERS, Tally, judge
from treppe.games import catalogue


def read_batch(name: str, seeds: range, hands: str, readers: list[str]) -> dict[str, Tally]:
    """Return what came of the streams of these seeds, by reader."""
    tallies = {reader: Tally() for reader in readers}
    for seed in seeds:
        stream = record(name, seed, HANDS[hands])
        for reader, tally in tallies.items():
            tally.add(judge(READERS[reader], stream))
    return tallies


def line(name: str, reader: str, tally: Tally) -> str:
    """Return one line about a game and a reader."""
    counts = tally.counts
    delays = sorted(tally.delays_ms) or [0]
    figures = "  ".join(f"{counts[kind]} {kind}" for kind in ("silent", "false", "asked", "led", "corrected", "relaid"))
    return (
        f"{name:10} {reader:7} {counts['ends']} of {counts['games']} right at the end  {counts['actions']} actions  "
        f"{figures}  delay {delays[len(delays) // 2]}/{delays[len(delays) * 99 // 100]} ms  "
        f"{tally.cost_ns / 1e6 / max(1, counts['events']):.2f} ms an event"
    )


def main() -> int:
    """Let both read; return 1 if the stories are worse than the table anywhere."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", default=catalogue.names(), metavar="GAME")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1, help="of the first game")
    parser.add_argument("--hands", default="bench,second,third")
    parser.add_argument("--readers", default="table,stories")
    parser.add_argument("--verbose", action="store_true")
    parser.add_argument("--jobs", type=int, default=2)
    chosen = parser.parse_args()
    readers = chosen.readers.split(",")
    is_worse = False
    with ProcessPoolExecutor(chosen.jobs) as pool:
        for hands in chosen.hands.split(","):
            print(f"Hands: {hands}")
            last = chosen.seed + chosen.games
            batches = [range(seed, min(seed + 5, last)) for seed in range(chosen.seed, last, 5)]
            how = (hands, readers)
            read = {name: [pool.submit(read_batch, name, batch, *how) for batch in batches] for name in chosen.names}
            for name, futures in read.items():
                totals = {reader: Tally() for reader in readers}
                for future in futures:
                    for reader, tally in future.result().items():
                        totals[reader].add(tally)
                for reader, total in totals.items():
                    print(line(name, reader, total), flush=True)
                    for note in total.notes if chosen.verbose else ():
                        print("  " + note)
                kinds = ("silent", "false", "asked", "led")
                if len(totals) > 1:
                    table, stories = totals["table"].counts, totals["stories"].counts
                    is_worse = is_worse or any(stories[kind] > table[kind] for kind in kinds)
    return int(is_worse)


if __name__ == "__main__":
    sys.exit(main())
