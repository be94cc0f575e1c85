"""What a browser that looks at the sensors may ask for, by the name of the event that asks for it."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from treppe_host.errors import BadFile, TreppeError
from treppe_host.tune import calibrations
from treppe_host.tune.settings import check, defaults
from treppe_host.tune.views import VIEWS
from treppe_host.web.tune.browser_view import BrowserView

if TYPE_CHECKING:
    from treppe_host.web.tune.page import TunePage

Act = Callable[[Any], Awaitable[object] | None]

_MOST_CHOSEN = 3
_LONGEST = 200_000
_SAVED_S = 10.0
_LOOK_S = 0.15


class BrowserActions:
    """What one browser does."""

    def __init__(self, page: "TunePage", look: BrowserView):
        self._page = page
        self._look = look

    def by_name(self) -> dict[str, Callable[[Any], Awaitable[None]]]:
        """Return all of them; each takes what the event says, and says in the browser why it cannot be done."""
        connection = self._page.connection
        acts: dict[str, Act] = {
            "view": self._choose_view,
            "pick": self._pick,
            "set": self._set,
            "keep": self._keep,
            "as_kept": self._take_back,
            "as_delivered": self._reset,
            "calibrate": lambda material: connection.command("calibrate", material=material),
            "check": lambda _: connection.command("check"),
            "one_field": self._calibrate_field,
            "task_button": lambda name: connection.command("button", name=name),
            "load": self._load,
            "compare": self._compare,
            "compare_file": self._compare_file,
            "record": self._record,
            "live": lambda _: self._page.look_at_board(),
        }
        return {name: partial(self._try, act) for name, act in acts.items()}

    async def _try(self, act: Act, said: Any) -> None:
        self._look.notice = ""
        try:
            done = act(said)
            if done is not None:
                await done
        except (TreppeError, OSError) as error:
            self._look.notice = self._look.words.TUNE["refused"].format(error)

    def _choose_view(self, view: str) -> None:
        if view in VIEWS:
            self._look.view = view

    def _pick(self, place: int) -> None:
        """BrowserView closer at a field, or no longer."""
        look = self._look
        if place in look.chosen:
            look.chosen.remove(place)
            look.sent.pop(place, None)
        elif 0 <= place < self._page.bench().surface.FIELDS:
            look.chosen.append(place)
            for old in look.chosen[:-_MOST_CHOSEN]:
                look.sent.pop(old, None)
            del look.chosen[:-_MOST_CHOSEN]

    # Settings.

    async def _set(self, said: dict[str, Any]) -> None:
        await self._apply({str(said.get("name")): said.get("value")})

    async def _keep(self, _: Any) -> None:
        await self._apply({}, save=True)
        self._look.notice = self._look.words.TUNE["kept"]

    async def _take_back(self, _: Any) -> None:
        saved = self._page.workbench.saved
        await self._apply({name: saved[name] for name in defaults(self._page.bench().surface.SENSOR)})

    async def _reset(self, _: Any) -> None:
        await self._apply(defaults(self._page.bench().surface.SENSOR))

    async def _apply(self, change: dict[str, Any], *, save: bool = False) -> None:
        """Let the board take settings, or the recording, then see what they would have made of what is shown."""
        page = self._page
        if page.replay:
            for name, value in change.items():
                check(name, value)
            page.lay(await asyncio.to_thread(page.replay.with_settings, change))
        else:
            page.workbench.take_settings(await page.connection.command("settings", change=change, save=save))
        await page.judge()

    # Calibrations.

    async def _calibrate_field(self, _: Any) -> None:
        if self._look.chosen:
            names = self._page.bench().surface.NAMES
            await self._page.connection.command("field", name=names[self._look.chosen[-1]])

    async def _load(self, said: dict[str, str]) -> None:
        """Give the surface the calibration of a file that the browser has read."""
        page = self._page
        if page.replay:
            raise BadFile("this is a recording: back to the board first")
        bench, workbench = page.bench(), page.workbench
        record = calibrations.renumbered(self._read(said), bench.surface, bench.table.serial)
        for piece in calibrations.in_pieces(record):
            await page.connection.command("load", **piece)
        await page.connection.command("button", name="OK")
        end_s = asyncio.get_running_loop().time() + _SAVED_S
        while workbench.record != record and asyncio.get_running_loop().time() < end_s:
            await asyncio.sleep(_LOOK_S)
        if workbench.record != record:
            raise BadFile(" ".join(workbench.display.get("lines", [])))
        self._look.notice = self._look.words.TUNE["loaded"].format(said.get("name"))

    def _read(self, said: dict[str, str]) -> bytes:
        text = str(said.get("text", ""))
        if not text or len(text) > _LONGEST:
            raise BadFile(f"{said.get('name')}: this is no calibration")
        try:
            return calibrations.read_text(text, self._page.bench().surface)
        except BadFile as error:
            raise BadFile(f"{said.get('name')}: {error}") from None

    def _compare(self, number: str) -> None:
        """Compare with a calibration that the surface had earlier, or with none."""
        look, earlier = self._look, self._page.earlier()
        if str(number).isdigit() and int(number) < len(earlier):
            self._differ(calibrations.read_text(earlier[int(number)].content, self._page.bench().surface))
            look.compared = str(number)
        else:
            look.differences, look.compared = {}, ""
            look.view = "reading" if look.view == "difference" else look.view

    def _compare_file(self, said: dict[str, str]) -> None:
        self._look.compared = ""
        self._differ(self._read(said))
        self._look.compared = "file"

    def _differ(self, record: bytes) -> None:
        bench = self._page.bench()
        other = calibrations.decode(record, bench.surface)
        self._look.differences = {each.field: each for each in calibrations.compare(bench.table, other, bench.surface)}
        self._look.view = "difference"

    def _record(self, _: Any) -> None:
        """Begin to record, or stop."""
        self._page.record()
