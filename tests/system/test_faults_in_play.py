"""A sensor breaks in the middle of a game, and the game goes on to its end: hands answer what the board asks."""

from random import Random

import pytest
from treppe import games
from treppe_sim.bench_board import BenchBoard
from treppe_sim.faults import break_part
from treppe_sim.hands import Hands
from treppe_sim.material import start_stacks, start_supply

PATIENCE_MS = 40_000


class Game:
    """A game by clean hands that answer truthfully, whatever the board asks about fields and actions."""

    def __init__(self, name, seed, **options):
        self.state = games.start(name, **options)
        self.random = Random(seed)
        self.board = BenchBoard.with_world(self.state.surface, seed=seed)
        self.hands = Hands(self.board, lambda: self.board.display)
        self.board.world.arrange(start_stacks(self.state), start_supply(self.state))
        self.board.table.command("new", {"game": name, "options": self.state.options, "seats": []})
        self.await_play()
        self.answers = 0

    def await_play(self):
        assert self.board.run_until(lambda: self.board.display["phase"] == "play", PATIENCE_MS), self.board.display

    def answer_doubts(self):
        while self.board.display["doubt"]:
            field = self.board.surface.NAMES.index(self.board.display["doubt"])
            self.hands.press("OK" if self.board.world.stacks[field] else "END")
            self.answers += 1
            self.board.run_ms(300)

    def is_recorded(self):
        return self.board.session.game_record.state.position == self.state.position

    def play(self):
        action = self.random.choice(self.state.legal_actions())
        word = self.state.word(action)
        before = self.state.clone()
        self.state.apply_action(action)
        self.hands.play(before, action)
        waits = lambda: self.is_recorded() or self.hands.asked() or self.board.display["doubt"]  # noqa: E731
        self.board.run_until(waits, PATIENCE_MS)
        self.answer_doubts()
        if not self.is_recorded():
            self.board.run_until(lambda: self.is_recorded() or self.hands.asked(), 3000)
        if not self.is_recorded():
            self.hands.choose(lambda choice: choice == [word], ends_turn=word == ".")
            self.board.run_until(self.is_recorded, 3000)
        assert self.is_recorded(), (word, self.board.display, self.board.journal.notations()[-3:])
        if not self.state.is_terminal():
            self.hands.tidy(self.state)
            self.answer_doubts()
            if self.board.display["phase"] != "play":
                is_led_out = lambda: self.board.display["phase"] == "play" or self.board.display["doubt"]  # noqa: E731
                self.board.run_until(is_led_out, PATIENCE_MS)
                self.answer_doubts()
            self.await_play()

    def play_on(self, most):
        for _ in range(most):
            if self.state.is_terminal():
                break
            self.play()

    def faults(self):
        return [event["told"] for event in self.board.events if event["k"] == "fault"]


@pytest.mark.parametrize(("name", "most"), [("aufstellen", 200), ("blockade", 200), ("weltreich", 40)])
@pytest.mark.parametrize("kind", ["stuck reed", "dead reed"])
def test_a_game_goes_on_without_a_reed(name, most, kind):
    game = Game(name, 3)
    game.play_on(3)
    codes = [(game.state.pieces(field) or [""])[0] for field in range(144)]
    wanted = ("S", "T") if kind == "dead reed" else ("",)  # no king: who holds one that can leave has won
    field = game.random.choice([field for field in range(144) if codes[field][:1] in wanted])
    break_part(game.board.world, kind, field)
    game.board.run_ms(1000)
    if not game.is_recorded():  # a piece from the supply, as far as anybody can tell
        game.hands.press("UNDO")
    game.board.run_until(lambda: game.board.display["doubt"], PATIENCE_MS)
    assert game.board.display["doubt"] == game.board.surface.NAMES[field]
    game.answer_doubts()
    assert game.faults() == [{"code": "reed_wrong", "field": game.board.surface.NAMES[field]}]
    game.play_on(most)
    assert game.state.is_terminal() or most < 200


def test_a_game_goes_on_over_a_reed_that_chatters():
    game = Game("aufstellen", 5)
    game.play_on(2)
    field = next(field for field in range(144) if game.state.pieces(field))
    break_part(game.board.world, "chattering reed", field)
    game.board.run_ms(3000)
    name = game.board.surface.NAMES[field]
    assert game.faults() == [{"code": "reed_chatters", "field": name}]
    game.play_on(200)
    assert game.state.is_terminal() and not game.answers, "so nobody had to be asked"


@pytest.mark.parametrize("mains_hz", [50, 60])
@pytest.mark.parametrize("codes", [4.5, 9, 20])
def test_a_game_goes_on_beside_the_mains(codes, mains_hz):
    """Nobody is asked for it; the fields that hum are named. 4.5 codes are 3.6 mV, where games once stopped."""
    game = Game("step", 4, size=5, bricks=40)
    game.board.world.sensors.hum_codes.update(dict.fromkeys(game.board.surface.CHANNELS, codes))
    game.board.world.sensors.mains_hz = mains_hz
    game.play_on(24)
    assert game.is_recorded() and not game.answers
    assert {diagnostic["code"] for diagnostic in game.faults()} <= {"hall_restless"}
    assert game.faults() or codes < 5


@pytest.mark.parametrize("kind", ["jammed platform", "spring"])
def test_people_answer_for_a_field_by_the_menu(kind):
    game = Game("step", 4, size=5, bricks=40)
    game.play_on(8)
    field, world = game.state.field(6), game.board.world
    channel = game.board.surface.CHANNELS[field]
    if kind == "spring":
        cell = world.sensors.cells[field]
        world.sensors.breaks[channel] = cell.code(4 * (cell.own_g + 12) / cell.spring_g_per_mm)
    else:
        break_part(world, kind, field)
    game.board.run_until(lambda: "Lift" in game.board.display["lines"][1], PATIENCE_MS)
    game.board.table.command("button", {"name": "MENU", "is_long": True})
    entry = ">By hand " + game.state.cell_name(6)
    for _ in range(9):
        game.board.run_ms(200)
        if entry in game.board.display["lines"]:
            break
        game.hands.press("MENU")
    assert entry in game.board.display["lines"]
    game.hands.press("OK")
    game.board.run_until(lambda: game.board.display["doubt"], PATIENCE_MS)
    assert game.board.display["doubt"] == game.state.cell_name(6)
    game.answer_doubts()
    assert {"code": "by_hand", "field": game.board.surface.NAMES[field]} in game.faults()
    game.play_on(400)
    assert game.state.is_terminal()


def test_a_game_goes_on_without_a_cell():
    game = Game("step", 4, size=5, bricks=40)
    game.play_on(8)
    field = game.state.field(6)
    break_part(game.board.world, "open hall", field)
    game.board.run_until(lambda: game.board.display["doubt"], PATIENCE_MS)
    assert game.board.display["doubt"] == game.state.cell_name(6)
    game.answer_doubts()
    assert game.faults()[0]["code"] == "hall_open"
    game.play_on(400)
    assert game.state.is_terminal()
