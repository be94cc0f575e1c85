"""The proof that a board survives its saw: all copper beyond the line goes, and what is open then is counted."""

import re
from collections.abc import Iterator
from pathlib import Path

from treppe_hardware.boards.kicad_api import load_kicad
from treppe_hardware.descriptions.boards import Board

KERF_MM = 0.5
"""Half of what the saw takes and frays: copper so near the line is gone."""
_VIA_MM = 0.7
_PLACE = r"\({} (-?[\d.]+) (-?[\d.]+)"


def opens_after_saw(path: Path, board: Board, folder: Path) -> list[str]:
    """Return what is open on a board that is sawn off at its line, in words; write KiCad's report into the folder."""
    kicad = load_kicad()
    sawn = folder / f"{path.stem}_sawn.kicad_pcb"
    sawn.write_text(saw(path.read_text(encoding="utf-8"), board), encoding="utf-8")
    sawn.with_suffix(".kicad_pro").write_text(path.with_suffix(".kicad_pro").read_text(encoding="utf-8"))
    loaded = kicad.LoadBoard(str(sawn))
    kicad.ZONE_FILLER(loaded).Fill(loaded.Zones())
    loaded.BuildConnectivity()
    report = folder / f"{path.stem}_sawn.drc.txt"
    kicad.WriteDRCReport(loaded, str(report), kicad.EDA_UNITS_MILLIMETRES, True)
    for file in (sawn, sawn.with_suffix(".kicad_pro"), sawn.with_suffix(".kicad_prl")):
        file.unlink(missing_ok=True)
    text = report.read_text(encoding="utf-8")
    found = re.findall(r"^\[unconnected_items\].*\n(?: .*\n)*", text, re.MULTILINE)
    return sorted("; ".join(line.strip() for line in block.splitlines() if "@(" in line) for block in found)


def saw(text: str, board: Board) -> str:
    """Return the text of a .kicad_pcb without what lies beyond the saw line, and without what the last board lacks."""
    line = 100 + board.size_mm[1] - board.saw_mm + KERF_MM  # KiCad counts southwards
    fitted = {one.ref for one in board.components if board.carries(one, board.count)}
    blocks = list(_blocks(text))
    numbers = dict(re.findall(r'\(net (\d+) "([^"]+)"\)', "\n".join(one for one in blocks if one.startswith("(net "))))
    wired = _wired_nets(board, fitted)
    ends = {end for one in blocks if one.startswith("(segment") for end in _ends(one)}
    kept = [
        _sawn(block, line, fitted)
        for block in blocks
        if not block.startswith(("(via", "(segment"))
        or (_net(block, numbers) in wired and (block.startswith("(segment") or _ends(block)[0] in ends))
    ]
    west, east, south = 100.0, 100 + board.size_mm[0], 100 + board.size_mm[1]
    corners = [(west, south), (east, south), (east, line), (west, line)]
    edge = [
        f'(gr_line (start {a[0]:g} {a[1]:g}) (end {b[0]:g} {b[1]:g}) (layer "Edge.Cuts") (width 0.1))'
        for a, b in zip(corners, corners[1:] + corners[:1], strict=True)
    ]
    head = text[: text.index("(", 1)]
    return "\n".join([head, *filter(None, kept), *edge, ")", ""])


def _wired_nets(board: Board, fitted: set[str]) -> set[str]:
    """Return the nets that join two fitted pins or more: what is left of another one matters to nobody."""
    pins = [net for one in board.components if one.ref in fitted for net in one.nets if net]
    return {net for net in pins if pins.count(net) > 1}


def _net(block: str, numbers: dict[str, str]) -> str:
    found = re.search(r"\(net (\d+)\)", block)
    return numbers.get(found[1], "") if found else ""


def _ends(block: str) -> list[str]:
    """Return the places of a track's ends, or of a via; vias without a track only join the pours, and fall away."""
    return re.findall(r"\((?:start|end|at) (-?[\d.]+ -?[\d.]+)", block)


def _blocks(text: str) -> Iterator[str]:
    """Yield what stands in the outermost parentheses, block by block."""
    depth, start, quoted = 0, 0, False
    for at, letter in enumerate(text):
        quoted ^= letter == '"' and text[at - 1] != "\\"
        if quoted:
            continue
        if letter == "(":
            depth += 1
            start = at if depth == 2 else start
        elif letter == ")":
            depth -= 1
            if depth == 1:
                yield text[start : at + 1]


def _sawn(block: str, line: float, fitted: set[str]) -> str:
    """Return what is left of a block of the file: "" if nothing is."""
    if '"Edge.Cuts"' in block and block.startswith("(gr_"):
        return ""
    if block.startswith("(via"):
        place = re.search(_PLACE.format("at"), block)
        assert place
        return block if float(place[2]) - _VIA_MM / 2 >= line else ""
    if block.startswith("(segment"):
        return _sawn_track(block, line)
    if block.startswith("(footprint"):
        ref = re.search(r'\(fp_text reference "([^"]*)"', block)
        place = re.search(_PLACE.format("at"), block)
        assert ref and place
        return block if ref[1] in fitted or (ref[1].startswith("H") and float(place[2]) > line) else ""
    return block


def _sawn_track(block: str, line: float) -> str:
    start, end = (re.search(_PLACE.format(word), block) for word in ("start", "end"))
    assert start and end
    (x1, y1), (x2, y2) = ((float(one[1]), float(one[2])) for one in (start, end))
    if y1 < line and y2 < line:
        return ""
    if (y1 < line) == (y2 < line):
        return block
    x = x1 + (line - y1) / (y2 - y1) * (x2 - x1)
    word, old = ("start", start) if y1 < line else ("end", end)
    return block.replace(old[0], f"({word} {x:g} {line:g}", 1)
