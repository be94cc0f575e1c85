import io
import json
import time
from types import SimpleNamespace

from rich.console import Console
from sensing_board import SQUARE7
from stored_board import Board
from treppe import surfaces
from treppe.sensing import stored, storing
from treppe.sensing.tables import NOMINAL16, nominal
from treppe_host.store.store import Store
from treppe_host.tune import calibrations
from treppe_host.tune.learning import Learner
from treppe_host.tune.month_figures import OF_CELLS, OF_REEDS, glow, values
from treppe_host.tune.months import months_of_values, months_of_weights
from treppe_host.tune.months_terminal import draw
from treppe_host.tune.reed_health import LATE, ReedDecline
from treppe_host.web import texts
from treppe_host.web.tune.learned import glance
from treppe_host.web.tune.months_map import months_map

REED12 = surfaces.load("reed12")
DAY_S = 86_400
JUNE = time.mktime((2026, 6, 10, 12, 0, 0, 0, 0, -1))
TABLE = stored.decode(storing.encode("square7", list(NOMINAL16) * 49, "steel", 2048), SQUARE7)


class Memory:
    """A store of a board that was calibrated before it was played on."""

    def __init__(self, calibrated=True):
        self.measured = []
        self.asked = []
        content = calibrations.to_json(TABLE, SQUARE7)
        made = SimpleNamespace(surface="square7", at=JUNE - DAY_S, content=content, origin=None)
        self._calibrations = [made] if calibrated else []

    def measurements(self, board, surface, since=0.0):
        return self.measured

    def unmeasured(self, board, surface):
        return self.asked

    def calibrations(self, board):
        return self._calibrations

    def weigh(self, at, game, field, off_g=0.0, zero_g=0.0, times=8):
        """A brick comes and goes, and each time the field weighs so much too much, or its zero lies so high."""
        for _ in range(times):
            for before, now in ((0, 1), (1, 0)):
                codes = [self._code16(value, off_g, zero_g) for value in (before, now)]
                content = bytes(
                    (8, 0, field, before, codes[0] >> 8, codes[0] & 255, now, codes[1] >> 8, codes[1] & 255)
                )
                self.measured.append(SimpleNamespace(at=at, game=game, readings=content))

    def _code16(self, value, off_g, zero_g):
        return TABLE.code16(0, 1200 * value + round(100 * (off_g * (value > 0)))) + round(80 * zero_g)


def worn():
    store = Memory()
    for month in range(4):
        for field in (0, 24, 30):
            off_g = 2.0 * (month == 3) if field == 24 else 0.0
            store.weigh(JUNE + 30 * DAY_S * month, month, field, off_g, 2.0 * month if field == 30 else 0.0)
    return store


def test_margin_and_drift_of_each_field_are_known_month_by_month():
    found = months_of_weights(worn(), "b1", SQUARE7)
    assert [month.name for month in found] == ["2026-06", "2026-07", "2026-08", "2026-09"]
    margin, drift, noise, asked = OF_CELLS
    assert values(found[0], margin, SQUARE7).keys() == {0, 24, 30}
    assert values(found[3], margin, SQUARE7)[24] < 3 < values(found[2], margin, SQUARE7)[24]
    assert [round(values(month, drift, SQUARE7)[30]) for month in found] == [0, 2, 4, 6]
    assert values(found[3], noise, SQUARE7)[30] < 0.2 and values(found[3], asked, SQUARE7)[30] == 0
    assert (
        glow(found[3], 24, SQUARE7, OF_CELLS) > 0.6 > glow(found[3], 0, SQUARE7, OF_CELLS)
        and glow(found[3], 5, SQUARE7, OF_CELLS) is None
    )


def test_a_new_calibration_begins_anew():
    store = worn()
    later = calibrations.to_json(TABLE, SQUARE7)
    store._calibrations.append(SimpleNamespace(surface="square7", at=JUNE + 45 * DAY_S, content=later, origin=None))
    assert len(months_of_weights(store, "b1", SQUARE7)) == 4
    assert months_of_weights(Memory(calibrated=False), "b1", SQUARE7) == []


def test_bounces_of_reeds_how_late_they_open_and_what_people_were_asked_about_are_counted():
    store = Memory()
    for number in range(20):
        seen = bytes((9, 0, 0, 0, 7, 1, 0, 10 if number < 15 else 90))
        store.measured.append(SimpleNamespace(at=JUNE, game=1, readings=bytes((7, 1, 4, 9, 1, 0)), seen=seen))
        if number < 5:
            store.asked.append(SimpleNamespace(at=JUNE, game=1, changed=(9, 9, 255)))
    (month,) = months_of_values(store, "b1", REED12)
    bounces, opens, asked = OF_REEDS
    assert values(month, opens, REED12) == {9: 0.1} and 0.8 < glow(month, 9, REED12, OF_REEDS) < 0.9
    assert values(month, bounces, REED12) == {7: 4.0, 9: 0.0}
    assert values(month, asked, REED12) == {7: 0.0, 9: 0.2}


def test_the_page_and_the_doctor_show_it_as_a_map():
    found = months_of_weights(worn(), "b1", SQUARE7)
    page = months_map(texts.load("en"), found, SQUARE7)
    assert page.count("<svg") == 4 * 4 and "2026-09" in page and "d4" in page
    assert months_map(texts.load("de"), [], SQUARE7) == ""
    out = io.StringIO()
    drawn = draw(found, SQUARE7, 90)
    Console(file=out, width=90).print(drawn)
    shown = out.getvalue()
    assert "2026-06 to 2026-09" in shown
    assert "a1 ████" in shown and "d4 ███" in shown and "d4 ████" not in shown and "b1 ····" in shown
    assert draw([], SQUARE7) is None and draw(found, SQUARE7, 40) is None


def test_the_page_says_at_a_glance_how_sure_the_board_is():
    words = texts.load("en")
    assert glance(words, None, [], {}, SQUARE7) == ""
    learning = glance(words, None, months_of_weights(worn(), "b1", SQUARE7), {"learning": [31, 49]}, SQUARE7)
    assert "Still learning: 31 of 49 fields known" in learning and "<details>" in learning
    doubts = bytes(0 if field in (0, 6) else 100 for field in range(49))
    few = stored.decode(storing.encode("square7", list(NOMINAL16) * 49, "steel", 2048, doubts=doubts), SQUARE7)
    learner = Learner(few)
    begun = glance(words, learner, [], {}, SQUARE7)
    assert "Still learning: 2 of 49" in begun and "Games teach: b1, c1, d1, e1, f1, ..." in begun
    store = Memory()
    store.measured += [SimpleNamespace(at=JUNE, game=1, readings=bytes((7, 1, 0)), seen=b"") for _ in range(9)]
    assert "No reed stands out" in glance(words, None, months_of_values(store, "b1", REED12), {}, REED12)
    store.measured += [SimpleNamespace(at=JUNE, game=1, readings=bytes((9, 1, 3)), seen=b"") for _ in range(9)]
    assert f"Have a look at {REED12.NAMES[9]}<" in glance(
        words, None, months_of_values(store, "b1", REED12), {}, REED12
    )
    late = ReedDecline(20, LATE, 6.0, 100.0, 7)
    said = glance(texts.load("de"), None, months_of_values(store, "b1", REED12), {}, REED12, [late])
    assert "Klemmt der Reedkontakt" in said and "prüfen: Alle Reedkontakte prüfen" in said
    assert f"{REED12.NAMES[20]}<" in said and "öffnet bei 100 % der Züge zu spät statt bei 6 %" in said


def test_a_board_is_not_sure_while_the_doctor_finds_something():
    """A field that reads -542 g: the page says it as the doctor does, whatever games have taught."""
    words, learner = texts.load("en"), Learner(nominal(SQUARE7))
    off = {"code": "platform_off", "field": "d4", "off": -2600}
    said = glance(words, learner, [], {}, SQUARE7, odd=[("look", off)])
    assert "Sure" not in said and "Have a look at d4<" in said and 'class="verdict look"' in said
    assert "field d4: the empty platform reads -2600 codes off its calibration" in said
    assert "{do}" not in said
    mux = {"code": "reference_wrong", "mux": 1, "channel": 15, "reads": 3, "wanted": 1024}
    assert "Have a look at multiplexer M1<" in glance(words, None, [], {}, SQUARE7, odd=[("broken", mux)])
    german = glance(texts.load("de"), learner, [], {}, SQUARE7, odd=[("look", off)])
    assert "Feld d4" in german


def test_the_store_knows_what_people_were_asked_about(tmp_path):
    store = Store(f"sqlite:///{tmp_path / 'games.db'}")
    board = Board(store)
    board.connect()
    events = [board.start(), board.act("a1"), board.act("b1"), board.act("c1"), board.act("d1")]
    for event, seen in zip(events[1:], ("00010000", "0801000008010001", "", "02010000")):
        event["seen"] = seen
    board.add(*events)
    assert store.unmeasured("b1", "square7") == [], "of a game without a measurement nobody knows"
    store.add_measurement("b1", events[1]["e"], "0800")
    board.add(board.event("undo", count=1))
    (asked,) = store.unmeasured("b1", "square7")
    assert asked.changed == (8, 8), json.dumps(events)
    assert store.unmeasured("b1", "hex49") == []
