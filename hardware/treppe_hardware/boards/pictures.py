"""Pictures of a board: both sides as the fab will make them, and where each part is soldered."""

from collections.abc import Collection, Iterator
from html import escape
from typing import Any

from treppe_hardware.boards.kicad_api import load_kicad
from treppe_hardware.boards.layout import PlacedPart, outline, pads, place
from treppe_hardware.boards.silk import extent
from treppe_hardware.descriptions.boards import Board
from treppe_hardware.descriptions.footprints import Footprint
from treppe_hardware.drawings.shapes import INK, Sheet, Style, fitting_size

_MASK, _COPPER, _PAD, _PRINT = "#1f5f3a", "#2f8a56", "#d9b65c", "#f4f4ee"
_BODY, _UNDERSIDE, _EDGE = "#e8eef3", "#f3ead9", "#20303c"
_NOW, _DONE = "#ffc66e", "#dde2e6"
_MARGIN_MM = 6.0
_HEAD_MM = 9.0


def render_side(loaded: Any, board: Board, is_bottom: bool) -> bytes:
    """Return one side as SVG, from what KiCad has loaded and filled; the underside as if it lay on its face."""
    side = "B" if is_bottom else "F"
    copper = loaded.GetLayerID(f"{side}.Cu")
    lines = list(_copper(loaded, copper, board))
    lines += _pads(loaded, copper, board)
    lines += _print(loaded, loaded.GetLayerID(f"{side}.SilkS"), board, is_bottom)
    return _wrap(board, lines, is_bottom)


def _wrap(board: Board, lines: list[str], is_bottom: bool) -> bytes:
    width, height = board.size_mm
    corners = " ".join(f"{x:g},{height - y:g}" for x, y in outline(board))
    turn = f' transform="translate({width:g},0) scale(-1,1)"' if is_bottom else ""
    holes = [f'<circle cx="{x:g}" cy="{height - y:g}" r="{d / 2:g}" fill="white"/>' for x, y, d in board.holes]
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width + 4:g}mm" height="{height + 4:g}mm" '
        f'viewBox="-2 -2 {width + 4:g} {height + 4:g}"><rect x="-2" y="-2" width="100%" height="100%" fill="white"/>'
    )
    body = [f"<g{turn}>", f'<polygon points="{corners}" fill="{_MASK}"/>', *lines, *holes, "</g></svg>\n"]
    return "\n".join([head, *body]).encode()


def _at(board: Board, point: Any) -> tuple[float, float]:
    return round(point.x / 1e6 - 100, 3), round(point.y / 1e6 - 100, 3)


def _copper(loaded: Any, layer: int, board: Board) -> Iterator[str]:
    for zone in loaded.Zones():
        if not zone.IsOnLayer(layer):
            continue
        filled = zone.GetFilledPolysList(layer)
        for number in range(filled.OutlineCount()):
            line = filled.Outline(number)
            points = [_at(board, line.CPoint(at)) for at in range(line.PointCount())]
            yield f'<polygon points="{" ".join(f"{x:g},{y:g}" for x, y in points)}" fill="{_COPPER}" opacity="0.55"/>'
    for track in loaded.GetTracks():
        if track.GetClass() == "PCB_VIA":
            x, y = _at(board, track.GetPosition())
            yield f'<circle cx="{x:g}" cy="{y:g}" r="0.35" fill="{_COPPER}"/><circle cx="{x:g}" cy="{y:g}" r="0.17"/>'
        elif track.IsOnLayer(layer):
            (x1, y1), (x2, y2) = _at(board, track.GetStart()), _at(board, track.GetEnd())
            style = f'stroke="{_COPPER}" stroke-width="{track.GetWidth() / 1e6:g}" stroke-linecap="round"'
            yield f'<path d="M{x1:g} {y1:g}L{x2:g} {y2:g}" {style}/>'


def _pads(loaded: Any, layer: int, board: Board) -> Iterator[str]:
    for pad in loaded.GetPads():
        if not pad.IsOnLayer(layer) or not pad.GetPadName():
            continue
        x, y = _at(board, pad.GetPosition())
        width, height = pad.GetSize().x / 1e6, pad.GetSize().y / 1e6
        turn = f'transform="rotate({-pad.GetOrientationDegrees():g} {x:g} {y:g})"'
        corner = min(width, height) / 2 if pad.GetDrillSize().x and pad.GetShape() == 0 else 0.05
        box = f'x="{x - width / 2:g}" y="{y - height / 2:g}" width="{width:g}" height="{height:g}" rx="{corner:g}"'
        yield f'<rect {box} fill="{_PAD}" {turn}/>'
        if pad.GetDrillSize().x:
            rx, ry = pad.GetDrillSize().x / 2e6, pad.GetDrillSize().y / 2e6
            yield f'<ellipse cx="{x:g}" cy="{y:g}" rx="{rx:g}" ry="{ry:g}" fill="#222" {turn}/>'


def _print(loaded: Any, layer: int, board: Board, is_bottom: bool) -> Iterator[str]:
    circle = load_kicad().SHAPE_T_CIRCLE
    items = [item for item in loaded.GetDrawings() if item.GetLayer() == layer]
    items += [item for part in loaded.GetFootprints() for item in part.GraphicalItems() if item.GetLayer() == layer]
    for item in items:
        if hasattr(item, "GetText") and item.GetClass().endswith("TEXT"):
            x, y = _at(board, item.GetPosition())
            size = item.GetTextHeight() / 1e6
            turn = item.GetTextAngle() / 10
            flip = f"translate({2 * x:g},0) scale(-1,1)" if is_bottom else ""
            flip = f' transform="{flip} rotate({-turn:g} {x:g} {y:g})"' if flip or turn else ""
            font = f'font-family="monospace" font-size="{1.45 * size:g}" fill="{_PRINT}" text-anchor="middle"'
            yield f'<text x="{x:g}" y="{y + 0.5 * size:g}" {font}{flip}>{escape(item.GetText())}</text>'
        elif item.GetClass() in ("PCB_SHAPE", "MGRAPHIC", "FP_SHAPE"):
            (x1, y1), (x2, y2) = _at(board, item.GetStart()), _at(board, item.GetEnd())
            line = f'stroke="{_PRINT}" stroke-width="{max(0.1, item.GetWidth() / 1e6):g}"'
            if item.GetShape() == circle:
                yield f'<circle cx="{x1:g}" cy="{y1:g}" r="0.15" fill="none" {line}/>'
            else:
                yield f'<path d="M{x1:g} {y1:g}L{x2:g} {y2:g}" {line}/>'


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
