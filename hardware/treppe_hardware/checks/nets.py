"""Nets of controller and surface seen as one circuit: every board as often as it is built, joined where plugs meet."""

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from treppe_hardware.descriptions.boards import Board, Component
from treppe_hardware.descriptions.components import Part
from treppe_hardware.descriptions.controller import Controller, Supply
from treppe_hardware.descriptions.footprints import Footprint
from treppe_hardware.descriptions.source import At
from treppe_hardware.descriptions.surface import Surface

SMALL_OHM = 1000
GROUNDS = ("GND", "LAMP_GND")
Node = tuple[str, str]  # board with its number, net


@dataclass(frozen=True, slots=True, eq=False)
class Placed:
    """A component on one of the boards that carry it, and the file it is described in."""

    board: Board
    number: int
    component: Component
    path: Path

    @property
    def line(self) -> int:
        """The line of the component's description."""
        return self.component.line

    @property
    def where(self) -> str:
        """The board's name, with its number if there are several."""
        return instance(self.board, self.number)

    @property
    def name(self) -> str:
        """Board and reference, for findings: boards of a kind are alike, so the number does not matter."""
        return f"{self.board.name} {self.component.ref}"


def instance(board: Board, number: int) -> str:
    """Return the name of one board: `tile.3`, or `base` where there is one."""
    return board.name if board.count == 1 else f"{board.name}.{number}"


class Circuit:
    """All boards of a surface and its controller."""

    def __init__(
        self,
        controller: Controller,
        surface: Surface,
        footprints: dict[str, Footprint] | None = None,
        parts: dict[str, Part] | None = None,
    ):
        """Join the nets of all plugs that meet."""
        self.footprints, self.parts = footprints or {}, parts or {}
        own = tuple(replace(pin, function=surface.functions.get(pin.name, pin.function)) for pin in controller.pins)
        self.controller, self.surface = replace(controller, pins=own), surface
        self.boards: list[tuple[Board, Path]] = [(board, controller.path) for board in controller.boards]
        self.boards += [(board, surface.source.path) for board in surface.boards]
        self.supplies: dict[str, Supply] = {one.name: one for one in controller.supplies + surface.supplies}
        self.placed = list(self._placed_components())
        self.with_parts = [(placed, placed.component.part) for placed in self.placed]
        self._by_name = {(one.where, one.component.ref): one for one in self.placed}
        self._parent: dict[Node, Node] = {}
        self.met: list[tuple[Placed, Placed]] = []
        self.missing: list[tuple[Placed, str]] = []
        self._join_plugs()

    def _placed_components(self) -> Iterator[Placed]:
        for board, path in self.boards:
            for number in range(1, board.count + 1):
                for component in board.components:
                    if board.carries(component, number):
                        yield Placed(board, number, component, path)

    def _join_plugs(self) -> None:
        for one in self.placed:
            if not one.component.mates:
                continue
            is_last = one.number == one.board.count
            wanted = one.component.mates.replace("{n}", str(one.number)).replace("{next}", str(one.number + 1))
            if "{next}" in one.component.mates and is_last:
                for first, second in one.component.loop:
                    self._join(self._node(one, first - 1), self._node(one, second - 1))
                continue
            where, _, ref = wanted.rpartition(".")
            other = self._by_name.get((where, ref))
            if other is None or (other.board is one.board and other.number == one.number):
                self.missing.append((one, wanted))
                continue
            self.met.append((one, other))
            for pin, (net, mate) in enumerate(zip(one.component.nets, other.component.nets, strict=False)):
                if net and mate:
                    self._join(self._node(one, pin), self._node(other, pin))

    def _node(self, placed: Placed, pin: int) -> Node:
        return placed.where, placed.component.nets[pin]

    def _join(self, one: Node, other: Node) -> None:
        one, other = self._root(one), self._root(other)
        if one != other:
            self._parent[one] = other

    def _root(self, node: Node) -> Node:
        while node in self._parent:
            node = self._parent[node]
        return node

    def node(self, placed: Placed, pin: str) -> Node | None:
        """Return the joined net of a pin, None if it is open."""
        net = placed.component.net(pin)
        return self._root((placed.where, net)) if net else None

    @cached_property
    def pins(self) -> dict[Node, list[tuple[Placed, str]]]:
        """The pins on each joined net, as (component, name of the pin)."""
        found: dict[Node, list[tuple[Placed, str]]] = defaultdict(list)
        for placed in self.placed:
            for pin, net in zip(placed.component.part.pins, placed.component.nets, strict=True):
                if net:
                    found[self._root((placed.where, net))].append((placed, pin))
        return found

    @cached_property
    def supply_nodes(self) -> dict[Node, Supply]:
        """The joined nets that are supplies."""
        found = {}
        for board, _ in self.boards:
            for number in range(1, board.count + 1):
                for name, supply in self.supplies.items():
                    if name in board.nets():
                        found[self._root((instance(board, number), name))] = supply
        return found

    @cached_property
    def ground_nodes(self) -> set[Node]:
        """The joined nets that are ground."""
        boards = [(board, number) for board, _ in self.boards for number in range(1, board.count + 1)]
        return {self._root((instance(board, number), name)) for board, number in boards for name in GROUNDS}

    def at_supply(self, supply: Supply) -> At:
        """Return the line that describes a supply."""
        is_own = supply in self.surface.supplies
        return At(self.surface.source.path if is_own else self.controller.path, supply.line)

    def supply(self, placed: Placed, pin: str) -> Supply | None:
        """Return the supply whose net a pin is on, None if it is on none."""
        node = self.node(placed, pin)
        return self.supply_nodes.get(node) if node else None

    @cached_property
    def resistors(self) -> list[tuple[Node, Node, float, Placed]]:
        """Every resistor between two joined nets, with its ohms."""
        found = []
        for placed in self.placed:
            for first, second in placed.component.part.resistors:
                one, other = self.node(placed, first), self.node(placed, second)
                if one and other:
                    found.append((one, other, ohms(placed.component.value or "10k"), placed))
        return found

    @cached_property
    def pico(self) -> Placed:
        """The Pico of the controller."""
        return next(placed for placed in self.placed if placed.component.part.name == "PICO")

    @cached_property
    def readers(self) -> list[Placed]:
        """The chips that read fields."""
        return [placed for placed in self.placed if placed.component.part is self.surface.reader]

    @cached_property
    def _beside(self) -> dict[Node, list[tuple[Node, float]]]:
        found: dict[Node, list[tuple[Node, float]]] = defaultdict(list)
        for one, other, value, _ in self.resistors:
            found[one].append((other, value))
            found[other].append((one, value))
        return found

    def neighbours(self, node: Node) -> list[tuple[Node, float]]:
        """Return the nets behind the resistors at a net, with their ohms."""
        return self._beside[node]

    def is_fixed(self, node: Node) -> bool:
        """True for ground and supplies."""
        return node in self._fixed

    def ends(self, node: Node) -> set[tuple[Placed, str]]:
        """Return the outputs that drive a net, also through some kilohm, and the commons of multiplexers."""
        near = {node} | {
            other for other, value in self.neighbours(node) if value <= 50_000 and not self.is_fixed(other)
        }
        found = {source for one in near for source in self.sources(one)}
        reached = (pair for one in near for part in self.line(one) for pair in self.pins.get(part, ()))
        return found | {(placed, pin) for placed, pin in reached if pin == "COM"}

    @cached_property
    def _beyond(self) -> dict[Node, list[Node]]:
        """The joined nets behind small resistors."""
        found: dict[Node, list[Node]] = defaultdict(list)
        for one, other, value, _ in self.resistors:
            if value <= SMALL_OHM and not {one, other} & self._fixed:
                found[one].append(other)
                found[other].append(one)
        return found

    @cached_property
    def _fixed(self) -> set[Node]:
        return set(self.supply_nodes) | self.ground_nodes

    def line(self, node: Node) -> set[Node]:
        """Return a net with all that a signal reaches through small resistors."""
        seen, todo = {node}, [node]
        while todo:
            for other in self._beyond[todo.pop()]:
                if other not in seen:
                    seen.add(other)
                    todo.append(other)
        return seen

    def origin(self, placed: Placed, pin: str) -> frozenset[str]:
        """Return the pins and outputs that drive a pin."""
        node = self.node(placed, pin)
        return frozenset(source for _, source in self.sources(node)) if node else frozenset()

    def sources(self, node: Node) -> set[tuple[Placed, str]]:
        """Return the outputs and Pico pins that drive a net, followed back through buffers and small resistors."""
        found: set[tuple[Placed, str]] = set()
        todo = [node]
        seen: set[Node] = set()
        while todo:
            start = todo.pop()
            for part in self.line(start) - seen:
                seen.add(part)
                for placed, pin in self.pins.get(part, ()):
                    kind = placed.component.part
                    if kind.name == "PICO" and pin.startswith("GP"):
                        found.add((placed, pin))
                    for entry, exit_ in kind.gates:
                        if pin == exit_ and (before := self.node(placed, entry)):
                            todo.append(before)
                    if pin in kind.outputs and pin not in [exit_ for _, exit_ in kind.gates]:
                        found.add((placed, pin))
        return found


def ohms(value: str) -> float:
    """Return the ohms of a value such as 330, 4k7 or 1M."""
    for letter, factor in (("k", 1e3), ("M", 1e6), ("R", 1.0)):
        if letter in value:
            return float(value.replace(letter, ".").rstrip(".")) * factor
    return float(value)


def capacity(component: Component) -> float:
    """Return the farads of a capacitor, 0 of other parts."""
    part, stores = component.part, {"C_10U": 10e-6, "C_100U": 100e-6, "C_1000U": 1000e-6}
    if not part.footprint.startswith(("C_", "CP_")) or len(part.pins) != 2:
        return 0.0
    return farads(component.value) if component.value else stores.get(part.name, 0.0)


def farads(value: str) -> float:
    """Return the farads of a value such as 100n, 4u7 or 1u."""
    found = re.fullmatch(r"(\d+)([pnu])(\d*)", value)
    assert found, value
    return float(f"{found[1]}.{found[3] or 0}") * {"p": 1e-12, "n": 1e-9, "u": 1e-6}[found[2]]
