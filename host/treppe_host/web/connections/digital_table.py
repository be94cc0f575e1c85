"""The simulated table as a digital one: a click is an action of the rules or is refused, and the table does the rest.

People choose an action by its endpoints. The board records it as given, pieces that the rules remove or bring leave and
come by themselves, and no sensor has anything to ask. Real hands (simulated_hand.py) do all of that piece by piece.
"""

import asyncio
import random
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Mapping
from enum import IntEnum
from functools import partial
from typing import Any, NamedTuple, Protocol

from treppe import games
from treppe.alphabet.codes import diagnostic_of
from treppe.alphabet.image import BEYOND
from treppe.games.host import facts
from treppe_sim.board import SimulatedBoard
from treppe_sim.hands import carry_out, repairs
from treppe_sim.material import start_stacks, supply_beside
from treppe_sim.world import ImpossibleAct

from treppe_host.errors import BoardError
from treppe_host.link.client import Message
from treppe_host.link.role_sets import OFFERS, REMOVED
from treppe_host.programs.seats import is_program_at
from treppe_host.records.followed_game import FollowedGame
from treppe_host.supervision import start_job
from treppe_host.web.connections import clicks
from treppe_host.web.connections.changes import Changes
from treppe_host.web.connections.clicks import Meaning
from treppe_host.web.connections.simulated_hand import SimulatedHand
from treppe_host.web.requests import present_act

_LOOK_S = 0.002
_PATIENCE_S = 6.0  # a board that has not seen by then what was laid has something to say
_OFFERED = OFFERS | {REMOVED}
_SEEN_S = 0.5  # people read what others play before it moves
_SHOWN_S = 2.0  # so long the board takes at most to see what has been laid


class Board(Protocol):
    """What the table needs of the connection to its simulated board."""

    is_connected: bool
    is_plugged: bool
    only: str
    display: Message
    changes: Changes
    simulation: SimulatedBoard
    simulated_hand: SimulatedHand

    @property
    def game(self) -> FollowedGame:
        """The present game."""

    @property
    def is_powered(self) -> bool:
        """True while the board is switched on."""

    def clock(self) -> float:
        """Return seconds of the board's time."""

    async def pass_time(self, seconds: float) -> None:
        """Wait for so many seconds of the board's time."""

    def ask(self, do: str, **fields: Any) -> None:
        """Send a command, and show what the board says against it."""

    async def command(self, do: str, **fields: Any) -> Message:
        """Return the board's answer to a command; raise BoardError."""


class TableState(IntEnum):
    """How far a game at the table has come; a greater one can do what a smaller one can, but for OVER."""

    AWAY = 0
    """People have real hands here, or no game of this surface goes on."""
    OVER = 1
    """The game that was played here has ended, and the board answers."""
    LATE = 2
    """The board is late to answer: a click waits for it. With the cable pulled or no power a board plays on alone."""
    STUCK = 3
    """The board has not shown for a while what is played: it has something to say."""
    BEHIND = 4
    """The board is about to show what is played."""
    SHOWN = 5
    """The board has seen the position: its lamps and its display are those of it."""


class Held(NamedTuple):
    """A piece in a person's hand: the field that it is from, or BEYOND, its code, the game and its position then, and
    the act that took it."""

    origin: int
    code: str
    number: int
    position: bytes
    act: str


class DigitalTable:
    """Ideal hands at a simulated board, for as long as `is_wanted`.

    `refused` is a code of the rules, or by `at_table`: "not_this" one may be
    taken, "nothing" stands there, a "lesson" wants another action, or it comes "too_late".
    `offers` are the notations of several actions that the click may mean. Clicks are taken one after the other.
    """

    def __init__(self, connection: Board, is_wanted: bool):
        self.is_wanted = is_wanted
        self._answered: tuple[dict[str, Any], tuple[str, ...], str, object] = ({}, (), "", None)
        """Of the last click why it was refused, what it offers, the act's id, and in which position it was done."""
        self._connection = connection
        self._held: Held | None = None
        self._unshown_since_s: float | None = None
        self._laid: tuple[bytes, int] | None = None
        """The position that was laid last, and how often pieces had been moved then."""
        self._turns = asyncio.Lock()
        self._settled: Message = {}
        self._act = ""
        self._accepting: tuple[object, Collection[int]] = (None, ())
        connection.changes.watchers += [self._keep_right, self._settle]

    @property
    def state(self) -> TableState:
        """How far the game at the table has come, see TableState."""
        connection = self._connection
        game = connection.game
        is_played_here = (
            self.is_wanted
            and game.state is not None
            and not game.is_paused
            and game.state.surface == connection.simulation.world.surface.NAME
            and connection.display.get("phase") != "calibrate"
        )
        state = TableState.AWAY
        if is_played_here and connection.is_connected:
            state = TableState.OVER if game.is_over else TableState.SHOWN if self._is_seen() else TableState.BEHIND
        elif is_played_here and not game.is_over and connection.is_plugged and connection.is_powered:
            state = TableState.LATE
        if state != TableState.BEHIND:
            self._unshown_since_s = None
            return state
        now_s = connection.clock()
        self._unshown_since_s = self._unshown_since_s or now_s
        return state if now_s - self._unshown_since_s < _PATIENCE_S else TableState.STUCK

    def _is_seen(self) -> bool:
        """Whether the display is that of the position."""
        game, display = self._connection.game, self._connection.display
        assert game.state
        last = game.notations[-1] if game.notations else ""
        seen = (display.get("game"), display.get("player"), display.get("last", ""))
        return seen == (game.name, game.state.current_player(), last) and display.get("phase") in ("play", "over")

    @property
    def refused(self) -> dict[str, Any]:
        """Why the last click was refused, as long as the position is the same."""
        return self._answered[0] if self._answered[3] == self._game_place() else {}

    @property
    def offers(self) -> tuple[str, ...]:
        """The notations of the actions that the last click may mean, as long as the position is the same."""
        return self._answered[1] if self._answered[3] == self._game_place() else ()

    @property
    def holder(self) -> str:
        """The id of the act by which a piece has come into the hand, see `present_act`; empty if none has."""
        return self._held.act if self._held else ""

    @property
    def refused_act(self) -> str:
        """The id of the act that was refused, see `present_act`; empty if none was."""
        return self._answered[2] if self.refused else ""

    def _store_answer(self, refused: Mapping[str, Any] | None = None, offers: tuple[str, ...] = ()) -> None:
        self._answered = dict(refused or {}), offers, self._act, self._game_place()

    def _game_place(self) -> object:
        game = self._connection.game
        return game.number, len(game.notations), self._connection.only

    @property
    def may_scatter(self) -> bool:
        """Whether there is something that people may as well put by chance, and nothing else to do."""
        state = self._connection.game.state
        return self.state >= TableState.STUCK and state is not None and facts.of(state.NAME).scattered(state) > 0

    @property
    def is_leaving(self) -> bool:
        """Whether the piece in the hand may leave the board."""
        held = self._held
        return held is not None and bool(clicks.leaving(clicks.shown_by_hands(self._state), held.origin))

    def played(self) -> dict[str, Any]:
        """Return what the display says of a game in play, whether or not the board has seen its last action."""
        game = self._connection.game
        assert game.state
        phase = "over" if game.is_over else "play"
        played = {"game": game.name, "phase": phase, "last": game.notations[-1] if game.notations else "", "doubt": ""}
        return played if self.state == TableState.SHOWN else {**played, "says": None}

    def narrowed(self, roles: str) -> str:
        """Return lamps without the offers that a click does not take: hands at a wet board may do more, or in another
        order, as a piece that is jumped may be taken off before the one that jumps is lifted.
        """
        origin, code = (self._held.origin, self._held.code) if self._held else (BEYOND, "")
        only = self._connection.only
        key = (self._connection.game.name, bytes(self._state.position), origin, code, only)
        if key != self._accepting[0]:
            all_endpoints = clicks.shown_by_hands(self._state, only)
            self._accepting = key, clicks.accepting(self._state, all_endpoints, origin, code, only)
        taken = self._accepting[1]
        return "".join("." if role in _OFFERED and field not in taken else role for field, role in enumerate(roles))

    # What people do.

    def touch(self, field: int) -> None:
        """Take the piece of a field into the hand, or play the action that ends there."""
        self._begin_turn(partial(self._touch, field))

    def take(self, code: str) -> None:
        """Take a piece from the box."""
        self._begin_turn(partial(self._take_piece, code))

    def give(self) -> None:
        """Put the piece in the hand back where it is from, or off the board if that is an action."""
        self._begin_turn(self._give)

    def choose(self, word: str) -> None:
        """Play an action by its word."""
        self._begin_turn(partial(self._play_words, word))

    def scatter(self) -> None:
        """Put what people may as well put by chance."""
        self._begin_turn(self._scatter)

    def take_back(self) -> None:
        """Take back the last actions, up to one of a person."""
        self._begin_turn(self._undo_actions, is_back=True)

    def redo(self) -> None:
        """Play forward what was taken back."""
        self._begin_turn(self._redo)

    @property
    def _mover(self) -> int:
        state = self._connection.game.state
        return state.current_player() if state else -1

    async def rest(self) -> None:
        """Wait until all that people have done so far is answered."""
        await asyncio.sleep(0)  # they are jobs that have not begun yet
        async with self._turns:
            pass

    def want_real(self, is_real: bool) -> None:
        """Let people have real hands, or ideal ones."""
        self.is_wanted = not is_real
        self._forget()
        self._connection.changes.tell()

    def _begin_turn(self, act: Callable[[], Awaitable[None]], *, is_back: bool = False) -> None:
        mover, acting = self._mover, present_act.get()

        async def take_turn() -> None:
            async with self._turns:
                self._act = acting
                self._store_answer()
                await self._wait(lambda: self.state == TableState.LATE)
                is_programs = self._mover != mover and is_program_at(self._connection.game.seats, self._mover)
                if is_programs and not is_back:
                    self._store_answer({"at_table": "too_late"})
                elif self.state >= TableState.STUCK:  # the game may have ended while others were at their turn
                    self._drop_stale()
                    await act()
                elif self.state == TableState.LATE:
                    self._store_answer({"at_table": "away"})
            self._connection.changes.tell()

        start_job(take_turn(), "a click at the table")

    async def _touch(self, field: int) -> None:
        held = self._held
        state, only = self._state, self._connection.only
        await self._do(clicks.of_put(state, *held[:2], field, only) if held else clicks.of_touch(state, field, only))

    async def _take_piece(self, code: str) -> None:
        self._forget()
        await self._do(clicks.of_take(self._state, code, self._connection.only))

    async def _give(self) -> None:
        origin = self._held.origin if self._held else BEYOND
        await self._do(clicks.of_give(self._state, origin, self._connection.only))

    async def _do(self, meant: Meaning) -> None:
        self._store_answer(meant.refused, meant.offers)
        if meant.notations:
            await self._play_words(*meant.notations)
        elif meant.lifted != BEYOND:
            self._forget()
            await self._hold(meant.lifted)
        elif meant.taken:
            self._held = self._holding(BEYOND, meant.taken)
            self._connection.simulation.world.take(meant.taken)
        elif meant.is_put_back:
            self._forget()

    def _holding(self, origin: int, code: str) -> Held:
        return Held(origin, code, self._connection.game.number, bytes(self._state.position), self._act)

    async def _hold(self, field: int) -> None:
        await self._await_shown()  # a piece that leaves earlier would be missed by a board that still looks
        hand, simulation = self._connection.simulated_hand, self._connection.simulation
        await self._wait(
            lambda: self.state >= TableState.STUCK and (hand.is_playing or not simulation.world.stacks[field])
        )
        if self.state >= TableState.STUCK and simulation.world.stacks[field] and not hand.is_playing:
            self._held = self._holding(field, simulation.world.lift(field))
        else:
            self._store_answer({"at_table": "too_late"})

    async def _play_words(self, *notations: str) -> None:
        """Let the board record actions; their pieces follow."""
        if self._connection.only and notations != (self._connection.only,):
            self._store_answer({"at_table": "lesson"})
            self._forget()
        elif not await self._command("play", len(notations), words=notations):
            self._forget()

    async def _scatter(self) -> None:
        twin, notations = self._state.clone(), []
        for _ in range(facts.of(twin.NAME).scattered(twin)):
            action = random.choice(twin.legal_actions())
            notations.append(twin.word(action))
            twin.apply_action(action)
        self._forget()
        if notations:
            await self._play_words(*notations)

    async def _undo_actions(self) -> None:
        count = self._count_back()
        if not count:
            self._store_answer({"code": "nothing_back"})
            return
        self._forget()
        await self._command("undo", -count, count=count)

    async def _redo(self) -> None:
        self._forget()
        await self._command("redo", self._connection.display.get("redo", 0))

    async def _command(self, do: str, more: int, **fields: Any) -> bool:
        """Send a command after which the game has so many actions more; return whether the board has reported them."""
        game = self._connection.game
        count, ending = len(game.notations) + more, game.ending
        try:
            await self._connection.command(do, laid=True, **fields)
        except BoardError as error:
            found = diagnostic_of(error)  # illegal: a click on what has just gone
            self._store_answer({"at_table": "too_late"} if found["code"] == "illegal" else found)
            return False
        await self._wait(lambda: len(game.notations) != count and game.ending == ending)
        return True

    def _count_back(self) -> int:
        """Return how many actions lie between the position and the last one in which a person was to move."""
        game = self._connection.game
        assert game.state
        if game.ending and not game.state.is_terminal():
            return 1
        twin, count = game.state.clone(), 0
        while twin.history():
            twin.undo_action()
            count += 1
            if not is_program_at(game.seats, twin.current_player()):
                return count
        return 0

    @property
    def _state(self) -> games.State:
        state = self._connection.game.state
        assert state
        return state

    # What the table does.

    async def show(self, word: str) -> None:
        """Carry out an action of others so that people see it, and let the board record it; raises BoardError."""
        connection = self._connection
        async with self._turns:
            await self._await_shown()
            self._forget()
            await connection.pass_time(_SEEN_S)
            await connection.command("play", words=[word], laid=True)

    async def _await_shown(self) -> None:
        await self._wait(lambda: self.state in (TableState.STUCK, TableState.BEHIND))

    async def _wait(self, goes_on: Callable[[], bool]) -> None:
        until_s = self._connection.clock() + _SHOWN_S
        while goes_on() and self._connection.clock() < until_s and self._connection.is_powered:
            await asyncio.sleep(_LOOK_S)

    def _forget(self) -> None:
        """Put what is in the hand back."""
        self._held = None
        self._keep_right()

    def _drop_stale(self) -> None:
        """Hold nothing more that was taken in another game or position."""
        game = self._connection.game
        if self._held and game.state and self._held[2:4] != (game.number, bytes(game.state.position)):
            self._held = None

    def _settle(self) -> None:
        """Tell a board that is unsure of what stands somewhere that it stands as the position says, once each time."""
        display = self._connection.display
        is_unsure = (display.get("says") or {}).get("code") == "unsure"
        if is_unsure and self.state >= TableState.STUCK and not self._held and display is not self._settled:
            self._settled = display
            self._connection.ask("button", name="OK")

    def _keep_right(self) -> None:
        """Lay all pieces as the game says, but for the one in a person's hand; after the end once."""
        connection = self._connection
        state = connection.game.state
        if state is None or self.state in (TableState.AWAY, TableState.LATE) or connection.simulated_hand.is_playing:
            return
        if connection.game.is_over and self._laid and self._laid[0] == bytes(state.position):
            return
        self._drop_stale()
        if self._held:
            return
        world = connection.simulation.world
        if self._laid == (bytes(state.position), world.changes):
            return
        try:
            while world.hand:
                world.give()
            for movement in repairs(state, world):
                carry_out(world, movement)
            has_all = Counter(world.supply) == Counter(supply_beside(state))
        except ImpossibleAct:
            has_all = False
        if not has_all:  # of another game, or a hand has laid a piece aside that belongs elsewhere
            world.arrange(start_stacks(state), supply_beside(state))
        self._laid = (bytes(state.position), world.changes)
        connection.changes.tell()
