"""Draws what `bench_sensing.py ours second` prints: `plot_limits.py FILE`, into docs/limits.svg, a plot a disturbance.

A column is the part of changes that people are asked about, level by level, cut off at 10 %; red is where something was
wrong and sure.
"""

import re
import sys
from pathlib import Path

SVG = Path(__file__).resolve().parents[2] / "docs" / "limits.svg"
_LINE = re.compile(r"(?P<world>\S+)\s+(?P<name>\S+(?: 60)?)\s+\d+ changes; (?P<unit>[^:]+): (?P<levels>.*)")
_LEVEL = re.compile(r"([\d.]+): (\d+) wrong, ([\d.]+) %")
_WIDE, _HIGH, _IN_A_ROW, _MOST_PERCENT = 260, 160, 3, 10.0
_TITLES = {
    "hum_codes": "hum",
    "pink_codes": "pink noise",
    "ground_codes": "ground that lamps lift",
    "off_centre_mm": "off the centre",
    "leaning_part": "one stack of ten leans",
    "dropout_part": "readings that drop out",
    "reed_dropouts_part": "ten reeds drop out",
    "sliding_seconds": "pieces that slide",
}
_HEAD = '<svg xmlns="http://www.w3.org/2000/svg" width="{}" height="{}" font-family="sans-serif" font-size="11">'


def column(at, level, wrong, percent):
    """Return a level's column with its figures."""
    left, high = 20 + 58 * at, 80 * min(1.0, percent / _MOST_PERCENT)
    colour = "#c0392b" if wrong else "#5b7fa6"
    top, middle = round(125 - high), left + 20
    cut = f'<path d="M{left} {top + 8}l40 -4" stroke="white" stroke-width="3"/>' if percent > _MOST_PERCENT else ""
    text = f"{wrong} wrong" if wrong else ""
    return (
        f'<rect x="{left}" y="{top}" width="40" height="{max(1, round(high))}" fill="{colour}"/>{cut}'
        f'<text x="{middle}" y="{top - 17}" text-anchor="middle" fill="{colour}">{text}</text>'
        f'<text x="{middle}" y="{top - 5}" text-anchor="middle">{percent:g} %</text>'
        f'<text x="{middle}" y="140" text-anchor="middle">{level}</text>'
    )


def plot(place, found):
    """Return one disturbance's plot."""
    columns = [
        column(at, level, int(wrong), float(percent))
        for at, (level, wrong, percent) in enumerate(_LEVEL.findall(found["levels"]))
    ]
    key, unit = found["name"].split()[0], found["unit"].split(",")[0]
    world = "" if found["world"] == "second" else f" ({found['world']})"
    title = f"<tspan font-weight='bold'>{_TITLES.get(key, key.split('_')[0])}</tspan>, {unit}{world}"
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
