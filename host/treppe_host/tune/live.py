"""`treppe tune`: what the sensors see, live or from a recording; record it, try other settings, report on it."""

import json
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from treppe import surfaces

from treppe_host.client import Client, Message
from treppe_host.errors import BadFile, BoardError, TreppeError
from treppe_host.store import Store
from treppe_host.transport import SerialTransport
from treppe_host.tune.bench import Bench
from treppe_host.tune.recording import Recorder, Recording

STREAMS = ("raw", "calibration")
LIMITS = {"reed_lift_scans": (1, 15), "reed_place_scans": (1, 15), "cell_sure_percent": (10, 100)}
_REFRESH_S = 0.2
_HELLO_S = 10.0


class BadSetting(TreppeError):
    """There is no such setting, or it may not have this value."""


def parse_settings(words: list[str]) -> dict[str, Any]:
    """Return the settings that NAME=NUMBER words mean; raises BadSetting."""
    settings = {}
    for word in words:
        name, _, number = word.partition("=")
        if name not in LIMITS:
            raise BadSetting(f"there is no setting {name!r} of sensing; there are: {', '.join(LIMITS)}")
        low, high = LIMITS[name]
        if not number.isdigit() or not low <= int(number) <= high:
            raise BadSetting(f"{name} is {number!r}, not {low} to {high}")
        settings[name] = int(number)
    return settings


def run_recording(path: Path, settings: dict[str, Any], kind: str = "") -> Bench:
    """Run a recording through sensing with these settings; raises BadFile, OSError."""
    sensors = {name: surfaces.load(name).SENSOR for name in ("reed12", "square7", "hex49")}
    recording = Recording.read(path, sensors)
    bench = Bench(surfaces.load(recording.surface), recording.calibration, settings, kind)
    for number, frame in recording.frames:
        bench.feed(number, frame)
    return bench


class Listener:
    """Takes what a board streams to a bench, and into a recording."""

    def __init__(self, client: Client, settings: dict[str, Any], kind: str, record: Path | None, files: ExitStack):
        self.bench: Bench | None = None
        self.failure: Exception | None = None
        self._client = client
        self._settings, self._kind = settings, kind
        self._file = files.enter_context(record.open("w", encoding="ascii")) if record else None
        self._recorder: Recorder | None = None
        self.is_ready = threading.Event()
        client.observe("calibration", self._begin)
        client.observe("raw", self._take)

    def _begin(self, message: Message) -> None:
        hello = self._client.hello
        if self.bench or self.failure or not hello:
            return
        content = bytes.fromhex(message["record"])
        try:
            self.bench = Bench(surfaces.load(hello["surface"]), content, self._settings, self._kind)
        except BadFile as error:
            self.failure = error
        else:
            if self._file:
                self._recorder = Recorder(self._file, self.bench.surface.NAME, content)
        self.is_ready.set()

    def _take(self, message: Message) -> None:
        if self.bench is None:
            return
        frame = bytes.fromhex(message["frame"])
        self.bench.feed(message["n"], frame)
        if self._recorder:
            self._recorder.add(message["n"], frame)


def run_live(
    store: Store,
    port: str | Callable[[], str],
    settings: dict[str, Any],
    kind: str,
    record: Path | None,
    seconds: float | None,
    console: Any,
) -> Bench:
    """Show what a board sees until Ctrl-C or for so many seconds; games that go on meanwhile are kept as ever."""
    from rich.live import Live

    from treppe_host.tune.terminal import draw

    with ExitStack() as stack:
        client = Client(store, streams=STREAMS)
        listener = Listener(client, settings, kind, record, stack)
        stack.enter_context(SerialTransport(client, port))
        if not listener.is_ready.wait(_HELLO_S):
            raise BoardError("the board does not tell what its sensors see: is its firmware as new as this program?")
        if listener.failure:
            raise listener.failure
        bench = listener.bench
        assert bench
        note = json.dumps(settings) if settings else ""
        ends_s = time.monotonic() + seconds if seconds else float("inf")
        try:
            with Live(draw(bench, note), console=console, auto_refresh=False) as live:
                while time.monotonic() < ends_s:
                    time.sleep(_REFRESH_S)
                    live.update(draw(bench, note + " Ctrl-C ends it."), refresh=True)
        except KeyboardInterrupt:
            pass
    return bench
