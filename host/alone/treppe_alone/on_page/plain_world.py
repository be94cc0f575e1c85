"""A world without errors: pieces, a supply and a hand; sensors that read what stands there, and a little noise.

`treppe_sim` has the one with bouncing contacts, leaning pieces and drift; this one fits into a page.
"""

import random

from treppe import surfaces
from treppe.alphabet.image import BALL_CG, BRICK_CG
from treppe.runtime import const
from treppe.sensing import tables
from treppe.sensing.kinds import kind_of

_NOISE = const(5)  # of a sum of four samples, in codes, both ways
_REFERENCES = ((0, 4 * 819), (15, 4 * 1024))
_THERMISTOR = const(57)  # multiplexer 3, channel 9


class World:
    """What stands where on a surface. `stacks`: codes, the bottom first."""

    def __init__(self, name):
        self.surface = surfaces.load(name)
        self.stacks = [[] for _ in range(self.surface.FIELDS)]
        self.hand = []
        self.supply = {}
        self._echo = 255
        self.kind = kind_of(self.surface)
        if self.kind.IS_CALIBRATED:
            self.calibration = tables.nominal(self.surface)
            self.calibration.serial = 1  # these are this board's own codes,
            self.calibration.doubts = b""  # and known

    def arrange(self, stacks, supply):
        self.stacks = [list(stack) for stack in stacks]
        self.supply = dict(supply)
        self.hand = []

    def touch(self, field):
        """Put the piece in the hand onto a field, or lift the top piece from it."""
        if self.hand:
            self.stacks[field].append(self.hand.pop())
        elif self.stacks[field]:
            self.hand.append(self.stacks[field].pop())

    def take(self, code):
        """Take a piece from the supply."""
        if self.supply.get(code) and not self.hand:
            self.supply[code] -= 1
            self.hand.append(code)

    def give(self):
        """Lay the piece in the hand aside."""
        if self.hand:
            code = self.hand.pop()
            self.supply[code] = self.supply.get(code, 0) + 1

    # A scanner, as the table's drivers are.

    def frame(self):
        """Return an empty frame for `scan` to fill."""
        return self.kind.frame_of(bytes(self.kind.FRAME_BYTES))

    def scan(self, frame):
        """Fill in what the sensors read."""
        if self.kind.IS_CALIBRATED:
            self._scan_cells(frame)
        else:
            self._scan_reeds(frame)

    def _scan_reeds(self, frame):
        self._echo ^= 255
        for place in range(18):
            frame[place] = 255
        frame[18] = frame[19] = self._echo
        channels = self.surface.CHANNELS
        for field, stack in enumerate(self.stacks):
            if stack:
                frame[channels[field] >> 3] &= ~(1 << (channels[field] & 7)) & 255

    def _scan_cells(self, frame):
        for mux in range(4):
            for channel, code in _REFERENCES:
                frame[16 * mux + channel] = code + random.randrange(-_NOISE, _NOISE + 1)
        frame[_THERMISTOR] = 4 * 2048
        channels = self.surface.CHANNELS
        for field, stack in enumerate(self.stacks):
            mass_cg = 0
            for code in stack:
                mass_cg += BALL_CG if code[0] == "O" else BRICK_CG
            code = self.calibration.code16(field, mass_cg) >> 2
            frame[channels[field]] = code + random.randrange(-_NOISE, _NOISE + 1)


world = World("square7")


def replace(name):
    """Let the world have another surface."""
    global world
    world = World(name)
