"""A surface of your own: a line of eight reeds, read in the order of its fields, under the unchanged firmware.

A surface is a module with tables. `treppe hardware build` makes it from `hardware/surfaces/NAME.toml`, with drawings,
orders and a wiring list besides. Here it is written by hand, and sensing runs over it alone.
"""

from types import ModuleType

from treppe import surfaces
from treppe_sim.bench_board import BenchBoard, WorldFrames
from treppe_sim.world import World

line = ModuleType("line8")
vars(line).update(vars(surfaces.load("start4")))  # what a line has in common with the starter board of sixteen
line.NAME, line.TITLE = "line8", "A line of eight"
line.COLUMNS, line.ROWS, line.FIELDS = 8, 1, 8
line.NAMES = surfaces.Names(4, "a1  b1  c1  d1  e1  f1  g1  h1  ")
line.CHANNELS = line.LAMPS = bytes(range(8))

board = BenchBoard(WorldFrames(World(line, seed=1, build="start4")))
board.world.arrange([["S0"] if name in ("c1", "e1") else [] for name in line.NAMES], {})
board.run_ms(1000)
print("stands on", [name for name, value in zip(line.NAMES, board.sensing.image, strict=True) if value])
board.world.lift(line.NAMES.index("e1"))
board.run_ms(1000)
print("and then on", [name for name, value in zip(line.NAMES, board.sensing.image, strict=True) if value])
