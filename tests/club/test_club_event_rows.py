"""Events in a club's database: changed by arbiters, and by the games that boards record."""

import time

import pytest
from played_boards import PlayedBoard, recorded_games
from sqlalchemy import update
from treppe.games import catalogue
from treppe_club import event_feeds, event_rows, invitations
from treppe_club.event.event import EventError, Result, System
from treppe_club.event_page import event_content
from treppe_club.event_results import accept, take_results
from treppe_club.intake import take
from treppe_club.pairing_process import pair_apart
from treppe_club.roles import Role
from treppe_club.tables import club_boards
from treppe_club.texts import load_texts
from treppe_club.upload import read_upload

RECORD = next(game for game in recorded_games() if game.num_players == 2 and len(game.end["winners"]) == 1)
OTHER_GAME = next(name for name in catalogue.names() if name != RECORD.name)
WINS = Result.FIRST_WINS if RECORD.end["winners"] == [0] else Result.SECOND_WINS


UNKNOWN = "unknown"
DAY_S = 86400.0


@pytest.fixture
def event(club):
    """The number of a new event of four players."""
    with club.transaction(writes=True) as connection:
        names = ["Ann", "Bob", "Eve", "Zoë"]
        return event_rows.make_event(connection, "cup", RECORD.name, System.SWISS, 3, 1, names)


def do(club, act, *arguments, **named):
    with club.transaction(writes=True) as connection:
        return act(connection, *arguments, **named)


def results(club, event):
    with club.transaction() as connection:
        rounds = event_rows.read_event(connection, event).event.rounds
    return [[pairing.result for pairing in pairings] for pairings in rounds]


def pairing_names(club, event):
    with club.transaction() as connection:
        read = event_rows.read_event(connection, event).event
    return [[read.player(number).name for number in (each.first, each.second)] for each in read.rounds[-1]]


class Recording:
    """A new board's game of these players, and the PC that sends it; the first board has table 1, and so on.

    The PC's clock was fast by `was_fast_s` when the game was begun, `ago_s` before now, and is by `fast_s` now; its
    events are `step_ms` apart.
    """

    def __init__(self, club, board, seats, fast_s=0.0, was_fast_s=None, ago_s=0.0, step_ms=1):
        self.club, self.fast_s = club, fast_s
        with club.transaction(writes=True) as connection:
            principal = invitations.guest_of(connection, invitations.invite(connection, Role.BOARD, board))
        self.invitation = principal.invitation
        played = PlayedBoard(board, RECORD)
        self.events = [played.next_event() for _ in range(len(RECORD.actions) + 2)]
        for place, each in enumerate(self.events):
            each["ms"] = place * step_ms
        self.events[0]["seats"] = seats
        since = None if was_fast_s is UNKNOWN else time.time() - ago_s + (fast_s if was_fast_s is None else was_fast_s)
        self.said = {name: value for name, value in played.hello().items() if name not in ("ms", "next")}
        self.said |= {"started_at": since, "is_connected": True, "missing": []}

    def send(self, count=None):
        """Send so many of the events, by default all that are left, in one message."""
        events, self.events = self.events[:count], self.events[count:] if count else []
        upload = read_upload(self.said | {"now": time.time() + self.fast_s, "events": events})
        do(self.club, take, upload, self.invitation)
        do(self.club, take_results)


def record(club, board, seats, fast_s=0.0):
    """Let a new board play and send a whole game of these players."""
    Recording(club, board, seats, fast_s).send()


def test_an_arbiter_leads_an_event_through_its_rounds(club, event):
    do(club, event_rows.pair, event)
    with pytest.raises(EventError, match="open"):
        do(club, event_rows.pair, event)
    do(club, event_rows.unpair, event)
    do(club, event_rows.add_player, event, "  Max   Muster ")
    do(club, event_rows.ask_bye, event, 5, is_asked=True)
    do(club, event_rows.pair, event)
    assert results(club, event) == [[None, None, Result.HALF_BYE]]
    do(club, event_rows.rule, event, 1, 1, Result.DRAW)
    with pytest.raises(EventError, match="played"):
        do(club, event_rows.unpair, event)
    do(club, event_rows.rule, event, 1, 2, Result.FIRST_BY_FORFEIT)
    do(club, event_rows.withdraw, event, 5)
    do(club, event_rows.pair, event)
    do(club, event_rows.rule, event, 1, 1, Result.SECOND_WINS)  # an arbiter errs, too
    assert results(club, event) == [[Result.SECOND_WINS, Result.FIRST_BY_FORFEIT, Result.HALF_BYE], [None, None]]
    do(club, event_rows.come_back, event, 5)
    do(club, event_rows.rename, event, 5, "Max Mustermann")
    with club.transaction() as connection:
        read = event_rows.read_event(connection, event)
    assert [(player.name, player.last_round) for player in read.event.players][-1] == ("Max Mustermann", None)


@pytest.mark.parametrize(
    ("code", "act", "arguments"),
    [
        ("later", event_rows.rule, (1, 1, None)),
        ("bye", event_rows.rule, (1, 1, Result.BYE)),
        ("unknown", event_rows.rule, (1, 9, Result.DRAW)),
        ("unknown", event_rows.rule, (7, 1, Result.DRAW)),
        ("unknown", event_rows.rename, (9, "Nobody")),
        ("name", event_rows.rename, (1, " ")),
        ("name", event_rows.add_player, ("x" * 61,)),
        ("twice", event_rows.add_player, ("ANN",)),
        ("twice", event_rows.add_player, ("A\u200dnn",)),
        ("twice", event_rows.rename, (2, " ann ")),
    ],
)
def test_what_cannot_be_is_refused_and_changes_nothing(club, event, code, act, arguments):
    do(club, event_rows.pair, event)
    for table in (1, 2):
        do(club, event_rows.rule, event, 1, table, Result.DRAW)
    do(club, event_rows.pair, event)
    with club.transaction() as connection:
        before = event_rows.read_event(connection, event)
    with pytest.raises(EventError, match=code):
        do(club, act, event, *arguments)
    with club.transaction() as connection:
        assert event_rows.read_event(connection, event) == before


def test_a_swiss_event_has_as_many_players_as_can_be_paired_in_time(club):
    names = [f"P{number}" for number in range(301)]
    with pytest.raises(EventError, match="too_many_swiss"):
        do(club, event_rows.make_event, "big", RECORD.name, System.SWISS, 3, 1, names[:151])
    with pytest.raises(EventError, match=r"too_many$"):
        do(club, event_rows.make_event, "big", RECORD.name, System.ROUND_ROBIN, 1, 1, names)
    big = do(club, event_rows.make_event, "big", RECORD.name, System.SWISS, 3, 1, names[:150])
    with pytest.raises(EventError, match="too_many_swiss"):
        do(club, event_rows.add_player, big, "One more")


def test_a_round_of_players_who_have_changed_meanwhile_is_not_taken(club, event, monkeypatch):
    def pair_slowly(read):
        do(club, event_rows.withdraw, event, 4)
        return pair_apart(read)

    monkeypatch.setattr(event_rows, "pair_apart", pair_slowly)
    with pytest.raises(EventError, match="changed"):
        do(club, event_rows.pair, event)
    monkeypatch.undo()
    do(club, event_rows.pair, event)
    assert len(results(club, event)[0]) == 2, "a pairing and a bye"


def test_nobody_joins_a_round_robin_that_has_begun(club):
    event = do(club, event_rows.make_event, "all", RECORD.name, System.ROUND_ROBIN, 1, 1, ["Ann", "Bob", "Eve"])
    do(club, event_rows.pair, event)
    with pytest.raises(EventError, match="begun"):
        do(club, event_rows.add_player, event, "Zoë")
    with pytest.raises(EventError, match="round_robin"):
        do(club, event_rows.ask_bye, event, 1, is_asked=True)
    with pytest.raises(EventError, match="too_few"):
        do(club, event_rows.make_event, "none", RECORD.name, System.SWISS, 3, 1, ["Ann"])


def test_a_recorded_game_gives_its_pairing_the_result_and_an_arbiter_corrects_it(club, event):
    do(club, event_rows.pair, event)
    one, other = pairing_names(club, event)
    record(club, "00000000000000a1", [name.upper() for name in one])
    assert results(club, event) == [[WINS, None]]
    do(club, event_rows.rule, event, 1, 1, Result.DRAW)
    record(club, "00000000000000a2", one)
    assert results(club, event) == [[Result.DRAW, None]], "what an arbiter has set stays"
    record(club, "00000000000000a3", other[::-1])
    assert results(club, event)[0][1] == WINS and pairing_names(club, event)[1] == other[::-1]
    with club.transaction() as connection:
        read = event_rows.read_event(connection, event)
    assert set(read.games) == {(1, 2)}
    do(club, event_rows.pair, event)
    do(club, take_results)
    assert results(club, event)[1] == [None, None], "games of earlier rounds do not count again"


@pytest.mark.parametrize("fast_s", [0.0, -300.0, -86400.0, 600.0, 3600.0, 1e9, -1.7e9])
def test_results_do_not_depend_on_the_clock_of_a_tables_pc(club, fast_s):
    cup = do(club, event_rows.make_event, "cup", RECORD.name, System.ROUND_ROBIN, 1, 2, ["Ann", "Bob"])
    record(club, "00000000000000d0", ["Bob", "Ann"], fast_s)  # for fun, before any round
    do(club, event_rows.pair, cup)
    do(club, take_results)
    assert results(club, cup) == [[None]]
    record(club, "00000000000000d1", pairing_names(club, cup)[0], fast_s)
    assert results(club, cup) == [[WINS]]
    do(club, event_rows.pair, cup)
    do(club, take_results)
    assert results(club, cup) == [[WINS], [None]], "a game of round 1 gives no result to round 2"
    record(club, "00000000000000d2", pairing_names(club, cup)[0], fast_s)
    assert results(club, cup) == [[WINS], [WINS]]


@pytest.mark.parametrize(
    ("facts", "parts", "counts"),
    [
        ({}, [None], True),
        (
            {"was_fast_s": -5 * 3600.0},
            [1, None],
            True,
        ),  # a clock that was set meanwhile: the game came as it was played
        ({"ago_s": 30 * DAY_S}, [None], False),
        ({"ago_s": 30 * DAY_S, "fast_s": 1e6}, [None], False),
        ({"ago_s": 30 * DAY_S, "step_ms": 10_000}, [1, None], False),
        ({"ago_s": 30 * DAY_S, "was_fast_s": 300 * DAY_S}, [None], False),
        ({"was_fast_s": UNKNOWN}, [None], False),
    ],
)
def test_a_game_that_may_be_older_than_its_round_is_proposed_and_an_arbiter_decides(club, event, facts, parts, counts):
    do(club, event_rows.pair, event)
    recording = Recording(club, "00000000000000d4", pairing_names(club, event)[0], **facts)
    for count in parts:
        recording.send(count)
    assert results(club, event) == [[WINS if counts else None, None]]
    stored = event_feeds.find_event(club, event)
    for may_rule in (True, False):
        shown = 'data-act="accept" data-game="1"' in event_content(load_texts("en"), stored, may_rule=may_rule)
        assert shown == (may_rule and not counts)
    with pytest.raises(EventError, match="unknown"):
        do(club, accept, event, 2)
    if not counts:
        do(club, accept, event, 1)
        assert results(club, event) == [[WINS, None]] and not event_feeds.find_event(club, event).proposed


def test_a_game_that_was_begun_before_the_round_was_paired_is_proposed(club, event):
    recording = Recording(club, "00000000000000d5", ["Ann", "Eve"])
    recording.send(2)
    do(club, event_rows.pair, event)
    assert pairing_names(club, event)[0] == ["Ann", "Eve"]
    recording.send()
    assert results(club, event) == [[None, None]] and set(event_feeds.find_event(club, event).proposed) == {1}


def test_a_game_without_names_is_one_of_the_event_that_was_paired_last(club):
    four = ["Ann", "Bob", "Eve", "Zoë"]
    forgotten, todays = (
        do(club, event_rows.make_event, name, RECORD.name, System.SWISS, 1, 1, names)
        for name, names in (("F", four), ("G", four[:2]))
    )
    for each in (forgotten, todays):
        do(club, event_rows.pair, each)
    record(club, "00000000000000f4", ["", ""])
    assert (results(club, forgotten), results(club, todays)) == ([[None, None]], [[WINS]])
    with club.transaction(writes=True) as connection:
        connection.execute(update(club_boards).values(id=9))
    record(club, "00000000000000f5", ["", ""])  # at table 2, which is in no pairing of today
    with club.transaction(writes=True) as connection:
        connection.execute(update(club_boards).where(club_boards.c.id == 9).values(id=1))
    do(club, take_results)
    assert results(club, forgotten) == [[None, None]] and set(event_feeds.find_event(club, forgotten).proposed) == {2}


def test_a_game_that_comes_late_is_not_turned_into_one_of_the_next_round(club):
    cup = do(club, event_rows.make_event, "cup", RECORD.name, System.ROUND_ROBIN, 1, 2, ["Ann", "Bob"])
    do(club, event_rows.pair, cup)
    first = pairing_names(club, cup)[0]
    do(club, event_rows.rule, cup, 1, 1, Result.DRAW)
    do(club, event_rows.pair, cup)
    assert pairing_names(club, cup) == [first[::-1]]
    record(club, "00000000000000d3", first)
    assert results(club, cup) == [[Result.DRAW], [None]]


def test_a_game_of_another_kind_or_of_other_players_gives_nothing(club, event):
    do(club, event_rows.pair, event)
    _, two = pairing_names(club, event)
    record(club, "00000000000000b1", ["Somebody", "Else"])
    other = do(club, event_rows.make_event, "other", OTHER_GAME, System.SWISS, 1, 1, two)
    do(club, event_rows.pair, other)
    record(club, "00000000000000b2", two)
    assert results(club, other) == [[None]] and results(club, event)[0].count(None) == 1


def test_without_names_the_table_tells_whose_game_it_was(club, event):
    do(club, event_rows.pair, event)
    record(club, "00000000000000c1", ["", ""])
    assert results(club, event) == [[WINS, None]]
    record(club, "00000000000000c2", ["", ""])
    record(club, "00000000000000c3", ["", ""])
    assert results(club, event) == [[WINS, WINS]]


def test_at_a_table_that_is_paired_no_other_pairing_is_played(club, event):
    do(club, event_rows.pair, event)
    one, other = pairing_names(club, event)
    record(club, "00000000000000f1", other)
    record(club, "00000000000000f2", one[::-1])
    assert results(club, event) == [[None, None]], "each would be the other table's result"
    record(club, "00000000000000f3", other)
    assert results(club, event) == [[None, WINS]], "table 3 is in no pairing"


def undo_and_end(club, board, number, end=None):
    """Take back the last action of a finished game on a board; with `end` the game then ends with it."""
    first = {"e": number, "boot": 1, "ms": 0, "k": "undo", "count": 1}
    player, word = RECORD.actions[-1]
    again = [{"k": "action", "player": player, "word": word}, {"k": "end", **end}] if end else []
    events = [first] + [{"e": number + place, "boot": 1, "ms": 0, **each} for place, each in enumerate(again, 1)]
    club.add_events(board, events)
    do(club, take_results)


def test_a_game_that_is_opened_again_takes_its_result_back_and_gives_it_anew(club, event):
    do(club, event_rows.pair, event)
    one, other = pairing_names(club, event)
    board, number = "00000000000000e1", len(RECORD.actions) + 3
    record(club, board, one)
    record(club, "00000000000000e2", other)
    do(club, event_rows.pair, event)
    undo_and_end(club, board, number)
    assert results(club, event) == [[None, WINS], [None, None]]
    for table in (1, 2):
        do(club, event_rows.rule, event, 2, table, Result.DRAW)
    with pytest.raises(EventError, match="open"):
        do(club, event_rows.pair, event)
    undo_and_end(club, board, number + 1, {"reason": "agreed", "winners": [], "scores": None})
    assert results(club, event)[0] == [Result.DRAW, WINS]
    do(club, event_rows.rule, event, 1, 1, WINS)
    undo_and_end(club, board, number + 4)
    assert results(club, event)[0] == [WINS, WINS], "what an arbiter has set stays"
