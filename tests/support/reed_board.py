"""A reed surface in virtual time on which many hands put and lift pieces, with wobble and bounce."""

from collections import Counter
from random import Random

from treppe import surfaces
from treppe_sim.bench_board import WorldFrames
from treppe_sim.piece import Piece
from treppe_sim.world import World

REED12 = surfaces.load("reed12")
FRAME_US = 10_000.0
_HANDS = 24  # fields that change in the same second
_FRAMES = 70  # longer than a hand wobbles, and a place takes


class ReedBoard:
    """Reeds with their spread, and the firmware's sensing of them. Pieces come to stand within 6 mm of the centre."""

    def __init__(self, seed):
        self.random = Random(seed)
        self._source = WorldFrames(World(REED12, seed))
        self.reeds = self._source.world.sensors
        self.reeds.put_sd_mm = 3.0
        self.reeds.put_cut_mm = 6.0
        self.sensing = self._source.open_sensing({})
        self.stands = [False] * REED12.FIELDS
        self.now_us = 0.0
        self.counts = Counter()
        self.lift_ms = []
        self.place_ms = []
        self._contacts = {}
        self._moved_us = {}
        for _ in range(20):
            self._scan()

    def run(self, trials):
        """Put or lift at about so many fields, and look what sensing makes of it."""
        for _ in range(max(1, trials // _HANDS)):
            self._round()

    def _scan(self):
        """Let a frame's time pass, with a look at the contacts between, and scan."""
        self._look(self.now_us + self.random.random() * FRAME_US)
        self._look(self.now_us + FRAME_US)
        self.now_us += FRAME_US
        self._source.scan(self.sensing)

    def _look(self, now_us):
        self._source.feel(now_us / 1000)
        for field, was_closed in self._contacts.items():
            if self.reeds.is_closed(field) != was_closed:
                self._contacts[field] = not was_closed
                self._moved_us[field] = now_us

    def _round(self):
        fields = self.random.sample(range(REED12.FIELDS), _HANDS)
        before = bytes(self.sensing.image)
        self._contacts = {field: self.reeds.is_closed(field) for field in fields}
        for field in fields:
            piece = [Piece("S0", 12)]
            if self.stands[field]:
                self.reeds.lift(field, [], piece, self.now_us)
            else:
                self.reeds.put(field, piece, self.now_us)
            self.stands[field] = not self.stands[field]
        self._look(self.now_us)
        changes = Counter()
        for _ in range(_FRAMES):
            self._scan()
            image = bytes(self.sensing.image)
            if image == before:
                continue
            for field in range(REED12.FIELDS):
                if image[field] != before[field]:
                    self._take(field, image[field], changes)
            before = image
        self.counts["trials"] += _HANDS
        self.counts["missed"] += sum(before[field] != self.stands[field] for field in fields)
        self.counts["pairs more"] += sum(count // 2 for count in changes.values())

    def _take(self, field, value, changes):
        if field not in self._contacts:
            self.counts["false"] += 1
            return
        changes[field] += 1
        took_ms = (self.now_us - self._moved_us[field]) / 1000
        (self.place_ms if value else self.lift_ms).append(took_ms)
