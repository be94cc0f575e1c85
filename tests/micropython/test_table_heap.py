"""Looking at a quiet board and lighting it cost no memory."""

import gc

import micropython
from fakes_table import Table
from treppe import surfaces
from treppe.panel import light_bytes, sounds


def test_quiet_session_allocates_nothing():
    table = Table(surfaces.load("square7"))
    table.new("step")
    table.play("a1-b2")
    micropython.heap_lock()
    try:
        for now_ms in range(10000, 12000, 10):
            table.table.tick(now_ms)
    finally:
        micropython.heap_unlock()
    assert table.journal.notations() == ["a1-b2"]


def test_a_running_clock_and_listening_allocate_nothing_within_a_second():
    table = Table(surfaces.load("square7"))
    table.command("new", {"game": "step", "clock": {"minutes": 5}})
    table.set_up()
    table.session.start_clock()
    table.wait(1000)
    listener = sounds.Sounds(table.session)
    left_ms = table.session.game_record.clock.left_ms
    table.wait(left_ms[0] % 1000)  # now what the display shows has just changed
    before_ms = left_ms[0]
    micropython.heap_lock()
    try:
        for now_ms in range(table.now_ms + 10, table.now_ms + 710, 10):
            table.table.tick(now_ms)
            listener.due()
    finally:
        micropython.heap_unlock()
    assert left_ms[0] == before_ms - 700


def test_lamps_allocate_nothing():
    surface = surfaces.load("reed12")
    frames = (bytearray(b"g0x!" * (surface.FIELDS // 4)), bytearray(b"...." * (surface.FIELDS // 4)))
    strip = light_bytes.Lights(surface, bytearray(3 * surface.FIELDS))
    budget = light_bytes.Budget(surface.LIGHT_MA)
    strip.show(frames[0], -1, 0, 100, 0)  # what is chosen in the menu, another brightness, may allocate
    micropython.heap_lock()
    try:
        for now_ms in range(0, 2000, 10):
            light_ma = budget.look(now_ms > 500, 4700 - now_ms // 3, now_ms)
            strip.show(frames[now_ms // 300 % 2], now_ms // 300, now_ms, 100, light_ma)
    finally:
        micropython.heap_unlock()


def test_games_that_are_over_leave_nothing_in_memory():
    table = Table(surfaces.load("square7"))
    files = table.journal.storage.files
    held = []
    for _ in range(30):
        table.new("step")
        table.play(table.legal_words()[0])
        table.command("undo", {"count": 1})
        table.think()
        table.command("discard", {})
        table.wait(100)
        gc.collect()
        held.append(gc.mem_alloc() - sum([len(content) for content in files.values()]))
    assert held[-1] - held[9] < 4000, held
