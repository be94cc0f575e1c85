"""What hands do to other pieces while an action is played: push, knock over, lean on, lift and put back."""

import math
from dataclasses import replace
from random import Random

from treppe.alphabet.image import BEYOND

from treppe_sim.hands.ground import Ground, Timed
from treppe_sim.hands.movements import Movement
from treppe_sim.hands.traits import Rates
from treppe_sim.world import World

_BACK_MS = (300, 15_000)  # until a fallen piece stands again
_LENT_MS = (500, 3000)
_MOST_WIPED = 4
_BORNE_G, _BORNE_MS = (4, 15), (500, 4000)
_PRESSED_G, _PRESSED_MS = (10, 60), (500, 3000)
_KNOCK_MM_PER_MS = (-0.1, 0.1)
_ASIDE_MM, _STRAIGHT_MS = (9, 14), (1000, 10_000)


class Accidents:
    """Draws what happens beside an action; each kind has its rate, see traits.py."""

    def __init__(self, random: Random, rates: Rates, ground: Ground, *, has_reeds: bool):
        """Take a source of random numbers, the rates, and the surface as hands see it."""
        self._random = random
        self._knocks = Random("knocks")  # of its own, so that seeds keep what they hold
        self._rates = rates
        self._ground = ground
        self._has_reeds = has_reeds
        self._near: Movement | None = None  # the put beside which something happens

    def draw_accidents(
        self, puts: list[Timed], end_ms: float, earliest_ms: float, used: set[int], world: World
    ) -> list[Timed]:
        """Return movements by time, some of them before the start perhaps; the fields that they need become `used`.

        `puts` are the puts of the action by time, `end_ms` its end. No other piece is adjusted before `earliest_ms`
        where what was put by mistake has still to be taken up again.
        """
        self._used, self._world = used, world
        self._end_ms, self._earliest_ms = end_ms, earliest_ms
        self._at_ms, self._near = self._random.choice(puts) if puts else (0.0, None)
        beside: list[Timed] = []
        for trait, happen in (
            ("adoube", self._adjust),
            ("bump", self._bump),
            ("knock_over", self._knock_over),
            ("wipe", self._wipe),
            ("lend", self._lend),
            ("whole_stack", self._show_stack),
            ("bear", self._bear),
            ("finger", self._press),
        ):
            if self._random.random() < self._rates[trait]:
                beside += happen()
        if self._knocks.random() < self._rates["knock_table"]:
            beside += self._knock()
        if self._near is not None and self._has_reeds and self._random.random() < self._rates["far_off"]:
            beside += self._push_aside(self._near.field)
        return beside

    def _pick_tower(self, near: int | None = None) -> int | None:
        place = self._ground.standing(self._used, self._world, near)
        if place is not None:
            self._used.add(place)
        return place

    def _some_time(self, bounds_ms: tuple[int, int]) -> float:
        shortest, longest = bounds_ms
        return math.exp(self._random.uniform(math.log(shortest), math.log(longest)))

    def _adjust(self) -> list[Timed]:
        """Lift a piece and put it back."""
        # Not before `earliest_ms`: to lift a piece after another player's hand would take back without the button.
        start_ms = self._random.uniform(max(-2000.0, self._earliest_ms), self._end_ms + 500)
        place = self._pick_tower()
        if place is None:
            return []
        back_ms = start_ms + self._random.uniform(150, 1500)
        return [(start_ms, Movement("lift", place, hand=91)), (back_ms, Movement("put", place, hand=91))]

    def _bump(self) -> list[Timed]:
        """Push a neighbour out of its place, and put it right."""
        place = self._pick_tower(self._near.field if self._near else None)
        if place is None:
            return []
        right_ms = self._at_ms + self._random.uniform(300, 2000)
        return [(self._at_ms, Movement("nudge", place)), (right_ms, Movement("centre", place))]

    def _knock_over(self) -> list[Timed]:
        """Let a tower fall; build it up again."""
        place = self._pick_tower(self._near.field if self._near else None)
        start_ms = self._random.uniform(max(0.0, self._earliest_ms), self._end_ms + 500)
        return [] if place is None else self._rebuild(place, start_ms, self._some_time(_BACK_MS), hand=92)

    def _wipe(self) -> list[Timed]:
        """Let several pieces fall at once; put them up one after the other."""
        start_ms = self._end_ms + self._random.uniform(0, 500)
        back_ms = self._some_time(_BACK_MS)
        fallen: list[Timed] = []
        near = self._pick_tower(self._near.field if self._near else None)
        places = [] if near is None else [near]
        while places and len(places) < self._random.randint(2, _MOST_WIPED):
            place = self._pick_tower(near)
            if place is None:
                break
            places.append(place)
        for number, place in enumerate(places):
            strand = self._rebuild(place, start_ms + self._random.uniform(0, 80), back_ms, hand=93 + number)
            back_ms = strand[-1][0] - start_ms + self._random.uniform(300, 1200)
            fallen += strand
        return fallen

    def _rebuild(self, place: int, start_ms: float, back_ms: float, hand: int) -> list[Timed]:
        """Return how a tower falls and is built up again, piece by piece, after `back_ms`."""
        stack = self._world.stacks[place]
        strand: list[Timed] = [(start_ms, Movement("lift", place, num_pieces=len(stack), hand=hand))]
        strand += [(start_ms, Movement("give", hand=hand))] * len(stack)
        at_ms = start_ms + back_ms
        for index, code in enumerate(stack):
            at_ms += self._random.uniform(100, 400) if index else 0.0
            strand.append((at_ms, Movement("take", code=str(code), hand=hand)))
            at_ms += self._random.uniform(150, 500)
            strand.append((at_ms, Movement("put", place, hand=hand)))
        return strand

    def _lend(self) -> list[Timed]:
        """Move a piece that is not one's own to a free field, and back."""
        place = self._pick_tower()
        if place is None or len(self._world.stacks[place]) != 1:
            return []
        free = self._ground.another(Movement("put", place), self._used, self._world)
        if free is None or self._world.stacks[free]:
            return []
        self._used.add(free)
        at_ms = self._end_ms + self._random.uniform(1500, 4000)
        strand: list[Timed] = []
        for act, field in (("lift", place), ("put", free), ("lift", free), ("put", place)):
            strand.append((at_ms, Movement(act, field, hand=97)))
            at_ms += self._random.uniform(*_LENT_MS)
        return strand

    def _show_stack(self) -> list[Timed]:
        """Lift a whole tower, and put it back as one."""
        place = None if self._has_reeds else self._pick_tower()
        if place is None:
            return []
        height = len(self._world.stacks[place])
        start_ms = self._end_ms + self._random.uniform(0, 1000)
        back_ms = start_ms + self._some_time((300, 5000))
        lift = Movement("lift", place, num_pieces=height, hand=98)
        return [(start_ms, lift), (back_ms, replace(lift, act="put"))]

    def _bear(self) -> list[Timed]:
        """Bear a part of a piece's weight for a while."""
        return self._touch(-self._random.uniform(*_BORNE_G), self._random.uniform(*_BORNE_MS))

    def _press(self) -> list[Timed]:
        """Rest fingers on a piece for a while."""
        return self._touch(self._random.uniform(*_PRESSED_G), self._random.uniform(*_PRESSED_MS))

    def _knock(self) -> list[Timed]:
        start_ms = self._knocks.uniform(-1000, self._end_ms + 500)
        return [(start_ms, Movement("knock", force_g=self._knocks.uniform(*_KNOCK_MM_PER_MS)))]

    def _touch(self, force_g: float, rest_ms: float) -> list[Timed]:
        place = None if self._has_reeds else self._pick_tower()
        if place is None:
            return []
        start_ms = self._random.uniform(-1000, self._end_ms + 500)
        return [(start_ms, Movement("bear", place, force_g=force_g, rest_ms=rest_ms))]

    def _push_aside(self, place: int) -> list[Timed]:
        """Leave what was put far beside the centre, and push it straight later."""
        if place == BEYOND:
            return []
        aside_ms = self._at_ms + 20
        right_ms = self._end_ms + self._random.uniform(*_STRAIGHT_MS)
        off_mm = self._random.uniform(*_ASIDE_MM)
        return [(aside_ms, Movement("slip", place, off_mm=off_mm)), (right_ms, Movement("centre", place))]
