"""Time the table under MicroPython: prints, for each frame of some runs of a game, what it has cost and what it was.

`bench_table.py` compiles it with the firmware, and runs it with a game's name. Clean hands play it at random;
now and then they lift another piece. With a file of recorded frames (see recorded_frames.py) people's hands have
played. A line a frame: thousandths of the yardstick, how many positions were worked out, and 1 if something had changed
or was reported. An empty line ends a run; all runs have the same frames. Nothing of this is kept here: the allocator
would have to walk over it on and on.
Times are held against a yardstick of the same moment: a busy machine has quick and slow ones.
"""

import gc
import json
import sys

from fakes_sensing import Noise
from fakes_table import Table
from treppe import games, surfaces
from treppe.alphabet.buttons import OK
from treppe.sensing import QUIET, SETTLING, TOUCHED
from treppe.tracking import position
from yardstick import ticks_diff, ticks_us, yardstick_us

_RUNS = 15
_ACTIONS = 24
_ASKED_MS = 2500
_QUIET_FRAMES = 40  # longer than what a record waits for
_YARDSTICK_EVERY_US = 1000  # about as long as it takes itself


views = [0, 0]  # in a frame: positions that are new, and positions whose legal actions are worked out


class CountedView(position.Position):
    """Counts the positions that are made."""

    def __init__(self, scratch, leftover=None):
        views[0] += 1
        super().__init__(scratch, leftover)


position.Position = CountedView


def count_positions(state):
    """Count the positions of a game whose legal actions are worked out."""
    kind = type(state)
    work_out = kind.legal_actions

    def counted(self):
        views[1] += 1
        return work_out(self)

    kind.legal_actions = counted


class Timed:
    """A game whose frames are timed."""

    yardstick_us = measured_us = 0

    def run(self, name, seed):
        """Play a game; what changes is the same in every run."""
        self.table = Table(surfaces.load(games.start(name).surface))
        self.table.new(name)
        random = Noise(seed)
        for number in range(_ACTIONS):
            state = self.table.state()
            if state.is_terminal():
                return
            actions = [action for action in state.legal_actions() if state.hand_moves(action)]
            if not actions:
                return
            hand_moves = state.hand_moves(actions[random.below(len(actions))])
            if number % 4 == 3:
                self.adjust(random)
            for field, change in hand_moves:
                if field < self.table.surface.FIELDS:
                    self.change(field, change)
            self.wait()
            self.settle()

    def settle(self):
        """Answer what is asked, and do what the rules do by themselves."""
        table = self.table
        if table.session.observed.position.image != table.sensing.image:
            table.wait(_ASKED_MS)
        if table.session.pending.alternatives:
            table.wait(30, OK)
        table.set_up()

    def adjust(self, random):
        """Lift something, and put it back."""
        image = self.table.sensing.image
        standing = [field for field in range(len(image)) if image[field]]
        if standing:
            field = standing[random.below(len(standing))]
            change = 16 if image[field] & 16 else 1
            self.change(field, -change)
            self.change(field, change)
            self.wait()

    def change(self, field, change):
        """Let a field take another value as sensing would show it."""
        sensing = self.table.sensing
        sensing.activity[field] = TOUCHED if change < 0 else SETTLING
        self.tick()
        sensing.activity[field] = QUIET
        sensing.image[field] += change
        self.tick()

    def wait(self):
        gc.collect()  # as the firmware does when it has been quiet for a while
        for _ in range(_QUIET_FRAMES):
            self.tick(is_change=False)

    def tick(self, is_change=True, presses=0):
        """Let a frame pass, and time it."""
        session, table = self.table.session, self.table
        is_change = is_change or session.messages.display_dirty
        views[0] = views[1] = 0
        table.now_ms += 10
        start = ticks_us()
        if not self.yardstick_us or ticks_diff(start, self.measured_us) > _YARDSTICK_EVERY_US:
            self.yardstick_us = yardstick_us(2)
            self.measured_us = start = ticks_us()
        table.table.tick(table.now_ms, presses)
        cost = 1000 * ticks_diff(ticks_us(), start) // self.yardstick_us
        print(cost, max(views), int(is_change))


class Replayed(Timed):
    """A recorded game."""

    def run(self, path):
        """Play it back; the file has a line that tells the game, then one for each frame."""
        with open(path) as file:
            game = json.loads(file.readline())
            self.table = Table(surfaces.load(games.start(game["name"]).surface))
            quiet_frames = 0
            for number, line in enumerate(file):
                now_ms, presses, changes = json.loads(line)
                self.show(changes)
                if number == 1:
                    self.table.command("new", {"game": game["name"], "options": game["options"], "seats": []})
                self.table.now_ms = now_ms - 10
                self.tick(bool(changes), presses)
                quiet_frames = 0 if changes or presses else quiet_frames + 1
                if quiet_frames == _QUIET_FRAMES:
                    gc.collect()  # as the firmware does

    def show(self, changes):
        """Let fields be what sensing said of them."""
        sensing = self.table.sensing
        for field, value, activity in changes:
            sensing.image[field] = value
            sensing.activity[field] = activity


def main(name, path=None):
    count_positions(games.start(name))
    for _ in range(_RUNS):
        if path:
            Replayed().run(path)
        else:
            Timed().run(name, 1)
        print()


main(*sys.argv[1:])
