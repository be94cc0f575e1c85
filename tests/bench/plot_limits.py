"""Draws what `bench_sensing.py ours second` prints: `plot_limits.py FILE`, into docs/limits.svg, a plot a disturbance.

A column is the part of changes that people are asked about, level by level; red is what was wrong and sure.
"""

import re
import sys
from pathlib import Path

SVG = Path(__file__).resolve().parents[2] / "docs" / "limits.svg"
_LINE = re.compile(r"(?P<world>\S+)\s+(?P<name>\S+(?: 60)?)\s+\d+ changes; (?P<unit>[^:]+): (?P<levels>.*)")
_LEVEL = re.compile(r"([\d.]+): (\d+) wrong, ([\d.]+) %")
_WIDE, _HIGH, _IN_A_ROW, _MOST_PERCENT = 260, 150, 3, 10.0
_HEAD = '<svg xmlns="http://www.w3.org/2000/svg" width="{}" height="{}" font-family="sans-serif" font-size="11">'


def column(at, level, wrong, percent):
    """Return a level's column with its figures."""
    left, high = 20 + 58 * at, 80 * min(1.0, percent / _MOST_PERCENT)
    colour = "#c0392b" if wrong else "#5b7fa6"
    told = f"{percent:g} %" + (f", {wrong} wrong" if wrong else "")
    return (
        f'<rect x="{left}" y="{115 - high:.0f}" width="40" height="{max(1, high):.0f}" fill="{colour}"/>'
        f'<text x="{left + 20}" y="{110 - high:.0f}" text-anchor="middle">{told}</text>'
        f'<text x="{left + 20}" y="130" text-anchor="middle">{level}</text>'
    )


def plot(place, found):
    """Return one disturbance's plot."""
    columns = [
        column(at, level, int(wrong), float(percent))
        for at, (level, wrong, percent) in enumerate(_LEVEL.findall(found["levels"]))
    ]
    name, unit = " ".join(found["name"].split()[0].split("_")[:-1]), found["unit"].split(",")[0]
    title = f"{name}: {unit} ({found['world']})"
    x, y = _WIDE * (place % _IN_A_ROW), _HIGH * (place // _IN_A_ROW)
    return f'<g transform="translate({x},{y})"><text x="10" y="14">{title}</text>{"".join(columns)}</g>'


def main(path) -> int:
    lines = [match for match in map(_LINE.match, Path(path).read_text("utf-8").splitlines()) if match]
    rows = -(-len(lines) // _IN_A_ROW)
    head = _HEAD.format(_WIDE * _IN_A_ROW, _HIGH * rows) + '<rect width="100%" height="100%" fill="white"/>'
    SVG.write_text(head + "\n".join(plot(*each) for each in enumerate(lines)) + "</svg>\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
