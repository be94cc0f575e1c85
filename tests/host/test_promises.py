"""What the table promises whatever hands and buttons do, searched for a breach with seeded movements.

Nothing crashes it, whatever hands, buttons, hosts and broken sensors do. Whenever the board has differed from the
position for three seconds and no hand moves, a lamp and the display say what to do. Who follows lamps and display is
back in play, with as few movements as the pieces need.
"""

from random import Random

import pytest
from disturbed_boards import codes_of, fewest_movements
from guided_hands import Guided
from physical import Physical
from treppe.alphabet.buttons import NAMES as _BUTTONS
from treppe.games import catalogue
from treppe.panel.wording import place
from treppe.play import CommandError
from treppe_sim import faults
from treppe_sim.errors import SimulationError
from treppe_sim.material import start_stacks

_ACTS = 24


class Restless:
    """Hands that play now and then, and else do anything: lift, put, knock, press, command."""

    def __init__(self, name, seed):
        self.random = Random(f"promises {name} {seed}")
        self.game = Physical(name, seed)
        self.done = []

    def act(self):
        """Do one thing, and let some time pass."""
        random = self.random
        act = random.choice((self.play, self.play, self.play, self.lift, self.put, self.nudge, self.bear, self.press))
        act()
        self.game.wait(random.choice((50, 150, 400, 1200, 2600)))

    def play(self):
        session = self.game.session
        if session.stage != "play" or self.game.world.hand:
            return
        state = session.game_record.state
        actions = [action for action in state.legal_actions() if state.hand_moves(action)]
        if actions:
            action = self.random.choice(actions)
            self.note("play", state.word(action))
            self.try_to(lambda: self.game.hands.play(state.clone(), action))

    def lift(self):
        standing = [field for field, stack in enumerate(self.game.world.stacks) if stack]
        if standing and len(self.game.world.hand) < 4:
            field = self.random.choice(standing)
            count = self.random.randint(1, min(2, len(self.game.world.stacks[field])))
            self.note("lift", field, count)
            self.game.world.lift(field, count)

    def put(self):
        if self.game.world.hand:
            field = self.random.randrange(len(self.game.world.stacks))
            self.note("put", field)
            self.game.world.put(field)

    def nudge(self):
        standing = [field for field, stack in enumerate(self.game.world.stacks) if stack]
        if standing:
            field = self.random.choice(standing)
            self.note("nudge", field)
            self.game.world.nudge(field)
            self.game.wait(self.random.choice((100, 800)))
            self.game.world.centre(field)

    def bear(self):
        standing = [field for field, stack in enumerate(self.game.world.stacks) if stack]
        if standing and self.game.board.sensing.HAS_WEIGHTS:
            field, force_g = self.random.choice(standing), self.random.choice((-14.0, -6.0, 15.0, 50.0))
            self.note("bear", field, force_g)
            self.game.world.bear(field, force_g, self.random.choice((500, 2500)))

    def press(self):
        for _ in range(self.random.choice((1, 1, 2))):
            button = self.random.choice(_BUTTONS)
            self.note("press", button)
            self.game.press(button, self.random.choice((30, 250)))

    def command(self):
        """Let a host command something, sensible or not."""
        random = self.random
        name, fields = random.choice(
            (
                ("status", {}),
                ("undo", {"count": random.randint(1, 3)}),
                ("undo", {"turn": True}),
                ("hints", {"player": random.randint(0, 1), "level": random.choice(("off", "legal"))}),
                ("choose", {"word": random.choice((".", "?A", "=", "x"))}),
                ("pause", {}),
                ("resume", {}),
                ("draw", {}),
                ("want", {"words": []}),
                ("self_test", {}),
                ("new", {"game": self.game.state.NAME, "options": self.game.state.options, "seats": []}),
            )
        )
        self.note("command", name, fields)
        try:
            self.game.board.table.command(name, fields)
        except (CommandError, ValueError) as error:
            self.note(type(error).__name__)

    def break_or_mend(self):
        """Let a sensor break, or mend all of them."""
        world = self.game.world
        if self.random.random() < 0.4:
            self.note("mend")
            faults.mend(world)
            return
        name = self.random.choice(faults.names_for(world.surface))
        part = 2 * self.random.randrange(4) if name == "broken chain" else self.random.randrange(4)
        has_field = name not in ("broken chain", "reference gone")
        self.note("break", name)
        faults.break_part(world, name, self.random.randrange(world.surface.FIELDS) if has_field else part)

    def note(self, *what):
        self.done.append((round(self.game.board.now_ms), *what))

    def try_to(self, act):
        """Hands cannot do everything that they mean: another piece may stand there by now."""
        try:
            act()
        except (SimulationError, IndexError, StopIteration):
            self.note("failed")


NAMES = catalogue.names()


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("name", NAMES)
def test_no_hands_and_buttons_crash_it_or_leave_people_without_a_word(name, seed):
    hands = Restless(name, seed)
    for _ in range(_ACTS):
        hands.act()
        if hands.random.random() < 0.4:
            hands.game.settle()
            if hands.game.session.stage in ("play", "guide") and hands.game.board.table.menu is None:
                game = hands.game
                assert game.is_helped(), (hands.done[-6:], game.lines(), bytes(game.board.roles), game.board.display)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", NAMES)
def test_nothing_that_hosts_and_broken_sensors_do_besides_crashes_it_or_stops_it(name, seed):
    hands = Restless(name, 2000 + seed)
    for _ in range(_ACTS):
        hands.random.choice((hands.act, hands.act, hands.command, hands.break_or_mend))()
    table = hands.game.board.table
    faults.mend(hands.game.world)
    hands.game.settle()
    assert hands.game.session.job is None and table.display["lines"], hands.done[-6:]
    table.command("new", {"game": name, "options": hands.game.state.options, "seats": []})
    hands.game.settle()
    assert table.display["phase"] in ("setup", "play"), (hands.done[-6:], table.display)


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("name", NAMES)
def test_who_follows_lamps_and_display_is_back_in_play(name, seed):
    hands = Restless(name, 1000 + seed)
    for _ in range(_ACTS):
        hands.act()
    game = hands.game
    _lay_aside(game)
    if game.board.table.menu or game.session.stage not in ("play", "guide"):
        return  # the menu, or the end of the game, is where they wanted to be
    before, stacks = game.notations(), [[str(piece) for piece in stack] for stack in game.world.stacks]
    guided = Guided(
        game.board,
        lambda: game.board.display,
        lambda field: f"D{game.state.colours[field]}",
        lambda field: place(game.session, field),
        game.stood_on,
    )
    presses = []
    guided.press = lambda button, press=guided.press: (presses.append(button), press(button))
    for _ in range(3):  # what is asked, or said to be wrong, may come late
        guided.follow()
        if guided.asked():
            guided.press("OK")
        game.settle()
    evidence_text = (before[-4:], game.notations()[-4:], hands.done[-6:], game.lines(), bytes(game.board.roles))
    assert not game.session.observed.changes(), evidence_text
    assert game.phase() in ("play", "over"), evidence_text
    assert game.notations()[: len(before[:-1])] == before[:-1], evidence_text
    # Where pieces of all kinds lie at hand, one may be fetched that stands elsewhere on the board.
    most = fewest_movements(start_stacks(game.session.game_record.state), stacks) + 1
    if not game.board.sensing.HAS_WEIGHTS:  # which does not feel a piece that lies on another one
        most += sum(len(stack) > 1 for stack in stacks)
    assert guided.movements <= most and len(presses) <= 2, (guided.movements, most, presses, evidence_text)


_FOUND = [("weltreich", 5211), ("blockade", 5098), ("sprung", 7088), ("wetteifern", 7060), ("blockade", 10_015)]


@pytest.mark.parametrize(("name", "seed"), _FOUND)
def test_who_follows_where_the_search_has_found_a_breach_is_led_back_and_nothing_is_lost(name, seed):
    test_who_follows_lamps_and_display_is_back_in_play(name, seed)


def _lay_aside(game):
    """Lay whatever is in a hand beside the board."""
    while game.world.hand:
        game.world.give()
    game.world.supply = dict.fromkeys(codes_of(game.state), 60)
    game.settle()
