"""Drawings made from the descriptions: wiring, plates, breadboards. They need reportlab."""

from pathlib import Path

from treppe_hardware.descriptions.description import Hardware
from treppe_hardware.drawings.fields import field_map
from treppe_hardware.drawings.pdf import render_pdf
from treppe_hardware.drawings.plates import drilling, printing
from treppe_hardware.drawings.shapes import render_svg
from treppe_hardware.drawings.wiring import render_wirings


def render_drawings(hardware: Hardware) -> dict[Path, bytes]:
    """Return the drawings that belong to all surfaces together."""
    return {Path("wiring") / f"{name}.svg": svg for name, svg in render_wirings(hardware).items()}


def render_surfaces(hardware: Hardware) -> dict[Path, bytes]:
    """Return the drawings of each surface: its map of fields, its templates 1:1 as SVG and as A4 pages."""
    files: dict[Path, bytes] = {}
    for surface in hardware.surfaces.values():
        files[Path("wiring") / f"fields_{surface.name}.svg"] = render_svg(field_map(surface))
        for name, sheet in (("drilling", drilling(surface)), ("markings", printing(surface))):
            files[Path("plates") / f"{surface.name}_{name}.svg"] = render_svg(sheet)
            files[Path("plates") / f"{surface.name}_{name}.pdf"] = render_pdf(sheet)
    return files
