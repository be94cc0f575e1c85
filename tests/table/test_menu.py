"""The menu of a board alone, by four buttons: games are begun, laid aside and taken up again."""

from fakes_link import MemoryStorage
from fakes_table import Table
from menu_presses import choose, last_event, press, start_event, table_on
from treppe import games, surfaces
from treppe.alphabet.buttons import LONG, OK
from treppe.games import catalogue
from treppe.link.journal import Journal


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


def test_options_clock_and_starter_are_chosen():
    table = table_on("reed12")
    press(table, "MO")
    choose(table, "Schaff den Sprung")
    options = [" Players: 2", " Clock: off", " Shapes count: no", " Who plays", " Begins: player 1"]
    assert table.lines()[1:] == [">Start (or hold OK)"] + options
    for line in ("Players: 2", "Players: 3", "Two teams: no", "Clock: off", "Clock: 3", "Clock: 5", "Each turn: +0"):
        choose(table, line)
    for line in ("Begins: player 1", "Begins: player 2", "Start"):
        choose(table, line)
    event = start_event(table)
    options = event["options"]
    assert (options["players"], options["teams"], options["shapes"]) == (4, True, False)
    assert event["clock"] == {"minutes": 10, "increment_s": 2}
    assert event["seats"] == ["3", "4", "1", "2"]


def test_lots_decide_who_begins():
    table = table_on("square7")
    drawn = []
    table.table.random_below = lambda count: drawn.append(count) or 1
    press(table, "MOO")
    choose(table, "Begins: player 1")
    choose(table, "Begins: player 2")
    assert ">Begins: by lot" in table.lines()
    choose(table, "Start")
    assert drawn == [2] and start_event(table)["seats"] == ["2", "1"]


def test_a_game_has_no_more_seats_than_players():
    table = table_on("square7")
    table.command("new", {"game": "step", "options": {"players": 3}, "seats": ["A", "B", "C", "D", "E"]})
    assert start_event(table)["seats"] == ["A", "B", "C"]


def test_teams_need_four_players():
    table = table_on("reed12")
    press(table, "MO")
    choose(table, "Das Tor")
    assert " Two teams: no" not in table.lines()
    choose(table, "Players: 2")
    choose(table, "Players: 3")
    choose(table, "Two teams: no")
    choose(table, "Players: 4")
    choose(table, "Start")
    options = start_event(table)["options"]
    assert (options["players"], options["teams"]) == (2, False)


def test_pages_lead_back():
    table = table_on("reed12")
    press(table, "MOO")
    assert table.lines()[0] == "Aufstellen"
    press(table, "U")
    assert table.lines()[0] == "New game"
    press(table, "U")
    assert table.lines()[0] == "Menu"
    press(table, "U")
    assert table.lines() == ["No game", "MENU: new game"]


def test_game_is_paused_another_played_and_the_first_resumed():
    table = table_on("square7")
    table.new("step")
    table.play("a1-b2")
    first, text = table.journal.open_number, table.state().text()
    press(table, "L")
    choose(table, "Pause")
    assert table.phase() == "idle" and last_event(table)["k"] == "pause"
    table.new("step", players=3)
    press(table, "L")
    choose(table, "Pause")
    press(table, "M")
    choose(table, "Go on with a game")
    assert table.lines() == ["Go on with a game", ">STEP BY STEP: A, B", " STEP BY STEP: A, B"]
    press(table, "MO")
    assert table.lines() == ["STEP BY STEP", "Blue: A", "Red: B", ">Go on", " Delete"]
    press(table, "O")
    assert table.journal.open_number == first and table.state().text() == text


def test_the_last_game_is_offered_again():
    storage = MemoryStorage()
    table = Table(surfaces.load("square7"), storage=storage)
    options = {"players": 3, "size": 5}
    table.command("new", {"game": "step", "options": options, "clock": {"minutes": 5}, "seats": ["Ann", "Ben", "Cyd"]})
    first = start_event(table)
    table.command("resign", {"player": 0})
    table.command("resign", {"player": 1})
    for again in (table, Table(surfaces.load("square7"), storage=storage)):
        press(again, "MO")
        event = start_event(again)
        assert [event[key] for key in ("game", "options", "clock", "seats")] == [
            first[key] for key in ("game", "options", "clock", "seats")
        ], "two presses, after a game and from power on"
        again.command("discard", {})
        assert last_event(again)["reason"] == "discarded" and again.lines()[0] == "No game"


def test_a_new_game_is_offered_with_what_the_last_one_was_played_with():
    table = table_on("reed12")
    table.command("new", {"game": "tor", "options": {"players": 3, "crowd": "one"}, "clock": {"minutes": 5}})
    table.command("discard", {})
    for title, others in (("Das Tor", [" Clock: 5 min", " Each turn: +0 s"]), ("Weltreich", [" Clock: 5 min"])):
        press(table, "MMO")
        choose(table, title)
        assert table.lines()[2] == " Players: 3" and table.lines()[3 : 3 + len(others)] == others
        press(table, "E")
    press(table, "M")
    assert table.lines()[:2] == ["Das Tor", ">Again"]
    press(table, "MO")
    choose(table, "Das Tor")
    table.wait(20, OK | LONG)
    assert start_event(table)["options"]["crowd"] == "one" and start_event(table)["clock"]["minutes"] == 5


def test_a_shuffled_game_is_shuffled_anew():
    table = table_on("reed12")
    table.table.random_below = lambda count: 6
    table.command("new", {"game": "wetteifern", "options": {"seed": 3}})
    table.command("discard", {})
    press(table, "MO")
    assert start_event(table)["options"]["seed"] == 7


def test_a_paused_game_is_named_and_can_be_deleted():
    table = table_on("square7")
    for players in (2, 3):
        table.command("new", {"game": "step", "options": {"players": players}})
        table.set_up()
        table.command("pause", {})
    assert table.lines() == ["Paused: OK goes on", "STEP BY STEP", "MENU: new game"]
    kept, _ = table.journal.unfinished
    press(table, "M")
    choose(table, "Go on with a game")
    assert table.lines()[1:] == [">STEP BY STEP 3", " STEP BY STEP 2"]
    press(table, "O")
    choose(table, "Delete")
    assert table.lines() == ["End it for good?", ">no", " yes"]
    choose(table, "yes")
    assert table.journal.unfinished == [kept] and table.phase() == "idle"
    assert Journal(table.journal.storage).unfinished == [kept]
    table.command("new", {"game": "step"})
    table.command("discard", {"game": kept})
    assert len(table.journal.unfinished) == 1 and kept not in table.journal.unfinished, "nor one that was laid aside"


def test_a_paused_game_tells_its_day_if_a_host_has_told_it():
    table = table_on("square7")
    for day in ("", "2026-11-23"):
        table.journal.day = day
        table.command("new", {"game": "step", "options": {"players": 3}})
        table.command("pause", {})
    table.command("new", {"game": "step", "options": {"players": 2}, "seats": ["Ann", "Bernadette"]})
    table.command("pause", {})
    press(table, "M")
    choose(table, "Go on with a game")
    assert table.lines()[1:] == [">11-23 STEP BY: Ann, ", " 11-23 STEP BY STEP 3", " STEP BY STEP 3"]


def test_a_game_chosen_wrongly_can_be_called_off():
    table = table_on("square7")
    table.new("step")
    press(table, "L")
    choose(table, "Call off the game")
    choose(table, "yes")
    assert not table.journal.unfinished and last_event(table)["winners"] == [] and table.phase() == "idle"


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
        table.table.menu.open(lambda menu: ("one", [("x", menu.back, (), 0)] * count))  # noqa: B023
        values = [("few", 1), ("many", 2)]
        table.table.menu.open(lambda menu: ("two", [("y", menu.back, values, 0)] * count))  # noqa: B023
        press(table, "M" * count)
        first = int(row) + 1
        assert table.display["menu"] and table.lit("g") == ["a" + str(first)], count
        assert table.lit("b") == ["a" + str(2 * first - 2)], count
        press(table, "E")
        assert not table.display["menu"]
