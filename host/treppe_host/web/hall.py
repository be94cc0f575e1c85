"""The boards that are there, and which address shows which: `/`, `/boards/KEY`, and the same to look at in `/watch`."""

import asyncio
import re
from collections.abc import Callable, Sequence
from functools import partial
from html import escape
from pathlib import Path
from types import ModuleType

from nicegui import background_tasks, ui
from treppe import surfaces

from treppe_host.errors import PortError
from treppe_host.ports import UsbBoard, choose_port, find_boards
from treppe_host.store import Store
from treppe_host.web import frame, panel, texts
from treppe_host.web.desk import Desk
from treppe_host.web.game import goal_fields
from treppe_host.web.mirror import RealDesk
from treppe_host.web.page import Page
from treppe_host.web.simulated import SimulatedDesk
from treppe_host.web.still import draw_still

_LOOK_S = 1.0
_SIMULATED = "sim:"


class Hall:
    """All boards. Without ports that somebody asks for: those at USB, later ones too, or else a simulated one."""

    def __init__(
        self,
        folder: Path,
        store: Store,
        ports: Sequence[str] = (),
        *,
        speed: float = 1.0,
        look: Callable[[], list[UsbBoard]] = find_boards,
    ):
        """Find the boards; raise PortError or SimulationError if there is none that can be used.

        `speed`: how fast time passes for simulated ones.
        """
        self.pages: dict[str, Page] = {}
        self.complaints: list[str] = []
        """What keeps boards that are there from being used."""
        self._store = store
        self._look = look
        self._speed = speed
        self._looks_on = not ports
        try:
            for port in ports:
                self._add(self._desk_at(folder, port))
            if self._looks_on:
                self.add_plugged()
            if not self.pages:
                self._add(SimulatedDesk(folder, store, speed=speed))
        except BaseException:
            self.stop()
            raise

    def _desk_at(self, folder: Path, port: str) -> Desk:
        if port.startswith(_SIMULATED):
            surface, *faults = port.removeprefix(_SIMULATED).split(",")
            if surface not in surfaces.NAMES:
                raise PortError(f"no surface {surface!r} to simulate; there are: {' '.join(surfaces.NAMES)}")
            return SimulatedDesk(folder, self._store, surface, self._speed, faults)
        key = re.sub(r"[^a-zA-Z0-9]+", "-", port.rsplit("//")[-1].removeprefix("/dev/")).strip("-")
        return RealDesk(key, self._store, lambda: port)

    def add_plugged(self) -> list[Desk]:
        """Add the boards at USB that are not known yet; raise PortError if there are only some that cannot be used."""
        errors: list[PortError] = []
        added: list[Desk] = []
        for found in self._look():
            desk = RealDesk(found.board, self._store, partial(self._port_of, found.board))
            if desk.key in self.pages:
                continue
            try:
                self._add(desk)
                added.append(desk)
            except PortError as error:
                errors.append(error)
        self.complaints = [str(error) for error in errors]
        if errors and not self.pages:
            raise errors[0]
        return added

    def _port_of(self, board: str) -> str:
        return choose_port(self._look(), {}, board)

    def _add(self, desk: Desk) -> None:
        desk.open()
        self.pages[desk.key] = Page(desk)

    # While the page is served.

    async def listen(self) -> None:
        """Begin to talk with all boards, and go on looking for others."""
        for page in self.pages.values():
            await page.desk.listen()
        if self._looks_on:
            background_tasks.create(self._look_on())

    async def _look_on(self) -> None:
        while True:
            await asyncio.sleep(_LOOK_S)
            try:
                added = await asyncio.to_thread(self.add_plugged)
            except PortError:
                continue
            for desk in added:
                await desk.listen()

    async def close(self) -> None:
        """Stop talking to all boards."""
        for page in self.pages.values():
            await page.desk.close()

    def stop(self) -> None:
        """Switch off what is simulated, also when the page never came to be served."""
        for page in self.pages.values():
            if isinstance(page.desk, SimulatedDesk):
                page.desk.simulation.stop()

    # Addresses.

    def serve(self) -> None:
        """Let browsers have the pages."""
        for path, may_touch in (("/", True), ("/watch", False)):
            ui.page(path, title="Treppe", favicon=frame.FAVICON)(partial(self._front, may_touch))
        for path, may_touch in (("/boards/{key}", True), ("/watch/{key}", False)):
            ui.page(path, title="Treppe", favicon=frame.FAVICON)(partial(self._one, may_touch))
        ui.page("/boards", title="Treppe", favicon=frame.FAVICON)(partial(self._list, True))

    def _front(self, may_touch: bool) -> None:
        """Show the only board, or all to choose one from."""
        if len(self.pages) == 1:
            next(iter(self.pages.values())).build(may_touch)
        else:
            self._list(may_touch)

    def _one(self, may_touch: bool, key: str) -> None:
        if key in self.pages:
            self.pages[key].build(may_touch)
        else:
            self._list(may_touch)

    def _list(self, may_touch: bool) -> None:
        """Show all boards as miniatures, each a link to its page, and keep them up to date."""
        client = ui.context.client
        words = texts.LANGUAGES[frame.language_of(client)]
        frame.add_head(words)
        ui.html(frame.fill("boards", words), sanitize=False).classes("treppe")
        shown: dict[str, str] = {}

        def refresh() -> None:
            cards = "".join(_card(words, page.desk, may_touch) for page in list(self.pages.values()))
            html = {
                "boards": cards,
                "notice": "".join(f"<p>{escape(text)}</p>" for text in self.complaints),
            }
            if html != shown:
                shown.update(html)
                client.run_javascript(frame.show({"html": html}))

        client.on_connect(lambda: shown.clear())
        ui.timer(_LOOK_S, refresh)


def _card(words: ModuleType, desk: Desk, may_touch: bool) -> str:
    picture = ""
    if desk.surface:
        game = desk.game
        names = game.names if game.state else desk.surface.NAMES
        goals = goal_fields(game.state) if game.state else frozenset()
        picture = draw_still(desk.surface, names, goals, "", desk.stacks)
    address = f"/{'boards' if may_touch else 'watch'}/{desk.key}"
    return (
        f'<a class="miniature" href="{address}">{picture}<strong>{escape(panel.board_name(words, desk))}</strong>'
        f"<span>{panel.game_line(words, desk.game)}</span>{panel.status(words, desk)}</a>"
    )
