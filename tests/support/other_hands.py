"""Two more models of hands, with other habits than the bench's: each is a table of rates and times, and a way to play.

They play one piece after the other, look at no lamp, and have habits that were counted at a real board: stop-overs,
captured pieces that are carried off over a neighbour, exchanges in one motion. The second one is for fitting; nobody
tunes anything to the third one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from treppe.alphabet.image import BEYOND
from treppe_sim.hands import Hands, Movement, repairs
from treppe_sim.hands.ground import Ground, Timed
from treppe_sim.hands.plan import Plan
from wanted_actions import Players, Step


@dataclass(frozen=True)
class Habits:
    """Rates, of an action where nothing else is said, and bounds of times in ms."""

    name: str
    stop_over: float  # the piece rests on another field on its way
    carried_over: float  # a captured piece is carried off close over a neighbour
    exchanged: float  # of captures: both pieces in one motion
    taken_first: float  # of captures: the enemy's piece is lifted before one's own
    both_hands: float  # of captures: the own piece waits in the other hand
    touched: float  # another piece is lifted and put back
    begun: float  # another own piece is lifted, put back, and then the action is played
    retaken: float  # played, taken back, played again
    quick_reply: float
    no_end: float
    ignored: float  # of questions
    given_up: float  # of turns: the game is abandoned after it, and the start laid out again
    reach_ms: tuple[int, int]
    carry_ms: tuple[int, int]
    stop_ms: tuple[int, int]
    touch_ms: tuple[int, int]


SECOND = Habits(
    name="second",
    stop_over=0.05,
    carried_over=0.1,
    exchanged=0.1,
    taken_first=0.3,
    both_hands=0.3,
    touched=0.03,
    begun=0.02,
    retaken=0.01,
    quick_reply=0.1,
    no_end=0.5,
    ignored=0.3,
    given_up=0.01,
    reach_ms=(150, 700),
    carry_ms=(250, 1500),
    stop_ms=(200, 900),
    touch_ms=(200, 1200),
)
HELD_OUT = replace(
    SECOND,
    name="third",
    stop_over=0.08,
    exchanged=0.05,
    taken_first=0.7,
    both_hands=0.1,
    touched=0.05,
    begun=0.04,
    retaken=0.02,
    quick_reply=0.2,
    reach_ms=(80, 400),
    carry_ms=(150, 900),
    stop_ms=(150, 1600),
    touch_ms=(120, 2500),
)


class OtherHands(Hands):
    """Hands with some habits, drawn from a seed."""

    def __init__(self, board: Any, seed: int, habits: Habits) -> None:
        super().__init__(board)
        self._random = Random(f"{habits.name} {seed}")
        self._habits = habits
        self._ground = Ground(board.world.surface, self._random)
        self._has_reeds = board.world.surface.SENSOR == "reed"
        self._players = Players(self._random, self)  # type: ignore[arg-type]  # it asks only what happens

    def happens(self, trait: str) -> bool:
        """Tell whether a player hastens: the traits of the bench that `Players` asks for."""
        rates = {"no_end": self._habits.no_end, "fast_reply": self._habits.quick_reply}
        return self._random.random() < rates.get(trait, 0.0)

    def choose_turn(self, state: Any, before: list[Step]) -> list[Step]:
        """Return one action, or a few in haste."""
        return self._players.choose_turn(state, before)

    def ignores(self) -> bool:
        """Tell whether nobody answers what is asked after this turn."""
        return self._random.random() < self._habits.ignored

    def gives_up(self) -> bool:
        """Tell whether the game is abandoned, and the start laid out for another one."""
        return self._random.random() < self._habits.given_up

    def plan(self, steps: list[Step], world: Any) -> Plan:
        """Return when to do what, one action after the other."""
        plan = Plan()
        used = {movement.field for step in steps for movement in step.movements}
        for number, step in enumerate(steps):
            if step.movements:
                plan.add_strand(
                    plan.end_ms, self._action(step.movements, used, world, is_first=number == 0, hand=10 * number)
                )
        return plan

    def tidy(self, state: Any) -> bool:
        """Clear what the rules have removed."""
        self.move(repairs(state, self._board.world))
        return True

    def _action(
        self, movements: list[Movement], used: set[int], world: Any, *, is_first: bool, hand: int
    ) -> list[Timed]:
        """Return the movements of one action, with the time before each."""
        habits, random = self._habits, self._random
        script = [replace(movement, hand=hand) for movement in movements]
        before: list[Timed] = []
        if is_first and random.random() < habits.touched + habits.begun:
            before = self._touch(used, world)
        if [movement.act for movement in script] == ["lift", "give", "lift", "put"] and self._has_reeds:
            return before + self._capture(script, used, world)
        timed = before + [self._timed(movement) for movement in script]
        is_plain = [movement.act for movement in script] in (["lift", "put"], ["take", "put"])
        if is_plain and random.random() < habits.stop_over:
            timed[-1:] = self._stop(script[-1], used, world) + timed[-1:]
        if is_plain and is_first and script[0].act == "lift" and random.random() < habits.retaken:
            lift, put = script
            back = [replace(lift, field=put.field), replace(put, field=lift.field)]
            timed += [self._timed(movement) for movement in back + script]
        return timed

    def _capture(self, script: list[Movement], used: set[int], world: Any) -> list[Timed]:
        """Return a capture in one of the ways of people: taken first, own first, in both hands, in one motion."""
        habits, random = self._habits, self._random
        off, give, lift, put = script
        off, give = replace(off, hand=off.hand + 1), replace(give, hand=give.hand + 1)
        carried = self._carry_over(give.hand, put, used, world) if random.random() < habits.carried_over else []
        if random.random() < habits.exchanged:
            return [self._timed(lift), self._timed(off), (random.uniform(0, 30), put), *carried, self._timed(give)]
        if random.random() < habits.taken_first:
            return [self._timed(off), *carried, self._timed(give), self._timed(lift), self._timed(put)]
        if random.random() < habits.both_hands:
            return [self._timed(lift), self._timed(off), (random.uniform(60, 400), put), *carried, self._timed(give)]
        return [self._timed(lift), self._timed(off), *carried, self._timed(give), self._timed(put)]

    def _carry_over(self, hand: int, put: Movement, used: set[int], world: Any) -> list[Timed]:
        place = self._ground.another(put, used, world)
        if place is None:
            return []
        near = Movement("hover", place, hand=hand)
        return [self._timed(near), (self._random.uniform(40, 250), replace(near, act="leave"))]

    def _stop(self, put: Movement, used: set[int], world: Any) -> list[Timed]:
        """Return how a piece rests on its way."""
        place = self._ground.another(put, used, world)
        if place is None or world.stacks[place]:
            return []
        rest_ms = self._random.uniform(*self._habits.stop_ms)
        return [self._timed(replace(put, field=place)), (rest_ms, replace(put, act="lift", field=place))]

    def _touch(self, used: set[int], world: Any) -> list[Timed]:
        """Return how another piece is lifted and put back."""
        place = self._ground.standing(used | {BEYOND}, world)
        if place is None or len(world.stacks[place]) != 1:
            return []
        lift = Movement("lift", place, hand=90)
        return [self._timed(lift), (self._random.uniform(*self._habits.touch_ms), replace(lift, act="put"))]

    def _timed(self, movement: Movement) -> Timed:
        bounds = self._habits.reach_ms if movement.act in ("lift", "take") else self._habits.carry_ms
        return self._random.uniform(*bounds), movement


def habits_of(habits: Habits) -> Callable[[Any, int], OtherHands]:
    """Return what seats hands with these habits at a board."""
    return lambda board, seed: OtherHands(board, seed, habits)
