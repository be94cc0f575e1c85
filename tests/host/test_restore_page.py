"""The page of the sensors undoes what games have taught a surface."""

import json
from types import SimpleNamespace

import pytest
from own_loop import run
from treppe import surfaces
from treppe.sensing import tables
from treppe_host.store.store import Store
from treppe_host.tune import calibrations, lessons
from treppe_host.tune.kinds import sensor_kind
from treppe_host.web import texts
from treppe_host.web.tune.actions import BrowserActions
from treppe_host.web.tune.panel import calibration
from treppe_host.web.tune.sensors import BoardSensors

SQUARE7 = surfaces.load("square7")
WORDS = texts.load("en")


class Connection:
    """A connection to a board that stores what is loaded once OK is pressed."""

    def __init__(self):
        self.board = "b1"
        self.keeper = None
        self.session = None
        self._pieces = []

    async def command(self, do, **fields):
        if do == "load":
            self._pieces.append(bytes.fromhex(fields["hex"]))
        elif do == "button":
            self.session.record = b"".join(self._pieces)
        return {}


@pytest.fixture
def sensors(tmp_path):
    """The sensors of a board that people have calibrated; `learn` lets games teach it."""
    store = Store(f"sqlite:///{tmp_path}/games.db")
    store.connect_board({"board": "b1", "surface": "square7", "firmware": "0.1.0", "boot": 1, "ms": 0, "next": 1})
    table = tables.nominal(SQUARE7)
    table.serial = 3
    lessons.keep(store, "b1", SQUARE7, table)
    connection = Connection()
    sensors = BoardSensors(connection, store)
    sensors.live = connection.session = SimpleNamespace(
        surface=SQUARE7,
        record=b"",
        display={},
        monitor=SimpleNamespace(is_calibrated=True, surface=SQUARE7, table=table),
    )

    def learn():
        learned = tables.nominal(SQUARE7)
        learned.codes[6], learned.serial = learned.codes[6] + 3, 4  # a knot: at 36 g
        lessons.keep(store, "b1", SQUARE7, learned, lessons.LEARNED)
        sensors.live.monitor.table = learned

    sensors.learn = learn
    sensors.store = store
    yield sensors
    store.close()


def test_what_people_calibrated_comes_back_at_a_click(sensors):
    people = sensors.live.monitor.table
    sensors.learn()
    run(sensors.look_at_games())
    assert sensors.can_restore
    assert 'data-emit="restore"' in calibration(WORDS, sensors.live.monitor, can_restore=True)
    view = SimpleNamespace(words=WORDS, notice="")
    run(BrowserActions(sensors, view).by_name()["restore"].take(""))
    back = calibrations.decode(sensors.live.record, SQUARE7)
    assert back.codes == people.codes and back.serial == 5
    made = lessons.made_at(lessons.by_people(sensors.store, "b1", SQUARE7))
    assert view.notice == f"The surface has the calibration by hand of {made} again. Games teach it anew."


def test_what_cannot_be_is_passed_over(sensors):
    people = sensors.live.monitor.table
    content = calibrations.to_json(people, SQUARE7)
    bad = json.loads(content)
    bad["fields"]["c4"] = [code / 10 for code in bad["fields"]["c4"]]
    sensors.store.add_calibration("b1", "square7", json.dumps(bad))
    sensors.live.monitor.table = scaled(people, "c4", 1.1)
    run(sensors.look_at_games())
    assert sensors.can_restore and lessons.by_people(sensors.store, "b1", SQUARE7).content == content


def test_a_calibration_by_people_is_never_called_taught_by_games(sensors):
    later = scaled(sensors.live.monitor.table, "c4", 1.05)
    lessons.keep(sensors.store, "b1", SQUARE7, later)
    sensors.live.monitor.table = later
    run(sensors.look_at_games())
    assert not sensors.can_restore
    assert lessons.to_restore(sensors.store, "b1", SQUARE7, later), "the earlier one can still be asked for"


@pytest.mark.parametrize("gain", [0.7, 1.3])
def test_file_in_which_the_gain_of_one_field_is_off_is_refused_by_name(sensors, gain):
    bad = scaled(sensors.live.monitor.table, "c4", gain)
    view = SimpleNamespace(words=WORDS, notice="")
    sensors.live.monitor.table.doubts = b""
    load = BrowserActions(sensors, view).by_name()["load"].take
    run(load({"name": "mine.json", "text": calibrations.to_json(bad, SQUARE7)}))
    assert "field c4" in view.notice and "%" in view.notice
    assert sensors.live.record == b""


def test_a_calibration_with_a_field_that_rises_otherwise_is_named_and_not_brought_back(sensors):
    good = sensors.live.monitor.table
    good.doubts = b""
    lessons.keep(sensors.store, "b1", SQUARE7, good)
    odd = scaled(good, "c4", 1.3)
    odd.serial = 4
    lessons.keep(sensors.store, "b1", SQUARE7, odd)
    found = sensor_kind(SQUARE7).findings(sensors.store, "b1", SQUARE7)
    assert [(each.diagnostic["field"], each.diagnostic["percent"], each.exit_status) for each in found] == [
        ("c4", "+30", 10)
    ]
    assert lessons.made_at(lessons.by_people(sensors.store, "b1", SQUARE7)) in found[0].found()
    back = lessons.to_restore(sensors.store, "b1", SQUARE7, odd)
    assert back.content == calibrations.to_json(good, SQUARE7)
    good.serial = 5
    lessons.keep(sensors.store, "b1", SQUARE7, good)
    assert lessons.to_restore(sensors.store, "b1", SQUARE7, good) is None, "the bad one stays away"


def scaled(table, name, gain):
    """Return a calibration in which one field rises so much more."""
    content = json.loads(calibrations.to_json(table, SQUARE7))
    zero = content["fields"][name][0]
    content["fields"][name] = [zero + gain * (code - zero) for code in content["fields"][name]]
    return calibrations.decode(calibrations.read_text(json.dumps(content), SQUARE7), SQUARE7)


def test_a_surface_that_has_learned_nothing_has_nothing_to_undo(sensors):
    run(sensors.look_at_games())
    assert not sensors.can_restore and "restore" not in calibration(WORDS, sensors.live.monitor)
    view = SimpleNamespace(words=WORDS, notice="")
    run(BrowserActions(sensors, view).by_name()["restore"].take(""))
    assert sensors.live.record == b"" and view.notice == ""
