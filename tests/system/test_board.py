"""The whole firmware on the simulated board, with the host's end of the link in step: boots, plays, remembers."""

import json

import pytest
from fakes_link import ListStore
from flash_files import read_file, write_file
from treppe import games
from treppe_host.errors import CommandRefused
from treppe_host.link.client import Client
from treppe_host.link.protocol import flash_limits, limits
from treppe_sim.board import PowerFailed, SimulatedBoard
from treppe_sim.hands import Hands

pytestmark = pytest.mark.apart

PLACED = ["+b2", "+e5", "+h8", "+k11", "+b5"]
PIECES = dict.fromkeys(("B", "S0", "S1", "T0", "T1", "C0", "C1"), 60)


class Table:
    """A board in virtual time, a host, and hands."""

    def __init__(self, surface, folder, seed=1):
        self.board = SimulatedBoard(surface, folder, seed=seed, clock="virtual")
        self.store = ListStore()
        self.hands = Hands(self.board)
        self.state = None

    def switch_on(self):
        self.client = Client(self.store)
        self.board.attach(self.client)
        self.board.start()
        self.board.run_ms(500)

    def display(self):
        return self.client.latest.get("display", {})

    def roles(self):
        return self.client.latest["lamps"]["roles"]

    def command(self, do, **fields):
        answer = self.client.command(do, **fields)
        self.board.run_ms(200)
        return answer.result(timeout=0)

    def set_up(self, name):
        self.state = games.start(name)
        self.board.world.arrange([self.state.pieces(field) for field in range(self.board.surface.FIELDS)], PIECES)
        answer = self.client.command("new", game=name, options={})
        assert self.board.run_until(lambda: self.display().get("phase") == "play", 5000), self.display()
        answer.result(timeout=0)

    def play(self, word):
        action = self.state.action(word)
        played = len(self.store.words())
        self.hands.play(self.state, action)
        assert self.board.run_until(lambda: len(self.store.words()) > played, 3000), (word, self.display())
        assert self.store.words()[-1] == word
        self.state.apply_action(action)
        self.board.run_ms(300)


@pytest.fixture
def table(tmp_path):
    tables = []

    def lay(surface):
        tables.append(Table(surface, tmp_path))
        tables[-1].switch_on()
        return tables[-1]

    yield lay
    for each in tables:
        each.board.stop()


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
        for name in ("new", "discard"):
            answer = at.client.command(name, **({"game": "tor"} if name == "new" else {}))
            assert at.board.run_until(answer.done, 5000)
            answer.result(timeout=0)
    at.board.run_ms(2000)  # a host has them all
    at.board.cut_power()
    at.switch_on()
    assert at.client.hello["oldest"] == 1 and at.client.hello["next"] == len(at.store.events) + 1 > 40


def test_the_first_lamps_shine(table):
    at = table("square7")
    at.set_up("step")
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
    at = table(games.start(name).surface)
    at.set_up(name)
    for word in words.split():
        at.play(word)
    at.board.cut_power()
    at.switch_on()
    assert at.board.run_until(lambda: at.display().get("phase") == "play", 5000), at.display()
    assert at.client.hello["boot"] == 2
    assert at.store.words() == words.split()
    assert [event["e"] for event in at.store.events] == list(range(1, len(at.store.events) + 1))
    at.play(at.state.word(at.state.legal_actions()[0]))


def test_the_slowest_flash_makes_the_board_wait_and_loses_nothing(tmp_path):
    """An erase that takes the worst time of the data sheet: no watchdog bites, and the host gets every action once."""
    at = Table("reed12", tmp_path)
    at.board.erase_ms = 400
    at.switch_on()
    try:
        assert at.board.run_until(lambda: at.client.hello, 20_000)
        boot = at.client.hello["boot"]
        at.set_up("aufstellen")
        for word in PLACED:
            at.play(word)
        assert at.store.words() == PLACED and at.client.hello["boot"] == boot
        assert 400 <= max(at.board.pauses_ms) < 4000, "half of what the watchdog waits"
    finally:
        at.board.stop()


def test_the_journal_lies_on_the_flash(table):
    at = table("reed12")
    at.set_up("aufstellen")
    at.play("+b2")
    at.board.cut_power()
    lines = read_file(at.board, "/journal/00000001.log").decode().splitlines()
    assert [json.loads(line.rsplit(" ", 1)[0])["k"] for line in lines] == ["start", "action"]


@pytest.mark.long
def test_a_cut_while_the_flash_is_written_loses_nothing_that_was_told(table):
    at = table("reed12")
    at.set_up("aufstellen")
    cuts = 0
    for operations in range(5):
        at.board.cut_power()
        at.client = Client(at.store)
        at.board.attach(at.client)
        diagnostic = list(at.store.words())
        try:
            at.board.start(operations)
            at.board.run_ms(1500)
            action = at.state.legal_actions()[0]
            at.hands.play(at.state, action)
            at.board.run_ms(1500)
        except PowerFailed:
            cuts += 1
        at.board.cut_power()
        at.switch_on()
        at.board.run_ms(1500)
        words = at.store.words()
        assert words[: len(diagnostic)] == diagnostic and len(words) <= len(diagnostic) + 1
        assert [event["e"] for event in at.store.events] == list(range(1, len(at.store.events) + 1))
        state = games.start("aufstellen")
        for word in words:
            state.apply_action(state.action(word))
        at.state = state
        at.hands.tidy(state)
        assert at.board.run_until(lambda: at.display().get("phase") == "play", 5000), at.display()
    assert cuts >= 2


def wrong(name, value, allowed):
    return {"code": "setting_value", "name": name, "value": value, "allowed": allowed}


@pytest.mark.parametrize(
    "content, why",
    [
        (b"{brightness", {"code": "settings_unread"}),
        (b"[1]", {"code": "settings_unread"}),
        (b'{"brightness_percent": 300}', wrong("brightness_percent", "300", "1..100")),
        (b'{"brightness_percent": "much"}', wrong("brightness_percent", "'much'", "1..100")),
        (b'{"hints": "sometimes"}', wrong("hints", "'sometimes'", "off|legal|advice|warning")),
        (b'{"colour": 1}', {"code": "no_setting", "name": "colour"}),
        (b"\xff\xfe\x00", {"code": "settings_unread"}),
        (b"[" * 4000, {"code": "settings_unread"}),
        (b'{"sound": false}' + b" " * 5000, {"code": "settings_unread"}),
        (b"{1: 2}", {"code": "no_setting", "name": "1"}),
        (b'{"\\ud800": 1}', {"code": "no_setting", "name": "\\ud800"}),
        (b'{"reed_masked": ["c4"]}', wrong("reed_masked", "['c4']", '{"reed12": ["c4"]}')),
        (b'{"reed_masked": {"reed12": ["C4"]}}', {"code": "no_field", "name": "C4"}),
    ],
)
def test_a_wrong_settings_file_is_named_and_left_alone(tmp_path, content, why):
    at = Table("reed12", tmp_path)
    write_file(at.board, "/settings.json", content)
    try:
        at.switch_on()
        assert at.client.hello["complaints"] == [{"code": "settings_unused", "why": why}]
    finally:
        at.board.stop()
    assert read_file(at.board, "/settings.json") == content


def test_a_masked_reed_is_masked_on_its_own_surface(tmp_path):
    content, masked = b'{"reed_masked": {"reed12": ["b2", "l12"]}}', ["b2", "l12"]
    for surface, names in (("reed12", masked), ("start4", []), ("square7", [])):
        at = Table(surface, tmp_path / surface)
        write_file(at.board, "/settings.json", content)
        try:
            at.switch_on()
            assert at.client.hello["complaints"] == []
            status = at.command("status")
            assert (status["settings"]["reed_masked"], [fault["field"] for fault in status["faults"]]) == (names, names)
            at.command("set", name="sound", value=False)
        finally:
            at.board.stop()
        saved = json.loads(read_file(at.board, "/settings.json"))
        assert saved == {"reed_masked": {"reed12": masked}, "sound": False}


def test_settings_lie_over_the_defaults(tmp_path):
    at = Table("reed12", tmp_path)
    write_file(at.board, "/settings.json", b'{"brightness_percent": 100, "hints": "off"}')
    try:
        at.switch_on()
        assert at.client.hello["complaints"] == []
        at.set_up("aufstellen")
        assert set(at.roles()) == {"."}
    finally:
        at.board.stop()


def test_settings_of_sensing_change_at_once_and_are_kept_on_demand(tmp_path):
    at = Table("reed12", tmp_path)
    try:
        at.switch_on()
        answer = at.command("settings", change={"reed_place_scans": 9})
        assert (answer["now"]["reed_place_scans"], answer["saved"]["reed_place_scans"]) == (9, 15)
        for change, why in (
            ({"reed_place_scans": 99}, wrong("reed_place_scans", "99", "1..15")),
            ({"reed_masked": ["z9"]}, {"code": "no_field", "name": "z9"}),
        ):
            with pytest.raises(CommandRefused) as refusal:
                at.command("settings", change=change)
            assert refusal.value.diagnostic == why
        at.board.restart()
        at.board.run_ms(500)
        assert at.command("settings")["now"]["reed_place_scans"] == 15
        at.command("settings", change={"reed_place_scans": 9}, save=True)
        at.board.restart()
        at.board.run_ms(500)
        assert at.command("settings")["now"]["reed_place_scans"] == 9
    finally:
        at.board.stop()


def test_a_surface_without_calibration_says_so(tmp_path):
    at = Table("square7", tmp_path)
    (tmp_path / "memory.img").write_bytes(b"\xff" * 4096)
    try:
        at.switch_on()
        assert at.client.hello["complaints"] == [{"code": "uncalibrated"}]
    finally:
        at.board.stop()


def test_the_second_copy_of_the_calibration_serves(tmp_path):
    at = Table("square7", tmp_path)
    at.switch_on()
    at.board.cut_power()
    memory = bytearray((tmp_path / "memory.img").read_bytes())
    memory[100] ^= 1
    (tmp_path / "memory.img").write_bytes(memory)
    try:
        at.switch_on()
        assert at.client.hello["complaints"] == []
    finally:
        at.board.stop()
