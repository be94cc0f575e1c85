"""Stored games as fragments of HTML: the list, the record with both clocks, plots, and positions to replay."""

import time
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, fields
from html import escape
from types import ModuleType
from typing import Any

from treppe import games, surfaces

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


def filters(words: ModuleType, choice: Choice, events: Sequence[str]) -> str:
    """Return the form that chooses among the games; `events` are those that there are."""
    say = words.GAMES
    kinds = {"": say["any"]} | {name: words.TITLES[name] for name in sorted(games.NAMES, key=words.TITLES.get)}
    results = {"": say["any"], "unfinished": say["running"], "draw": say["draw"]}
    for colour, name in zip(("blue", "red", "yellow", "green"), words.PLAYERS, strict=True):
        results[colour] = say["won"].format(name)
    results[DELETED] = say["deleted"]
    known = {"": say["any"]} | {event: event for event in events}
    days = "".join(
        f'<label>{say[name]}<input type="date" name="{name}" value="{escape(getattr(choice, name))}"></label>'
        for name in ("since", "until")
    )
    return (
        f'<form class="filters" action="/games"><label>{say["game"]}{_select("game", kinds, choice.game)}</label>'
        f'<label>{say["player"]}<input name="player" value="{escape(choice.player)}"></label>'
        f"<label>{say['result']}{_select('result', results, choice.result)}</label>{days}"
        f"<label>{say['event']}{_select('event', known, choice.event)}</label>"
        f'<div><button class="primary">{say["filter"]}</button>'
        f'<button formaction="/games/statistics">{say["statistics"]}</button></div></form>'
    )


def undo_note(words: ModuleType, number: int) -> str:
    """Return what is said after a game was deleted; nothing without one."""
    if not number:
        return ""
    say = words.GAMES
    undo = f'<button id="undo-delete" data-unhide="{number}">{say["undo_delete"]}</button>'
    return f'<p class="note" role="status">{say["is_deleted"].format(number)} {undo}</p>'


def import_form(words: ModuleType) -> str:
    """Return the form that takes a file of games."""
    say = words.GAMES
    return (
        f'<form class="import"><label>{say["import"]} <input type="file" id="import" accept=".txt,.jsonl"></label>'
        '<p id="import-answer" role="status"></p></form>'
    )


def _select(name: str, choices: dict[str, str], chosen: str) -> str:
    options = "".join(
        f'<option value="{escape(value)}"{" selected" if value == chosen else ""}>{escape(text)}</option>'
        for value, text in choices.items()
    )
    return f'<select name="{name}">{options}</select>'


def go_on_button(words: ModuleType, number: int) -> str:
    """Return what lets a board go on with a game."""
    return f'<button class="primary go-on" data-go-on="{number}">{words.GAMES["go_on"]}</button>'


def game_list(words: ModuleType, records: Sequence[GameRecord], open_games: Collection[int] = ()) -> str:
    """Return a table of games, each with a link to its record; `open_games` can go on, by number."""
    say = words.GAMES
    if not records:
        return f"<p>{say['none']}</p>"
    heads = "".join(f"<th>{say[name]}</th>" for name in ("number", "game", "players", "when", "result", "actions"))
    rows = "".join(
        f'<tr><td><a href="/games/{record.number}">{record.number}</a></td>'
        f'<td><a href="/games/{record.number}">{words.TITLES.get(record.game, record.game)}</a>{_event(record)}</td>'
        f"<td>{escape(', '.join(player_names(words, record)))}</td><td>{_moment(record.started_at)}</td>"
        f"<td>{escape(result_of(words, record))}"
        f"{go_on_button(words, record.number) if record.number in open_games else ''}</td>"
        f"<td>{record.num_actions}</td></tr>"
        for record in records
    )
    return f'<table class="list"><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>'


def _event(record: GameRecord) -> str:
    return f"<small>{escape(record.event)}</small>" if record.event else ""


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
    return (
        f"{texts.outcome(words, record.winners or [], record.seats)}: {words.REASONS.get(record.reason, record.reason)}"
    )


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


def record_rows(words: ModuleType, sheet: ScoreSheet, records: Sequence[ActionRecord]) -> str:
    """Return the moves, each with its thinking time, the board's clock and the clock on the wall."""
    rows = []
    played = iter(records)
    begun_ms = records[0].board_ms if records else 0
    for place, move in enumerate(sheet.moves, 1):
        record = None if move.undo else next(played, None)
        word = words.GAMES["taken_back"].format(move.undo) if move.undo else f"<code>{escape(move.word)}</code>"
        dot = f'<span class="dot player{move.player}"></span>' if move.player is not None else "<span></span>"
        thought = f"{move.thinking_ms / 1000:.1f} s" if move.thinking_ms is not None else ""
        board = _clock(record.board_ms - begun_ms) if record and record.boot == records[0].boot else ""
        wall = time.strftime("%H:%M:%S", time.localtime(record.at)) if record and record.at else ""
        times = "" if move.undo else f"<span>{thought}</span><span>{board}</span><span>{wall}</span>"
        said = "".join(f"<em>{escape(comment)}</em>" for comment in move.comments)
        rows.append(
            f'<li><button class="quiet" data-place="{place}" id="move{place}"><span class="number">{place}</span>{dot}'
            f"<span>{word}{said}</span>{times}</button></li>"
        )
    return "".join(rows)


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
    bars = "".join(
        f'<rect class="player{move.player or 0}" x="{place * step:.1f}" y="{_PLOT_HEIGHT * (1 - seconds / most):.1f}" '
        f'width="{max(step - 1, 0.6):.1f}" height="{_PLOT_HEIGHT * seconds / most:.1f}"><title>{place + 1}: '
        f"{escape(move.word)}, {seconds:.1f} s</title></rect>"
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
            f'<polyline class="player{player}" points="{points}"><title>{words.PLAYERS[player]}</title></polyline>'
        )
    return _plot(words.GAMES["score"], "".join(lines), str(most))


def _plot(title: str, drawing: str, most: str) -> str:
    return (
        f'<figure><figcaption>{title}</figcaption><svg class="plot" role="img" aria-label="{title}" '
        f'viewBox="-4 -24 {_PLOT_WIDTH + 8} {_PLOT_HEIGHT + 30}">'
        f'<path class="axis" d="M0 0V{_PLOT_HEIGHT}H{_PLOT_WIDTH}"/>'
        f'{drawing}<text x="0" y="-6">{most}</text></svg></figure>'
    )
