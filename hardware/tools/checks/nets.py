"""Nets of controller and surface seen as one circuit: joined where plugs meet and across small resistors."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from hardware.tools.descriptions.components import Board, Component
from hardware.tools.descriptions.controller import Controller, Supply
from hardware.tools.descriptions.surface import Surface

SMALL_OHM = 1000
Node = tuple[str, str]  # board, net


@dataclass(frozen=True, slots=True)
class Placed:
    """A component, its board, and the file it is described in."""

    board: Board
    component: Component
    path: Path


class Circuit:
    """All boards of a surface and its controller."""

    def __init__(self, controller: Controller, surface: Surface):
        """Join the nets of all plugs that meet, and those on both sides of resistors up to 1 kohm."""
        self.boards: list[tuple[Board, Path]] = [(board, controller.path) for board in controller.boards]
        self.boards += [(board, surface.source.path) for board in surface.boards]
        self.supplies: dict[str, Supply] = {one.name: one for one in controller.supplies + surface.supplies}
        self._parent: dict[Node, Node] = {}
        for board, component, other_board, other in self.plugs():
            for net, mate in zip(component.nets, other.nets, strict=False):
                if net and mate and other_board is not board:
                    self._join((board.name, net), (other_board.name, mate))
        for placed in self.components():
            part = placed.component
            if part.part.name == "R" and ohms(part.value) <= SMALL_OHM:
                self._join((placed.board.name, part.nets[0]), (placed.board.name, part.nets[1]))

    def components(self) -> Iterator[Placed]:
        """Every component of every kind of board, once a kind."""
        for board, path in self.boards:
            for component in board.components:
                yield Placed(board, component, path)

    def plugs(self) -> Iterator[tuple[Board, Component, Board, Component]]:
        """Every plug that says where it goes, with the plug there, where both exist."""
        by_name = {board.name: board for board, _ in self.boards}
        for board, _ in self.boards:
            for component in board.components:
                other_name, _, ref = component.mates.partition(".")
                other = by_name.get(other_name)
                for mate in other.components if other else ():
                    if other and mate.ref == ref:
                        yield board, component, other, mate

    def node(self, board: Board, net: str) -> Node:
        """Return the name of the joined net that a net belongs to."""
        node = (board.name, net)
        while node in self._parent:
            node = self._parent[node]
        return node

    def supply(self, board: Board, net: str) -> Supply | None:
        """Return the supply that a net belongs to, None if it is none."""
        if net in self.supplies:
            return self.supplies[net]
        node = self.node(board, net)
        for name, supply in self.supplies.items():
            if any(self.node(other, name) == node for other, _ in self.boards):
                return supply
        return None

    def _join(self, one: Node, other: Node) -> None:
        while one in self._parent:
            one = self._parent[one]
        while other in self._parent:
            other = self._parent[other]
        if one != other:
            self._parent[one] = other


def ohms(value: str) -> float:
    """Return the ohms of a value such as 330, 4k7 or 1M."""
    for letter, factor in (("k", 1e3), ("M", 1e6), ("R", 1.0)):
        if letter in value:
            return float(value.replace(letter, ".").rstrip(".")) * factor
    return float(value)
