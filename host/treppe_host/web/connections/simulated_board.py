"""The connection to a simulated board, with a hand for its pieces and mishaps to try."""

import asyncio
import random
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from treppe import games, surfaces
from treppe.alphabet import roles
from treppe.alphabet.buttons import NAMES as BUTTONS
from treppe_sim import faults
from treppe_sim.board import SimulatedBoard
from treppe_sim.board_files import identity_of
from treppe_sim.material import start_stacks, supply_beside
from treppe_sim.world import BUILDS, World

from treppe_host.link.client import Message
from treppe_host.link.console import exception_in
from treppe_host.link.role_sets import CAME_FROM, REMOVED, SUPPLIED
from treppe_host.store.rows import GameRow
from treppe_host.store.store import Store
from treppe_host.supervision import start_job
from treppe_host.web.connections.connection import BoardConnection, Hands
from treppe_host.web.connections.digital_table import DigitalTable, TableState
from treppe_host.web.connections.missing_pieces import missing_on, wanted_on
from treppe_host.web.connections.simulated_hand import SimulatedHand

_FIRST_SURFACE = "square7"
_UPSET = 4  # pieces that leave their places after a knock against the board
_SEEN_S = 3.0
_LOOK_S = 0.005
_CALIBRATION_DISCS = 14
_BRING = SUPPLIED | {chr(roles.MAY_GO), CAME_FROM}
_PRESS_LOOKS = 8  # the firmware's debouncing loses a shorter press; a write to its flash counts as one long look


class SimulatedConnection(BoardConnection):
    """A simulated board with its world; it changes its surface for a game that needs another one."""

    is_simulated = True
    simulation: SimulatedBoard

    @property
    def simulated(self) -> "SimulatedConnection":
        """See BoardConnection."""
        return self

    @property
    def hands(self) -> Hands:
        if self.table.state >= TableState.STUCK:
            return Hands.IDEAL
        return Hands.CARELESS if self.simulated_hand.is_careless else Hands.CAREFUL

    def __init__(
        self,
        folder: Path,
        store: Store,
        surface: str = "",
        speed: float = 1.0,
        broken: Sequence[str] = (),
        *,
        has_real_hands: bool = False,
    ):
        """Use a surface, by default the last one, with the pieces that the folder keeps; switch nothing on yet.

        `broken` are faults from the start, see treppe_sim.faults. `has_real_hands`: people move each piece, and sensors
        see it; else see digital_table.py.
        """
        super().__init__("simulated", store)
        self.is_plugged = True
        hand = SimulatedHand(lambda: self.simulation.world, lambda: self.game, self.changes, self.pass_time)
        self.simulated_hand = hand
        self.broken = list(broken)
        """The present faults by name; a change of surface ends them."""
        self.table = DigitalTable(self, is_wanted=not (has_real_hands or broken))
        self._pressed_at: dict[str, int] = {}
        self._folder = folder
        self.speed = speed
        self._note = folder / "surface.txt"
        name = surface or (self._note.read_text("utf-8").strip() if self._note.exists() else "")
        self._surface_name = name if surface or name in (*surfaces.NAMES, *BUILDS) else _FIRST_SURFACE

    def open(self) -> None:
        """Switch the board on; raises SimulationError, and leaves nothing running then."""
        name = self._surface_name
        self.simulation = SimulatedBoard(name, self._folder / name, speed=self.speed)
        self.surface = self.simulation.surface
        try:
            for fault in self.broken:
                faults.break_named(self.simulation.world, fault)
            self.simulation.start()
        except BaseException:
            self.simulation.stop()
            raise
        self._note.write_text(name + "\n", "utf-8")

    def port(self) -> str:
        return self.simulation.port

    def clock(self) -> float:
        return self.simulation.world.now_us / 1e6

    async def pass_time(self, seconds: float) -> None:
        """See BoardConnection: a busy computer makes the board slow, and a board that is off has no time."""
        world = self.simulation.world
        end_us = world.now_us + seconds * 1e6
        await asyncio.sleep(0)
        while world.now_us < end_us and self.is_powered and not self.is_dead and world is self.simulation.world:
            await asyncio.sleep(_LOOK_S)

    async def close(self) -> None:
        """Close the link and switch the board off; its folder keeps pieces and game."""
        await super().close()
        await asyncio.to_thread(self.simulation.stop)

    def _take_silence(self, silence: Message) -> None:
        super()._take_silence(silence)
        if self.simulation.failure:
            self.notice = [{"code": "failed", "text": str(self.simulation.failure)}]
        elif exception := exception_in(self.simulation.last_words()):
            self.notice = [{"code": "failed", "text": exception}]

    def _take_display(self, display: Message) -> None:
        super()._take_display(display)
        world = self.simulation.world
        if display.get("phase") == "calibrate" and not any(world.stacks) and not world.hand:
            world.supply = {"D0": _CALIBRATION_DISCS}  # calibration needs more discs than a game may have left

    @property
    def is_dead(self) -> bool:
        """True if the firmware has ended by itself."""
        return self.simulation.failure is not None

    async def new_game(self, name: str, options: dict[str, Any], seats: list[str], terms: dict[str, Any]) -> None:
        with self.simulated_hand.away():
            await super().new_game(name, options, seats, terms)
            await self._seen()

    async def clear(self, state: games.State) -> None:
        """Switch to the game's surface, take all pieces off it, and wait until the board has seen that."""
        await self._use_surface(state.surface)
        assert self.surface
        self.simulation.world.arrange([()] * self.surface.FIELDS, {})
        await self._seen()

    async def _seen(self) -> None:
        """Wait until the board has seen which fields are occupied; not for long, for its sensors may be broken."""
        occupied = [bool(stack) for stack in self.stacks]
        end_s = self.clock() + _SEEN_S
        while list(map(bool, self._image)) != occupied and self.clock() < end_s:
            await asyncio.sleep(0.01)

    async def _use_surface(self, name: str) -> None:
        """Switch to a surface with its pieces, and wait until the board is heard."""
        assert self.surface
        language = ""
        if name != self.surface.NAME:
            language = self.settings.get("language", "")  # another board, but the same people
            await self.close()
            self._surface_name = name
            self.broken.clear()
            self.is_plugged = True
            self.feed.clear()
            self.display, self._image = {}, b""
            await asyncio.to_thread(self.open)
            await self.listen()
        await self.wait_for(self.is_heard)
        if language:
            self.set({"name": "language", "value": language})

    def lay_out(self, state: games.State) -> None:
        """Set up the pieces of a position, and the supply beside the board."""
        self.simulation.world.arrange(start_stacks(state), supply_beside(state))
        self.changes.tell()

    def touch(self, field: int) -> None:
        """Carry out a click on a field: lift or put a piece, or bring one if only one kind can be wanted there."""
        if not 0 <= field < len(self.stacks):  # of another surface
            return
        if self.table.state >= TableState.LATE:
            self.table.touch(field)
            return
        role = self.roles[field] if field < len(self.roles) else "."
        if not self.hand and role in _BRING:
            wanted = wanted_on(field, self.game, self.stacks[field])
            if role == chr(roles.BUILD):  # lamps may show the next action before the last one is recorded
                wanted = wanted or set(self.supply)
            available = [code for code in wanted if self.supply.get(code)]
            if len(available) == 1:
                self.simulated_hand.take(available[0])
        self.simulated_hand.touch(field)

    @property
    def settled_s(self) -> float:
        """See BoardConnection; ideal hands move nothing on."""
        return 0.0 if self.hands == Hands.IDEAL else super().settled_s

    def take(self, code: str) -> None:
        """Take a piece from the supply."""
        (self.table if self.table.state >= TableState.LATE else self.simulated_hand).take(code)

    def give(self) -> None:
        """Lay the piece in the hand aside."""
        (self.table if self.table.state >= TableState.LATE else self.simulated_hand).give()

    def choose(self, word: str) -> None:
        if word not in BUTTONS and self.table.state >= TableState.LATE:
            self.table.choose(word)
        elif word not in BUTTONS or not self._does_at_table(word):
            super().choose(word)

    def _does_at_table(self, button: str) -> bool:
        """Do with ideal hands what a button means while a game goes on; False if it means something else."""
        if self.hands != Hands.IDEAL or self.display.get("menu"):
            return False
        if button == "UNDO":
            self.table.take_back()
        elif button == "END" and self.game.may_end():
            self.table.choose(".")
        else:
            return False
        return True

    def take_back(self) -> None:
        if self.hands == Hands.IDEAL:
            self.table.take_back()
        else:
            super().take_back()

    def redo(self) -> None:
        if self.hands == Hands.IDEAL:
            self.table.redo()
        else:
            super().redo()

    def missing_pieces(self) -> set[str]:
        """Return the pieces beside the board, by code, that should stand on it."""
        state = self.game.state
        if not state or self.hand or REMOVED in self.roles:
            return set()
        return {code for code in missing_on(state, self.stacks) if self.supply.get(code)}

    def can_show(self, surface: str) -> bool:
        """See BoardConnection; a simulated board can have any surface."""
        return surface in surfaces.NAMES

    def has_played(self, record: GameRow) -> bool:
        """See BoardConnection; a simulated board can have any surface."""
        return record.board in map(identity_of, surfaces.NAMES)

    async def go_on_from(self, name: str, options: dict[str, Any], notations: Sequence[str]) -> None:
        with self.simulated_hand.away():
            await super().go_on_from(name, options, notations)

    async def go_on(self, record: GameRow) -> None:
        with self.simulated_hand.away():
            await self._use_surface(games.start(record.game, record.options).surface)
            await super().go_on(record)
            assert self.game.state
            await self.clear(self.game.state)
            self.lay_out(self.game.state)

    # Pieces and buttons.

    @property
    def stacks(self) -> list[tuple[str, ...]]:
        return [tuple(stack) for stack in self.simulation.world.stacks]

    @property
    def hand(self) -> list[str]:
        return [str(piece) for piece in self.simulation.world.hand]

    @property
    def supply(self) -> dict[str, int]:
        return self.simulation.world.supply

    def press(self, button: str) -> None:
        """Hold a button of the board down."""
        if button in BUTTONS and not self._does_at_table(button):
            self._pressed_at[button] = self.simulation.world.looks
            self.simulation.world.press(button)

    def release(self, button: str) -> None:
        """Release a button after holding it long enough for the firmware to notice."""
        if button in self._pressed_at:
            start_job(self._release(button, self.simulation.world), "a key")

    async def _release(self, button: str, world: World) -> None:
        until = self._pressed_at.pop(button) + _PRESS_LOOKS
        while world.looks < until and self.is_powered:
            await asyncio.sleep(0.005)
        world.release(button)

    # Mishaps.

    def upset(self) -> None:
        """Knock against the board: some pieces move to other fields, which ideal hands would put right at once."""
        self.table.want_real(True)
        world = self.simulation.world
        occupied = [field for field, stack in enumerate(world.stacks) if stack]
        free = [field for field, stack in enumerate(world.stacks) if not stack]
        for field in random.sample(occupied, min(_UPSET, len(occupied), len(free))):
            count = len(world.hand)
            world.lift(field)
            assert len(world.hand) == count + 1
            world.put(free.pop(random.randrange(len(free))))
        self.changes.tell()

    def break_part(self, fault: str) -> None:
        """Break a part, see treppe_sim.faults; an empty name mends all parts."""
        world = self.simulation.world
        if fault:
            self.table.want_real(True)
            with suppress(faults.NoSuchFault):  # a page of another surface may still offer its faults
                faults.break_named(world, fault)
                self.broken.append(fault)
        else:
            faults.mend(world)
            self.broken.clear()
        self.changes.tell()

    @property
    def is_powered(self) -> bool:
        """True while the board is switched on."""
        return self.simulation.is_powered

    async def switch_power(self) -> None:
        """Cut the power, or switch it on again; raises SimulationError."""
        if self.is_powered:
            await asyncio.to_thread(self.simulation.cut_power)
        else:
            await asyncio.to_thread(self.simulation.start)
        self.changes.tell()

    def move_cable(self) -> None:
        """Pull the cable to the PC out, or plug it in again."""
        self.is_plugged = not self.is_plugged
        if self.is_plugged:
            self.simulation.plug()
        else:
            self.simulation.unplug()
        self.changes.tell()
