"""The surface as hands see it: what lies near, what stands in the way, which fields a pushed piece passes."""

import math
from collections.abc import Set as AbstractSet
from random import Random
from types import ModuleType

from treppe.sensing.kinds import kind_of

from treppe_sim.hands.movements import Movement
from treppe_sim.world import World

Timed = tuple[float, Movement]
"""A movement, and the milliseconds from the one before it."""

# A pushed piece closes the contacts that it passes for 112 ms (median) to 174 ms at 0.1 m/s, and three of a hundred
# not at all: so far it passes beside their centres, and so near it must come.
_ASIDE_MM = (6.3, 1.3)
_PASSED_WITHIN_MM = 8.7
_MOST_MM_PER_S, _LEAST_MM_PER_S = 500, 100
_HIGHEST = 6  # so many pieces a tower may carry after one more was put there by mistake


class Ground:
    """The fields of a surface by their places."""

    def __init__(self, surface: ModuleType, random: Random):
        """Take the surface and a source of random numbers."""
        self._surface = surface
        self._random = random
        self._has_reeds = not kind_of(surface).HAS_WEIGHTS
        self._near_mm = 1.6 * surface.PITCH_MM10 / 10

    def another(self, put: Movement, used: AbstractSet[int], world: World) -> int | None:
        """Return a field near the target on which a piece could lie by mistake."""
        places = []
        for place in range(self._surface.FIELDS):
            stack = world.stacks[place]
            if place in used or self._length_mm(place, put.field) > self._near_mm:
                continue
            if not stack or (not self._has_reeds and stack[-1][0] != "O" and len(stack) + put.num_pieces <= _HIGHEST):
                places.append(place)
        return self._random.choice(places) if places else None

    def standing(self, used: AbstractSet[int], world: World, near: int | None = None) -> int | None:
        """Return a field on which something stands, beside another one if that is asked for."""
        places = []
        for place, stack in enumerate(world.stacks):
            is_near = near is None or self._length_mm(place, near) <= self._near_mm
            if stack and place not in used and is_near:
                places.append(place)
        return self._random.choice(places) if places else None

    def _length_mm(self, start: int, end: int) -> float:
        return math.dist(self._centre(start), self._centre(end))

    def _centre(self, place: int) -> tuple[float, float]:
        return self._surface.X_MM10[place] / 10, self._surface.Y_MM10[place] / 10

    def slide(self, start: int, put: Movement, world: World) -> list[Timed]:
        """Return how a pushed piece passes other fields and arrives; nothing if something is in the way."""
        speed = math.exp(self._random.uniform(math.log(_LEAST_MM_PER_S), math.log(_MOST_MM_PER_S))) / 1000
        length_mm = self._length_mm(start, put.field)
        (x0, y0), (x1, y1) = self._centre(start), self._centre(put.field)
        way: list[Timed] = [(length_mm / speed, put)]
        for place in range(self._surface.FIELDS):
            x, y = self._centre(place)
            along_mm = ((x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)) / length_mm
            aside_mm = abs((x - x0) * (y1 - y0) - (y - y0) * (x1 - x0)) / length_mm
            if place in (start, put.field) or not 0 < along_mm < length_mm or aside_mm > self._near_mm / 3:
                continue
            if world.stacks[place]:
                return []
            off_mm = abs(aside_mm + self._random.gauss(*_ASIDE_MM))
            if off_mm < _PASSED_WITHIN_MM:
                half_mm = math.sqrt(_PASSED_WITHIN_MM**2 - off_mm**2)
                way.append(((along_mm - half_mm) / speed, Movement("hover", place)))
                way.append(((along_mm + half_mm) / speed, Movement("leave", place)))
        return _as_delays(way)


def _as_delays(timed: list[Timed]) -> list[Timed]:
    """Turn times from the start into times from one movement to the next."""
    delays = []
    before_ms = 0.0
    for at_ms, movement in sorted(timed, key=lambda item: item[0]):
        delays.append((at_ms - before_ms, movement))
        before_ms = at_ms
    return delays
