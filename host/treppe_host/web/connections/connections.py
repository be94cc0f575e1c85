"""The boards that are there, each with its desk: at ports that were asked for, at USB, or else a simulated one."""

import re
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from treppe import surfaces

from treppe_host.errors import PortError
from treppe_host.link.ports import UsbBoard, choose_port, find_boards
from treppe_host.store.store import Store
from treppe_host.web.connections.connection import Desk
from treppe_host.web.connections.real_board import RealDesk
from treppe_host.web.connections.simulated_board import SimulatedDesk

_SIMULATED = "sim:"


class Desks:
    """All desks, by their key. Without ports that somebody asks for: those of boards at USB, later ones too."""

    def __init__(
        self,
        folder: Path,
        store: Store,
        ports: Sequence[str] = (),
        *,
        speed: float = 1.0,
        look: Callable[[], list[UsbBoard]] = find_boards,
    ):
        """Nothing is opened yet. `speed`: how fast time passes for simulated boards."""
        self.all: dict[str, Desk] = {}
        self.complaints: list[str] = []
        """What keeps boards that are there from being used."""
        self.looks_on = not ports
        """Whether boards that are plugged in later are wanted."""
        self._folder = folder
        self._store = store
        self._ports = ports
        self._speed = speed
        self._look = look

    def open(self) -> None:
        """Find the boards and switch on what is simulated; raise PortError or SimulationError if none can be used."""
        try:
            for port in self._ports:
                self._add(self._desk_at(port))
            if self.looks_on:
                self.add_plugged()
            if not self.all:
                self._add(SimulatedDesk(self._folder, self._store, speed=self._speed))
        except BaseException:
            self.stop()
            raise

    def stop(self) -> None:
        """Switch off what is simulated."""
        for desk in self.all.values():
            if isinstance(desk, SimulatedDesk):
                desk.simulation.stop()

    def add_plugged(self) -> list[Desk]:
        """Add the boards at USB that are not known yet; raise PortError if there are only some that cannot be used."""
        errors: list[PortError] = []
        added: list[Desk] = []
        for found in self._look():
            desk = RealDesk(found.board, self._store, partial(self._port_of, found.board))
            if desk.key in self.all:
                continue
            try:
                self._add(desk)
                added.append(desk)
            except PortError as error:
                errors.append(error)
        self.complaints = [str(error) for error in errors]
        if errors and not self.all:
            raise errors[0]
        return added

    def _desk_at(self, port: str) -> Desk:
        if port.startswith(_SIMULATED):
            surface, *faults = port.removeprefix(_SIMULATED).split(",")
            if surface not in surfaces.NAMES:
                raise PortError(f"no surface {surface!r} to simulate; there are: {' '.join(surfaces.NAMES)}")
            return SimulatedDesk(self._folder, self._store, surface, self._speed, faults)
        key = re.sub(r"[^a-zA-Z0-9]+", "-", port.rsplit("//")[-1].removeprefix("/dev/")).strip("-")
        return RealDesk(key, self._store, lambda: port)

    def _port_of(self, board: str) -> str:
        return choose_port(self._look(), {}, board)

    def _add(self, desk: Desk) -> None:
        desk.open()
        self.all[desk.key] = desk
