"""Simulated hands go through calibration and checks by what lamps and report say, on the model of the sensors."""

import pytest
from calibrating_hands import CalibratingHands
from fakes_sensing import MemoryCopies
from treppe import surfaces
from treppe.sensing import stored, tables
from treppe.sensing.cells import CellSensing
from treppe_host.link import protocol
from treppe_host.link.schema_violations import find_violation
from treppe_sim.bench_board import BenchBoard, WorldFrames
from treppe_sim.faults import break_named
from treppe_sim.world import World

pytestmark = pytest.mark.long

MOVEMENT_FRAMES = 100
MOST_MOVEMENTS = 320


class Uncalibrated(WorldFrames):
    """Frames for a sensing that has this table, or none."""

    def __init__(self, world, table):
        super().__init__(world)
        self._table = table

    def open_sensing(self, settings):
        return CellSensing(self.surface, self._table, settings) if self._table else super().open_sensing(settings)


class Room:
    """A board in its world, with hands that calibrate it."""

    def __init__(self, surface, work, table=None, **more):
        self.world = World(surfaces.load(surface), 3)
        self.world.arrange([["B"] if field == 5 else [] for field in range(self.world.surface.FIELDS)], {"B": 3})
        self.memories = {kind: MemoryCopies(b"", b"") for kind in ("calibration", "unfinished", "learned")}
        self.board = BenchBoard(Uncalibrated(self.world, table), open_memory=self.memory)
        self.table = self.board.table
        self.work = work
        self.heard = set()
        self.run()
        self.table.command(work, more)
        self.hands = CalibratingHands(self.world)

    def memory(self, kind="calibration"):
        return self.memories[kind]

    def run(self, frames=MOVEMENT_FRAMES):
        self.board.run_ms(10 * frames)

    def hear(self, report):
        """Hold what the board tells against the table of the protocol."""
        display = self.table.display
        for line in ({"re": 1, "ok": report}, {"m": "display", **display}):
            assert find_violation(line, "check") is None, line
        for diagnostic in (report["says"], report.get("wrong"), display["says"], display.get("wrong")):
            if diagnostic:
                fields = {field.name for field in protocol.table()["code"][diagnostic["code"]].fields}
                assert set(diagnostic) == fields | {"code"}, diagnostic
                self.heard.add(diagnostic["code"])

    def act(self, frames=MOVEMENT_FRAMES):
        """Do the next movement, and let sensors settle."""
        report = self.table.command(self.work, {})
        self.hear(report)
        button = self.hands.act(self.table.roles.decode(), report)
        if button:
            self.table.command("button", {"name": button})
        self.run(frames)

    def follow(self):
        """Do what is wanted until the task is over; return the number of movements."""
        for count in range(MOST_MOVEMENTS):
            self.act()
            if self.table.task is None:
                return count
        raise AssertionError(self.table.display["lines"])


def test_a_whole_calibration_is_as_exact_as_one_by_people():
    surface = surfaces.load("square7")
    room = Room("square7", "calibrate", tables.nominal(surface))
    assert room.follow() >= 2 * 67
    assert " ".join(room.table.display["lines"]) == "Calibration saved"
    table = stored.choose_copy(room.memories["calibration"].copies(), surface)[0]
    codes16 = room.world.sensors.calibration16([84.0])
    off_g = [table.mass_cg(field, code16) / 100 - 84 for field, code16 in enumerate(codes16)]
    assert max(map(abs, off_g)) < 4
    assert room.heard >= {"clear_board", "put_first_tower", "take_one_off", "put_towers", "put_other_towers"}
    room.hands.leave()
    assert [str(piece) for stack in room.world.stacks for piece in stack] == ["B"], "as it was before"


@pytest.mark.parametrize(("is_quick", "minutes"), [(False, 6), (True, 1)])
def test_a_board_with_dead_cells_is_calibrated_without_them(is_quick, minutes):
    surface = surfaces.load("square7")
    room = Room("square7", "calibrate", tables.nominal(surface), few=is_quick)
    break_named(room.world, "open hall:c4")
    break_named(room.world, "lost magnet:f6")
    room.follow()
    assert room.table.display["lines"][0] == "Calibration saved"
    assert {"fields_left_out", "calibration_done_without"} <= room.heard
    table = stored.choose_copy(room.memories["calibration"].copies(), surface)[0]
    dead = {surface.NAMES.index("c4"), surface.NAMES.index("f6")}
    assert all(table.doubt(field) for field in dead)
    if not is_quick:
        assert table.num_known == 47
        codes16 = room.world.sensors.calibration16([84.0])
        off_g = [table.mass_cg(field, code16) / 100 - 84 for field, code16 in enumerate(codes16) if field not in dead]
        assert max(map(abs, off_g)) < 4
    assert room.board.now_ms < 60_000 * minutes, room.board.now_ms


def test_hands_that_were_too_fast_begin_the_tower_again():
    room = Room("square7", "calibrate", tables.nominal(surfaces.load("square7")))
    while room.table.command("calibrate", {})["says"] != {"code": "take_one_off", "left": 5}:
        room.act()
    room.act(frames=2)
    room.act()
    while room.table.command("calibrate", {})["progress"] == [0, 67]:
        room.act()
        assert room.board.now_ms < 60_000, room.table.display["lines"]
    assert "several_pieces" in room.heard


@pytest.mark.parametrize(("surface", "work"), [("square7", "check"), ("reed12", "check")])
def test_a_check_looks_at_every_field(surface, work):
    found = surfaces.load(surface)
    table = tables.nominal(found) if found.SENSOR == "cell" else None
    if table:
        table.serial = 1
    room = Room(surface, work, table)
    assert room.follow() > found.FIELDS
    assert room.table.task is None
    cells = {"clear_board", "check_towers", "field_off", "calibration_done"}
    assert room.heard >= (cells if table else {"move_magnet"})


@pytest.mark.parametrize(("surface", "codes"), [("square7", ["B", "B"]), ("hex49", ["D0", "D0"]), ("reed12", ["S0"])])
def test_hands_bring_pieces_of_the_surface_to_the_light(surface, codes):
    world = World(surfaces.load(surface), 3)
    world.arrange([[] for _ in range(world.surface.FIELDS)], {})
    hands = CalibratingHands(world)
    says = "put_piece" if world.surface.SENSOR == "cell" else "move_magnet"
    for _ in codes:
        assert hands.act("..p", {"says": {"code": says}}) == ""
    assert [str(piece) for piece in world.stacks[2]] == codes
    assert [field for field, stack in enumerate(world.stacks) if stack] == [2]
