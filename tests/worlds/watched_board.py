"""A tower surface of the third or fourth world, sensing, and hands; counts what sensing makes of their changes.

`watched_board.py third|fourth [BOARDS [CHANGES [FIRST_SEED [LEVEL=FACTOR ...]]]]` prints what came of so many; levels
are multiples of a careful builder's, `all` is every level.
"""

import random
import sys
from collections import Counter
from dataclasses import fields, replace

import fourth_world
import third_world
from treppe import surfaces
from treppe.sensing import QUIET, UNSURE
from treppe.sensing.cells import CellSensing

SQUARE7 = surfaces.load("square7")
GRAMS = {"B": 12.0, "O": 18.0}
RECORDED_SCANS = 15  # what is sure and wrong for so long is recorded
_WATCHED_SCANS = 150
_REST_SCANS = 300
_LIGHT_SCANS = 6  # a light finger is no such hand


class WatchedBoard:
    """`counts`: changes; wrong, asked and busy ones at the changed field and, after "elsewhere", at others."""

    def __init__(self, cells, settings=None):
        self.world = cells
        self.world.rest(5)
        self.sensing = CellSensing(SQUARE7, self.world.table(), dict(settings or {}))
        self.sensing.use("bricks")
        self.random = random.Random(cells.random.random())
        self.stacks = [""] * SQUARE7.FIELDS
        self.counts, self.settled_ms, self.notes = Counter(), [], []
        self._wrong_for = [0] * SQUARE7.FIELDS
        self.scans(100)

    def scans(self, count):
        for _ in range(count):
            self.sensing.update(self.world.frame())

    def value(self, field):
        stack = self.stacks[field]
        return 16 * stack.count("O") + stack.count("B")

    def run(self, changes):
        """Change so many fields near the middle, so that stacks stand side by side."""
        for _ in range(changes):
            place = [min(6, max(0, round(self.random.gauss(3, 1.3)))) for _ in range(2)]
            self._watch(place[0] + 7 * place[1])

    def put(self, field, piece, **hand):
        self.stacks[field] += piece
        return self.world.put(field, GRAMS[piece], **hand)

    def _change(self, field):
        stack, chance, self._is_resting = self.stacks[field], self.random.random(), False
        if stack and (stack[-1] == "O" or len(stack) >= 5 or chance < 0.45):
            count = 1 if self.random.random() < 0.8 else self.random.randint(1, len(stack))
            self.stacks[field] = stack[: len(stack) - count]
            return self.world.lift(field, count)
        hand = {}
        if self.random.random() < self.world.levels.light:
            hand = {"light_g": self.random.uniform(1.5, 3.5), "light_ms": self.random.uniform(40, 60)}
        elif self.random.random() < 0.05:
            self._is_resting = True
            hand = {"light_g": self.random.uniform(1, 8), "light_ms": self.random.uniform(200, 1200)}
        return self.put(field, "O" if self.random.random() < 0.25 else "B", **hand)

    def _watch(self, field):
        """Make a change, look at it for a second and a half after the hand, and let some seconds pass."""
        before = "+".join(self.stacks[field])
        off = self._change(field)
        self.world.happen()
        busy, wrong = 0, set()
        while self.world.scan < off + _WATCHED_SCANS:
            self.scans(1)
            if self.world.scan <= off - (0 if self._is_resting else _LIGHT_SCANS):
                self._wrong_for[field] = 0  # a hand that rests for as long as pieces do is a part of what stands
            wrong |= self.wrong_fields()
            if self.sensing.activity[field] not in (QUIET, UNSURE):
                busy = self.world.scan
        self.counts["changes"] += 1
        self.settled_ms.append(10 * max(0, busy + 1 - off))
        if self._judge(field, wrong, before):
            self.note_right(field)
        self.rest()

    def note_right(self, field):
        """Take a change that was read rightly, with all other fields."""

    def rest(self):
        """Let some seconds pass, longer than a hand rests on a piece that it has put."""
        self.scans(_REST_SCANS)

    def wrong_fields(self):
        """Return the fields that have been sure and wrong for as long as it takes to record."""
        for field in range(SQUARE7.FIELDS):
            is_wrong = self.sensing.activity[field] == QUIET and self.sensing.image[field] != self.value(field)
            self._wrong_for[field] = self._wrong_for[field] + 1 if is_wrong else 0
        return {field for field, scans in enumerate(self._wrong_for) if scans >= RECORDED_SCANS}

    def _judge(self, changed, wrong, before):
        """Count what is wrong, in doubt or named, and set it right, as people do; True if nothing is."""
        self.counts.update("named " + fault["code"] for fault in self.sensing.faults)
        is_right = not wrong
        for field in range(SQUARE7.FIELDS):
            where = "" if field == changed else " elsewhere"
            activity = self.sensing.activity[field]
            if field in wrong:
                self.counts["wrong" + where] += 1
                self.notes.append((SQUARE7.NAMES[field], before, self.stacks[field], self.sensing.image[field]))
            elif activity != QUIET:
                self.counts[("asked" if activity == UNSURE else "busy") + where] += 1
            if activity != QUIET or self.sensing.image[field] != self.value(field):
                self.sensing.assume(field, self.value(field))
                is_right = False
        return is_right


WORLDS = {
    "third": (third_world.ThirdCells, third_world.CAREFUL),
    "fourth": (fourth_world.FourthCells, fourth_world.CAREFUL),
}


def multiplied(levels, name, times):
    """Return the levels, the named one or "all" so many times as high."""
    names = [each.name for each in fields(levels) if name in ("all", each.name)]
    return replace(levels, **{each: getattr(levels, each) * float(times) for each in names})


def main(world, boards=2, changes=100, first_seed=0, *factors):
    build, levels = WORLDS[world]
    for factor in factors:
        levels = multiplied(levels, *factor.split("="))
    counts, times_ms = Counter(), []
    for seed in range(int(first_seed), int(first_seed) + int(boards)):
        board = WatchedBoard(build(SQUARE7, seed, levels))
        board.run(int(changes))
        counts += board.counts
        times_ms += board.settled_ms
        print(seed, dict(board.counts), board.notes, flush=True)
    times_ms.sort()
    print(dict(counts), "settled ms", [times_ms[len(times_ms) * part // 100] for part in (50, 95, 99)])


if __name__ == "__main__":
    main(*sys.argv[1:])
