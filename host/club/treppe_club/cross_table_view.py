"""The cross-table of an event as HTML, with its legend."""

from treppe_host.html import Html, html, joined

from treppe_club.event.event import Event, Result, System
from treppe_club.event.standings import TIE_BREAKS, Cell, Row, cross_table
from treppe_club.texts import ClubTexts

RESULTS = {
    Result.FIRST_WINS: ("1", "0"),
    Result.SECOND_WINS: ("0", "1"),
    Result.DRAW: ("½", "½"),
    Result.FIRST_BY_FORFEIT: ("+", "−"),
    Result.SECOND_BY_FORFEIT: ("−", "+"),
    Result.NEITHER: ("−", "−"),
}
"""The points of both players, as arbiters write them."""


def draw_cross_table(words: ClubTexts, event: Event) -> Html:
    """Return the cross-table; before the first round the list of players."""
    say = words.EVENT
    if not event.rounds:
        rows = joined(
            html('<tr><td>{}</td><th scope="row" class="name">{}</th></tr>', each.number, each.name)
            for each in event.players
        )
        return html('<table class="cross"><tbody>{}</tbody></table>', rows)
    rows_ = cross_table(event)
    is_swiss = event.system is System.SWISS
    width = len(rows_[0].cells) if rows_ else 0
    columns = joined(html('<th scope="col" class="cell">{}</th>', place) for place in range(1, width + 1))
    breaks = joined(
        html('<th scope="col" class="break"><abbr title="{}">{}</abbr></th>', say[name], say[f"{name}_short"])
        for name in TIE_BREAKS[event.system]
    )
    head = html(
        '<tr><th scope="col">#</th><th scope="col" class="name">{player}</th>{columns}'
        '<th scope="col" class="points">{points}</th>{breaks}</tr>',
        player=say["player"],
        columns=columns,
        points=say["points"],
        breaks=breaks,
    )
    body = joined(_player_row(words, row, place, is_swiss) for place, row in enumerate(rows_, 1))
    return html('<table class="cross"><thead>{}</thead><tbody>{}</tbody></table>', head, body)


def _player_row(words: ClubTexts, row: Row, place: int, is_swiss: bool) -> Html:
    standing = row.standing
    cells = joined(
        html('<td class="cell self" aria-hidden="true"></td>')
        if not is_swiss and column == place
        else html('<td class="cell">{}</td>', joined(_cell(words, cell, is_swiss) for cell in found))
        for column, found in enumerate(row.cells, 1)
    )
    breaks = joined(html('<td class="break">{}</td>', _points_text(value)) for value in standing.tie_breaks.values())
    return html(
        '<tr class="{departed}"><td>{rank}</td><th scope="row" class="name">{name}</th>{cells}'
        '<td class="points">{points}</td>{breaks}</tr>',
        departed="departed" if standing.player.last_round is not None else "",
        rank=standing.rank,
        name=standing.player.name,
        cells=cells,
        points=_points_text(standing.points),
        breaks=breaks,
    )


def _cell(words: ClubTexts, cell: Cell, is_swiss: bool) -> Html:
    """Return the points, and in a Swiss event the opponent's place; the dot tells who moved first."""
    result = cell.pairing.result
    if result and result.is_bye:
        return html('<span class="bye" title="{}">{}</span>', words.EVENT[f"is_{result}"], _points_text(cell.points))
    points = ""
    if result:
        points = RESULTS[result][int(not cell.is_first)]
    kind = {"1": "win", "+": "win", "½": "draw"}.get(points, "loss" if points else "open")
    opponent = html('<i class="dot player{}"></i><small>{}</small>', int(not cell.is_first), cell.rank or "–")
    return html('<span class="{}">{}<b>{}</b></span>', kind, opponent if is_swiss else Html(), points or "·")


def legend(words: ClubTexts, event: Event) -> Html:
    """Return the legend of the tie-breaks' columns and of the signs."""
    say = words.EVENT
    names = joined(
        html("<span><b>{}</b> {}</span>", say[f"{name}_short"], say[name]) for name in TIE_BREAKS[event.system]
    )
    return html('<p class="legend">{}<span>{}</span></p>', names, say[f"legend_{event.system}"])


def _points_text(value: float) -> str:
    """Return points as arbiters write them: 2½, and quarters as decimals."""
    whole = int(value)
    if value == whole:
        return str(whole)
    return f"{whole or ''}½" if value - whole == 0.5 else f"{value:.2f}"
