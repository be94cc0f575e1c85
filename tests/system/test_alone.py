"""A whole session on the real firmware, without a PC: four buttons and the display, then lamps alone."""

import json
from random import Random

import pytest
from fakes_link import ListStore
from flash_files import read_file
from players_alone import LampReader, Reader
from treppe import games
from treppe_host.link.client import Client
from treppe_host.web.connections.puzzler import notations_of
from treppe_sim import display
from treppe_sim.board import SimulatedBoard
from treppe_sim.hands import Hands
from treppe_sim.material import start_stacks, start_supply

pytestmark = pytest.mark.long


def fetch_events(board):
    """Connect a PC, at last."""
    store = ListStore()
    board.attach(Client(store))
    board.run_ms(2000)
    return store.events


def play(board, state, count):
    hands = Hands(board)
    for _ in range(count):
        action = state.legal_actions()[0]
        hands.play(state, action)
        board.run_ms(1200)
        state.apply_action(action)


def brightest(board):
    return max(max(board.world.lamp(field)) for field in range(board.surface.FIELDS))


def test_four_buttons_and_the_display(tmp_path):
    board = SimulatedBoard("square7", tmp_path, clock="virtual")
    reader = Reader(board, lambda: display.lines(board.display()))
    with board:
        board.run_ms(500)
        assert reader.look() == ["No game", "MENU: new game"]
        reader.press("MENU")
        reader.choose("Settings", "Language: English")
        dim = brightest(board)
        reader.choose("Helligkeit: 20 %")
        assert brightest(board) > 1.5 * dim
        reader.press("UNDO")
        reader.choose("Neues Spiel", "STEP BY STEP", "Spieler: 2", "Uhr: aus", "Uhr: 3 min", "Los")
        state = games.start("step", players=3)
        assert reader.look()[1] == "Bitte aufbauen"
        board.world.arrange(start_stacks(state), start_supply(state))
        board.run_ms(1000)
        assert reader.look()[1] == "Blau: zieht Kugel" and reader.look()[-1] == "OK startet die Uhr"
        reader.press("OK")
        assert reader.look()[-1] == "Blau 5:00"
        board.pauses_ms.clear()
        board.run_ms(5000)
        assert reader.look()[-1] == "Blau 4:55" and not board.pauses_ms, "the display holds nobody up"
        play(board, state, 3)
        assert "Rot" in reader.look()[1]
        board.run_ms(2000)
        before = reader.look()[-1]
        board.restart()
        board.run_ms(1500)
        reader.press("OK")
        player, _, left = reader.look()[-1].partition(" ")
        assert player == before.partition(" ")[0] == "Rot" and "4:50" < before.partition(" ")[2] < left <= "5:00"
        reader.hold("MENU")
        reader.choose("Pause")
        assert reader.look()[:2] == ["Pause: weiter mit OK", "STEP BY STEP"]
        reader.press("OK")
        board.run_ms(500)
        reader.hold("MENU")
        reader.choose("Aufgeben", "Gelb", "ja")
        assert "Gelb scheidet aus" in reader.look(), "the others go on"
        reader.hold("MENU")
        reader.choose("Aufgeben", "Rot", "ja")
        assert reader.look()[1:4] == ["Spiel zu Ende", "Aufgegeben", "Blau gewinnt"]
        kinds = [event["k"] for event in fetch_events(board)]
        assert kinds == ["start"] + ["action"] * 3 + ["resume", "pause", "resume", "action", "resign", "end"]
    kept = json.loads(read_file(board, "settings.json"))
    assert kept == {"language": "de", "brightness_percent": 40}
    with board:
        board.run_ms(500)
        assert reader.look() == ["Kein Spiel", "MENU: neues Spiel"], "the language stays"


def test_four_buttons_and_lamps_alone():
    board = SimulatedBoard("reed12", clock="virtual", has_display=False)
    reader = LampReader(board, lambda: {field for field in range(144) if any(board.world.lamp(field))})
    with board:
        board.run_ms(500)
        assert reader.rows() == [(1, 0)], "the board is on"
        reader.press("MENU")
        assert reader.rows() == [(3, 1)]
        reader.choose(1)
        assert reader.rows() == [(1, 1), (7, 1)], "one of seven games"
        reader.choose(5)
        assert reader.rows() == [(1, 1), (1, 5), (6, 1)]
        reader.press("MENU")
        assert reader.rows() == [(1, 1), (1, 5), (6, 2), (3, 1)], "one of three numbers of players"
        reader.choose(1)
        reader.hold("OK")
        state = games.start("tor", players=3)
        board.world.arrange(start_stacks(state), start_supply(state))
        board.run_ms(1000)
        play(board, state, 3)
        reader.hold("MENU")
        assert reader.rows() == [(7, 1)]
        reader.choose(3, 2)
        events = fetch_events(board)
    assert events[0]["game"] == "tor" and events[0]["options"] == state.options
    assert [event["k"] for event in events] == ["start"] + ["action"] * 3 + ["draw", "end"]


@pytest.mark.parametrize("name", ["aufstellen", "blockade"])
def test_the_board_itself_plays_a_whole_game_with_a_person(name):
    """The person plays at random; for the board he does what its display says."""
    random = Random(name)
    state = games.start(name)
    board = SimulatedBoard(state.surface, clock="virtual")
    reader = Reader(board, lambda: display.lines(board.display()))
    with board:
        board.run_ms(500)
        reader.press("MENU")
        reader.choose("New game", state.TITLE, "Who plays", "Blue: person", "Blue: Board 1")
        reader.press("UNDO")
        reader.choose("Start")
        board.world.arrange(start_stacks(state), start_supply(state))
        board.run_ms(1000)
        hands = Hands(board)
        while not state.is_terminal():
            action = random.choice(state.legal_actions())
            if state.current_player() == 0:
                words = {state.word(action) for action in state.legal_actions()}
                assert board.run_until(lambda known=words: known & set(reader.look()), 20_000), reader.look()
                assert reader.look()[0] == "Board 2"
                action = state.action((words & set(reader.look())).pop())
            hands.play(state, action)
            board.run_ms(1000)
            state.apply_action(action)
        assert board.run_until(lambda: reader.look()[1] == "Game over", 5000), reader.look()
        events = fetch_events(board)
    assert events[0]["seats"] == ["Board 2", ""]
    assert [event["word"] for event in events if event["k"] == "action"] == notations_of(state)
    assert events[-1]["k"] == "end" and tuple(events[-1]["winners"]) == state.winners
