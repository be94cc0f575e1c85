"""Files for a fab: Gerbers, drill files, placement and bill of the parts to solder, packed for the order."""

import csv
import io
import os
import re
import subprocess
import zipfile
from pathlib import Path
from typing import Any

from hardware.tools.boards.kicad_api import KICAD_PYTHON, load_kicad
from hardware.tools.boards.layout import place
from hardware.tools.descriptions.boards import Board
from hardware.tools.descriptions.footprints import Footprint

_PLOTS = {
    "F_Cu": "F.Cu",
    "B_Cu": "B.Cu",
    "F_Mask": "F.Mask",
    "B_Mask": "B.Mask",
    "F_Paste": "F.Paste",
    "B_Paste": "B.Paste",
    "F_Silkscreen": "F.SilkS",
    "B_Silkscreen": "B.SilkS",
    "Edge_Cuts": "Edge.Cuts",
}
_DATES = (
    (re.compile(r"%TF\.CreationDate,[^*]*\*%"), "%TF.CreationDate,2026-01-01T00:00:00+00:00*%"),
    (re.compile(r"G04 Created by KiCad .*?\*"), "G04 Created by KiCad*"),
    (re.compile(r"; DRILL file \{KiCad .*?\} date .*"), "; DRILL file"),
    (re.compile(r"; #@! TF\.CreationDate,.*"), "; #@! TF.CreationDate,2026-01-01T00:00:00+00:00"),
)
_EPOCH = (2026, 1, 1, 0, 0, 0)


def export_fab(name: str, loaded: Any, board: Board, footprints: dict[str, Footprint], folder: Path) -> Path:
    """Write Gerbers, drill, placement and bill into the folder, and all of it but the tables as a zip; return that."""
    kicad = load_kicad()
    gerbers = folder / "gerbers"
    gerbers.mkdir(parents=True, exist_ok=True)
    controller = kicad.PLOT_CONTROLLER(loaded)
    options = controller.GetPlotOptions()
    options.SetOutputDirectory(str(gerbers.resolve()))
    options.SetPlotFrameRef(False)
    options.SetUseGerberProtelExtensions(False)
    options.SetUseGerberX2format(True)
    options.SetIncludeGerberNetlistInfo(True)
    options.SetCreateGerberJobFile(False)
    options.SetSubtractMaskFromSilk(True)
    for plot, layer in _PLOTS.items():
        controller.SetLayer(loaded.GetLayerID(layer))
        controller.OpenPlotfile(plot, kicad.PLOT_FORMAT_GERBER, plot)
        controller.PlotLayer()
    controller.ClosePlot()
    writer = kicad.EXCELLON_WRITER(loaded)
    writer.SetFormat(True)
    writer.SetOptions(False, True, kicad.wxPoint(0, 0), False)
    writer.CreateDrillandMapFilesSet(str(gerbers.resolve()), True, False)
    for path in gerbers.iterdir():
        text = path.read_text(encoding="utf-8")
        for pattern, constant in _DATES:
            text = pattern.sub(constant, text)
        path.write_text(text, encoding="utf-8")
    (folder / f"{name}_placement.csv").write_text(_placement(board, footprints), encoding="utf-8")
    return _pack(gerbers, folder / f"{name}_gerbers.zip", name)


def _pack(gerbers: Path, target: Path, name: str) -> Path:
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(gerbers.iterdir()):
            info = zipfile.ZipInfo(path.name.replace(f"{name}-", ""), _EPOCH)
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, path.read_bytes())
    return target


def _placement(board: Board, footprints: dict[str, Footprint]) -> str:
    """Return the placement of surface-mounted parts, in the columns that common assembly houses read."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["Designator", "Val", "Package", "Mid X", "Mid Y", "Rotation", "Layer"])
    for one in place(board, footprints):
        if not one.footprint.is_through and one.component.part.eur > 0:
            value = one.component.value or one.component.part.name
            middle = [f"{one.x:.3f}", f"{one.y:.3f}", f"{one.turn % 360:g}"]
            writer.writerow([one.component.ref, value, one.footprint.name, *middle, one.component.side])
    return out.getvalue()


def interactive_bill(path: Path, folder: Path) -> list[str]:
    """Write a page that shows each part on its board as it is picked from the list; return why it could not be."""
    tool = Path(".boards")  # `make boards` installs it there for KiCad's Python
    if not (tool / "InteractiveHtmlBom").exists():
        return []
    words = ["--no-browser", "--dest-dir", str(folder.resolve()), "--name-format", f"{path.stem}_parts", str(path)]
    command = [KICAD_PYTHON, "-P", "-m", "InteractiveHtmlBom.generate_interactive_bom", *words]
    environment = os.environ | {"PYTHONPATH": str(tool.resolve()), "INTERACTIVE_HTML_BOM_NO_DISPLAY": "1"}
    run = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120, check=False)
    page = folder / f"{path.stem}_parts.html"
    return [] if page.exists() else [f"no interactive bill of materials: {run.stderr.strip()[-200:]}"]


def nets_of_gerbers(folder: Path) -> dict[tuple[str, str], str]:
    """Return the net of each pad as the copper Gerbers name it: what the fab itself would test against."""
    nets: dict[tuple[str, str], str] = {}
    for path in folder.glob("*_Cu.gbr"):
        pad: tuple[str, str] | None = None
        net = ""
        for line in path.read_text(encoding="utf-8").splitlines():
            if found := re.match(r"%TO\.P,([^,*]+),([^,*]+)", line):
                pad = found[1], found[2]
            elif found := re.match(r"%TO\.N,([^*]*)\*", line):
                net = found[1]
            elif line.startswith(("%TD*%", "%TD.P*%")):
                pad = None
            elif line.endswith("D03*") and pad:  # a pad is flashed: these attributes are its own
                nets[pad] = net
    return nets
