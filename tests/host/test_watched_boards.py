"""Careful builders' boards in worlds by other hands: what is sure is right, arms and light fingers or not."""

import random
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "worlds"))

from fourth_world import FourthCells
from watched_board import SQUARE7, WORLDS, WatchedBoard, multiplied


@pytest.mark.parametrize(("world", "times"), [("third", 1), ("fourth", 1), ("third", 2)])
def test_what_is_sure_is_right_and_soon(world, times):
    """At twice a careful builder's levels, lamps and noise together are no knock of the table."""
    build, levels = WORLDS[world]
    board = WatchedBoard(build(SQUARE7, 1, multiplied(levels, "all", times)))
    board.run(30 // times)
    assert sorted(board.settled_ms)[-4] <= 300
    assert board.counts["wrong"] + board.counts["wrong elsewhere"] == 0, board.notes
    assert board.counts["asked"] <= 1


def test_a_hand_that_puts_a_piece_below_its_arm_leaves_nothing_sure_and_wrong():
    """A ball comes to d4 while the arm lies on d3 and e3: two neighbours, and a third that is decided before them."""
    board = WatchedBoard(FourthCells(SQUARE7, 2))
    at = SQUARE7.NAMES.index
    board.put(at("d4"), "O")
    board.world.arm({at("d3"): 20.3, at("e3"): 25.8}, 1500)
    for _ in range(400):
        board.scans(1)
        assert not board.wrong_fields() - {at("d4")}
    assert not any(board.sensing.activity) and board.sensing.image[at("d4")] == board.value(at("d4"))


@pytest.mark.parametrize("seed", [1, 4])
def test_an_arm_that_trembles_is_nowhere_taken_for_pieces(seed):
    """No reading below it comes to rest; its means do, and may agree with another value."""
    board, source = WatchedBoard(FourthCells(SQUARE7, seed)), random.Random(seed)
    fields = [SQUARE7.NAMES.index(name) for name in ("d4", "d5", "d6")]
    for field in fields:
        board.put(field, "B")
        board.scans(150)
    for _ in range(5):
        arm = {field: source.uniform(8, 30) for field in fields}
        board.world.arm(arm, 1500)
        for _ in range(180):
            board.scans(1)
            assert not board.wrong_fields(), arm
        board.scans(300)
        assert [board.sensing.image[field] for field in fields] == [1, 1, 1]
