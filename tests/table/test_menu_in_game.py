"""What the menu offers while a game is played: its end, hints, settings, sensors."""

from fakes_sensing import Noise
from fakes_table import Table
from menu_presses import check, choose, press, table_on
from treppe import surfaces
from treppe.alphabet.buttons import END, LONG, MENU, OK, UNDO
from treppe.play import CommandError

ALL_PRESSES = (MENU, MENU, MENU, OK, OK, OK, UNDO, END, MENU | LONG, OK | LONG, MENU | OK)


def test_settings_take_effect_at_once_and_are_kept():
    table = table_on("square7", language="en", hints="legal", brightness_percent=20, sound=True)
    kept = []
    table.table.keep_setting = lambda name, value: kept.append((name, value))
    table.new("step")
    assert table.lit("0")
    press(table, "L")
    choose(table, "Settings")
    choose(table, "Brightness: 20 %")
    choose(table, "Sound: on")
    choose(table, "Hints: on")
    choose(table, "Language: English")
    assert table.lines()[0] == "Einstellungen" and ">Sprache: Deutsch" in table.lines()
    press(table, "E")
    assert "Blau" in table.lines()[1] and not table.lit("0")
    assert kept == [("brightness_percent", 40), ("sound", False), ("hints", "off"), ("language", "de")]
    assert table.session.settings["brightness_percent"] == 40


def test_a_setting_that_is_refused_changes_nothing():
    table = table_on("square7", language="en")

    def refuse(name, value):
        raise ValueError({"code": "setting_value", "name": name, "value": value, "allowed": "en|de"})

    table.table.keep_setting = refuse
    try:
        table.command("set", {"name": "language", "value": "xx"})
    except CommandError as error:
        assert error.args[0] == {"code": "setting_value", "name": "language", "value": "xx", "allowed": "en|de"}
    else:
        raise AssertionError("was accepted")
    assert table.session.settings["language"] == "en"


def test_sensors_are_tested_and_calibrated():
    from treppe.panel import commands

    towers = [">Self-test", " Check", " Quick start: 1 min", " Calibrate"]
    for surface, offered in (("reed12", towers[:2]), ("square7", towers)):
        table = table_on(surface)
        table.table.open_memory = surface == "square7"
        ordered = []
        carry_out, commands.carry_out = commands.carry_out, lambda _, name, fields: ordered.append(name)  # noqa: B023
        press(table, "M")
        choose(table, "Sensors")
        assert table.lines()[1:] == offered
        for line in offered:
            choose(table, line[1:])
            press(table, "M")
            choose(table, "Sensors")
        assert ordered == ["self_test", "check", "calibrate", "calibrate"][: len(offered)]
        commands.carry_out = carry_out


def test_a_full_journal_is_named():
    table = table_on("square7")
    press(table, "MOO")

    def refuse(event):
        raise OSError({"code": "journal_full", "free": 0, "needed": 90})

    table.journal.append = refuse
    press(table, "O")
    assert table.phase() == "idle" and table.lines()[0] == "Memory is full:"


def test_whatever_is_pressed_the_board_goes_on():
    from treppe.panel.tasks import examine

    begin, examine.begin = examine.begin, lambda table, is_empty: None  # these sensors have no readings
    try:
        for name in surfaces.NAMES:
            press_at_random(name)
    finally:
        examine.begin = begin


def press_at_random(surface_name):
    table = table_on(surface_name)
    table.table.random_below = lambda count: count - 1
    random = Noise(7)
    for _ in range(150):
        table.wait(20, ALL_PRESSES[random.below(len(ALL_PRESSES))])
        check(table.lines())
        if table.session.stage == "guide":
            table.set_up()
        elif table.phase() == "play" and random.below(4) == 0:
            actions = table.state().legal_actions()
            table.set_up()  # whatever was still in a hand
            table.play(table.state().word(actions[random.below(len(actions))]), 100)
    again = Table(table.surface, image=table.sensing.image, storage=table.journal.storage)
    again.wait(100)
    assert again.journal.unfinished == table.journal.unfinished
