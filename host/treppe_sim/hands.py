"""Clean hands: they play an action as a careful person would, in ordinary times, and put things right."""

from typing import Protocol

from treppe_sim.board import SimulatedBoard
from treppe_sim.world import World

# Milliseconds: to lift a piece after the last movement, to carry it, to press a button.
REACH_MS = 300
CARRY_MS = 400
PRESS_MS = 120

_SUPPLY = 255


class State(Protocol):
    """What hands need to know of a game."""

    def apply_action(self, action: int) -> None:
        """Play an action."""

    def clone(self) -> "State":
        """Return a copy."""

    def placement(self, action: int) -> list[tuple[int, int]]:
        """Return (field, change) in physical order."""

    def pieces(self, field: int) -> list[str]:
        """Return what stands on a field."""


Movement = tuple[str, int, str]
"""What a hand does: "lift" from a field, "put" on one, "take" from the supply or "give" to it; field; piece."""


def script(state: State, action: int) -> list[Movement]:
    """Return the movements of an action, from what it says of its placement."""
    after = state.clone()
    after.apply_action(action)
    movements: list[Movement] = []
    placement = state.placement(action)
    for index, (field, change) in enumerate(placement):
        if field != _SUPPLY:
            movements.append(("lift", field, "") if change < 0 else ("put", field, ""))
        elif change > 0:
            movements.append(("give", _SUPPLY, ""))
        else:
            target = next(place for place, _ in placement[index + 1 :] if place != _SUPPLY)
            movements.append(("take", _SUPPLY, after.pieces(target)[-1]))
    return movements


def repairs(state: State, world: World) -> list[Movement]:
    """Return the movements that make the board what the game says; what is too much goes into the supply."""
    movements: list[Movement] = []
    wanted = [state.pieces(field) for field in range(world.surface.FIELDS)]
    for field, stack in enumerate(world.stacks):
        same = 0
        while same < min(len(stack), len(wanted[field])) and stack[same] == wanted[field][same]:
            same += 1
        movements += [("lift", field, ""), ("give", _SUPPLY, "")] * (len(stack) - same)
        wanted[field] = wanted[field][same:]
    for field, codes in enumerate(wanted):
        for code in codes:
            movements += [("take", _SUPPLY, code), ("put", field, "")]
    return movements


class Hands:
    """A pair of hands at a board; every method lets the board's time pass."""

    def __init__(self, board: SimulatedBoard):
        """Sit down at the board."""
        self._board = board

    def play(self, state: State, action: int) -> None:
        """Move the pieces of an action that is legal in `state`; the game is not told."""
        self.move(script(state, action))

    def tidy(self, state: State) -> bool:
        """Make the board what `state` says, as after an elimination; False if it was so already."""
        movements = repairs(state, self._board.world)
        self.move(movements)
        return bool(movements)

    def move(self, movements: list[Movement]) -> None:
        """Do movements one after the other."""
        world = self._board.world
        for act, field, code in movements:
            self._board.run_ms(CARRY_MS if act in ("put", "give") else REACH_MS)
            if act == "lift":
                world.lift(field)
            elif act == "put":
                world.put(field)
            elif act == "take":
                world.take(code)
            else:
                world.give()

    def press(self, button: str) -> None:
        """Press a button and let it go."""
        self._board.world.press(button)
        self._board.run_ms(PRESS_MS)
        self._board.world.release(button)
        self._board.run_ms(PRESS_MS)
