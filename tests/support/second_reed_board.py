"""A reed surface of the second world, sensing and table of the firmware on it, and a hand that slides its pieces."""

import random
from collections import Counter
from types import SimpleNamespace

from second_world import SecondReeds
from treppe import games, surfaces
from treppe.sensing.reeds import ReedSensing
from treppe_host.tune.reed_health import ReedLearner
from treppe_sim.bench_board import FRAME_MS, BenchBoard
from treppe_sim.hands import script

REED12 = surfaces.load("reed12")
_LOOK_MS = 1500  # so long after the last movement hands look whether it is recorded
_CARRY_MS = (150, 700)


class SecondFrames:
    """Scans of the second world's reeds for a board; see WorldFrames."""

    surface = REED12
    buttons = 0
    calm_frames = 30

    def __init__(self, reeds):
        self.reeds = reeds
        self.now_ms = 0

    def open_sensing(self, settings):
        return ReedSensing(REED12, settings)

    def feel(self, now_ms):
        return True

    def scan(self, sensing):
        return bool(sensing.update(self.reeds.frame()))

    def frames_at_once(self, frames, calm_frames):
        return 0

    def skip(self, sensing, frames):
        """Let no frame pass unseen."""


class SecondReedBoard:
    """Counts actions, "slid" among them; "passed", fields that filled on the way; and what came of the record.

    After the last movement and 1.5 seconds it is "false" if it says what nobody has played; else, if it lacks the
    action, "asked" or led, or "missing".
    """

    def __init__(self, seed, game="tor", mm_per_s=0.0, drop_chance=0.0, dropping=0):
        self.state = games.start(game)
        self.counts = Counter()
        self.learner = ReedLearner(REED12.FIELDS)
        self.world = SecondReeds(REED12, seed)
        self.bounces = []
        """Of each change that a host got, the field and whether its reed bounced."""
        self.named = set()
        """Fields whose reeds have been named as chattering."""
        self._random = random.Random(f"sliding {seed}")
        self._mm_per_s = mm_per_s
        self._words = []
        self._stand()
        standing = [field for field in range(REED12.FIELDS) if self.world.stands[field]]
        for field in self._random.sample(standing, min(dropping, len(standing))):
            self.world.dropping[field] = drop_chance
        self._begin()

    def run(self, actions):
        """Play random actions."""
        for _ in range(actions):
            if self.state.is_terminal():
                return
            action = self._random.choice(self.state.legal_actions())
            self._move(script(self.state, action))
            self._words.append(self.state.word(action))
            self.state.apply_action(action)
            self.counts["actions"] += 1
            self.board.run_until(self._is_right, _LOOK_MS)
            self._judge()

    def _begin(self):
        """Let a board have recorded what was played, as after questions that people have answered."""
        self.board = BenchBoard(SecondFrames(self.world))
        self.board.table.command("new", {"game": self.state.NAME, "options": self.state.options, "seats": []})
        if self._words:
            self.board.table.command("play", {"words": self._words})
        self.board.run_ms(1000)

    def _stand(self):
        self.world.stands[:] = bytes(1 if value else 0 for value in self.state.image())

    def _is_right(self):
        return self.board.journal.notations() == self._words

    def _judge(self):
        self.named |= {
            diagnostic["field"] for diagnostic in self.board.sensing.faults if diagnostic["code"] == "reed_chatters"
        }
        if self._is_right():
            diagnostic = self.board.session.observed.trace.message
            readings, seen = (bytes.fromhex(diagnostic.get(name, "")) for name in ("readings", "seen"))
            self.learner.take(SimpleNamespace(game=self.counts["actions"] // 100, readings=readings, seen=seen))
            self.bounces += [(readings[at], readings[at + 2] > 0) for at in range(0, len(readings), 3)]
            return
        words, shown = self.board.journal.notations(), self.board.display
        is_asked = shown["choice"] or shown["doubt"] or shown["phase"] != "play"
        is_false = words != self._words[: len(words)]
        self.counts["false" if is_false else "asked" if is_asked else "missing"] += 1
        self._stand()
        self._begin()

    def _move(self, movements):
        acts = [movement.act for movement in movements]
        way = self._way(movements[0].field, movements[1].field) if acts == ["lift", "put"] and self._mm_per_s else []
        if len(way) > 1:
            self._slide(way)
            return
        for movement in movements:
            self.board.run_ms(self._random.uniform(*_CARRY_MS))
            if movement.act in ("lift", "put"):
                self.world.stands[movement.field] = movement.act == "put"

    def _slide(self, way):
        self.counts["slid"] += 1
        self.world.slide(way, self._mm_per_s)
        passed = set()
        while not self.world.stands[way[-1]]:
            self.board.run_ms(FRAME_MS)
            passed |= {field for field in way[1:-1] if self.board.sensing.image[field]}
        self.counts["passed"] += len(passed)

    def _way(self, start, end):
        """Return the fields from one to the other, if they lie in a line and nothing stands between them."""
        (x0, y0), (x1, y1) = (divmod(field, REED12.COLUMNS) for field in (start, end))
        steps = max(abs(x1 - x0), abs(y1 - y0))
        if abs(x1 - x0) not in (0, steps) or abs(y1 - y0) not in (0, steps):
            return []
        places = [(x0 + (x1 - x0) * at // steps, y0 + (y1 - y0) * at // steps) for at in range(steps + 1)]
        way = [x * REED12.COLUMNS + y for x, y in places]
        return [] if any(self.world.stands[field] for field in way[1:]) else way
