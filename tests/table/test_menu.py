"""The menu of a board alone, by four buttons: games are begun, laid aside and taken up again."""

from menu_presses import press, start_event, table_on
from treppe import games, surfaces
from treppe.games import catalogue


def test_menu_knows_where_games_can_be_played():
    for surface in surfaces.NAMES:
        states = [games.start(name, **games.fitted(name, surface, {})) for name in catalogue.names()]
        playable = [state.NAME for state in states if state.surface == surface]
        assert catalogue.names_on(surface) == playable


def test_a_game_begins_as_in_the_rules():
    for surface in surfaces.NAMES:
        for name in catalogue.names_on(surface):
            table = table_on(surface)
            press(table, "MO" + "M" * catalogue.names_on(surface).index(name) + "OO")
            assert table.phase() in ("setup", "play") and table.table.menu is None
            event = start_event(table)
            assert (
                event["game"] == name
                and event["options"] == games.start(name, **games.fitted(name, surface, {})).options
            )
            assert "clock" not in event and event["seats"] == []


def test_a_board_of_towers_without_calibration_says_so_and_offers_it():
    table = table_on("square7")
    table.table.open_memory = True
    table.sensing.serial = 0
    table.session.messages.renew_display()
    table.wait(20)
    assert table.lines() == ["No game", "Not calibrated: MENU", "MENU: new game"]
    press(table, "MO")
    assert table.lines() == ["Takes a minute. Now?", ">no", " yes"]
    table.sensing.serial = 1
    press(table, "EM")
    assert not any("Quick start" in line for line in table.lines()) and ">New game" in table.lines()


def test_each_page_takes_as_many_rows_of_lamps_as_it_needs():
    for count, row in ((5, "2"), (6, "2"), (7, "2"), (8, "3"), (14, "3")):
        table = table_on("square7")
        press(table, "M")
        table.table.menu.open_page(lambda menu: ("one", [("x", menu.back, (), 0)] * count))  # noqa: B023
        values = [("few", 1), ("many", 2)]
        table.table.menu.open_page(lambda menu: ("two", [("y", menu.back, values, 0)] * count))  # noqa: B023
        press(table, "M" * count)
        first = int(row) + 1
        assert table.display["menu"] and table.lit("g") == ["a" + str(first)], count
        assert table.lit("b") == ["a" + str(2 * first - 2)], count
        press(table, "E")
        assert not table.display["menu"]
