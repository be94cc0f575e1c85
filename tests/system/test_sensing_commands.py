"""The whole firmware on the simulated tower board: self-test, faults at the start, a field calibrated by hands."""

import tomllib
from contextlib import ExitStack
from itertools import combinations
from pathlib import Path

import pytest
from treppe.sensing import stored, tables
from treppe.surfaces import square7
from treppe_host.deploy import running_board
from treppe_host.errors import CommandRefused
from treppe_host.link.diagnostics import part_of
from treppe_sim.faults import break_named, break_part, mend, names_for
from whole_board import WholeBoard

pytestmark = pytest.mark.long


class Host(WholeBoard):
    """A host that asks for a self-test."""

    def self_test(self, **fields):
        answer = self.ask("self_test", **fields)
        for _ in range(60):
            if not answer["running"]:
                break
            self.board.run_ms(100)
            answer = self.ask("self_test")
        return {test["told"]["code"]: test for test in answer["tests"]}


@pytest.fixture
def host(tmp_path):
    """Return what builds a board; it breaks fields first, is then switched on."""
    with ExitStack() as hosts:

        def build(surface, *broken, variant="steel"):
            at = Host(surface, tmp_path, seed=3, variant=variant)
            for kind, field in broken:
                break_part(at.board.world, kind, field)
            return hosts.enter_context(at)

        yield build


def test_whole_board_is_good(host):
    at = host("square7")
    assert at.client.hello["complaints"] == []
    tests = at.self_test(empty=True)
    assert {code for code, test in tests.items() if test["state"] != "good"} == set()
    parts = {"lamps", "surface", "supply", "surface_memory", "select_lines", "fields", "multiplexers"}
    assert parts <= {part_of(test["told"]) for test in tests.values()}
    assert at.ask("status")["faults"] == []


def test_faults_at_the_start_are_named_and_the_rest_works(host):
    at = host("square7", ("lost magnet", square7.NAMES.index("c4")))
    fault = at.ask("status")["faults"][0]
    assert (fault["code"], fault["field"]) == ("magnet_lost", "c4")
    tests = at.self_test()
    assert tests["magnet_lost"]["state"] == "broken" and tests["magnet_lost"]["told"]["field"] == "c4"
    mend(at.board.world)
    assert "magnet_lost" not in at.self_test() and at.ask("status")["faults"] == []


CELL_FAULTS = {
    "open-hall": {"code": "hall_open", "field": "d4"},
    "shorted-hall:c4": {"code": "hall_shorted", "field": "c4"},
    "lost-magnet:a1": {"code": "magnet_lost", "field": "a1"},
    "jammed-platform:g7": {"code": "platform_jammed", "field": "g7"},
    "reference-gone:2": {"code": "reference_wrong", "mux": 2, "channel": 15},
    "noisy-converter": {"code": "converter_noisy"},
    "dead-lamp:b2": {"code": "lamps_dark"},
    "sag": {"code": "supply_weak", "source": "5V"},
}


def test_each_fault_of_a_tower_board_that_can_be_ordered_is_named(host):
    at = host("square7")
    named = {fault.split(":")[0].replace("-", " ") for fault in CELL_FAULTS}
    assert named | {"humming hall"} == set(names_for(at.board.surface))
    for fault in CELL_FAULTS:
        break_named(at.board.world, fault)
    odd = {code: test["told"] for code, test in at.self_test(empty=True).items() if test["state"] != "good"}
    assert odd.keys() == {reported["code"] for reported in CELL_FAULTS.values()}, odd
    for reported in CELL_FAULTS.values():
        assert reported.items() <= odd[reported["code"]].items(), odd
    mend(at.board.world)
    break_named(at.board.world, "humming-hall:d4")  # a noisy converter would hide it
    odd = [test["told"] for test in at.self_test(empty=True).values() if test["state"] != "good"]
    assert odd == [{"code": "hall_restless", "field": "d4"}]


@pytest.mark.parametrize("mains_hz", [50, 60])
def test_a_self_test_sees_the_mains_whatever_their_phase(host, mains_hz):
    """The phase is another one at each field; 5 codes are 4 mV."""
    at = host("square7")
    sensors = at.board.world.sensors
    sensors.mains_hz = mains_hz
    sensors.hum_codes.update(dict.fromkeys(at.board.surface.CHANNELS, 5.0))
    answer = at.ask("self_test")
    while answer["running"]:
        at.board.run_ms(100)
        answer = at.ask("self_test")
    named = [test["told"]["field"] for test in answer["tests"] if test["told"]["code"] == "hall_restless"]
    assert named == list(at.board.surface.NAMES)


MATRIX = tomllib.loads((Path(__file__).parents[1] / "data/fault_matrix.toml").read_text(encoding="utf-8"))
OF_DRIVERS = {
    "dead lamp": ("b2", {"code": "lamps_dark"}, ()),
    "sag": ("", {"code": "supply_weak", "source": "5V"}, ()),
    "broken chain": ("4", {"code": "tile_silent", "tile": 4}, ("stuck reed", "dead reed", "chattering reed")),
}
"""Faults that drivers see, as in the matrix: the part, what is reported, and what nobody sees beside it."""


@pytest.mark.parametrize("surface", ["square7", "reed12"])
def test_faults_that_drivers_see_are_named_beside_each_other_fault_with_what_to_do(host, surface):
    at = host(surface)
    names, world = at.board.surface.NAMES, at.board.world
    known = {
        name: (each.get("part", ""), each["told"], each.get("hides", ())) for name, each in MATRIX[surface].items()
    }
    known |= {name: each for name, each in OF_DRIVERS.items() if name in names_for(at.board.surface)}
    for pair in combinations(known, 2):
        if not OF_DRIVERS.keys() & set(pair):
            continue  # test_fault_matrix.py has them
        # A reed chatters below a piece, and a silent tile is distinguished from those after it by pieces before it.
        standing = names if "broken chain" in pair else ("d5",) if "chattering reed" in pair else ()
        world.arrange([["S0"] if name in standing else [] for name in names], {})
        for name in pair:
            break_named(world, f"{name}:{known[name][0]}".rstrip(":"))
        found = [test for test in at.self_test(empty=True).values() if test["state"] != "good"]
        hidden = {each for name in pair for each in known[name][2]}
        wanted = [known[name][1] for name in pair if name not in hidden and known[name][1]]
        for reported in wanted:
            assert any(reported.items() <= each["told"].items() for each in found), (pair, reported, found)
        assert len(found) == len(wanted), (pair, found)
        for each in found:
            finding = running_board.tested(each["state"], each["told"])
            assert finding.exit_status == (11 if each["state"] == "broken" else 10), (pair, finding)
            assert finding.advised("en") and finding.advised("de"), (pair, finding)
        mend(world)
        at.board.run_ms(300)


def test_reeds_that_are_stuck_or_dead_are_named(host):
    at = host("reed12", ("stuck reed", 17))
    name = at.board.surface.NAMES[17]
    stuck = {"state": "broken", "told": {"code": "reed_stuck", "field": name}}
    assert at.self_test(empty=True)["reed_stuck"] == stuck
    mend(at.board.world)
    at.board.world.arrange([["S0"] if field == 20 else [] for field in range(144)], {})
    break_part(at.board.world, "chattering reed", 20)
    tests = at.self_test(empty=True)
    chatters = {"state": "look", "told": {"code": "reed_chatters", "field": at.board.surface.NAMES[20]}}
    assert "reed_stuck" not in tests and tests["reed_chatters"] == chatters
    mend(at.board.world)
    at.board.world.arrange([["S0"] for _ in range(144)], {})
    break_part(at.board.world, "broken chain", 7)
    assert at.self_test()["tile_silent"] == {"state": "broken", "told": {"code": "tile_silent", "tile": 4}}
    break_part(at.board.world, "broken chain", 0)
    assert at.self_test()["chain_silent"]["state"] == "broken"


def test_a_field_is_calibrated_by_hands_and_kept(host):
    at = host("square7")
    world, field = at.board.world, at.board.surface.NAMES.index("d4")
    world.supply = {"D0": 7}
    assert at.ask("field", name="d4")["progress"] == [0, 7]
    for done in range(7):
        assert at.board.run_until(lambda done=done: at.ask("field")["progress"][0] == done, 5000)
        at.board.run_ms(900)
        world.take("D0")
        world.put(field)
    assert at.board.run_until(lambda: at.ask("field")["says"]["code"] == "take_tower_off", 5000)
    world.lift(field, 7)
    assert at.board.run_until(lambda: at.ask("field")["done"], 5000)
    before = (at.board.folder / "memory.img").read_bytes()
    at.ask("button", name="OK")
    assert at.board.run_until(lambda: at.client.latest["display"]["phase"] == "idle", 3000)
    after = (at.board.folder / "memory.img").read_bytes()
    old = stored.decode(before[2:861], at.board.surface)
    new = stored.decode(after[2:861], at.board.surface)
    assert new.serial == old.serial + 1 and after[:861] == after[2048 : 2048 + 861]
    assert [f for f in range(49) if tables.knots16(old, f) != tables.knots16(new, f)] == [field]
    assert (
        max(abs(a - b) for a, b in zip(tables.knots16(old, field), tables.knots16(new, field), strict=True)) < 16 * 25
    )
    at.board.cut_power()
    at.switch_on()
    assert at.client.hello["complaints"] == []


def test_bricks_on_petg_are_refused_at_set_up(host):
    at = host("square7", variant="petg")
    with pytest.raises(CommandRefused) as refusal:
        at.ask("new", game="step", options={})
    assert refusal.value.diagnostic == {"code": "discs_only", "material": "petg"}
    assert at.ask("status")["phase"] == "idle"


@pytest.mark.parametrize("begun", ["check", "calibrate", "field"])
def test_a_calibration_cannot_be_sent_while_another_work_goes_on(host, begun):
    at = host("square7")
    at.ask(begun, **({"name": "a1"} if begun == "field" else {}))
    for learned in (False, True):
        with pytest.raises(CommandRefused) as refused:
            at.ask("load", size=2046, at=0, hex="5450", learned=learned)
        assert refused.value.args[0]["code"] in ("busy", "game_played")
    assert at.ask("status")["phase"] == "calibrate" and at.client.hello["boot"] == 1
