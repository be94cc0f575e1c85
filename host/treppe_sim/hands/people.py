"""People's hands: they play as they like, err, and put right what lights or their own eyes tell them."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from treppe_sim.hands.hands import Board, Hands
from treppe_sim.hands.movements import Movement, State, repairs
from treppe_sim.hands.plan import Planner
from treppe_sim.hands.traits import RATES

_REACH_MS = 300
_TWICE_MS = (50, 600)


class People(Hands):
    """Hands with the traits of traits.py, drawn from a seed."""

    def __init__(
        self,
        board: Board,
        look: Callable[[], dict[str, Any]] | None = None,
        *,
        seed: int = 0,
        rates: dict[str, float] = RATES,
    ):
        super().__init__(board, look)
        self._random = Random(f"people {seed}")
        self.planner = Planner(board.world.surface, self._random, rates)
        self.was_abrupt = False
        """Whether the last piece was pressed down and let go quickly."""

    def tidy(self, state: State) -> bool:
        """Make the board what `state` says; False if it was so already."""
        movements = repairs(state, self._board.world)
        self.perform(self.planner.lay_out(movements))
        return bool(movements)

    def push(self, fields: Sequence[int]) -> None:
        """Push what stands on these fields to the centre."""
        for field in fields:
            self._board.run_ms(_REACH_MS)
            self.do(Movement("centre", field))

    def show_again(self, fields: Sequence[int]) -> None:
        """Lift what stands on these fields and put it back, piece by piece."""
        for field in fields:
            stack = [str(piece) for piece in self._board.world.stacks[field]]
            movements = [Movement("lift", field), Movement("give")] * len(stack)
            for code in stack:
                movements += [Movement("take", code=code), Movement("put", field)]
            self.perform(self.planner.lay_out(movements))

    def press(self, button: str) -> None:
        """Press a button and let it go; END perhaps twice."""
        super().press(button)
        if button == "END" and self.planner.happens("twice"):
            self._board.run_ms(self._random.uniform(*_TWICE_MS))
            super().press(button)

    def do(self, movement: Movement) -> None:
        """Do one movement at once, in this or that manner."""
        sensors = self._board.world.sensors
        ways = [each for each in sensors.HABITS if each != "rest" and self.planner.happens(each)]
        if movement.act == "put":
            self.was_abrupt = "abrupt" in ways
        sensors.be_handled(ways, (movement.rest_ms, movement.rest_ms))
        super().do(movement)
