"""Stored games as fragments of HTML: the list, the record with both clocks, plots, and positions to replay."""

import time
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, fields
from types import ModuleType
from typing import Any

from treppe import games, surfaces
from treppe.games import catalogue

from treppe_host.html import Html, html, joined
from treppe_host.link.client import Message
from treppe_host.records.field_names import place_names
from treppe_host.records.rules_check import find_fault
from treppe_host.store.game_filter import GameFilter, day
from treppe_host.store.rows import ActionRecord, GameRecord
from treppe_host.store.score_sheet import Move, ScoreSheet
from treppe_host.web import texts
from treppe_host.web.connections.followed_game import goal_fields
from treppe_host.web.drawing.projections import Projection
from treppe_host.web.drawing.stacks import Shown, show_stacks

_PLOT_WIDTH = 640
_PLOT_HEIGHT = 110
_LIST = 200  # games that are shown
DELETED = "deleted"
"""Chosen as a result: games that were taken out of the list."""


@dataclass(frozen=True, slots=True)
class Choice:
    """What the list's form asks for, as it stands in the address."""

    game: str = ""
    player: str = ""
    result: str = ""
    since: str = ""
    until: str = ""
    event: str = ""

    @classmethod
    def of(cls, parameters: Mapping[str, str]) -> "Choice":
        """Return what an address asks for."""
        return cls(**{part.name: parameters.get(part.name, "") for part in fields(cls)})

    def wanted(self) -> GameFilter:
        """Return the choice of games; raise InvalidChoice."""
        is_hidden = self.result == DELETED
        return GameFilter(
            game=self.game or None,
            player=self.player or None,
            since=day(self.since or None),
            until=day(self.until or None, is_end=True),
            result=None if is_hidden else self.result or None,
            event=self.event or None,
            limit=_LIST,
            is_hidden=is_hidden,
        )


def filters(words: ModuleType, choice: Choice, events: Sequence[str]) -> Html:
    """Return the form that chooses among the games; `events` are those that there are."""
    say = words.GAMES
    kinds = {"": say["any"]} | texts.titles()
    results = {"": say["any"], "unfinished": say["running"], "draw": say["draw"]}
    for colour, name in zip(("blue", "red", "yellow", "green"), words.PLAYERS, strict=True):
        results[colour] = say["won"].format(name)
    results[DELETED] = say["deleted"]
    known = {"": say["any"]} | {event: event for event in events}
    days = joined(
        html(
            '<label>{}<input type="date" name="{}" value="{}"></label>',
            say[name],
            name,
            getattr(choice, name),
        )
        for name in ("since", "until")
    )
    return html(
        '<form class="filters" action="/games"><label>{game}{games}</label><label>{player}'
        '<input name="player" value="{wanted}"></label><label>{result}{results}</label>{days}'
        '<label>{event}{events}</label><div><button class="primary">{filter}</button>'
        '<button formaction="/games/statistics">{statistics}</button></div></form>',
        game=say["game"],
        games=_select("game", kinds, choice.game),
        player=say["player"],
        wanted=choice.player,
        result=say["result"],
        results=_select("result", results, choice.result),
        days=days,
        event=say["event"],
        events=_select("event", known, choice.event),
        filter=say["filter"],
        statistics=say["statistics"],
    )


def undo_note(words: ModuleType, number: int) -> Html:
    """Return what is said after a game was deleted; nothing without one."""
    if not number:
        return Html()
    say = words.GAMES
    undo = html('<button id="undo-delete" data-unhide="{}">{}</button>', number, say["undo_delete"])
    return html('<p class="note" role="status">{} {}</p>', say["is_deleted"].format(number), undo)


def import_form(words: ModuleType) -> Html:
    """Return the form that takes a file of games."""
    say = words.GAMES
    return html(
        '<form class="import"><label>{} <input type="file" id="import" accept=".txt,.jsonl"></label>'
        '<p id="import-answer" role="status"></p></form>',
        say["import"],
    )


def _select(name: str, choices: dict[str, str], chosen: str) -> Html:
    options = joined(
        html('<option value="{}"{}>{}</option>', value, " selected" if value == chosen else "", text)
        for value, text in choices.items()
    )
    return html('<select name="{}">{}</select>', name, options)


def go_on_button(words: ModuleType, number: int) -> Html:
    """Return what lets a board go on with a game."""
    return html('<button class="primary go-on" data-go-on="{}">{}</button>', number, words.GAMES["go_on"])


def game_list(words: ModuleType, records: Sequence[GameRecord], open_games: Collection[int] = ()) -> Html:
    """Return a table of games, each with a link to its record; `open_games` can go on, by number."""
    say = words.GAMES
    if not records:
        return html("<p>{}</p>", say["none"])
    heads = joined(
        html("<th>{}</th>", say[name]) for name in ("number", "game", "players", "when", "result", "actions")
    )
    rows = joined(
        html(
            '<tr><td><a href="/games/{number}">{number}</a></td><td><a href="/games/{number}">{title}'
            "</a>{event}</td><td>{players}</td><td>{moment}</td><td>{result}{go_on}</td>"
            "<td>{actions}</td></tr>",
            number=record.number,
            title=catalogue.title(record.game),
            event=_event(record),
            players=", ".join(player_names(words, record)),
            moment=_moment(record.started_at),
            result=result_of(words, record),
            go_on=go_on_button(words, record.number) if record.number in open_games else "",
            actions=record.num_actions,
        )
        for record in records
    )
    return html('<table class="list"><thead><tr>{}</tr></thead><tbody>{}</tbody></table>', heads, rows)


def _event(record: GameRecord) -> Html:
    return html("<small>{}</small>", record.event) if record.event else Html()


def player_names(words: ModuleType, record: GameRecord | ScoreSheet) -> list[str]:
    """Return who played, by seat: a seat without a name has its colour's."""
    return [seat if isinstance(seat, str) and seat else words.PLAYERS[place] for place, seat in enumerate(record.seats)]


def who_played(words: ModuleType, sheet: ScoreSheet, start: Message) -> str:
    """Return who played which colour, and whether lots said so, as the event that began the game tells."""
    players = sheet.options.get("players", len(sheet.seats))
    names = ", ".join(texts.player_name(words, sheet.seats, player) for player in range(players))
    return f"{names} · {words.GAMES['by_lot']}" if start.get("lot") else names


def result_of(words: ModuleType, record: GameRecord | ScoreSheet) -> str:
    """Return how a game ended."""
    if record.reason is None:
        return str(words.GAMES["running"])
    reason = texts.reason(words, record.game, record.reason)
    return f"{texts.outcome(words, record.winners or [], record.seats)}: {reason}"


def _moment(at: float | None) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(at)) if at else ""


class Position:
    """The position after `place` moves of a game, as a browser shows it."""

    def __init__(self, sheet: ScoreSheet, place: int):
        """Play the sheet up to there, or to where it breaks."""
        self.fault = find_fault(sheet)
        self.place = 0
        self.last: tuple[int, ...] = ()
        self.state: Any = games.start(sheet.game, **sheet.options)
        self.names = place_names(self.state)
        self.goals = goal_fields(self.state)
        self.scores = [self.state.scores]
        for move in sheet.moves[: max(0, place)]:
            try:
                self._play(move)
            except ValueError:  # where the record breaks, as `fault` says
                return
            self.place += 1
            self.scores.append(self.state.scores)

    def _play(self, move: Move) -> None:
        self.last = ()
        for _ in range(move.undo):
            self.state.undo_action()
        if not move.undo:
            action = self.state.action(move.word)
            self.last = tuple(field for field, _ in self.state.placement(action) if field != 255)
            self.state.apply_action(action)

    @property
    def surface(self) -> Any:
        """The surface that the game is played on."""
        return surfaces.load(self.state.surface)

    def fields(self, words: ModuleType, projection: Projection) -> Shown:
        """Return what stands where."""
        stacks = [self.state.pieces(field) for field in range(len(self.names))]
        return show_stacks(words, self.surface, self.names, stacks, projection)


def record_rows(words: ModuleType, sheet: ScoreSheet, records: Sequence[ActionRecord]) -> Html:
    """Return the moves, each with its thinking time, the board's clock and the clock on the wall."""
    rows = []
    played = iter(records)
    begun_ms = records[0].board_ms if records else 0
    for place, move in enumerate(sheet.moves, 1):
        record = None if move.undo else next(played, None)
        word = words.GAMES["taken_back"].format(move.undo) if move.undo else html("<code>{}</code>", move.word)
        dot = (
            html('<span class="dot player{}"></span>', move.player)
            if move.player is not None
            else html("<span></span>")
        )
        thought = f"{move.thinking_ms / 1000:.1f} s" if move.thinking_ms is not None else ""
        board = _clock(record.board_ms - begun_ms) if record and record.boot == records[0].boot else ""
        wall = time.strftime("%H:%M:%S", time.localtime(record.at)) if record and record.at else ""
        times = "" if move.undo else html("<span>{}</span><span>{}</span><span>{}</span>", thought, board, wall)
        said = joined(html("<em>{}</em>", comment) for comment in move.comments)
        rows.append(
            html(
                '<li><button class="quiet" data-place="{place}" id="move{place}"><span class="number">{place}'
                "</span>{dot}<span>{word}{said}</span>{times}</button></li>",
                place=place,
                dot=dot,
                word=word,
                said=said,
                times=times,
            )
        )
    return joined(rows)


def _clock(milliseconds: int) -> str:
    minutes, seconds = divmod(milliseconds / 1000, 60)
    return f"{minutes:.0f}:{seconds:04.1f}"


def thinking_plot(words: ModuleType, sheet: ScoreSheet) -> str:
    """Return the thinking time of each move as bars in its player's colour."""
    times = [(move.thinking_ms or 0) / 1000 for move in sheet.moves]
    if not any(times):
        return ""
    most = max(times)
    step = _PLOT_WIDTH / len(times)
    bars = joined(
        html(
            '<rect class="player{player}" x="{left:.1f}" y="{top:.1f}" width="{width:.1f}"'
            ' height="{height:.1f}"><title>{place}: {word}, {seconds:.1f} s</title></rect>',
            player=move.player or 0,
            left=place * step,
            top=_PLOT_HEIGHT * (1 - seconds / most),
            width=max(step - 1, 0.6),
            height=_PLOT_HEIGHT * seconds / most,
            place=place + 1,
            word=move.word,
            seconds=seconds,
        )
        for place, (move, seconds) in enumerate(zip(sheet.moves, times, strict=True))
    )
    return _plot(words.GAMES["thinking"], bars, f"{most:.1f}")


def score_plot(words: ModuleType, scores: Sequence[Sequence[int] | None]) -> str:
    """Return the points after each move as a line a player; nothing for games without points."""
    known = [tuple(each) for each in scores if each is not None]
    if len(known) < 2 or not max(map(max, known)):
        return ""
    most = max(map(max, known))
    lines = []
    for player in range(len(known[0])):
        points = " ".join(
            f"{place * _PLOT_WIDTH / (len(known) - 1):.1f},{_PLOT_HEIGHT * (1 - each[player] / most):.1f}"
            for place, each in enumerate(known)
        )
        lines.append(
            html(
                '<polyline class="player{}" points="{}"><title>{}</title></polyline>',
                player,
                points,
                words.PLAYERS[player],
            )
        )
    return _plot(words.GAMES["score"], joined(lines), str(most))


def _plot(title: str, drawing: str, most: str) -> Html:
    return html(
        "<figure><figcaption>{title}</figcaption>"
        '<svg class="plot" role="img" aria-label="{title}" viewBox="-4 -24 {across} {down}">'
        '<path class="axis" d="M0 0V{height}H{width}"/>{drawing}<text x="0" y="-6">{most}'
        "</text></svg></figure>",
        title=title,
        across=_PLOT_WIDTH + 8,
        down=_PLOT_HEIGHT + 30,
        height=_PLOT_HEIGHT,
        width=_PLOT_WIDTH,
        drawing=drawing,
        most=most,
    )
