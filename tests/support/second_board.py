"""A tower surface of the second world, the firmware's sensing of it, and one hand that changes stacks."""

import random
from collections import Counter

from second_world import SecondCells
from treppe import surfaces
from treppe.sensing import QUIET, UNSURE
from treppe.sensing.cells import CellSensing

SQUARE7 = surfaces.load("square7")
_LEAST_SCANS = 60
_MOST_SCANS = 150  # 1.5 s: then a change counts as waiting
_REST_SCANS = 400
_GRAMS = {"B": 12.0, "O": 18.0}


class SecondBoard:
    """Counts changes, "wrong" and "wrong elsewhere" of those that are sure, and "asked" of those that are not."""

    def __init__(self, seed, levels):
        self.world = SecondCells(SQUARE7, seed, levels)
        self.sensing = CellSensing(SQUARE7, self.world.table(), {})
        self.sensing.use("bricks")
        self.random = random.Random(f"hand {seed}")
        self.stacks = [""] * SQUARE7.FIELDS
        self.counts = Counter()
        self.settled_scans = []
        for _ in range(40):
            self.sensing.update(self.world.frame())

    def run(self, changes):
        """Change so many fields, most of them near the middle, so that stacks stand side by side."""
        for _ in range(changes):
            field = min(
                48, max(0, round(self.random.gauss(3, 1.3))) + 7 * max(0, min(6, round(self.random.gauss(3, 1.3))))
            )
            self._change(field)
            self.world.touch_lamps()
            busy = 0
            for scan in range(_MOST_SCANS):
                self.sensing.update(self.world.frame())
                is_quiet = self.sensing.activity[field] in (QUIET, UNSURE)
                if not is_quiet:
                    busy = scan
                if is_quiet and scan >= _LEAST_SCANS and scan - busy > 20 and self._is_at_rest():
                    break
            self.settled_scans.append(busy)
            self.counts["changes"] += 1
            if self._judge(field):
                self.note_right(field)
            self.rest()

    def note_right(self, field):
        """Take a change that was read rightly, with all other fields."""

    def _is_at_rest(self):
        """Tell whether no field is followed just now: one that has read a dropout settles, and nobody is asked."""
        return all(activity in (QUIET, UNSURE) for activity in self.sensing.activity)

    def _change(self, field):
        stack, chance = self.stacks[field], self.random.random()
        if stack and (stack[-1] == "O" or len(stack) >= 5 or chance < 0.45):
            count = 1 if self.random.random() < 0.8 else self.random.randint(1, len(stack))
            self.stacks[field] = stack[: len(stack) - count]
            self.world.lift(field, count)
        else:
            piece = "O" if self.random.random() < 0.25 else "B"
            self.stacks[field] += piece
            self.world.put(field, _GRAMS[piece] * self.random.gauss(1, 0.01))

    def _judge(self, changed):
        """Hold all fields against the truth, set right what is wrong or unsure, as people do; True if nothing is."""
        asked = wrong = False
        for field, stack in enumerate(self.stacks):
            value = 16 * stack.count("O") + stack.count("B")
            is_sure = self.sensing.activity[field] == QUIET
            if is_sure and self.sensing.image[field] == value:
                continue
            asked, wrong = asked or not is_sure, wrong or is_sure
            if is_sure and not self.sensing.disturbances.is_knocked:
                self.counts["wrong" if field == changed else "wrong elsewhere"] += 1
            self.sensing.assume(field, value)
        self.counts["asked"] += asked
        return not (asked or wrong)

    def rest(self):
        """Let some seconds pass, of which each tenth scan is looked at, and as many fields' drift as in all."""
        for scan in range(0, _REST_SCANS, 10):
            self.sensing.settling.scan += 9
            self.sensing.update(self.world.frame())
            for visit in range(9):
                self.sensing.follow_drift((scan + visit) % SQUARE7.FIELDS)
