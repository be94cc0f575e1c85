"""Scanning costs no memory: the heap is locked while frames come."""

import micropython
from fakes_sensing import CellBench, ReedBench, typical_calibration
from treppe import surfaces
from treppe.sensing.cells import CellSensing
from treppe.sensing.reeds import ReedSensing


def _locked(sensing, frames):
    micropython.heap_lock()
    try:
        for frame in frames:
            sensing.update(frame)
    finally:
        micropython.heap_unlock()


def test_reeds_allocate_nothing():
    surface = surfaces.load("reed12")
    bench = ReedBench(surface, ReedSensing(surface, {}))
    bench.run(4)
    frames = []
    for scan in range(60):
        bench.close(surface.NAMES[scan], scan % 3)
        frame = bytearray(bench.frame)
        frame[18] = frame[19] = 255 * (scan % 2)
        frames.append(frame)
    _locked(bench.sensing, frames)
    assert bench.sensing.faults == []


def test_cells_allocate_nothing():
    surface = surfaces.load("square7")
    bench = CellBench(surface, CellSensing(surface, typical_calibration(surface), {}))
    bench.run(12)
    frames = []
    for scan in range(80):
        if scan % 20 == 0:
            bench.put("c3", 12 * (scan // 20) + 18)
            bench.put("e5", 200 if scan == 20 else 12)
            bench.put("g7", 15 if scan == 40 else 0)
        bench.fill()
        frames.append(bench.frame[:])
    _locked(bench.sensing, frames)
    assert bench.value("c3") == 16 + 3
