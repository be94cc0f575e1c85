"""Connections to all boards: those at the ports that the user named, else those at USB, else a simulated one."""

import asyncio
import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from treppe import surfaces
from treppe_sim.world import BUILDS

from treppe_host.errors import PortError
from treppe_host.link.client import Client
from treppe_host.link.usb_boards import UsbBoard, choose_port, find_boards
from treppe_host.store.store import Store
from treppe_host.tune.kept_frames import FRAMES, FrameKeeper
from treppe_host.web.connections.board_programs import BoardPrograms
from treppe_host.web.connections.connection import BoardConnection
from treppe_host.web.connections.real_board import RealConnection
from treppe_host.web.connections.simulated_board import SimulatedConnection
from treppe_host.web.connections.teacher import Teacher

if TYPE_CHECKING:
    from treppe_host.web.connections.rival import Rival

_SIMULATED = "sim:"
_LOOK_S = 1.0


class BoardConnections:
    """All connections by key. Without named ports: all boards at USB, also those plugged in later."""

    def __init__(
        self,
        folder: Path,
        store: Store,
        ports: Sequence[str] = (),
        *,
        speed: float = 1.0,
        has_real_hands: bool = False,
        attach: Callable[[Client], None] | None = None,
        join: "Callable[[BoardConnection], Rival] | None" = None,
        look: Callable[[], list[UsbBoard]] = find_boards,
    ):
        """Open nothing yet. Simulated boards run at `speed` times real time.

        `has_real_hands`: people at them begin with real hands, see SimulatedConnection.

        `attach` is called with the client of each link, and may observe its board's messages. `join` joins the
        first board to another one.
        """
        self.all: dict[str, BoardConnection] = {}
        self.board_programs: dict[str, BoardPrograms] = {}
        """The programs that play at each board, by the same keys."""
        self.teachers: dict[str, Teacher] = {}
        """The tuning of each board's sensors, by the same keys."""
        self.diagnostics: list[str] = []
        """Why boards at USB cannot be used, and why a simulated one is not as usual."""
        self.looks_on = not ports
        """True if boards may be plugged in later."""
        self._folder = folder
        self._store = store
        self._ports = ports
        self._speed = speed
        self._has_real_hands = has_real_hands
        self._look = look
        self._attach = attach
        self._join = join

    def open(self) -> None:
        """Find the boards, switch on simulated ones; raise PortError or SimulationError if none can be used."""
        try:
            for port in self._ports:
                self._add_connection(self._connection_at(port))
            if self.looks_on:
                self.add_plugged()
            if not self.all:
                self._add_connection(self._simulated())
            simulated = (each.simulated for each in self.all.values() if each.simulated)
            self.diagnostics += {each.simulation.runtime_note for each in simulated} - {""}
        except BaseException:
            self.stop()
            raise

    async def listen(self) -> None:
        """Open the links to all boards. If later boards are wanted, keep looking for them and never return."""
        for connection in list(self.all.values()):
            await connection.listen()
            self.board_programs[connection.key].begin()
        while self.looks_on:
            await asyncio.sleep(_LOOK_S)
            with suppress(PortError):
                for connection in await asyncio.to_thread(self.add_plugged):
                    await connection.listen()
                    self.board_programs[connection.key].begin()

    async def close(self) -> None:
        """Close the links to all boards."""
        for programs in self.board_programs.values():
            programs.close()
        for connection in list(self.all.values()):
            await connection.close()

    def stop(self) -> None:
        for connection in self.all.values():
            if connection.simulated:
                connection.simulated.simulation.stop()

    def add_plugged(self) -> list[BoardConnection]:
        """Add the new boards at USB; raise PortError if no board at all can be used."""
        errors: list[PortError] = []
        added: list[BoardConnection] = []
        for found in self._look():
            connection = RealConnection(found.board, self._store, partial(self._port_of, found.board))
            if connection.key in self.all:
                continue
            try:
                self._add_connection(connection)
                added.append(connection)
            except PortError as error:
                errors.append(error)
        self.diagnostics = [str(error) for error in errors]
        if errors and not self.all:
            raise errors[0]
        return added

    def _connection_at(self, port: str) -> BoardConnection:
        if port.startswith(_SIMULATED):
            surface, *faults = port.removeprefix(_SIMULATED).split(",")
            if surface not in (names := (*surfaces.NAMES, *BUILDS)):
                raise PortError(f"no surface {surface!r} to simulate; there are: {' '.join(names)}")
            return self._simulated(surface, faults)
        key = re.sub(r"[^a-zA-Z0-9]+", "-", port.rsplit("//")[-1].removeprefix("/dev/")).strip("-")
        return RealConnection(key, self._store, lambda: port)

    def _simulated(self, surface: str = "", faults: Sequence[str] = ()) -> SimulatedConnection:
        real = self._has_real_hands
        return SimulatedConnection(self._folder, self._store, surface, self._speed, faults, has_real_hands=real)

    def _port_of(self, board: str) -> str:
        return choose_port(self._look(), {}, board)

    def _add_connection(self, connection: BoardConnection) -> None:
        connection.open()
        if self._attach:
            connection.attached.append(self._attach)
        connection.keeper = FrameKeeper(self._folder / FRAMES)
        connection.attached.append(connection.keeper.attach)
        self.all[connection.key] = connection
        self.board_programs[connection.key] = BoardPrograms(connection, self._join)
        self._join = None
        self.teachers[connection.key] = Teacher(connection, self._store)
