"""Programs that the menu seats, and games that need a host's cards."""

from menu_presses import choose, press, start_event, table_on


def test_programs_of_a_host_are_seated():
    table = table_on("reed12")
    press(table, "MO")
    choose(table, "Weltreich")
    assert not any(["Who plays" in line for line in table.lines()])
    press(table, "E")
    table.table.session.note_host(True)
    press(table, "MO")
    choose(table, "Weltreich")
    choose(table, "Who plays")
    assert table.lines() == ["Who plays", ">Blue: person", " Red: person"]
    for line in ("Red: person", "Red: PC 1", "Red: PC 2"):
        choose(table, line)
    assert table.lines()[2] == ">Red: PC 3"
    press(table, "U")
    choose(table, "Start")
    assert start_event(table)["seats"] == ["", "Treppe 3"]


def test_a_host_has_six_levels_and_after_the_last_comes_a_person():
    table = table_on("reed12")
    table.table.session.note_host(True)
    press(table, "MO")
    choose(table, "Weltreich")
    choose(table, "Who plays")
    for line in ["Red: person"] + ["Red: PC " + str(level) for level in range(1, 7)]:
        choose(table, line)
    assert table.lines()[2] == ">Red: person"


def test_without_a_host_the_boards_own_programs_are_seated():
    table = table_on("reed12")
    press(table, "MO")
    choose(table, "Schaff den Sprung")
    choose(table, "Who plays")
    for line in ("Blue: person", "Blue: Board 1", "Blue: Board 2", "Blue: person"):
        choose(table, line)
    press(table, "U")
    choose(table, "Start")
    assert start_event(table)["seats"] == ["Board 1", ""]


def test_a_program_that_holds_cards_is_dealt_them():
    table = table_on("reed12")
    table.table.session.note_host(True)
    table.table.random_below = lambda count: 6
    press(table, "MO")
    choose(table, "Cubes")
    choose(table, "Who plays")
    choose(table, "Blue: person")
    press(table, "U")
    choose(table, "Start")
    event = start_event(table)
    assert event["seats"] == ["Treppe 1", ""] and event["options"]["seed"] == 7


def test_cubes_deals_cards_and_dependencies_without_a_host():
    table = table_on("reed12")
    table.table.random_below = lambda count: count - 1
    press(table, "MO")
    choose(table, "Cubes")
    assert " Deal cards: no" in table.lines() and not any(["Depends" in line for line in table.lines()])
    choose(table, "Deal cards: no")
    choose(table, "Start")
    assert start_event(table)["options"]["seed"] == 60_000


def test_cubes_takes_who_depends_on_whom_from_the_menu():
    for presses, depends in ((0, [1, 2, 0]), (1, [2, 0, 1]), (2, [2, 0, 1])):
        table = table_on("reed12")
        table.table.random_below = lambda count: count - 1
        press(table, "MO")
        choose(table, "Cubes")
        choose(table, "Players: 2")
        assert " Depends: R Y B" in table.lines()
        for shown in ("R Y B", "Y B R")[:presses]:
            choose(table, "Depends: " + shown)
        if presses == 2:
            assert any(["Depends: by lot" in line for line in table.lines()]), table.lines()
        choose(table, "Start")
        assert start_event(table)["options"]["depends"] == depends and not start_event(table)["options"]["seed"]
