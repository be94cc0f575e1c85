"""A chess clock: it runs for the player to move, ends the game, and survives a power cut."""

from fakes_link import MemoryStorage
from fakes_table import Table
from treppe import surfaces
from treppe.alphabet.buttons import OK
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


def test_display_changes_once_a_second():
    table = play_with({"minutes": 1})
    version = table.table.display_version
    table.wait(10_000)
    assert table.table.display_version == version + 10


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


def test_power_cut_between_flag_and_end():
    storage = MemoryStorage()
    table = play_with({"minutes": 1}, storage)
    table.journal.append({"k": "resign", "player": 0, "why": "time"})
    again = Table(SQUARE7, storage=storage, image=table.sensing.image)
    assert again.phase() == "over" and events(again)[-1]["reason"] == "time"
