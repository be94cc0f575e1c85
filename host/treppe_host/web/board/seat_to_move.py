"""The seat that is to move: while a program sits there, or the other board plays, people here do not play for it, and
see neither its choices nor where its pieces may go."""

from collections.abc import Sequence
from typing import Any

from treppe import games

from treppe_host.link.role_sets import OFFERS
from treppe_host.programs.seats import is_program_at, level_at
from treppe_host.web.connections.board_programs import BoardPrograms
from treppe_host.web.connections.connection import BoardConnection
from treppe_host.web.connections.digital_table import DigitalTable, TableState
from treppe_host.web.connections.missing_pieces import missing_on

_ANSWERS = ("OK", "END")
_UNASKED: dict[str, Any] = {"choice": [], "instead": [], "no_more": False, "question": None}


class SeatToMove:
    """Tells what people at one board's page may do and see now. A program that cannot go on is played for."""

    def __init__(self, connection: BoardConnection, among: BoardPrograms):
        self._connection = connection
        self._programs = among

    @property
    def is_others(self) -> bool:
        """Whether a program of this computer, or the other board, is to move, and hands here only carry that out."""
        prompting = self._programs.prompting
        return prompting.is_to_move and not prompting.failure

    @property
    def is_waited_for(self) -> bool:
        """Whether there is nothing to do for people: no action of the others to be carried out by hand."""
        connection = self._connection
        return self.is_others and not connection.hand and (connection.is_simulated or not self._programs.prompting.wish)

    @property
    def _is_boards_own(self) -> bool:
        """Whether the board's own program is to move, whose wish only the lamps tell."""
        game = self._connection.game
        if game.state is None or game.is_over:
            return False
        player = game.state.current_player()
        return is_program_at(game.seats, player) and not level_at(game.seats, player)

    @property
    def _table(self) -> DigitalTable | None:
        """The digital table, where people play at one."""
        simulated = self._connection.simulated
        return simulated.table if simulated and simulated.table.state >= TableState.BEHIND else None

    # What people do.

    def may_touch(self, field: int) -> bool:
        """Tell whether a click on a field is a person's to do: for others only to put the board right."""
        if self._table:
            return not self.is_others
        if not (self.is_others or self._is_boards_own):
            return True
        if self._puts_right(field):
            return True
        return self._is_boards_own and self._connection.roles[field : field + 1] in OFFERS

    def _puts_right(self, field: int) -> bool:
        """Tell whether a click puts a missing piece back, or takes away what should not stand there."""
        stacks, hand = self._connection.stacks, self._connection.hand
        if field not in range(len(stacks)):
            return False
        stack = [*stacks[field], *hand[-1:]]
        fits = [should.pieces(field)[: len(stack)] == stack for should in self._positions()]
        return fits[0] if hand else not any(fits)

    def _positions(self) -> list[games.State]:
        """Return the position, and the one after the action that hands carry out for others."""
        state, wish = self._connection.game.state, self._programs.prompting.wish
        assert state
        if not wish:
            return [state]
        after = state.clone()
        after.apply_action(after.action(wish.word))
        return [state, after]

    def may_take(self, code: str) -> bool:
        """Tell whether a person may take a piece from the supply: for others only one that is missing on the board."""
        if self._table:
            return not self.is_others
        state = self._connection.game.state
        return not self.is_others or state is None or code in missing_on(state, self._connection.stacks)

    def may_press(self, button: str) -> bool:
        """Tell whether a key of the board is a person's: OK and END answer for the seat, but for what is seen."""
        return button not in _ANSWERS or self.may_choose(button)

    def may_choose(self, word: str) -> bool:
        """Tell whether a question, or an action that moves no piece, is a person's to answer or to play."""
        if not (self.is_others or self._is_boards_own):
            return True
        display = self._connection.display
        is_by_hand = not self._connection.is_simulated and self._programs.prompting.wish
        return word in _ANSWERS and bool(display.get("menu") or display.get("doubt") or is_by_hand)

    # What people see.

    @property
    def roles(self) -> str:
        """The lamps' roles, without what others may do; the action that they have chosen is shown."""
        lit = self._connection.roles
        if self._table and self._table.state != TableState.SHOWN:
            return "." * len(lit)
        if not self.is_others:
            return self._table.narrowed(lit) if self._table else lit
        shown = self._fields_of_wish()
        return "".join("." if role in OFFERS and field not in shown else role for field, role in enumerate(lit))

    @property
    def unoffered(self) -> str:
        """The lamps' roles without what may be done, for those who are not to move."""
        return "".join("." if role in OFFERS else role for role in self.roles)

    def _fields_of_wish(self) -> Sequence[int]:
        state, wish = self._connection.game.state, self._programs.prompting.wish
        if not state or not wish:
            return ()
        action = state.action(wish.word)
        return [*state.touched(action), *state.passage(action)]

    @property
    def display(self) -> dict[str, Any]:
        """What the board's display shows, without others' choices."""
        display, wish = self._connection.display, self._programs.prompting.wish
        if self._table:
            display = {**display, **self._table.played(), **_UNASKED}
        is_theirs = self.is_others and display.get("phase") == "play"
        if not is_theirs or display.get("menu") or display.get("doubt"):
            return display
        lines = display.get("lines", [])[:1] + ([wish.word] if wish else [])
        return {**display, **_UNASKED, "lines": lines}
