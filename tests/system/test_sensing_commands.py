"""The whole firmware on the simulated tower board: self-test, faults at the start, a field calibrated by hands."""

import pytest
from fakes_link import ListStore
from treppe.sensing import stored, tables
from treppe_host.errors import CommandRefused
from treppe_host.link.client import Client
from treppe_sim.board import SimulatedBoard
from treppe_sim.faults import break_named, break_part, mend, names_for


class Host:
    """A board in virtual time, and a host that asks it."""

    def __init__(self, surface, folder, variant="steel"):
        self.board = SimulatedBoard(surface, folder, seed=3, variant=variant, clock="virtual")

    def start(self):
        self.client = Client(ListStore())
        self.board.attach(self.client)
        self.board.start()
        assert self.board.run_until(lambda: self.client.hello, 3000)

    def ask(self, command, **fields):
        asked = self.client.command(command, **fields)
        assert self.board.run_until(asked.done, 3000)
        return asked.result()

    def self_test(self, **fields):
        answer = self.ask("self_test", **fields)
        for _ in range(60):
            if not answer["running"]:
                break
            self.board.run_ms(100)
            answer = self.ask("self_test")
        return {test["name"]: test for test in answer["tests"]}


@pytest.fixture
def host(tmp_path):
    hosts = []

    def build(surface, variant="steel"):
        hosts.append(Host(surface, tmp_path, variant))
        return hosts[-1]

    yield build
    for each in hosts:
        each.board.stop()


def test_whole_board_is_good(host):
    at = host("square7")
    at.start()
    assert at.client.hello["complaints"] == []
    tests = at.self_test(empty=True)
    assert {name for name, test in tests.items() if test["state"] != "good"} == set()
    assert {"lamps", "surface", "supply", "surface memory", "select lines", "fields", "multiplexers"} <= set(tests)
    assert at.ask("status")["faults"] == []


def test_faults_at_the_start_are_named_and_the_rest_works(host):
    at = host("square7")
    field = at.board.surface.NAMES.index("c4")
    break_part(at.board.world, "lost magnet", field)
    at.start()
    assert at.ask("status")["faults"][0].startswith("field c4: the magnet is lost")
    tests = at.self_test()
    assert tests["field c4"]["state"] == "broken" and "all other fields work" in tests["field c4"]["text"]
    mend(at.board.world)
    assert "field c4" not in at.self_test() and at.ask("status")["faults"] == []


CELL_FAULTS = {
    "open-hall": ("field d4", "Hall output open"),
    "shorted-hall:c4": ("field c4", "shorted to the supply"),
    "lost-magnet:a1": ("field a1", "magnet is lost"),
    "jammed-platform:g7": ("field g7", "jammed"),
    "reference-gone:2": ("multiplexer M2", "channel 15 reads"),
    "noisy-converter": ("converter", "noisy"),
    "dead-lamp:b2": ("lamps", "first dark one"),
    "sag": ("supply", "another cable"),
}


def test_each_fault_of_a_tower_board_that_can_be_ordered_is_named(host):
    at = host("square7")
    at.start()
    assert {fault.split(":")[0].replace("-", " ") for fault in CELL_FAULTS} == set(names_for(at.board.surface))
    for fault in CELL_FAULTS:
        break_named(at.board.world, fault)
    odd = {name: test["text"] for name, test in at.self_test(empty=True).items() if test["state"] != "good"}
    assert odd.keys() == {part for part, _ in CELL_FAULTS.values()}, odd
    for part, words in CELL_FAULTS.values():
        assert words in odd[part], odd


def test_reeds_that_are_stuck_or_dead_are_named(host):
    at = host("reed12")
    break_part(at.board.world, "stuck reed", 17)
    at.start()
    name = at.board.surface.NAMES[17]
    assert at.self_test(empty=True)["field " + name]["state"] == "broken"
    mend(at.board.world)
    at.board.world.arrange([["S0"] if field == 20 else [] for field in range(144)], {})
    break_part(at.board.world, "chattering reed", 20)
    tests = at.self_test(empty=True)
    assert "field " + name not in tests and tests["field " + at.board.surface.NAMES[20]]["state"] == "look"
    mend(at.board.world)
    at.board.world.arrange([["S0"] for _ in range(144)], {})
    break_part(at.board.world, "broken chain", 7)
    assert at.self_test()["tile 4 of the reed chain"]["state"] == "broken"
    break_part(at.board.world, "broken chain", 0)
    assert at.self_test()["reed chain"]["state"] == "broken"


def test_a_field_is_calibrated_by_hands_and_kept(host):
    at = host("square7")
    at.start()
    world, field = at.board.world, at.board.surface.NAMES.index("d4")
    world.supply = {"D0": 7}
    assert at.ask("field", name="d4")["progress"] == [0, 7]
    for done in range(7):
        assert at.board.run_until(lambda done=done: at.ask("field")["progress"][0] == done, 5000)
        at.board.run_ms(900)
        world.take("D0")
        world.put(field)
    assert at.board.run_until(lambda: "Take all" in " ".join(at.ask("field")["lines"]), 5000)
    world.lift(field, 7)
    assert at.board.run_until(lambda: at.ask("field")["done"], 5000)
    before = (at.board.folder / "memory.img").read_bytes()
    at.ask("button", name="OK")
    assert at.board.run_until(lambda: at.client.latest["display"]["phase"] == "idle", 3000)
    after = (at.board.folder / "memory.img").read_bytes()
    old = stored.decode(before[2:812], at.board.surface)
    new = stored.decode(after[2:812], at.board.surface)
    assert new.serial == old.serial + 1 and after[:812] == after[2048 : 2048 + 812]
    assert [f for f in range(49) if tables.knots16(old, f) != tables.knots16(new, f)] == [field]
    assert (
        max(abs(a - b) for a, b in zip(tables.knots16(old, field), tables.knots16(new, field), strict=True)) < 16 * 25
    )
    at.board.cut_power()
    at.start()
    assert at.client.hello["complaints"] == []


def test_bricks_on_petg_are_refused_at_set_up(host):
    at = host("square7", "petg")
    at.start()
    asked = at.client.command("new", game="step", options={})
    at.board.run_until(asked.done, 3000)
    with pytest.raises(CommandRefused, match="springs of PETG creep too much"):
        asked.result()
    assert at.ask("status")["phase"] == "idle"
