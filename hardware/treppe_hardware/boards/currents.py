"""Checks that the tracks of a supply are wide enough: solves its net as resistors for the current in each track."""

import math
from itertools import pairwise
from typing import Any

from treppe_hardware.boards.kicad_api import load_numpy
from treppe_hardware.descriptions.boards import Board

_SHEET_OHM = 0.49e-3  # a square of copper 35 um thick, at 20 C
_VIA_OHM = 1.0e-3
_MOST_VIA_A = 1.2  # 0.35 mm wide, plated with 20 um [E]
_WARMER_K = 30.0
_NECK_MM, _NECK_FACTOR = 3.0, 3.0
"""A neck that is as short as this is cooled by what it joins: it bears three times as much [E]."""
_MOST_DROP_V = 0.1
Node = tuple[int, int, int]  # layer, micrometres east, micrometres south


def allowed_amperes(width_mm: float) -> float:
    """Return the current that warms an outer track of 35 um by 30 K (IPC-2221: 0.048 dT^0.44 A^0.725, A in square
    mils)."""
    area = width_mm / 0.0254 * 1.378
    return float(0.048 * _WARMER_K**0.44 * area**0.725)


def check_currents(loaded: Any, board: Board) -> list[str]:
    """Return where a track or via gets too warm, or too much voltage is lost, for each declared current."""
    faults = []
    for current in board.currents:
        faults += _check_one(loaded, current.net, current.amps, current.from_, current.to)
    return faults


def _check_one(loaded: Any, net: str, amps: float, source: str, loads: tuple[str, ...]) -> list[str]:
    numpy = load_numpy()
    pads = [pad for pad in loaded.GetPads() if pad.GetNetname() == net]
    feeding = [pad for pad in pads if pad.GetParent().GetReference() == source]
    drawing = [pad for pad in pads if pad.GetParent().GetReference() in loads]
    if not feeding or not drawing:
        return [f"{net}: no pad of {source} or of {', '.join(loads)} is on it"]
    nodes, edges = _graph(loaded, net, pads)
    size = len(nodes)
    matrix = numpy.zeros((size, size))
    for one, other, ohm, _ in edges:
        for a, b in ((one, other), (other, one)):
            matrix[a, a] += 1 / ohm
            matrix[a, b] -= 1 / ohm
    flow = numpy.zeros(size)
    for pad in feeding:
        flow[_pad_node(nodes, pad)] += amps / len(feeding)
    for pad in drawing:
        flow[_pad_node(nodes, pad)] -= amps / len(drawing)
    matrix[numpy.arange(size), numpy.arange(size)] += 1e-9
    volts = numpy.linalg.solve(matrix, flow)
    faults = []
    for one, other, ohm, width in edges:
        current = abs(volts[one] - volts[other]) / ohm
        if width is None:
            if current > _MOST_VIA_A * 1.01:
                faults.append(f"{net}: {current:.1f} A through one via, {_MOST_VIA_A:g} A are allowed")
            continue
        length = math.dist(nodes[one][1:], nodes[other][1:]) / 1000
        bears = allowed_amperes(width) * (_NECK_FACTOR if length <= _NECK_MM else 1.0)
        if current > bears:
            place = f"{nodes[one][1] / 1000 - 100:.1f} mm east"
            faults.append(f"{net}: {current:.1f} A in a track of {width:g} mm ({place}), which bears {bears:.1f} A")
    drop = max(volts[_pad_node(nodes, pad)] for pad in feeding) - min(volts[_pad_node(nodes, pad)] for pad in drawing)
    if drop > _MOST_DROP_V:
        faults.append(f"{net}: {drop * 1000:.0f} mV are lost between {source} and {', '.join(loads)}")
    return sorted(set(faults))


def _pad_node(nodes: list[Node], pad: Any) -> int:
    return nodes.index(_node_at(0 if pad.IsOnLayer(0) else 1, pad.GetPosition()))


def _node_at(layer: int, point: Any) -> Node:
    return layer, round(point.x / 1000), round(point.y / 1000)


def _graph(loaded: Any, net: str, pads: list[Any]) -> tuple[list[Node], list[tuple[int, int, float, float | None]]]:
    """Return places and the resistances between them with their widths; None is the width of a via or pad."""
    tracks = [item for item in loaded.GetTracks() if item.GetNetname() == net and item.GetClass() == "PCB_TRACK"]
    vias = [item for item in loaded.GetTracks() if item.GetNetname() == net and item.GetClass() == "PCB_VIA"]
    points: dict[Node, None] = {}
    for track in tracks:
        layer = 0 if track.IsOnLayer(0) else 1
        points[_node_at(layer, track.GetStart())] = points[_node_at(layer, track.GetEnd())] = None
    for item in [*vias, *pads]:
        for layer, number in ((0, 0), (1, 31)):
            if item.GetClass() == "PCB_VIA" or item.IsOnLayer(number):
                points[_node_at(layer, item.GetPosition())] = None
    nodes = list(points)
    index = {node: number for number, node in enumerate(nodes)}
    edges: list[tuple[int, int, float, float | None]] = []
    for track in tracks:
        layer, width = 0 if track.IsOnLayer(0) else 1, track.GetWidth() / 1e6
        on = sorted(node for node in nodes if node[0] == layer and _lies_on(node, track))
        start = _node_at(layer, track.GetStart())
        on.sort(key=lambda node: math.dist(node[1:], start[1:]))
        for one, other in pairwise(on):
            length = max(math.dist(one[1:], other[1:]) / 1000, 0.01)
            edges.append((index[one], index[other], _SHEET_OHM * length / width, width))
    for via in vias:
        one, other = (_node_at(layer, via.GetPosition()) for layer in (0, 1))
        edges.append((index[one], index[other], _VIA_OHM, None))
    for pad in pads:
        layers = [layer for layer, number in ((0, 0), (1, 31)) if pad.IsOnLayer(number)]
        middle = index[_node_at(layers[0], pad.GetPosition())]
        box = pad.GetBoundingBox()
        west, north, east, south = box.GetLeft(), box.GetTop(), box.GetRight(), box.GetBottom()
        for node in nodes:
            inside = west <= node[1] * 1000 <= east and north <= node[2] * 1000 <= south
            if node[0] in layers and inside and index[node] != middle:
                edges.append((middle, index[node], 1e-5, 100.0))
    return nodes, edges


def _lies_on(node: Node, track: Any) -> bool:
    ax, ay = track.GetStart().x / 1000, track.GetStart().y / 1000
    bx, by = track.GetEnd().x / 1000, track.GetEnd().y / 1000
    square = (bx - ax) ** 2 + (by - ay) ** 2
    part = ((node[1] - ax) * (bx - ax) + (node[2] - ay) * (by - ay)) / square if square else 0.0
    if not -1e-9 <= part <= 1 + 1e-9:
        return False
    return math.dist(node[1:], (ax + part * (bx - ax), ay + part * (by - ay))) < 5
