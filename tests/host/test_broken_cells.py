"""Cells of the third world break while people play: each is named for what it is, or at least asked about, in time."""

import copy
import functools
import random
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from spread import some
from treppe.sensing import FAULTY, QUIET, UNSURE

sys.path.insert(0, str(Path(__file__).parents[1] / "worlds"))

from third_world import ThirdCells
from watched_board import SQUARE7, WORLDS, WatchedBoard

FIELD = SQUARE7.NAMES.index("d4")
LOOK_SCANS = 500


def _fault(name, board):
    """Return what a broken cell gives for a code at a scan."""
    source, stuck = random.Random(name), []

    def softened(code, scan):
        del code, scan
        cell = board.world.cells[FIELD]
        return min(3848.0, cell.code(4 * cell.bent_mm)) + source.gauss(0, 0.4)

    def stick(code, scan):
        del scan
        stuck.append(code)
        return stuck[0]

    return {
        "stuck": stick,
        "noisy": lambda code, scan: code + source.gauss(0, 25),
        "intermittent": lambda code, scan: 0 if source.random() < 0.15 else code,
        "saturated": lambda code, scan: 3848 + source.gauss(0, 0.4),
        "half gain": lambda code, scan: 2048 + (code - 2048) / 2,
        "offset": lambda code, scan: code + 61,
        "spring": softened,
        "magnet": lambda code, scan: 2048 + source.gauss(0, 0.4),
        "open": lambda code, scan: 0,
    }[name]


NAMED = {
    "stuck": {"hall_dead"},
    "noisy": {"hall_restless"},
    "intermittent": {"hall_loose"},
    "saturated": {"platform_jammed"},
    "half gain": {"platform_off"},
    "magnet": {"magnet_lost"},
    "open": {"hall_open"},
}
"""What each fault may be called; one that is missing is asked about only."""


@functools.cache
def _quiet_board(build):
    board = WatchedBoard(build(SQUARE7, 11))
    for field in (FIELD, FIELD - 1, FIELD + 7, FIELD - 6):
        for piece in "BB":
            board.put(field, piece)
            board.scans(120)
    board.scans(800)
    assert all(activity == QUIET for activity in board.sensing.activity)
    return board


def _board(is_used, build=ThirdCells):
    """Return a copy of a board that has come to rest; its surface is a module, and stays."""
    board = copy.deepcopy(_quiet_board(build), {id(SQUARE7): SQUARE7})
    if is_used:
        board.world.lift(FIELD, 1)
        board.stacks[FIELD] = "B"
        board.scans(10)
    return board


def _look(board, is_used, scans=LOOK_SCANS):
    """Let a used field get its piece; return the names that came up, and whether people were asked, in so many."""
    if is_used:
        board.scans(60)
        board.put(FIELD, "B")
    names, is_asked = set(), False
    for _ in range(scans):
        board.scans(1)
        names |= {(each["code"], each.get("field", "")) for each in board.sensing.faults}
        is_asked |= board.sensing.activity[FIELD] in (UNSURE, FAULTY)
    return names, is_asked


@pytest.mark.parametrize("is_used", [True, False])
@pytest.mark.parametrize(
    "name", ["stuck", "noisy", "intermittent", "saturated", "half gain", "offset", "spring", "magnet", "open"]
)
def test_a_broken_cell_is_named_or_asked_about_within_five_seconds(name, is_used):
    board = _board(is_used)
    board.world.broken[FIELD] = _fault(name, board)
    names, is_asked = _look(board, is_used)
    assert names <= {(code, "d4") for code in NAMED.get(name, ())}
    assert names or is_asked
    if name not in ("offset", "spring"):
        assert names, "its readings say what it is"


@pytest.mark.parametrize("is_used", [True, False])
@pytest.mark.parametrize("g_per_s", some([0.3, -0.6, 1.0, -4.0], 2))
def test_a_cell_that_drifts_is_named_before_it_reads_another_value(g_per_s, is_used):
    board = _board(is_used)
    began = board.world.scan
    board.world.broken[FIELD] = lambda code, scan: code + 5.5 * g_per_s * (scan - began) / 100
    names, _ = _look(board, is_used, 700 if abs(g_per_s) < 0.5 else LOOK_SCANS)
    assert names == {("hall_drifts", "d4")}
    if abs(g_per_s) <= 1:
        _look(board, False)
        assert not board.wrong_fields()


def test_towers_that_are_built_at_any_pace_drift_nowhere():
    board = WatchedBoard(ThirdCells(SQUARE7, 3))
    for number, scans in enumerate((20, 30, 49, 60, 100)):
        for _ in range(6):
            board.put(7 * number, "B")
            board.scans(scans)
        board.scans(100)
        assert board.sensing.faults == []


@pytest.mark.parametrize("is_used", [True, False])
def test_cells_whose_plugs_are_exchanged_are_asked_about(is_used):
    """Each bears what the other bore, from one scan to the next: no hand does that, and no stack leans so."""
    board = _board(is_used)
    sound, places = board.world.frame, [SQUARE7.CHANNELS[field] for field in (FIELD, FIELD + 1)]

    def exchanged():
        sums = sound()
        sums[places[0]], sums[places[1]] = sums[places[1]], sums[places[0]]
        return sums

    board.world.frame = exchanged
    names, _ = _look(board, is_used)
    assert not names
    assert UNSURE in (board.sensing.activity[FIELD], board.sensing.activity[FIELD + 1])
    assert is_used or not board.wrong_fields()


@pytest.mark.parametrize("is_used", [True, False])
def test_a_plug_that_was_loose_for_a_moment_is_forgotten(is_used):
    board = _board(is_used)
    until = board.world.scan + 20
    for field in range(14, 28):
        board.world.broken[field] = lambda code, scan: 0 if scan < until else code
    _look(board, is_used)
    assert board.sensing.faults == []
    assert all(activity == QUIET for activity in board.sensing.activity)
    assert [board.sensing.image[field] for field in range(14, 28)] == [board.value(field) for field in range(14, 28)]


@pytest.mark.parametrize("is_used", [True, False])
@pytest.mark.parametrize("world", WORLDS)
def test_a_ground_that_lamps_lift_is_named_at_once_and_moves_no_value(world, is_used):
    board = _board(is_used, WORLDS[world][0])
    board.world.levels = replace(board.world.levels, ground_codes=20.0)
    for count in range(12):
        board.world.happen()
        names, _ = _look(board, is_used and not count, 100)
        assert not board.wrong_fields() and names <= {("ground_jumps", "")}
        assert names or count < 4
    assert {each["mux"] for each in board.sensing.faults} == {0, 1, 2, 3}


def test_a_sound_cell_is_neither_named_nor_asked_about():
    for is_used in (True, False):
        names, is_asked = _look(_board(is_used), is_used, 1500)
        assert not names and not is_asked


@pytest.mark.parametrize("name", some(["stuck", "half gain", "intermittent", "saturated", "magnet", "open"], 2))
def test_what_was_named_is_forgotten_when_it_reads_as_a_cell_again(name):
    board = _board(is_used=False)
    board.world.broken[FIELD] = _fault(name, board)
    assert _look(board, False)[0]
    del board.world.broken[FIELD]
    board.scans(2500)
    assert board.sensing.faults == []
    assert board.sensing.activity[FIELD] == QUIET and board.sensing.image[FIELD] == 2
