"""Circuit boards: the nets of the parts' pins, and the places of the parts."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

from treppe_hardware.descriptions.components import Part


@dataclass(frozen=True, slots=True)
class Component:
    """One part on a board. `nets` has one net a pin, in the order of the part's pins; "" is an open pin."""

    ref: str
    part: Part
    nets: tuple[str, ...]
    line: int
    value: str = ""
    address: int = -1
    mates: str = ""  # plug at the other end of the cable: board.reference, or board.number.reference
    loop: tuple[tuple[int, int], ...] = ()  # pins that a plug without a cable joins on the last board
    on: tuple[int, ...] = ()  # numbers of the boards that carry it; empty: all
    at: tuple[float, float, float] | None = None  # east, north (mm on the board), degrees against the clock
    side: Literal["top", "bottom"] = "top"
    label: str = ""  # what the print says beside it
    holes: tuple[str, ...] = ()  # of a breadboard, in the order of its pins; of a chip that of pin 1
    hand: bool = False  # left to the hand though it lies flat: the fab then turns no board over for it
    field: int = 0  # number of the field on its board that it belongs to

    def net(self, pin: str) -> str:
        """Return the net of a pin by its name, empty if it is open."""
        return self.nets[self.part.pins.index(pin)] if pin in self.part.pins else ""


@dataclass(frozen=True, slots=True)
class Pour:
    """Copper of a net between west, south, east and north, or all over the board, on some of its layers."""

    net: str
    area: tuple[float, float, float, float] | None = None
    layers: tuple[str, ...] = ("top", "bottom")


@dataclass(frozen=True, slots=True)
class Current:
    """What flows in a net from one pad to others."""

    net: str
    amps: float
    from_: str
    to: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BreadStep:
    """What is plugged into a breadboard in one go."""

    title: str
    parts: tuple[str, ...]
    nets: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Bread:
    """A breadboard's rails with their nets, and the steps in which it is built."""

    rails: dict[str, str]
    steps: tuple[BreadStep, ...]


@dataclass(frozen=True, slots=True)
class Board:
    """A circuit board and how many of it are built; `extras` are parts without a net."""

    name: str
    title: str
    count: int
    components: tuple[Component, ...]
    extras: tuple[tuple[Part, int], ...]
    line: int
    fields: int = 0
    chips: int = 0
    revision: str = ""
    size_mm: tuple[float, float] = (0.0, 0.0)
    origins: tuple[tuple[float, float], ...] = ()  # south-west corner of each board on the plate
    holes: tuple[tuple[float, float, float], ...] = ()  # east, north, diameter
    tracks: dict[str, float] = field(default_factory=dict)
    pours: tuple[Pour, ...] = ()
    currents: tuple[Current, ...] = ()
    edge: tuple[tuple[float, float], ...] = ()  # corners against the clock; without them a rectangle
    notches: tuple[float, ...] = ()  # east, on the southern and northern edge
    texts: tuple[tuple[float, float, str], ...] = ()
    last_fields: int = 0  # on the last board, where it carries fewer
    bread: Bread | None = None
    saw_mm: float = 0.0  # north of the southern edge: there the last board is sawn off

    @property
    def has_layout(self) -> bool:
        """Whether the description says where the parts lie."""
        return self.size_mm[0] > 0

    def carries(self, component: Component, number: int) -> bool:
        """True if the component is fitted on the board of this number, from 1; the last may carry fewer fields."""
        is_beyond = number == self.count and component.field > (self.last_fields or self.fields)
        return not is_beyond and (not component.on or number in component.on)

    def fitted(self, component: Component) -> int:
        """Return on how many of the boards the component is fitted."""
        return sum(self.carries(component, number + 1) for number in range(self.count))

    def populations(self) -> dict[tuple[int, ...], list[Component]]:
        """Return what is fitted, by the numbers of the boards that carry the same."""
        alike: dict[tuple[str, ...], list[int]] = {}
        for number in range(1, self.count + 1):
            fitted = tuple(one.ref for one in self.components if self.carries(one, number))
            alike.setdefault(fitted, []).append(number)
        return {tuple(on): [one for one in self.components if one.ref in refs] for refs, on in alike.items()}

    def find_component(self, ref: str) -> Component:
        """Return the component of this reference."""
        return next(component for component in self.components if component.ref == ref)

    def nets(self) -> dict[str, list[tuple[Component, int]]]:
        """Return the pins of each net as (component, index of the pin), in the order of the description."""
        nets: dict[str, list[tuple[Component, int]]] = {}
        for component in self.components:
            for index, net in enumerate(component.nets):
                if net:
                    nets.setdefault(net, []).append((component, index))
        return nets


@dataclass(frozen=True, slots=True)
class FieldPlace:
    """How a field is connected on its board: number on the board from 1, chip, input of the chip, LED."""

    number: int
    chip: int
    input: int
    lamp: int
    x: float = 0.0  # on the board, mm
    y: float = 0.0


def runs(refs: Iterable[str]) -> list[list[str]]:
    """Return references in their order, those that follow each other by number in one list: R1, R2 and R3; R7."""
    found: list[list[str]] = []
    for ref in sorted(refs, key=letters_and_number):
        letters, number = letters_and_number(ref)
        if found and letters_and_number(found[-1][-1]) == (letters, number - 1):
            found[-1].append(ref)
        else:
            found.append([ref])
    return found


def letters_and_number(ref: str) -> tuple[str, int]:
    """Return the letters and the number of a reference."""
    letters = ref.rstrip("0123456789")
    return letters, int(ref[len(letters) :] or 0)
