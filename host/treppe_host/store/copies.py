"""Several records of one game, from its board and from files, become one record, and no content is lost.

The board's own record has the game's origin; a record from a file is a copy of it. A record that contains another one
takes over its names, tags and comments, and hides it. Records that contradict each other all stay.
"""

from collections.abc import Iterable

from sqlalchemy import Connection, func, select, update
from treppe import games
from treppe.games.options import complete

from treppe_host.errors import StoreError
from treppe_host.store.remarks import add_remark
from treppe_host.store.score_sheet import ScoreSheet
from treppe_host.store.sheet_rows import add_sheet, copy_origin, read_sheet
from treppe_host.store.tables import games as records
from treppe_host.store.tables import remarks

_MOST = 16  # differing records of one game
_AUTHOR = "import"


def take_in(connection: Connection, sheet: ScoreSheet) -> bool:
    """Store a sheet unless a record of the same game contains it; return whether it was stored."""
    if sheet.origin is None:
        add_sheet(connection, sheet)
        return True
    known = _records_of(connection, sheet.origin)
    for number in known.values():
        if _holds(_read(connection, number), sheet):
            _complete(connection, number, sheet)
            return False
    number = add_sheet(connection, sheet, _free_origin(sheet.origin, known))
    _join(connection, number, [copy for origin, copy in known.items() if origin != sheet.origin])
    return True


def join_copies(connection: Connection, numbers: Iterable[int]) -> None:
    """Join copies that were imported earlier to the boards' own records, if these contain them by now."""
    own = select(records.c.id, records.c.origin).where(records.c.id.in_(list(numbers)))
    for number, origin in connection.execute(own).all():
        _join(connection, number, [copy for copy in _records_of(connection, origin).values() if copy != number])


def _join(connection: Connection, number: int, copies: Iterable[int]) -> None:
    shown = [copy for copy in copies if not _is_hidden(connection, copy)]
    for copy in shown:
        sheet = _read(connection, copy)
        if _holds(_read(connection, number), sheet):
            _complete(connection, number, sheet)
            add_remark(connection, copy, "hide", {"joined": number}, _AUTHOR)


def _read(connection: Connection, number: int) -> ScoreSheet:
    sheet = read_sheet(connection, number)
    assert sheet
    return sheet


def _records_of(connection: Connection, origin: str) -> dict[str, int]:
    """Return the records of a game by their origins, the board's own first if there is one."""
    origins = [origin, *(copy_origin(origin, count) for count in range(1, _MOST))]
    query = select(records.c.origin, records.c.id).where(records.c.origin.in_(origins))
    found = {row.origin: row.id for row in connection.execute(query)}
    return {each: found[each] for each in origins if each in found}


def _free_origin(origin: str, known: Iterable[str]) -> str:
    for count in range(1, _MOST):
        if copy_origin(origin, count) not in known:
            return copy_origin(origin, count)
    raise StoreError(f"there are {_MOST - 1} records of game {origin} already that contradict each other")


def _is_hidden(connection: Connection, number: int) -> bool:
    said = (remarks.c.game_id == number, remarks.c.kind.in_(("hide", "show")))
    last = select(func.max(remarks.c.id)).where(*said).scalar_subquery()
    return connection.scalar(select(remarks.c.kind).where(remarks.c.id == last)) == "hide"


def _holds(sheet: ScoreSheet, other: ScoreSheet) -> bool:
    """Return whether a record contains all moves of another one, and its result."""
    told = [(move.word, move.undo) for move in other.moves]
    own = [(move.word, move.undo) for move in sheet.moves]
    if _rules(sheet) != _rules(other) or own[: len(told)] != told:
        return False
    if other.reason is None:
        return True
    results = [(each.reason, each.winners, each.scores) for each in (sheet, other)]
    return len(own) == len(told) and results[0] == results[1]


def _rules(sheet: ScoreSheet) -> tuple[str, object]:
    """Return the game and all its options, defaults included."""
    try:
        return sheet.game, complete(games.load(sheet.game), sheet.options)
    except games.InvalidOption:
        return sheet.game, sheet.options


def _complete(connection: Connection, number: int, other: ScoreSheet) -> None:
    """Add names, tags and comments that only the other record has; where both differ, add a comment."""
    sheet = _read(connection, number)
    comments = [(0, text) for text in other.comments]
    tags = {name: getattr(other, name) for name in ("event", "site", "round") if getattr(other, name)}
    missing = {name: value for name, value in tags.items() if not getattr(sheet, name)}
    if sheet.started_at is None:
        change = update(records).where(records.c.id == number)
        connection.execute(change.values(started_at=other.started_at, zone_s=other.zone_s))
    if missing:
        add_remark(connection, number, "tags", missing, _AUTHOR)
    comments += [(0, f"{name}: {text}") for name, text in tags.items() if getattr(sheet, name) not in (None, "", text)]
    if any(other.seats) and other.seats != sheet.seats:
        if len(other.seats) == len(sheet.seats) and not _is_named(connection, number):
            add_remark(connection, number, "names", {"seats": other.seats}, _AUTHOR)
        else:
            comments.append((0, f"players: {', '.join(map(str, other.seats))}"))
    comments += [(ply, text) for ply, move in enumerate(other.actions, 1) for text in move.comments]
    known = {(0, text) for text in sheet.comments}
    known |= {(ply, text) for ply, move in enumerate(sheet.actions, 1) for text in move.comments}
    for ply, text in comments:
        if (ply, text) not in known:
            add_remark(connection, number, "comment", {"ply": ply, "text": text}, _AUTHOR)


def _is_named(connection: Connection, number: int) -> bool:
    named = select(remarks.c.id).where(remarks.c.game_id == number, remarks.c.kind == "names")
    return connection.scalar(named.limit(1)) is not None
