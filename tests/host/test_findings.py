"""The doctor's findings from a board's answers, its questions, and the walk over all reeds."""

from types import SimpleNamespace
from typing import Any

import pytest
from doctored import APART, MASKED, SILENT, answers_of, verdicts
from treppe import surfaces
from treppe_host.deploy import answers as questions
from treppe_host.deploy.reed_walk import ReedWalk
from treppe_host.deploy.running_board import _cells, judge_answers
from treppe_host.errors import BoardError, CommandRefused
from treppe_host.finding import BROKEN, GOOD, LOOK, Finding, declining, graded, joined, moving_zero, tried_reeds


def test_what_is_broken_is_named_with_what_to_do() -> None:
    tests = (
        ("broken", SILENT),
        ("broken", {"code": "supply_weak", "mv": 3900, "source": "USB"}),
        ("look", {"code": "display_silent"}),
        ("look", {"code": "lamps_dark"}),
        ("look", {"code": "something_new", "how": "odd"}),
        ("good", {"code": "lines_good"}),
    )
    lines = judge_answers(answers_of("reed12", [b""], *tests))
    found = {line.part: line for line in lines}
    assert found["tile"].advice == "tile" and "4" in found["tile"].name()
    assert found["link"].found() == "100 lines, 3 with a bad checksum, 0 sent again; there and back 10 / 20 / 90 ms"
    assert found["field"].diagnostic == MASKED
    assert (found["start"].found("de"), found["start"].advice) == ("on_fire where=a1", "pico_docs")
    assert (found["references"].diagnostic, found["references"].advice) == (APART, "references")
    broken = {name for name, verdict in verdicts(lines).items() if verdict == BROKEN}
    assert broken == {"supply", "memory", "tile", "field"}
    look = {name for name, verdict in verdicts(lines).items() if verdict == LOOK}
    assert look == {"firmware", "flash", "start", "references", "display", "lamps", "something_new", "link", "pace"}
    assert found["lamps"].advice == "lamps" and found["something_new"].advice == "guide"
    assert found["something_new"].found() == "something_new how=odd"


def test_one_cause_is_one_finding() -> None:
    """By channel: eight fields are a chip, four a network, most of a surface all; other ones stay as they are."""
    surface = surfaces.load("start4")
    names = [surface.NAMES[surface.CHANNELS.index(channel)] for channel in range(16)]
    good = {"code": "surface_good", "name": "start4", "percent": 12}
    for channels, codes in (
        (range(16), ["shared_by_all"]),
        (range(9), ["shared_by_all"]),
        (range(8), ["shared_by_chip"]),
        (range(12, 16), ["shared_by_network"]),
        ((0, 1, 2, 3, 9), ["shared_by_network", "reed_stuck"]),
        ((0, 1, 2, 7), ["reed_stuck"] * 4),
    ):
        tests = [("broken", {"code": "reed_stuck", "field": names[channel]}) for channel in channels]
        lines = judge_answers(answers_of("start4", [b""], *tests, ("good", good)))
        assert lines[0].diagnostic == good, "what the board is taken for comes first"
        found = [line.diagnostic["code"] for line in lines if line.part in ("field", "fields")]
        assert sorted(found) == sorted([*codes, "reed_masked"]), channels


def test_a_surface_of_which_nothing_answers_is_one_line() -> None:
    """One wrong resistor makes a starter read as towers: no page of broken cells then."""
    good = {"code": "surface_good", "name": "hex49", "percent": 75}
    names = surfaces.load("hex49").NAMES
    tests = [("broken", {"code": "hall_open", "field": name}) for name in names] + [("good", good)]
    lines = judge_answers(answers_of("hex49", [bytes(128)], *tests, ("broken", {"code": "memory_silent"})))
    assert (lines[0].diagnostic["code"], lines[0].verdict) == ("surface_unanswered", BROKEN) and "75 %" in lines[
        0
    ].found()
    assert not {"field", "surface_memory"} & {line.part for line in lines}


def test_empty_cells_by_their_codes_and_noise() -> None:
    surface = surfaces.load("square7")
    frames = []
    for turn in range(8):
        sums = [4 * 2630] * 64
        sums[surface.CHANNELS[9]] = 4 * 2048
        sums[surface.CHANNELS[5]] += 20 * (turn % 2)
        frames.append(b"".join(value.to_bytes(2, "little") for value in sums))
    cells, noise = _cells(answers_of("square7", frames))
    assert cells.diagnostic == {"code": "cells_off", "fields": [f"{surface.NAMES[9]} 2048"]} and cells.verdict == LOOK
    assert noise.diagnostic == {"code": "loudest", "codes": "2.7", "field": surface.NAMES[5]} and noise.verdict == LOOK


def test_every_reed_must_close_and_open_once() -> None:
    surface = surfaces.load("reed12")
    walk = ReedWalk(surface)
    open_chain = bytes([255] * 20)
    walk.see(open_chain)
    assert len(walk.missing) == 144
    for channel in surface.CHANNELS:
        frame = bytearray(open_chain)
        frame[channel >> 3] &= ~(1 << (channel & 7))
        walk.see(bytes(frame))
    walk.see(open_chain)
    picture = walk.picture().splitlines()
    assert walk.missing == [] and walk.picture().count("●") == 144
    assert picture[0].startswith("12 ● ●") and picture[-1].split() == list("abcdefghijkl")


def test_the_picture_of_the_walk_tells_fields_that_are_closed_from_those_that_are_done() -> None:
    surface = surfaces.load("reed12")
    walk = ReedWalk(surface)
    for names in (("a1", "c1"), ("c1",)):
        frame = bytearray([255] * 20)
        for name in names:
            channel = surface.CHANNELS[surface.NAMES.index(name)]
            frame[channel >> 3] &= ~(1 << (channel & 7))
        walk.see(bytes(frame))
    assert walk.picture().splitlines()[-2] == " 1 ● · ○" + " ·" * 9
    assert "a1" not in walk.missing and len(walk.missing) == 143


@pytest.mark.parametrize(("value", "verdict"), [(81, GOOD), (80, GOOD), (79, LOOK), (30, LOOK), (29, BROKEN)])
def test_a_value_is_good_from_a_limit_on_and_advice_is_for_what_is_not(value: int, verdict: str) -> None:
    found = graded("memory", value, 80, 30, "which_game", code="kilobytes_free", free=value)
    assert (found.verdict, found.advice) == (verdict, "" if verdict == GOOD else "which_game")


def test_reeds_that_games_have_tried_need_no_trial() -> None:
    judged = judge_answers(answers_of("reed12", [bytes(20)], ("good", {"code": "reeds_open"})))
    assert [each.diagnostic["code"] for each in judged if each.part == "reeds"] == ["reeds_open"]
    names = list(surfaces.load("reed12").NAMES)
    tried, untried = tried_reeds([], 3), tried_reeds(names[:13], 3)
    assert [each.diagnostic["code"] for each in joined(judged, [tried]) if each.part == "reeds"] == ["reeds_tried"]
    both = [each for each in joined(judged, [untried]) if each.part == "reeds"]
    assert len(both) == 2 and untried.diagnostic["count"] == 13 and untried.diagnostic["fields"] == [*names[:12], "..."]
    assert tried_reeds(names[:12], 3).diagnostic["fields"] == names[:12]


@pytest.mark.parametrize(
    ("part", "verdict", "status"),
    [("memory", GOOD, 0), ("memory", BROKEN, 11), ("display", BROKEN, 11), ("memory", LOOK, 10), ("display", LOOK, 0)],
)
def test_the_exit_status_tells_what_is_broken_and_what_is_missing_but_for_what_boards_may_lack(part, verdict, status):
    assert Finding(part, verdict, {}).exit_status == status


def test_advice_is_given_in_the_readers_language() -> None:
    moves = moving_zero("c4", -4.62)
    assert moves.diagnostic == {"code": "zero_moves", "field": "c4", "grams": "-4.6"} and moves.verdict == LOOK
    falls = declining("c4", 1.04, 0.56, 7)
    assert falls.diagnostic == {"code": "margin_falls", "field": "c4", "before": 1.0, "now": 0.6, "games": 7}
    assert falls.advised("en") != falls.advised("de") != ""
    assert Finding("memory", GOOD, {}).advised() == ""


class Asked:
    """A board that answers commands; time passes with each of them."""

    def __init__(self, self_test: list[Any]) -> None:
        self.now_s, self.said, self.self_test = 1000.0, [], self_test
        self.clock = SimpleNamespace(monotonic=lambda: self.now_s, sleep=self.pass_s)

    def pass_s(self, seconds: float) -> None:
        self.now_s += seconds

    def command(self, name: str, **fields: Any) -> dict[str, Any]:
        self.said.append((name, fields))
        self.pass_s(0.03)
        if name == "self_test":
            diagnostic = self.self_test.pop(0) if len(self.self_test) > 1 else self.self_test[0]
            if diagnostic is None:
                raise CommandRefused({"code": "no_command", "name": "self_test"})
            return {"tests": diagnostic}
        return {"frame": {"hex": "00" * 20}, "figures": {"bad_lines": 2, "resends": 5}}.get(name, {})


def ask(board: Asked, monkeypatch: pytest.MonkeyPatch, **options: bool) -> questions.Answers:
    monkeypatch.setattr(questions, "time", board.clock)
    return questions.ask({"surface": "reed12"}, board.command, lambda: (100, 1, 3), **options)


def test_a_board_is_asked_until_its_self_test_has_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    board = Asked([[], [], [{"state": "good", "told": SILENT}]])
    answers = ask(board, monkeypatch)
    assert answers.tests == [{"state": "good", "told": SILENT}] and answers.link.median_s == pytest.approx(0.03)
    counted = answers.link
    assert (counted.lines, counted.bad_lines, counted.repeats) == (100, 1, 3)
    assert (counted.board_bad_lines, counted.board_resends) == (2, 5)
    assert board.said.count(("self_test", {})) == 3 and len(answers.frames) == board.said.count(("frame", {}))
    assert len(answers.link.trips_s) == board.said.count(("ping", {}))


def test_a_board_is_told_that_it_is_empty_once(monkeypatch: pytest.MonkeyPatch) -> None:
    board = Asked([[], [{"state": "good", "told": SILENT}]])
    ask(board, monkeypatch, is_empty=True)
    assert [fields for name, fields in board.said if name == "self_test"] == [{"empty": True}, {}]


def test_a_firmware_without_a_self_test_has_no_results_and_one_that_never_ends_is_told(monkeypatch):
    assert ask(Asked([None]), monkeypatch).tests == []
    with pytest.raises(BoardError, match="does not end"):
        ask(Asked([[]]), monkeypatch)
