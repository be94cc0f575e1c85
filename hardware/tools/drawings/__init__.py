"""Drawings made from the descriptions: schematics, wiring, plates. They need schemdraw and reportlab."""

from pathlib import Path

from hardware.tools.descriptions.description import Hardware
from hardware.tools.drawings.fields import field_map
from hardware.tools.drawings.pdf import render_pdf
from hardware.tools.drawings.plates import drilling, printing
from hardware.tools.drawings.schematics import render_schematics
from hardware.tools.drawings.shapes import render_svg
from hardware.tools.drawings.wiring import render_wirings


def render_drawings(hardware: Hardware) -> dict[Path, bytes]:
    """Return the drawings that belong to all surfaces together."""
    schematics = {Path("schematics") / f"{name}.svg": svg for name, svg in render_schematics(hardware).items()}
    return schematics | {Path("wiring") / f"{name}.svg": svg for name, svg in render_wirings(hardware).items()}


def render_surfaces(hardware: Hardware) -> dict[Path, bytes]:
    """Return the drawings of each surface: its map of fields, its templates 1:1 as SVG and as A4 pages."""
    files: dict[Path, bytes] = {}
    for surface in hardware.surfaces.values():
        files[Path("wiring") / f"fields_{surface.name}.svg"] = render_svg(field_map(surface))
        for name, sheet in (("drilling", drilling(surface)), ("markings", printing(surface))):
            files[Path("plates") / f"{surface.name}_{name}.svg"] = render_svg(sheet)
            files[Path("plates") / f"{surface.name}_{name}.pdf"] = render_pdf(sheet)
    return files
