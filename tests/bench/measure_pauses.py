"""Prints how many hands pause longer than the table waits.

Of whole games of three kinds of hands (see bench_hands.py), as sensing has felt them, within the turns. *In the air*:
from where a piece goes to where one comes. *Moved on*: a piece has come, and goes from there again. *On a tower*: a
field is touched, until it has come to rest.
"""

import sys
from bisect import bisect_right
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "support"))
sys.path.insert(0, str(ROOT / "tests" / "worlds"))

# ruff: noqa: E402
from event_streams import record
from stream_tally import HANDS
from treppe import surfaces
from treppe.games import catalogue
from treppe.sensing.kinds import kind_of

SEEDS = range(1, 21)
# In milliseconds.
WAITS = {"in the air": (2000, 3000, 5000), "moved on": (700, 1000, 2000), "on a tower": (400, 2500, 5000)}
_KINDS = ("bench", "second", "third")


def pauses(name, seed, hands):
    """Return the pauses in milliseconds of one game, by kind of pause."""
    found = {title: [] for title in WAITS}
    stream = record(name, seed, HANDS[hands])
    image = bytearray(stream.image)
    is_weighed = kind_of(surfaces.load(stream.start.surface)).HAS_WEIGHTS
    for turn in stream.turns:
        gone_ms, came_ms, touched_ms = -1, {}, {}
        for now_ms, changes in turn.sensed:
            for field, (value, activity) in changes.items():
                if value < image[field]:
                    gone_ms = now_ms
                    if field in came_ms:
                        found["moved on"].append(now_ms - came_ms.pop(field))
                elif value > image[field]:
                    came_ms[field] = now_ms
                    if gone_ms >= 0:
                        found["in the air"].append(now_ms - gone_ms)
                        gone_ms = -1
                image[field] = value
                if activity:
                    touched_ms.setdefault(field, now_ms)
                elif field in touched_ms and is_weighed:
                    found["on a tower"].append(now_ms - touched_ms.pop(field))
        for _, changes in turn.cleared:
            for field, (value, _) in changes.items():
                image[field] = value
    return found


def measure():
    """Return all pauses in ascending order, by kind and whose hands they are."""
    cases = [(name, seed, hands) for hands in _KINDS for name in catalogue.names() for seed in SEEDS]
    found = {title: {hands: [] for hands in _KINDS} for title in WAITS}
    with ProcessPoolExecutor(2) as pool:
        for (_, _, hands), each in zip(cases, pool.map(pauses, *zip(*cases, strict=True)), strict=True):
            for title, times in each.items():
                found[title][hands] += times
    return {title: {hands: sorted(times) for hands, times in each.items()} for title, each in found.items()}


def percent_longer(times, limit_ms):
    """Return per cent of the pauses that are longer."""
    return 100 * (len(times) - bisect_right(times, limit_ms)) / max(1, len(times))


def main() -> int:
    found = measure()
    for title, limits in WAITS.items():
        for limit_ms in limits:
            each = found[title].items()
            shares = "  ".join(f"{hands} {percent_longer(times, limit_ms):.2f} %" for hands, times in each)
            counts = "/".join(str(len(times)) for _, times in each)
            print(f"{title:10} longer than {limit_ms / 1000:g} s: {shares}  of {counts}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
