"""A picture of a game's material, for its rules and for the guide, with the number of each piece below it."""

import math
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from treppe.games import catalogue
from treppe.games.host import facts

from treppe_hardware.descriptions.parameters import Parameters
from treppe_hardware.descriptions.pieces import Kind
from treppe_hardware.descriptions.sheets import Sizes
from treppe_hardware.drawings.shapes import Sheet, Style, render_svg
from treppe_hardware.sheets.bag import cloth_mm
from treppe_hardware.sheets.bodies import draw_piece, width_of
from treppe_hardware.sheets.cards import FIGURES, figure
from treppe_hardware.sheets.faces import draw
from treppe_hardware.sheets.symbols import CREAM, LINE, panel
from treppe_hardware.sheets.tiles import TILES, tile_figure
from treppe_hardware.sheets.words import SHEET_WORDS, Words

_WIDTH_MM = 330.0
_FONTS = "Helvetica, Arial, Liberation Sans, sans-serif"  # as wide as in the PDF
_BORDER_MM, _GAP_MM = 12.0, 5.0
_CAPTION_MM = 6.0
_SCALES = {"card": 0.56, "tile": 1.0, "disc": 1.0, "screen": 0.36, "bag": 0.17}
_BESIDE = "screen"  # the bag is drawn beside these


def pictures(sizes: Sizes, kinds: dict[str, Kind], parameters: Parameters) -> dict[Path, bytes]:
    """Return the picture of each game, by its path from the top folder."""
    found = {}
    for name in catalogue.names():
        folder = Path(f"firmware/treppe/games/{name}/host")
        for language, ending in (("en", ""), ("de", "_de")):
            sheet = picture(name, sizes, kinds, parameters, language)
            found[folder / f"material{ending}.svg"] = render_svg(sheet, _FONTS)
        for code, drawing in _held(name, sizes):
            found[folder / f"held-{code}.svg"] = render_svg(drawing, _FONTS)
    return found


def _held(name: str, sizes: Sizes) -> Iterator[tuple[str, Sheet]]:
    """Yield the figures of what players hold in their hands, for the page, by `Printed.file_code`."""
    for thing in facts.of(name).all_printed():
        if thing.kind in FIGURES:
            yield thing.file_code, figure(thing, sizes.kinds[thing.kind])
        elif thing.group in TILES:
            yield thing.file_code, tile_figure(thing)


def picture(name: str, sizes: Sizes, kinds: dict[str, Kind], parameters: Parameters, language: str = "en") -> Sheet:
    """Return the picture of one game's box."""
    titles = (
        {letter: kind.title for letter, kind in kinds.items()} if language == "en" else SHEET_WORDS[language]["pieces"]
    )
    rows = _in_rows(_pieces(name, titles, parameters, SHEET_WORDS[language]["of_each"]), False)
    for alike in _printed(name, sizes, language):
        rows += _in_rows(alike, True)
    heights = [max(group.height for group in row) for row in rows]
    height = sum(heights) + _GAP_MM * (len(rows) - 1) + 1.5 * _BORDER_MM
    sheet = Sheet(_WIDTH_MM, height, f"{catalogue.title(name)}: the material")
    panel(sheet, 1, 1, _WIDTH_MM - 2, height - 2, 8, Style(line=LINE, width=0.6, fill=CREAM))
    top = height - _BORDER_MM
    for row, tall in zip(rows, heights, strict=True):
        x = (_WIDTH_MM - sum(group.width for group in row) - 2 * _GAP_MM * (len(row) - 1)) / 2
        for group in row:
            sheet.place(x, top - tall, group)
            x += group.width + 2 * _GAP_MM
        top -= tall + _GAP_MM
    return sheet


def _in_rows(groups: list[Sheet], are_alike: bool) -> list[list[Sheet]]:
    """Break drawings into rows: of about as many each, if all are of one size."""
    room = _WIDTH_MM - 2 * _BORDER_MM + 2 * _GAP_MM
    widths = [group.width + 2 * _GAP_MM for group in groups]
    most = len(groups)
    if are_alike:
        most = math.ceil(most / math.ceil(most / (room // max(widths))))
    rows: list[list[Sheet]] = []
    used = room
    for group, width in zip(groups, widths, strict=True):
        if used + width > room or len(rows[-1]) == most:
            rows.append([])
            used = 0
        rows[-1].append(group)
        used += width
    return rows


def _captioned(width: float, height: float, caption: str) -> Sheet:
    """Return an empty drawing of this size above a caption."""
    sheet = Sheet(max(width, 0.55 * _CAPTION_MM * len(caption)), height + 1.6 * _CAPTION_MM, caption)
    sheet.text(sheet.width / 2, 0.6 * _CAPTION_MM, caption, _CAPTION_MM)
    return sheet


def _pieces(name: str, titles: dict[str, str], parameters: Parameters, of_each: str) -> list[Sheet]:
    counts: dict[str, dict[str, int]] = defaultdict(dict)
    for code, number in facts.of(name).largest_material().items():
        counts[code[0]][code] = number
    groups = []
    for letter, codes in counts.items():
        title = titles.get(letter, "piece")
        each = next(iter(codes.values()))
        caption = f"{title}: {each}" + (of_each if len(codes) > 1 else "")
        step = width_of(letter, parameters) + _GAP_MM
        group = _captioned(step * len(codes) - _GAP_MM, width_of(letter, parameters) + 8, caption)
        left = (group.width - step * len(codes) + _GAP_MM) / 2
        for number, code in enumerate(sorted(codes)):
            x = left + step * number + (step - _GAP_MM) / 2
            draw_piece(group, x, 1.6 * _CAPTION_MM + 2 + width_of(letter, parameters) / 2, code, parameters)
        groups.append(group)
    return groups


def _printed(name: str, sizes: Sizes, language: str) -> list[list[Sheet]]:
    """Return the drawings of what is printed or sewn, those of one size together."""
    things = facts.of(name).all_printed()
    alike: dict[str, list[Sheet]] = defaultdict(list)
    for thing in things:
        caption = f"{thing.count} x"
        if thing.kind not in sizes.kinds:
            width, height = (side * _SCALES[thing.kind] for side in cloth_mm(sizes.bag))
            group = _captioned(width, height, caption)
            _draw_bag(group, group.width / 2, 1.6 * _CAPTION_MM, width, height)
            alike[_BESIDE].append(group)
            continue
        size = sizes.kinds[thing.kind]
        front = draw(thing, Words(name, language), size, things)[0]
        scale = _SCALES[size.name]
        width, height, corner = (scale * side for side in (size.width, size.height, size.corner))
        group = _captioned(width, height, caption)
        x, y = (group.width - width) / 2, 1.6 * _CAPTION_MM
        panel(group, x + 0.7, y - 1.1, width, height, corner, Style(line="", fill="#dccfb4"))
        panel(group, x, y, width, height, corner, Style(line=LINE, width=0.2, fill="#ffffff"))
        group.place(x, y, front, scale)
        alike[size.name].append(group)
    return list(alike.values())


def _draw_bag(sheet: Sheet, x: float, y: float, width: float, height: float) -> None:
    """Draw a full bag, its neck tied."""
    half, neck = width / 2, 0.72 * height
    right = [(0.30, 0.0), (0.46, 0.08), (0.5, 0.26), (0.44, 0.5), (0.2, 0.68), (0.13, 0.72), (0.26, 0.9), (0.2, 0.94)]
    side = [(x + 2 * half * east, y + height * north) for east, north in right]
    outline = side + [(2 * x - east, north) for east, north in reversed(side)]
    sheet.line(outline, Style(line="#23343f", width=0.6, fill="#2f4858"), True)
    for sign in (-1, 1):
        sheet.line([(x, y + neck), (x + sign * 0.34 * half, y + 0.5 * height)], Style(line="#41606f", width=0.7))
    cord = [(x - 0.32 * half, y + neck), (x + 0.32 * half, y + neck), (x + 0.7 * half, y + neck - 6)]
    sheet.line(cord, Style(line="#e9c46a", width=1.3))
