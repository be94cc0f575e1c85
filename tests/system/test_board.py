"""The whole firmware on the simulated board, with the host's end of the link in step: boots, plays, remembers."""

import json
from contextlib import ExitStack

import pytest
from flash_files import read_file, write_file
from rules_checks import play
from treppe import games
from treppe_host.errors import CommandRefused
from treppe_host.link.protocol import flash_limits, limits
from treppe_sim.board import PowerFailed
from whole_board import WholeBoard

pytestmark = pytest.mark.apart


@pytest.fixture
def table(tmp_path):
    """Return what builds a board in a folder, with a file of settings or without; it is on unless a test does that."""
    with ExitStack() as tables:

        def lay(surface, settings=None, *, is_on=True, folder=tmp_path):
            at = WholeBoard(surface, folder, seed=1)
            tables.callback(at.board.stop)
            if settings is not None:
                write_file(at.board, "/settings.json", settings)
            if is_on:
                at.switch_on()
            return at

        yield lay


@pytest.mark.parametrize("surface", ["reed12", "square7", "hex49"])
def test_it_greets(table, surface):
    hello = table(surface).client.hello
    assert hello["surface"] == surface and hello["complaints"] == [] and len(hello["board"]) == 16
    assert surface in hello["surfaces"] and {"new", "lease"} < {*hello["commands"]} and "lamps" in hello["streams"]
    assert hello["limits"].keys() == limits().keys() | flash_limits().keys()
    assert hello["limits"]["kept_files"] * hello["limits"]["file_bytes"] <= hello["limits"]["flash_bytes"]
    assert [games.start(name).surface for name in hello["games"]] == [surface] * len(hello["games"]) != []


def test_games_stay_while_the_flash_has_room(table):
    at = table("reed12")
    for _ in range(20):
        at.ask("new", game="tor")
        at.ask("discard")
    at.board.run_ms(2000)  # a host has them all
    at.board.cut_power()
    at.switch_on()
    assert at.client.hello["oldest"] == 1 and at.client.hello["next"] == len(at.store.events) + 1 > 40


def test_the_first_lamps_shine(table):
    at = table("square7")
    at.set_up(games.start("step"))
    a1 = at.board.surface.NAMES.index("a1")
    assert at.roles()[a1] == "0"
    red, green, blue = at.board.world.lamp(a1)
    assert blue > 40 and blue > red and blue > green
    at.board.world.lift(a1)
    assert at.board.run_until(lambda: at.roles()[1] == "g", 400)
    at.board.run_ms(50)
    assert at.board.world.lamp(1) != (0, 0, 0)


@pytest.mark.parametrize("name, words", [("aufstellen", "+b2 +e5 +h8"), ("step", "a1-b2 +b3 g7-f6 +f5")])
def test_hands_play_and_a_restart_remembers(table, name, words):
    state = games.start(name)
    at = table(state.surface)
    at.set_up(state)
    for word in words.split():
        at.play(state, word)
    at.board.cut_power()
    lines = read_file(at.board, "/journal/00000001.log").decode().splitlines()
    assert [json.loads(line.rsplit(" ", 1)[0])["k"] for line in lines] == ["start"] + ["action"] * len(words.split())
    at.switch_on()
    at.await_play()
    assert at.client.hello["boot"] == 2
    assert at.store.notations() == words.split()
    assert [event["e"] for event in at.store.events] == list(range(1, len(at.store.events) + 1))
    at.play(state, state.word(state.legal_actions()[0]))


@pytest.mark.parametrize("name, words", [("aufstellen", "+b2 +e5 +h8 +k11"), ("step", "a1-b2 +b3 g7-f6 +f5")])
def test_the_slowest_flash_makes_the_board_wait_and_loses_nothing(table, name, words):
    """An erase that takes the worst time of the data sheet: no watchdog bites, and the host gets every action once."""
    state = games.start(name)
    at = table(state.surface, is_on=False)
    at.board.erase_ms = 400
    at.switch_on()
    boot = at.client.hello["boot"]
    at.set_up(state)
    for word in words.split():
        at.play(state, word)
    assert at.store.notations() == words.split() and at.client.hello["boot"] == boot
    assert 400 <= max(at.board.pauses_ms) < 4000, "half of what the watchdog waits"


@pytest.mark.long
def test_a_cut_while_the_flash_is_written_loses_nothing_that_was_told(table):
    at, state = table("reed12"), games.start("aufstellen")
    at.set_up(state)
    cuts = 0
    for operations in range(5):
        at.board.cut_power()
        at.attach()
        known = list(at.store.notations())
        try:
            at.board.start(operations)
            at.board.run_ms(1500)
            at.hands.play(state, state.legal_actions()[0])
            at.board.run_ms(1500)
        except PowerFailed:
            cuts += 1
        at.board.cut_power()
        at.switch_on()
        at.board.run_ms(1500)
        words = at.store.notations()
        assert words[: len(known)] == known and len(words) <= len(known) + 1
        assert [event["e"] for event in at.store.events] == list(range(1, len(at.store.events) + 1))
        state = play(games.start("aufstellen"), " ".join(words))
        at.hands.tidy(state)
        at.await_play()
    assert cuts >= 2


@pytest.mark.parametrize(
    ("content", "why"),  # what MicroPython reads in its own way; test_settings_file.py has all others
    [
        (b"[" * 4000, {"code": "settings_unread"}),
        (b"{1: 2}", {"code": "no_setting", "name": "1"}),
        (b'{"\\ud800": 1}', {"code": "no_setting", "name": "\\ud800"}),
    ],
)
def test_a_wrong_settings_file_is_named_and_left_alone(table, content, why):
    at = table("reed12", content)
    assert at.client.hello["complaints"] == [{"code": "settings_unused", "why": why}]
    at.board.stop()
    assert read_file(at.board, "/settings.json") == content


def test_settings_lie_over_the_defaults(table):
    at = table("reed12", b'{"brightness_percent": 100, "hints": "off"}')
    assert at.client.hello["complaints"] == []
    at.set_up(games.start("aufstellen"))
    assert set(at.roles()) == {"."}


def test_settings_of_sensing_change_at_once_and_are_kept_on_demand(table):
    at = table("reed12")
    answer = at.ask("settings", change={"reed_place_scans": 9})
    assert (answer["now"]["reed_place_scans"], answer["saved"]["reed_place_scans"]) == (9, 15)
    for change, why in (
        (
            {"reed_place_scans": 99},
            {"code": "setting_value", "name": "reed_place_scans", "value": "99", "allowed": "1..15"},
        ),
        ({"reed_masked": ["z9"]}, {"code": "no_field", "name": "z9"}),
    ):
        with pytest.raises(CommandRefused) as refusal:
            at.ask("settings", change=change)
        assert refusal.value.diagnostic == why
    for save, kept in ((False, 15), (True, 9)):
        at.ask("settings", change={"reed_place_scans": 9}, save=save)
        at.board.restart()
        at.board.run_ms(500)
        assert at.ask("settings")["now"]["reed_place_scans"] == kept


def test_a_surface_without_calibration_says_so(table, tmp_path):
    at = table("square7", is_on=False)
    (tmp_path / "memory.img").write_bytes(b"\xff" * 4096)
    at.switch_on()
    assert at.client.hello["complaints"] == [{"code": "uncalibrated"}]


def test_the_second_copy_of_the_calibration_serves(table, tmp_path):
    at = table("square7")
    at.board.cut_power()
    memory = bytearray((tmp_path / "memory.img").read_bytes())
    memory[100] ^= 1
    (tmp_path / "memory.img").write_bytes(memory)
    at.switch_on()
    assert at.client.hello["complaints"] == []
