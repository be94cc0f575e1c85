"""The sewing pattern of the bag that discs are drawn from: words and measures, for cloth is larger than paper."""

import math

from treppe_hardware.descriptions.sheets import Bag
from treppe_hardware.drawings.shapes import Sheet, Style
from treppe_hardware.sheets.symbols import CREAM, HINT, SLATE, arrow, panel
from treppe_hardware.sheets.words import Words, write

_SCALE = 0.38


def volume_l(bag: Bag) -> float:
    """Return what the bag holds in litres when it is filled to a half of its height, as a roll; hands need the rest."""
    return (bag.width / math.pi) ** 2 * math.pi * bag.height / 2 / 1e6


def cloth_mm(bag: Bag) -> tuple[float, float]:
    """Return width and height of each of the two pieces of cloth; the tunnel is folded twice."""
    return bag.width + 2 * bag.seam, bag.height + bag.seam + 2 * bag.tunnel


def pattern(bag: Bag, words: Words, paper_mm: tuple[float, float], discs: int) -> Sheet:
    """Return a page that shows how the bag is sewn."""
    sheet = Sheet(*paper_mm, words.title("bag").format(discs))
    width, height = (_SCALE * side for side in cloth_mm(bag))
    left, bottom = 34.0, paper_mm[1] - 36 - height
    sheet.text(20, paper_mm[1] - 20, sheet.title, 7, "start", is_bold=True)
    panel(sheet, left, bottom, width, height, 0, Style(width=0.5, fill=CREAM))
    seam, tunnel = _SCALE * bag.seam, _SCALE * bag.tunnel
    top = bottom + height - 2 * tunnel
    sewn = [(left + seam, bottom + height), (left + seam, bottom + seam), (left + width - seam, bottom + seam)]
    sheet.line([*sewn, (left + width - seam, top)], Style(line=SLATE, width=0.6, dash=(3, 1.5)))
    for number in (1, 2):
        y = bottom + height - number * tunnel
        sheet.line([(left, y), (left + width, y)], Style(line=HINT, width=0.4, dash=(0.4, 1.2)))
    sheet.text(left + width / 2, bottom + height / 2, "2x", 12, "middle", SLATE, True)
    arrow(sheet, (left + width + 9, top), (left + width + 2, top), 1.4, HINT)
    cloth = cloth_mm(bag)
    _measure(sheet, (left, bottom - 6), (left + width, bottom - 6), f"{cloth[0]:g} mm")
    _measure(sheet, (left - 7, bottom), (left - 7, bottom + height), f"{cloth[1]:g}")
    _measure(sheet, (left + width + 12, top), (left + width + 12, bottom + height), f"2 x {bag.tunnel:g}")
    sheet.text(left + width - seam - 2, bottom + seam + 4, f"{bag.seam:g} mm", 3.2, "end", SLATE)
    below = bottom - 18
    given = {"bag 2": f"{2 * bag.tunnel:g}", "bag 4": f"{bag.cord:g}"}
    for number, code in enumerate(words.numbered("bag"), 1):
        sheet.text(20, below - 2.6, f"{number}", 4.4, "start", SLATE, True)
        sheet.text(26, below - 2.6, words.title(code), 4.0, "start", is_bold=True)
        text = words.text(code).format(given.get(code, ""))
        below = write(sheet, 56, below, text, paper_mm[0] - 76, 4.0) - 2.4
    return sheet


def _measure(sheet: Sheet, start: tuple[float, float], end: tuple[float, float], text: str) -> None:
    thin = Style(width=0.25)
    sheet.line([start, end], thin)
    is_flat = start[1] == end[1]
    for x, y in (start, end):
        sheet.line([(x, y - 1.5), (x, y + 1.5)] if is_flat else [(x - 1.5, y), (x + 1.5, y)], thin)
    middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    if is_flat:
        sheet.text(middle[0], middle[1] - 3.4, text, 3.6)
    else:
        is_east = start[0] > sheet.width / 2
        sheet.text(middle[0] + (2 if is_east else -2), middle[1], text, 3.6, "start" if is_east else "end")
