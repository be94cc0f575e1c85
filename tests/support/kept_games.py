"""Games that hands play on a board without a process, whose sensors' readings are kept as a host keeps them."""

from table_games import Failed, Game
from treppe.fold import GameLog
from treppe.sensing.moved import Moved
from treppe_host.tune.kept_frames import Readings
from treppe_host.tune.rerun import Span


class KeptGame(Game):
    """A game; `lines` are the messages of the stream `moved`."""

    def __init__(self, *args, **options):
        super().__init__(*args, **options)
        self.lines = []
        self._moved = Moved(self.board.sensing)
        self._last_ms = 0
        self._update = self.board.sensing.update
        self._version = 0
        self.board.sensing.update = self.see

    def see(self, frame):
        now_ms = self.board.now_ms
        missed = min(100, max(1, (now_ms - self._last_ms) // 10 if self._last_ms else 1))
        for early in range(missed, 0, -1):
            self._moved.take(frame, now_ms - 10 * (early - 1))
            if self._moved.version != self._version:
                self._version = self._moved.version
                self.lines.append(self._moved.message())
        self._last_ms = now_ms
        return self._update(frame)

    def play_on(self, most_actions):
        """Play some actions; a record that is not what was meant ends the game."""
        try:
            self.set_up()
            while not self.state.is_terminal() and len(self.notations) < most_actions:
                self.turn(self.players.choose_turn(self.state, self.this_turn))
        except Failed:
            pass
        self.board.run_ms(3000)

    def span(self):
        """Return what a host knows of it."""
        readings = Readings(self.board.surface)
        frames = [
            each for line in self.lines if line for each in readings.follow(line["ms"], bytes.fromhex(line["moved"]))
        ]
        standing = [(event["word"], event["ms"]) for event in GameLog(self.board.events).actions]
        record = self.board.sensing.record()
        first = next(at for at, (ms, _) in enumerate(frames) if ms >= self.board.events[0]["ms"]) - 1
        start = self.state.clone()
        return Span(
            start.surface, record, start.NAME, start.options, (), tuple(standing), tuple(frames[max(0, first) :])
        )
