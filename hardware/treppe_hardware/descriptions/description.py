"""Everything under `hardware/` read at once, and single files that a builder has written."""

from dataclasses import dataclass, field, replace
from pathlib import Path

from treppe import surfaces

from treppe_hardware.descriptions.boards import Board
from treppe_hardware.descriptions.components import Part, read_parts
from treppe_hardware.descriptions.controller import Controller, read_controller
from treppe_hardware.descriptions.fabs import Fabs, read_fabs
from treppe_hardware.descriptions.footprints import Footprint, read_footprints
from treppe_hardware.descriptions.measurements import Measurement, read_measurements
from treppe_hardware.descriptions.orders import Makers, Order, read_lcsc, read_makers, read_orders
from treppe_hardware.descriptions.parameters import SOURCE as MEASURES
from treppe_hardware.descriptions.parameters import Parameters, read_parameters
from treppe_hardware.descriptions.pieces import Kind, read_kinds
from treppe_hardware.descriptions.sheets import Sizes, read_sizes
from treppe_hardware.descriptions.source import Source
from treppe_hardware.descriptions.surface import Surface, Within
from treppe_hardware.descriptions.surface_reader import read_surface

FOLDER = Path("hardware")


@dataclass(frozen=True, slots=True)
class Hardware:
    """Catalogue, controller, surfaces by name, kinds of pieces by letter, footprints, sizes of what is printed.

    `variants` are the surfaces that may take the place of one of ours, by name.
    """

    parts: dict[str, Part]
    controller: Controller
    surfaces: dict[str, Surface]
    kinds: dict[str, Kind]
    footprints: dict[str, Footprint]
    others: dict[str, Controller]
    orders: dict[str, Order]
    sheets: Sizes
    measurements: list[Measurement]
    fabs: Fabs
    lcsc: dict[str, str]
    makers: Makers
    measures: Parameters
    orders_path: Path
    variants: dict[str, Surface] = field(default_factory=dict)

    def controller_of(self, surface: Surface) -> Controller:
        """Return the controller that a surface hangs on: the common one, or one of its own."""
        return self.others.get(surface.controller, self.controller)

    def boards(self, surface: Surface) -> tuple[Board, ...]:
        """Return the boards of the controller and of a surface."""
        return self.controller.boards + surface.boards


def read_hardware(root: Path, parts: dict[str, Part] | None = None) -> Hardware:
    """Return what the folder `hardware` of a checkout describes, by other parts if given; raise InvalidDescription."""
    folder = root / FOLDER
    parts = parts or read_parts(folder / "components.toml")
    return Hardware(
        parts=parts,
        controller=read_controller(folder / "controller.toml", parts),
        surfaces=_read_surfaces(folder / "surfaces", parts),
        kinds=read_kinds(folder / "pieces.toml", parts),
        footprints=read_footprints(folder / "footprints.toml"),
        others={path.name: read_controller(path, parts) for path in sorted(folder.glob("*_controller.toml"))},
        orders=read_orders(folder / "orders.toml"),
        sheets=read_sizes(folder / "sheets.toml", parts),
        measurements=read_measurements(folder / "measurements.toml"),
        fabs=read_fabs(folder / "fabs.toml"),
        lcsc=read_lcsc(folder / "lcsc.toml"),
        measures=read_parameters(root / MEASURES),
        makers=read_makers(folder / "makers.toml"),
        orders_path=folder / "orders.toml",
        variants=_read_surfaces(folder / "variants", parts, folder / "surfaces"),
    )


def read_variant(root: Path, path: Path) -> Hardware:
    """Return the hardware with one file of a builder in the place of ours: a surface, or a controller.

    A surface may name its own controller file (`controller`), beside it or in `hardware`; own parts stand in a
    file `components.toml` beside it.
    """
    folder = root / FOLDER
    parts = read_parts(folder / "components.toml")
    own_parts = path.parent / "components.toml"
    if own_parts.exists() and own_parts.resolve() != (folder / "components.toml").resolve():
        parts |= read_parts(own_parts)
    ours = replace(read_hardware(root, parts), variants={})
    if Source(path, folder / "surfaces").table.get("kind") == "controller":
        return replace(ours, controller=read_controller(path, parts))
    surface = read_surface(path, parts, folder / "surfaces")
    if surface.within is not None:
        _check_within(surface, surface.within, ours.surfaces)
    beside = path.parent / surface.controller
    controller = read_controller(beside if beside.exists() else folder / surface.controller, parts)
    return replace(ours, controller=controller, surfaces={surface.name: surface})


def _check_within(surface: Surface, within: Within, known: dict[str, Surface]) -> None:
    """Raise InvalidDescription where a surface cannot take the place of the one it names."""
    source = surface.source
    source.check_choice(within.surface, known, "within")
    larger = known[within.surface]
    if (surface.sensor, surface.columns > 0) != (larger.sensor, larger.columns > 0):
        raise source.refuse(f"{larger.name} has other sensors, or fields of another shape", "within")
    last = within.column - 1 + surface.columns, within.row - 1 + surface.rows
    if min(within.column, within.row) < 1 or last[0] > larger.columns or last[1] > larger.rows:
        size = f"{surface.columns} x {surface.rows} fields"
        raise source.refuse(
            f"{size} from column {within.column}, row {within.row} on do not lie within {larger.name}", "within"
        )
    if surface.identity_part != larger.identity_part and surface.name not in surfaces.BUILDS:
        reason = f"must be {larger.identity_part:g}, by which the firmware knows {larger.name}"
        raise source.refuse(reason, "identity_part")


def _read_surfaces(folder: Path, parts: dict[str, Part], library: Path | None = None) -> dict[str, Surface]:
    return {path.stem: read_surface(path, parts, library) for path in sorted(folder.glob("*.toml"))}
