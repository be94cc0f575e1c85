"""Draws how long hands pause, into docs/pauses.svg, and prints how many pause longer than the table waits.

Of whole games of three kinds of hands (see bench_hands.py), as sensing has felt them, within the turns. *In the air*:
from where a piece goes to where one comes. *Moved on*: a piece has come, and goes from there again. *On a tower*: a
field is touched, until it has come to rest. The times that the table waits are drawn into the curves.
"""

import sys
from bisect import bisect_right
from concurrent.futures import ProcessPoolExecutor
from math import log10
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

SVG = ROOT / "docs" / "pauses.svg"
SEEDS = range(1, 21)
# What is drawn: its title, and the times that the table waits, with what it does then.
PLOTS = {
    "in the air": {2000: "asks which", 3000: "names it", 5000: "leads back"},
    "moved on": {700: "own stop", 1000: "rewrites", 2000: "same hand"},
    "on a tower": {400: "complains", 2500: "believes it", 5000: "gives up"},
}
_COLOURS = {"bench": "#1f6f54", "second": "#b3541e", "third": "#5b4b8a"}
_WIDE, _HIGH, _LEFT, _TOP, _FIRST_MS, _LAST_MS = 300, 170, 44, 34, 100, 20000


def pauses(name, seed, hands):
    """Return the pauses in milliseconds of one game, by what is drawn."""
    found = {title: [] for title in PLOTS}
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
    """Return all pauses in ascending order, by what is drawn and whose hands they are."""
    cases = [(name, seed, hands) for hands in _COLOURS for name in catalogue.names() for seed in SEEDS]
    found = {title: {hands: [] for hands in _COLOURS} for title in PLOTS}
    with ProcessPoolExecutor(2) as pool:
        for (_, _, hands), each in zip(cases, pool.map(pauses, *zip(*cases, strict=True)), strict=True):
            for title, times in each.items():
                found[title][hands] += times
    return {title: {hands: sorted(times) for hands, times in each.items()} for title, each in found.items()}


def percent_longer(times, limit_ms):
    """Return per cent of the pauses that are longer."""
    return 100 * (len(times) - bisect_right(times, limit_ms)) / max(1, len(times))


def across(at_ms):
    """Return how far to the right a time is drawn: each decade is as wide."""
    return _LEFT + (_WIDE - _LEFT - 10) * log10(at_ms / _FIRST_MS) / log10(_LAST_MS / _FIRST_MS)


def plot(place, title, found):
    """Return one plot: per cent of pauses that last longer, over time."""
    parts = [f'<text x="{_LEFT}" y="14" font-weight="bold">{title}</text>']
    for percent in (0, 50, 100):
        y = _TOP + (_HIGH - 60) * (1 - percent / 100)
        parts.append(f'<path d="M{_LEFT} {y:.0f}H{_WIDE - 10}" stroke="#ddd"/>')
        parts.append(f'<text x="{_LEFT - 4}" y="{y + 4:.0f}" text-anchor="end">{percent} %</text>')
    for at_ms in (100, 1000, 10000):
        parts.append(f'<text x="{across(at_ms):.0f}" y="{_HIGH - 12}" text-anchor="middle">{at_ms / 1000:g} s</text>')
    for row, (limit_ms, text) in enumerate(PLOTS[title].items()):
        x = across(limit_ms)
        parts.append(f'<path d="M{x:.1f} {_TOP + 13 * row}V{_HIGH - 26}" stroke="#888" stroke-dasharray="3 2"/>')
        parts.append(f'<text x="{x + 3:.1f}" y="{_TOP + 10 + 13 * row}" fill="#555">{text}</text>')
    steps = [_FIRST_MS * (_LAST_MS / _FIRST_MS) ** (step / 80) for step in range(81)]
    for hands, times in found.items():
        heights = [_TOP + (_HIGH - 60) * (1 - percent_longer(times, at_ms) / 100) for at_ms in steps]
        points = " ".join(f"{across(at_ms):.1f},{y:.1f}" for at_ms, y in zip(steps, heights, strict=True))
        parts.append(f'<polyline points="{points}" fill="none" stroke="{_COLOURS[hands]}" stroke-width="1.6"/>')
    return f'<g transform="translate({_WIDE * place},0)">{"".join(parts)}</g>'


def main() -> int:
    found = measure()
    for title, limits in PLOTS.items():
        for limit_ms in limits:
            each = found[title].items()
            shares = "  ".join(f"{hands} {percent_longer(times, limit_ms):.2f} %" for hands, times in each)
            counts = "/".join(str(len(times)) for _, times in each)
            print(f"{title:10} longer than {limit_ms / 1000:g} s: {shares}  of {counts}")
    legend = "".join(
        f'<text x="{_LEFT + 90 * at}" y="{_HIGH + 8}" fill="{colour}">{hands} hands</text>'
        for at, (hands, colour) in enumerate(_COLOURS.items())
    )
    size = f'width="{_WIDE * len(PLOTS)}" height="{_HIGH + 16}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif" font-size="11">'
    plots = "\n".join(plot(place, title, found[title]) for place, title in enumerate(PLOTS))
    SVG.write_text(f'{head}<rect width="100%" height="100%" fill="white"/>{plots}{legend}</svg>\n', "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
