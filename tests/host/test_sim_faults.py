"""Faults of a simulated board are what their names say, at the part that is named; its time passes as is wanted."""

from array import array
from random import Random
from types import SimpleNamespace

import pytest
from treppe import surfaces
from treppe_host.commands import play
from treppe_host.web import texts
from treppe_sim import board
from treppe_sim.cells import Cells
from treppe_sim.faults import NAMES, NoSuchFault, break_named, names_for
from treppe_sim.parameters import PARAMETERS
from treppe_sim.piece import Piece
from treppe_sim.reeds import Reeds
from treppe_sim.world import World

REED12, SQUARE7 = surfaces.load("reed12"), surfaces.load("square7")


def broken(surface, text):
    world = World(surface, 1)
    break_named(world, text)
    return world


def test_a_chain_breaks_in_front_of_a_tile_of_two_chips():
    assert broken(REED12, "broken-chain:1").sensors.chips == 0
    assert broken(REED12, "broken chain:9").sensors.chips == 16
    assert broken(REED12, "broken chain").sensors.chips == broken(REED12, "broken-chain:4").sensors.chips == 6


def test_a_field_is_named_as_on_the_board():
    field = REED12.NAMES.index("c4")
    assert broken(REED12, "stuck reed:c4").sensors.stuck == {field: True}
    assert broken(REED12, "dead reed:c4").sensors.stuck == {field: False}
    assert broken(REED12, "dead lamp:c4").dark_from == REED12.LAMPS[field]
    channel = SQUARE7.CHANNELS[SQUARE7.NAMES.index("c4")]
    assert list(broken(SQUARE7, "open hall:c4").sensors.breaks) == [channel]
    assert list(broken(SQUARE7, "reference gone:3").sensors.breaks) == [63]


def test_what_breaks_is_felt():
    reeds = broken(REED12, "stuck reed:c4")
    assert reeds.sensors.felt()[REED12.CHANNELS[REED12.NAMES.index("c4")] >> 3] != 255
    assert broken(REED12, "broken chain:1").sensors.felt()[18:] == bytes([1])
    cells = broken(SQUARE7, "open hall:c4")
    break_named(cells, "reference gone:1")
    codes = array("H", cells.sensors.felt())
    assert codes[SQUARE7.CHANNELS[SQUARE7.NAMES.index("c4")]] == codes[31] == 3 * 16
    break_named(cells, "sag")
    assert cells.supply_v < 4.4


@pytest.mark.parametrize(
    ("surface", "text"),
    [
        *((SQUARE7, text) for text in ("reference gone:4", "open hall:z9", "stuck reed", "tea")),
        *((REED12, name) for name in NAMES if name not in names_for(REED12)),
        *((REED12, text) for text in ("broken chain:0", "stuck reed:z9")),
    ],
)
def test_what_is_not_there_cannot_break(surface, text):
    with pytest.raises(NoSuchFault):
        broken(surface, text)


def test_the_help_lists_all_faults():
    assert play.FAULTS.split(", ") == [name.replace(" ", "-") for name in NAMES]


def test_a_weak_magnet_closes_its_reed_nearer_and_lets_it_open_nearer():
    whole, weak = Reeds(REED12, Random(3)), Reeds(REED12, Random(3))
    weak.weaken(5, 2.0)
    for limits in ("_closes_mm", "_opens_mm"):
        before, after = getattr(whole, limits), getattr(weak, limits)
        assert [round(old - new, 6) for old, new in zip(before, after)] == [
            2.0 if at == 5 else 0.0 for at in range(144)
        ]


@pytest.mark.parametrize("kind", ["gentle", "abrupt"])
def test_a_hand_lets_go_within_the_time_of_its_kind(kind):
    lowest_ms, highest_ms = PARAMETERS["hand"][f"{kind}_release_ms"]
    times_ms = set()
    for seed in range(20):
        cells = Cells(SQUARE7, Random(seed))
        cells.is_abrupt = kind == "abrupt"
        cells.put(7, [Piece("B", 12)], 1_000_000)
        times_ms.add((cells.hands_off_us - 1_000_000) / 1000)
    assert len(times_ms) == 20 and all(lowest_ms <= ms <= highest_ms for ms in times_ms)


def sleeps(monkeypatch, speed, *asked):
    """Return when sleeps end, in seconds; each is when it begins, the board's own time then, and how long it is."""
    clock = SimpleNamespace(now_s=100.0)
    clock.monotonic = lambda: clock.now_s
    monkeypatch.setattr(board, "time", clock)
    pace, ends = board.Pace(speed), []
    for now_s, board_s, wait_s in asked:
        clock.now_s = 100.0 + now_s
        pace.await_end(SimpleNamespace(now_us=1e6 * board_s, wait_us=1e6 * wait_s))
        ends.append(pace.due - 100.0)
    return ends


def test_time_passes_as_fast_as_is_wanted(monkeypatch):
    assert sleeps(monkeypatch, 1, (0.0, 0.0, 0.01), (0.02, 0.02, 0.01)) == pytest.approx([0.01, 0.03])
    assert sleeps(monkeypatch, 10, (0.0, 0.0, 0.1), (0.01, 0.1, 0.1)) == pytest.approx([0.01, 0.02])


def test_what_a_busy_pc_has_lost_is_not_made_up_for(monkeypatch):
    late = sleeps(monkeypatch, 10, (0.0, 0.0, 0.1), (5.0, 0.1, 0.1), (5.01, 0.2, 0.1))
    assert late == pytest.approx([0.01, 5.0, 5.01]), "the board does not hurry afterwards"


def test_the_page_has_words_for_each_fault():
    for language in ("en", "de"):
        words = texts.load(language).FAULTS
        assert [name for name in NAMES if name not in words] == []
        assert len(set(words.values())) == len(words)
