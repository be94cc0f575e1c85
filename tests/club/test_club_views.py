"""What club pages show of events and tables: numbered columns, who won, which buttons an arbiter has."""

import re
from xml.etree import ElementTree

import pytest
from played_boards import PlayedBoard, recorded_games
from treppe.play.clock import Clock
from treppe_club import event_page
from treppe_club.cross_table_view import draw_cross_table
from treppe_club.event.event import Event, Pairing, Player, Result, System
from treppe_club.event_rows import StoredEvent
from treppe_club.live_table import LiveTable
from treppe_club.reading import Table
from treppe_club.table_view import TableView
from treppe_club.texts import load_texts

EN = load_texts("en")
ANN, BOB, EVE, ZOE = (Player(number, name) for number, name in enumerate(("Ann", "Bob", "Eve", "Zoë"), 1))
FIRST, DRAW = Result.FIRST_WINS, Result.DRAW
RECORD = next(game for game in recorded_games() if game.num_players == 2 and len(game.end["winners"]) == 1)


def event(system, *rounds, people=(ANN, BOB, EVE, ZOE), num_rounds=3):
    """An event; a round is a row of pairings, each as its two players and its result."""
    paired = tuple(tuple(Pairing(table, *pairing) for table, pairing in enumerate(pairings, 1)) for pairings in rounds)
    return Event(system, num_rounds, people, paired)


def tree(shown):
    """Return HTML as a tree; XML has no attributes without a value."""
    closed = re.sub(r"<input([^>]*)>", r"<input\1/>", f"<div>{shown}</div>")
    return ElementTree.fromstring(re.sub(r" (hidden|required)(?=[ />])", r' \1=""', closed))


def table_of(shown):
    """Return a table's cells as text, row by row."""
    return [["".join(cell.itertext()) for cell in row] for row in tree(draw_cross_table(EN, shown)).iter("tr")]


def test_a_round_robins_table_has_a_column_for_each_place():
    rows = table_of(event(System.ROUND_ROBIN, [(1, 2, FIRST), (3, 4, DRAW)], [(2, 4, FIRST), (1, 3, None)]))
    assert rows[0] == ["#", "Player", "1", "2", "3", "4", "Points", "DE", "SB", "W"]
    assert [row[:2] + row[2:7] for row in rows[1:]] == [
        ["1", "Ann", "", "1", "·", "", "1"],
        ["2", "Bob", "0", "", "", "1", "1"],
        ["3", "Eve", "·", "", "", "½", "½"],
        ["3", "Zoë", "", "0", "½", "", "½"],
    ]


def test_a_swiss_table_has_a_column_for_each_round_with_the_opponents_place():
    rounds = [(1, 2, FIRST), (3, None, Result.BYE)], [(3, 1, DRAW), (2, None, Result.HALF_BYE)]
    rows = table_of(event(System.SWISS, *rounds, people=(ANN, BOB, EVE)))
    assert rows[0][:5] == ["#", "Player", "1", "2", "Points"]
    assert [row[:5] for row in rows[1:]] == [
        ["1", "Eve", "1", "2½", "1½"],
        ["2", "Ann", "31", "1½", "1½"],
        ["3", "Bob", "20", "½", "½"],
    ]
    dots = [each.attrib["class"] for each in tree(draw_cross_table(EN, event(System.SWISS, *rounds))).iter("i")]
    assert dots.count("dot player0") == dots.count("dot player1") == 2, "one of each pair moved first"


def test_before_the_first_round_the_players_are_listed():
    assert table_of(event(System.SWISS))[0] == ["1", "Ann"]


def page_of(shown, *, may_rule=True, games=None):
    return tree(event_page.event_content(EN, StoredEvent(1, "cup", "step", shown, games or {}, 0.0), may_rule=may_rule))


def acts_of(page):
    return [each.attrib["data-act"] for each in page.iter("button") if "data-act" in each.attrib]


def with_class(page, name):
    return [each for each in page.iter() if name in each.attrib.get("class", "").split()]


def test_the_last_round_is_shown_first_and_its_tab_is_pressed():
    page = page_of(event(System.SWISS, [(1, 2, FIRST), (3, 4, DRAW)], [(1, 3, None), (2, 4, None)]))
    tabs = [(each.text, each.attrib["aria-pressed"]) for each in page.iter("button") if "data-round" in each.attrib]
    assert tabs == [("1", "false"), ("2", "true")]
    rounds = [(each.attrib["data-of"], "hidden" in each.attrib) for each in with_class(page, "round")]
    assert rounds == [("2", False), ("1", True)]
    assert "round 2 of 3" in "".join(with_class(page, "facts")[0].itertext())
    assert not with_class(page_of(event(System.SWISS, [(1, 2, FIRST)])), "tabs"), "one round needs none"


def test_the_winner_stands_out_and_a_game_leads_to_its_replay():
    shown = event(System.SWISS, [(1, 2, FIRST), (4, 3, Result.SECOND_BY_FORFEIT)], people=(ANN, BOB, EVE, ZOE))
    page = page_of(shown, games={(1, 1): 7})
    assert ["".join(each.itertext()) for each in with_class(page, "won")] == ["Ann", "Eve"]
    links = list(page.iter("a"))
    assert [each.attrib["href"] for each in links] == ["/games/7"]
    assert "as the board recorded it" in links[0].attrib["title"]
    pressed = [each.attrib["data-result"] for each in page.iter("button") if each.attrib.get("aria-pressed") == "true"]
    assert pressed == ["1-0", "-+"]
    open_again = page_of(event(System.SWISS, [(1, 2, None), (3, 4, DRAW)]), games={(1, 1): 7})
    assert "open again" in next(open_again.iter("a")).attrib["title"]
    assert [each.attrib["class"] for each in with_class(open_again, "pairings")[0]] == ["open", "done"]


@pytest.mark.parametrize(
    ("rounds", "acts", "says"),
    [
        ([], ["pair", "delete"], "Pair round 1"),
        ([[(1, 2, None), (3, 4, None)]], ["unpair"], "Take these pairings back"),
        ([[(1, 2, Result.FIRST_BY_FORFEIT), (3, 4, Result.NEITHER)]], ["pair", "unpair"], "Pair round 2"),
        ([[(1, 2, FIRST), (3, 4, DRAW)]], ["pair"], "Pair round 2"),
        ([[(1, 2, FIRST), (3, 4, None)]], [], ""),
    ],
)
def test_a_round_is_paired_once_the_last_one_is_over_and_taken_back_before_its_first_game(rounds, acts, says):
    following = with_class(page_of(event(System.SWISS, *rounds)), "following")[0]
    assert acts_of(following) == acts and says in "".join(following.itertext())
    assert not acts_of(page_of(event(System.SWISS, *rounds), may_rule=False)), "who watches has no buttons"


def test_an_arbiter_sets_results_and_may_take_back_those_that_are_set():
    shown = with_class(page_of(event(System.SWISS, [(1, 2, FIRST), (3, 4, None)])), "ruling")
    usual = ["1-0", "1/2", "0-1", "+-", "-+", "--"]
    results = [[each.attrib["data-result"] for each in pairing.iter("button")] for pairing in shown]
    assert results == [[*usual, ""], usual]
    tables = {each.attrib["data-table"] for each in shown[1].iter("button")}
    assert tables == {"2"} and {each.attrib["data-round-number"] for each in shown[1].iter("button")} == {"1"}


def test_players_leave_come_back_and_ask_for_byes():
    people = (ANN, Player(2, "Bob", last_round=1), Player(3, "Eve", absent=frozenset({2})), ZOE)
    page = page_of(event(System.SWISS, [(1, 2, FIRST), (3, 4, DRAW)], people=people))
    by_name = {each.find("b").text: acts_of(each) for each in with_class(page, "people")[0].iter("li")}
    assert by_name == {
        "Ann": ["leave", "bye", "rename"],
        "Bob": ["come_back", "rename"],
        "Eve": ["leave", "no_bye", "rename"],
        "Zoë": ["leave", "bye", "rename"],
    }
    assert "bye in round 2" in "".join(page.itertext())
    forms = [each.attrib["data-form"] for each in page.iter("form")]
    assert forms == ["by_hand", "add"]
    running = page_of(event(System.ROUND_ROBIN, [(1, 2, FIRST), (3, 4, DRAW)]))
    assert not [*running.iter("form")] and "bye" not in acts_of(running), "in a round-robin all meet all"


def live_table(**changes):
    row = {"number": 3, "board": "b1", "name": "", "surface": RECORD.surface, "is_connected": True}
    return LiveTable(Table(**(row | {"game": 1, "seats": ()} | changes)))


def test_spectators_see_who_is_to_move_and_who_has_won():
    table, board = live_table(), PlayedBoard("b1", RECORD)
    view = TableView(EN, table)
    first = view.changes()
    assert (first["name"], first["state"], first["whose"], first["away"]) == ("Table 3", "idle", -1, False)
    table.follow([board.next_event()])
    begun = view.changes()
    assert (begun["state"], begun["whose"]) == ("play", RECORD.actions[0][0])
    assert begun["names"] == table.game.seats and 'won"' not in begun["players"]
    table.follow([board.next_event()])
    changed = view.changes()
    assert set(changed) >= {"ply", "turns"} and "title" not in changed and set(changed["turns"]) == {"0"}
    table.follow([board.next_event() for _ in RECORD.actions])
    over = view.changes()
    winner = RECORD.end["winners"][0]
    assert (over["state"], over["whose"]) == ("over", winner)
    assert re.findall(r"player(\d) won", over["players"]) == [str(winner)]
    assert view.changes() == {}


def test_clocks_are_shown_in_seconds_begun_and_a_board_that_is_away_is_told():
    table = live_table(is_connected=False, name="Window")
    table.game.clock = Clock(3, 1, 0)
    table.game.clock.left_ms[:] = [1, 1000, 1001]
    shown = TableView(EN, table).changes()
    assert shown["left"] == [1, 1, 2] and shown["away"] and (shown["name"], shown["named"]) == ("Window", True)


def test_a_standing_isolates_names_from_right_to_left():
    table, board = live_table(), PlayedBoard("b1", RECORD)
    table.follow([board.next_event() | {"seats": ["דני", "Ann"][: RECORD.num_players]}])
    table.follow([board.next_event() for _ in range(len(RECORD.actions) + 1)])
    shown = TableView(EN, table).changes()
    assert "\u2068דני\u2069" in shown["standing"] or "דני" not in shown["standing"]
    assert "<bdi>דני</bdi>" in shown["players"] and "דני" in shown["names"]
