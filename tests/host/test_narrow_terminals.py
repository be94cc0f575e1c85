"""Terminals of 40, 30 and 20 columns: ids and names are whole, columns give way, boards shrink."""

import io
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from played_boards import PlayedBoard, recorded_games
from rich.console import Console
from spread import some
from treppe_host.narrow_table import NarrowTable
from treppe_host.records import terminal_games, terminal_statistics
from treppe_host.store.game_filter import GameFilter
from treppe_host.store.store import Store

WIDTHS = some((20, 40, 80, 30), 2)
NAMES = ("Bartholomäus Wolkenstein-Trostburg", "דני", "Zoë", "")
BOARD = "e6614103e7452d{:02x}"


@pytest.fixture(scope="module")
def store():
    store = Store("sqlite://")
    for number, game in enumerate(recorded_games()):
        board = PlayedBoard(BOARD.format(number), game)
        store.connect_board(board.hello())
        events = [board.next_event() for _ in range(len(game.actions) + 2)]
        events[0]["seats"] = list(NAMES[: game.num_players])
        store.add_events(board.hello()["board"], events)
    yield store
    store.close()


def printed(shown, width: int) -> str:
    out = io.StringIO()
    Console(file=out, width=width).print(shown)
    assert all(len(line) <= width for line in out.getvalue().splitlines())
    return out.getvalue()


def squeezed(text: str) -> str:
    """Return a text without blanks and line ends."""
    return "".join(text.split())


@pytest.mark.parametrize("width", WIDTHS)
def test_a_list_of_games_has_whole_numbers_and_names_at_each_width(store, width) -> None:
    records = store.games()
    shown = printed(terminal_games.list_table(records), width)
    starts = [line[:3].strip() for line in shown.splitlines()[1:] if line[:3].strip()]
    assert starts == [str(record.number) for record in records] and "…" not in shown
    head = shown.splitlines()[0]
    begin = head.index("players")
    end = begin + re.match(r"players\s*", head[begin:]).end()
    column = "".join(line[begin:end] for line in shown.splitlines())
    assert squeezed(NAMES[0]) in squeezed(column), shown


@pytest.mark.parametrize("width", WIDTHS)
def test_a_game_shows_its_boards_id_whole_and_a_board_that_fits(store, width) -> None:
    for record in store.games():
        view = terminal_games.game_view(record, store.actions(record.number), [], {})
        shown = printed(view, width)
        assert record.board in shown and "…" not in shown, shown


@pytest.mark.parametrize("width", WIDTHS)
def test_statistics_keep_the_games_and_leave_columns_out(store, width) -> None:
    shown = printed(terminal_statistics.tables(store.statistics(GameFilter())), width)
    assert all(f"{record.game} " in shown for record in store.games()) and "…" not in shown


@given(
    st.lists(st.tuples(st.integers(0, 10**6), st.text("abc -", max_size=40), st.text("xyz", max_size=30))),
    st.integers(16, 60),
)
def test_an_id_is_whole_in_every_table_and_no_letter_of_a_name_is_lost(rows, width) -> None:
    table = NarrowTable(goes=("y", "x"))
    for title in ("id", "x", "y"):
        table.add_column(title, no_wrap=title == "id")
    table.add_column("who")
    for number, name, other in rows:
        table.add_row(str(number), other, other, name)
    shown = printed(table, width)
    words = shown.split()
    assert all(str(number) in words for number, _, _ in rows)
    expected = sum(letter in "abc" for _, name, _ in rows for letter in name)
    assert sum(letter in "abc" for letter in shown) == expected
