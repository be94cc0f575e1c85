"""The board's own programs: they think between frames, lead hands to their action, and are gone after the game."""

from fakes_sensing import Noise
from fakes_table import Table
from treppe import surfaces
from treppe.alphabet.buttons import UNDO as UNDO_KEY
from treppe.alphabet.events import ACTION, START, UNDO

LONG_MS = 30_000
SURFACES = {"step": "square7", "aufstellen": "reed12", "blockade": "reed12", "sprung": "reed12"}


def seated(game, *seats, **options):
    """Return a table where a game has begun in which programs of the board have seats."""
    table = Table(surfaces.load(SURFACES[game]), hints="legal")
    noise = Noise(5)
    table.table.random_below = noise.below
    table.command("new", {"game": game, "options": options, "seats": list(seats)})
    table.set_up()
    return table


def wished(table):
    """Let the program think, and return the word of what it wants."""
    for _ in range(LONG_MS // 100):
        position = table.session.observed.position
        if position.wanted:
            return position.recall().word(position.wanted[0])
        if table.phase() == "over":
            return ""
        table.wait(100)
    raise AssertionError(table.lines())


def played(table):
    return [event["word"] for event in table.journal.events if event["k"] == ACTION]


def test_it_wants_what_is_legal_and_hands_do_it():
    for game in SURFACES:
        table = seated(game, "Board 2", "")
        assert table.journal.events[0]["k"] == START and table.journal.events[0]["seats"] == ["Board 2", ""]
        word = wished(table)
        assert word in [table.state().word(action) for action in table.state().legal_actions()], game
        fields = {field for field, _ in table.state().hand_moves(table.state().action(word)) if field != 255}
        lit = {field for field, role in enumerate(table.table.roles) if chr(role) in "lgb"}
        assert lit == fields, (game, word, lit)
        assert word in table.lines() and table.lines()[0] == "Board 2", table.lines()
        table.play(word)
        assert played(table) == [word]


def test_it_shows_nothing_while_it_thinks_and_waits_until_hands_are_gone():
    table = seated("step", "", "Board 1")
    table.play("a1-b2")
    table.play("+b3", 300)
    assert table.lines()[1:] == ["Red: move ball", "Thinking ..."], table.lines()
    assert set(table.roles) <= {ord("."), ord("m")}
    table.wait(600)
    assert not table.session.observed.position.wanted, "the brick may still be moved"
    assert wished(table)[:3] == "g7-"


def test_it_thinks_only_a_piece_at_a_time_and_not_while_hands_are_understood():
    table = seated("aufstellen", "Board 2", "")
    pieces = 0
    while table.table.think_ahead():
        pieces += 1
    assert pieces > 100
    assert not table.table.think_ahead() and not table.session.observed.position.wanted
    table.wait(1500)
    assert table.session.observed.position.wanted


def test_take_back_takes_the_answer_too():
    table = seated("step", "", "Board 1")
    for word in ("a1-b2", "+b3"):
        table.play(word)
    table.play(wished(table))
    table.press(UNDO_KEY)
    assert table.journal.events[-1]["k"] == UNDO and table.journal.events[-1]["count"] == 2
    assert table.state().word(table.state().history()[-1]) == "a1-b2" and table.state().current_player() == 0
    table.set_up()
    assert table.phase() == "play" and "Blue: put brick" in table.lines()
    table.play("+a2")
    table.play(wished(table))
    table.play(wished(table))
    table.press(UNDO_KEY)
    assert table.state().current_player() == 0 and len(table.state().history()) == 1


def test_its_own_first_action_is_taken_back_as_it_is():
    table = seated("aufstellen", "Board 1", "")
    table.play(wished(table))
    table.press(UNDO_KEY)
    assert table.journal.events[-1]["count"] == 1


def test_it_wins_when_it_can_and_prevents_what_loses():
    for owner in (1, 0):
        table = seated("aufstellen", "", "Board 2")
        position = table.state().position
        for centre, shape in ((0, 0), (5, 1), (10, 0)):  # three on the long diagonal
            position[centre] = 1 + shape + 3 * owner
        position[1] = 1 + 3 * (1 - owner)
        position[-1] = 1
        table.session.lead("setup")
        table.set_up()
        assert wished(table) == "+" + table.state().cell_name(15), owner


def test_it_leaves_after_the_game_and_nobody_else_has_one():
    table = seated("step", "Board 1", "Board 2")
    assert table.table.program
    table.command("pause", {})
    table.wait(20)
    assert table.table.program is None
    table.command("new", {"game": "step", "options": {}, "seats": ["Ann", "Board 3"]})
    table.set_up()
    assert table.table.program is None and "Blue: move ball" in table.lines()


def test_after_a_power_cut_it_goes_on():
    table = seated("step", "", "Board 1")
    for word in ("a1-b2", "+b3"):
        table.play(word)
    again = Table(table.surface, image=table.sensing.image, storage=table.journal.storage)
    again.table.random_below = table.table.random_below
    again.wait(2000)
    assert wished(again)[:3] == "g7-"


def test_a_game_that_no_board_can_judge_is_peoples():
    table = Table(surfaces.load("reed12"), hints="legal")
    table.command("new", {"game": "wetteifern", "options": {}, "seats": ["Board 1", ""]})
    table.set_up()
    assert table.table.program is None
