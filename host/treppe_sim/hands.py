"""Clean hands: they play an action as a careful person would, in ordinary times, and put things right."""

from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

from treppe_sim.world import World

# Milliseconds: to lift a piece after the last movement, to carry it, to press a button.
REACH_MS = 300
CARRY_MS = 400
PRESS_MS = 120
# How often they press before they give up.
_MOST_PRESSES = 200

_SUPPLY = 255
_BALL = 16


class Board(Protocol):
    """What hands need of a board; its time passes in the calls."""

    world: World

    @property
    def now_ms(self) -> int:
        """The world's time."""

    def run_ms(self, duration_ms: float) -> None:
        """Let time pass."""

    def run_until(self, is_reached: Callable[[], Any], limit_ms: float) -> bool:
        """Let time pass until something is the case; False if it was not within the limit."""


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


class Movement(NamedTuple):
    """What a hand does: "lift" from a field, "put" on one, "take" from the supply, "give" to it, "turn" over."""

    act: str
    field: int = _SUPPLY
    code: str = ""
    num_pieces: int = 1


def script(state: State, action: int) -> list[Movement]:
    """Return the movements of an action, from what it says of its placement."""
    after = state.clone()
    after.apply_action(action)
    movements: list[Movement] = []
    placement = state.placement(action)
    for index, (field, change) in enumerate(placement):
        if field != _SUPPLY:
            count = 1 if abs(change) == _BALL else abs(change)
            movements.append(Movement("lift" if change < 0 else "put", field, num_pieces=count))
        elif change > 0:
            movements.append(Movement("give"))
        else:
            target = next(place for place, _ in placement[index + 1 :] if place != _SUPPLY)
            movements.append(Movement("take", code=after.pieces(target)[-1]))
    return movements


def repairs(state: State, world: World) -> list[Movement]:
    """Return the movements that make the board what the game says; what is too much goes into the supply."""
    taken_off: list[Movement] = []
    put_on: list[Movement] = []
    for field, stack in enumerate(world.stacks):
        wanted = state.pieces(field)
        if stack == wanted:
            continue
        if [code[:-1] for code in stack] == [code[:-1] for code in wanted] and stack[-1][-1] in "ai":
            put_on += [Movement("lift", field), Movement("turn"), Movement("put", field)]
            continue
        same = 0
        while same < min(len(stack), len(wanted)) and stack[same] == wanted[same]:
            same += 1
        taken_off += [Movement("lift", field), Movement("give")] * (len(stack) - same)
        for code in wanted[same:]:
            put_on += [Movement("take", code=code), Movement("put", field)]
    return taken_off + put_on


class Hands:
    """A pair of hands at a board; every method lets the board's time pass."""

    def __init__(self, board: Board, look: Callable[[], dict[str, Any]] | None = None):
        """Sit down at the board; `look` returns what its display shows, for games that ask."""
        self._board = board
        self._look = look or dict

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
        for movement in movements:
            self._board.run_ms(CARRY_MS if movement.act in ("put", "give") else REACH_MS)
            self.do(movement)

    def do(self, movement: Movement) -> None:
        """Do one movement at once."""
        world = self._board.world
        act, field, _, num_pieces = movement
        if act == "lift":
            world.lift(field, num_pieces)
        elif act == "put":
            world.put(field, num_pieces)
        elif act == "take":
            world.take(movement.code)
        elif act == "give":
            world.give()
        else:
            world.turn()

    def choose(self, words: list[str]) -> bool:
        """Answer with the buttons until the first of these words, or more of them, are taken; False if it fails."""
        for _ in range(_MOST_PRESSES):
            choice = self.asked()
            if choice and words[: len(choice)] == choice:
                self.press("OK")
                return True
            if not choice and words[0] == ".":
                self.press("END")
                if not self.asked():
                    return True
            else:
                self.press("MENU")
                if not self.asked():
                    return False
        return False

    def asked(self) -> list[str]:
        """Return the words that the display proposes, none if it asks nothing."""
        choice: list[str] = self._look().get("choice", [])
        return choice

    def press(self, button: str) -> None:
        """Press a button and let it go."""
        self._board.world.press(button)
        self._board.run_ms(PRESS_MS)
        self._board.world.release(button)
        self._board.run_ms(PRESS_MS)
