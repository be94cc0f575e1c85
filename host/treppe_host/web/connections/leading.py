"""Leads the hands at one board through actions that they shall do for somebody who has no hands there."""

import asyncio
from collections.abc import Sequence

from treppe_sim.hands import repairs, script

from treppe_host.company.turn import Step
from treppe_host.web.connections.connection import BoardConnection
from treppe_host.web.connections.simulated_board import SimulatedConnection

_LOOK_S = 0.1


class Leading:
    """Lamps and display show the action `wish`, if there is one. On a simulated board the simulated hand does it."""

    def __init__(self, connection: BoardConnection):
        self.wish: Step | None = None
        self._connection = connection
        self._is_confirmed = False
        self._told = 0  # so many steps of the plan the board knows already

    def begin(self) -> None:
        """Begin another plan."""
        self._told = 0

    def drop(self) -> None:
        """Leave off what was begun for another position."""
        self.wish = None
        self._is_confirmed = False

    def confirm(self) -> None:
        """Where the board asks whether hands have done what is wanted, say so."""
        if self.wish and not self._is_confirmed and self._connection.display.get("choice") == [self.wish.word]:
            self._is_confirmed = True
            self._connection.ask("choose", word=self.wish.word)

    async def do(self, plan: Sequence[Step], place: int) -> None:
        """Have a step of a plan done, and show with it what follows without a word; raises BoardError."""
        connection = self._connection
        if not plan[place].is_shown:
            await connection.command("choose", word=plan[place].word)
            return
        self.wish = plan[place]
        connection.changes.tell()
        if place >= self._told:
            told = place
            while told < len(plan) and plan[told].is_shown:
                told += 1
            await connection.command("want", words=[step.word for step in plan[place:told]])
            self._told = told
        if isinstance(connection, SimulatedConnection):
            await self._move(connection)

    async def _move(self, connection: SimulatedConnection) -> None:
        state = connection.game.state
        assert state and self.wish
        while connection.display.get("phase") != "play":
            await asyncio.sleep(_LOOK_S)
            if connection.display.get("phase") == "setup":  # a movement was cut off, as by a power cut
                await self.tidy()
        await connection.simulated_hand.play(script(state, state.action(self.wish.word)))

    async def tidy(self) -> None:
        """On a simulated board: take off and turn over what the rules want."""
        connection, state = self._connection, self._connection.game.state
        if isinstance(connection, SimulatedConnection) and state and not connection.hand:
            await connection.simulated_hand.play(repairs(state, connection.simulation.world))
