import json
from datetime import datetime, timedelta

import pytest
from board_side import HELLO, BoardSide
from fakes_link import ListStore
from treppe.link.line import PROTOCOL, encode
from treppe_host.errors import CommandRefused, CommandUnanswered, ProtocolMismatch, StoreError
from treppe_host.link.client import Client
from treppe_host.link.protocol import table
from treppe_host.link.transport import SerialTransport

LAMPS = {"m": "lamps", "roles": "l" * 49}
NOW = datetime(2026, 11, 23, 22, 0, 0)
DAY = {"day": "2026-11-23", "day_left_s": 7201}


class Board(BoardSide):
    """The board's side of a client with a store and a clock."""

    def __init__(self, store: ListStore | None = None) -> None:
        self.store = store or ListStore()
        self.wall_time = NOW
        super().__init__(Client(self.store, streams=["lamps"], wall_time=lambda: self.wall_time))


@pytest.fixture
def board() -> Board:
    """One that has greeted its host."""
    board = Board()
    board.greet()
    return board


def event(number: int) -> dict:
    return {"e": number, "boot": 3, "ms": number, "k": "action", "player": 0, "word": "a1-b1"}


def leased(number: int, **changes: object) -> dict:
    """The answer to the command `lease`."""
    return {"re": number, "ok": {"shown": 0, "next": 1, "stored": 0, "bad_lines": 0, "resends": 0} | changes}


def test_it_greets_until_it_is_greeted_then_asks_for_events_and_streams() -> None:
    board = Board()
    assert board.hear() == [{"hello": board.session} | DAY]
    assert board.hear(0.1) == []
    assert board.hear(0.5) == [{"hello": board.session} | DAY]
    assert board.greet() == [{"from": 1}, {"c": 1, "do": "lease", "streams": ["lamps"]}]
    assert board.client.hello["board"] == "b1"


def test_events_are_stored_before_they_are_acknowledged_and_shown(board: Board) -> None:
    seen = []
    board.client.observe("event", lambda message: seen.append((message["e"], len(board.store.events))))
    assert board.say(event(1), event(2), event(3)) == [{"ack": 3}]
    assert seen == [(1, 3), (2, 3), (3, 3)]


def test_what_was_stored_before_and_never_acknowledged_is_so_with_the_lease() -> None:
    board = Board()
    board.store.events = [event(number) for number in (1, 2, 3)]
    board.greet()
    assert board.say(leased(1, stored=1)) == [{"ack": 3}]
    board.hear(1)
    assert board.say(leased(2, stored=3)) == []


def test_what_could_not_be_stored_is_not_acknowledged(board: Board) -> None:

    def fail(name: str, events: object) -> None:
        raise StoreError("disk full")

    keep = board.store.add_events
    board.store.add_events = fail
    with pytest.raises(StoreError):
        board.say(event(1))
    assert board.hear() == []
    board.store.add_events = keep
    assert board.say(event(1)) == [{"ack": 1}]


def test_repeated_events_are_acknowledged_but_not_stored(board: Board) -> None:
    board.say(event(1), event(2))
    assert board.say(event(1), event(2), event(2)) == [{"ack": 2}]
    assert len(board.store.events) == 2


def test_a_gap_is_asked_for_once_and_then_again_after_a_while(board: Board) -> None:
    assert board.say(event(1), event(3)) == [{"from": 2}, {"ack": 1}]
    assert board.say(event(4)) == []
    board.hear(0.3)
    assert board.say(event(5)) == [{"from": 2}]
    assert board.say(event(2), event(3)) == [{"ack": 3}]


def test_missing_events_are_passed_over_and_told(board: Board) -> None:
    reported = []
    board.client.observe("missing", reported.append)
    missing = {"m": "missing", "first": 1, "last": 39}
    assert board.say(missing, event(40)) == [{"ack": 40}] and reported == [missing] and board.store.gaps == [(1, 39)]
    board.say(missing)
    assert len(reported) == 1 and len(board.store.gaps) == 1
    board.say({"m": "missing", "first": 38, "last": 44})
    assert board.store.gaps == [(1, 39), (41, 44)], "only what is not stored is missing"


def test_a_bad_line_is_asked_for_again(board: Board) -> None:
    board.client.feed(b"Traceback (most recent call last):\r\n\r\n", board.now_s)
    assert board.hear() == [{"m": "again"}] and board.client.figures.bad_lines == 1


def test_commands_wait_for_each_other_and_are_repeated(board: Board) -> None:
    board.say(leased(1))
    first, second = board.client.command("undo", count=1), board.client.command("pause")
    assert board.hear() == [{"c": 2, "do": "undo", "count": 1}]
    assert board.hear(0.2) == []
    assert board.hear(0.4) == [{"c": 2, "do": "undo", "count": 1}]
    assert board.say({"m": "again"})[-1] == {"c": 2, "do": "undo", "count": 1}
    assert board.say({"re": 2, "ok": {"x": 1}}) == [{"c": 3, "do": "pause"}]
    assert first.result() == {"x": 1} and not second.done()
    board.say({"re": 2, "ok": {"x": 1}}, {"re": 3, "error": {"code": "nothing_played"}})
    with pytest.raises(CommandRefused, match="no game is being played"):
        second.result()


def test_a_command_that_nobody_answers_fails_after_a_while() -> None:
    board = Board()
    future = board.client.command("pause")
    board.hear()
    board.hear(4.9)
    assert not future.done()
    board.hear(0.2)
    assert isinstance(future.exception(), CommandUnanswered)


def test_a_command_that_is_too_long_is_refused_at_once() -> None:
    with pytest.raises(CommandRefused, match="too long"):
        Board().client.command("new", seats=["x" * 600])


def test_the_lease_is_renewed_every_second(board: Board) -> None:
    for number in range(1, 5):
        board.say(leased(number))
        assert board.hear(0.9) == []
        assert [message["c"] for message in board.hear(0.1)] == [number + 1]


def test_lost_lines_are_noticed_by_the_answer_to_the_lease(board: Board) -> None:
    board.say(LAMPS)
    assert board.client.latest["lamps"]["roles"] == "l" * 49
    assert board.say(leased(1, shown=2)) == [{"m": "again"}]
    board.hear(1)
    assert board.say(leased(2, shown=2, next=0)) == [{"from": 1}]


def test_silence_and_restart_are_told() -> None:
    board = Board()
    reported = []
    for name in ("connected", "disconnected"):
        board.client.observe(name, lambda message, name=name: reported.append(name))
    board.greet()
    board.hear(3.6)
    assert reported == ["connected", "disconnected"] and board.client.hello is None
    board.greet()
    assert board.say(HELLO | {"session": None, "boot": 4})[0] == {"hello": board.session} | DAY
    board.greet(boot=4)
    assert reported == ["connected", "disconnected"] * 2 + ["connected"]


def test_the_next_day_is_told_when_it_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    board = Board()
    contacts: list[dict] = []
    connect = board.store.connect_board
    monkeypatch.setattr(board.store, "connect_board", lambda hello: contacts.append(hello) or connect(hello))
    board.greet()
    board.say(leased(1))
    days = []
    for hours in range(60):
        board.wall_time = NOW + timedelta(hours=hours)
        heard = board.hear(1.1)
        days += [message["day"] for message in heard if "hello" in message]
        board.say(HELLO | {"session": board.session}, *(leased(message["c"]) for message in heard if "c" in message))
    assert days == ["2026-11-24", "2026-11-25", "2026-11-26"] and board.client.hello
    assert len(contacts) == 1 + 60, "the store compares the clocks at each hello"
    board.say(HELLO | {"session": board.session, "next": 0})
    assert len(contacts) == 1 + 60, "but for a line that comes late"


def test_another_board_at_the_port_is_told_apart() -> None:
    board = Board()
    reported = []
    board.client.observe("connected", lambda hello: reported.append(hello["board"]))
    board.client.observe("disconnected", lambda _: reported.append("gone"))
    board.greet()
    board.say(HELLO | {"session": None, "board": "b2"})
    board.greet(board="b2")
    assert reported == ["b1", "gone", "b2"] and board.client.board == "b2"


def test_a_host_whose_board_was_taken_by_another_waits_until_that_is_silent() -> None:
    board = Board()
    reported = []
    board.client.observe("displaced", reported.append)
    board.greet()
    ours = board.session
    board.say(HELLO | {"session": "another"})
    assert len(reported) == 1 and board.client.hello is None
    for _ in range(20):
        board.now_s += 1
        assert board.say(LAMPS, event(1)) == [], "it does not fight for the board"
    assert board.store.events == []
    greeting = board.hear(4)[0]
    assert greeting["hello"] != ours, "an ended session does not come back"
    board.greet()
    assert board.client.hello


def test_a_host_whose_session_has_ended_fails_its_commands_and_chooses_another_session(board: Board) -> None:
    ours = board.session
    asked = board.client.command("new", game="step")
    board.say({"m": "ended", "session": "another"})
    assert board.client.hello, "it is another's"
    assert board.say({"m": "ended", "session": ours}) == [] and not board.client.hello
    with pytest.raises(CommandUnanswered, match="another program"):
        asked.result(0)
    assert board.hear(4)[0]["hello"] != ours


def test_an_answer_to_another_session_is_not_taken(board: Board) -> None:
    board.say(leased(1))
    asked = board.client.command("pause")
    board.client.feed(encode({"re": 2, "s": "another", "ok": {}}), board.now_s)
    assert not asked.done()
    board.say({"re": 2, "ok": {}})
    assert asked.result(0) == {}


def test_a_board_that_missed_a_line_hears_again_what_is_stored(board: Board) -> None:
    board.say(leased(1), event(1), event(2))
    assert board.say({"m": "again"}) == [{"ack": 2}], "it may have been the acknowledgement"


def test_an_answer_to_a_repeated_command_tells_no_round_trip(board: Board) -> None:
    board.now_s += 0.02
    board.say(leased(1))
    board.client.command("pause")
    board.hear()
    board.hear(0.6)
    board.say({"re": 2, "ok": {}})
    assert board.client.commands.num_repeats == 1
    assert round(board.client.figures.round_trip_s, 3) == 0.02, "nobody knows which line was answered"


@pytest.mark.parametrize(
    ("lacks", "stored"),
    [("", [("b1", 4, "0102")]), ("readings", []), ("event", [])],
    ids=["whole", "plain", "no event"],
)
def test_what_the_sensors_measured_of_an_event_is_stored(lacks, stored) -> None:
    board, kept, reported = Board(), [], []
    board.store.add_measurement = lambda *given: kept.append(given)
    board.client.ask_for(["explain"])
    board.client.observe("explain", reported.append)
    board.greet()
    message = json.loads(table()["stream"]["explain"].example) | {"event": 4, "readings": "0102"}
    message.pop(lacks, None)
    board.say(message)
    assert kept == stored and reported == [message]


def test_the_link_tells_how_it_does(board: Board) -> None:
    board.now_s += 0.02
    board.say(leased(1, bad_lines=3, resends=2))
    figures = board.client.figures
    assert (round(figures.round_trip_s, 3), figures.board_bad_lines, figures.board_resends) == (0.02, 3, 2)


def test_a_program_that_dies_is_not_held_by_its_link() -> None:
    assert SerialTransport(Client(ListStore()), "/dev/none")._thread.daemon


def test_another_protocol_is_named() -> None:
    with pytest.raises(ProtocolMismatch, match=rf'"b1" has firmware "9\.9".*protocol 1; this host speaks {PROTOCOL}'):
        Board().greet(protocol=1, firmware="9.9")


def test_noise_without_a_newline_does_not_pile_up() -> None:
    client = Client(ListStore())
    for _ in range(100):
        client.feed(b"x" * 1000, 0.0)
    assert len(client._input) < 10_000


def test_only_streams_that_were_asked_for_are_kept_and_told(board: Board) -> None:
    reported = []
    for name in ("lamps", "event", "connected", "other"):
        board.client.observe(name, reported.append)
    board.say(LAMPS, *({"m": name} for name in ("event", "connected", "other", "", None, 7, [])))
    for number in range(1000):
        board.say({"m": f"name {number}", "text": "x" * 100})
    assert reported == [LAMPS] and list(board.client.latest) == ["lamps"]
