"""Each game's board in letters, for engines and terminals, after a dozen actions."""

from pathlib import Path

import pytest
from treppe import games
from treppe.games import catalogue
from treppe_host.records.terminal_board import _mark

DATA = Path(__file__).parents[1] / "data"
SHORT = dict(line.split(": ") for line in (DATA / "short_games.txt").read_text().splitlines())


def drawing_of(name: str) -> str:
    head = next(head for head in SHORT if head.split()[0] == name)
    options = dict(pair.split("=") for pair in head.split()[1:])
    values = {key: value == "true" if value in ("true", "false") else int(value) for key, value in options.items()}
    state = games.start(name, values)
    for word in SHORT[head].split()[:12]:
        state.apply_action(state.action(word))
    return state.board()


@pytest.mark.parametrize("name", catalogue.names())
def test_a_board_in_letters_shows_what_stands_where(name: str) -> None:
    assert drawing_of(name) == (DATA / f"drawings/{name}.txt").read_text().rstrip("\n")


@pytest.mark.parametrize(
    ("pieces", "shown", "ink"),
    [
        ([], "* .", "dim"),
        (["B"], "* B", ""),
        (["B", "B"], "*2B", ""),
        (["B", "O1"], "*2O1", "red"),
        (["D", "D", "P0"], "*3P0", "blue"),
        (["N21a"], "* N2", "red"),
    ],
)
def test_a_field_shows_its_lamp_its_height_and_its_top_piece(pieces, shown, ink) -> None:
    mark = _mark(pieces, "*", ".")
    assert mark.plain == shown
    assert ink in str(mark.spans[-1].style if mark.spans else "")
