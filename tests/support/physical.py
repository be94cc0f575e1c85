"""A game on a simulated board whose pieces hands move one by one, so that magnets, springs and contacts take part.

Scripts of such hands have the form of `table_scripts.py`, with some more words: `1-d7` is another hand than `-d7`,
`take:S1` brings a piece from beyond the board into a hand, and `give` takes one there; `nudge:e6` and `centre:e6` push
a piece aside and back, `slip:e6:14` by so many millimetres; `bear:b0:-10:3600` is a hand that bears 10 g of what stands
there for so long, `knock:0.02` somebody who knocks against the table. `settle` waits until nobody's hand rests on the
board, and all is understood.

They have some more facts, too. `helped`: the board is as it should be, or lamps and display say what to do.
`among: +c1 +c0`: that is recorded, or among what MENU has.
"""

import table_scripts
from treppe import games
from treppe_sim.bench_board import BenchBoard
from treppe_sim.hands import Hands, Movement, script
from treppe_sim.material import start_stacks, start_supply, supply_beside

PATIENCE_MS = 4000
SETTLED_MS = 3300  # the board may stand wrong for three seconds, and sensing wants some time


def laid_out(state):
    """Return a board on which a game stands as in a state."""
    game = Physical(state.NAME, **state.options)
    game.lay_out(state)
    return game


def check_script(title, position, lines):
    """Hold a simulated board against a script."""
    state, is_start = table_scripts.state_of(position)
    game = Physical(state.NAME, **state.options) if is_start else laid_out(state)
    table_scripts.check(game, title, lines, _do)


def _do(game, word, ms):
    """Let a hand do what a word of a script says."""
    hand = int(word[0]) if word[0].isdigit() else 0
    name, *more = word[1 if word[0].isdigit() else 0 :].split(":")
    count = int(name.partition("*")[2] or 1)
    pause_ms = 400 if ms is None else ms
    if name in ("OK", "MENU", "END", "UNDO"):
        game.press(name, 800 if ms is None else ms)
    elif name == "wait":
        game.wait(pause_ms)
    elif name == "settle":
        game.settle()
    elif name == "give":
        game.world.give()
        game.wait(ms or 0)
    elif name == "take":
        game.take(more[0], pause_ms, hand)
    elif name == "slip":
        game.slip(more[0], float(more[1]), pause_ms)
    elif name == "bear":
        game.bear(more[0], float(more[1]), int(more[2]), pause_ms)
    elif name == "knock":
        game.world.sensors.knock(float(more[0]))
        game.wait(pause_ms)
    elif name in ("nudge", "centre"):
        game.do(name, more[0], pause_ms)
    elif name[0] == "[":
        game.play(name[1:-1], 1500 if ms is None else ms)
    elif name[0] == "/":
        table_scripts.command(game, word)
        game.wait(ms or 0)
    else:
        (game.lift if name[0] == "-" else game.put)(name[1:].partition("*")[0], pause_ms, hand, count)


class Physical:
    """A board on which a game has begun, and hands at it; every method lets the board's time pass."""

    def __init__(self, name, world_seed=1, settings=None, is_set_up=True, **options):
        self.state = games.start(name, **options)
        self.board = BenchBoard.with_world(self.state.surface, seed=world_seed, **(settings or {}))
        self.hands = Hands(self.board, lambda: self.board.display)
        self.world = self.board.world
        stacks = start_stacks(self.state)
        self.world.arrange(stacks if is_set_up else [[] for _ in stacks], start_supply(self.state))
        self.board.table.command("new", {"game": name, "options": self.state.options, "seats": []})
        self.board.run_ms(2500 if self.board.sensing.HAS_WEIGHTS else 800)

    def lay_out(self, state):
        """Let the game stand as in another state of it, as if it had been played so far."""
        self.session.game_record.state.position[:] = state.position
        self.world.arrange(start_stacks(state), supply_beside(state))
        self.session.lead("setup")
        self.wait(3000)
        for _ in range(20):
            is_clear = self.board.run_until(lambda: self.lit("?") or self.phase() == "play", 5000)
            assert is_clear, self.lines()
            if not self.lit("?"):
                break
            self.press("OK", 1000)  # so much has become heavier at once that the board asks whether it is so
        assert self.phase() == "play", self.lines()

    @property
    def session(self):
        return self.board.session

    @property
    def display(self):
        return self.board.display

    @property
    def journal(self):
        return self.board.journal

    def command(self, name, fields):
        return self.board.table.command(name, fields)

    def field(self, name):
        return self.board.surface.NAMES.index(name)

    def wait(self, ms):
        self.board.run_ms(ms)

    def lift(self, name, ms=400, hand=0, count=1):
        self.hands.do(Movement("lift", self.field(name), hand=hand, num_pieces=count))
        self.wait(ms)

    def put(self, name, ms=400, hand=0, count=1):
        self.hands.do(Movement("put", self.field(name), hand=hand, num_pieces=count))
        self.wait(ms)

    def take(self, code, ms=300, hand=0):
        self.hands.do(Movement("take", code=code, hand=hand))
        self.wait(ms)

    def settle(self):
        """Wait until no hand rests on the board, and the table has understood and reported what stands there."""
        while getattr(self.world.sensors, "hands_off_us", 0) > self.world.now_us:
            self.wait(100)
        self.wait(SETTLED_MS)

    def at(self, *timed):
        """Do movements, each (milliseconds from now, act, field, hand), in the order of time."""
        begun_ms = self.board.now_ms
        for at_ms, act, name, hand in sorted(timed):
            self.wait(begun_ms + at_ms - self.board.now_ms)
            self.hands.do(Movement(act, self.field(name), hand=hand))

    def do(self, act, name, ms=0):
        self.hands.do(Movement(act, self.field(name)))
        self.wait(ms)

    def bear(self, name, force_g, duration_ms, ms=0):
        self.world.bear(self.field(name), force_g, duration_ms)
        self.wait(ms)

    def slip(self, name, off_mm, ms=0):
        self.world.slip(self.field(name), off_mm)
        self.wait(ms)

    def press(self, button, ms=200):
        self.hands.press(button)
        self.wait(ms)

    def play(self, word="", ms=1500):
        """Play an action with clean hands, the first legal one if none is said; return its word."""
        state = self.session.game_record.state
        action = state.action(word) if word else next(a for a in state.legal_actions() if state.hand_moves(a))
        word = state.word(action)
        self.hands.move(script(state, action))
        self.board.run_until(lambda: self.notations() and self.notations()[-1] == word, PATIENCE_MS)
        self.wait(ms)
        return word

    def legal(self):
        state = self.session.game_record.state
        return [state.word(action) for action in state.legal_actions()]

    def events(self):
        return self.board.events

    def notations(self):
        return self.board.journal.notations()

    def lines(self):
        return self.board.display["lines"]

    def phase(self):
        return self.board.display["phase"]

    def stood_on(self, field):
        """Return the code of the piece that is missing on a field, empty if none is."""
        pieces = self.session.game_record.state.pieces(field)
        return pieces[-1] if pieces and len(self.world.stacks[field]) < len(pieces) else ""

    def lit(self, roles):
        """Return the names of the fields that have one of some roles."""
        names = self.board.surface.NAMES
        return [name for name, role in zip(names, self.board.roles, strict=True) if chr(role) in roles]

    def proposals(self):
        """Press MENU until a proposal comes again; return all of them."""
        found = []
        while self.display["choice"] not in [*found, []]:
            found.append(self.display["choice"])
            self.press("MENU", 800)
        return found

    def is_helped(self):
        """Tell whether the board is as it should be, or lamps and display say what to do."""
        session = self.session
        if not session.observed.changes():
            return True
        roles = self.board.roles
        if self.lit("?"):
            return True  # a field that cannot be read: the display asks for it
        away = session.pending.away
        if away and all(chr(roles[field]) != "." for field in away):
            return True  # the display names the pieces that have to come back before anything counts
        display = self.board.display
        reported = self.phase() in ("setup", "wrong") or display["choice"] or display["doubt"]
        reported = reported or display.get("says", {}).get("code") == "leave"
        return bool(reported) and bool(self.lit("rp4567!?tgy"))
