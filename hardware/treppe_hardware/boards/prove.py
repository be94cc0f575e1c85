"""Proves that a kept board is the described one, and that KiCad finds no fault with it.

It compares the board that KiCad reads from the file, not our text: after somebody has moved tracks in KiCad a board is
still good if its parts, nets and edge are those of the description.
"""

import math
import re
from collections import Counter
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

from treppe_hardware.boards.board_file import Fills
from treppe_hardware.boards.cooling import OTHER_SIDE, cooling_nets, copper_mm2
from treppe_hardware.boards.currents import check_currents
from treppe_hardware.boards.kicad_api import load_kicad
from treppe_hardware.boards.layout import outline, pads
from treppe_hardware.descriptions.boards import Board
from treppe_hardware.descriptions.footprints import Footprint

_NEAR = 0.01  # mm
_Pad = tuple[float, float, str, bool, bool]
_NEAR_FILL = 0.002
_LEAST_STITCHES = 4
_LEAST_COPPER = 0.9  # of what the check of heat reckons with
_IGNORED = {"silk_overlap", "silk_over_copper", "silk_edge_clearance", "track_dangling", "via_dangling"}


@dataclass(slots=True)
class Proof:
    """The faults of a board in words, and KiCad's board with its pours filled."""

    faults: list[str] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    kicad_board: Any = None


def prove(path: Path, board: Board, footprints: dict[str, Footprint], folder: Path) -> Proof:
    """Return the faults of the kept board; write the report of the design rules into the folder."""
    proof = Proof()
    if not path.exists():
        proof.faults.append(f"{path} does not exist: `make place BOARD={path.stem}` begins it, KiCad lays its tracks")
        return proof
    kicad = load_kicad()
    loaded = kicad.LoadBoard(str(path))
    proof.kicad_board = loaded
    proof.faults += _compare_pads(loaded, board, footprints)
    proof.faults += _compare_edge(loaded, board)
    proof.faults += _compare_silk(loaded, board)
    kept = {zone.m_Uuid.AsString(): zone.GetFilledArea() for zone in loaded.Zones()}
    kicad.ZONE_FILLER(loaded).Fill(loaded.Zones())
    proof.faults += _compare_fills(loaded, kept)
    loaded.BuildConnectivity()
    report = folder / f"{path.stem}.drc.txt"
    kicad.WriteDRCReport(loaded, str(report), kicad.EDA_UNITS_MILLIMETRES, True)
    proof.counts, faults = read_report(report.read_text(encoding="utf-8"))
    proof.faults += faults
    proof.faults += _check_pours(loaded, board)
    proof.faults += check_currents(loaded, board)
    proof.faults += _check_cooling(loaded, board)
    return proof


def read_report(text: str) -> tuple[Counter[str], list[str]]:
    """Return how often each rule is named in a report of KiCad's, and the broken ones in words."""
    found = re.findall(r"^\[(\w+)\]: (.*)\n(?:.*\n)*?.*?Severity: (\w+)\n((?: +@.*\n)*)", text, re.MULTILINE)
    counts = Counter(rule for rule, _, _, _ in found)
    named = sum(map(int, re.findall(r"\*\* Found (\d+) (?:DRC violations|unconnected pads)", text)))
    faults = []
    for rule, what, severity, places in found:
        if rule not in _IGNORED or severity == "error":
            where = "; ".join(line.strip() for line in places.strip().splitlines())
            faults.append(f"{rule}: {what} ({where})")
    if named != sum(counts.values()):
        faults.append(f"the report names {named} findings, {sum(counts.values())} could be read")
    return counts, faults


def _millimetres(board: Board, point: Any) -> tuple[float, float]:
    return point.x / 1e6 - 100, 100 + board.size_mm[1] - point.y / 1e6


def _compare_pads(loaded: Any, board: Board, footprints: dict[str, Footprint]) -> list[str]:
    """Every pad stands where the description has it and carries its net; there are no others."""
    wanted: dict[str, list[_Pad]] = {}
    for pad in pads(board, footprints):
        wanted.setdefault(f"{pad.ref} pad {pad.pad.name}", []).append(
            (pad.x, pad.y, pad.net, pad.on_top, pad.on_bottom)
        )
    seen: dict[str, list[_Pad]] = {}
    for pad in loaded.GetPads():
        if pad.GetPadName():
            place = _millimetres(board, pad.GetPosition())
            layers = pad.IsOnLayer(0), pad.IsOnLayer(31)
            name = f"{pad.GetParent().GetReference()} pad {pad.GetPadName()}"
            seen.setdefault(name, []).append((*place, pad.GetNetname(), *layers))
    faults = []
    for name in sorted(wanted.keys() | seen.keys()):
        mine, theirs = sorted(wanted.get(name, [])), sorted(seen.get(name, []))
        if len(mine) != len(theirs):
            faults.append(f"{name}: the description has {len(mine)}, the board {len(theirs)}")
        for one, other in zip(mine, theirs, strict=False):
            if abs(one[0] - other[0]) > _NEAR or abs(one[1] - other[1]) > _NEAR or one[2:] != other[2:]:
                faults.append(f"{name}: the description has {_describe_pad(one)}, the board {_describe_pad(other)}")
    return faults


def filled_pours(path: Path) -> Fills:
    """Return the copper with which KiCad fills the pours of a board's file."""
    kicad = load_kicad()
    loaded = kicad.LoadBoard(str(path))
    kicad.ZONE_FILLER(loaded).Fill(loaded.Zones())
    return {zone.m_Uuid.AsString(): _pieces(zone) for zone in loaded.Zones()}


def _pieces(zone: Any) -> list[list[tuple[float, float]]]:
    copper = zone.GetFilledPolysList(zone.GetLayer())
    outlines = [copper.Outline(number) for number in range(copper.OutlineCount())]
    return [
        _coarse([(one.CPoint(at).x / 1e6, one.CPoint(at).y / 1e6) for at in range(one.PointCount())])
        for one in outlines
    ]


def _coarse(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Leave out corners that lie within a hundredth of a millimetre of the line past them: circles have hundreds."""
    found, passed = [points[0]], []
    for point, after in pairwise([*points[1:], points[0]]):
        passed.append(point)
        (x, y), (dx, dy) = found[-1], (after[0] - found[-1][0], after[1] - found[-1][1])
        reach = _NEAR * math.hypot(dx, dy)
        if any(abs(dx * (py - y) - dy * (px - x)) > reach for px, py in passed):
            found.append(point)
            passed = []
    return found


def _describe_pad(pad: _Pad) -> str:
    sides = " and ".join(side for side, on in zip(("top", "underside"), pad[3:], strict=True) if on)
    return f"net {pad[2] or 'none'} on {sides} at {pad[0]:.2f}, {pad[1]:.2f}"


def _compare_edge(loaded: Any, board: Board) -> list[str]:
    """The edge has the corners of the description, the holes their places."""
    corners = {(round(x, 2), round(y, 2)) for x, y in outline(board)}
    seen = set()
    for line in loaded.GetDrawings():
        if line.GetLayerName() == "Edge.Cuts":
            for point in (line.GetStart(), line.GetEnd()):
                x, y = _millimetres(board, point)
                seen.add((round(x, 2), round(y, 2)))
    faults = [] if corners == seen else [f"the edge has other corners: {sorted(corners ^ seen)}"]
    holes = set()
    for pad in loaded.GetPads():
        if not pad.GetPadName():
            x, y = _millimetres(board, pad.GetPosition())
            holes.add((round(x, 2), round(y, 2), round(pad.GetDrillSize().x / 1e6, 2)))
    wanted = {(round(x, 2), round(y, 2), round(d, 2)) for x, y, d in board.holes}
    return faults if holes == wanted else [*faults, f"other holes: {sorted(holes ^ wanted)}"]


def _compare_silk(loaded: Any, board: Board) -> list[str]:
    printed = [item.GetText() for item in loaded.GetDrawings() if hasattr(item, "GetText")]
    line = f"{board.name} rev {board.revision}"
    return [] if any(text.startswith(line) for text in printed) else [f"{line!r} is not printed on it"]


def _compare_fills(loaded: Any, kept: dict[str, float]) -> list[str]:
    """The pours of the file are filled as they would be now: who opens it sees the copper that is made."""
    faults = []
    for zone in loaded.Zones():
        before, now = kept[zone.m_Uuid.AsString()] / 1e12, zone.GetFilledArea() / 1e12
        if abs(now - before) > _NEAR_FILL * now:
            where = f"{zone.GetNetname()} on {zone.GetLayerName()}"
            faults.append(f"the pour of {where} is kept with {before:.1f} mm2, filled anew it has {now:.1f}")
    return faults


def _check_pours(loaded: Any, board: Board) -> list[str]:
    """Every pour is filled, and those of ground on both sides are joined at many places."""
    faults = []
    zones = list(loaded.Zones())
    wanted = sum(len(pour.layers) for pour in board.pours)
    if len(zones) != wanted:
        faults.append(f"{wanted} pours are described, {len(zones)} are there")
    for zone in zones:
        if zone.GetFilledArea() <= 0:
            faults.append(f"the pour of {zone.GetNetname()} on {zone.GetLayerName()} is empty")
    stitches = sum(item.GetClass() == "PCB_VIA" and item.GetNetname() == "GND" for item in loaded.GetTracks())
    stitches += sum(pad.GetNetname() == "GND" and pad.IsOnLayer(0) and pad.IsOnLayer(31) for pad in loaded.GetPads())
    if stitches < _LEAST_STITCHES:
        faults.append(f"only {stitches} places join the ground of both sides")
    return faults


def _check_cooling(loaded: Any, board: Board) -> list[str]:
    """What cools a part is there as copper: the check of heat reckons with the rectangles of the description."""
    faults = []
    for component in board.components:
        for net in cooling_nets(component):
            reckoned = copper_mm2(board, component, net)
            filled = {
                zone.GetLayerName(): zone.GetFilledArea() / 1e12 for zone in loaded.Zones() if zone.GetNetname() == net
            }
            own, other = (filled.get(layer, 0.0) for layer in ("F.Cu", "B.Cu"))
            if component.side == "bottom":
                own, other = other, own
            there = own + OTHER_SIDE * other
            if there < _LEAST_COPPER * reckoned:
                faults.append(
                    f"{component.ref}: {there:.0f} mm2 of {net} cool it, the check of heat reckons with {reckoned:.0f}"
                )
    return faults
