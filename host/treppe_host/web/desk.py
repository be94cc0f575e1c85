"""What the page looks at and touches: one board with the world around it, the link to it, and its game."""

import asyncio
import random
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from treppe import games, surfaces
from treppe_sim.board import SimulatedBoard
from treppe_sim.cells import Cells
from treppe_sim.hands import RATES
from treppe_sim.material import start_stacks, start_supply
from treppe_sim.parameters import PARAMETERS
from treppe_sim.reeds import CAREFUL_SD_MM, Reeds
from treppe_sim.world import BUTTONS, ImpossibleAct

from treppe_host.client import Client, Message
from treppe_host.errors import BoardError, CommandUnanswered, TreppeError
from treppe_host.store import Store
from treppe_host.transport import SerialTransport
from treppe_host.web.game import FollowedGame

_FIRST_SURFACE = "square7"
_CONNECT_S = 5.0
_UPSET = 4  # pieces that leave their places when the board is knocked against
_REST_MS = (100.0, 1500.0)


class Desk:
    """A simulated board that is switched on, as people at it see it.

    All of it lives in the event loop in which `listen` was called; what the link's thread has to tell is carried
    over. `watchers` are called after anything has changed.
    """

    surface: Any
    board: SimulatedBoard

    def __init__(self, folder: Path, store: Store):
        """Take the surface that was used last; nothing is switched on yet."""
        self.watchers: list[Callable[[], None]] = []
        self.game = FollowedGame()
        self.roles = ""
        self.display: Message = {}
        self.notice = ""
        self.is_connected = False
        self.is_plugged = True
        self.is_careless = False
        self._folder = folder
        self._store = store
        self._transport: SerialTransport | None = None
        self._is_change_due = False
        self._followed = 0
        self._is_heard = asyncio.Event()
        self._note = folder / "surface.txt"
        name = self._note.read_text("utf-8").strip() if self._note.exists() else ""
        self.surface = surfaces.load(name if name in surfaces.NAMES else _FIRST_SURFACE)

    # Power and link.

    def switch_on(self) -> None:
        """Switch the board on; raises SimulationError, then nothing is left running."""
        name = self.surface.NAME
        self.board = SimulatedBoard(name, self._folder / name)
        try:
            self.board.start()
        except BaseException:
            self.board.stop()
            raise
        self._note.write_text(name + "\n", "utf-8")

    async def listen(self) -> None:
        """Begin to talk with the board; raises PortError."""
        self._loop = asyncio.get_running_loop()
        client = Client(self._store)
        for kind, take in self._takers().items():
            client.observe(kind, partial(self._carry, take))
        self._transport = SerialTransport(client, self.board.port, on_failure=self._fail)
        self._transport.start()

    async def close(self) -> None:
        """Stop talking and switch the board off; pieces and game stay as they are in its folder."""
        if self._transport:
            await asyncio.to_thread(self._transport.close)
        await asyncio.to_thread(self.board.stop)
        self._take_silence({})

    def _takers(self) -> dict[str, Callable[[Message], None]]:
        return {
            "connected": self._take_hello,
            "disconnected": self._take_silence,
            "event": self._take_event,
            "lamps": self._take_lamps,
            "display": self._take_display,
        }

    def _carry(self, take: Callable[[Message], None], message: Message) -> None:
        """In the link's thread: let the event loop take a message, and tell the watchers once for all of them."""
        self._loop.call_soon_threadsafe(self._take, take, message)

    def _take(self, take: Callable[[Message], None], message: Message) -> None:
        take(message)
        self._change()

    def _change(self) -> None:
        if not self._is_change_due:
            self._is_change_due = True
            self._loop.call_soon(self._tell)

    def _tell(self) -> None:
        self._is_change_due = False
        for watcher in self.watchers:
            watcher()

    def _fail(self, failure: TreppeError) -> None:
        def take(_: Message) -> None:
            self.notice = str(failure)

        self._carry(take, {})

    # What the board tells.

    def _take_hello(self, hello: Message) -> None:
        self.game = FollowedGame()
        self._followed = 0
        for event in self._store.last_game_events(hello["board"]):
            self._take_event(event)
        self.is_connected = True
        self.notice = ""
        self._is_heard.set()

    def _take_silence(self, _: Message) -> None:
        self.is_connected = False
        self._is_heard.clear()
        self.roles = ""
        if self.board.failure:
            self.notice = str(self.board.failure)

    def _take_event(self, event: Message) -> None:
        if event["e"] > self._followed:  # one that was stored while the game was being read comes twice
            self._followed = event["e"]
            self.game.follow(event)

    def _take_lamps(self, lamps: Message) -> None:
        self.roles = lamps["roles"]

    def _take_display(self, display: Message) -> None:
        self.display = display

    # What people see and do.

    @property
    def stacks(self) -> list[tuple[str, ...]]:
        """What stands on each field, the bottom first."""
        return [tuple(stack) for stack in self.board.world.stacks]

    @property
    def hand(self) -> list[str]:
        """What the hand holds."""
        return [str(piece) for piece in self.board.world.hand]

    @property
    def supply(self) -> dict[str, int]:
        """What lies beside the board, by code."""
        return self.board.world.supply

    def touch(self, field: int) -> None:
        """Put what the hand holds onto a field, or lift the top piece from it."""
        world = self.board.world
        if world.hand and self.is_careless:
            self._slip(world.sensors)
        self._act(lambda: world.put(field) if world.hand else world.lift(field))

    def take(self, code: str) -> None:
        """Take a piece from the supply."""
        self._act(lambda: self.board.world.take(code))

    def give(self) -> None:
        """Lay what the hand holds aside."""
        self._act(self.board.world.give)

    def turn(self) -> None:
        """Turn the stone in the hand over."""
        self._act(self.board.world.turn)

    def press(self, button: str) -> None:
        """Hold a button of the board down."""
        if button in BUTTONS:
            self._act(lambda: self.board.world.press(button))

    def release(self, button: str) -> None:
        """Let a button go."""
        if button in BUTTONS:
            self._act(lambda: self.board.world.release(button))

    def _act(self, act: Callable[[], object]) -> None:
        with suppress(ImpossibleAct):  # a click where there is nothing to do is no mistake
            act()
        self._change()

    async def choose(self, word: str) -> None:
        """Play an action that no piece shows, or answer what is asked, by its word or by `OK`, `MENU`."""
        assert self._transport
        if word in BUTTONS:
            asked = self._transport.command("button", name=word)
        else:
            asked = self._transport.command("choose", word=word)
        try:
            await asyncio.wrap_future(asked)
            self.notice = ""
        except BoardError as error:
            self.notice = str(error)
        self._change()

    # What may befall a board.

    def be_careless(self, is_careless: bool) -> None:
        """Let the hand put pieces beside the centre, abruptly, and rest on them for a while; or take care again."""
        self.is_careless = is_careless
        sensors = self.board.world.sensors
        if isinstance(sensors, Cells):
            sensors.is_abrupt, sensors.hand_rests_ms = False, (0.0, 0.0)
        else:
            sensors.put_sd_mm = CAREFUL_SD_MM
        self._change()

    def _slip(self, sensors: Cells | Reeds) -> None:
        if isinstance(sensors, Cells):
            sensors.is_abrupt = random.random() < RATES["abrupt"]
            sensors.hand_rests_ms = _REST_MS if random.random() < RATES["rest"] else (0.0, 0.0)
        else:
            is_beside = random.random() < RATES["off_centre"]
            sensors.put_sd_mm = PARAMETERS["hand"]["put_sd_mm_per_axis"] if is_beside else CAREFUL_SD_MM

    def upset(self) -> None:
        """Knock against the board: some pieces fly to other places."""
        world = self.board.world
        occupied = [field for field, stack in enumerate(world.stacks) if stack]
        free = [field for field, stack in enumerate(world.stacks) if not stack]
        for field in random.sample(occupied, min(_UPSET, len(occupied), len(free))):
            count = len(world.hand)
            world.lift(field)
            assert len(world.hand) == count + 1
            world.put(free.pop(random.randrange(len(free))))
        self._change()

    @property
    def is_powered(self) -> bool:
        """Tell whether the board is switched on."""
        return self.board.is_powered

    async def switch_power(self) -> None:
        """Cut the power, or switch it on again; raises SimulationError."""
        if self.is_powered:
            await asyncio.to_thread(self.board.cut_power)
        else:
            await asyncio.to_thread(self.board.start)
        self._change()

    def move_cable(self) -> None:
        """Pull the cable to the PC out, or plug it in again."""
        self.is_plugged = not self.is_plugged
        if self.is_plugged:
            self.board.plug()
        else:
            self.board.unplug()
        self._change()

    async def new_game(self, name: str, options: dict[str, Any]) -> None:
        """Lay the pieces out and ask the board to begin; raises InvalidOption, TreppeError and SimulationError."""
        state = games.start(name, **options)
        if not state.surface:
            raise games.InvalidOption("there is no surface for a board of this size: it exists in the engine only")
        if state.surface != self.surface.NAME:
            await self.close()
            self.surface = surfaces.load(state.surface)
            self.is_plugged = True
            self.game, self.display = FollowedGame(), {}
            await asyncio.to_thread(self.switch_on)
            await self.listen()
        try:
            await asyncio.wait_for(self._is_heard.wait(), _CONNECT_S)
        except TimeoutError as error:
            raise CommandUnanswered("the board does not answer") from error
        self.board.world.arrange(start_stacks(state), start_supply(state))
        assert self._transport
        asked = self._transport.command("new", game=name, options=options, seats=list(range(state.players)))
        await asyncio.wrap_future(asked)
        self._change()
