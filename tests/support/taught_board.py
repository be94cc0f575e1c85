"""A board of the second, third or fourth world that is played on, and a host that learns from what it weighs."""

from learning_board import CODES_PER_CG
from second_board import SQUARE7
from treppe.sensing import stored, storing
from treppe_host.tune import lessons
from treppe_host.tune.felt import Confirmation
from treppe_host.tune.health import declines, together_percent
from treppe_host.tune.learning import Learner

CHANGES_A_GAME = 40
ALL_FIELDS = -1


class TaughtBoard:
    """Games of random changes near the middle; after each one what is learned is put into use, if it is worth it.

    `named` has the fields that the doctor and the page name, ALL_FIELDS among them, with the game after which each was
    named first.
    """

    def __init__(self, board, *, learns):
        self.board, self.world, self.sensing = board, board.world, board.sensing
        self.counts = board.counts
        self.base = self.table = self.sensing.calibration
        self.learner = Learner(self.base)
        self.game = 0
        self.named = {}
        self.first_wrong = 0
        """The game in which something was wrong first."""
        self._confirmation = Confirmation(SQUARE7.FIELDS, CODES_PER_CG)
        self._learns = learns
        board.note_right = self._note_right

    @property
    def num_wrong(self):
        return self.counts["wrong"] + self.counts["wrong elsewhere"]

    def play(self):
        """Play a game, learn from it, and clear the board."""
        self.game += 1
        self.board.rest()
        self.board.run(CHANGES_A_GAME)
        if self.num_wrong:
            self.first_wrong = self.first_wrong or self.game
        self._clear()
        learned = self.learner.table(SQUARE7.NAMES)
        for decline in declines(self.learner, SQUARE7):
            self.named.setdefault(decline.field, self.game)
        if together_percent(self.learner):
            self.named.setdefault(ALL_FIELDS, self.game)
        if self._learns and lessons.is_worth(self.table, learned):
            self.table = stored.decode(storing.record_of(learned, SQUARE7.NAME), SQUARE7)
            self.sensing.refine(self.table)

    def is_wrong_before_named(self, fields):
        """Tell whether something was wrong before one of these fields, or all together, were named."""
        named = min((self.named[field] for field in (*fields, ALL_FIELDS) if field in self.named), default=1 << 30)
        return 0 < self.first_wrong <= named

    def _note_right(self, field):
        for reading in self._confirmation.take(self.sensing.felt([field]), self.game):
            self.learner.take(reading)

    def _clear(self):
        for field, stack in enumerate(self.board.stacks):
            if stack:
                self.board.stacks[field] = ""
                self.world.lift(field, len(stack))
        for _ in range(200):
            self.sensing.update(self.world.frame())
        for field in range(SQUARE7.FIELDS):
            self.sensing.assume(field, 0)
