"""The whole firmware on a simulated board in virtual time, with a host that keeps its events, and hands."""

from fakes_link import ListStore
from treppe_host.link.client import STREAMS, Client
from treppe_sim.board import SimulatedBoard
from treppe_sim.hands import Hands

PIECES = dict.fromkeys(("B", "S0", "S1", "T0", "T1", "C0", "C1"), 60)
ANSWER_MS = 4000


class WholeBoard:
    """A board in its `folder`, and a host that stays through its restarts; a `with` switches the board on, then off.

    `hellos` are the board's greetings, one a start; `store` has its events; `build` is for `SimulatedBoard`.
    """

    def __init__(self, surface, folder=None, streams=STREAMS, **build):
        self.board = SimulatedBoard(surface, folder, clock="virtual", **build)
        self.streams = streams
        self.store, self.hellos = ListStore(), []
        self.hands = Hands(self.board)

    def __enter__(self):
        self.switch_on()
        return self

    def __exit__(self, *_):
        self.board.stop()

    def make_client(self):
        return Client(self.store, self.streams)

    def switch_on(self):
        """Let the board start, and a new client of the host greet it."""
        self.attach()
        self.board.start()
        count = len(self.hellos)
        assert self.board.run_until(lambda: len(self.hellos) > count, 20_000), self.board.last_words()

    def attach(self):
        """Let a new client of the host listen."""
        self.client = self.make_client()
        self.client.observe("connected", self.hellos.append)
        self.board.attach(self.client)

    def ask(self, do, **fields):
        """Give a command; return its answer. Raises CommandRefused."""
        asked = self.client.command(do, **fields)
        assert self.board.run_until(asked.done, ANSWER_MS), (do, fields)
        return asked.result()

    def display(self):
        return self.client.latest.get("display", {})

    def roles(self):
        return self.client.latest["lamps"]["roles"]

    def set_up(self, state, **more):
        """Begin a game whose pieces stand there already."""
        self.board.world.arrange([state.pieces(field) for field in range(self.board.surface.FIELDS)], PIECES)
        self.ask("new", game=state.NAME, options=state.options, **more)
        self.await_play()

    def await_play(self):
        assert self.board.run_until(lambda: self.display().get("phase") == "play", 8000), self.display()

    def play(self, state, word):
        """Let hands play an action of a state, which goes on, until the host has it."""
        action, count = state.action(word), len(self.store.notations())
        self.hands.play(state, action)
        assert self.board.run_until(lambda: len(self.store.notations()) > count, 5000), (word, self.display())
        assert self.store.notations()[-1] == word
        state.apply_action(action)
        self.board.run_ms(300)
