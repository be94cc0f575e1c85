"""The pages of events: the list, and of one event its rounds with their pairings, and the cross-table."""

from types import ModuleType

from treppe import games
from treppe.games import catalogue

from treppe_host.club.event.cross_table import Cell, Row, cross_table
from treppe_host.club.event.event import Event, EventError, Pairing, Player, Result, System
from treppe_host.club.event.pairing import next_round
from treppe_host.club.event.standings import TIE_BREAKS
from treppe_host.club.event_rows import StoredEvent
from treppe_host.html import Html, html, joined

_RESULTS = {
    Result.FIRST_WINS: ("1", "0"),
    Result.SECOND_WINS: ("0", "1"),
    Result.DRAW: ("½", "½"),
    Result.FIRST_BY_FORFEIT: ("+", "−"),
    Result.SECOND_BY_FORFEIT: ("−", "+"),
    Result.NEITHER: ("−", "−"),
}
_RULED = (
    (Result.FIRST_WINS, Result.DRAW, Result.SECOND_WINS),
    (Result.FIRST_BY_FORFEIT, Result.SECOND_BY_FORFEIT, Result.NEITHER),
)


def event_list(words: ModuleType, events: list[StoredEvent]) -> Html:
    """Return the links to all events."""
    return joined(
        html(
            '<li><a href="/event/{number}"><strong>{name}</strong><span>{game} · {system}</span>'
            "<span>{standing}</span></a></li>",
            number=stored.number,
            name=stored.name,
            game=catalogue.title(stored.game),
            system=words.EVENT[stored.event.system],
            standing=_standing(words, stored.event),
        )
        for stored in events
    )


def event_games() -> list[tuple[str, str]]:
    """Return names and titles of the games that two can play."""
    return [(name, catalogue.title(name)) for name in catalogue.names() if _is_for_two(name)]


def _is_for_two(name: str) -> bool:
    try:
        return int(games.start(name, {"players": 2}).players) == 2
    except games.InvalidOption:
        return False


def event_content(words: ModuleType, stored: StoredEvent, *, may_rule: bool) -> Html:
    """Return the part of an event's page that changes."""
    say, event = words.EVENT, stored.event
    head = html(
        '<header class="facts"><h2>{name}</h2><p>{game} · {system} · {standing}</p></header>',
        name=stored.name,
        game=catalogue.title(stored.game),
        system=say[event.system],
        standing=_standing(words, event),
    )
    rounds = joined(
        _round(words, stored, number, may_rule=may_rule) for number in range(len(event.rounds), 0, -1)
    ) or html('<p class="soft">{}</p>', say["not_begun"])
    left = html(
        '<section class="rounds" aria-label="{title}">{tabs}{acts}{rounds}</section>',
        title=say["pairings"],
        tabs=_tabs(words, event),
        acts=_acts(words, event) if may_rule else Html(),
        rounds=rounds,
    )
    right = html(
        '<section class="places"><h3>{title}</h3><div class="wide">{table}</div>{legend}</section>',
        title=say["cross_table"] if event.rounds else say["players"],
        table=_cross_table(words, event),
        legend=_legend(words, event) if event.rounds else Html(),
    )
    people = _people(words, event) if may_rule else Html()
    return html('{}<div class="halves">{}<div>{}{}</div></div>', head, left, right, people)


def _standing(words: ModuleType, event: Event) -> str:
    say = words.EVENT
    if event.is_over:
        return str(say["over"])
    if not event.rounds:
        return str(say["num_players"].format(len(event.players)))
    return str(say["round_of"].format(len(event.rounds), event.length))


def _tabs(words: ModuleType, event: Event) -> Html:
    if len(event.rounds) < 2:
        return Html()
    last = len(event.rounds)
    tabs = joined(
        html(
            '<button data-round="{number}" aria-pressed="{now}">{number}</button>',
            number=number,
            now="true" if number == last else "false",
        )
        for number in range(1, last + 1)
    )
    return html('<nav class="tabs" aria-label="{}">{}</nav>', words.EVENT["rounds"], tabs)


def _round(words: ModuleType, stored: StoredEvent, number: int, *, may_rule: bool) -> Html:
    event = stored.event
    rows = joined(_pairing(words, stored, number, pairing, may_rule) for pairing in event.rounds[number - 1])
    return html(
        '<div class="round" data-of="{number}"{hidden}><h3>{title}</h3><ol class="pairings">{rows}</ol></div>',
        number=number,
        hidden=html(" hidden") if number < len(event.rounds) else "",
        title=words.EVENT["round"].format(number),
        rows=rows,
    )


def _pairing(words: ModuleType, stored: StoredEvent, number: int, pairing: Pairing, may_rule: bool) -> Html:
    event = stored.event
    if pairing.second is None:
        return html(
            '<li class="bye"><span class="number"></span><span class="first">{name}</span><em>{bye}</em></li>',
            name=event.player(pairing.first).name,
            bye=words.EVENT[f"is_{pairing.result}"],
        )
    game = stored.games.get((number, pairing.table))
    return html(
        '<li class="{state}"><span class="number" title="{table}">{place}</span>'
        '<span class="first{won}"><i class="dot player0"></i><b>{first}</b></span>'
        "{result}"
        '<span class="second{lost}"><b>{second}</b><i class="dot player1"></i></span>{acts}</li>',
        state="open" if pairing.result is None else "done",
        table=words.CLUB["table"].format(pairing.table),
        place=pairing.table,
        won=" won" if pairing.points(pairing.first) == 1 else "",
        lost=" won" if pairing.points(pairing.second) == 1 else "",
        first=event.player(pairing.first).name,
        second=event.player(pairing.second).name,
        result=_result(words, pairing, game),
        acts=_ruling(words, number, pairing) if may_rule else Html(),
    )


def _result(words: ModuleType, pairing: Pairing, game: int | None) -> Html:
    """Return the result, with the replay of the game that gave it."""
    shown = html('<i class="vs">–</i>')
    if pairing.result:
        shown = html("{} <i>:</i> {}", *_RESULTS[pairing.result])
    if game is None:
        return html('<span class="result">{}</span>', shown)
    title = words.EVENT["by_board" if pairing.result else "still_open"].format(game)
    return html('<a class="result" href="/games/{0}" data-game="{0}" title="{1}">{2}</a>', game, title, shown)


def _ruling(words: ModuleType, number: int, pairing: Pairing) -> Html:
    """Return the buttons by which an arbiter sets a result; forfeits unfold from a smaller one."""
    say = words.EVENT
    usual, others = (joined(_rule_button(words, number, pairing, each) for each in row) for row in _RULED)
    clear = html(
        '<button data-act="rule" data-round-number="{}" data-table="{}" data-result="">{}</button>',
        number,
        pairing.table,
        say["no_result"],
    )
    return html(
        '<span class="ruling" role="group" aria-label="{label}">{usual}<details data-keep="r{number}-{table}"><summary '
        'aria-label="{more}">…</summary><span>{others}{clear}</span></details></span>',
        label=say["set_result"],
        usual=usual,
        more=say["more_results"],
        others=others,
        clear=clear if pairing.result else Html(),
        number=number,
        table=pairing.table,
    )


def _rule_button(words: ModuleType, number: int, pairing: Pairing, result: Result) -> Html:
    one, other = _RESULTS[result]
    return html(
        '<button data-act="rule" data-round-number="{number}" data-table="{table}" data-result="{result}" '
        'aria-pressed="{is_set}" title="{meaning}">{one}:{other}</button>',
        number=number,
        table=pairing.table,
        result=result,
        is_set="true" if pairing.result is result else "false",
        meaning=words.EVENT[f"result_{result.name.lower()}"],
        one=one,
        other=other,
    )


def _acts(words: ModuleType, event: Event) -> Html:
    """Return what an arbiter can do next with rounds, and why not, if so."""
    say = words.EVENT
    buttons = Html()
    if event.rounds and not any(pairing.result and pairing.result.is_played for pairing in event.rounds[-1]):
        buttons = html('<button class="quiet" data-act="unpair">{}</button>', say["unpair"])
    try:
        next_round(event)
    except EventError as error:
        why = "" if error.code == "over" and event.is_over else words.EVENT_ERRORS[error.code]
        return html('<p class="following">{}<span class="soft">{}</span></p>', buttons, why)
    pair = html('<button class="primary" data-act="pair">{}</button>', say["pair"].format(len(event.rounds) + 1))
    return html('<p class="following">{}{}</p>', pair, buttons)


def _cross_table(words: ModuleType, event: Event) -> Html:
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
    body = joined(_row(words, row, place, is_swiss) for place, row in enumerate(rows_, 1))
    return html('<table class="cross"><thead>{}</thead><tbody>{}</tbody></table>', head, body)


def _row(words: ModuleType, row: Row, place: int, is_swiss: bool) -> Html:
    standing = row.standing
    cells = joined(
        html('<td class="cell self" aria-hidden="true"></td>')
        if not is_swiss and column == place
        else html('<td class="cell">{}</td>', joined(_cell(words, cell, is_swiss) for cell in found))
        for column, found in enumerate(row.cells, 1)
    )
    breaks = joined(html('<td class="break">{}</td>', _number(value)) for value in standing.tie_breaks.values())
    return html(
        '<tr class="{departed}"><td>{rank}</td><th scope="row" class="name">{name}</th>{cells}'
        '<td class="points">{points}</td>{breaks}</tr>',
        departed="departed" if standing.player.last_round is not None else "",
        rank=standing.rank,
        name=standing.player.name,
        cells=cells,
        points=_number(standing.points),
        breaks=breaks,
    )


def _cell(words: ModuleType, cell: Cell, is_swiss: bool) -> Html:
    """Return the points, and in a Swiss event the opponent's place; the dot tells who moved first."""
    result = cell.pairing.result
    if result and result.is_bye:
        return html('<span class="bye" title="{}">{}</span>', words.EVENT[f"is_{result}"], _number(cell.points))
    points = ""
    if result:
        points = _RESULTS[result][int(not cell.is_first)]
    kind = {"1": "win", "+": "win", "½": "draw"}.get(points, "loss" if points else "open")
    opponent = html('<i class="dot player{}"></i><small>{}</small>', int(not cell.is_first), cell.rank or "–")
    return html('<span class="{}">{}<b>{}</b></span>', kind, opponent if is_swiss else Html(), points or "·")


def _legend(words: ModuleType, event: Event) -> Html:
    say = words.EVENT
    names = joined(
        html("<span><b>{}</b> {}</span>", say[f"{name}_short"], say[name]) for name in TIE_BREAKS[event.system]
    )
    return html('<p class="legend">{}<span>{}</span></p>', names, say[f"legend_{event.system}"])


def _people(words: ModuleType, event: Event) -> Html:
    """Return the players as an arbiter sees them: who has left, who asks for a bye, who comes."""
    say = words.EVENT
    rows = joined(_person(words, event, player) for player in event.players)
    add = html(
        '<form data-form="add"><input name="name" maxlength="60" required placeholder="{0}" aria-label="{0}">'
        "<button>{1}</button></form>",
        say["name"],
        say["add"],
    )
    is_closed = event.system is System.ROUND_ROBIN and bool(event.rounds)
    return html(
        '<details class="people" data-keep="people"><summary>{title}</summary><ol>{rows}</ol>{add}</details>',
        title=say["manage_players"],
        rows=rows,
        add=Html() if is_closed else add,
    )


def _person(words: ModuleType, event: Event, player: Player) -> Html:
    say, following = words.EVENT, len(event.rounds) + 1
    has_left, is_away = player.last_round is not None, following in player.absent
    acts = [("come_back", say["come_back"])] if has_left else [("leave", say["leave"])]
    if event.system is System.SWISS and not has_left and not event.is_over:
        acts.append(("no_bye", say["no_bye"]) if is_away else ("bye", say["bye"].format(following)))
    acts.append(("rename", say["rename"]))
    buttons = joined(
        html('<button class="quiet" data-act="{}" data-player="{}">{}</button>', act, player.number, text)
        for act, text in acts
    )
    return html('<li class="{}"><b>{}</b>{}</li>', "departed" if has_left else "", player.name, buttons)


def _number(value: float) -> str:
    """Return points as arbiters write them: 2½, and quarters as decimals."""
    whole = int(value)
    if value == whole:
        return str(whole)
    return f"{whole or ''}½" if value - whole == 0.5 else f"{value:.2f}"
