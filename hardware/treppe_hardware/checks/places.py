"""Checks of places: screw holes against bodies, plugs that nobody reaches, parts of single boards, saw lines."""

import math
from collections.abc import Iterator
from pathlib import Path

from treppe_hardware.boards.layout import PlacedPart, has_layout, place
from treppe_hardware.checks.finding import Finding
from treppe_hardware.checks.nets import Circuit, finding_at
from treppe_hardware.checks.parts import is_store
from treppe_hardware.descriptions.boards import Board
from treppe_hardware.descriptions.footprints import Footprint
from treppe_hardware.descriptions.source import InvalidDescription

_HEAD_MM = 5.6  # of a screw M3 or 3 mm, or the washer under it
_LEAST_SCREW_MM = 3.0
_PEG_ROOM_MM = 0.2
_LOW_MM = 4.0
_BESIDE_MM = 14
_LEAST_TRACK_MM = 0.25
_SAW_MM = 1.0  # what a saw takes and frays, to each side


def check_places(circuit: Circuit, footprints: dict[str, Footprint]) -> list[Finding]:
    """Check what parts a surface's boards carry where."""
    findings: list[Finding] = []
    for board, path in circuit.boards:
        findings += _check_on(board, path)
        readers = sum(one.part is circuit.surface.reader for one in board.components)
        if board.chips and readers and board.chips != readers:
            findings.append(
                Finding(
                    path,
                    board.line,
                    f"{board.name} says {board.chips} chips and carries {readers} {circuit.surface.reader.name}",
                    "fields are numbered by them: those of the next board would be read in its place",
                    "count them again",
                )
            )
        if not has_layout(board):
            continue
        try:
            parts = place(board, footprints)
        except InvalidDescription:
            continue  # another check says so
        findings += [Finding(path, line, *words) for line, words in _holes_in_bodies(board, parts)]
        findings += [Finding(path, line, *words) for line, words in _beyond_saw(board, parts)]
        findings += [Finding(path, line, *words) for line, words in _far_from_capacitor(board, parts)]
        findings += [Finding(path, board.line, *words) for words in _thin_tracks(board)]
        if board.saw_mm and board.origins and board.origins[-1][1] + board.saw_mm > circuit.surface.height_mm:
            findings.append(
                Finding(
                    path,
                    board.line,
                    f"{board.name} {board.count}, sawn off at {board.saw_mm:g} mm, is longer than the plate",
                    "it stands out under the rim",
                    "set `saw_mm` so that the last board ends where the plate does",
                )
            )
    return [*findings, *_check_plugs_reached(circuit)]


def _far_from_capacitor(board: Board, parts: list[PlacedPart]) -> Iterator[tuple[int, tuple[str, str, str]]]:
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
            yield (
                one.component.line,
                (
                    f"{board.name} {one.component.ref} has its capacitor of {net} {nearest[chip]:.0f} mm away",
                    "over so much track it does not help: the chip disturbs itself and its neighbours when it switches",
                    f"add 100 nF within {_BESIDE_MM} mm, or move one there",
                ),
            )


def _thin_tracks(board: Board) -> Iterator[tuple[str, str, str]]:
    for net, width in board.tracks.items():
        if width < _LEAST_TRACK_MM:
            yield (
                f"{board.name}: tracks of {net} are {width:g} mm wide, {_LEAST_TRACK_MM:g} mm are the least",
                "a supply loses voltage in it, and not every fab makes it",
                f"write {_LEAST_TRACK_MM:g} or more under `tracks`",
            )


def _check_on(board: Board, path: Path) -> Iterator[Finding]:
    """`on` names boards that exist, and each net of such parts is whole on them."""
    for component in board.components:
        if any(not 1 <= number <= board.count for number in component.on):
            yield Finding(
                path,
                component.line,
                f"{board.name} {component.ref} is for board {', '.join(map(str, component.on))}, "
                f"there are {board.count}",
                "it is never fitted",
                "write numbers from 1 on",
            )
    special = {net for one in board.components if one.on for net in one.nets if net}
    for number in range(1, board.count + 1):
        fitted = [one for one in board.components if board.carries(one, number)]
        for component in fitted:
            for net in component.nets if component.on else ():
                alike = [one.ref for one in fitted for other in one.nets if other == net]
                if net in special and len(alike) < 2:
                    yield Finding(
                        path,
                        component.line,
                        f"{board.name} {component.ref} on board {number}: {net} leads to nothing else there",
                        "its partner is fitted on other boards",
                        "give parts that belong together the same `on`",
                    )
        for net in sorted(special):
            users = [one for one in fitted if net in one.nets]
            partners = [one for one in board.components if one.on and net in one.nets]
            carried = [one for one in partners if one in users]
            if carried and len(carried) < len(partners):
                yield Finding(
                    path,
                    carried[0].line,
                    f"{board.name} on board {number}: {carried[0].ref} is fitted, "
                    f"{next(one.ref for one in partners if one not in users)} on the same net {net} is not",
                    "half of a divider reads as nothing",
                    "give parts that belong together the same `on`",
                )


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


def _holes_in_bodies(board: Board, parts: list[PlacedPart]) -> Iterator[tuple[int, tuple[str, str, str]]]:
    """Yield parts in whose body a hole, or the head of its screw, lies."""
    for x, y, diameter in board.holes:
        reach = _HEAD_MM / 2 if diameter >= _LEAST_SCREW_MM else diameter / 2 + _PEG_ROOM_MM
        for one in parts:
            for west, south, east, north in _rooms(one):
                nearest = max(west, min(x, east)), max(south, min(y, north))
                if math.dist(nearest, (x, y)) < reach:
                    yield (
                        one.component.line,
                        (
                            f"{board.name} {one.component.ref} stands where the hole at {x:g}, {y:g} "
                            f"needs {reach:.1f} mm",
                            "the drill goes through it, or the screw's head breaks it",
                            "move the part (`at`) or the hole (`holes`)",
                        ),
                    )
                    break


def _beyond_saw(board: Board, parts: list[PlacedPart]) -> Iterator[tuple[int, tuple[str, str, str]]]:
    """Yield parts of the board that is sawn off which lie on the line or beyond it."""
    if not board.saw_mm:
        return
    for one in parts:
        if not board.carries(one.component, board.count):
            continue
        if max(north for _, _, _, north in _rooms(one)) > board.saw_mm - _SAW_MM:
            yield (
                one.component.line,
                (
                    f"{board.name} {one.component.ref} is fitted on board {board.count}, which is sawn off at "
                    f"{board.saw_mm:g} mm, and reaches beyond",
                    "it falls off with the rest",
                    "move it south of the line, or do not fit it there (`on`)",
                ),
            )


def _check_plugs_reached(circuit: Circuit) -> Iterator[Finding]:
    """Cables leave a board of fields on its underside: above it is the plate."""
    reported = set()
    for placed in (placed for pair in circuit.met for placed in pair):
        component = placed.component
        key = placed.board.name, component.ref
        is_under_plate = placed.board.fields > 0 and placed.board.count > 1
        if is_under_plate and component.at and component.side != "bottom" and key not in reported:
            reported.add(key)
            yield finding_at(
                placed,
                f"{placed.name} is a plug between {placed.board.name} and plate",
                "there is no room for its cable, nor a hand to plug it in",
                'write side = "bottom"',
            )
