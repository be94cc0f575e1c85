"""What a browser that looks at the sensors may ask for, by the name of the event that asks for it."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from treppe_host.errors import BadFile, TreppeError
from treppe_host.tune import calibrations
from treppe_host.tune.settings import check, defaults
from treppe_host.tune.views import VIEWS
from treppe_host.web.tune.look import Look

if TYPE_CHECKING:
    from treppe_host.web.tune.tuner import Tuner

Act = Callable[[Any], Awaitable[object] | None]

_MOST_CHOSEN = 3
_LONGEST = 200_000
_SAVED_S = 10.0
_LOOK_S = 0.15


class Acts:
    """What one browser does."""

    def __init__(self, tuner: "Tuner", look: Look):
        self._tuner = tuner
        self._look = look

    def by_name(self) -> dict[str, Callable[[Any], Awaitable[None]]]:
        """Return all of them; each takes what the event says, and says in the browser why it cannot be done."""
        desk = self._tuner.desk
        acts: dict[str, Act] = {
            "view": self._choose_view,
            "pick": self._pick,
            "set": self._set,
            "keep": self._keep,
            "as_kept": self._take_back,
            "as_delivered": self._reset,
            "calibrate": lambda material: desk.command("calibrate", material=material),
            "check": lambda _: desk.command("check"),
            "one_field": self._calibrate_field,
            "task_button": lambda name: desk.command("button", name=name),
            "load": self._load,
            "compare": self._compare,
            "compare_file": self._compare_file,
            "record": self._record,
            "live": lambda _: self._tuner.look_at_board(),
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
        """Look closer at a field, or no longer."""
        look = self._look
        if place in look.chosen:
            look.chosen.remove(place)
            look.sent.pop(place, None)
        elif 0 <= place < self._tuner.bench().surface.FIELDS:
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
        saved = self._tuner.workbench.saved
        await self._apply({name: saved[name] for name in defaults(self._tuner.bench().surface.SENSOR)})

    async def _reset(self, _: Any) -> None:
        await self._apply(defaults(self._tuner.bench().surface.SENSOR))

    async def _apply(self, change: dict[str, Any], *, save: bool = False) -> None:
        """Let the board take settings, or the recording, then see what they would have made of what is shown."""
        tuner = self._tuner
        if tuner.replay:
            for name, value in change.items():
                check(name, value)
            tuner.lay(await asyncio.to_thread(tuner.replay.with_settings, change))
        else:
            tuner.workbench.take_settings(await tuner.desk.command("settings", change=change, save=save))
        await tuner.judge()

    # Calibrations.

    async def _calibrate_field(self, _: Any) -> None:
        if self._look.chosen:
            names = self._tuner.bench().surface.NAMES
            await self._tuner.desk.command("field", name=names[self._look.chosen[-1]])

    async def _load(self, said: dict[str, str]) -> None:
        """Give the surface the calibration of a file that the browser has read."""
        tuner = self._tuner
        if tuner.replay:
            raise BadFile("this is a recording: back to the board first")
        bench, workbench = tuner.bench(), tuner.workbench
        record = calibrations.renumbered(self._read(said), bench.surface, bench.table.serial)
        for piece in calibrations.in_pieces(record):
            await tuner.desk.command("load", **piece)
        await tuner.desk.command("button", name="OK")
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
            return calibrations.read_text(text, self._tuner.bench().surface)
        except BadFile as error:
            raise BadFile(f"{said.get('name')}: {error}") from None

    def _compare(self, number: str) -> None:
        """Compare with a calibration that the surface had earlier, or with none."""
        look, earlier = self._look, self._tuner.earlier()
        if str(number).isdigit() and int(number) < len(earlier):
            self._differ(calibrations.read_text(earlier[int(number)].content, self._tuner.bench().surface))
            look.compared = str(number)
        else:
            look.differences, look.compared = {}, ""
            look.view = "reading" if look.view == "difference" else look.view

    def _compare_file(self, said: dict[str, str]) -> None:
        self._look.compared = ""
        self._differ(self._read(said))
        self._look.compared = "file"

    def _differ(self, record: bytes) -> None:
        bench = self._tuner.bench()
        other = calibrations.decode(record, bench.surface)
        self._look.differences = {each.field: each for each in calibrations.compare(bench.table, other, bench.surface)}
        self._look.view = "difference"

    def _record(self, _: Any) -> None:
        """Begin to record, or stop."""
        self._tuner.record()
