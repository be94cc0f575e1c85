"""Frames of the sensors read again: what would other settings have made of the same ten seconds?

`treppe tune record FILE` records frames of a board; this program makes its own recording of a simulated one, in which a
piece comes to rest and goes again, and feeds it to sensing under three settings.
"""

from pathlib import Path

from treppe import surfaces
from treppe.alphabet.image import LEVEL
from treppe.sensing.reeds import ReedSensing
from treppe_host.tune.recording import FrameRecorder, Recording
from treppe_sim.bench_board import WorldFrames
from treppe_sim.world import World

PLACE = 5
surface = surfaces.load("reed12")
path = Path("evening.frames")
source = WorldFrames(World(surface, seed=1))
with path.open("w", encoding="utf-8") as file:
    recorder = FrameRecorder(file, surface.NAME, b"")
    at_once = ReedSensing(surface, {})
    for number in range(1, 1001):  # 100 a second
        if number == 300:
            source.world.arrange([["S0"] if field == PLACE else [] for field in range(surface.FIELDS)], {})
        if number == 700:
            source.world.lift(PLACE)
        source.feel(10 * number)
        source.scan(at_once)
        recorder.add_frame(number, bytes(source.frame))
recording = Recording.read(path)
for settings in ({}, {"reed_place_scans": 5}, {"reed_lift_scans": 12}):
    sensing, changes = ReedSensing(surface, settings), []
    before = 0
    for number, frame in recording.frames:
        sensing.update(frame)
        if sensing.image[PLACE] & LEVEL != before:
            before = sensing.image[PLACE] & LEVEL
            changes.append(f"{number / 100:.2f} s {'stands' if before else 'empty'}")
    print(settings or "as shipped", changes)
