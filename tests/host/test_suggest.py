import os
import shutil
from collections import namedtuple
from dataclasses import replace
from multiprocessing import resource_tracker

import pytest
from board_side import HELLO, BoardSide
from kept_games import KeptGame
from treppe import games
from treppe_host.link.client import Client
from treppe_host.records import log
from treppe_host.store.store import Store
from treppe_host.tune import kept_frames, suggest
from treppe_host.tune.kept_frames import KEPT_S, FrameKeeper, FrameKeepers, Readings, kept_files
from treppe_host.tune.kept_spans import kept_spans
from treppe_host.tune.kinds import KINDS, sensor_kind
from treppe_host.tune.rerun import Outcome, rerun
from treppe_host.tune.suggest import Point, TradeOff, path, trade_off, tried
from treppe_host.web import texts
from treppe_host.web.tune.panel import advice
from treppe_sim.hands.traits import CLEAN

SAY = texts.load("en").TUNE
LEASE = {"shown": 0, "next": 4, "stored": 0, "bad_lines": 0, "resends": 0}


@pytest.fixture(scope="module", params=["step", "aufstellen"])
def played(request):
    game = KeptGame(request.param, 3, CLEAN)
    game.play_on(12)
    return game


@pytest.fixture(scope="module")
def reeds():
    game = KeptGame("aufstellen", 3, CLEAN)
    game.play_on(12)
    return game


class Link(BoardSide):
    """A board that has greeted a client of its own."""

    def __init__(self, game, attach):
        client = Client(Store("sqlite://"))
        attach(client)
        super().__init__(client)
        self.greet(surface=game.board.surface.NAME)
        if game.board.sensing.IS_CALIBRATED:
            self.say({"m": "calibration", "record": game.board.sensing.record().hex()})

    def tell(self, lines):
        self.say(*[{"m": "moved"} | line for line in lines])


def keep(game, folder, now=1e9):
    keeper = FrameKeeper(folder, clock=lambda: now)
    Link(game, keeper.attach).tell(game.lines)
    keeper.close()
    return keeper


def test_a_client_goes_on_asking_for_what_is_kept_whoever_else_asks():
    board = BoardSide(Client(Store("sqlite://")))
    board.client.ask_also("moved")
    assert board.greet()[-1]["streams"][-1] == "moved"
    board.client.ask_for(["raw"])
    board.say({"re": board.asked["c"], "ok": LEASE})
    assert board.hear(1)[-1]["streams"] == ["raw", "moved"]


def test_a_log_keeps_frames_and_asks_for_what_was_measured_but_prints_no_reasons(reeds, tmp_path, capsys):
    keepers = FrameKeepers(tmp_path)
    board = BoardSide(log.EventPrinter(Store("sqlite://")).client(keepers.attached_with(None)))
    asked = board.greet(surface=reeds.board.surface.NAME)[-1]
    assert {"moved", "calibration", "explain"} <= set(asked["streams"])
    board.say(*[{"m": "moved"} | line for line in reeds.lines])
    board.say({"m": "explain", "words": ["a1-b2"], "instead": [], "how": "seen"})
    keepers.close()
    (kept,) = kept_files(tmp_path, "b1")
    assert len(list(kept.frames())) > 10 and "a1-b2" not in capsys.readouterr().out


def test_what_is_kept_are_the_frames_and_little_of_them(played, tmp_path):
    keep(played, tmp_path)
    (kept,) = kept_files(tmp_path, "b1")
    assert (kept.surface, kept.boot, kept.begun_at) == (played.board.surface.NAME, 3, 1e9)
    assert kept.record == played.board.sensing.record()
    frames = list(kept.frames())
    assert frames[-1][1] == played.span().frames[-1][1]
    seconds = played.board.now_ms / 1000
    most = 400 if played.board.sensing.IS_CALIBRATED else 40
    assert kept.path.stat().st_size < most * seconds, "bytes a second"


def test_a_file_that_broke_off_keeps_its_whole_lines(played, tmp_path):
    keep(played, tmp_path)
    (kept,) = kept_files(tmp_path, "b1")
    whole = list(kept.frames())
    kept.path.write_bytes(kept.path.read_bytes()[:-20])
    broken = list(kept_files(tmp_path, "b1")[0].frames())
    assert broken == whole[: len(broken)] and len(broken) > len(whole) // 2 - 5


def test_what_is_older_than_two_months_goes_and_other_files_are_no_recordings(played, tmp_path):
    keep(played, tmp_path, now=1e9)
    (old,) = kept_files(tmp_path, "b1")
    os.utime(old.path, (1e9, 1e9))
    (tmp_path / "b1" / "other.moved.gz").write_bytes(b"what is this")
    keep(played, tmp_path, now=1e9 + KEPT_S - 60)
    assert len(kept_files(tmp_path, "b1")) == 2
    os.utime(tmp_path / "b1" / "other.moved.gz", (1e9 + KEPT_S, 1e9 + KEPT_S))
    keep(played, tmp_path, now=1e9 + KEPT_S + 60)
    assert not old.path.exists() and all(each.begun_at > 1e9 for each in kept_files(tmp_path, "b1"))


def test_where_there_is_no_room_nothing_is_kept_and_that_is_known(played, tmp_path, monkeypatch):
    disk = namedtuple("disk", "total used free")
    monkeypatch.setattr(shutil, "disk_usage", lambda _: disk(9, 9, kept_frames.ROOM_BYTES - 1))
    keeper = keep(played, tmp_path)
    assert not keeper.has_room and not kept_files(tmp_path, "b1")


def test_room_that_goes_within_the_hour_is_missed_and_keeping_goes_on_when_it_is_back(played, tmp_path, monkeypatch):
    disk, free, now = namedtuple("disk", "total used free"), [kept_frames.ROOM_BYTES], [1e9]
    monkeypatch.setattr(shutil, "disk_usage", lambda _: disk(9, 9, free[0]))
    keeper = FrameKeeper(tmp_path, clock=lambda: now[0])
    link = Link(played, keeper.attach)
    third = len(played.lines) // 3
    link.tell(played.lines[:third])
    assert keeper.has_room
    free[0] -= 1
    now[0] += 40
    link.tell(played.lines[third : 2 * third])
    assert not keeper.has_room and len(kept_files(tmp_path, "b1")) == 1
    free[0] += 1
    now[0] += 40
    link.tell(played.lines[2 * third :])
    keeper.close()
    assert keeper.has_room and len(kept_files(tmp_path, "b1")) == 2


@pytest.mark.parametrize("later_s", [4000, -30 * 86_400])
def test_a_new_hour_or_a_clock_set_back_is_a_new_file_that_begins_with_all_places(played, tmp_path, later_s):
    now = [1e9]
    keeper = FrameKeeper(tmp_path, clock=lambda: now[0])
    link = Link(played, keeper.attach)
    half = len(played.lines) // 2
    link.tell(played.lines[:half])
    now[0] += later_s
    link.tell(played.lines[half:])
    keeper.close()
    first, second = kept_files(tmp_path, "b1")[:: 1 if later_s > 0 else -1]
    assert list(second.frames())[-1][1] == played.span().frames[-1][1]
    assert next(second.frames())[1] != bytes(len(played.span().frames[0][1]))
    assert list(first.frames())[-1][0] < next(second.frames())[0]


def test_entries_of_a_whole_frame_make_it_again(played):
    readings = Readings(played.board.surface)
    frame = played.span().frames[-1][1]
    readings.frame[:] = frame
    again = Readings(played.board.surface)
    assert [each for _, each in again.follow(0, readings.entries())] == [frame]


def test_run_again_a_game_becomes_what_it_was(played):
    span = played.span()
    outcome = rerun(span, {})
    assert (outcome.actions, outcome.questions, outcome.wrong, outcome.missing) == (len(span.actions), 0, 0, 0)
    recorded = [at_ms for _, at_ms in span.actions]
    assert 150 < outcome.delay_ms < 450 and len(recorded) == len(outcome.delays_ms)


def test_run_again_with_other_settings_it_comes_sooner_or_later(played):
    kind = sensor_kind(played.board.surface)
    quick, slow = rerun(played.span(), path(kind)[0]), rerun(played.span(), path(kind)[-1])
    assert quick.delay_ms < rerun(played.span(), {}).delay_ms <= slow.delay_ms
    assert quick.delay_ms < slow.delay_ms or kind is KINDS["reed"]
    assert min(slow.delays_ms) > 0, "also where the next player was quicker than the record"


def test_what_the_record_says_otherwise_is_wrong_and_what_came_too_early_is_missing(reeds):
    span = reeds.span()
    (word, at_ms), *_ = span.actions
    state = games.start(span.game, dict(span.options))
    other = next(each for each in map(state.word, state.legal_actions()) if each != word)
    outcome = rerun(replace(span, actions=((other, at_ms),)), {})
    assert (outcome.wrong, outcome.missing + outcome.questions) == (1, 0)
    late = replace(span, actions=tuple((each, ms - 60_000) for each, ms in span.actions[:1]))
    assert rerun(late, {}).missing == 1


def test_the_spans_of_a_board_follow_the_record_as_people_have_corrected_it(played, tmp_path):
    keep(played, tmp_path, now=1e9)
    store = Store(f"sqlite:///{tmp_path / 'games.db'}")
    store.connect_board(HELLO | {"surface": played.board.surface.NAME})
    events = [event | {"e": number, "boot": 3} for number, event in enumerate(played.board.events, 1)]
    store.add_events("b1", events)
    (span,) = kept_spans(store, tmp_path, "b1", played.board.surface.NAME)
    whole = played.span()
    assert span.actions == whole.actions[len(span.before) :] and len(span.before) <= 1
    assert rerun(span, {}).actions == len(span.actions)
    last = span.actions[-1]
    undo = {"e": len(events) + 1, "boot": 3, "ms": last[1] + 500, "k": "undo", "count": 1}
    store.add_events("b1", [undo])
    (span,) = kept_spans(store, tmp_path, "b1", played.board.surface.NAME)
    assert last not in span.actions
    assert kept_spans(store, tmp_path, "b1", "hex49") == [] == kept_spans(store, tmp_path, "b2", "square7")


def test_a_game_is_judged_again_by_the_frames_that_are_kept(reeds, shell):
    folder = shell.folder / "data"
    folder.mkdir()
    store = Store(f"sqlite:///{folder / 'games.db'}")
    store.connect_board(HELLO | {"surface": reeds.board.surface.NAME})
    store.add_events("b1", [event | {"e": number, "boot": 3} for number, event in enumerate(reeds.board.events, 1)])
    assert shell.run("games", "rejudge", "1") == "Nothing has changed.\n", "without frames by the rules alone"
    keep(reeds, folder / "boards" / kept_frames.FRAMES)
    assert shell.run("games", "rejudge", "1") == "Nothing has changed.\n"
    number, state = len(reeds.notations), games.start("aufstellen", dict(reeds.state.options))
    for word in reeds.notations[:-1]:
        state.apply_action(state.action(word))
    other = next(each for each in map(state.word, state.legal_actions()) if each != reeds.notations[-1])
    correct = ("games", "correct", "1", "--by", "Ann", "--action")
    shell.run(*correct, f"{number}", "--word", other)
    expected = f"by what the sensors saw: action {number}: {other} was recorded, {reeds.notations[-1]} would be\n"
    assert expected in shell.run("games", "rejudge", "1")
    shell.run(*correct, "2", "--word", other)
    broken = shell.run("games", "rejudge", "1")
    assert "cannot have been played" in broken and "sensors" not in broken, "not beyond what the rules allow"


def points(sensor, **troubles):
    """Return the points of a path with 400 actions, and troubles by the place on it: `at0=(questions, wrong)`."""
    found = []
    for number, settings in enumerate(path(KINDS[sensor])):
        questions, wrong = troubles.get(f"at{number}", (0, 0))
        found.append(Point(settings, Outcome(400, questions, wrong, 0, [100 + 50 * number] * 10)))
    return found


def test_a_quicker_point_is_taken_one_step_at_a_time_and_never_with_more_trouble():
    now = path(KINDS["cell"])[3]
    assert trade_off(points("cell"), now).chosen == 2
    assert trade_off(points("cell", at2=(1, 0)), now).chosen == 3
    few = [replace(each, outcome=replace(each.outcome, actions=250)) for each in points("cell")]
    found = trade_off(few, now)
    assert found.chosen == 3 and found.num_needed == 50 and "50 actions more." in advice(SAY, found)


def test_a_surer_point_is_taken_where_it_saves_people_time():
    now = path(KINDS["cell"])[3]
    troubled = {"at2": (30, 2), "at3": (20, 1), "at4": (3, 0), "at5": (2, 0)}
    assert trade_off(points("cell", **troubled), now).chosen == 4, "the next one saves less than it costs"
    chance = {"at2": (3, 0), "at3": (2, 0)}
    assert trade_off(points("cell", **chance), now).chosen == 3, "two questions fewer may be chance"


def test_nothing_is_suggested_from_too_little_evidence_and_that_is_said():
    found = [replace(each, outcome=replace(each.outcome, actions=40)) for each in points("reed", at3=(9, 9))]
    result = trade_off(found, path(KINDS["reed"])[3])
    assert result.chosen == result.present == 3
    assert "a suggestion: 40 instead of 100, for quicker settings 300." in advice(SAY, result)


def test_settings_that_are_not_on_the_path_have_their_place_on_the_curve():
    own = {"reed_lift_scans": 3, "reed_place_scans": 9}
    found = tried(KINDS["reed"], own)
    assert len(found) == len(path(KINDS["reed"])) + 1 and found[2] == own
    assert isinstance(trade_off([Point(each, Outcome(10)) for each in found], own), TradeOff)


class Board:
    def __init__(self):
        self.settings = {"reed_lift_scans": 3, "reed_place_scans": 15, "sound": True}
        self.expected = []

    def command(self, do, **fields):
        if do == "set":
            self.expected.append(fields)
            self.settings[fields["name"]] = fields["value"]
        return {"settings": dict(self.settings)}


def test_what_was_taken_can_be_taken_back_step_by_step(tmp_path):
    board = Board()
    assert suggest.present_settings(board.command, KINDS["reed"]) == {"reed_lift_scans": 3, "reed_place_scans": 15}
    for chosen in ({"reed_lift_scans": 3, "reed_place_scans": 11}, {"reed_lift_scans": 2, "reed_place_scans": 7}):
        suggest.take_settings(board.command, KINDS["reed"], chosen, tmp_path, "b1")
    assert board.settings["reed_place_scans"] == 7
    assert board.expected[0] == {"name": "reed_place_scans", "value": 11}, "only what differs"
    assert suggest.can_take_back_settings(tmp_path, "b1") and not suggest.can_take_back_settings(tmp_path, "b2")
    assert suggest.take_back_settings(board.command, KINDS["reed"], tmp_path, "b1")["reed_place_scans"] == 11
    assert suggest.take_back_settings(board.command, KINDS["reed"], tmp_path, "b1")["reed_place_scans"] == 15
    assert suggest.take_back_settings(board.command, KINDS["reed"], tmp_path, "b1") == {}
    assert board.settings == {"reed_lift_scans": 3, "reed_place_scans": 15, "sound": True}


def test_all_is_tried_in_processes_with_progress_and_can_be_stopped(reeds):
    expected = []
    spans = [reeds.span()]
    found = suggest.try_all(spans, path(KINDS["reed"])[2:4], lambda done, most: expected.append((done, most)) or True)
    assert expected == [(1, 2), (2, 2)] and [point.outcome.actions for point in found] == [12, 12]
    assert suggest.try_all(spans, path(KINDS["reed"]), lambda done, most: False) == []
    resource_tracker._resource_tracker._stop()  # else it lives as long as this process
