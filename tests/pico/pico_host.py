"""A host at the cable of an emulated board, in the board's own time: it gives commands and hears what is played."""

from collections.abc import Iterable
from typing import Any

from chip_board import ChipBoard
from treppe.fold import GameLog
from treppe_host.link.client import Client
from treppe_sim.material import start_stacks, start_supply

_HELLO_MS = 5000
_ANSWER_MS = 10_000
_LAID_OUT_MS = 8000


class GameStore:
    """A store that keeps the actions of a game, in memory."""

    def __init__(self) -> None:
        self.game = GameLog()

    @property
    def notations(self) -> list[str]:
        """The actions that stand."""
        return self.game.notations

    def connect_board(self, hello: dict[str, Any]) -> int:
        """All events, from the first on."""
        return 0

    def add_events(self, board: Any, events: Iterable[dict[str, Any]]) -> None:
        """Follow the game."""
        for event in events:
            self.game.follow(event)

    def add_measurement(self, board: Any, event: int, readings: str) -> None:
        """What sensors read is of no interest here."""

    def add_gap(self, board: Any, first: int, last: int) -> None:
        """Events that are lost would make the record useless."""
        raise AssertionError(f"events {first} to {last} are missing")


class PicoHost:
    """A client of a board that runs, and what it has heard."""

    def __init__(self, board: ChipBoard):
        """Wait until the board has said hello."""
        self.board = board
        self.store = GameStore()
        self.client = Client(self.store)  # type: ignore[arg-type]  # all of a store that it calls
        board.attach(self.client)
        assert board.run_until(lambda: self.client.hello, _HELLO_MS), board.last_words

    def shown(self, name: str) -> Any:
        """Return what the display's stream says."""
        return self.client.latest.get("display", {}).get(name)

    def ask(self, do: str, **fields: Any) -> Any:
        """Give a command; return its answer."""
        asked = self.client.command(do, **fields)
        assert self.board.run_until(asked.done, _ANSWER_MS), (do, self.board.last_words)
        return asked.result()

    def lay_out(self, state: Any) -> None:
        """Put the pieces of a position onto the board, whatever was there."""
        # Cells that feel a piece become another one at once, which hands cannot do, wait for 2.5 s.
        self.board.world.arrange([[] for _ in start_stacks(state)], {})
        self.board.run_ms(300)
        self.board.world.arrange(start_stacks(state), start_supply(state))

    def begin(self, state: Any) -> None:
        """Begin a game at a state that is its start, laid out."""
        self.lay_out(state)
        self.ask("new", game=state.NAME, options=state.options)
        is_laid_out = lambda: (self.shown("game"), self.shown("phase")) == (state.NAME, "play")  # noqa: E731
        assert self.board.run_until(is_laid_out, _LAID_OUT_MS), (self.client.latest, self.board.last_words)
