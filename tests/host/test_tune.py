import io
from pathlib import Path
from types import SimpleNamespace

import pytest
from rich.console import Console
from rich.text import Text
from sensing_board import SQUARE7, SensingBoard
from treppe import surfaces
from treppe.sensing.reeds import ReedSensing
from treppe_host.errors import BadFile
from treppe_host.tune.kinds import sensor_kind
from treppe_host.tune.live import LiveBoard
from treppe_host.tune.monitor import SensorMonitor
from treppe_host.tune.recording import FrameRecorder, Recording
from treppe_host.tune.session import RecordedSession, readings_since
from treppe_host.tune.terminal import _picture, draw_monitor, watch
from treppe_host.tune.tiles import drift_of

HEX49 = surfaces.load("hex49")


@pytest.fixture(scope="module")
def recording(tmp_path_factory):
    """Two seconds in which a brick comes to c4."""
    board = SensingBoard("steel", "bricks", 5)
    path = tmp_path_factory.mktemp("tune") / "brick.frames"
    place = SQUARE7.NAMES.index("c4")
    with path.open("w") as file:
        recorder = FrameRecorder(file, "square7", board.record)
        for number in range(1, 201):
            if number == 80:
                stack = board.stacks[place]
                board.world.supply["B"] = 1
                board.world.take("B")
                stack.append(board.world.hand.pop())
                board.cells.put(place, stack, board.now_us)
            recorder.add_frame(number, board.frame().tobytes())
    return path


def run_recording(path, settings):
    return RecordedSession(Recording.read(path), settings, {}).monitor


def shown(monitor):
    out = io.StringIO()
    Console(file=out, width=200).print(draw_monitor(monitor))
    return out.getvalue()


def test_the_monitor_finds_what_the_doctor_finds():
    board = SensingBoard("steel", "bricks", 5)
    monitor = SensorMonitor(SQUARE7, board.record, {})
    channels = dict(zip(SQUARE7.NAMES, SQUARE7.CHANNELS, strict=True))
    number = 0

    def feed(frames):
        nonlocal number
        for _ in range(frames):
            number += 1
            monitor.feed(number, board.frame().tobytes())
        return {diagnostic["field"]: (state, diagnostic["code"]) for state, diagnostic in monitor.odd}

    assert feed(300) == {} and "d4" not in shown(monitor).split("frames")[1]
    board.cells.breaks[channels["d4"]] = 2050.0
    board.cells.breaks[channels["b2"]] = 2400.0
    found = feed(700)
    assert found == {"d4": ("broken", "magnet_lost"), "b2": ("look", "platform_off")}
    assert "field d4: the magnet is lost" in shown(monitor) and "field b2: " in shown(monitor)
    board.cells.mend()
    assert feed(700) == {}


def test_a_recording_gives_the_same_board_again(recording):
    monitor = run_recording(recording, {})
    place = SQUARE7.NAMES.index("c4")
    assert monitor.num_frames == 200 and monitor.num_lost == 0
    assert monitor.sensing.image[place] == 1 and sum(monitor.sensing.image) == 1
    assert monitor.fields[place].changes == 1 and 0.3 < monitor.fields[place].noise < 1.5
    assert abs(monitor.grams(place, monitor.fields[place].reading) - 12) < 1.5
    assert "c4 1" in shown(monitor)


def test_the_picture_fits_a_terminal_of_24_lines_and_hexes_lie_as_hexes(recording):
    out = io.StringIO()
    Console(file=out, width=80).print(draw_monitor(run_recording(recording, {}), "Ctrl-C ends it."))
    lines = out.getvalue().splitlines()
    assert len(lines) <= 24 and max(map(len, lines)) <= 80 and any("c4 1" in line for line in lines)
    hexes = str(_picture(HEX49, lambda place: Text(HEX49.NAMES[place]), 4)).splitlines()
    assert len(hexes) == 9 and [len(line) - len(line.lstrip()) for line in hexes[:4]] == [10, 8, 2, 0]


def test_other_settings_change_what_is_seen(recording):
    strict = run_recording(recording, {"cell_sure_percent": 1})
    assert sum(figures.unsure for figures in strict.fields) > 0
    assert "unsure" in shown(strict)


def test_lost_frames_are_counted(recording, tmp_path):
    lines = recording.read_text().splitlines()
    (tmp_path / "holes").write_text("\n".join(lines[:50] + lines[60:]) + "\n")
    assert run_recording(tmp_path / "holes", {}).num_lost == 10


def test_bad_recordings_are_refused_with_their_line(recording, tmp_path):
    lines = recording.read_text().splitlines()
    bad = {
        "": "is no recording",
        "{}": "line 1",
        lines[0]: "holds no frames",
        lines[0] + "\n" + lines[1][:-4]: "line 2: 126 bytes instead of 128",
        lines[0] + "\nx y z": "line 2",
        lines[0].replace("5443414c", "00000000") + "\n" + lines[1]: "does not begin with TCAL",
        "[" * 100_000: "is no recording",
        lines[0].replace('"square7"', '["square7"]') + "\n" + lines[1]: "line 1",
        lines[0].replace('"square7"', "{}") + "\n" + lines[1]: "line 1",
        lines[0].replace("square7", "hex49") + "\n" + lines[1]: "of the surface square7",
    }
    for content, words in bad.items():
        (tmp_path / "bad").write_text(content)
        with pytest.raises(BadFile, match=words):
            run_recording(tmp_path / "bad", {})
        with pytest.raises(BadFile) as refused:
            RecordedSession(Recording.read(tmp_path / "bad", "Ann's.frames"), {}, {})
        assert str(tmp_path) not in str(refused.value), "people gave the file a name of their own"


def test_a_recording_that_breaks_off_is_said_and_whole_lines_are_left(recording, tmp_path):
    text = recording.read_text()
    (tmp_path / "cut").write_text(text[:-7])
    assert run_recording(tmp_path / "cut", {}).num_frames == 199
    monitor = RecordedSession(Recording.read(recording), {}, {})
    monitor.begin_recording(Path("/dev/full"))
    for number, frame in list(monitor.frames):
        monitor.take("raw", {"n": number, "frame": frame.hex()})
    assert not monitor.is_recording and str(monitor.failure) == "the recording has broken off: No space left on device"


def test_a_board_that_is_gone_is_said_until_it_is_back(recording):
    diagnostic = {}
    transport = SimpleNamespace(failure=None, client=SimpleNamespace(observe=diagnostic.__setitem__))
    live = LiveBoard(RecordedSession(Recording.read(recording), {}, {}), transport)

    def seen():
        out = io.StringIO()
        watch(live, 0.001, Console(file=out, width=200))
        return out.getvalue()

    assert "The board is gone" not in seen()
    diagnostic["disconnected"]({})
    assert "The board is gone" in seen()
    diagnostic["connected"]({"surface": "square7", "board": ""})
    assert "The board is gone" not in seen()
    transport.failure = BadFile("no more")
    with pytest.raises(BadFile, match="no more"):
        seen()


def test_the_dots_of_reeds_have_coordinates():
    lines = shown(SensorMonitor(surfaces.load("reed12"), b"", {})).splitlines()
    assert lines[0].split()[0] == "12" and lines[11].split()[0] == "1" and lines[0].count("·") == 12
    assert lines[12].split() == list("abcdefghijkl")
    assert lines[12].index("c") == [at for at, sign in enumerate(lines[11]) if sign == "·"][2]


@pytest.mark.parametrize("field", [0, 7, 8, 77, 143])
def test_the_last_minute_of_a_reed_is_that_of_its_own_contact(field):
    surface = surfaces.load("reed12")
    place, bit = divmod(surface.CHANNELS[field], 8)
    closed = bytearray(b"\xff" * 20)
    closed[place] -= 1 << bit
    image = bytes(int(other == field) for other in range(144))
    frames = [(number, bytes(closed) if number == 3 else b"\xff" * 20) for number in (1, 2, 3, 4)]
    images = [image if number == 3 else bytes(144) for number in (1, 2, 3, 4)]
    session = SimpleNamespace(
        monitor=SimpleNamespace(
            surface=surface, is_calibrated=False, sensor_kind=sensor_kind(surface), sensing=ReedSensing(surface, {})
        ),
        frames=frames,
        images=images,
    )
    assert readings_since(session, field, 1) == ([0.0, 1.0, 0.0],) * 2, "what came after the frame that is known"
    assert readings_since(session, (field + 1) % 144, 1) == ([0.0] * 3,) * 2


@pytest.mark.parametrize(("value", "mass_g"), [(0, 0), (3, 36), (16, 18), (19, 54)])
def test_a_cell_drifts_from_the_mass_of_what_stands_there(value, mass_g):
    def monitor(reading_g, *, is_calibrated=True):
        fields, sensing = [SimpleNamespace(reading=reading_g)], SimpleNamespace(image=[value])
        return SimpleNamespace(
            is_calibrated=is_calibrated, sensing=sensing, fields=fields, grams=lambda place, reading: reading
        )

    assert drift_of(monitor(mass_g + 2.5), 0) == 2.5 and drift_of(monitor(mass_g - 0.04), 0) == 0.0
    assert drift_of(monitor(99.0, is_calibrated=False), 0) == 0.0
