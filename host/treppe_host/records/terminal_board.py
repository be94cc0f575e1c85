"""Draws a board for the terminal: pieces and lamps."""

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text
from treppe import games, surfaces
from treppe.alphabet.image import BEYOND

from treppe_host.records.fields import field_names

_INK = ("bright_blue", "bright_red", "yellow", "green")
_FIELD_LETTERS = (6, 4, 3, 2, 1)
"""Columns of the terminal for a field: the most that fit."""
_MARGIN = 3
_ROW_OF_HEXES = 0.866  # of a pitch
LEGEND = "* may be lifted   + may go here"


class BoardDrawing:
    """The board of a position; with `is_lit` the lamps show its legal actions. A narrow terminal gets a smaller one."""

    def __init__(self, state: games.State, *, is_lit: bool = True):
        self._state = state
        self._is_lit = is_lit

    def __rich_console__(self, _: Console, options: ConsoleOptions) -> RenderResult:
        yield draw_board(self._state, is_lit=self._is_lit, width=options.max_width)


def draw_board(state: games.State, *, is_lit: bool = True, width: int | None = None) -> Text:
    """Return the board of a position, not wider than `width` letters if that can be.

    >>> drawn = draw_board(games.start("aufstellen", board="small"), is_lit=False, width=40)
    >>> drawn.plain.rstrip().split(chr(10))[-1].split()
    ['b', 'e', 'h', 'k']
    """
    if not state.surface:
        return Text(state.board())
    drawing = Text()
    for letters in _FIELD_LETTERS:
        drawing = _draw_letters(state, is_lit, letters)
        if width is None or max(map(len, drawing.plain.split("\n"))) <= width:
            break
    return drawing


def _draw_letters(state: games.State, is_lit: bool, width: int) -> Text:
    """Return the board with so many letters for each field."""
    surface = surfaces.load(state.surface)
    has_rows = bool(surface.COLUMNS)
    row_mm10 = surface.PITCH_MM10 * (1 if has_rows else _ROW_OF_HEXES)
    names = field_names(state)
    lamps = lit(state) if is_lit else {}
    fields = [field for field in range(surface.FIELDS) if names[field] or state.pieces(field)]
    left = min(surface.X_MM10[field] for field in fields)
    bottom = min(surface.Y_MM10[field] for field in fields)
    rows: dict[int, list[tuple[int, Text]]] = {}
    letters: dict[int, Text] = {}
    for field in fields:
        name = names[field]
        halves = round(2 * (surface.X_MM10[field] - left) / surface.PITCH_MM10)
        column = halves * width // 2 + _MARGIN * has_rows
        row = rows.setdefault(round((surface.Y_MM10[field] - bottom) / row_mm10), [])
        if has_rows and name:
            letters[column] = Text(" " * min(2, width // 2 - (width < 3)) + name[0], "dim")
            if not row:
                row.append((0, Text(f"{name[1:]:>2}", "dim")))
        row.append((column, _mark(state.pieces(field), lamps.get(field, " "), "." if has_rows else name, width)))
    drawing = Text()
    for _, row in sorted(rows.items(), reverse=True):
        drawing.append_text(_join(row))
    return drawing.append_text(_join(list(letters.items()))) if letters else drawing


def lit(state: games.State) -> dict[int, str]:
    """Return the lit fields: `*` where a player may lift a piece, `+` where he may put one."""
    found: dict[int, str] = {}
    for action in state.legal_actions():
        for field, change in state.hand_moves(action):
            if field != BEYOND:
                found.setdefault(field, "*" if change < 0 else "+")
    return found


def _mark(pieces: list[str], lamp: str, empty: str, width: int = 6) -> Text:
    """Return what a field shows: the lamp, the height of the stack, and the top piece in its colour.

    With three letters a field that is lit does not tell its height, with two or one it tells its lamp only.
    """
    mark = Text(lamp if width > 3 or lamp != " " else "", "bold")
    if width < 3 and mark:
        return mark
    if not pieces:
        return mark.append(f" {empty}" if width > 3 else f"{'' if mark else ' '}{empty}"[-width:], "dim")
    top = pieces[-1]
    owner = top[2:3] if top[0] == "N" else top[1:2]
    style = _INK[int(owner)] if owner in ("0", "1", "2", "3") else ""
    if width > 3 or (width == 3 and not mark):
        mark.append(str(len(pieces)) if len(pieces) > 1 else " ")
    return mark.append(top[:2] if width > 1 else (owner or top[:1]), style)


def _join(row: list[tuple[int, Text]]) -> Text:
    line = Text()
    for column, mark in sorted(row, key=lambda each: each[0]):
        line.append(" " * (column - len(line)))
        line.append_text(mark)
    line.append("\n")
    return line
