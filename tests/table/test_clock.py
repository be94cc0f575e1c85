"""A chess clock: it runs for the player to move, ends the game, and survives a power cut."""

from fakes_link import MemoryStorage
from fakes_table import Table
from treppe import surfaces
from treppe.alphabet.buttons import END, LONG, MENU, OK
from treppe.play import CommandError

SQUARE7 = surfaces.load("square7")


def play_with(clock, storage=None):
    table = Table(SQUARE7, storage=storage)
    table.command("new", {"game": "step", "clock": clock})
    table.wait(5000)
    assert table.session.game_record.clock.left_ms == [60_000 * clock["minutes"]] * 2, (
        "it stands while the board is set up"
    )
    table.set_up()
    assert table.lines()[-1] == "OK starts the clock"
    table.wait(5000)
    assert table.session.game_record.clock.left_ms[0] == 60_000 * clock["minutes"], "and until people start it"
    table.wait(10, OK)
    return table


def left_s(table):
    return [round(left_ms / 1000, 1) for left_ms in table.session.game_record.clock.left_ms]


def play_turn(table):
    """Play until the turn passes on, each action within half a second."""
    player = table.state().current_player()
    while table.state().current_player() == player:
        table.play(table.state().word(table.state().legal_actions()[0]))


def events(table):
    return list(table.journal.read_from(1))


def test_time_runs_for_the_player_to_move():
    table = play_with({"minutes": 5, "increment_s": 10})
    table.wait(10_000)
    assert table.lines()[-1] == "Blue 4:50" and table.table.display["left_s"] == 290
    play_turn(table)
    blue, red = left_s(table)
    assert 298 < blue < 300 and red > 299, "ten seconds used, ten gained"
    table.wait(100_000)
    assert table.lines()[-1] == "Red 3:20" and left_s(table)[0] == blue


def test_display_changes_once_a_second():
    table = play_with({"minutes": 1})
    version = table.table.display_version
    table.wait(10_000)
    assert table.table.display_version == version + 10


def test_who_has_no_time_left_loses():
    table = play_with({"minutes": 1})
    table.wait(59_000)
    assert table.phase() == "play"
    table.wait(1_200)
    assert table.phase() == "over" and table.lines()[2:4] == ["Time is up", "Red wins"]
    resign, end = events(table)[-2:]
    assert (resign["k"], resign["player"], resign["why"]) == ("resign", 0, "time")
    assert (end["reason"], end["winners"]) == ("time", [1])


def play_against(name):
    """Return a table at which Ann has played her first turn against a program."""
    table = Table(SQUARE7)
    table.command("new", {"game": "step", "clock": {"minutes": 1}, "seats": ["Ann", name]})
    table.set_up()
    play_turn(table)
    return table


def test_a_program_that_never_answers_loses_by_its_clock():
    table = play_against("Treppe 6")
    table.wait(59_000)
    assert table.phase() == "play" and left_s(table)[1] < 2
    late = table.state().word(table.state().legal_actions()[0])
    table.wait(3_000)
    assert table.phase() == "over" and table.lines()[2:4] == ["Time is up", "Blue wins: Ann"], table.lines()
    resign, end = events(table)[-2:]
    assert (resign["k"], resign["player"], resign["why"]) == ("resign", 1, "time")
    assert (end["reason"], end["winners"]) == ("time", [0])
    try:
        table.command("want", {"words": [late]})
    except CommandError:
        assert table.phase() == "over"
    else:
        raise AssertionError("the game is over")


def test_no_program_loses_time_while_hands_have_to_act_for_it():
    for name in ("Treppe 6", "Board 1", "Board 2"):
        table = play_against(name)
        if name == "Treppe 6":
            table.command("want", {"words": [table.state().word(table.state().legal_actions()[0])]})
        while not table.session.observed.position.wanted:
            table.wait(1000)
        before = left_s(table)
        assert before[1] > 50, name
        table.wait(180_000)
        assert table.phase() == "play" and left_s(table) == before, name
        table.play(table.state().word(table.session.observed.position.wanted[0]))
        while table.state().current_player() == 1:
            table.wait(1000)
            if name == "Treppe 6":
                play_turn(table)
            elif table.session.observed.position.wanted:
                table.play(table.state().word(table.session.observed.position.wanted[0]))
        before = left_s(table)
        table.wait(10_000)
        assert left_s(table) == [before[0] - 10, before[1]], name


def test_a_hand_that_rests_on_the_board_takes_no_time_from_a_program():
    table = play_against("Board 1")
    table.touch("d4")
    table.wait(120_000)
    assert table.phase() == "play" and left_s(table)[1] > 50


def test_of_three_who_has_no_time_left_is_out_and_the_others_go_on():
    storage = MemoryStorage()
    table = Table(SQUARE7, storage=storage)
    table.command("new", {"game": "step", "options": {"players": 3}, "clock": {"minutes": 1}})
    table.set_up()
    table.wait(61_000, OK)
    assert table.phase() == "play" and table.state().current_player() == 1 and "Blue is out" in table.lines()
    again = Table(SQUARE7, storage=storage, image=table.sensing.image)
    assert again.state().is_out(0) and left_s(again) == [0, 60, 60]
    again.wait(61_000, OK)
    assert again.phase() == "over" and again.session.game_record.ending == ("time", (2,))


def test_a_piece_that_is_held_when_time_runs_out_goes_back():
    table = Table(SQUARE7)
    table.command("new", {"game": "step", "options": {"players": 3}, "clock": {"minutes": 1}})
    table.set_up()
    table.wait(59_000, OK)
    table.change("a1", -16, 2_500)
    assert table.phase() == "setup" and "a1: Blue ball" in table.lines()
    table.change("a1", 16)
    assert table.phase() == "play" and table.state().current_player() == 1


def test_menu_and_pause_stop_the_clock():
    table = play_with({"minutes": 1})
    table.wait(10_000)
    table.wait(180_000, MENU | LONG)
    assert table.lines()[0] == "Menu" and left_s(table) == [50, 60], "nobody loses where he sees no clock"
    table.wait(5000, END)
    assert left_s(table) == [45, 60]
    table.command("pause", {})
    table.wait(30_000)
    table.command("resume", {})
    table.wait(30_000)
    assert left_s(table) == [45, 60] and table.lines()[-1] == "OK starts the clock"
    table.wait(5000, OK)
    assert left_s(table) == [40, 60]


def test_whoever_plays_starts_the_clock():
    table = Table(SQUARE7)
    table.command("new", {"game": "step", "clock": {"minutes": 1}})
    table.set_up()
    table.play("a1-b1", 1000)
    assert left_s(table)[0] < 60


def test_a_wrong_board_stops_the_clock():
    table = play_with({"minutes": 1})
    table.change("d4", -1, 3000)
    assert table.phase() == "wrong"
    before = left_s(table)
    table.wait(30_000)
    assert left_s(table) == before


def test_time_survives_a_power_cut():
    storage = MemoryStorage()
    table = play_with({"minutes": 5, "increment_s": 2}, storage)
    table.wait(10_000)
    play_turn(table)
    at_event = [left_s(table)[0], 300]
    table.wait(20_000)
    again = Table(SQUARE7, storage=storage, image=table.sensing.image)
    assert left_s(again) == at_event, "what ran since the last event is given back"
    again.wait(10_000, OK)
    again.command("pause", {})
    paused = [event["left_ms"] for event in events(again) if event["k"] == "pause"]
    assert paused[0] < 1000 * at_event[1] - 9000


def test_a_take_back_takes_the_increment_back():
    table = play_with({"minutes": 5, "increment_s": 30})
    play_turn(table)
    assert left_s(table)[0] > 325
    table.command("undo", {"count": 1})
    assert 295 < left_s(table)[0] < 300


def test_a_take_back_after_the_flag_has_fallen_gives_what_the_player_had_after_the_last_action():
    storage = MemoryStorage()
    table = play_with({"minutes": 1}, storage)
    table.wait(20_000)
    table.play("a1-b2")
    had = [event["left_ms"] for event in events(table) if event["k"] == "action"] + [60_000]
    for _ in range(2):
        table.wait(60_000, OK)
        assert table.phase() == "over"
        table.command("undo", {})
        table.wait(10_000)
        assert table.session.game_record.clock.left_ms == had and table.lines()[-1] == "OK starts the clock"
    again = Table(SQUARE7, storage=storage, image=table.sensing.image)
    assert again.session.game_record.clock.left_ms == had


def test_power_cut_between_flag_and_end():
    storage = MemoryStorage()
    table = play_with({"minutes": 1}, storage)
    table.journal.append({"k": "resign", "player": 0, "why": "time"})
    again = Table(SQUARE7, storage=storage, image=table.sensing.image)
    assert again.phase() == "over" and events(again)[-1]["reason"] == "time"


def test_nonsense_is_no_clock():
    table = Table(SQUARE7)
    for clock in (
        {"minutes": 0},
        {"minutes": 181},
        {"minutes": "5"},
        {"increment_s": 5},
        {"minutes": 5, "increment_s": -1},
        [5],
    ):
        try:
            table.command("new", {"game": "step", "clock": clock})
        except CommandError:
            assert table.phase() == "idle" and not table.journal.unfinished
        else:
            raise AssertionError(str(clock) + " was accepted")
