"""Writes the files generated from the descriptions, if their content has changed."""

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

from hardware.tools.bill import count_parts, render_csv, render_markdown
from hardware.tools.descriptions.description import FOLDER, Hardware, read_hardware, read_variant
from hardware.tools.descriptions.measurements import render_json, render_page
from hardware.tools.descriptions.source import InvalidDescription
from hardware.tools.descriptions.surface import Surface
from hardware.tools.kicad import render_netlist, render_schematic
from hardware.tools.parts.parameters import read_parameters
from hardware.tools.spice import render_netlists
from hardware.tools.tables import render_module, render_pin_table, render_pins

TABLE_FOLDER = Path("firmware/treppe/surfaces")
ASKED = Path("host/treppe_host/deploy/measurements.json")
"""The measurements for which the doctor asks a builder."""
GENERATED = FOLDER / "generated"
_MEASURES = Path(__file__).parents[1] / "parts/parts.toml"


def render_all(hardware: Hardware) -> dict[Path, bytes]:
    """Return every generated file of a checkout: its path from the top folder, and its content."""
    files: dict[Path, bytes] = {}
    for surface in hardware.surfaces.values():
        if surface.within is None:
            files[TABLE_FOLDER / f"{surface.name}.py"] = render_module(surface).encode()
    files[Path("firmware/pins.py")] = render_pins(hardware.controller).encode()
    papers: dict[Path, bytes] = _papers(hardware) | _drawings().render_drawings(hardware)
    sheets = _load("hardware.tools.sheets")
    papers |= sheets.render_sheets(hardware.sheets)
    files |= sheets.pictures(hardware.sheets, hardware.kinds, read_parameters(_MEASURES))
    papers |= {Path("spice") / name: text.encode() for name, text in render_netlists(hardware).items()}
    papers[Path("measurements.md")] = render_page(hardware.measurements).encode()
    files[ASKED] = render_json(hardware.measurements).encode()
    return files | {GENERATED / path: content for path, content in papers.items()}


def _papers(hardware: Hardware) -> dict[Path, bytes]:
    """Return the documents that people read and build from."""
    lines = count_parts(hardware)
    surfaces: dict[Path, bytes] = _drawings().render_surfaces(hardware)
    return (
        surfaces
        | _assemblies(hardware)
        | _circuits(hardware)
        | {
            Path("pins.md"): render_pin_table(hardware.controller).encode(),
            Path("bill_of_materials.csv"): render_csv(lines).encode(),
            Path("bill_of_materials.md"): render_markdown(lines).encode(),
        }
    )


def _circuits(hardware: Hardware) -> dict[Path, bytes]:
    """Return schematic and netlist of each board for KiCad."""
    boards = {board.name: board for board in hardware.controller.boards}
    for surface in hardware.surfaces.values():
        boards |= {f"{surface.name}_{board.name}": board for board in surface.boards}
    files = {}
    for name, board in boards.items():
        files[Path("kicad") / f"{name}.kicad_sch"] = render_schematic(board).encode()
        files[Path("kicad") / f"{name}.net"] = render_netlist(board).encode()
    return files


def _assemblies(hardware: Hardware) -> dict[Path, bytes]:
    """Return for each board that has a layout where its parts are soldered: a drawing a side, and one a step."""
    from hardware.tools.boards.kept import boards_with_layout, owners_of
    from hardware.tools.boards.pictures import assembly
    from hardware.tools.boards.steps import render_steps, soldering_steps
    from hardware.tools.drawings.shapes import render_svg

    files = {}
    for name, board in boards_with_layout(hardware).items():
        for side in {one.side for one in board.components}:
            sheet = assembly(name, board, hardware.footprints, side == "bottom")
            files[Path("assembly") / f"{name}_{side}.svg"] = render_svg(sheet)
        owners = [one for one in owners_of(hardware, board) if isinstance(one, Surface)]
        sensors = {one.sensor_part.name for one in owners if not one.sensor_part.switches_mt}
        steps, done = soldering_steps(board, hardware.footprints, sensors), set[str]()
        files[Path("steps") / f"{name}.md"] = render_steps(name, board, steps).encode()
        for step in steps:
            now = {one.ref for one in step.components}
            sheet = assembly(name, board, hardware.footprints, step.side == "bottom", now, done)
            files[Path("steps") / f"{name}_{step.number}.svg"] = render_svg(sheet)
            done |= now
    return files


def _drawings() -> Any:
    return _load("hardware.tools.drawings")


def _load(name: str) -> Any:
    """Load a module that draws: an installation for players lacks its libraries."""
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        raise InvalidDescription(f"drawings need the package {error.name}: pip install schemdraw reportlab") from error


def build(root: Path, render: Callable[[Hardware], dict[Path, bytes]] = render_all) -> list[Path]:
    """Write the files generated from the descriptions under `root`; return those that changed."""
    return write_changed(root, render(read_hardware(root)))


def render_variant(root: Path, path: Path) -> dict[Path, bytes]:
    """Return the files for a builder's own description: firmware tables to copy over ours, papers to build from."""
    hardware = read_variant(root, path)
    files = _papers(hardware)
    files[Path("firmware/pins.py")] = render_pins(hardware.controller).encode()
    if len(hardware.surfaces) == 1:
        surface = next(iter(hardware.surfaces.values()))
        larger = read_hardware(root).surfaces.get(surface.within.surface) if surface.within else None
        name = surface.within.surface if surface.within else surface.name
        files[Path(f"firmware/treppe/surfaces/{name}.py")] = render_module(surface, larger).encode()
    return files


def build_variant(root: Path, path: Path, out: Path) -> list[Path]:
    """Write the files for a builder's own description into the folder `out`; return those that changed."""
    return write_changed(out, render_variant(root, path))


def write_changed(root: Path, files: dict[Path, bytes]) -> list[Path]:
    """Write those of the files whose content differs; return them."""
    changed = []
    for path, content in files.items():
        target = root / path
        if not target.exists() or target.read_bytes() != content:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
            changed.append(target)
    return changed
