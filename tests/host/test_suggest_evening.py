"""What is suggested from the frames of whole evenings: each kind of suggestion once, as the page makes it."""

from random import Random

import pytest
from kept_games import KeptGame
from treppe_host.tune.kinds import KINDS
from treppe_host.tune.rerun import Outcome, rerun
from treppe_host.tune.suggest import Point, path, trade_off
from treppe_host.web import texts
from treppe_host.web.tune.panel import advice
from treppe_sim.hands.traits import CLEAN

pytestmark = pytest.mark.long

SAY = texts.load("en").TUNE
PATH = path(KINDS["reed"])
QUICKER, AS_DELIVERED, SURER = 2, 3, 5


class LooseReeds(KeptGame):
    """A game on reeds whose contacts open now and then for up to 90 ms, below pieces that stand."""

    def see(self, frame):
        open_until = self.__dict__.setdefault("open_until_ms", {})
        chance = self.__dict__.setdefault("chance", Random("loose"))
        shaken, now_ms = bytearray(frame), self.board.now_ms
        for field, channel in enumerate(self.board.surface.CHANNELS):
            place, bit = divmod(channel, 8)
            is_closed = not shaken[place] >> bit & 1
            if is_closed and open_until.get(field, 0) <= now_ms and chance.random() < 0.02:
                open_until[field] = now_ms + 10 * chance.randint(1, 9)
            if open_until.get(field, 0) > now_ms:
                shaken[place] |= 1 << bit
        return super().see(shaken)


def evening(kind, games):
    spans = []
    for seed in range(games):
        game = kind("aufstellen", seed, CLEAN)
        game.play_on(150)
        spans.append(game.span())
    return spans


def curve(spans):
    """Return the trade-off between three of the settings, of a board that has those that it was delivered with."""
    points = []
    for number in (QUICKER, AS_DELIVERED, SURER):
        outcome = Outcome()
        for span in spans:
            outcome.add_outcome(rerun(span, PATH[number]))
        points.append(Point(PATH[number], outcome))
    return trade_off(points, PATH[AS_DELIVERED])


@pytest.fixture(scope="module")
def clean():
    return evening(KeptGame, 14)


def test_after_an_evening_without_trouble_the_next_quicker_settings_are_suggested(clean):
    found = curve(clean)
    assert found.points[found.chosen].settings == PATH[QUICKER] and found.num_needed == 0
    assert found.points[found.chosen].outcome.delay_ms < found.points[found.present].outcome.delay_ms
    assert found.points[found.chosen].trouble == 0


def test_after_half_an_evening_all_stays_and_people_hear_how_much_more_it_takes(clean):
    found = curve(clean[:6])
    assert found.chosen == found.present and 100 <= found.points[0].outcome.actions < 300
    assert found.num_needed == 300 - found.points[0].outcome.actions
    assert f"{found.num_needed} actions more." in advice(SAY, found)


def test_after_a_game_or_two_nothing_is_suggested(clean):
    found = curve(clean[:2])
    assert found.chosen == found.present and "Too few actions" in advice(SAY, found)


def test_loose_contacts_suggest_surer_settings_which_save_the_trouble():
    found = curve(evening(LooseReeds, 14))
    now, chosen = found.points[found.present], found.points[found.chosen]
    assert chosen.settings == PATH[SURER]
    assert now.trouble > chosen.trouble == 0
