"""Leads the hands at one board to carry out the actions of a program, or of the other board."""

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING

from treppe_sim.hands import Movement, repairs, script

from treppe_host.programs.turn import Step
from treppe_host.web.connections.connection import BoardConnection, Hands

if TYPE_CHECKING:
    from treppe_host.web.connections.simulated_board import SimulatedConnection

_LOOK_S = 0.1


class MovePrompter:
    """Lamps and display show the action `wish`, if there is one. On a simulated board the simulated hand does it."""

    def __init__(self, connection: BoardConnection):
        self._wish: Step | None = None
        self._connection = connection
        self._is_confirmed = False
        self._num_shown = 0  # the number of the plan's steps that the board knows already

    @property
    def wish(self) -> Step | None:
        """The action for hands to carry out in the present position, None if there is none."""
        # A page is drawn at any moment, also between an action and the watchers that hear of it.
        state = self._connection.game.state
        return self._wish if self._wish and state and self._wish.position == bytes(state.position) else None

    def begin(self) -> None:
        self._num_shown = 0

    def drop(self) -> None:
        """Abandon the plan for another position."""
        self._wish = None
        self._is_confirmed = False

    def give_up(self) -> None:
        """Abandon the plan, and leave the turn to people: the board shows them what is legal."""
        self.drop()
        if self._connection.is_connected:
            self._connection.ask("want", words=[])

    def confirm(self) -> None:
        """Answer the board's question whether hands have carried out the wanted action."""
        if self.wish and not self._is_confirmed and self._connection.display.get("choice") == [self.wish.word]:
            self._is_confirmed = True
            self._connection.ask("choose", word=self.wish.word)

    async def do(self, plan: Sequence[Step], place: int) -> None:
        """Show a step of a plan to hands, with the following ones that need no word; raises BoardError."""
        connection, simulated = self._connection, self._connection.simulated
        is_at_table = connection.hands == Hands.IDEAL
        if not (plan[place].is_shown or is_at_table):
            await connection.command("choose", word=plan[place].word)
            return
        self._wish = plan[place] if plan[place].is_shown else None
        connection.changes.tell()
        if simulated and is_at_table:
            await simulated.table.show(plan[place].word)
            return
        if place >= self._num_shown:
            end = place
            while end < len(plan) and plan[end].is_shown:
                end += 1
            await connection.command("want", words=[step.word for step in plan[place:end]])
            self._num_shown = end
        if simulated:
            await self._move_simulated(simulated)

    async def _move_simulated(self, connection: "SimulatedConnection") -> None:
        while connection.display.get("phase") != "play":
            await asyncio.sleep(_LOOK_S)
            if connection.display.get("phase") == "setup":  # a movement was cut off, as by a power cut
                await self.tidy()
        state, wish = connection.game.state, self.wish
        if state and wish:  # somebody's action may just have come
            await connection.simulated_hand.play(script(state, state.action(wish.word)))

    def waits_for_hands(self, *, is_led: bool) -> bool:
        """Whether a simulated board waits for an action, and no hand is at work there. `is_led`: nobody plays here."""
        connection = self._connection.simulated
        if not connection or not connection.is_connected:
            return False
        if connection.hand or connection.simulated_hand.is_playing:
            return False
        return connection.display.get("phase") == "setup" or (
            is_led and (self.wish is not None or bool(self._repairs(connection)))
        )

    async def tidy(self, patience_s: float = 0.0) -> None:
        """On a simulated board: take off and turn over pieces as the rules want, once the hand is free.

        `patience_s`, of the board's time: so long after a movement its action may still come, which explains it.
        """
        connection = self._connection.simulated
        if not connection:
            return
        while connection.simulated_hand.is_playing:
            await connection.pass_time(_LOOK_S)
        if patience_s and self._repairs(connection):
            await connection.pass_time(patience_s)
            await connection.command("ping")  # the board's messages until then have come
        if movements := self._repairs(connection):
            await connection.simulated_hand.play(movements)

    def _repairs(self, connection: "SimulatedConnection") -> list[Movement]:
        state = connection.game.state
        if not state or connection.hand or connection.simulated_hand.is_playing:
            return []
        return repairs(state, connection.simulation.world)
