"""Everything that a board alone can be told, by four buttons: with the display, and by the lamps."""

from fakes_link import MemoryStorage
from fakes_table import Noise, Table
from treppe import games, runtime, surfaces
from treppe.games import catalogue
from treppe.link.journal import Journal
from treppe.table import CommandError
from treppe.table.presses import END, LONG, MENU, OK, UNDO

ALL_PRESSES = (MENU, MENU, MENU, OK, OK, OK, UNDO, END, MENU | LONG, OK | LONG, MENU | OK)
BUTTONS = {"E": END, "U": UNDO, "M": MENU, "O": OK, "L": MENU | LONG}


def table_on(surface, **settings):
    return Table(surfaces.load(surface), journal=Journal(MemoryStorage()), **settings)


def check(shown):
    assert len(shown) <= 8 and all([len(line) <= 21 for line in shown]), shown


def press(table, letters):
    for letter in letters:
        table.wait(20, BUTTONS[letter])


def choose(table, line):
    """Press MENU until the display marks a line that begins so, then OK."""
    for _ in table.lines():
        if any([shown.startswith(">" + line) for shown in table.lines()]):
            press(table, "O")
            return
        press(table, "M")
    raise AssertionError(line + " is not offered: " + str(table.lines()))


def start_event(table):
    return next(iter(table.journal.read_game(table.journal.open_number)))


def last_event(table):
    return next(iter(table.journal.read_from(table.journal.next_number - 1)))


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


def test_lamps_show_what_the_display_shows():
    table = table_on("square7")
    press(table, "M")
    assert table.lit("g") == ["a1"] and table.lit("o") == ["b1", "c1"]
    press(table, "OO")
    assert table.lit("l") == ["a1", "a2"], "what was chosen on the pages before"
    assert table.lit("g") == ["a3"] and table.lit("o") == ["b3", "c3", "d3", "e3", "f3", "g3", "a4"]
    press(table, "M")
    assert table.lit("g") == ["b3"] and table.lit("b") == ["a5"], "two players, the first of three numbers"
    press(table, "O")
    assert table.lit("b") == ["b5"] and len(table.lines()) == 8
    press(table, "E")
    assert table.lit("g") == [] and table.phase() == "idle"


def test_lamps_show_what_is_proposed_and_without_a_display_all_that_may_be_chosen():
    table = table_on("square7")
    table.new("step")
    actions = table.state().legal_actions()[:3]
    placed = table.surface.NAMES[table.state().placement(actions[0])[-1][0]]
    for has_display, lit in ((True, [placed]), (False, ["a1"])):
        table.session.has_display = has_display
        table.session.propose([(0, [action]) for action in actions])
        table.table.refresh()
        assert table.lit("g") == lit
    assert table.lit("o") == ["b1", "c1"] and not table.lit("0")
    press(table, "MM")
    assert table.lit("g") == ["c1"] and table.lit("o") == ["a1", "b1"]
    word = table.state().word(actions[2])
    press(table, "O")
    assert last_event(table)["word"] == word


def test_without_a_display_a_single_question_is_a_single_lamp():
    table = table_on("reed12")
    table.session.has_display = False
    table.new("wetteifern")
    table.play(table.state().word(table.state().legal_actions()[0]))
    press(table, "E")
    assert table.display["choice"] == ["."] and table.lit("g") == ["a1"] and not table.lit("o")
    press(table, "E")
    assert table.display["choice"] == [] and table.lit("g") != ["a1"]
    press(table, "EO")
    assert table.phase() == "over" and table.lines()[-1] == "MENU, OK: again"


def _end_test(table, results):
    """Let a self-test have these results."""
    from treppe.table.tasks import examine

    examine.end(table.table, results)
    table.table.refresh()


def test_without_a_display_lamps_show_what_a_self_test_has_found():
    table = table_on("square7")
    for has_display, others in ((True, 0), (False, 48)):
        table.session.has_display = has_display
        table.sensing.activity[table.surface.NAMES.index("c4")] = 5
        _end_test(table, [("broken", {"code": "hall_open", "field": "c4"})])
        assert table.lines() == ["field c4: sensor open"]
        assert len(table.lit("g")) == others and table.lit("!") == (["c4"] if others else [])
        press(table, "E")
        assert table.lines()[0] == "No game" and not table.lit("g")


def test_all_lamps_shine_if_the_self_test_looks_for_a_dark_one():
    table = table_on("reed12")
    _end_test(table, [("look", {"code": "lamps_dark"})])
    assert len(table.lit("g")) == 144 and "first dark" in " ".join(table.lines())
    press(table, "E")
    assert not table.lit("g")


def test_it_is_said_when_there_is_nothing_else_to_propose():
    table = table_on("square7")
    table.new("step")
    press(table, "M")
    assert table.lines()[-1] == "Nothing else found" and table.display["no_more"]
    first, second = table.state().legal_actions()[:2]
    table.session.propose([(0, [first]), (0, [second])])
    table.table.refresh()
    assert not table.display["no_more"]
    press(table, "M")
    assert table.display["choice"] == [table.state().word(second)] and not table.display["no_more"]
    press(table, "M")
    assert table.display["choice"] == [table.state().word(first)] and table.display["no_more"]
    assert table.lines()[1:3] == ["Nothing else found", "a1 to b1"]
    table.play(table.state().word(second))
    assert not table.display["no_more"] and "Nothing else found" not in table.lines()


def test_it_is_said_that_the_board_thinks_when_that_lasts():
    def think(num_pieces):
        for _ in range(num_pieces):
            yield

    table = table_on("square7")
    table.new("step")
    shown = table.lines()
    for num_pieces, is_told in ((30, False), (80, True)):
        table.session.job = [think(num_pieces)]
        for _ in range(num_pieces):
            table.wait(10)
            assert table.session.job
        assert table.display.get("thinking", False) == is_told
        assert table.lines() == (["Thinking ..."] if is_told else shown[:1]) + shown[1:]
        if is_told:
            table.command("status", {})  # for which the thought is brought to its end
            assert not table.session.job
        table.wait(10)
        table.think()
        assert table.lines() == shown and "thinking" not in table.display


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
    table = Table(surfaces.load("square7"), journal=Journal(storage))
    options = {"players": 3, "size": 5}
    table.command("new", {"game": "step", "options": options, "clock": {"minutes": 5}, "seats": ["Ann", "Ben", "Cyd"]})
    first = start_event(table)
    table.command("resign", {"player": 0})
    table.command("resign", {"player": 1})
    for again in (table, Table(surfaces.load("square7"), journal=Journal(storage))):
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
    assert table.lines() == ["Never to go on?", ">no", " yes"]
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
    table.session.tell()
    table.wait(20)
    assert table.lines() == ["No game", "Not calibrated: MENU", "MENU: new game"]
    press(table, "MO")
    assert table.lines() == ["Takes 8 minutes. Now?", ">no", " yes"]
    table.sensing.serial = 1
    press(table, "EM")
    assert " Calibrate" not in table.lines() and ">New game" in table.lines()


def test_who_resigns_is_asked_twice():
    table = table_on("square7")
    table.new("step", players=3)
    table.play("a1-b2")
    press(table, "L")
    choose(table, "Resign")
    assert table.lines() == ["Who resigns?", ">Blue", " Red", " Yellow"]
    press(table, "MO")
    assert table.lines() == ["Red resigns?", ">no", " yes"]
    press(table, "O")
    assert table.lines()[0] == "Who resigns?", "no is what one gets by pressing OK too often"
    press(table, "OMO")
    assert last_event(table)["word"] == "resign:1" and table.table.menu is None
    assert table.phase() == "play" and "Red is out" in table.lines(), "the others go on"
    table.play("+b1")
    assert table.state().current_player() == 2
    press(table, "L")
    choose(table, "Resign")
    assert table.lines() == ["Who resigns?", ">Yellow", " Blue"]
    press(table, "OMO")
    assert last_event(table)["reason"] == "resign" and last_event(table)["winners"] == [0]
    assert table.phase() == "over" and table.table.menu is None
    press(table, "U")
    assert table.phase() != "over" and table.state().is_out(1)
    press(table, "UU")
    table.set_up()
    assert not table.state().is_out(1), "that can be taken back as well"


def test_a_draw_is_asked_for():
    table = table_on("square7")
    table.new("step")
    press(table, "L")
    choose(table, "Draw")
    assert table.lines() == ["Do all agree?", ">no", " yes"]
    press(table, "MO")
    assert last_event(table)["reason"] == "agreed" and table.lines()[2] == "Draw"


def test_a_host_lets_the_board_ask():
    table = table_on("square7")
    table.new("step")
    for command, fields, asked in (("draw", {}, "Do all agree?"), ("resign", {"player": 1}, "Red resigns?")):
        for letters in ("O", "U", "E"):
            table.command(command, dict(fields, ask=True))
            assert table.lines() == [asked, ">no", " yes"]
            press(table, letters)
            assert table.phase() == "play" and table.table.menu is None
    table.command("resign", {"player": 1, "ask": True})
    press(table, "MO")
    assert table.phase() == "over" and last_event(table)["winners"] == [0]


def test_one_may_play_alone_from_a_shuffled_start():
    table = table_on("reed12")
    table.table.random_below = lambda count: 6
    press(table, "MO")
    choose(table, "Allein Wetteifern")
    choose(table, "Shuffled: no")
    assert ">Shuffled: yes" in table.lines()
    choose(table, "Start")
    assert start_event(table)["options"]["seed"] == 7


def test_a_partner_does_not_win_by_resigning():
    table = table_on("reed12")
    table.new("tor", players=4, teams=True)
    table.command("resign", {"player": 1})
    assert not table.session.course.ending, "his partner plays on"
    table.command("resign", {"player": 3})
    assert last_event(table)["winners"] == [0, 2]


def test_menu_in_a_game_leaves_it_as_it_is():
    table = table_on("square7")
    table.new("step")
    roles, lines = bytes(table.roles), table.lines()
    press(table, "L")
    assert table.lines()[0] == "Menu" and bytes(table.roles) != roles
    press(table, "L")
    assert bytes(table.roles) == roles and table.lines() == lines
    press(table, "LO")
    assert bytes(table.roles) == roles and table.lines() == lines, "Go on"


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


def test_each_player_has_hints_of_his_own():
    table = table_on("square7")
    table.new("step")
    press(table, "L")
    choose(table, "Hints")
    assert table.lines() == ["Hints", ">Blue: on", " Red: on"]
    press(table, "O")
    assert table.lines() == ["Hints", ">Blue: off", " Red: on"]
    press(table, "E")
    assert not table.lit("0")
    while table.state().current_player() == 0:
        table.play(table.state().word(table.state().legal_actions()[0]))
    assert table.lit("1")


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
    runtime.keep_loaded()
    from treppe.table.input import commands

    for surface, offered in (("reed12", [">Self-test", " Check"]), ("square7", [">Self-test", " Check", " Calibrate"])):
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
        assert ordered == ["self_test", "check", "calibrate"][: len(offered)]
        commands.carry_out = carry_out
    runtime.keep_loaded(False)


def test_what_a_host_commands_closes_the_menu():
    table = table_on("square7")
    press(table, "M")
    table.command("new", {"game": "step"})
    assert table.table.menu is None and table.phase() == "setup"
    press(table, "L")
    table.command("resign", {"player": 0})
    assert table.table.menu is None and table.phase() == "over"


def test_a_full_journal_is_named():
    table = table_on("square7")
    press(table, "MOO")

    def refuse(event):
        raise OSError({"code": "journal_full", "free": 0, "needed": 90})

    table.journal.append = refuse
    press(table, "O")
    assert table.phase() == "idle" and table.lines()[0] == "Memory is full:"


def test_whatever_is_pressed_the_board_goes_on():
    runtime.keep_loaded()
    from treppe.table.tasks import examine

    begin, examine.begin = examine.begin, lambda table, is_empty: None  # these sensors have no readings
    try:
        for name in surfaces.NAMES:
            press_at_random(name)
    finally:
        examine.begin = begin
        runtime.keep_loaded(False)


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
    again = Table(table.surface, image=table.sensing.image, journal=Journal(table.journal.storage))
    again.wait(100)
    assert again.journal.unfinished == table.journal.unfinished


def test_programs_of_a_host_are_seated():
    table = table_on("reed12")
    press(table, "MO")
    choose(table, "Weltreich")
    assert not any(["Who plays" in line for line in table.lines()])
    press(table, "E")
    table.table.has_host = True
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
    table.table.has_host = True
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
