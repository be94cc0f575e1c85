"""A field that goes bad is reported before it errs, and sound ones are not."""

import random

import pytest
from learning_board import LearningBoard
from treppe import surfaces
from treppe_host.tune.health import RECENT, declines, margin
from treppe_host.tune.learned_field import Surprise

pytestmark = pytest.mark.long

SQUARE7 = surfaces.load("square7")


def history(count, spread, seed=1, first_game=0):
    chance = random.Random(seed)
    return [Surprise(first_game + at // 3, *[chance.gauss(0, spread)] * 2) for at in range(count)]


class Learned:
    """Fields with these histories."""

    def __init__(self, *histories):
        self.fields = [type("Field", (), {"history": each})() for each in histories]

    def moving_zeros(self):
        return {}


def test_sound_fields_are_left_in_peace():
    assert not declines(Learned(*[history(300, 1.0, seed) for seed in range(200)]), SQUARE7)


def test_one_odd_reading_is_no_decline():
    odd = [*history(40, 0.8), Surprise(14, 40.0, 40.0)]
    assert not declines(Learned(odd), SQUARE7)


def test_two_stacks_that_lean_on_others_are_no_decline():
    leaning = [Surprise(14, -sigmas, 2.0) for sigmas in (4.6, 4.9, 4.3, 5.0)]
    assert not declines(Learned([*history(40, 0.8), *leaning, *history(4, 0.8)]), SQUARE7)


def test_a_field_whose_readings_scatter_is_told_with_its_margins():
    found = declines(Learned(history(60, 1.0), [*history(60, 1.0), *history(RECENT, 4.0, 2, 20)]), SQUARE7)
    assert [each.field for each in found] == [1] and found[0].before > 2.3 > found[0].now and found[0].games == 4
    assert margin(history(60, 1.0), SQUARE7) > 2


def test_grit_under_a_platform_is_told():
    board = LearningBoard("seven", "steel", 5, "procedure", players=2, tiles=False)
    for _ in range(4):
        board.play()
    assert not declines(board.learner, board.surface)
    for number in range(9):
        board.soil(17, 0.8 * number)
        board.play()
        if declines(board.learner, board.surface):
            break
    assert [each.field for each in declines(board.learner, board.surface)] == [17]
    assert board.counts["wrong"] == 0
