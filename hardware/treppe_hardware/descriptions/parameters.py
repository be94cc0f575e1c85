"""The measures of all parts, read from `hardware/parts/parts.toml`: one class a table, one field a key.

Those of the pieces, and of what is inside of them, are in `piece_parameters.py`.
"""

from dataclasses import dataclass, replace
from pathlib import Path

from treppe_hardware.descriptions.piece_parameters import (
    Ball,
    Ballast,
    Magnet,
    PieceBody,
    Pieces,
    Print,
    Reed,
    Stone,
    Weight,
)
from treppe_hardware.descriptions.source import Source

SOURCE = Path("hardware/parts/parts.toml")
LARGEST = 1_000_000


@dataclass(frozen=True, slots=True)
class Spring:
    """A flat spring of several arms wound from the hub to the rim, and the sheet that it is cut from."""

    arms: int
    thickness: float
    arm_width: float
    turn_degrees: float
    hub_radius: float
    rim_radius: float
    outer_diameter: float
    bore_diameter: float
    corner: float
    youngs_modulus_mpa: float
    poisson_ratio: float
    yield_mpa: float
    kerf: float
    tab: float
    sheet_columns: int
    sheet_rows: int
    sheet_pitch: float


@dataclass(frozen=True, slots=True)
class Cell:
    """The weighing cell: heights above the circuit board, radii from its axis."""

    goal_gf_mm: float
    platform_g: float
    full_load_g: float
    die_height: float
    gap_empty: float
    sensor_height: float
    foot_radius: float
    foot_inner_radius: float
    outer_radius: float
    stop_gap: float
    cup_floor: float
    cup_floor_thickness: float
    cup_rim: float
    groove_inner_radius: float
    groove_outer_radius: float
    groove_wall: float
    skirt_inner_radius: float
    skirt_outer_radius: float
    skirt_bottom: float
    oil_level: float
    oil_viscosity_pa_s: float
    flange_radius: float
    flange_thickness: float
    stem_radius: float
    stem_top: float
    tap_hole_diameter: float
    lower_spring: float
    spring_distance: float
    trim_screw_length: float
    clamp_ring: float
    bowl_wall: float
    plate_bottom: float
    plate_thickness: float
    head_gap: float
    head_radius: float
    head_thickness: float
    neck_radius: float
    driver_hole_diameter: float
    peg_diameter: float
    peg_distance: float

    @property
    def magnet_bottom(self) -> float:
        """Height of the magnet's lower face with an empty platform."""
        return self.die_height + self.gap_empty

    @property
    def flange_bottom(self) -> float:
        """Height of the flange that lands on the cup's rim, as printed: the platform's own mass bends the springs."""
        return self.cup_rim + self.stop_gap + self.platform_g / self.goal_gf_mm

    @property
    def head_bottom(self) -> float:
        """Height of the head's lower side."""
        return self.plate_bottom + self.plate_thickness + self.head_gap


@dataclass(frozen=True, slots=True)
class TowerPlate:
    """The plate over the cells, with holes for necks, light and screws, and the spacers that carry it."""

    neck_hole_diameter: float
    light_hole_diameter: float
    screw_hole_diameter: float
    spacer_diameter: float


@dataclass(frozen=True, slots=True)
class TileFrame:
    """The frame of light wells over one reed tile."""

    fields: int
    height: float
    wall: float
    rib: float
    rib_bottom: float
    rib_height: float
    boss_diameter: float
    boss_height: float
    boss_bore: float
    lead_slot: float
    play: float


@dataclass(frozen=True, slots=True)
class Wood:
    """The wood under the circuit boards, and what hangs and stands under it."""

    thickness: float
    flat_stack: float
    washer: float
    opening_margin: float
    pilot_diameter: float
    insert_diameter: float
    screw_hole_diameter: float
    pillar_height: float
    pillar_diameter: float
    foot_height: float
    foot_diameter: float
    foot_inset: float
    foot_floor: float


@dataclass(frozen=True, slots=True)
class Case:
    """The tray and the lid round a single board."""

    wall: float
    floor: float
    play: float
    slip: float
    skirt: float
    opening_margin: float
    pillar_diameter: float
    pilot_diameter: float
    lid: float


@dataclass(frozen=True, slots=True)
class RoomSize:
    """The room in a case below and above a board."""

    below: float
    above: float


@dataclass(frozen=True, slots=True)
class Rim:
    """The bars round a surface."""

    wall: float
    longest_bar: float
    screw_hole_diameter: float
    edge: float


@dataclass(frozen=True, slots=True)
class BallTray:
    """Where marbles wait."""

    balls: int
    pitch: float
    height: float
    width: float


@dataclass(frozen=True, slots=True)
class Parameters:
    """All tables of the file."""

    print: Print
    piece_magnet: Magnet
    reed: Reed
    pieces: Pieces
    cylinder: PieceBody
    square: PieceBody
    triangle: PieceBody
    starter_magnet: Magnet
    starter_cylinder: PieceBody
    starter_square: PieceBody
    starter_triangle: PieceBody
    stone: Stone
    ballast: Ballast
    brick: Weight
    disc: Weight
    ball: Ball
    spring: Spring
    cell_magnet: Magnet
    cell: Cell
    tower_plate: TowerPlate
    tile_frame: TileFrame
    wood: Wood
    case: Case
    controller_room: RoomSize
    start4_room: RoomSize
    rim: Rim
    ball_tray: BallTray

    def of_starter(self) -> "Parameters":
        """Return the measures with the starter's small pieces in the place of the large ones."""
        return replace(
            self,
            piece_magnet=self.starter_magnet,
            cylinder=self.starter_cylinder,
            square=self.starter_square,
            triangle=self.starter_triangle,
        )


def read_parameters(path: Path = SOURCE) -> Parameters:
    """Return the measures in the file; raise InvalidDescription with line, key, reason and the nearest known name."""
    source = Source(path)
    found = source.build(Parameters, source.table)
    for name, table in source.table.items():
        for key, value in table.items():
            if not 0 < value < LARGEST:
                raise source.refuse(f"must be above 0 and below {LARGEST}, not {value}", name, key)
    return found
