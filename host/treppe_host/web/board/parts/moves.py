"""The actions of the present game: the list, the last one's way, and in words for screen readers."""

from functools import lru_cache

from treppe import games
from treppe.alphabet.image import BEYOND
from treppe.games.host import facts

from treppe_host.html import Html, html, joined
from treppe_host.records.followed_game import FollowedGame, Turn
from treppe_host.web import texts
from treppe_host.web.board.seen import Content, Seen
from treppe_host.web.texts import saying
from treppe_host.web.texts.en import Texts


def show(seen: Seen) -> Content:
    """Show the turns by number, so that a frame brings only those that are new."""
    rows = rows_of(seen.words, seen.game)
    return {
        "html": {"announcement": announcement(seen.words, seen.game)},
        "rows": dict(enumerate(rows)),
        "num_rows": len(rows),
        "way": last_way(seen.game),
    }


def rows_of(words: Texts, game: FollowedGame) -> list[Html]:
    """Return the list of actions, a row for each turn, with the events that followed."""
    state = game.state
    return [row(words, state, number, turn) for number, turn in enumerate(game.turns(), 1)] if state else []


@lru_cache(4096)  # each change at the board shows the whole list, and few of its rows change
def row(words: Texts, state: games.State, number: int, turn: Turn) -> Html:
    """Return the row of one turn, in words and in notation; the browser shows the one that people have chosen.

    `state` is any position of the game.
    """
    happened = joined(html("<em>{}</em>", texts.event_text(words, line)) for line in turn.events)
    sentences = [saying.in_short(words, state, *played) for played in zip(turn.notations, turn.ways, strict=True)]
    return html(
        '<li><span class="number">{number}</span>'
        '<span class="dot player{player}" role="img" aria-label="{colour}"></span>'
        "<span>{played}{happened}</span></li>",
        number=number,
        player=turn.player,
        colour=words.PLAYERS[turn.player],
        played=saying.both(", ".join(sentences), turn.notations),
        happened=happened,
    )


def last_way(game: FollowedGame) -> list[int]:
    """Return the fields that the last action's piece has come along, from field to field; empty where it has not."""
    turns = game.turns()
    if not game.state or not turns:
        return []
    last = turns[-1]
    start, end, *_ = last.ways[-1]
    if BEYOND in (start, end):
        return []
    before = game.state.clone()
    before.undo_action()
    return [start, *facts.of(game.name).path(before, before.action(last.notations[-1])), end]


def announcement(words: Texts, game: FollowedGame) -> str:
    """Return the last action and its events, for screen readers."""
    turns = game.turns()
    if not turns:
        return ""
    last = turns[-1]
    assert game.state
    before = game.state.clone()
    before.undo_action()
    player = texts.player_name(words, game.seats, last.player)
    sentences = [f"{player}: {saying.all_in_words(words, before, list(last.notations[-1:]))}"]
    sentences += [texts.event_text(words, line) for line in last.events]
    if game.is_over:
        sentences.append(texts.outcome(words, game.winners, game.seats, game.reason, game.state.scores))
    elif game.state.players > 1:
        sentences.append(words.TO_MOVE.format(texts.player_name(words, game.seats, game.state.current_player())))
    return ". ".join(sentences)
