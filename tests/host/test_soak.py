"""Weeks of a board: nothing that was on the flash is lost, and none of it comes twice."""

import time

import pytest
from soak import soak
from spread import some


@pytest.mark.parametrize("seed", some([11, 12], 1))
def test_a_board_for_weeks_among_power_cuts_and_hosts_that_come_seldom(seed, monkeypatch):
    monkeypatch.setenv("TZ", "Europe/Berlin")
    time.tzset()
    try:
        board = soak(days=30, games_in_all=250, cuts=30, seed=seed)
        assert board.check() == []
    finally:
        monkeypatch.undo()
        time.tzset()
    assert board.counts["cuts"] > 15 and board.counts["visits"] > 20 and len(board.noted) > 4000
