"""Leads the hands at one board to carry out the actions of a program, or of the other board."""

import asyncio
from collections.abc import Sequence

from treppe_sim.hands import Movement, repairs, script

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
        self._told = 0  # the number of the plan's steps that the board knows already

    def begin(self) -> None:
        """Begin another plan."""
        self._told = 0

    def drop(self) -> None:
        """Abandon the plan for another position."""
        self.wish = None
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
        connection = self._connection
        is_at_table = isinstance(connection, SimulatedConnection) and connection.table.is_on
        if not (plan[place].is_shown or is_at_table):
            await connection.command("choose", word=plan[place].word)
            return
        self.wish = plan[place] if plan[place].is_shown else None
        connection.changes.tell()
        if isinstance(connection, SimulatedConnection) and is_at_table:
            await connection.table.show(plan[place].word)
            return
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

    def waits_for_hands(self, *, is_led: bool) -> bool:
        """Whether a simulated board waits for an action, and no hand is at work there. `is_led`: nobody plays here."""
        connection = self._connection
        if not isinstance(connection, SimulatedConnection) or not connection.is_connected:
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
        connection = self._connection
        if not isinstance(connection, SimulatedConnection):
            return
        while connection.simulated_hand.is_playing:
            await asyncio.sleep(_LOOK_S / connection.speed)
        if patience_s and self._repairs(connection):
            await self._let_pass(connection, patience_s)
        if movements := self._repairs(connection):
            await connection.simulated_hand.play(movements)

    async def _let_pass(self, connection: SimulatedConnection, board_s: float) -> None:
        """Wait for a span of the board's own time, which a busy PC slows down, and for the board's messages until
        then."""
        world = connection.simulation.world
        until_us = world.now_us + board_s * 1e6
        while world.now_us < until_us:
            await asyncio.sleep(_LOOK_S / connection.speed)
        await connection.command("ping")

    def _repairs(self, connection: SimulatedConnection) -> list[Movement]:
        state = connection.game.state
        if not state or connection.hand or connection.simulated_hand.is_playing:
            return []
        return repairs(state, connection.simulation.world)
