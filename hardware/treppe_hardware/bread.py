"""A breadboard: which strip each pin stands in, and the jumpers and leads that make its nets, a proof by construction.

Holes are named as on the board: `c7` is row c of column 7, `T+7` the seventh of the upper plus rail. Rows a to e of a
column are one strip, f to j another one; a rail is one from end to end.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from treppe_hardware.descriptions.boards import Board, Component
from treppe_hardware.descriptions.source import InvalidDescription
from treppe_hardware.descriptions.surface import Surface

COLUMNS, RAIL_HOLES = 63, 50
ROWS = dict(zip("abcdefghij", (0, 1, 2, 3, 4, 7, 8, 9, 10, 11), strict=True))
RAILS = {"B+": -3, "B-": -4, "T-": 14, "T+": 15}
_ACROSS = {"PICO": ("c", "h"), "DIP": ("e", "f"), "BUTTON": ("e", "f")}  # rows of the pins on either side
_LEAST_HOLES = {"WIRED": 3.0, "C_WIRED": 2.0}  # between the wires of a part


@dataclass(frozen=True, slots=True)
class Wire:
    """A jumper from hole to hole; of a lead to something beside the board `end` says to what."""

    net: str
    start: str
    end: str
    is_lead: bool = False
    refs: tuple[str, ...] = ()  # the parts that it joins


@dataclass
class Breadboard:
    """Parts, jumpers and leads of a board; raises InvalidDescription where they cannot be as described."""

    board: Board
    field_names: list[str]

    def __post_init__(self) -> None:
        """Put all parts into their holes."""
        assert self.board.bread
        self.bread = self.board.bread
        self.net_of: dict[str, str] = dict(self.bread.rails)
        self.taken: dict[str, str] = {}
        self.holes = {one.ref: self._put(one) for one in self.board.components if one.holes}

    def _refuse(self, ref: str, what: str) -> InvalidDescription:
        return InvalidDescription(f"breadboard {self.board.name}: {ref}: {what}")

    def _put(self, component: Component) -> list[tuple[int, str]]:
        """Take a part's holes, and note the net of each strip that it touches."""
        pins = list(_pins_in_holes(component))
        for pin, hole in pins:
            if strip_of(hole) is None:
                raise self._refuse(component.ref, f"there is no hole {hole}: rows a to j, columns 1 to {COLUMNS}")
            self._take_hole(hole, component.ref)
            if net := component.nets[pin]:
                self._join(strip_of(hole) or "", net, component.ref)
        least = _LEAST_HOLES.get(component.part.footprint, 0.0)
        (x, y), (u, v) = place_of(pins[0][1]), place_of(pins[-1][1])
        if least and (x - u) ** 2 + (y - v) ** 2 < least**2:
            raise self._refuse(component.ref, f"its wires are {least:g} holes apart or more")
        return pins

    def _take_hole(self, hole: str, who: str) -> None:
        if hole in self.taken:
            raise self._refuse(who, f"{hole} is taken by {self.taken[hole]}")
        self.taken[hole] = who

    def _join(self, strip: str, net: str, ref: str) -> None:
        there = self.net_of.setdefault(strip, net)
        if there != net:
            raise self._refuse(ref, f"{net} and {there} would meet in one strip ({strip})")

    @cached_property
    def wires(self) -> list[Wire]:
        """All jumpers, then all leads, in holes that nothing else takes."""
        strips: dict[str, list[str]] = defaultdict(list)
        self._owners: dict[str, str] = {}
        joined_inside = set()  # pins of one net on one side of the Pico, and both legs of a button's pin
        for ref, pins in self.holes.items():
            component = self.board.find_component(ref)
            for pin, hole in pins:
                strip, net = strip_of(hole) or "", component.nets[pin]
                side = hole[0] if component.part.name == "PICO" else pin
                is_there = (ref, net, side) in joined_inside
                joined_inside.add((ref, net, side))
                if net and strip not in RAILS and strip not in strips[net] and not is_there:
                    strips[net].append(strip)
                    self._owners[strip] = ref
        rails: dict[str, list[str]] = defaultdict(list)
        for rail, net in self.bread.rails.items():
            rails[net].append(rail)
        wires = [wire for net, all_ in strips.items() for wire in self._jumpers(net, all_, rails[net])]
        return wires + [self._lead(net, to, strips[net], rails[net]) for net, to in self._leads()]

    def _jumpers(self, net: str, strips: list[str], rails: list[str]) -> Iterator[Wire]:
        """Yield a wire from each strip to the rail beside it, or from strip to strip."""
        for before, strip in pairwise(strips):
            if not rails:
                refs = self._owners[before], self._owners[strip]
                yield Wire(net, self._free(before, strip), self._free(strip, before), refs=refs)
        by_pico = {strip[0] for strip in strips if self.board.find_component(self._owners[strip]).part.name == "PICO"}
        if len(rails) > 1 and len(by_pico) < len(rails):
            yield Wire(net, self._free(rails[0], rails[1]), self._free(rails[1], rails[0]))
        for strip in strips if rails else []:
            near = min(rails, key=lambda rail: rail[0] != strip[0])
            yield Wire(net, self._free(strip, near), self._free(near, strip), refs=(self._owners[strip],))

    def _leads(self) -> Iterator[tuple[str, str]]:
        """Yield the nets that leave the breadboard, and to what: the contacts' and lamps' grounds are one lead each."""
        here = set(self.net_of.values())
        reported = set()
        for component in self.board.components:
            for pin, net in zip(component.part.pins, component.nets, strict=True) if not component.holes else ():
                key = (component.part.name, net)
                if net in here and key not in reported:
                    reported.add(key)
                    is_lamp = "DIN" in component.part.pins
                    field_name = self.field_names[component.field - 1] if component.field else ""
                    all_ = "all contacts" if net == "GND" else f"field {field_name}"
                    yield net, f"strip {pin}" if is_lamp else all_

    def _lead(self, net: str, to: str, strips: list[str], rails: list[str]) -> Wire:
        strip = (rails or strips)[0]
        return Wire(net, self._free(strip, strip), to, True)

    def _free(self, strip: str, towards: str) -> str:
        """Take a free hole of a strip, in a rail one as near as possible to another strip."""
        if strip in RAILS:
            wanted = rail_hole_near(int(towards[1:])) if towards not in RAILS else 40
            holes = sorted((f"{strip}{n}" for n in range(1, RAIL_HOLES + 1)), key=lambda h: abs(int(h[2:]) - wanted))
        else:
            rows = "abcde" if strip[0] == "B" else "jihgf"
            holes = [f"{row}{strip[1:]}" for row in rows]
        for hole in holes:
            if hole not in self.taken:
                self.taken[hole] = "a jumper"
                return hole
        raise self._refuse(strip, "no hole is left for a jumper")

    def steps(self) -> Iterator[tuple[str, list[Component], list[Wire]]]:
        """Yield of each step its title, the parts and the wires that come to the board."""
        todo = list(self.wires)
        nets: tuple[str, ...] = ()
        there: set[str] = set()
        for step in self.bread.steps:
            parts = [self.board.find_component(ref) for ref in step.parts]
            nets += step.nets
            there.update(step.parts)
            now = [
                one for one in todo if one.net.startswith(nets) and there >= set(one.refs) and not _is_ground_lead(one)
            ]
            kinds = {"strip" if one.end.startswith("strip") else "all" for one in now if one.is_lead}
            now += [one for one in todo if _is_ground_lead(one) and one.end.split()[0] in kinds]
            todo = [one for one in todo if one not in now]
            yield step.title, parts, now
        if todo:
            raise self._refuse("steps", f"none has the nets {', '.join(sorted({one.net for one in todo}))}")


def breadboard_of(surface: Surface, board: Board) -> Breadboard:
    """Return a surface's breadboard; raise InvalidDescription where it cannot be as described."""
    return Breadboard(board, [surface.names[surface.lamps.index(at)] for at in range(len(surface.lamps))])


def _is_ground_lead(wire: Wire) -> bool:
    return wire.is_lead and wire.net == "GND"


def _pins_in_holes(component: Component) -> Iterator[tuple[int, str]]:
    """Yield the pins of a part by their number, and the hole of each."""
    kind = component.part.footprint.split("-")[0]
    count = len(component.part.pins)
    if kind in ("PICO", "DIP"):
        lower, upper = _ACROSS[kind]
        column = int(component.holes[0][1:])
        half = count // 2
        yield from ((pin, f"{lower}{column + pin}") for pin in range(half))
        yield from ((pin, f"{upper}{column + count - 1 - pin}") for pin in range(half, count))
    elif kind == "BUTTON":
        yield from ((pin, f"{row}{hole[1:]}") for pin, hole in enumerate(component.holes) for row in _ACROSS[kind])
    else:
        yield from enumerate(component.holes)


def strip_of(hole: str) -> str | None:
    """Return the strip that a hole belongs to, `B7`, `T7` or a rail; None if there is no such hole."""
    if hole[:2] in RAILS and hole[2:].isdecimal():
        return hole[:2] if 1 <= int(hole[2:]) <= RAIL_HOLES else None
    if hole[:1] in ROWS and hole[1:].isdecimal() and 1 <= int(hole[1:]) <= COLUMNS:
        return ("B" if hole[0] in "abcde" else "T") + hole[1:]
    return None


def rail_hole_near(column: int) -> int:
    """Return the number of the rail's hole beside a column: the rails have groups of five."""
    return min(range(1, RAIL_HOLES + 1), key=lambda number: abs(_rail_column(number) - column))


def _rail_column(number: int) -> int:
    return 1 + number + (number - 1) // 5


def place_of(hole: str) -> tuple[float, float]:
    """Return the place of a hole in pitches of 2.54 mm, from column 0 and row a."""
    if hole[:2] in RAILS:
        return _rail_column(int(hole[2:])), RAILS[hole[:2]]
    return int(hole[1:]), ROWS[hole[0]]
