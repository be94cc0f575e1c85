"""Reeds of the second world below a table: pieces that slide over fields, and contacts that drop out."""

import pytest
from second_reed_board import REED12, SecondReedBoard
from spread import some


@pytest.mark.parametrize("mm_per_s", some([80, 40, 120], 1))
def test_fields_that_fill_on_a_sliding_pieces_way_are_no_actions_and_no_faults(mm_per_s: float) -> None:
    passed = 0
    for seed, game in enumerate(("tor", "weltreich")):
        board = SecondReedBoard(seed, game, mm_per_s=mm_per_s)
        board.run(60)
        passed += board.counts["passed"]
        assert not board.counts["false"], board.counts
        assert board.counts["asked"] + board.counts["missing"] <= 2, board.counts
        assert not board.named and not board.learner.declines(), "sound reeds"
    assert passed > 100, "the table has seen them"


def test_reeds_that_drop_out_make_no_false_action_are_named_and_count_in_the_health() -> None:
    board = SecondReedBoard(0, "weltreich", drop_chance=0.02, dropping=10)
    board.run(300)
    assert not board.counts["false"] and board.counts["asked"] + board.counts["missing"] <= 2, board.counts
    assert board.named == {REED12.NAMES[field] for field in board.world.dropping}
    dropping = [bounced for field, bounced in board.bounces if field in board.world.dropping]
    assert sum(dropping) >= len(dropping) / 2, "also of reeds that are known to chatter"
    assert not any(bounced for field, bounced in board.bounces if field not in board.world.dropping)
