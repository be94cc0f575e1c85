from types import SimpleNamespace

from sensing_board import SQUARE7
from treppe import surfaces
from treppe.sensing import stored, storing
from treppe.sensing.tables import NOMINAL16, nominal
from treppe_host.tune.kinds import sensor_kind
from treppe_host.tune.learning import Learner
from treppe_host.tune.reed_health import LATE, ReedDecline
from treppe_host.web import texts
from treppe_host.web.tune.learned import glance

REED12 = surfaces.load("reed12")


def test_the_page_says_at_a_glance_how_sure_the_board_is():
    words = texts.load("en")
    assert glance(words, None, {}, SQUARE7) == "" == glance(words, None, {}, REED12)
    doubts = bytes(0 if field in (0, 6) else 100 for field in range(49))
    few = stored.decode(storing.encode("square7", list(NOMINAL16) * 49, "steel", 2048, doubts=doubts), SQUARE7)
    learner = Learner(few)
    assert "Still learning: 31 of 49 fields known" in glance(words, learner, {"learning": [31, 49]}, SQUARE7)
    begun = glance(words, learner, {}, SQUARE7)
    assert (
        "Still learning: 2 of 49" in begun
        and "<details>" in begun
        and "Still to learn from games: b1, c1, d1, e1, f1, ..." in begun
    )
    unplayed = sensor_kind(REED12).declines(SimpleNamespace(measurements=lambda *_: []), "b1", REED12)
    assert glance(words, None, {}, REED12, unplayed) == ""
    assert "No reed stands out" in glance(words, None, {}, REED12, [])
    late = ReedDecline(20, LATE, 6.0, 100.0, 7)
    said = glance(texts.load("de"), None, {}, REED12, [late])
    assert "Klemmt der Reedkontakt" in said and "prüfen: Alle Reedkontakte prüfen" in said
    assert f"{REED12.NAMES[20]}<" in said and "öffnet bei 100 % der Züge zu spät statt bei 6 %" in said


def test_what_all_fields_share_is_named_once():
    learner = Learner(stored.decode(storing.encode("square7", list(NOMINAL16) * 49, "steel", 2048), SQUARE7))

    def age(part):
        for each in learner.fields:
            each.num_readings, each.belief.means[:2] = 1, [part, 0.0]

    age(1.043)
    assert "Have a look at fields<" in (said := glance(texts.load("en"), learner, {}, SQUARE7))
    assert "all read +4 % from their calibration: temperature, supply or springs. Games teach it to the board" in said
    age(0.975)
    assert "temperature" not in glance(texts.load("en"), learner, {}, SQUARE7)


def test_a_board_is_not_sure_while_the_doctor_finds_something():
    """A field that reads -542 g: the page says it as the doctor does, whatever games have taught."""
    words, learner = texts.load("en"), Learner(nominal(SQUARE7))
    off = {"code": "platform_off", "field": "d4", "off": -2600}
    said = glance(words, learner, {}, SQUARE7, odd=[("look", off)])
    assert "Sure" not in said and "Have a look at d4<" in said and 'class="verdict look"' in said
    assert "field d4: the empty platform reads -2600 codes off its calibration" in said
    assert "{do}" not in said
    mux = {"code": "reference_wrong", "mux": 1, "channel": 15, "reads": 3, "wanted": 1024}
    assert "Have a look at multiplexer M1<" in glance(words, None, {}, SQUARE7, odd=[("broken", mux)])
    german = glance(texts.load("de"), learner, {}, SQUARE7, odd=[("look", off)])
    assert "Feld d4" in german
