"""Simulated hands for the trial of a cell."""

import threading

from treppe_sim.cells import Cells
from treppe_sim.piece import Piece
from treppe_sim.world import World

_WEIGHT_G = 12.0
_TAPS = 5
_TAP_EVERY_S = 1.8


class WeighingHands:
    """Simulated hands with exact weights of 12 g. `leave` puts back what stood on the board before."""

    def __init__(self, world: World, field: int):
        """Sit down at the board and clear it."""
        self._world = world
        self._field = field
        self._before = world.save()
        for other, stack in enumerate(world.stacks):
            if stack:
                world.lift(other, len(stack))
        world.hand.clear()

    def set_magnet(self, *, is_there: bool) -> None:
        """Take the platform off with its magnet, or put it back."""
        assert isinstance(self._world.sensors, Cells)
        self._world.sensors.set_magnet(self._field, is_there=is_there)

    def load(self, load_g: float) -> None:
        """Put weights on the platform, or take them off, until so much lies there."""
        world, stack = self._world, self._world.stacks[self._field]
        while len(stack) * _WEIGHT_G < load_g:
            world.hand.append(Piece("B", _WEIGHT_G))
            world.put(self._field)
        while len(stack) * _WEIGHT_G > load_g:
            world.lift(self._field)
            world.hand.clear()
        world.centre(self._field)

    def begin_to_tap(self) -> None:
        """Push the weights down five times in the next ten seconds."""
        for number in range(_TAPS):
            timer = threading.Timer(_TAP_EVERY_S * (number + 0.3), self._world.tap, (self._field,))
            timer.daemon = True
            timer.start()

    def leave(self) -> None:
        """Put the board back as it was."""
        self.set_magnet(is_there=True)
        self._world.load(self._before)
