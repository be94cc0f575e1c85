"""Time the table under MicroPython: prints, as multiples of the yardstick, what changes and positions of a game cost.

Run it from the checkout, with the name of a game. Clean hands play it at random; now and then they lift another piece.
With a file of recorded frames (see recorded_frames.py) people's hands have played; the longest frame is printed, too.
Times are held against a yardstick of the same moment: a busy machine has quick and slow ones.
"""

# ruff: noqa: E402

import gc
import json
import sys
from array import array

sys.path[:0] = ["firmware", "tests"]

from treppe import runtime

# Modules stay loaded: that takes longer from sources than from a Pico's flash.
runtime.let_go = lambda name: None

from fakes_table import Noise, Table
from treppe import games, surfaces
from treppe.sensing import QUIET, SETTLING, TOUCHED
from treppe.table import view
from treppe.table.buttons import OK
from yardstick import ticks_diff, ticks_us, yardstick_us

_RUNS = 9
_ACTIONS = 24
_ASKED_MS = 2500
_QUIET_FRAMES = 40  # longer than what a record waits for
_MOST_CHANGES = 600
_YARDSTICK_EVERY = 8  # frames


views = [0, 0]  # in a frame: positions that are new, and positions whose legal actions are worked out


class CountedView(view.View):
    """Counts the positions that are worked out."""

    def __init__(self, scratch, leftover=None):
        views[0] += 1
        super().__init__(scratch, leftover)

    def _work_out(self):
        views[1] += 1
        super()._work_out()


view.View = CountedView


class Timed:
    """A game whose frames are timed, in thousandths of the yardstick: of each the best of all runs."""

    num_frames = yardstick_us = 0

    def __init__(self, most=_MOST_CHANGES):
        self.costs = array("i", [1 << 29] * most)
        self.is_position = bytearray(most)
        self.count = 0

    def run(self, name, seed):
        """Play a game; what changes is the same in every run."""
        self.count = 0
        self.table = Table(surfaces.load(games.start(name).surface))
        self.table.new(name)
        random = Noise(seed)
        for number in range(_ACTIONS):
            state = self.table.state()
            if state.is_terminal():
                return
            actions = [action for action in state.legal_actions() if state.placement(action)]
            if not actions:
                return
            placement = state.placement(actions[random.below(len(actions))])
            if number % 4 == 3:
                self.adjust(random)
            for field, change in placement:
                if field < self.table.surface.FIELDS:
                    self.change(field, change)
            self.wait()
            self.settle()

    def settle(self):
        """Answer what is asked, and do what the rules do by themselves."""
        table = self.table
        if table.session.view.image != table.sensing.image:
            table.wait(_ASKED_MS)
        if table.session.offers:
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
        """Let a frame pass; time it if something has changed in it, or is told, or if a position is worked out."""
        session, table = self.table.session, self.table
        is_change = is_change or session.is_to_tell
        views[0] = views[1] = 0
        table.now_ms += 10
        if self.num_frames % _YARDSTICK_EVERY == 0:
            self.yardstick_us = yardstick_us(2)
        self.num_frames += 1
        start = ticks_us()
        session.tick(table.now_ms, presses)
        cost = 1000 * ticks_diff(ticks_us(), start) // self.yardstick_us
        positions = max(views)
        if is_change or positions:
            self.costs[self.count] = min(self.costs[self.count], cost // max(1, positions))
            self.is_position[self.count] = positions > 0
            self.count += 1
        return cost


class Replayed(Timed):
    """A recorded game; `whole` are the costs of each frame, however many positions it has worked out."""

    def __init__(self, frames):
        super().__init__(len(frames))
        self.whole = array("i", [1 << 29] * len(frames))

    def run(self, game):
        """Play it back."""
        self.count = quiet_frames = 0
        self.table = table = Table(surfaces.load(games.start(game["name"]).surface))
        for number, (now_ms, presses, changes) in enumerate(game["frames"]):
            for field, value, activity in changes:
                table.sensing.image[field] = value
                table.sensing.activity[field] = activity
            if number == 1:
                table.session.command("new", {"game": game["name"], "options": game["options"], "seats": []})
            table.now_ms = now_ms - 10
            self.whole[number] = min(self.whole[number], self.tick(bool(changes), presses))
            quiet_frames = 0 if changes or presses else quiet_frames + 1
            if quiet_frames == _QUIET_FRAMES:
                gc.collect()  # as the firmware does


def measure(timed, game):
    """Return mean and worst cost of a change of the image, and of a position, in multiples of the yardstick."""
    for _ in range(_RUNS):
        timed.run(*game)
    found = []
    for is_position in (0, 1):
        costs = [timed.costs[at] / 1000 for at in range(timed.count) if timed.is_position[at] == is_position]
        found += [sum(costs) / len(costs), max(costs)]
    if isinstance(timed, Replayed):
        found.append(max(timed.whole) / 1000)
    return found


def main(name, path=None):
    if path is None:
        return measure(Timed(), (name, 1))
    with open(path) as file:
        game = json.load(file)
    return measure(Replayed(game["frames"]), (game,))


print(json.dumps(main(*sys.argv[1:])))
