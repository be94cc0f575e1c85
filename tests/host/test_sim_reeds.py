import itertools
from random import Random

from treppe import surfaces
from treppe_sim.piece import Piece
from treppe_sim.reeds import Reeds

SURFACE = surfaces.load("reed12")
FRAME_US = 10_000


def is_closed(reeds, field):
    channel = SURFACE.CHANNELS[field]
    return not reeds.felt()[channel >> 3] >> (channel & 7) & 1


def test_each_field_has_its_own_bit():
    reeds = Reeds(SURFACE, Random(1))
    for field in range(SURFACE.FIELDS):
        reeds.arrange([[Piece("S0", 12)] if other == field else [] for other in range(SURFACE.FIELDS)])
        assert [other for other in range(SURFACE.FIELDS) if is_closed(reeds, other)] == [field]


def test_a_put_piece_closes_its_reed_for_good():
    reeds = Reeds(SURFACE, Random(2))
    now_us = 0
    for field in range(SURFACE.FIELDS):
        reeds.put(field, [Piece("S0", 12)], now_us)
        for _ in range(60):
            now_us += FRAME_US
            reeds.step(now_us)
        assert is_closed(reeds, field), SURFACE.NAMES[field]
        reeds.lift(field, [], [Piece("S0", 12)], now_us)
        reeds.step(now_us + FRAME_US)
        assert not is_closed(reeds, field)


def test_sloppy_hands_make_contacts_open_again_and_leave_some_open():
    reeds = Reeds(SURFACE, Random(3))
    reeds.put_sd_mm = 5.0
    reopened = missed = 0
    now_us = 0
    for trial in range(2000):
        field = trial % SURFACE.FIELDS
        reeds.put(field, [Piece("S0", 12)], now_us)
        seen = []
        for _ in range(60):
            now_us += FRAME_US
            reeds.step(now_us)
            seen.append(is_closed(reeds, field))
        missed += not seen[-1]
        reopened += any(not after for before, after in itertools.pairwise(seen) if before)
        reeds.lift(field, [], [Piece("S0", 12)], now_us)
    # A study of this model: 0.1 to 1.5 % stay open with 3 to 5 mm deviation.
    assert 1 <= missed <= 40
    assert reopened > 20


def test_a_closing_contact_bounces_for_less_than_a_millisecond():
    reeds = Reeds(SURFACE, Random(4))
    seen = set()
    for field in range(SURFACE.FIELDS):
        reeds.put(field, [Piece("S0", 12)], 0)
        reeds.step(50)
        seen.add(is_closed(reeds, field))
    assert seen == {True, False}
    reeds.step(1000)
    assert sum(is_closed(reeds, field) for field in range(SURFACE.FIELDS)) > 140
