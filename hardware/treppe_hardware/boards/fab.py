"""Files for a fab: Gerbers and drill files, packed for the order; a page that shows each part on its board."""

import os
import re
import subprocess
import zipfile
from pathlib import Path
from typing import Any

from treppe_hardware.boards.kicad_api import KICAD_PYTHON, load_kicad
from treppe_hardware.descriptions.boards import Board
from treppe_hardware.descriptions.orders import Order, order_of

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
_EPOCH_SECONDS = 1767225600


def export_gerbers(name: str, loaded: Any, board: Board, folder: Path) -> Path:
    """Write Gerbers and drill files, counted from the board's south-west corner, and a zip of them; return that."""
    kicad = load_kicad()
    gerbers = folder / "gerbers"
    gerbers.mkdir(parents=True, exist_ok=True)
    corner = kicad.wxPointMM(100, 100 + board.size_mm[1])
    loaded.GetDesignSettings().SetAuxOrigin(corner)
    controller = kicad.PLOT_CONTROLLER(loaded)
    options = controller.GetPlotOptions()
    options.SetOutputDirectory(str(gerbers.resolve()))
    options.SetPlotFrameRef(False)
    options.SetUseAuxOrigin(True)
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
    writer.SetOptions(False, False, corner, False)
    writer.CreateDrillandMapFilesSet(str(gerbers.resolve()), True, False)
    for path in gerbers.iterdir():
        text = path.read_text(encoding="utf-8")
        for pattern, constant in _DATES:
            text = pattern.sub(constant, text)
        path.write_text(text, encoding="utf-8")
    return _pack(gerbers, folder / f"{name}_gerbers.zip")


def _pack(gerbers: Path, target: Path) -> Path:
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(gerbers.iterdir()):
            info = zipfile.ZipInfo(path.name, _EPOCH)
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, path.read_bytes())
    return target


def save_filled(name: str, loaded: Any, board: Board, orders: dict[str, Order], folder: Path) -> Path:
    """Write the board for fabs that take KiCad's files, its pours filled, numbers to order by at its parts."""
    numbers = {one.ref: order_of(orders, one) for one in board.components}
    for part in loaded.GetFootprints():
        order = numbers.get(part.GetReference())
        if order:
            part.SetProperty("LCSC", order.lcsc)
            part.SetProperty("MPN", order.mpn)
    loaded.GetTitleBlock().SetDate("2026-01-01")  # a page of the parts has it: the same twice
    path = folder / f"{name}.kicad_pcb"
    load_kicad().SaveBoard(str(path), loaded)
    os.utime(path, (_EPOCH_SECONDS, _EPOCH_SECONDS))
    path.with_suffix(".kicad_prl").unlink(missing_ok=True)
    return path


def interactive_bill(path: Path, folder: Path) -> list[str]:
    """Write a page that shows each part on its board as it is picked from the list; return why it could not be."""
    tool = Path(".boards")  # `make boards` installs it there for KiCad's Python
    if not (tool / "InteractiveHtmlBom").exists():
        return []
    arguments = ["--show-fields", "Value,Footprint,LCSC,MPN", "--extra-data-file", str(path)]
    arguments += ["--no-browser", "--dest-dir", str(folder.resolve()), "--name-format", f"{path.stem}_parts", str(path)]
    command = [KICAD_PYTHON, "-P", "-m", "InteractiveHtmlBom.generate_interactive_bom", *arguments]
    environment = os.environ | {"PYTHONPATH": str(tool.resolve()), "INTERACTIVE_HTML_BOM_NO_DISPLAY": "1"}
    run = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120, check=False)
    page = folder / f"{path.stem}_parts.html"
    return [] if page.exists() else [f"no interactive bill of materials: {run.stderr.strip()[-200:]}"]
