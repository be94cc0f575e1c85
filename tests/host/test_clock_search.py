"""Clocks in random games: plays, take-backs, pauses, power cuts and flags leave no time over, and none is missing."""

from random import Random

import pytest
from fakes_link import MemoryStorage
from fakes_table import Table
from treppe import games, surfaces
from treppe.alphabet.buttons import OK, UNDO
from treppe_host.records.followed_game import FollowedGame

MINUTE_MS = 60_000
STEPS = 50


class Reference:
    """The clocks by the journal in the plainest way: all of them are kept for each action that stands."""

    def __init__(self, game, options, increment_ms):
        self.state = games.start(game, **options)
        self.left_ms = [MINUTE_MS] * self.state.players
        self.increment_ms = increment_ms
        self.kept = []  # for each action that stands: the clocks when its position came up, and when it was played
        self.came_up = list(self.left_ms)

    def follow(self, event):
        player = self.state.current_player()
        if player >= 0 and "left_ms" in event:
            assert 0 <= event["left_ms"] <= self.left_ms[player], "only time that passes takes any"
            self.left_ms[player] = event["left_ms"]
        if event["k"] == "action":
            self.kept.append((self.came_up, list(self.left_ms)))
            self.state.apply_action(self.state.action(event["word"]))
            self.left_ms[player] += self.increment_ms * (self.state.current_player() != player)
            self.came_up = list(self.left_ms)
        elif event["k"] == "undo":
            for _ in range(event["count"]):
                self.state.undo_action()
                self.came_up, self.left_ms = self.kept.pop()
            self._reopen()
        elif event["k"] == "resume":
            self._reopen()
        elif event["k"] == "resign" and event.get("why") == "time":
            self.left_ms[player] = 0

    def _reopen(self):
        player = self.state.current_player()
        if not self.left_ms[player]:  # the flag had fallen
            self.left_ms = list(self.came_up)


class Play:
    def __init__(self, seed, game, players, increment_s):
        self.random = Random(seed)
        options = {"players": players}
        self.storage = MemoryStorage()
        self.surface = surfaces.load(games.start(game, **options).surface)
        self.table = Table(self.surface, self.storage)
        limits = {"minutes": 1, "increment_s": increment_s}
        self.table.command("new", {"game": game, "options": options, "clock": limits})
        self.table.set_up()
        self.reference = Reference(game, options, 1000 * increment_s)
        self.followed = FollowedGame()
        self.num_followed = 0
        self.table.wait(10, OK)

    @property
    def left_ms(self):
        return list(self.table.session.game_record.clock.left_ms)

    def let_pass(self):
        ms = 10 * self.random.randrange(1, 4000)
        before, player, ran = self.left_ms, self.table.state().current_player(), self._is_running()
        self.table.wait(ms)
        gone = [then - now for then, now in zip(before, self.left_ms, strict=True)]
        if ran == self._is_running() and player == self.table.state().current_player():
            assert gone[player] == ran * ms and sum(gone) == gone[player], "what has passed is what is gone"

    def _is_running(self):
        return self.table.session.game_record.clock.is_running and self.table.phase() == "play"

    def play(self):
        self._lay_out()
        if self.table.phase() == "play":
            self.table.play(self.random.choice([word for word in self.table.legal_words() if word != "."]))

    def take_back(self):
        game_record = self.table.session.game_record
        if game_record.num_undoable():
            count = self.random.randrange(1, 1 + min(4, game_record.num_undoable()))
            self.table.command("undo", {"count": count})
            self._lay_out()

    def press_take_back(self):
        self.table.press(UNDO)
        self._lay_out()

    def start(self):
        self.table.press(OK)

    def pause(self):
        if not self.table.session.game_record.ending:
            self.table.command("pause", {})
            self.table.wait(10_000)
            self.table.command("resume", {})
            self._lay_out()

    def cut_power(self):
        if not self.table.session.game_record.ending:
            self.table = Table(self.surface, self.storage, image=self.table.sensing.image)
            self._lay_out()

    def _lay_out(self):
        if self.table.phase() != "over":
            self.table.set_up()
            self.table.wait(1000)

    def check(self):
        for event in list(self.table.journal.read_from(self.num_followed + 1)):
            self.num_followed = event["e"]
            self.reference.follow(event)
            self.followed.follow(event)
        mover = self.table.state().current_player() if self.table.phase() == "play" else -1
        for player, left_ms in enumerate(self.reference.left_ms):
            if player != mover:
                assert self.left_ms[player] == left_ms, player
        assert 0 <= self.left_ms[mover] <= self.reference.left_ms[mover]
        assert self.followed.left_ms == self.reference.left_ms, "the host counts as the board does"


@pytest.mark.parametrize("game, players", [("step", 2), ("step", 3), ("blockade", 2), ("tor", 2)])
@pytest.mark.parametrize("increment_s", [0, 7])
def test_no_press_makes_time_or_loses_it(game, players, increment_s):
    play = Play(players + increment_s, game, players, increment_s)
    acts = 6 * ["play"] + 4 * ["let_pass"] + 2 * ["take_back"] + ["press_take_back", "start", "pause", "cut_power"]
    for _ in range(STEPS):
        getattr(play, play.random.choice(acts))()
        play.check()
