"""The hand on a simulated board: lifts, puts and captures pieces, carefully or carelessly."""

import asyncio
import random
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager, suppress

from treppe_sim.hands import RATES, Movement, carry_out
from treppe_sim.world import ImpossibleAct, World

from treppe_host.records.followed_game import FollowedGame
from treppe_host.supervision import start_job
from treppe_host.web.connections.changes import Changes

_REACH_S = 0.5  # to a piece
_CARRY_S = 0.7  # to where it goes
_CAPTURE_S = 0.4  # between the captured piece and the one that takes its place
_REST_MS = (100.0, 1500.0)


class SimulatedHand:
    """Moves pieces in the world that `world` returns; another surface has another world."""

    def __init__(
        self,
        world: Callable[[], World],
        game: Callable[[], FollowedGame],
        changes: Changes,
        pass_time: Callable[[float], Awaitable[None]],
    ):
        """`pass_time` waits for so many seconds of the board's time."""
        self.is_careless = False
        self.careless_ways: list[str] = []
        """The ways in which the careless hand has just put a piece, see `HABITS` in treppe_sim/sensors.py."""
        self._world = world
        self._game = game
        self._changes = changes
        self._pass_time = pass_time
        self._playing: asyncio.Task[None] | None = None
        self._num_away = 0

    @property
    def is_playing(self) -> bool:
        """True while the hand does a program's movements or lays out a position; it ignores people's clicks then."""
        return self._num_away > 0 or (self._playing is not None and not self._playing.done())

    def touch(self, field: int) -> None:
        """Put the piece in the hand onto a field, or lift the top piece from it."""
        if self.is_playing:
            return
        world = self._world()
        self.careless_ways = []
        if self._is_captured(field):
            start_job(self._capture(field), "a simulated capture")
        elif world.hand:
            self._put(field)
        else:
            self._do_if_possible(lambda: world.lift(field))

    def _put(self, field: int) -> None:
        world = self._world()
        if world.hand and self.is_careless:
            self.careless_ways = [each for each in world.sensors.HABITS if random.random() < RATES[each]]
            world.sensors.be_handled(self.careless_ways, _REST_MS if "rest" in self.careless_ways else (0.0, 0.0))
        self._do_if_possible(lambda: world.put(field))

    def _is_captured(self, field: int) -> bool:
        """Return whether the piece in the hand may capture the piece on a field."""
        state, world = self._game().state, self._world()
        if not (state and state.CAPTURES and len(world.hand) == 1 and world.stacks[field]):
            return False
        exchange = {(field, -1), (field, 1)}
        return any(exchange <= set(state.hand_moves(action)) for action in state.legal_actions())

    async def _capture(self, field: int) -> None:
        """Lay the captured piece aside, then put the piece in the hand in its place."""
        world = self._world()
        self._do_if_possible(lambda: world.lift(field))
        self._do_if_possible(world.give)
        await self._pass_time(_CAPTURE_S)
        self._put(field)

    @contextmanager
    def away(self) -> Iterator[None]:
        """Keep the hand off the board while another position is laid out there, perhaps on another surface.

        Its movements belong to the old position: it stops at once, and begins none until the new one stands.
        """
        if self._playing:
            self._playing.cancel()
        self._num_away += 1
        try:
            yield
        finally:
            self._num_away -= 1

    async def play(self, movements: Sequence[Movement]) -> None:
        """Do movements one after the other, as soon as the hand is empty; finish the ones that have begun.

        Raises CancelledError where another position is laid out meanwhile.
        """
        while self.is_playing or self._world().hand:
            await self._pass_time(_CAPTURE_S)
        self._playing = start_job(self._move_pieces(movements), "the simulated hand")
        self._playing.add_done_callback(lambda _: self._changes.tell())
        await asyncio.shield(self._playing)

    async def _move_pieces(self, movements: Sequence[Movement]) -> None:
        for movement in movements:
            await self._pass_time(_CARRY_S if movement.act in ("put", "give") else _REACH_S)
            try:
                carry_out(self._world(), movement)
            except ImpossibleAct:  # other hands were quicker
                return
            self._changes.tell()

    def take(self, code: str) -> None:
        """Take a piece from the supply."""
        if not self.is_playing:
            self._do_if_possible(lambda: self._world().take(code))

    def give(self) -> None:
        """Lay the piece in the hand aside."""
        if not self.is_playing:
            self._do_if_possible(self._world().give)

    def turn(self) -> None:
        """Turn the stone in the hand over."""
        if not self.is_playing:
            self._do_if_possible(self._world().turn)

    def _do_if_possible(self, act: Callable[[], object]) -> None:
        with suppress(ImpossibleAct):  # a click without effect is no error
            act()
        self._changes.tell()

    def be_careless(self, is_careless: bool) -> None:
        """Let the hand put pieces carelessly now and then, or carefully again."""
        self.is_careless, self.careless_ways = is_careless, []
        self._world().sensors.be_handled(())
        self._changes.tell()
