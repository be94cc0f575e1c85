"""Looking at a quiet board and lighting it cost no memory."""

import micropython
from fakes_table import Table
from treppe import surfaces
from treppe.table import lights


def test_quiet_session_allocates_nothing():
    table = Table(surfaces.load("square7"))
    table.new("step")
    table.play("a1-b2")
    micropython.heap_lock()
    try:
        for now_ms in range(10000, 12000, 10):
            table.session.tick(now_ms)
    finally:
        micropython.heap_unlock()
    assert table.journal.words() == ["a1-b2"]


def test_lamps_allocate_nothing():
    surface = surfaces.load("reed12")
    field_roles = bytearray(b"g0x!" * (surface.FIELDS // 4))
    out = bytearray(3 * surface.FIELDS)
    micropython.heap_lock()
    try:
        for now_ms in range(0, 1000, 30):
            lights.render(field_roles, surface.LAMPS, now_ms, out, 100, 265)
    finally:
        micropython.heap_unlock()
