"""The controller as `hardware/controller.toml` describes it: pins, supplies, boards."""

from dataclasses import dataclass
from pathlib import Path
from typing import Literal, get_args

from treppe_hardware.descriptions.board_reader import read_boards
from treppe_hardware.descriptions.boards import Board
from treppe_hardware.descriptions.components import Part
from treppe_hardware.descriptions.source import Keys, Source

_TOP = Keys(
    {"name": str, "title": str, "kind": str, "pins": list, "supplies": list, "light": dict, "boards": list},
)
Sensor = Literal["reed", "cell"]
SENSORS = get_args(Sensor)


@dataclass(frozen=True, slots=True)
class Pin:
    """One pin of the RP2040 and the firmware's name for it."""

    gp: int
    name: str
    function: str
    surfaces: tuple[Sensor, ...]
    note: str
    line: int


@dataclass(frozen=True, slots=True)
class Supply:
    """A net that feeds parts: its lowest and highest volts, the current that it gives, its source."""

    name: str
    volts: float
    most_volts: float
    limit_ma: int
    from_: tuple[str, ...]
    note: str
    line: int


@dataclass(frozen=True, slots=True)
class Light:
    """The firmware's budget: mA for everything, from USB and from the supply; mA of one colour of an LED at full."""

    usb_ma: int
    external_ma: int
    lamp_channel_ma: int


@dataclass(frozen=True, slots=True)
class Controller:
    """The controller's description."""

    path: Path
    name: str
    title: str
    pins: tuple[Pin, ...]
    supplies: tuple[Supply, ...]
    light: Light
    boards: tuple[Board, ...]

    def pin(self, name: str) -> Pin:
        """Return the pin of a name; KeyError."""
        for pin in self.pins:
            if pin.name == name:
                return pin
        raise KeyError(name)


def read_controller(path: Path, parts: dict[str, Part]) -> Controller:
    """Return the controller described in the file; raise InvalidDescription."""
    source = Source(path)
    table = source.table
    source.check_keys(table, _TOP)
    pins = []
    for number, line in enumerate(table["pins"]):
        pins.append(source.build(Pin, line, "pins", number, line=source.line("pins", number)))
        source.check_range(line["gp"], 0, 29, "pins", number, "gp")
    return Controller(
        path=path,
        name=table["name"],
        title=table["title"],
        pins=tuple(pins),
        supplies=read_supplies(source),
        light=source.build(Light, table["light"], "light"),
        boards=read_boards(source, parts, [], {f"GP{pin.gp}": pin.name for pin in pins}),
    )


def read_supplies(source: Source) -> tuple[Supply, ...]:
    """Return the supplies that a description lists."""
    return tuple(
        source.build(Supply, line, "supplies", number, line=source.line("supplies", number))
        for number, line in enumerate(source.table["supplies"])
    )
