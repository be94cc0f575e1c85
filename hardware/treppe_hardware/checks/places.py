"""Checks of places: screw holes against bodies, plugs that nobody reaches, parts of single boards, saw lines."""

import math
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from treppe_hardware.boards.layout import PlacedPart, place
from treppe_hardware.bread import breadboard_of
from treppe_hardware.checks.finding import Finding, mistake
from treppe_hardware.checks.nets import Circuit
from treppe_hardware.checks.parts import is_store
from treppe_hardware.descriptions.boards import Board
from treppe_hardware.descriptions.source import At, InvalidDescription

_HEAD_MM = 5.6  # of a screw M3 or 3 mm, or the washer under it
_LEAST_SCREW_MM = 3.0
_PEG_ROOM_MM = 0.2
_LOW_MM = 4.0
_BESIDE_MM = 14
_LEAST_TRACK_MM = 0.25
_SAW_MM = 1.0  # what a saw takes and frays, to each side


def check_places(circuit: Circuit) -> Iterator[Finding]:
    """Check what parts a surface's boards carry where."""
    for board, path in circuit.boards:
        yield from _check_on(board, path)
        at_board = At(path, board.line)
        readers = sum(one.part is circuit.surface.reader for one in board.components)
        if board.chips and readers and board.chips != readers:
            what = f"{board.name} says {board.chips} chips and carries {readers} {circuit.surface.reader.name}"
            yield mistake("chips-uncounted", at_board, what)
        if not board.has_layout:
            continue
        try:
            parts = place(board, circuit.footprints)
        except InvalidDescription:
            continue  # another check says so
        yield from _holes_in_bodies(board, parts, path)
        yield from _beyond_saw(board, parts, path)
        yield from _far_from_capacitor(board, parts, path)
        for net, width in board.tracks.items():
            if width < _LEAST_TRACK_MM:
                what = f"{board.name}: tracks of {net} are {width:g} mm wide, {_LEAST_TRACK_MM:g} mm are the least"
                yield mistake("track-thin", at_board, what, least=_LEAST_TRACK_MM)
        if board.saw_mm and board.origins and board.origins[-1][1] + board.saw_mm > circuit.surface.height_mm:
            what = f"{board.name} {board.count}, sawn off at {board.saw_mm:g} mm, is longer than the plate"
            yield mistake("saw-beyond-plate", at_board, what)


def _far_from_capacitor(board: Board, parts: list[PlacedPart], path: Path) -> Iterator[Finding]:
    """Each chip has a capacitor of its supply near itself, and for itself."""
    chips = [(one, one.component.net(one.component.part.power)) for one in parts if one.component.part.decoupled]
    stores = [one for one in parts if is_store(one.component)]
    apart = sorted(
        (math.dist((one.x, one.y), (store.x, store.y)), chip, number)
        for chip, (one, net) in enumerate(chips)
        for number, store in enumerate(stores)
        if net in store.component.nets and any("GND" in other for other in store.component.nets)
    )
    nearest: dict[int, float] = {}
    taken: set[int] = set()
    for distance, chip, number in apart:
        if chip not in nearest and number not in taken:
            nearest[chip] = distance
            taken.add(number)
    for chip, (one, net) in enumerate(chips):
        if nearest.get(chip, 0.0) > _BESIDE_MM:
            what = f"{board.name} {one.component.ref} has its capacitor of {net} {nearest[chip]:.0f} mm away"
            yield mistake("capacitor-far", At(path, one.component.line), what, near=_BESIDE_MM)


def _check_on(board: Board, path: Path) -> Iterator[Finding]:
    """`on` names boards that exist, and each net of such parts is whole on them."""
    for component in board.components:
        if any(not 1 <= number <= board.count for number in component.on):
            what = (
                f"{board.name} {component.ref} is for board {', '.join(map(str, component.on))}, "
                f"there are {board.count}"
            )
            yield mistake("on-beyond", At(path, component.line), what)
    special = {net for one in board.components if one.on for net in one.nets if net}
    for number in range(1, board.count + 1):
        fitted = [one for one in board.components if board.carries(one, number)]
        for component in fitted:
            for net in component.nets if component.on else ():
                alike = [one.ref for one in fitted for other in one.nets if other == net]
                if net in special and len(alike) < 2:
                    what = f"{board.name} {component.ref} on board {number}: {net} leads to nothing else there"
                    yield mistake("on-alone", At(path, component.line), what)
        for net in sorted(special):
            users = [one for one in fitted if net in one.nets]
            partners = [one for one in board.components if one.on and net in one.nets]
            carried = [one for one in partners if one in users]
            if carried and len(carried) < len(partners):
                what = (
                    f"{board.name} on board {number}: {carried[0].ref} is fitted, "
                    f"{next(one.ref for one in partners if one not in users)} on the same net {net} is not"
                )
                yield mistake("on-half", At(path, carried[0].line), what)


def _rooms(one: PlacedPart) -> Iterator[tuple[float, float, float, float]]:
    """Yield the rectangles on the board that a part takes: its bodies, its mated plugs, its pads."""
    for box in (*one.footprint.bodies, *one.footprint.mated):
        if box.bottom > _LOW_MM:
            continue  # a display that stands over a screw
        corners = [one.point(x, y) for x in (box.west, box.east) for y in (box.south, box.north)]
        xs, ys = zip(*corners, strict=True)
        yield min(xs), min(ys), max(xs), max(ys)
    for pad in one.footprint.pads:
        x, y = one.point(pad.x, pad.y)
        half = min(pad.width, pad.height) / 2
        yield x - half, y - half, x + half, y + half


def _holes_in_bodies(board: Board, parts: list[PlacedPart], path: Path) -> Iterator[Finding]:
    """Yield parts in whose body a hole, or the head of its screw, lies."""
    for x, y, diameter in board.holes:
        reach = _HEAD_MM / 2 if diameter >= _LEAST_SCREW_MM else diameter / 2 + _PEG_ROOM_MM
        for one in parts:
            for west, south, east, north in _rooms(one):
                nearest = max(west, min(x, east)), max(south, min(y, north))
                if math.dist(nearest, (x, y)) < reach:
                    what = (
                        f"{board.name} {one.component.ref} stands where the hole at {x:g}, {y:g} needs {reach:.1f} mm"
                    )
                    yield mistake("hole-in-part", At(path, one.component.line), what)
                    break


def _beyond_saw(board: Board, parts: list[PlacedPart], path: Path) -> Iterator[Finding]:
    """Yield parts of the board that is sawn off which lie on the line or beyond it."""
    if not board.saw_mm:
        return
    for one in parts:
        if not board.carries(one.component, board.count):
            continue
        if max(north for _, _, _, north in _rooms(one)) > board.saw_mm - _SAW_MM:
            what = (
                f"{board.name} {one.component.ref} is fitted on board {board.count}, which is sawn off at "
                f"{board.saw_mm:g} mm, and reaches beyond"
            )
            yield mistake("part-beyond-saw", At(path, one.component.line), what)


def check_print(circuit: Circuit) -> Iterator[Finding]:
    """Check what is printed on the boards of a surface and its controller."""
    for board, path in circuit.boards:
        nets = {net.replace("_", "") for one in board.components for net in one.nets}
        buttons = Counter(one.part.name for one in board.components if one.label and "BUTTON" in one.part.name)
        for one in board.components:
            is_pad = one.part.footprint == "PAD"
            if is_pad and one.label in nets and one.nets[0].replace("_", "") != one.label:
                what = f"{board.name} {one.ref} is labelled {one.label} and lies on {one.nets[0]}"
                yield mistake("label-on-other-net", At(path, one.line), what)
            if one.part.name in buttons and one.part.name != buttons.most_common(1)[0][0]:
                what = f"{board.name} {one.ref} is a {one.part.name}, other buttons are {buttons.most_common(1)[0][0]}"
                yield mistake("button-of-other-height", At(path, one.line), what)
        rows = 2 * sum(one.part.name == "PICO" for one in board.components)
        for part, count in board.extras:
            if part.name in ("SOCKET_20", "PINS_20") and count != rows:
                yield mistake(
                    "rows-uncounted", At(path, board.line), f"{board.name}: {count} {part.name} for {rows} rows of pins"
                )
        volts = {round((one.volts + one.most_volts) / 2) for one in circuit.supplies.values() if not one.from_}
        for _, _, text in board.texts:
            match = re.search(r"ONLY (\d+) ?V", text)
            if match and int(match[1]) not in volts:
                what = f"{board.name} says {text!r}, its supplies have {', '.join(map(str, sorted(volts)))} V"
                yield mistake("volts-printed", At(path, board.line), what)


def check_plugs_reached(circuit: Circuit) -> Iterator[Finding]:
    """Cables leave a board of fields on its underside: above it is the plate."""
    reported = set()
    for placed in (placed for pair in circuit.met for placed in pair):
        component = placed.component
        key = placed.board.name, component.ref
        is_under_plate = placed.board.fields > 0 and placed.board.count > 1
        if is_under_plate and component.at and component.side != "bottom" and key not in reported:
            reported.add(key)
            yield mistake("plug-under-plate", placed, f"{placed.name} is a plug between {placed.board.name} and plate")


def check_breadboards(circuit: Circuit) -> Iterator[Finding]:
    """Every part of a breadboard has holes of its own, and no two nets meet in a strip."""
    for board, path in circuit.boards:
        try:
            list(breadboard_of(circuit.surface, board).steps() if board.bread else ())
        except InvalidDescription as error:
            yield mistake("bread-hole", At(path, board.line), str(error))
