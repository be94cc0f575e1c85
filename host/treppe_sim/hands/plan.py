"""When people's hands do what: the movements of one action or of a few, with all that goes wrong on the way.

A strand is one piece's way from where it is taken to where it goes; strands of several hands run side by side.
"""

import math
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from random import Random
from types import ModuleType

from treppe.alphabet.image import BEYOND
from treppe.sensing.kinds import kind_of

from treppe_sim.hands.accidents import Accidents
from treppe_sim.hands.ground import Ground, Timed
from treppe_sim.hands.movements import Movement
from treppe_sim.world import World

# Milliseconds: median and bounds of how long a hand takes to reach a piece, and to carry it.
_REACH_MS = (250, 120, 900)
_CARRY_MS = (350, 150, 1200)
_SPREAD = 0.4
_REST_MS = (100.0, 3000.0)
_PONDER_MS = (5000.0, 60_000.0)
_NOTICED_MS = ((300, 1500), (300, 1500), (1500, 4000))  # a mistake: one in three only after a while


@dataclass
class Plan:
    """Movements by time from the start, and whether every one of them belongs to an action."""

    timed: list[Timed] = field(default_factory=list)
    is_plain: bool = True
    is_corrected: bool = False
    """Whether a piece is put down by mistake and taken up again."""

    @property
    def end_ms(self) -> float:
        """When the last movement is done."""
        return max((at_ms for at_ms, _ in self.timed), default=0.0)

    def add_strand(self, start_ms: float, strand: Sequence[Timed]) -> None:
        """Add movements, the times between them given."""
        for delay_ms, movement in strand:
            start_ms += delay_ms
            self.timed.append((start_ms, movement))

    def delay(self, by_ms: float) -> None:
        """Let everything so far happen later."""
        self.timed = [(at_ms + by_ms, movement) for at_ms, movement in self.timed]


class Planner:
    """Draws plans for a surface; every trait has its rate."""

    def __init__(self, surface: ModuleType, random: Random, rates: dict[str, float]):
        """Take a source of random numbers and the rates (see traits.py)."""
        self._random = random
        self._rates = rates
        self._ground = Ground(surface, random)
        self._has_reeds = not kind_of(surface).HAS_WEIGHTS
        self._accidents = Accidents(random, rates, self._ground, has_reeds=self._has_reeds)

    def happens(self, trait: str) -> bool:
        """Tell whether a trait shows itself now."""
        return self._random.random() < self._rates[trait]

    def plan(
        self, scripts: list[list[Movement]], seats: list[int], world: World, spared: AbstractSet[int] = frozenset()
    ) -> Plan:
        """Return when to do the movements of actions by the players on these seats, one after the other.

        Nothing goes wrong on the `spared` fields.
        """
        plan = Plan()
        used = set(spared) | {movement.field for script in scripts for movement in script}
        for index, script in enumerate(scripts):
            if not script:
                continue
            part = self._merge_strands(self._strands(script, index, used, world, plan))
            start_ms = 0.0
            if plan.timed:
                is_same = seats[index] == seats[index - 1]
                start_ms = plan.end_ms + self._gap_ms(plan, part, is_same)
                if is_same:  # who rests on a piece lays the next one when he has let go
                    start_ms += plan.timed[-1][1].rest_ms
            plan.add_strand(start_ms, part)
        plan.timed.sort(key=lambda timed: timed[0])
        self._disturb(plan, used, world)
        plan.timed.sort(key=lambda timed: timed[0])
        return plan

    def lay_out(self, movements: list[Movement]) -> Plan:
        """Return when to do movements one after the other."""
        plan = Plan()
        plan.add_strand(0.0, [(self._time_ms(movement), movement) for movement in movements])
        return plan

    # One action.

    def _strands(
        self, script: list[Movement], part: int, used: set[int], world: World, plan: Plan
    ) -> list[list[Timed]]:
        """Return the way of every piece, each in a hand of its own, with detours."""
        strands: list[list[Timed]] = []
        open_strands: list[list[Timed]] = []
        for movement in script:
            if movement.act in ("lift", "take"):
                strands.append([])
                open_strands += [strands[-1]] * movement.num_pieces  # each of them may be put elsewhere
            strand = open_strands[-1]
            if movement.act in ("put", "give"):
                del open_strands[-movement.num_pieces :]
            hand = 10 * part + next(number for number, other in enumerate(strands) if other is strand)
            rest_ms = self._rest_ms() if movement.act == "put" else 0.0
            strand.append((self._time_ms(movement), replace(movement, hand=hand, rest_ms=rest_ms)))
        puts = [strand for strand in strands if strand[-1][1].act == "put"]
        for strand in puts:
            if len(puts) > 1 or self._stray(strand, used, world, plan):
                continue
            if self._has_reeds and len(strands) == 2 and strand[-1][1].field == strands[0][0][1].field:
                self._push_off(strands, plan)
        return strands

    def _stray(self, strand: list[Timed], used: set[int], world: World, plan: Plan) -> bool:
        """Let a piece take a detour on its way; return whether it does."""
        _, put = strand[-1]
        start = strand[0][1].field
        strays = False
        if self._has_reeds and start != BEYOND and self.happens("slide"):
            way = self._ground.slide(start, put, world)
            if way:
                strand[1:] = way
                strays = True
        detour: list[Timed] = []
        for trait, lowest_ms, highest_ms in (("hover", 40, 130), ("hesitate", 300, 2000)):
            if self.happens(trait):
                place = self._ground.another(put, used, world)
                if place is not None:
                    detour.append((self._time_ms(put), Movement("hover", place)))
                    detour.append((self._random.uniform(lowest_ms, highest_ms), Movement("leave", place)))
        if self.happens("ponder"):
            strand[-1] = (strand[-1][0] + self._random.uniform(*_PONDER_MS), put)
            plan.is_plain = False
        if self.happens("wrong_field"):
            place = self._ground.another(put, used, world)
            if place is not None:
                plan.is_corrected = True
                detour.append((self._time_ms(put), replace(put, field=place, rest_ms=0.0)))
                noticed_ms = self._random.choice(_NOTICED_MS)
                detour.append((self._random.uniform(*noticed_ms), replace(put, act="lift", field=place, rest_ms=0.0)))
        strand[-1:-1] = detour
        strays = strays or bool(detour)
        plan.is_plain = plan.is_plain and not strays
        return strays

    def _push_off(self, strands: list[list[Timed]], plan: Plan) -> None:
        """Let the piece that takes another one push it away: its field is never seen to be empty."""
        taken, taking = strands
        if self.happens("push_off"):
            taking[-1:-1] = [taken[0]]
            taking[-1] = (0.0, taking[-1][1])
            taking.append(taken[1])
            strands.remove(taken)
            plan.is_plain = False

    def _merge_strands(self, strands: list[list[Timed]]) -> list[Timed]:
        """Return the movements of all strands in one order that hands can do."""
        if len(strands) > 1 and not self.happens("order"):
            return [timed for strand in strands for timed in strand]
        at_once = self.happens("two_hands")
        rest = [list(strand) for strand in strands]
        ordered: list[Timed] = []
        while any(rest):
            free = [strand for strand in rest if strand and not _is_in_the_way(strand, rest)]
            delay_ms, movement = self._random.choice(free).pop(0)
            if at_once and ordered and ordered[-1][1].hand != movement.hand:
                delay_ms = self._random.uniform(0, 80)
            ordered.append((delay_ms, movement))
        return ordered

    def _gap_ms(self, plan: Plan, part: list[Timed], is_same_player: bool) -> float:
        """Return how long after the last action the next one begins; below 0 where it begins before the end."""
        length_ms = sum(delay_ms for delay_ms, _ in part)
        is_supplied = part[0][1].act == "take"
        has_moved = plan.timed[-1][1].act == "put" and plan.timed[0][1].act == "lift"
        if is_same_player and is_supplied and has_moved and plan.is_plain and self.happens("together"):
            gap_ms = self._random.uniform(-250, 150) - length_ms
            # A brick may come where the ball has just been.
            lifted_ms = [
                at_ms for at_ms, other in plan.timed if other.act == "lift" and other.field == part[-1][1].field
            ]
            earliest_ms = max(lifted_ms, default=0.0) + 60
            return max(gap_ms, earliest_ms - length_ms - plan.end_ms)
        fields = {movement.field for _, movement in plan.timed} - {BEYOND}
        is_apart = not is_same_player and fields.isdisjoint(movement.field for _, movement in part)
        # A piece from the supply is seen only when it is put: the second player must put his later.
        lowest_ms = -150 if is_apart and not is_supplied else 30
        return self._random.uniform(lowest_ms, 400) - part[0][0]

    # What happens beside.

    def _disturb(self, plan: Plan, used: set[int], world: World) -> None:
        """Add what hands do to other pieces and to buttons meanwhile, before or afterwards."""
        puts = [timed for timed in plan.timed if timed[1].act == "put"]
        earliest_ms = plan.end_ms if plan.is_corrected else -math.inf
        beside = self._accidents.draw_accidents(puts, plan.end_ms, earliest_ms, used, world)
        if plan.timed and self.happens("fidget"):
            at_ms = self._random.uniform(plan.timed[0][0], plan.end_ms)
            beside.append((at_ms, Movement("press", code=self._random.choice(("OK", "MENU")))))
        if beside:
            plan.timed += beside
            plan.delay(max(0.0, -min(start_ms for start_ms, _ in beside)))
            plan.is_plain = False

    def _rest_ms(self) -> float:
        return self._random.uniform(*_REST_MS) if self.happens("rest") else 0.0

    def _time_ms(self, movement: Movement) -> float:
        median, lowest, highest = _REACH_MS if movement.act in ("lift", "take") else _CARRY_MS
        return min(highest, max(lowest, median * self._random.lognormvariate(0, _SPREAD)))


def _is_in_the_way(strand: list[Timed], strands: list[list[Timed]]) -> bool:
    """Tell whether what comes next in a strand is a put where another piece has still to be lifted."""
    _, movement = strand[0]
    if movement.act != "put":
        return False
    return any(
        other.act == "lift" and other.field == movement.field
        for rest in strands
        if rest is not strand
        for _, other in rest
    )
