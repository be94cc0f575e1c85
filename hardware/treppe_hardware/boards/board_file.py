"""A board as a file for KiCad 6: footprints of our own, nets, edge, pours, and the tracks that were laid."""

from collections.abc import Iterable
from uuid import NAMESPACE_URL, uuid5

from treppe_hardware.boards.layout import PlacedPart, outline, pads, place
from treppe_hardware.boards.routes import VIA, VIA_DRILL, Routes
from treppe_hardware.boards.silk import TEXT_LINE, TEXT_MM, first_pin, has_dot, strokes, texts
from treppe_hardware.descriptions.boards import Board, Pour
from treppe_hardware.descriptions.footprints import Footprint

_LAYERS = """    (0 "F.Cu" signal) (31 "B.Cu" signal) (34 "B.Paste" user) (35 "F.Paste" user) (36 "B.SilkS" user)
    (37 "F.SilkS" user) (38 "B.Mask" user) (39 "F.Mask" user) (44 "Edge.Cuts" user)
    (46 "B.CrtYd" user "B.Courtyard") (47 "F.CrtYd" user "F.Courtyard") (48 "B.Fab" user) (49 "F.Fab" user)"""
POUR_CLEARANCE = 0.25


Fills = dict[str, list[list[tuple[float, float]]]]
"""Copper of pours by the stamp of the pour: corners of each piece, mm in KiCad's frame."""


def render_board(
    name: str, board: Board, footprints: dict[str, Footprint], routes: Routes, fills: Fills | None = None
) -> str:
    """Return the text of the board's .kicad_pcb, its pours empty where no fills are given."""
    writer = _Writer(name, board)
    numbers = {net: number for number, net in enumerate(sorted(board.nets()), 1)}
    parts = place(board, footprints)
    lines = [
        "(kicad_pcb (version 20211014) (generator treppe)",
        "  (general (thickness 1.6))",
        '  (paper "A3")',
        f'  (title_block (title "Treppe: {board.title}") (rev "{board.revision}") (comment 1 "CERN-OHL-P-2.0")',
        f'    (comment 2 "Placed from the descriptions by `make boards`; made for {name}"))',
        "  (layers",
        _LAYERS,
        "  )",
        f"  (setup (pad_to_mask_clearance 0.05) (aux_axis_origin {writer.at(0, 0)}) (grid_origin 0 0))",
        '  (net 0 "")',
        *(f'  (net {number} "{net}")' for net, number in numbers.items()),
    ]
    for one in parts:
        lines += writer.footprint(one, numbers)
    for number, (x, y, diameter) in enumerate(board.holes, 1):
        lines += writer.hole(number, x, y, diameter)
    corners = outline(board)
    for number, (a, b) in enumerate(zip(corners, corners[1:] + corners[:1], strict=True)):
        ends = f"(start {writer.at(*a)}) (end {writer.at(*b)})"
        lines.append(f'  (gr_line {ends} (layer "Edge.Cuts") (width 0.1) {writer.stamp("edge", number)})')
    for text in texts(board, parts, pads(board, footprints)):
        side, mirror = ("B", " (justify mirror)") if text.is_bottom else ("F", "")
        font = f"(effects (font (size {text.size} {text.size}) (thickness {TEXT_LINE})){mirror})"
        turn = f" {text.turn:g}" if text.turn else ""
        place_ = f'(at {writer.at(text.x, text.y)}{turn}) (layer "{side}.SilkS")'
        stamp = writer.stamp("text", text.text, text.x, text.y)
        lines.append(f'  (gr_text "{text.text}" {place_} {stamp} {font})')
    for number, stroke in enumerate(strokes(parts)):
        ends = f"(start {writer.at(*stroke.start)}) (end {writer.at(*stroke.end)})"
        layer = f'(layer "{"B" if stroke.is_bottom else "F"}.SilkS") (width {stroke.width:g})'
        lines.append(f"  (gr_line {ends} {layer} {writer.stamp('stroke', number)})")
    for net, tracks in sorted(routes.tracks.items()):
        for number, track in enumerate(tracks):
            layer = ("F.Cu", "B.Cu")[track.layer]
            ends = f"(start {writer.at(*track.start)}) (end {writer.at(*track.end)})"
            stamp = writer.stamp("track", net, number)
            lines.append(f'  (segment {ends} (width {track.width:g}) (layer "{layer}") (net {numbers[net]}) {stamp})')
    for net, vias in sorted(routes.vias.items()):
        for number, via in enumerate(vias):
            size = f"(size {VIA}) (drill {VIA_DRILL})"
            stamp = writer.stamp("via", net, number)
            lines.append(
                f'  (via (at {writer.at(via.x, via.y)}) {size} (layers "F.Cu" "B.Cu") (net {numbers[net]}) {stamp})'
            )
    for number, pour in enumerate(board.pours):
        lines += writer.pour(number, pour, numbers, fills or {})
    return "\n".join([*lines, ")", ""])


class _Writer:
    """Writes places with the origin in the north-west and south as the second axis, as KiCad has them."""

    def __init__(self, name: str, board: Board):
        self._name, self._board = name, board

    def at(self, x: float, y: float) -> str:
        return f"{_as_mm(100 + x)} {_as_mm(100 + self._board.size_mm[1] - y)}"

    def stamp(self, *what: object) -> str:
        return f"(tstamp {uuid5(NAMESPACE_URL, '/'.join(map(str, ('treppe', self._name, *what))))})"

    def footprint(self, one: PlacedPart, numbers: dict[str, int]) -> Iterable[str]:
        component, side = one.component, "B" if one.is_bottom else "F"
        ref = component.ref
        kind = "through_hole" if one.footprint.is_through else "smd"
        yield f'  (footprint "Treppe:{one.footprint.name}" (layer "{side}.Cu") {self.stamp(ref)}'
        yield f"    (at {self.at(one.x, one.y)} {_as_mm(one.turn)}) (attr {kind})"
        turned = " (justify mirror)" if one.is_bottom else ""
        font = f"(effects (font (size {TEXT_MM} {TEXT_MM}) (thickness {TEXT_LINE})){turned})"
        value = component.value or component.part.name
        for what, text in (("reference", ref), ("value", value)):
            yield f'    (fp_text {what} "{text}" (at 0 0) (layer "{side}.Fab") hide {self.stamp(ref, what)} {font})'
        mirror = -1 if one.is_bottom else 1
        west, south, east, north = one.footprint.courtyard
        corners = [(west, south), (east, south), (east, north), (west, north)]
        for layer, width in (("CrtYd", 0.05), ("SilkS", 0.12)):
            if layer == "SilkS" and not self._is_drawn(one):
                continue
            for number in range(4):
                (x1, y1), (x2, y2) = corners[number], corners[(number + 1) % 4]
                ends = f"(start {_as_mm(mirror * x1)} {_as_mm(-y1)}) (end {_as_mm(mirror * x2)} {_as_mm(-y2)})"
                yield f'    (fp_line {ends} (layer "{side}.{layer}") (width {width}) {self.stamp(ref, layer, number)})'
        for number, pad in enumerate(one.footprint.pads):
            net = component.nets[int(pad.name) - 1]
            net_text = f'(net {numbers[net]} "{net}") ' if net else ""
            size = f"(size {pad.width:g} {pad.height:g})"
            place_ = f"(at {_as_mm(mirror * pad.x)} {_as_mm(-pad.y)} {_as_mm(one.turn)}) {size}"
            stamp = self.stamp(ref, "pad", number)
            if pad.drill:
                round_ = not pad.slot and number > 0
                drill = f"(drill oval {pad.drill:g} {pad.slot:g})" if pad.slot else f"(drill {pad.drill:g})"
                kind = f"thru_hole {('oval' if pad.width != pad.height else 'circle') if round_ else 'rect'}"
                yield f'    (pad "{pad.name}" {kind} {place_} {drill} (layers *.Cu *.Mask) {net_text}{stamp})'
            else:
                layers = f'(layers "{side}.Cu" "{side}.Paste" "{side}.Mask")'
                yield f'    (pad "{pad.name}" smd rect {place_} {layers} {net_text}{stamp})'
        yield "  )"
        if has_dot(one):
            x, y = first_pin(one)
            ends = f"(center {self.at(x, y)}) (end {self.at(x + 0.15, y)})"
            layer = f'(layer "{side}.SilkS") (width 0.3)'
            yield f"  (gr_circle {ends} {layer} (fill none) {self.stamp(ref, 'pin 1')})"

    def _is_drawn(self, one: PlacedPart) -> bool:
        return one.footprint.name not in ("PAD",)

    def hole(self, number: int, x: float, y: float, diameter: float) -> Iterable[str]:
        yield f'  (footprint "Treppe:HOLE" (layer "F.Cu") {self.stamp("hole", number)} (at {self.at(x, y)})'
        yield "    (attr exclude_from_pos_files exclude_from_bom)"
        for what, text in (("reference", f"H{number}"), ("value", "hole")):
            font = "(effects (font (size 1 1) (thickness 0.15)))"
            stamp = self.stamp("hole", number, what)
            yield f'    (fp_text {what} "{text}" (at 0 0) (layer "F.Fab") hide {stamp} {font})'
        size = f"(size {diameter:g} {diameter:g}) (drill {diameter:g})"
        stamp = self.stamp("hole", number, "pad")
        yield f'    (pad "" np_thru_hole circle (at 0 0) {size} (layers *.Cu *.Mask) {stamp}))'

    def pour(self, number: int, pour: Pour, numbers: dict[str, int], fills: Fills) -> Iterable[str]:
        width, height = self._board.size_mm
        west, south, east, north = pour.area or (0.5, 0.5, width - 0.5, height - 0.5)
        for side in pour.layers:
            layer = "F.Cu" if side == "top" else "B.Cu"
            net = pour.net
            solid = "" if "GND" in net else "yes "  # what cools a part, or carries amperes, has no narrow spokes
            stamp = self.stamp("pour", number, side)
            yield f'  (zone (net {numbers[net]}) (net_name "{net}") (layer "{layer}") {stamp}'
            yield f"    (hatch edge 0.508) (priority {number}) (connect_pads {solid}(clearance {POUR_CLEARANCE}))"
            yield "    (min_thickness 0.25)"
            yield "    (fill yes (thermal_gap 0.3) (thermal_bridge_width 0.5) (island_removal_mode 0))"
            corners = ((west, south), (east, south), (east, north), (west, north))
            yield f"    (polygon (pts {' '.join(f'(xy {self.at(*corner)})' for corner in corners)}))"
            for piece in fills.get(stamp.split()[1].rstrip(")"), []):
                points = " ".join(f"(xy {x:.3f} {y:.3f})" for x, y in piece)
                yield f'    (filled_polygon (layer "{layer}") (pts {points}))'
            yield "  )"


def _as_mm(value: float) -> str:
    return f"{round(value, 4):g}" if abs(value) < 1e6 else str(value)
