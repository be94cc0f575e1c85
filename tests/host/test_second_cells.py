"""A tower surface of the second world: readings that drop out."""

from second_board import SecondBoard
from second_world import Disturbances


def test_nobody_is_asked_about_a_field_whose_reading_has_dropped_out_for_a_moment():
    board = SecondBoard(0, Disturbances(dropout_part=0.01))
    board.run(84)
    assert board.counts == {"changes": 84, "asked": 0}
