"""A board of the second world that is played on, and a host that learns from what it weighs."""

from learning_board import CODES_PER_CG
from second_board import SQUARE7, SecondBoard
from second_world import CAREFUL
from treppe.sensing import stored, storing
from treppe_host.tune import lessons
from treppe_host.tune.felt import Confirmation
from treppe_host.tune.health import declines
from treppe_host.tune.learning import Learner

CHANGES_A_GAME = 40


class SecondLearningBoard(SecondBoard):
    """Games of random changes near the middle; after each one what is learned is put into use, if it is worth it.

    `named` has the fields that the doctor and the page name, with the game after which each was named first.
    """

    def __init__(self, seed, *, learns, levels=CAREFUL):
        super().__init__(seed, levels)
        self.base = self.sensing.calibration
        self.table = self.base
        self.learner = Learner(self.base)
        self.game = 0
        self.named = {}
        self._confirmation = Confirmation(SQUARE7.FIELDS, CODES_PER_CG)
        self._learns = learns

    def weaken(self, field, part):
        """Let a field's magnet lose a part of its strength: all weights on it are felt as so much less."""
        self.world.weaken(field, part)

    def play(self):
        """Play a game, learn from it, and clear the board."""
        self.game += 1
        self._rest()
        self.run(CHANGES_A_GAME)
        self._clear()
        learned = self.learner.table(SQUARE7.NAMES)
        for decline in declines(self.learner, SQUARE7):
            self.named.setdefault(decline.field, self.game)
        if self._learns and lessons.is_worth(self.table, learned):
            self.table = stored.decode(storing.record_of(learned, SQUARE7.NAME), SQUARE7)
            self.sensing.refine(self.table)

    def note_right(self, field):
        """See SecondBoard."""
        for reading in self._confirmation.take(self.sensing.felt([field]), self.game):
            self.learner.take(reading)

    def _clear(self):
        for field, stack in enumerate(self.stacks):
            if stack:
                self.stacks[field] = ""
                self.world.lift(field, len(stack))
        for _ in range(200):
            self.sensing.update(self.world.frame())
        for field in range(SQUARE7.FIELDS):
            self.sensing.assume(field, 0)
