"""Surfaces as `hardware/surfaces/*.toml` describe them: fields, their sensors' channels, LEDs and places, boards."""

from dataclasses import dataclass

from treppe_hardware.descriptions.boards import Board
from treppe_hardware.descriptions.components import Part
from treppe_hardware.descriptions.controller import Supply
from treppe_hardware.descriptions.source import Source

# Directions 1 to 6 of the hexagonal board in axial coordinates (rules of 7 Steps); digit 0 is the centre.
HEX_STEPS = ((0, 0), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))


@dataclass(frozen=True, slots=True)
class Within:
    """The place of a surface on a larger one that the firmware knows, and the readings of the missing fields."""

    surface: str
    column: int = 1
    row: int = 1
    empty_channel: int = -1


@dataclass(frozen=True, slots=True)
class Surface:
    """One surface, from its description: lists hold one entry a field, in the order of field numbers."""

    source: Source
    name: str
    title: str
    sensor: str
    pieces: str
    columns: int
    rows: int
    pitch_mm: int
    names: list[str]
    channels: list[int]
    lamps: list[int]
    places_mm10: list[tuple[int, int]]
    width_mm: int
    height_mm: int
    colours: list[int]
    reader: Part
    sensor_part: Part
    ampere_turns: list[int]
    is_upright: bool
    magnet: Part
    magnet_above_mm: float
    lamp: Part
    lamp_offset_mm: tuple[float, float]
    plate_mm: float
    material: str
    identity_part: float
    supplies: tuple[Supply, ...]
    boards: tuple[Board, ...]
    within: Within | None
    controller: str
    functions: dict[str, str]

    def field_line(self, field: int, key: str = "channels") -> int:
        """Return the line of the description that has a field's channel (or LED)."""
        if self.columns:
            return self.source.line(key, self.rows - 1 - field // self.columns)
        return self.source.line("tiles", field // len(HEX_STEPS), key)

    def chip_and_input(self, field: int) -> tuple[int, int]:
        """Return the number of the chip that reads a field, and its input."""
        return divmod(self.channels[field], len(self.reader.fields))
