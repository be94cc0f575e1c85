"""Whatever a board sends, the host goes on: nothing that does not fit reaches those who show it and keep it."""

import json
from pathlib import Path
from typing import Any

import pytest
from board_side import BoardSide
from treppe.link.line import PROTOCOL, encode
from treppe_host import words
from treppe_host.link.client import STREAMS
from treppe_host.link.protocol import table
from treppe_host.records import log
from treppe_host.records.review import verify
from treppe_host.store.store import Store
from treppe_host.tune.session import TuneSession
from treppe_host.web import texts
from treppe_host.web.board import summary
from treppe_host.web.board.parts import choices, device, moves, settings, turn
from treppe_host.web.board.phase import whose
from treppe_host.web.connections.real_board import RealConnection

pytestmark = [pytest.mark.long, pytest.mark.apart]

Message = dict[str, Any]

ODD: tuple[Any, ...] = (None, True, 0, 7, -1, 1 << 31, 1 << 41, 1 << 70, 1.5, -1e300, float("nan"), float("inf"))
ODD += ("", "x", "00", "0g", "\0", "\ud83d", "\x1b[31m", "[/x]", "<img src=x onerror=y>", "a" * 5000, "1e999")
ODD += ([], [1], [None], ["a"], [[[[[[[[[[]]]]]]]]]], [{}], {}, {"a": 1}, {"name": 1}, {"a": float("nan")}, {"a": "\0"})
START = json.loads(table()["event"]["start"].example) | {"e": 1, "options": {"players": 2}}
LEASE = {"shown": 0, "next": 1, "stored": 0, "bad_lines": 0, "resends": 0}
STATUS = {"phase": "play", "faults": [], "settings": {"brightness_percent": 20, "language": "en"}}
STATUS |= {"game": "step", "options": {}, "seats": ["Ann"], "hints": ["legal"], "text": "", "played": 0}


class Board(BoardSide):
    """A board, played by the test, and everything on the host that listens to one."""

    def __init__(self, folder: Path) -> None:
        self.store = Store(f"sqlite:///{folder}/games.db")
        super().__init__(log.EventPrinter(self.store, explains=True).client())
        self.client.ask_for((*STREAMS, "calibration", "raw"))
        self.connection = RealConnection("port", self.store, lambda: "port")
        for name, take in self.connection.takers().items():
            self.client.observe(name, take)
        self.tuning = TuneSession()
        for name in self.tuning.names:
            self.client.observe(name, lambda message, name=name: self.tuning.take(name, message))
        self.number = 0
        self.hello = json.loads(table()["board"]["hello"].example) | {"next": 2}
        self.greet()

    def say(self, *messages: Message) -> list[Message]:
        self.now_s += 0.3
        self.client.feed(b"".join(map(encode, messages)), self.now_s)
        return self.hear()

    def greet(self) -> None:
        self.hear(4)
        self.say(self.hello | {"session": self.session})

    @property
    def expected(self) -> int:
        """The event that the host waits for."""
        return self.client._intake.expected

    def answer(self, do: str, answer: Message) -> None:
        """Answer a command, whichever is asked first meanwhile."""
        asked = self.client.command(do)
        self.answer_all(answer)
        if asked.done() and not asked.exception() and do == "status":
            self.connection.settings, self.connection.hints = (
                asked.result()["settings"],
                asked.result().get("hints", []),
            )

    def answer_all(self, answer: Message) -> None:
        """Answer what is asked, but for a lease, by this."""
        self.hear()
        for _ in range(3):
            if asked := self.asked:
                self.asked = {}
                self.say({"re": asked["c"], "s": self.session, "ok": LEASE if asked["do"] == "lease" else answer})

    def show(self) -> None:
        """Show what a page would."""
        desk, game, display = self.connection, self.connection.game, self.connection.display
        for part in (turn.turn, choices.choices):
            part(texts.load("en"), game, display)
        (
            moves.rows_of(texts.load("en"), game),
            moves.announcement(texts.load("en"), game),
            summary.game_line(texts.load("en"), game),
        )
        (
            settings.settings(texts.load("en"), desk),
            summary.status(texts.load("en"), desk),
            device.little_display(display),
            whose(game, display),
        )
        assert desk.stacks is not None and desk.hand is not None

    def is_well(self) -> bool:
        """Tell whether honest lines come through."""
        for _ in range(3):
            if self.client.hello:
                break
            self.greet()
        self.number = self.expected
        self.say(START | {"e": self.number}, {"m": "lamps", "roles": "l" * 49})
        self.show()
        return self.expected == self.number + 1 and self.client.latest["lamps"]["roles"] == "l" * 49


def mutants(right: Message, names: list[str]) -> list[Message]:
    """Return the message with each of its fields missing and of every odd value."""
    found = []
    for name in names:
        found.append({key: value for key, value in right.items() if key != name})
        found += [right | {name: value} for value in ODD]
    return found


@pytest.fixture
def board(tmp_path, capsys):
    return Board(tmp_path)


SAID = [(group, shape) for group in ("board", "stream", "event") for shape in table()[group].values()]


@pytest.mark.parametrize(("group", "shape"), SAID, ids=[f"{group} {shape.name}" for group, shape in SAID])
def test_every_odd_message_is_passed_over(board, group, shape):
    right = json.loads(shape.example)
    names = [field.name for field in shape.fields] + (["e", "boot", "ms", "k"] if group == "event" else ["m"])
    if group == "event":
        board.say(START)
    for message in mutants(right, names):
        if group == "event":
            message = message if message.get("e") != right["e"] else message | {"e": board.expected}
        if message.get("m") == "hello" and message.get("session") == right["session"]:
            message = message | {"session": board.session}
        if message.get("m") == "hello" and isinstance(message.get("protocol"), int) and message["protocol"] != PROTOCOL:
            continue  # another protocol is another matter
        board.say(message)
        board.show()
        assert board.is_well(), message
    assert board.client.figures.schema_violations > 10
    for game in board.store.games():
        verify(board.store, game.number)


@pytest.mark.parametrize("do", table()["command"])
def test_every_odd_answer_is_passed_over(board, do):
    shape = table()["command"][do]
    right = STATUS if do == "status" else LEASE if do == "lease" else {}
    for message in mutants(right, [field.name for field in shape.answer]) + list(ODD):
        board.answer(do, message)
        board.show()
        assert board.is_well(), message


def test_a_command_whose_answer_does_not_fit_fails_at_once_and_says_what(board):
    asked = board.client.command("status")
    board.answer_all(STATUS | {"phase": "asleep"})
    assert asked.exception(0).diagnostic == {"code": "line_dropped", "where": "answer status", "field": "phase"}


def test_after_eight_seconds_of_lines_that_do_not_fit_honest_ones_are_heard_at_once(board):
    for _ in range(80):
        board.now_s -= 0.2
        board.say({"e": -1}, {"m": "lamps", "roles": None}, {"re": None, "ok": 1})
    assert board.is_well() and board.client.figures.schema_violations == 240


def test_a_field_that_does_not_fit_is_named_once(board, capsys):
    capsys.readouterr()
    for value in (None, 7, "x", None):
        board.say({"m": "lamps", "roles": value})
    diagnostic = capsys.readouterr().out
    assert diagnostic.count("\n") == 1, diagnostic
    assert "lamps, field roles: null is not of the type text" in diagnostic


def test_a_line_that_does_not_fit_is_told_in_every_language(board):
    diagnostic = []
    board.client.observe("violation", diagnostic.append)
    board.say({"m": "lamps", "roles": None})
    for language in words.LANGUAGES:
        assert words.render(diagnostic[0], language).endswith(": lamps roles")
    assert len({words.render(diagnostic[0], language) for language in words.LANGUAGES}) == len(words.LANGUAGES) > 1


def test_an_event_that_does_not_fit_is_a_gap(board):
    board.say(START)
    missing = []
    board.client.observe("missing", missing.append)
    action = {"e": 2, "boot": 3, "ms": 1, "k": "action", "player": 0, "word": 7}
    board.say(action, action | {"e": 3, "word": "d4"})
    assert [(each["first"], each["last"]) for each in missing] == [(2, 2)]
    assert not board.store.last_game_events(board.client.board), "what is missing ends the game's record"
    assert [(game.num_actions, game.num_missing) for game in board.store.games()] == [(0, 1)]


def test_a_game_that_the_rules_do_not_know_is_kept_and_not_shown(board):
    board.say(START | {"game": "chess"}, START | {"e": 2, "options": {"name": 1}}, START | {"e": 3})
    board.say({"e": 4, "boot": 3, "ms": 1, "k": "undo", "count": 9})
    assert len(board.store.games()) == 3 and board.connection.game.failure
    board.show()
    assert board.is_well()
