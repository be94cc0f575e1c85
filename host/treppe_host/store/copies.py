"""Joins several records of one game, from its board and from files, to one record without losing content.

The board's own record has the game's origin; a record from a file is a copy of it. A record that contains another one
takes over its names, tags and comments, and hides it. Records that contradict each other all stay.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence

from sqlalchemy import Connection, func, select, update
from treppe import games
from treppe.games.options import complete

from treppe_host.errors import StoreError
from treppe_host.store.bulk import add_sheets
from treppe_host.store.remarks import add_remark
from treppe_host.store.score_sheet import ScoreSheet
from treppe_host.store.sheet_rows import TAGS, copy_origin, read_sheets, true_origin
from treppe_host.store.tables import actions, remarks
from treppe_host.store.tables import games as records

_MOST = 16  # differing records of one game
_AUTHOR = "import"


def take_in(connection: Connection, sheets: Sequence[ScoreSheet]) -> int:
    """Store sheets unless a record of the same game contains them; return how many were stored."""
    for sheet in sheets:
        sheet.origin = true_origin(sheet.origin) or None
    num_stored = 0
    while sheets:
        count = _num_distinct(sheets)
        num_stored += _take_in_distinct(connection, sheets[:count])
        sheets = sheets[count:]
    return num_stored


def _num_distinct(sheets: Sequence[ScoreSheet]) -> int:
    """Return how many sheets come before the first one whose game an earlier sheet has, too."""
    seen: set[str] = set()
    for count, sheet in enumerate(sheets):
        if sheet.origin in seen:
            return count
        if sheet.origin is not None:
            seen.add(sheet.origin)
    return len(sheets)


def _take_in_distinct(connection: Connection, sheets: Sequence[ScoreSheet]) -> int:
    stored = _records_of(connection, [sheet.origin for sheet in sheets if sheet.origin is not None])
    held = read_sheets(connection, [number for numbers in stored.values() for number in numbers.values()])
    new: list[tuple[ScoreSheet, str | None]] = []
    joined: list[Collection[int]] = []
    for sheet in sheets:
        own = stored.get(sheet.origin or "", {})
        holder = next((number for number in own.values() if _holds(held[number], sheet)), None)
        if holder is not None:
            _complete(connection, holder, held[holder], sheet)
            continue
        new.append((sheet, _free_origin(sheet.origin, own) if sheet.origin else None))
        joined.append([number for origin, number in own.items() if origin != sheet.origin])
    for number, copies in zip(add_sheets(connection, new), joined, strict=True):
        _join(connection, number, copies)
    return len(new)


def join_copies(connection: Connection, numbers: Iterable[int]) -> None:
    """Join copies that were imported earlier to the boards' own records, if these contain them by now."""
    own = select(records.c.origin, records.c.id).where(records.c.id.in_(list(numbers)))
    found = {row.origin: row.id for row in connection.execute(own)}
    for origin, stored in _records_of(connection, found).items():
        _join(connection, found[origin], [copy for copy in stored.values() if copy != found[origin]])


def _join(connection: Connection, number: int, copies: Iterable[int]) -> None:
    for copy in copies:
        if _is_hidden(connection, copy):
            continue
        sheet, own = _read_sheet(connection, copy), _read_sheet(connection, number)
        if _holds(own, sheet):
            _complete(connection, number, own, sheet)
            add_remark(connection, copy, "hide", {"joined": number}, _AUTHOR)


def _read_sheet(connection: Connection, number: int) -> ScoreSheet:
    return read_sheets(connection, [number])[number]


def _records_of(connection: Connection, origins: Collection[str]) -> Mapping[str, dict[str, int]]:
    """Return the records of games by the games' origins and by their own, the boards' own records first."""
    begun = _numbers_of(connection, [each for origin in origins for each in (origin, copy_origin(origin, 1))])
    origins = {str(true_origin(each)) for each in begun}
    possible = {origin: [origin, *(copy_origin(origin, count) for count in range(1, _MOST))] for origin in origins}
    stored = _numbers_of(connection, [each for all_of_one in possible.values() for each in all_of_one])
    return {origin: {each: stored[each] for each in possible[origin] if each in stored} for origin in origins}


def _numbers_of(connection: Connection, origins: Sequence[str]) -> dict[str, int]:
    query = select(records.c.origin, records.c.id).where(records.c.origin.in_(origins))
    return {row.origin: row.id for row in connection.execute(query)}


def _free_origin(origin: str, taken: Iterable[str]) -> str:
    for count in range(1, _MOST):
        if copy_origin(origin, count) not in taken:
            return copy_origin(origin, count)
    raise StoreError(f"there are {_MOST - 1} records of game {origin} already that contradict each other")


def _is_hidden(connection: Connection, number: int) -> bool:
    conditions = (remarks.c.game_id == number, remarks.c.kind.in_(("hide", "show")))
    last = select(func.max(remarks.c.id)).where(*conditions).scalar_subquery()
    return connection.scalar(select(remarks.c.kind).where(remarks.c.id == last)) == "hide"


def _holds(sheet: ScoreSheet, other: ScoreSheet) -> bool:
    """Return whether a record contains all moves of another one, and its result."""
    other_moves = [(move.word, move.undo) for move in other.moves]
    own = [(move.word, move.undo) for move in sheet.moves]
    if _rules(sheet) != _rules(other) or own[: len(other_moves)] != other_moves:
        return False
    if other.reason is None:
        return True
    results = [(each.reason, each.winners, each.scores) for each in (sheet, other)]
    return len(own) == len(other_moves) and results[0] == results[1]


def _rules(sheet: ScoreSheet) -> tuple[str, object]:
    """Return the game and all its options, defaults included; rows of one game mostly have the same ones."""
    try:
        return sheet.game, complete(games.load(sheet.game), sheet.options)
    except games.InvalidOption:
        return sheet.game, sheet.options


def _complete(connection: Connection, number: int, sheet: ScoreSheet, other: ScoreSheet) -> None:
    """Add times, names, tags and comments that only the other record has; where both differ, add a comment."""
    _add_times(connection, number, sheet, other)
    comments = [(0, text) for text in other.comments]
    tags = {name: getattr(other, name) for name in TAGS if getattr(other, name)}
    missing = {name: value for name, value in tags.items() if not getattr(sheet, name)}
    if missing:
        add_remark(connection, number, "tags", missing, _AUTHOR)
    comments += [(0, f"{name}: {text}") for name, text in tags.items() if getattr(sheet, name) not in (None, "", text)]
    if any(other.seats) and [name or "" for name in other.seats] != [name or "" for name in sheet.seats]:
        if len(other.seats) == len(sheet.seats) and not _is_named(connection, number):
            add_remark(connection, number, "names", {"seats": other.seats}, _AUTHOR)
        else:
            comments.append((0, f"players: {', '.join(name or '-' for name in other.seats)}"))
    comments += [(ply, text) for ply, move in enumerate(other.actions, 1) for text in move.comments]
    present = {(0, text) for text in sheet.comments}
    present |= {(ply, text) for ply, move in enumerate(sheet.actions, 1) for text in move.comments}
    for ply, text in comments:
        if (ply, text) not in present:
            add_remark(connection, number, "comment", {"ply": ply, "text": text}, _AUTHOR)


def _add_times(connection: Connection, number: int, sheet: ScoreSheet, other: ScoreSheet) -> None:
    times: dict[str, float | int | None] = {}
    if sheet.started_at is None and other.started_at is not None:
        times |= {"started_at": other.started_at, "zone_s": other.zone_s}
    if sheet.ended_at is None and other.ended_at is not None and sheet.reason == other.reason:
        times["ended_at"] = other.ended_at
    if times:
        connection.execute(update(records).where(records.c.id == number).values(**times))
    both = zip(sheet.actions, other.actions, strict=False)
    missing = {place: theirs.at for place, (own, theirs) in enumerate(both) if own.at is None and theirs.at is not None}
    if missing:
        played = select(actions.c.id).where(actions.c.game_id == number).order_by(actions.c.event_id)
        keys = connection.scalars(played).all()
        for place, at in missing.items():
            connection.execute(update(actions).where(actions.c.id == keys[place]).values(at=at))


def _is_named(connection: Connection, number: int) -> bool:
    named = select(remarks.c.id).where(remarks.c.game_id == number, remarks.c.kind == "names")
    return connection.scalar(named.limit(1)) is not None
