"""A pair of hands at a board: does movements, presses buttons, answers questions."""

from collections.abc import Callable
from typing import Any, Protocol

from treppe_sim.hands.movements import Movement, State, repairs, script
from treppe_sim.hands.plan import Plan
from treppe_sim.piece import Piece
from treppe_sim.world import World

# To lift a piece after the last movement, to carry it, to press a button.
REACH_MS = 300
CARRY_MS = 400
PRESS_MS = 120
_AGAIN_MS = 1000  # then a button that had no effect is pressed again
PATIENCE_MS = 1500  # until the display must have changed


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


class Hands:
    """A pair of hands at a board; every method lets the board's time pass.

    >>> from treppe_sim.bench_board import BenchBoard
    >>> board = BenchBoard.with_world("reed12")
    >>> hands = Hands(board, lambda: board.display)
    >>> board.world.arrange([["P0"] if field == 5 else [] for field in range(144)], {})
    >>> hands.move([Movement("lift", 5), Movement("put", 6)])
    >>> board.world.stacks[6], board.now_ms
    (['P0'], 700)
    """

    def __init__(self, board: Board, look: Callable[[], dict[str, Any]] | None = None):
        """Sit down at the board; `look` returns what its display shows, for games that ask."""
        self._board = board
        self._look = look or dict
        self._held: dict[int, list[Piece]] = {}  # pieces by hand

    def play(self, state: State, action: int) -> None:
        """Move the pieces of an action that is legal in `state`; the game does not change: the board is to find out.

        >>> from treppe import games
        >>> from treppe_sim.bench_board import BenchBoard
        >>> from treppe_sim.material import start_stacks
        >>> state, board = games.start("step"), BenchBoard.with_world("square7")
        >>> board.world.arrange(start_stacks(state), {})
        >>> Hands(board).play(state, state.action("a1-b1"))
        >>> board.world.stacks[:2], state.history()
        ([[], ['O0']], [])
        """
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

    def perform(self, plan: Plan) -> None:
        """Do what was planned, each movement at its time."""
        begun_ms = self._board.now_ms
        for at_ms, movement in plan.timed:
            self._board.run_ms(max(0.0, begun_ms + at_ms - self._board.now_ms))
            self.do(movement)

    def do(self, movement: Movement) -> None:
        world, held = self._board.world, self._held.setdefault(movement.hand, [])
        if movement.act in ("lift", "take"):
            before = len(world.hand)
            if movement.act == "lift":
                world.lift(movement.field, movement.num_pieces)
            else:
                world.take(movement.code)
            held += world.hand[before:]
        elif movement.act in ("put", "give"):
            pieces = [held.pop() for _ in range(movement.num_pieces)]
            for piece in reversed(pieces):
                world.hold(piece)
            if movement.act == "put":
                world.put(movement.field, movement.num_pieces)
            else:
                world.give()
        elif movement.act == "turn":
            world.hold(held.pop())
            world.turn()
            held.append(world.hand[-1])
        elif movement.act == "bear":
            world.bear(movement.field, movement.force_g, movement.rest_ms)
        elif movement.act == "slip":
            world.slip(movement.field, movement.off_mm)
        elif movement.act == "press":
            self.press(movement.code)
        elif movement.act == "knock":
            world.knock(movement.force_g)
        else:
            getattr(world, movement.act)(movement.field)

    def choose(self, is_meant: Callable[[list[str]], bool], *, ends_turn: bool = False) -> bool:
        """Answer with the buttons until words are taken that are meant; `endpoints`: END is. False if it fails."""
        refused: list[list[str]] = []
        while True:
            choice = self.asked()
            if choice in refused:
                return False
            if choice and is_meant(choice):
                self.press("OK")
                return True
            if choice:
                refused.append(choice)
            if ends_turn:
                before = self._recorded()
                self._press_end(before, choice)
                if not self._await_effect(before, choice):
                    self._press_end(before, choice)  # the turn had just begun
                if self.asked() != ["."]:  # what is asked now, if anything, belongs to what follows
                    return True
            else:
                self.press("MENU")
                self._await_other(choice)
                if not self.asked():
                    return False

    def _press_end(self, before: tuple[Any, ...], choice: list[str]) -> None:
        self.press("END")
        if choice and self._recorded() == before:  # it has only dropped the question
            self.press("END")

    def _recorded(self) -> tuple[Any, ...]:
        shown = self._look()
        return shown.get("player"), shown.get("last"), shown.get("phase")

    def _await_effect(self, before: tuple[Any, ...], choice: list[str]) -> bool:
        return self._board.run_until(lambda: self.asked() not in ([], choice) or self._recorded() != before, _AGAIN_MS)

    def _await_other(self, choice: list[str]) -> None:
        self._board.run_until(lambda: self.asked() != choice, PATIENCE_MS)

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
