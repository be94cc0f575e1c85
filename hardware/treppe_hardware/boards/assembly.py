"""Drawings of a board: where each part is soldered."""

from collections.abc import Collection
from typing import Any

from treppe_hardware.boards.layout import PlacedPart, outline, pads, place
from treppe_hardware.boards.silk import extent
from treppe_hardware.descriptions.boards import Board
from treppe_hardware.descriptions.footprints import Footprint
from treppe_hardware.drawings.shapes import INK, Sheet, Style, fitting_size

_EDGE = "#20303c"
_NOW, _DONE = "#ffc66e", "#dde2e6"
_MARGIN_MM = 6.0
_HEAD_MM = 9.0


def assembly(
    name: str,
    board: Board,
    footprints: dict[str, Footprint],
    is_bottom: bool,
    now: Collection[str] | None = None,
    done: Collection[str] = (),
) -> Sheet:
    """Return where the parts of one side go: bodies with references, and a mark at each first pin.

    With `now`, references of the parts that one step solders, the others have no name, and are drawn only if `done`.
    """
    width, height = board.size_mm
    sheet = Sheet(width + 2 * _MARGIN_MM, height + _MARGIN_MM + _HEAD_MM, f"{board.title}: assembly")
    side = "underside, seen from below" if is_bottom else "upper side"
    title = f"{board.title}, revision {board.revision}: {side}"
    sheet.text(_MARGIN_MM, height + _MARGIN_MM + 4.5, title, fitting_size(title, width, 4.0), "start")

    def point(x: float, y: float) -> tuple[float, float]:
        return (width - x if is_bottom else x) + _MARGIN_MM, y + _MARGIN_MM - 2

    sheet.line([point(*corner) for corner in outline(board)], Style(line=_EDGE, width=0.4), True)
    for x, y, diameter in board.holes:
        sheet.circle(*point(x, y), diameter / 2, Style(line=_EDGE, width=0.2))
    parts = place(board, footprints)
    for pad in pads(board, footprints):
        if pad.on_bottom if is_bottom else pad.on_top:
            x, y = point(pad.x, pad.y)
            turned = round(pad.turn / 90) % 2 == 1
            pad_width, pad_height = (pad.pad.height, pad.pad.width) if turned else (pad.pad.width, pad.pad.height)
            is_first = pad.pad.name == "1" and now is None
            style = Style(line="", fill="#c0392b" if is_first else "#b9c0c5")
            sheet.rectangle(x - pad_width / 2, y - pad_height / 2, pad_width, pad_height, style)
    for one in parts:
        ref = one.component.ref
        if one.is_bottom == is_bottom and (now is None or ref in now):
            _draw_part(sheet, one, point, _NOW if now else "")
        elif one.is_bottom == is_bottom and ref in done:
            sheet.rectangle(*_part_box(one, point), Style(line="", fill=_DONE))
    if now is not None:
        _draw_first_pins(sheet, parts, is_bottom, point, now)
    return sheet


def _draw_first_pins(sheet: Sheet, parts: list[PlacedPart], is_bottom: bool, point: Any, now: Collection[str]) -> None:
    for one in parts:
        if one.component.ref in now and one.is_bottom == is_bottom:
            pad = one.footprint.pads[0]
            x, y = point(*one.point(pad.x, pad.y))
            sheet.circle(x, y, 0.45, Style(line="", fill="#c0392b"))


def _part_box(one: PlacedPart, point: Any) -> tuple[float, float, float, float]:
    west, south, east, north = extent(one)
    (x1, y1), (x2, y2) = point(west, south), point(east, north)
    x1, x2 = min(x1, x2), max(x1, x2)
    return x1, y1, x2 - x1, y2 - y1


def _draw_part(sheet: Sheet, one: PlacedPart, point: Any, fill: str = "") -> None:
    x1, y1, width, height = _part_box(one, point)
    x2, y2 = x1 + width, y1 + height
    sheet.rectangle(x1, y1, width, height, Style(line=INK, width=0.15, fill=fill))
    value = one.component.value
    text = f"{one.component.ref} {value}" if value else one.component.ref
    size = min(2.6, fitting_size(text, max(x2 - x1, y2 - y1, 3.2), 2.6))
    sheet.text((x1 + x2) / 2, (y1 + y2) / 2, text, max(size, 0.9))
