"""What lies under `treppe tune` and its page: calibrations as files, crosstalk, effects of settings, the session."""

import json
from functools import cache
from pathlib import Path

import pytest
from fakes_sensing import Weights, typical_blob
from sensing_board import SQUARE7, SensingBoard
from treppe import surfaces
from treppe.sensing import LIFTED, QUIET, TOUCHED, UNSURE, kinds
from treppe_host.errors import BadFile
from treppe_host.firmware import firmware_module
from treppe_host.tune import calibrations, settings
from treppe_host.tune.effect import judge_effect
from treppe_host.tune.monitor import Crosstalk, SensorMonitor
from treppe_host.tune.recording import Recording
from treppe_host.tune.session import RecordedSession, TuneSession

REED12 = surfaces.load("reed12")


@cache
def board():
    return SensingBoard("steel", "bricks", 5)


def table():
    return calibrations.decode(board().record, SQUARE7)


def reed_frame(number: int, *closed: str) -> bytes:
    frame = bytearray(b"\xff" * 18 + (b"\0\0" if number % 2 else b"\xff\xff"))
    for name in closed:
        channel = REED12.CHANNELS[REED12.NAMES.index(name)]
        frame[channel >> 3] &= ~(1 << (channel & 7))
    return bytes(frame)


# Calibrations as files.


def test_a_calibration_comes_back_from_its_file() -> None:
    assert calibrations.read_text(calibrations.to_json(table(), SQUARE7), SQUARE7) == board().record
    rows = calibrations.to_csv(table(), SQUARE7).splitlines()
    assert rows[0] == "field,0 g,12 g,24 g,36 g,48 g,60 g,72 g,84 g" and len(rows) == 50
    assert [float(code) for code in rows[1].split(",")[1:]] == calibrations.codes(table(), 0)


def test_bad_calibrations_are_refused_with_the_reason() -> None:
    good = calibrations.to_json(table(), SQUARE7)

    def changed(**changes: object) -> str:
        return json.dumps({**json.loads(good), **changes})

    fields = json.loads(good)["fields"]
    falling = {**fields, "c4": list(reversed(fields["c4"]))}
    bad = {
        "": "this is no calibration",
        good[: len(good) // 2]: "this is no calibration",
        "[1]": "does not say 'treppe calibration 1'",
        changed(form="treppe calibration 2"): "does not say",
        changed(surface="hex49"): "calibration of the surface hex49; this one is square7",
        changed(material="wood"): "springs of 'wood': not one of steel, fr4, petg",
        changed(serial=-1): "serial is -1, not 0 to 65535",
        changed(fields=falling): "field c4: the code does not rise from 0 g",
        changed(fields={**fields, "c4": fields["c4"][:7]}): "field c4: there are no 8 codes",
        changed(fields={**fields, "c4": [*fields["c4"][:7], "x"]}): "field c4: 'x' is no code",
        changed(fields={**fields, "c4": [*fields["c4"][:7], 4096.0]}): "field c4: 4096.0 is no code",
        changed(fields={**fields, "c4": [float("nan")] * 8}): "NaN is no number",
        changed(fields=[]): "field a1: there are no 8 codes",
    }
    for text, reason in bad.items():
        with pytest.raises(BadFile, match=reason.replace("(", r"\(")):
            calibrations.read_text(text, SQUARE7)


def test_comparing_tells_what_fields_would_read() -> None:
    content = json.loads(calibrations.to_json(table(), SQUARE7))
    content["fields"]["c4"] = [code + 20 for code in content["fields"]["c4"]]
    other = calibrations.decode(calibrations.read_text(json.dumps(content), SQUARE7), SQUARE7)
    found = {SQUARE7.NAMES[each.field]: each for each in calibrations.compare(table(), other, SQUARE7)}
    assert found["c4"].is_large and -6 < found["c4"].empty_g < -2 and -3 < found["c4"].full_g < -1
    assert not found["d4"].is_large and found["d4"].empty_g == found["d4"].full_g == 0


def test_pieces_of_a_record_make_it_whole_and_fit_into_a_line() -> None:
    from treppe.link.line import LINE_LIMIT, encode

    pieces = list(calibrations.in_pieces(board().record))
    assert b"".join(bytes.fromhex(piece["hex"]) for piece in pieces) == board().record
    assert all(len(encode({"c": 99_999, "s": "5f1d0c2a", "do": "load", **piece})) <= LINE_LIMIT for piece in pieces)


# What the monitor makes of frames.


def put_brick(monitor: SensorMonitor, name: str) -> None:
    stack = board().stacks[SQUARE7.NAMES.index(name)]
    board().world.supply["B"] = 1
    board().world.take("B")
    stack.append(board().world.hand.pop())
    board().cells.put(SQUARE7.NAMES.index(name), stack, board().now_us)
    for number in range(150):
        monitor.feed(number, board().frame().tobytes())


def test_neighbours_that_move_along_are_found() -> None:
    monitor = SensorMonitor(SQUARE7, board().record, {})
    for number in range(60):
        monitor.feed(number, board().frame().tobytes())
    for _ in range(3):
        put_brick(monitor, "c4")
    moved = monitor.crosstalk.found[SQUARE7.NAMES.index("c4")]
    by_name = dict(zip(SQUARE7.NAMES, moved))
    assert by_name["c4"] == 1
    # 0.4 % of the load at an edge by the model, 0.006 % of the field besides; a far field shows the noise.
    edges = [by_name[name] for name in ("b4", "d4", "c3", "c5")]
    assert 0.001 < sum(edges) / 4 < 0.008
    assert abs(by_name["g7"]) < 0.006


def test_crosstalk_waits_for_rest_and_for_one_field_alone() -> None:
    crosstalk = Crosstalk(SQUARE7)

    def rest(readings: list[float], activity: bytes, frames: int = 20) -> None:
        for _ in range(frames):
            crosstalk.add(readings, activity)

    empty, unsure = [2620.0] * 49, bytes([UNSURE] + [QUIET] * 48)
    rest(empty, bytes(48) + bytes([TOUCHED]), 100)
    assert not crosstalk.is_ready
    rest(empty, unsure)  # a field that is asked about hinders nothing
    assert crosstalk.is_ready and not crosstalk.num_changed
    rest([2720.0, *empty[1:]], unsure, 19)
    rest([2720.0, *empty[1:]], bytes([LIFTED] + [QUIET] * 48), 1)  # no rest: it begins anew
    rest([2700.0, *empty[1:]], unsure, 19)
    assert not crosstalk.found
    rest([2700.0, 2620.4, *empty[2:]], unsure, 1)
    assert round(crosstalk.found.pop(0)[1], 6) == 0.00025
    rest([2700.0, 2720.0, 2720.0, *empty[3:]], unsure)
    assert not crosstalk.found and crosstalk.num_changed == 2
    crosstalk.forget_rest()
    assert not crosstalk.is_ready and not crosstalk.num_changed
    rest(empty, unsure)
    assert not crosstalk.found


def test_noise_of_a_reed_is_how_often_it_is_not_what_it_is_taken_for() -> None:
    monitor = SensorMonitor(REED12, b"", {})
    for number in range(400):
        monitor.feed(number, reed_frame(number, *(["e5"] if number % 4 == 0 else [])))
    figures = monitor.fields[REED12.NAMES.index("e5")]
    assert 0.2 < figures.noise < 0.3 and 70 <= monitor.confidence(REED12.NAMES.index("e5")) <= 80
    assert figures.changes == 0  # as it stood at the start


def test_effect_of_settings_on_the_same_frames() -> None:
    frames = [(number, reed_frame(number)) for number in range(100)]
    frames += [(number, reed_frame(number, "e5")) for number in range(100, 200)]
    frames += [(number, reed_frame(number)) for number in range(200, 206)]  # a reed that bounces
    frames += [(number, reed_frame(number, "e5")) for number in range(206, 300)]
    usual = judge_effect(REED12, b"", {}, frames)
    assert (usual.seconds, usual.changes, usual.flickers) == (3.0, 3, 1)
    slow = judge_effect(REED12, b"", {"reed_lift_scans": 8, "reed_place_scans": 10}, frames)
    assert (slow.changes, slow.flickers, slow.delay_ms) == (1, 0, 90.0)
    assert usual.delay_ms == 140.0


def test_a_field_that_is_asked_about_is_unsure_in_the_effect_and_its_noise_is_told() -> None:
    record = typical_blob(SQUARE7)
    monitor = SensorMonitor(SQUARE7, record, {})
    weights = Weights(SQUARE7)
    for mux in range(4):
        weights.frame[16 * mux], weights.frame[16 * mux + 15] = 3276, 4096
    place = SQUARE7.NAMES.index("c4")
    weights.grams[place] = 24.0  # stood there when the power came
    frames = []
    for number in range(200):
        frames.append((number, weights.fill().tobytes()))
        monitor.feed(*frames[-1])
    assert monitor.sensing.activity[place] == UNSURE
    assert monitor.fields[place].noise > 0.2, "it is as noisy as its neighbours"
    image, activity = bytes(monitor.sensing.image), bytes(monitor.sensing.activity)
    effect = judge_effect(SQUARE7, record, {}, frames, image, activity)
    assert effect.unsure_s == 2.0, "the page shows a ? for as long"


def test_settings_are_those_of_the_firmware() -> None:
    rules = firmware_module("settings")
    for kind in kinds.KINDS.values():
        for name in settings.numbers(kind):
            low, high = settings.limits(name)
            assert rules.LIMITS[name] == (low, high) and low <= settings.default(name) <= high


# The session.


class Calibrations:
    """A store of calibrations."""

    def __init__(self) -> None:
        self.rows: list[calibrations.Calibration] = []

    def add_calibration(self, board: str, surface: str, content: str, origin: str | None = None) -> None:
        from treppe_host.store.rows import CalibrationRecord

        self.rows.insert(0, CalibrationRecord(surface, 0.0, content, origin))

    def calibrations(self, board: str) -> list:
        return self.rows


def test_the_workbench_follows_the_board_and_keeps_each_calibration_once(tmp_path: Path) -> None:
    store = Calibrations()
    session = TuneSession(store)
    frame = {"n": 1, "frame": board().frame().tobytes().hex()}
    session.take("raw", frame)  # nobody knows yet what it means
    for _ in range(2):
        session.take("connected", {"board": "b1", "surface": "square7"})
        session.take("calibration", {"record": board().record.hex()})
    assert session.monitor and len(store.rows) == 1
    session.begin_recording(tmp_path / "frames")
    session.take("raw", frame)
    session.end_recording()
    assert len((tmp_path / "frames").read_text().splitlines()) == 2
    session.take_settings({"now": {"cell_touch_cg": 300}, "saved": {"cell_touch_cg": 400}})
    assert session.monitor.settings == {"cell_touch_cg": 300}
    assert session.judge({"cell_touch_cg": 200}).changes == 0
    session.take("disconnected", {})
    assert session.surface is None and session.monitor.num_frames == 1
    session.take("connected", {"board": "b2", "surface": "reed12"})
    assert session.monitor is None
    session.take("calibration", {"record": ""})
    assert session.monitor is not None and not session.monitor.is_calibrated and len(store.rows) == 1


def test_what_stood_there_before_is_the_board_s_to_say_also_in_a_recording(tmp_path: Path) -> None:
    place = SQUARE7.NAMES.index("g1")
    put_brick(SensorMonitor(SQUARE7, board().record, {}), "g1")
    image = bytearray(len(stack) for stack in board().stacks)
    session = TuneSession()
    session.take("connected", {"board": "b1", "surface": "square7"})
    session.take("image", {"fields": image.hex()})
    session.take("calibration", {"record": board().record.hex()})
    for number in range(60):
        session.take("raw", {"n": number, "frame": board().frame().tobytes().hex()})
        if number == 50:
            session.begin_recording(tmp_path / "frames")
    session.end_recording()
    assert session.monitor is not None
    assert (session.monitor.sensing.image[place], session.monitor.sensing.activity[place]) == (1, QUIET)
    replayed = RecordedSession(Recording.read(tmp_path / "frames"), {}, {}).monitor.sensing
    assert (replayed.image[place], session.judge({}).unsure_s) == (1, 0.0)


def test_a_calibration_that_cannot_be_used_is_named() -> None:
    session = TuneSession()
    session.take("connected", {"board": "b1", "surface": "hex49"})
    session.take("calibration", {"record": board().record.hex()})
    assert session.monitor is None and "of the surface square7; this one is hex49" in str(session.failure)
