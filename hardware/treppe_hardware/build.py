"""Writes the files generated from the descriptions, if their content has changed."""

from collections.abc import Callable, Iterable
from importlib import import_module
from pathlib import Path
from typing import Any

from treppe import surfaces

from treppe_hardware.bill import count_boards, count_parts, render_csv, render_markdown
from treppe_hardware.bread import breadboard_of
from treppe_hardware.checks.nets import Circuit
from treppe_hardware.checks.power import usb_light_ma
from treppe_hardware.descriptions.boards import Board
from treppe_hardware.descriptions.description import FOLDER, Hardware, read_hardware, read_variant
from treppe_hardware.descriptions.measurements import render_json
from treppe_hardware.descriptions.source import InvalidDescription
from treppe_hardware.descriptions.surface import Surface
from treppe_hardware.kicad import render_schematic
from treppe_hardware.spice import render_netlists
from treppe_hardware.tables import render_module, render_pin_table, render_pins
from treppe_hardware.templates import render_page

TABLE_FOLDER = Path("firmware/treppe/surfaces")
ASKED = Path("host/treppe_host/deploy/measurements.json")
"""The measurements for which the doctor asks a builder."""
GENERATED = FOLDER / "generated"


def render_all(hardware: Hardware) -> dict[Path, bytes]:
    """Return every generated file of a checkout: its path from the top folder, and its content."""
    files: dict[Path, bytes] = {}
    for surface in [*hardware.surfaces.values(), *hardware.variants.values()]:
        if surface.within is None or surface.name in surfaces.BUILDS:
            files[TABLE_FOLDER / f"{surface.name}.py"] = _module(hardware, surface).encode()
    files[Path("firmware/pins.py")] = render_pins(hardware.controller, hardware.parts["PICO"]).encode()
    papers: dict[Path, bytes] = _papers(hardware) | _import_drawer("treppe_hardware.drawings").render_drawings(hardware)
    sheets = _import_drawer("treppe_hardware.sheets")
    papers |= sheets.render_sheets(hardware.sheets)
    files |= sheets.pictures(hardware.sheets, hardware.kinds, hardware.measures)
    papers |= {Path("spice") / name: text.encode() for name, text in render_netlists(hardware).items()}
    papers[Path("measurements.md")] = render_page("measurements.md", rows=hardware.measurements).encode()
    files[ASKED] = render_json(hardware.measurements).encode()
    return files | {GENERATED / path: content for path, content in papers.items()}


def _module(hardware: Hardware, surface: Surface, larger: Surface | None = None) -> str:
    return render_module(surface, usb_light_ma(Circuit(hardware.controller_of(surface), surface)), larger)


def _papers(hardware: Hardware) -> dict[Path, bytes]:
    """Return the documents that people read and build from."""
    lines = count_parts(hardware)
    drawn: dict[Path, bytes] = _import_drawer("treppe_hardware.drawings").render_surfaces(hardware)
    return (
        drawn
        | _breadboards([*hardware.surfaces.values(), *hardware.variants.values()])
        | _assemblies(hardware)
        | _circuits(hardware)
        | {
            Path("pins.md"): render_pin_table(hardware.controller, _all_boards(hardware)).encode(),
            Path("bill_of_materials.csv"): render_csv(lines).encode(),
            Path("bill_of_materials.md"): render_markdown(lines).encode(),
        }
    )


def _breadboards(surfaces: Iterable[Surface]) -> dict[Path, bytes]:
    """Return of each breadboard a drawing a step, and the page of its steps and parts."""
    from treppe_hardware.drawings.bread import draw_step, render_steps
    from treppe_hardware.drawings.shapes import render_svg

    files: dict[Path, bytes] = {}
    for surface in surfaces:
        for board in surface.boards:
            if board.bread:
                bread, lines = breadboard_of(surface, board), count_boards(surface.name, (board,))
                files[Path("breadboard") / f"{surface.name}.md"] = render_steps(surface.name, bread, lines).encode()
                for number in range(1, len(board.bread.steps) + 1):
                    path = Path("breadboard") / f"{surface.name}_{number}.svg"
                    files[path] = render_svg(draw_step(bread, number))
    return files


def _all_boards(hardware: Hardware) -> tuple[Board, ...]:
    return hardware.controller.boards + sum((surface.boards for surface in hardware.surfaces.values()), ())


def _circuits(hardware: Hardware) -> dict[Path, bytes]:
    """Return the schematic of each board for KiCad."""
    boards = {board.name: board for board in hardware.controller.boards}
    for surface in hardware.surfaces.values():
        boards |= {f"{surface.name}_{board.name}": board for board in surface.boards}
    return {Path("kicad") / f"{name}.kicad_sch": render_schematic(board).encode() for name, board in boards.items()}


def _assemblies(hardware: Hardware) -> dict[Path, bytes]:
    """Return for each board that has a layout where its parts are soldered: a drawing a side, and one a step."""
    from treppe_hardware.boards.assembly import assembly
    from treppe_hardware.boards.kept import boards_with_layout, owners_of
    from treppe_hardware.boards.steps import render_steps, soldering_steps
    from treppe_hardware.drawings.shapes import render_svg

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


def _import_drawer(name: str) -> Any:
    """Load a module that draws: an installation for players lacks its libraries."""
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        raise InvalidDescription(f"drawings need the package {error.name}: pip install reportlab") from error


def build(root: Path, render: Callable[[Hardware], dict[Path, bytes]] = render_all) -> list[Path]:
    """Write the files generated from the descriptions under `root`; return those that changed."""
    return write_changed(root, render(read_hardware(root)))


def render_variant(root: Path, path: Path) -> dict[Path, bytes]:
    """Return the files for a builder's own description: firmware tables to copy over ours, papers to build from."""
    hardware = read_variant(root, path)
    files = _papers(hardware)
    files[Path("firmware/pins.py")] = render_pins(hardware.controller, hardware.parts["PICO"]).encode()
    if len(hardware.surfaces) == 1:
        surface = next(iter(hardware.surfaces.values()))
        larger = read_hardware(root).surfaces.get(surface.within.surface) if surface.within else None
        is_own = surface.within is None or surface.name in surfaces.BUILDS
        name = surface.name if is_own or surface.within is None else surface.within.surface
        files[Path(f"firmware/treppe/surfaces/{name}.py")] = _module(hardware, surface, larger).encode()
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
