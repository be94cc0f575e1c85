"""A third kind of sensors, pads that tell sixteen levels, goes through table, store, page, recording and doctor.

It is one class for the firmware, one for the simulated world and one for the host; nothing else knows it.
"""

import asyncio
import threading
import time
from functools import partial

import own_loop
import pytest
from fakes_board import Terminal
from treppe import VERSION, games, surfaces
from treppe.games import catalogue
from treppe.link.link import Link
from treppe.sensing import GOOD, QUIET, SETTLING, defaults, kinds
from treppe.surfaces import start4
from treppe_host import terminal
from treppe_host.cli import app
from treppe_host.firmware import firmware_module
from treppe_host.link.client import STREAMS as PLAY_STREAMS
from treppe_host.link.client import Client
from treppe_host.link.transport import SerialTransport
from treppe_host.store.store import Store
from treppe_host.tune import kinds as host_kinds
from treppe_host.tune.kinds import SensorKind
from treppe_host.tune.recording import Recording
from treppe_host.tune.session import STREAMS, RecordedSession
from treppe_host.web import texts
from treppe_host.web.connections.real_board import RealConnection
from treppe_host.web.tune.browser_view import BrowserView
from treppe_host.web.tune.sensors import BoardSensors
from treppe_sim import world
from treppe_sim.bench_board import FRAME_MS, BenchBoard, WorldFrames
from treppe_sim.hands.hands import Hands
from treppe_sim.material import start_stacks, start_supply
from treppe_sim.sensors import Sensors
from treppe_sim.world import World
from typer.testing import CliRunner
from waiting import LIMIT_S, until, wait_until

_FIGURES = {"python": "test 1", "heap": 1 << 20, "flash": 1 << 20, "supply_mv": 5000, "external": False}
_FIGURES |= {"slowest_ms": 10, "i2c": [], "bad_lines": 0, "resends": 0}


class LinkedBoard(BenchBoard):
    """A board that a host finds at `port`. Hands can use it: in `run_ms` they wait."""

    def __init__(self, port, surface, identity, **settings):
        super().__init__(WorldFrames(World(surfaces.load(surface))), settings)
        self._settings = settings
        self._scans = self.num_shown = 0
        self._terminal = Terminal(port)
        self.port = str(port)
        hello = {"firmware": VERSION, "board": identity, "surface": surface, "complaints": []}
        hello |= {"surfaces": surfaces.NAMES, "games": catalogue.names_on(surface)}
        self._link = Link(self._terminal, self.journal, hello, self._command)
        self._offer_streams()
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._run)

    def _offer_streams(self):
        offer, table, sensing = self._link.stream, self.table, self.sensing
        offer("lamps", lambda: table.roles_version, lambda: {"roles": str(table.roles, "ascii")})
        offer("image", lambda: bytes(sensing.image), lambda: {"fields": sensing.image.hex()})
        offer("display", lambda: table.display_version, lambda: table.display)
        offer("calibration", lambda: sensing.serial, lambda: {"record": sensing.record().hex()})
        offer("raw", lambda: self._scans, self._raw)

    def _raw(self):
        self.num_shown += 1
        return {"n": self._scans, "frame": self._frame()}

    def _frame(self):
        return bytes(self.source.frame).hex()

    def _command(self, name, fields):
        if name in ("settings", "figures", "frame", "ping"):
            reported = {"now": self._settings, "saved": self._settings}
            return {"settings": reported, "figures": _FIGURES, "frame": {"hex": self._frame()}}.get(name, {})
        return self.table.begin_command(name, fields)

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._is_over.set()
        self._thread.join()
        self._terminal.unplug()

    def _run(self):
        due_s = time.monotonic()
        while not self._is_over.is_set():
            super().run_ms(FRAME_MS)
            self._scans += 1
            self._link.talk()
            if self._link.listen(self.now_ms):
                self._link.obey()
            self._link.talk()
            due_s = max(due_s + FRAME_MS / 1000, time.monotonic())
            time.sleep(due_s - time.monotonic() if due_s > time.monotonic() else 0)

    def run_ms(self, duration_ms):
        """Wait until the board's time has passed."""
        until_ms = self.now_ms + duration_ms
        wait_until(lambda: self.now_ms >= until_ms)


_SCANS = 3


class PadSensing:
    """Firmware: a byte a field, its level, which counts after three equal scans."""

    FRAME_BYTES = PLACES = 16
    READING_BYTES, NOISE = 1, 0
    HAS_WEIGHTS, IS_CALIBRATED = True, False
    SETTINGS: dict = {"pad_scans": _SCANS}
    LIMITS: dict = {"pad_scans": (1, 9)}
    frame_of = bytearray
    is_counting = False
    serial = 0

    def __init__(self, surface, settings):
        self.image, self.activity = bytearray(surface.FIELDS), bytearray(surface.FIELDS)
        self.faults, self.num_known = [], surface.FIELDS
        self._channels, self._counts = surface.CHANNELS, bytearray(surface.FIELDS)
        self.apply(settings)

    @classmethod
    def from_record(cls, surface, _record, settings):
        return cls(surface, settings)

    @staticmethod
    def reading(frame, channel):
        return frame[channel]

    def apply(self, settings):
        self._scans = settings.get("pad_scans", _SCANS)

    def update(self, frame):
        self.frame = frame
        before = bytes(self.image + self.activity)
        for field, channel in enumerate(self._channels):
            self._counts[field] = self._counts[field] + 1 if frame[channel] != self.image[field] else 0
            if self._counts[field] >= self._scans:
                self.image[field], self._counts[field] = frame[channel], 0
            self.activity[field] = SETTLING if self._counts[field] else QUIET
        return before != self.image + self.activity

    def use(self, kind=""):
        pass

    def expect(self, image):
        pass

    def may_be(self, field, value):
        return True

    def assume(self, field, value):
        self.image[field] = value

    def open_values(self, field):
        return b""

    def felt(self, fields):
        return b"".join(bytes((field, self.image[field], 0)) for field in fields)

    def record(self):
        return b""

    def leave_out(self, faults):
        pass

    def begin_test(self):
        return PadTest()


class PadTest:
    """A self-test that finds nothing."""

    frames = 0

    def update(self, frame):
        self.frames += 1
        return self.frames >= 20

    def results(self, is_empty=False):
        return [(GOOD, {"code": "reeds_good", "closed": 0})]


class Pads(Sensors):
    """The simulated world: how many pieces stand on a field is what its pad feels."""


class PadKind(SensorKind):
    """The host."""

    CURVE, PATH = ("pad_scans",), ((1,), (_SCANS,), (9,))
    TEXTS = {
        "legend": "Each pad tells its level.",
        "views": {"reading": "Level", "noise": "Flicker", "crosstalk": "Crosstalk"},
        "names": {"pad_scans": "Scans"},
        "helps": {"pad_scans": "How many equal scans count."},
    }


@pytest.fixture
def board(monkeypatch, tmp_path):
    monkeypatch.setitem(kinds.KINDS, "pad", PadSensing)
    monkeypatch.setitem(defaults.SETTINGS, "pad", PadSensing.SETTINGS)
    monkeypatch.setitem(defaults.LIMITS, "pad", PadSensing.LIMITS)
    monkeypatch.setitem(world.SENSORS, "pad", Pads)
    monkeypatch.setitem(host_kinds.KINDS, "pad", PadKind(PadSensing))
    monkeypatch.setattr(start4, "SENSOR", "pad")
    firmware_module.cache_clear()  # the settings of all kinds
    with LinkedBoard(tmp_path / "port", "start4", "b1", pad_scans=_SCANS) as board:
        yield board
    firmware_module.cache_clear()


@pytest.fixture
def store(tmp_path):
    return Store(f"sqlite:///{tmp_path / 'games.db'}")


def test_a_game_is_recorded_and_stored(board, store):
    client = Client(store)
    transport = SerialTransport(client, lambda: board.port)
    transport.start()
    state = games.start("aufstellen", {"board": "small"})
    transport.command("new", game="aufstellen", options=state.options, seats=["Ann", "Ben"]).result(LIMIT_S)
    board.world.arrange(start_stacks(state), start_supply(state))
    hands, words = Hands(board), []
    for _ in range(3):
        action = state.legal_actions()[0]
        words.append(state.word(action))
        hands.play(state, action)
        state.apply_action(action)
        wait_until(lambda: stored(store) == words)
    transport.close()


def stored(store):
    return [action.word for game in store.games() for action in store.actions(game.number) if not action.is_undone]


def test_the_page_of_the_sensors_shows_levels_settings_and_words(board, store):
    board.world.arrange([["Na"] if field == 5 else [] for field in range(16)], {})

    async def look():
        connection = RealConnection("b1", store, lambda: board.port)
        sensors = BoardSensors(connection, store)
        loop = asyncio.get_running_loop()

        def carry(name, message):
            loop.call_soon_threadsafe(sensors.take, name, message)

        def attach(client):
            for name in sensors.live.names:
                client.observe(name, partial(carry, name))
            client.ask_for([*PLAY_STREAMS, *STREAMS])

        connection.attached.append(attach)
        await connection.listen()
        try:
            return await shown_by(connection, sensors)
        finally:
            await connection.close()

    async def shown_by(connection, sensors):
        view = BrowserView(texts.load("en"), sensors)
        await until(lambda: sensors.live.monitor and sensors.live.monitor.num_frames > 30)
        sensors.live.take_settings(await connection.command("settings"))
        await sensors.look_at_games()
        await sensors.judge()
        return view.changes(with_figures=True)

    shown = own_loop.run(look())
    assert shown["tune"]["tiles"][5][0] == "1" and shown["tune"]["tiles"][6][0] == ""
    assert shown["tune"]["settings"]["pad_scans"][0] == _SCANS
    assert "Each pad tells its level." in shown["html"]["legend"]


def test_frames_are_recorded_and_run_again(board, tmp_path, monkeypatch):
    board.world.arrange([["Na"] if field == 5 else [] for field in range(16)], {})
    path = tmp_path / "pads.frames"
    runner = CliRunner()
    with monkeypatch.context() as patch:
        patch.setattr(terminal, "has_reader", lambda: board.num_shown < 50)
        done = runner.invoke(app, ["tune", "record", "--port", board.port, "-o", str(path)])
    assert done.exit_code == 0, done.output
    assert {frame[start4.CHANNELS[5]] for _, frame in Recording.read(path).frames} == {1}
    assert RecordedSession(Recording.read(path), {"pad_scans": 1}, {}).monitor.surface.NAME == "start4"


def test_the_doctor_looks_at_the_board(board):
    done = CliRunner().invoke(app, ["doctor", "--port", board.port])
    assert done.exit_code in (0, 10), done.output
    assert "firmware" in done.output
