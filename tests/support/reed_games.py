"""A reed surface on which hands carry pieces from field to field, without a table: what a host hears of it."""

from random import Random
from types import SimpleNamespace

from treppe import surfaces
from treppe_sim.bench_board import FRAME_MS, WorldFrames
from treppe_sim.piece import Piece
from treppe_sim.world import World

REED12 = surfaces.load("reed12")
_PIECES = 24
_PATIENCE_FRAMES = 65  # so long after a put the table waits before it says that something is wrong
_PIECE = [Piece("S0", 12)]


class ReedGames:
    """One board with its spread. `errors` counts actions that a table would have missed, or complained of."""

    def __init__(self, seed):
        self._random = Random(f"reed games {seed}")
        self._source = WorldFrames(World(REED12, seed))
        self.reeds = self._source.world.sensors
        self._sensing = self._source.open_sensing({})
        self._now_ms = self._changed_ms = 0
        self._image = bytes(REED12.FIELDS)
        self._seen = bytearray()
        self.errors = 0
        self.game = 0
        self._stands = self._random.sample(range(REED12.FIELDS), _PIECES)
        self.reeds.arrange([_PIECE if field in self._stands else [] for field in range(REED12.FIELDS)])
        self._run(20)
        self._seen = bytearray()

    def play(self, actions=100):
        """Play a game; yield what a host gets of each action that is recorded."""
        self.game += 1
        for _ in range(actions):
            at = self._random.randrange(_PIECES)
            start, end = self._stands[at], self._free_field()
            self._stands[at] = end
            self.reeds.lift(start, [], _PIECE, 1000 * self._now_ms)
            self._run(round(100 * min(3.0, max(0.2, self._random.lognormvariate(-0.4, 0.4)))))
            self.reeds.put(end, _PIECE, 1000 * self._now_ms)
            self._run(_PATIENCE_FRAMES)
            image = self._sensing.image
            if image[start] or not image[end]:
                self.errors += 1
                self._right(start, end)
            else:
                readings = self._sensing.felt(sorted((start, end)))
                yield SimpleNamespace(game=self.game, readings=readings, seen=bytes(self._seen))
            self._seen = bytearray()

    def _free_field(self):
        while True:
            field = self._random.randrange(REED12.FIELDS)
            if field not in self._stands:
                return field

    def _right(self, start, end):
        """People put right what the board complains of: the piece is pushed to the centre, the reed lets go."""
        self.reeds.arrange([_PIECE if field in self._stands else [] for field in range(REED12.FIELDS)])
        self._run(30)
        self._sensing.felt((start, end))

    def _run(self, frames):
        for _ in range(frames):
            self._now_ms += FRAME_MS
            self._source.feel(self._now_ms)
            if self._source.scan(self._sensing) and self._sensing.image != self._image:
                self.see()

    def see(self):
        for field, value in enumerate(self._sensing.image):
            if value != self._image[field]:
                pause = min(65535, (self._now_ms - self._changed_ms) // 10)
                self._changed_ms = self._now_ms
                self._seen += bytes((field, value, pause >> 8, pause & 255))
        self._image = bytes(self._sensing.image)
