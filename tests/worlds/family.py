"""Two families at a table: calm people, and a crowd with children.

Each seat draws a person. What persons do, and how often, comes from what people describe of evenings with games, and
from films of them: nobody fits a constant of the firmware to these rates, or a rate to what the firmware makes of it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from event_streams import END_HERE
from treppe.alphabet.image import BEYOND
from treppe_sim.hands import Hands, Movement, repairs
from treppe_sim.hands.ground import Ground, Timed
from treppe_sim.hands.plan import Plan
from wanted_actions import Players, Step

_REACH_MS, _CARRY_MS = 380, 520  # medians at a quiet pace
_SPREAD = 0.45


@dataclass(frozen=True)
class Person:
    """How quick somebody is, and rates: of a way from lift to put, a capture, an action or a turn's end."""

    pace: float = 1.0  # times are so much longer
    # Of a way.
    ponders: float = 0.02  # holds the piece in the air, 2 to 20 s
    dithers: float = 0.02  # holds it low over one to three fields, or touches what stands there
    counts: float = 0.01  # sets it down on fields of the way, one after the other
    slides: float = 0.05
    errs: float = 0.01  # puts it down on a field nearby, and sees that it is wrong
    doubts: float = 0.01  # takes up again what stands, and puts it back there
    withdraws: float = 0.003  # plays, goes back, and plays it again
    beside: float = 0.004  # lets it go 9 to 13 mm beside the centre, and pushes it straight
    # Of a capture; what is left takes the own piece first.
    takes_first: float = 0.4
    swaps: float = 0.1  # lifts one with the other, a blink apart
    shoves: float = 0.02  # pushes it off: the field is never empty
    stoops: float = 0.02  # sets the own piece down beside, to have a hand for the other one
    keeps: float = 0.05  # takes the captured piece off long after the own one stands
    leaves: float = 0.02  # lays the captured piece on a field nearby before it goes
    # Of an action.
    fiddles: float = 0.01  # lifts another piece before, and puts it back
    straightens: float = 0.02  # one to three pieces, lifted or pushed to the centre
    brushes: float = 0.005  # a sleeve pushes one to three pieces aside
    topples: float = 0.002  # a piece or a tower falls, and is built up again
    leans: float = 0.01  # an arm or a cup rests on towers
    both_hands: float = 0.2  # of a player's second action: it begins during the first one
    hurries: float = 0.05  # the next player does not wait
    # Of an end of a turn.
    forgets: float = 0.15  # END, so that the next player's move says it
    presses: float = 0.5  # END at once, from a moment before the hand is off
    presses_late: float = 0.1  # END when the next player has his piece in the hand
    presses_anyway: float = 0.02  # END after a turn that ends without it
    ignores: float = 0.0  # of questions


GRANDMOTHER = Person(1.5, ponders=0.06, dithers=0.04, counts=0.03, forgets=0.1, leans=0.015)
MOTHER = Person()
PLAYER = Person(0.7, doubts=0.02, straightens=0.08, swaps=0.4, takes_first=0.3, hurries=0.2, presses=0.8, ignores=0.1)
YOUTH = Person(
    0.5, slides=0.3, shoves=0.08, swaps=0.3, errs=0.02, hurries=0.35, both_hands=0.5, brushes=0.02, forgets=0.5,
    topples=0.004, beside=0.01, leaves=0.05, presses_late=0.2, withdraws=0.01, ignores=0.3,
)  # fmt: skip
CHILD = Person(
    1.1, ponders=0.05, dithers=0.1, counts=0.1, errs=0.06, doubts=0.05, withdraws=0.03, beside=0.02, stoops=0.1,
    keeps=0.3, leaves=0.1, fiddles=0.08, brushes=0.03, topples=0.01, leans=0.05, forgets=0.4, presses_late=0.2,
    presses_anyway=0.08, ignores=0.2,
)  # fmt: skip
GUEST = Person(0.9, leans=0.06, brushes=0.03, topples=0.006, keeps=0.2, fiddles=0.05, forgets=0.3, presses_anyway=0.05)

CALM, CROWD = (GRANDMOTHER, MOTHER), (GRANDMOTHER, PLAYER, YOUTH, CHILD, CHILD, GUEST)


class Family(Hands):
    """Hands of several persons, who look at no lamp."""

    def __init__(self, board: Any, seed: int, persons: tuple[Person, ...]) -> None:
        super().__init__(board)
        self._random = Random(f"family {len(persons)} {seed}")
        self._seats = [self._random.choice(persons) for _ in range(4)]
        self._person = self._seats[0]
        self._ground = Ground(board.world.surface, self._random)
        self._has_reeds = board.world.surface.SENSOR == "reed"
        self._players = Players(self._random, self)  # type: ignore[arg-type]  # it asks only what happens

    def happens(self, trait: str) -> bool:
        """Tell whether a player hastens: the traits of the bench that `Players` asks for."""
        names = {"no_end": "forgets", "fast_reply": "hurries", "together": "both_hands"}
        return self._does(names.get(trait, trait))

    def choose_turn(self, state: Any, before: list[Step]) -> list[Step]:
        """Return one action, or a few in haste, perhaps with END behind them."""
        self._person = self._seats[state.current_player()]
        steps = self._players.choose_turn(state, before)
        after = steps[-1].after
        is_open = steps[-1].movements and not after.is_terminal() and after.current_player() == steps[-1].player
        if is_open and not steps[-1].is_asked and not steps[-1].has_aftermath:
            words = [after.word(action) for action in after.legal_actions()]
            is_more = self._random.random() < 0.6  # he plays on where he may
            if "." in words and not is_more and self._does("presses"):
                end = Step(after, after.action("."))
                end.word = END_HERE
                steps += [] if end.after.is_terminal() else [end]
        return steps

    def ignores(self) -> bool:
        """Tell whether nobody answers what is asked after this turn."""
        return self._does("ignores")

    def gives_up(self) -> bool:
        """Tell that every game is played to its end."""
        return False

    def tidy(self, state: Any) -> bool:
        """Clear what the rules have removed."""
        self.move(repairs(state, self._board.world))
        return True

    def plan(self, steps: list[Step], world: Any) -> Plan:
        """Return when to do what."""
        plan = Plan()
        self._world = world
        self._used = {movement.field for step in steps for movement in step.movements} | {BEYOND}
        before: Step | None = None
        for number, step in enumerate(steps):
            self._person = self._seats[step.player]
            if step.word == END_HERE:
                plan.add_strand(plan.end_ms + self._random.uniform(30, 900), [(0, Movement("press", code="END"))])
            elif step.movements:
                part = self._action([replace(movement, hand=10 * number) for movement in step.movements])
                start_ms = plan.end_ms + self._gap_ms(plan, part, before, step)
                plan.add_strand(start_ms, part)
                if before and before.word == "." and self._does("presses_late"):
                    before_put_ms = start_ms + sum(delay_ms for delay_ms, _ in part[:-1])
                    press_ms = self._random.uniform(0, 0.9) * part[-1][0]
                    plan.add_strand(before_put_ms, [(press_ms, Movement("press", code="END"))])
            before = step
        self._add_mishaps(plan)
        last = steps[-1]
        is_passed = last.movements and last.after.current_player() != last.player and not last.after.is_terminal()
        if is_passed and self._does("presses_anyway"):
            plan.add_strand(plan.end_ms, [(self._random.uniform(300, 2300), Movement("press", code="END"))])
        plan.timed.sort(key=lambda timed: timed[0])
        return plan

    # One action.

    def _action(self, script: list[Movement]) -> list[Timed]:
        """Return the movements of an action, with the time before each."""
        acts = [movement.act for movement in script]
        if acts == ["lift", "give", "lift", "put"] and self._has_reeds:
            return self._capture(script)
        timed = [self._timed(movement) for movement in script]
        if acts not in (["lift", "put"], ["take", "put"]):
            return timed
        first, put = script
        way: list[Timed] = []
        if self._has_reeds and first.act == "lift" and self._does("slides"):
            timed[1:] = self._ground.slide(first.field, put, self._world) or timed[1:]
        if first.act == "lift" and self._does("counts"):
            for place in self._on_the_way(first.field, put.field):
                way += self._visit(put, place, (120, 500))
        if self._does("dithers"):
            for place in self._free_near(put, self._random.randint(1, 3)):
                near = Movement("hover", place, hand=put.hand)
                way += [self._timed(near), (self._random.uniform(60, 700), replace(near, act="leave"))]
        if self._does("errs"):
            for place in self._free_near(put, 1):
                way += self._visit(put, place, self._random.choice(((300, 1200), (300, 1200), (1200, 5000))))
        if self._does("ponders"):
            timed[-1] = (timed[-1][0] + self._long_ms(2000, 20_000), put)
        timed[-1:-1] = way
        if self._does("doubts"):
            timed += self._visit(put, put.field, (200, 2500))[1:] + [self._timed(put)]
        if first.act == "lift" and self._does("withdraws"):
            back = [replace(first, field=put.field), replace(put, field=first.field)]
            timed += [self._timed(movement) for movement in back + script]
        return timed

    def _capture(self, script: list[Movement]) -> list[Timed]:
        """Return a capture in a person's way."""
        off, give, lift, put = script
        off, give = replace(off, hand=off.hand + 1), replace(give, hand=give.hand + 1)
        away = [self._timed(give)]
        if self._does("keeps"):
            away = [(self._long_ms(500, 4000), give)]
        elif self._does("leaves"):
            for place in self._free_near(put, 1):
                away = self._visit(replace(give, act="put"), place, (100, 3000)) + away
        if self._does("shoves"):
            return [self._timed(lift), self._timed(off), (0, put), *away]
        if self._does("swaps"):
            return [self._timed(lift), self._timed(off), (self._random.uniform(10, 160), put), *away]
        if self._does("stoops"):
            for place in self._free_near(put, 1):
                aside = [self._timed(replace(put, field=place)), self._timed(off), *away]
                return [self._timed(lift), *aside, self._timed(replace(lift, field=place)), self._timed(put)]
        if self._does("takes_first"):
            return [self._timed(off), self._timed(lift), self._timed(put), *away]
        return [self._timed(lift), self._timed(off), self._timed(put), *away]

    def _visit(self, put: Movement, place: int, bounds_ms: tuple[int, int]) -> list[Timed]:
        """Return how a piece stands on a field for a while."""
        down = replace(put, field=place)
        return [self._timed(down), (self._long_ms(*bounds_ms), replace(down, act="lift"))]

    def _gap_ms(self, plan: Plan, part: list[Timed], before: Step | None, step: Step) -> float:
        """Return how long after the end of all before an action begins."""
        if not plan.timed or before is None:
            return 0.0
        fields = {movement.field for _, movement in plan.timed} - {BEYOND}
        is_apart = fields.isdisjoint(movement.field for _, movement in part)
        if before.player == step.player or not is_apart or part[0][1].act == "take":
            unseen_ms = 0.0  # until a piece of the supply is put
            if part[0][1].act == "take" and is_apart:
                unseen_ms = sum(delay_ms for delay_ms, _ in part[: [move.act for _, move in part].index("put") + 1])
            return self._random.uniform(60, 500) * self._person.pace - unseen_ms
        return self._random.uniform(-300, 500) - part[0][0]

    # Beside it.

    def _add_mishaps(self, plan: Plan) -> None:
        """Add what happens to other pieces before, meanwhile and afterwards."""
        puts = [(at_ms, movement) for at_ms, movement in plan.timed if movement.act == "put"]
        if not puts:
            return
        random, end_ms = self._random, plan.end_ms
        at_ms, near = random.choice(puts)
        beside: list[Timed] = []
        if self._does("fiddles"):
            for place in self._standing(None, 1):
                lift = Movement("lift", place, hand=81)
                start_ms = random.uniform(-3000, 0)
                beside += [(start_ms, lift), (start_ms + self._long_ms(150, 2500), replace(lift, act="put"))]
        if self._does("straightens"):
            start_ms = end_ms
            for place in self._standing(None, random.randint(1, 3)):
                start_ms += random.uniform(200, 700)
                if random.random() < 0.5:
                    beside += [(start_ms, Movement("nudge", place)), (start_ms + 300, Movement("centre", place))]
                else:
                    lift = Movement("lift", place, hand=200 + place)
                    beside += [(start_ms, lift), (start_ms + random.uniform(120, 500), replace(lift, act="put"))]
        if self._does("brushes"):
            back_ms = at_ms + self._long_ms(500, 6000)
            for place in self._standing(near.field, random.randint(1, 3)):
                beside += [(at_ms + random.uniform(-100, 100), Movement("nudge", place))]
                beside += [(back_ms, Movement("centre", place))]
                back_ms += random.uniform(200, 700)
        if self._does("topples"):
            for place in self._standing(near.field, 1):
                beside += self._topple(place, max(0.0, at_ms + random.uniform(-200, 300)))
        if self._does("leans") and not self._has_reeds:
            for place in self._standing(near.field, random.randint(1, 2)):
                force_g = random.uniform(8, 90)
                start_ms = at_ms + random.uniform(-800, 500)
                beside.append((start_ms, Movement("bear", place, force_g=force_g, rest_ms=self._long_ms(400, 4000))))
        if self._has_reeds and near.field == plan.timed[-1][1].field and self._does("beside"):
            beside.append((end_ms + 20, Movement("slip", near.field, off_mm=random.uniform(9, 13))))
            beside.append((end_ms + self._long_ms(800, 6000), Movement("centre", near.field)))
        plan.timed += beside
        plan.delay(max(0.0, -min(start_ms for start_ms, _ in plan.timed)))

    def _topple(self, place: int, start_ms: float) -> list[Timed]:
        """Return how what stands on a field falls, and is built up again."""
        count = len(self._world.stacks[place])
        strand: list[Timed] = [
            (start_ms, Movement("lift", place, hand=84 + number)) for number in reversed(range(count))
        ]
        start_ms += self._long_ms(800, 9000)
        for number in range(count):
            start_ms += self._random.uniform(250, 900)
            strand.append((start_ms, Movement("put", place, hand=84 + number)))
        return strand

    # Where, when and whether.

    def _on_the_way(self, start: int, end: int) -> list[int]:
        """Return free fields of a straight way, at most three; nothing where something stands in it."""
        passed = [move for _, move in self._ground.slide(start, Movement("put", end), self._world)]
        places = [move.field for move in passed if move.act == "hover" and move.field not in self._used]
        return places[: self._random.randint(1, 3)]

    def _free_near(self, put: Movement, count: int) -> list[int]:
        places: list[int] = []
        for _ in range(count):
            place = self._ground.another(put, self._used | set(places), self._world)
            if place is not None and not (self._has_reeds and self._world.stacks[place]):
                places.append(place)
        self._used |= set(places)
        return places

    def _standing(self, near: int | None, count: int) -> list[int]:
        places = []
        for _ in range(count):
            place = self._ground.standing(self._used, self._world, near if near != BEYOND else None)
            if place is not None:
                places.append(place)
                self._used.add(place)
        return places

    def _does(self, habit: str) -> bool:
        return self._random.random() < float(getattr(self._person, habit))

    def _timed(self, movement: Movement) -> Timed:
        median = (_REACH_MS if movement.act in ("lift", "take") else _CARRY_MS) * self._person.pace
        return min(4 * median, max(80.0, median * self._random.lognormvariate(0, _SPREAD))), movement

    def _long_ms(self, shortest: float, longest: float) -> float:
        return math.exp(self._random.uniform(math.log(shortest), math.log(longest)))
