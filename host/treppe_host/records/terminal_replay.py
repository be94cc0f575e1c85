"""`treppe games replay`: shows a stored game in the terminal, by steps, at any speed, or as fast as it was played."""

import time
from collections.abc import Callable
from dataclasses import dataclass

from rich.console import Console
from rich.text import Text
from treppe import games

from treppe_host.colours import COLOURS
from treppe_host.errors import TreppeError
from treppe_host.records.terminal_board import LEGEND, BoardDrawing
from treppe_host.store.score_sheet import Move, ScoreSheet, result_text
from treppe_host.words import reason

HELP = "Enter: next   b: back   N: jump to move N   p: play   s N: speed N   q: quit"
_STEADY_S = 1.0
_LONGEST_S = 3600.0


class NotByTheRules(TreppeError):
    """A move of the game breaks the rules; the text says which."""


@dataclass(slots=True)
class TerminalReplay:
    """Shows a game after its first `place` moves. `speed` 2 is twice as fast.

    With `recorded` each move takes the time that the player took, else a second.
    """

    sheet: ScoreSheet
    console: Console
    speed: float = 1.0
    recorded: bool = False
    sleep: Callable[[float], None] = time.sleep
    place: int = 0

    def run(self, ask: Callable[[], str], plays: bool) -> None:
        """Show the game and follow the user's commands; `ask` returns a line or raises EOFError. Raises
        NotByTheRules."""
        self.show()
        if plays:
            self.play()
        while True:
            try:
                typed = ask().strip().lower()
            except (EOFError, KeyboardInterrupt):
                return
            if typed == "q":
                return
            self._obey(typed)

    def _obey(self, typed: str) -> None:
        word, _, value = typed.partition(" ")
        if typed in ("", "n"):
            self.jump(self.place + 1)
        elif typed == "b":
            self.jump(self.place - 1)
        elif typed == "p":
            self.play()
        elif typed.isdigit():
            self.jump(int(typed))
        elif word == "s" and _is_speed(value):
            self.speed = float(value)
            self.console.print(f"speed {self.speed:g}")
        else:
            self.console.print(HELP)

    def play(self) -> None:
        """Go on to the end, or until Ctrl-C."""
        try:
            while self.place < len(self.sheet.moves):
                self.sleep(self._pause_s(self.sheet.moves[self.place]))
                self.jump(self.place + 1)
        except KeyboardInterrupt:
            self.console.print()

    def jump(self, place: int) -> None:
        """Show the position after so many moves."""
        self.place = max(0, min(place, len(self.sheet.moves)))
        self.show()

    def show(self) -> None:
        """Print the move that led here, and the board."""
        state = self._state()
        if self.place:
            self.console.print(self._headline())
        self.console.print(BoardDrawing(state), LEGEND if state.legal_actions() else "", sep="")
        if self.place == len(self.sheet.moves):
            result = {name: getattr(self.sheet, name) for name in ("reason", "winners", "scores")}
            self.console.print(f"End of the record: {result_text(result)}")

    def _headline(self) -> Text:
        move = self.sheet.moves[self.place - 1]
        head = Text(f"{self.place}/{len(self.sheet.moves)}  ", "dim")
        if move.undo:
            return head.append(f"takes back {move.undo}")
        head.append(f"{COLOURS[move.player or 0]} ", COLOURS[move.player or 0]).append(move.word, "bold")
        if move.thinking_ms is not None:
            head.append(f"  {move.thinking_ms / 1000:.1f} s", "dim")
        for comment in move.comments:
            head.append(f"  {comment}", "italic")
        return head

    def _pause_s(self, move: Move) -> float:
        is_known = self.recorded and move.thinking_ms is not None
        seconds = (move.thinking_ms or 0) / 1000 if is_known else _STEADY_S
        return min(seconds, _LONGEST_S) / self.speed

    def _state(self) -> games.State:
        sheet = self.sheet
        place = 0
        try:
            state = games.start(sheet.game, sheet.options)
            for move in sheet.moves[: self.place]:
                place += 1
                move.play(state)
        except ValueError as error:
            raise NotByTheRules(f"the rules do not allow move {place}: {reason(error)}") from error
        return state


def _is_speed(text: str) -> bool:
    try:
        return 0 < float(text) < 1000
    except ValueError:
        return False
