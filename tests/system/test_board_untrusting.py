"""Whatever a host sends, the whole firmware answers it and goes on."""

import json
import random
from contextlib import ExitStack

import pytest
from treppe.link.line import encode, seal
from treppe_host.errors import CommandRefused
from treppe_host.link.client import STREAMS, Client
from treppe_host.link.enquiry import Enquiry
from treppe_host.link.protocol import table
from treppe_sim.board import SimulatedBoard
from whole_board import WholeBoard

pytestmark = [pytest.mark.long, pytest.mark.apart]

ODD = (None, True, 0, 1, 7, -1, 1 << 29, 1 << 31, 1 << 70, 1.5, -1e300, "", "x", "00", "a1", "\0", "\ud83d", "[/x]")
ODD += ([], [1], [None], ["a"], [[[]]], [{}], {}, {"a": 1}, {"name": 1, "players": "x"}, {"minutes": -5}, "step")
ODD += ("Анна Каренина", ["Jean-François Lévêque", "🐺" * 40], ["たろうはなこさん\n"])
ANY = {"no_command", "field_missing", "field_wrong", "busy", "flash_full", "command_failed"}  # as the document says
NUM_ASKED = 7500
SETTINGS = tuple(field.name for field in table()["object"]["settings"].fields)


class LoudClient(Client):
    """Sends what it is given besides."""

    besides = b""

    def take_output(self):
        said, self.besides = self.besides, b""
        return said + super().take_output()


class Host(WholeBoard):
    """A host that also sends what no client would, and asks what a board refuses."""

    def make_client(self):
        client = LoudClient(self.store, streams=(*STREAMS, "calibration"))
        self.schema_violations = []
        client.observe("violation", self.schema_violations.append)
        return client

    def send(self, content):
        """Send bytes that no client would."""
        self.client.besides += content

    def ask(self, do, **fields):
        """Give a command; return its answer, None if the board, or the host itself, has refused it."""
        try:
            return super().ask(do, **fields)
        except CommandRefused as refused:
            assert str(refused), (do, fields)
            return None


@pytest.fixture
def host():
    """Return what builds a board and switches it on."""
    with ExitStack() as hosts:
        yield lambda surface: hosts.enter_context(Host(surface, seed=3))


def odd_commands(chance):
    """Return all commands with each field missing, null, and of every odd value, in a random order."""
    found = []
    for name, shape in table()["command"].items():
        right = {field.name: field.values[0] if field.values else "step" for field in shape.fields}
        right |= {"options": {}, "seats": [], "streams": [], "clock": None, "count": 1, "player": 0, "at": 0, "size": 9}
        right = {field.name: right[field.name] for field in shape.fields}
        found.append((name, {}))
        for field in right:
            found.append((name, {key: value for key, value in right.items() if key != field}))
            found += [(name, right | {field: value}) for value in ODD]
    for setting in SETTINGS:
        found += [("set", {"name": setting, "value": value}) for value in ODD]
        found += [("settings", {"change": {setting: value}, "save": True}) for value in ODD]
    chance.shuffle(found)
    return found


@pytest.mark.parametrize(("surface", "game"), [("reed12", "cubes"), ("square7", "step")])
def test_every_odd_command_is_answered(host, surface, game):
    at = host(surface)
    boot = at.client.hello["boot"]
    commands = odd_commands(random.Random(surface))
    refused = 0
    for number, (do, fields) in enumerate(commands):
        if number % 40 == 0:
            at.ask("button", name="END")
            at.ask("new", game=game)
        refused += at.ask(do, **fields) is None
    assert len(commands) > 1000 and refused > len(commands) / 2
    assert at.ask("ping") == {} and at.client.hello["boot"] == boot
    assert at.schema_violations == [], "the board's own answers and events fit the table"


STATES = (("new", {"game": "step"}), ("check", {}), ("calibrate", {}), ("calibrate", {"few": True}))
STATES += (("field", {"name": "a1"}), ("load", {"size": 2046, "at": 0, "hex": "5450"}), ("self_test", {}))
STATES += (("button", {"name": "MENU"}), ("pause", {}))


@pytest.mark.parametrize("surface", ["square7", "reed12"])
def test_any_command_in_any_state_is_answered_within_a_second_of_the_boards_time(host, surface):
    at = host(surface)
    boot = at.client.hello["boot"]
    chance = random.Random(surface)
    examples = [json.loads(shape.example) for shape in table()["command"].values()]
    rights = [(each.pop("do"), {name: each[name] for name in each if name not in ("c", "s")}) for each in examples]
    odd = odd_commands(chance)
    failed = []
    for number in range(NUM_ASKED):
        if number % 12 == 0:
            at.ask("button", name="END")
            at.ask("button", name="OK")
        do, fields = chance.choice(chance.choice((STATES, rights, rights, odd)))
        try:
            asked = at.client.command(do, **fields)
        except CommandRefused:  # by the host itself: too long for the board
            continue
        assert at.board.run_until(asked.done, 1000), (number, do, fields)
        error = asked.exception()
        code = error.args[0].get("code") if error else ""
        if error and (code == "command_failed" or code not in ANY | set(table()["command"][do].errors)):
            failed.append((do, fields, error.args[0]))
    assert failed == []
    assert at.ask("ping") == {} and at.client.hello["boot"] == boot


def test_what_is_no_command_is_passed_over(host):
    at = host("reed12")
    texts = ("[1]", "null", "NaN", '{"c":NaN}', '{"c":1e400,"do":"new"}', "{" * 100, '"a"', "7")
    lines = [seal(text) for text in texts]
    lines += [encode({key: value}) for key in ("hello", "from", "ack", "m", "c", "do", "x") for value in ODD]
    lines += [encode({"c": number, "do": value}) for number, value in enumerate(ODD, 1000)]
    for line in lines:
        at.send(line)
        at.board.run_ms(20)
    at.client.disconnect()
    assert at.board.run_until(lambda: at.client.hello, 8000)
    assert at.ask("ping") == {}


def test_a_ping_is_answered_after_a_flood_of_random_bytes(host):
    chance = random.Random(8)
    at = host("reed12")
    for _ in range(5):
        at.send(chance.randbytes(20_000))
        at.board.run_ms(2000)
        assert at.ask("ping") == {}


def test_random_bytes_do_no_more_at_a_port(tmp_path):
    """Byte 3 apart, which interrupts the firmware as it does on a Pico."""
    content = random.Random(8).randbytes(20_000).replace(b"\x03", b"")
    with SimulatedBoard("reed12", tmp_path, seed=3, speed=5) as board, Enquiry(board.port) as at:
        assert at.hello(10)
        for first in range(0, len(content), 512):
            at._port.send(content[first : first + 512])
        assert at.ask_board("ping", 20) == {}
