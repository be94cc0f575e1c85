from fakes_link import MemoryStorage, PipeConsole, Random
from treppe.link import checking
from treppe.link.journal import Journal
from treppe.link.limits import LIMITS
from treppe.link.line import PROTOCOL, decode, encode
from treppe.link.link import Link

HELLO = {"firmware": "0.1.0", "board": "b1", "surface": "square7"}


class Board:
    """A link with its surroundings, and the host's side of the console in plain messages."""

    def __init__(self, num_events=0, storage=None, room=1 << 20, **more):
        self.console = PipeConsole(room)
        self.journal = Journal(storage or MemoryStorage())
        append(self.journal, num_events)
        self.done = []
        self.roles = "...."
        self.version = 1
        self.link = Link(self.console, self.journal, HELLO, self.command, **more)
        self.link.stream("lamps", lambda: self.version, lambda: {"roles": self.roles})
        self.now_ms = 0
        self.rest = b""
        self.session = "s1"

    def command(self, name, fields):
        if name == "refuse":
            raise ValueError({"code": "busy"})
        if name == "fail":
            raise FAILURES[fields["number"]]
        self.done.append((name, fields))
        return {"number": len(self.done)}

    def say(self, *messages):
        for message in messages:
            self.session = message.get("hello", self.session)
            self.console.incoming.extend(encode(message if "hello" in message else {"s": self.session} | message))
        return self.hear()

    def hear(self, elapsed_ms=10):
        for _ in range(8):
            self.link.tick(self.now_ms)
        self.now_ms += elapsed_ms
        lines = (self.rest + self.console.take()).split(b"\n")
        self.rest = lines.pop()
        heard = [decode(line) for line in lines if line]
        assert all(message.pop("s") == self.session for message in heard if "re" in message)
        return heard

    def greet(self, first=1):
        self.hear()
        return self.say({"hello": "s1"}, {"from": first}, lease(1))


def greeted():
    board = Board()
    board.greet()
    return board


FAILURES = (ValueError("a"), AttributeError("add"), RuntimeError("too deep"), KeyError("x"), MemoryError(), OSError(5))


def lease(number):
    return {"c": number, "do": "lease", "streams": ["lamps"]}


def numbers(messages):
    return [message["e"] for message in messages if "e" in message]


def append(journal, count):
    for i in range(count):
        journal.append({"k": "action", "player": 0, "word": f"w{i}"})


def test_greeting():
    board = Board(2)
    assert board.hear()[0]["session"] is None, "at power-up"
    hello = board.say({"hello": "s1"})[0]
    expected = {"m": "hello", "protocol": PROTOCOL, "session": "s1", "boot": 1, "ms": 10, "next": 3, "oldest": 1}
    expected["journal"] = ""
    expected.update(HELLO)
    expected |= {"commands": checking.names(), "streams": ["lamps"], "limits": LIMITS | board.journal.limits}
    assert hello == expected


def test_without_a_lease_nothing_is_sent():
    board = Board(3)
    board.hear()
    assert board.say({"hello": "s1"}, {"from": 1})[1:] == []
    assert not board.link.send({"m": "raw"})
    assert numbers(board.say(lease(1))) == [1, 2, 3]


def test_the_lease_ends_after_three_seconds():
    board = greeted()
    assert board.link.lease_active
    board.hear(2980)
    board.version = 2
    assert board.hear()[0]["m"] == "lamps"
    assert board.link.lease_active
    board.hear(3000)
    append(board.journal, 1)
    board.version = 3
    assert board.hear() == [] and not board.link.lease_active
    heard = board.say(lease(2))
    assert numbers(heard) == [1] and heard[-1]["m"] == "lamps"


def test_streams_are_sent_on_change_only_and_only_when_asked_for():
    board = Board()
    assert board.greet()[-1] == {"m": "lamps", "roles": "...."}
    assert board.hear() == []
    board.roles = "l..."
    board.version = 2
    assert board.hear() == [{"m": "lamps", "roles": "l..."}]
    answer = board.say({"c": 2, "do": "lease", "streams": []})
    assert answer == [{"re": 2, "ok": {"shown": 2, "next": 1, "stored": 0, "bad_lines": 0, "resends": 0}}]
    board.version = 3
    assert board.hear() == []
    assert board.say({"c": 3, "do": "lease", "streams": "lamps"})[1:] == [], "a list is wanted"


def test_a_renewed_lease_repeats_nothing_and_one_that_has_ended_begins_anew():
    board = Board()
    assert board.say({"hello": "s1"}, lease(1))[-2]["ok"]["next"] == 0, "the host has not said from where"
    assert board.link.is_asked_for("lamps") and not board.link.is_asked_for("readings")
    assert [message for message in board.say(lease(2)) if "m" in message] == []
    board.hear(3000)
    board.hear()
    assert not board.link.is_asked_for("lamps")
    assert board.say(lease(3))[-1] == {"m": "lamps", "roles": "...."}


def test_another_host_gets_nothing_that_it_has_not_asked_for():
    board = greeted()
    board.say({"hello": "s2"})
    board.version = 2
    assert board.hear() == [] and not board.link.lease_active


def test_a_lost_stream_line_comes_again_when_asked_for():
    board = greeted()
    assert board.say({"m": "again"}) == [{"m": "lamps", "roles": "...."}]


def test_a_command_waits_for_a_frame_in_which_the_board_may_obey():
    asked = []

    def may_obey():
        asked.append(True)
        return len(asked) in (1, 13)  # first for the lease; `hear` lets eight frames pass

    board = Board(may_obey=may_obey)
    board.greet()
    command = {"c": 2, "do": "undo", "count": 1}
    assert board.say(command) == []
    assert board.hear() == [{"re": 2, "ok": {"number": 1}}]
    assert len(asked) == 13
    assert board.say(command) == [{"re": 2, "ok": {"number": 1}}], "an answer is repeated at once"
    assert len(asked) == 13


def test_commands_are_done_once_and_answered_again():
    board = greeted()
    command = {"c": 2, "do": "undo", "count": 1}
    assert board.say(command) == [{"re": 2, "ok": {"number": 1}}]
    assert board.say(command, command) == [{"re": 2, "ok": {"number": 1}}] * 2
    assert board.say(lease(1)) == [], "older than the last"
    assert board.done == [("undo", {"count": 1})]
    assert board.say({"c": 3, "do": "refuse"}) == [{"re": 3, "error": {"code": "busy"}}]
    board.say({"hello": "s2"})
    assert board.say({"c": 1, "do": "undo"}) == [{"re": 1, "ok": {"number": 2}}], "another host counts anew"


def test_whatever_a_command_raises_is_answered_with_its_place_and_recorded_once():
    for number, failure in enumerate(FAILURES):
        board = greeted()
        reported = []
        for again in (2, 3):
            answer = board.say({"c": again, "do": "fail", "number": number})[0]
            assert answer["re"] == again
            reported.append(answer["error"])
        assert reported[0] == reported[1] and reported[0]["code"] == "command_failed" and reported[0]["name"] == "fail"
        assert type(failure).__name__ in reported[0]["trace"] and "line " in reported[0]["trace"]
        recorded = list(board.journal.read_from(1))
        assert [event["told"] for event in recorded] == [reported[0]] and recorded[0]["k"] == "fault"
        assert board.say({"c": 4, "do": "undo"})[0]["ok"] == {"number": 1}


def test_a_failure_is_answered_where_the_journal_cannot_take_it():
    board = Board(storage=MemoryStorage(capacity=100))
    board.greet()
    assert board.say({"c": 2, "do": "fail", "number": 1})[0]["error"]["code"] == "command_failed"


def test_late_lines_of_an_earlier_host_do_nothing_and_are_told_so():
    board = Board(3)
    board.greet()
    board.say({"c": 2, "do": "new"})
    board.say({"hello": "s2"}, {"from": 1}, lease(1))
    late = ({"hello": "s1"}, {"c": 2, "do": "new"}, {"c": 3, "do": "new"}, {"ack": 3}, {"from": 3}, {"m": "again"})
    for message in late:
        board.console.incoming.extend(encode(message if "hello" in message else dict(message, s="s1")))
        assert board.hear() == [{"m": "ended", "session": "s1"}]
    assert len(board.done) == 1 and board.journal.acknowledged == 0
    assert board.say({"c": 2, "do": "undo"})[0]["ok"] == {"number": 2}, "the present host is heard as before"


REFUSED = [
    ({"hello": 5}, "field_wrong"),
    ({"hello": ""}, "field_wrong"),
    ({"hello": "x" * 33}, "field_wrong"),
    ({"hello": "s1", "day": 5}, "field_wrong"),
    ({"hello": "s1", "day": "2026-11-26", "day_left_s": -1}, "field_wrong"),
    ({"ack": "5"}, "field_wrong"),
    ({"from": None}, "field_wrong"),
    ({"c": -1, "do": "undo"}, "field_wrong"),
    ({"s": 7, "ack": 5}, "field_wrong"),
    ({"m": "agian"}, "line_unknown"),
    ({"x": "y" * 500}, "line_long"),
]


def test_what_does_not_fit_is_refused_with_a_code():
    for message, code in REFUSED:
        board = greeted()
        line = dict(message) if "hello" in message or "s" in message else dict(message, s="s1")
        board.console.incoming.extend(encode(line))
        assert [heard["told"]["code"] for heard in board.hear()] == [code], message
        assert not board.done


def test_commands_beyond_the_queue_are_answered_busy():
    board = Board(may_obey=lambda: board.is_free)
    board.is_free = True
    board.greet()
    board.is_free = False
    for number in range(2, 8):
        heard = board.say({"c": number, "do": "undo"})
        assert heard == ([] if number < 6 else [{"re": number, "error": {"code": "busy"}}])
    board.is_free = True
    assert [answer["re"] for answer in board.hear()] == [2, 3, 4, 5]
    assert board.say({"c": 7, "do": "undo"})[0]["ok"] == {"number": 5}


def test_a_board_that_restarted_asks_to_be_greeted_before_it_obeys():
    board = Board()
    board.hear()
    assert board.say({"c": 9, "do": "undo"})[0]["m"] == "hello" and not board.done


def test_events_go_on_from_the_acknowledged_one_after_a_while():
    board = Board(5)
    assert numbers(board.greet()) == [1, 2, 3, 4, 5]
    board.say({"ack": 2})
    assert numbers(board.hear(1000)) == []
    assert numbers(board.hear()) == [3, 4, 5] and board.link.resends == 1
    board.say({"ack": 5})
    assert board.hear(2000) == []
    assert board.journal.acknowledged == 5
    for wrong in (0, 3, 6, -1, "5", None):
        board.say({"ack": wrong})
    assert board.journal.acknowledged == 5


def test_a_host_that_repeats_itself_does_not_keep_events_from_coming_again():
    board = Board(5)
    board.greet()
    board.say({"ack": 2})
    for _ in range(9):
        board.hear(100)
        assert numbers(board.say({"ack": 2})) == []
    assert numbers(board.hear(200) + board.hear()) == [3, 4, 5]


def test_what_a_host_had_stored_before_it_came_is_acknowledged_too():
    board = Board(5)
    board.greet(first=6)
    assert board.journal.acknowledged == 0
    board.say({"ack": 5})
    assert board.journal.acknowledged == 5
    assert board.say(lease(2))[0]["ok"]["stored"] == 5


def test_the_window_waits_for_acknowledgement():
    board = Board(100)
    heard = numbers(board.greet())
    assert heard == list(range(1, len(heard) + 1)) and 10 < len(heard) < 100
    while heard[-1] < 100:
        more = numbers(board.say({"ack": heard[-1]}))
        assert more and more[0] == heard[-1] + 1
        heard.extend(more)


def test_replay_from_any_number():
    board = Board(20)
    board.greet(first=18)
    for first in range(1, 21):
        assert numbers(board.say({"from": first})) == list(range(first, 21))


def test_what_is_gone_is_named_as_missing():
    storage = MemoryStorage()
    append(Journal(storage), 6)
    lines = storage.files["00000001.log"].split(b"\n")
    lines[2] = lines[2].replace(b"w2", b"w7")
    storage.files["00000001.log"] = b"\n".join(lines)
    heard = Board(storage=storage).greet()[2:]
    assert [message.get("e", message.get("first")) for message in heard[:6]] == [1, 2, 3, 4, 5, 6], heard
    assert heard[2] == {"m": "missing", "first": 3, "last": 3}


def test_a_host_that_does_not_read_holds_nothing_up():
    board = Board(room=100)
    append(board.journal, 50)
    for message in ({"hello": "s1"}, {"from": 1}, lease(1)):
        board.console.incoming.extend(encode(dict(message, s="s1")))
    for _ in range(100):
        board.link.tick(board.now_ms)
        board.version += 1
        board.now_ms += 10
    assert len(board.console.outgoing) == 100
    stream = b""
    for _ in range(200):
        stream += board.console.take()
        board.link.tick(board.now_ms)
    heard = [decode(line) for line in stream.split(b"\n")[:-1] if line]
    assert numbers(heard)[:3] == [1, 2, 3]


def test_a_line_cut_by_the_end_of_the_lease_does_not_spoil_the_next():
    for following, answer in (({"hello": "s1"}, "m"), (lease(2), "re")):
        board = Board(room=60)
        board.console.incoming.extend(encode({"hello": "s1"}) + encode({"s": "s1"} | lease(1)))
        board.link.tick(0)
        board.link.tick(3000)
        board.console.room = 1 << 20
        board.console.incoming.extend(encode({"s": "s1"} | following))
        for now_ms in (3010, 3020):
            board.link.tick(now_ms)
        _, *lines = [line for line in board.console.take().split(b"\n") if line]
        assert answer in decode(lines[0])


class PicoPort(PipeConsole):
    """Takes what fits; where less than all of a piece fits, a Pico would wait for half a second."""

    def write(self, content):
        written = 0
        while written < len(content) and len(self.outgoing) < self.room:
            piece = content[written : written + 64]
            assert len(piece) <= self.room - len(self.outgoing), "it stalls"
            self.outgoing.extend(piece)
            written += len(piece)
        return written


def test_a_picos_port_never_stalls_the_board():
    random = Random(5)
    board = Board(300)
    board.console = board.link.console = PicoPort(256)
    for message in ({"hello": "s1"}, {"from": 1}, lease(1)):
        board.console.incoming.extend(encode(message))
    heard = b""
    for step in range(400):
        board.link.tick(board.now_ms)
        board.roles = "l" * random.below(200)
        board.version += 1
        packets = random.below(5)  # the host takes packets of 64 bytes
        heard += board.console.outgoing[: 64 * packets]
        board.console.outgoing = board.console.outgoing[64 * packets :]
        if step % 90 == 0:
            board.console.incoming.extend(encode({"s": "s1"} | lease(step)))
        board.now_ms += 10
    lines = [decode(line) for line in bytes(heard).split(b"\n")[:-1] if line]
    assert len(lines) > 60


def test_bad_lines_are_asked_for_again_only_by_a_board_that_is_listened_to():
    board = Board()
    board.hear()
    board.console.incoming.extend(b"import machine\r\n")
    assert board.hear() == []
    board.greet()
    board.console.incoming.extend(b'{"ack":5} 00000000\n')
    assert board.hear() == [{"m": "again"}] and board.link.bad_lines == 2


def test_odd_messages_do_no_harm():
    board = Board(2)
    board.greet()
    for value in (None, -1, "1", [], {}, 1 << 40):
        for key in ("ack", "from", "c", "hello", "m", "do", "x"):
            board.say({key: value})
            board.say({"c": 1 << 41, "do": "lease", "streams": value})
    assert board.say({"hello": "s2"}, {"from": 1}, lease(1))[1]["re"] == 1


def test_noise_and_mutated_lines_do_no_harm():
    random = Random(11)
    board = Board(3)
    board.greet()
    lines = [encode({"c": 7, "do": "new", "game": "step"}), encode({"from": 1}), encode({"ack": 3})]
    for _ in range(600):
        line = bytearray(lines[random.below(3)])
        for _ in range(1 + random.below(3)):
            line[random.below(len(line))] = random.below(256)
        board.console.incoming.extend(line)
        board.link.tick(board.now_ms)
        board.console.take()
    board.console.incoming.extend(b"\n")
    assert board.done in ([], [("new", {"game": "step"})])
    assert numbers(board.say({"hello": "s9"}, {"from": 1}, lease(1))) == [1, 2, 3]


def test_a_day_that_a_host_tells_stands_in_games_that_begin_and_nonsense_does_not():
    board = Board()
    board.say({"hello": "s1", "day": "2026-11-23", "day_left_s": 60})
    for nonsense in ("2026-11-2", "2026/11/23", "20x6-11-23", "2026-1-123", 20261123, None, ["2026-11-23"]):
        board.say({"hello": "s1", "day": nonsense, "day_left_s": 60})
    board.say({"hello": "s1", "day": "2026-11-25"}, {"hello": "s1", "day": "2026-11-25", "day_left_s": -1})
    assert board.journal.day == "2026-11-23"


def test_what_is_sent_tells_the_time_truly_beyond_the_round_of_the_clock():
    board = greeted()
    day_ms, day, seen = 86_400_000, 0, []
    while day < 40:
        day += 3
        board.now_ms = day * day_ms & 0x3FFFFFFF
        heard = board.say({"hello": "s1"}, lease(day))
        assert [message["ms"] for message in heard if message.get("m") == "hello"] == [day * day_ms]
        board.journal.append({"k": "fault", "told": {"code": "flash_full"}})
        seen.append(next(iter(board.journal.read_from(board.journal.next_number - 1)))["ms"])
    assert seen == [3 * number * day_ms for number in range(1, 15)]
    again = Journal(board.journal.storage)
    assert again.uptime_ms() == 0 and again.boot == 2, "each power-up begins at 0"


def test_a_day_counts_until_it_is_over():
    for uptime_ms in (0, (1 << 30) - 30_000, (1 << 30) - 10):
        _see_a_day_end(uptime_ms)


def _see_a_day_end(uptime_ms):
    board = Board()
    board.now_ms = uptime_ms
    board.say({"hello": "s1", "day": "2026-11-23", "day_left_s": 60})
    reported = []
    for elapsed_s in (0, 50, 8, 4, 3600, 20 * 86_400, 1_073_741 - 30):
        board.now_ms = (board.now_ms + 1000 * elapsed_s) & 0x3FFFFFFF
        board.hear()
        number = board.journal.append({"k": "start", "game": "step", "options": {}, "seats": [], "firmware": "0.1.0"})
        reported.append(next(board.journal.read_from(number)).get("day"))
    assert reported == ["2026-11-23"] * 3 + [None] * 4
