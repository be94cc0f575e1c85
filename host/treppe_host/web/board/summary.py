"""A board and its game in one line each."""

from treppe.games import catalogue

from treppe_host.html import Html, html
from treppe_host.records.followed_game import FollowedGame
from treppe_host.web import texts
from treppe_host.web.connections.connection import BoardConnection
from treppe_host.web.texts.en import Texts


def board_name(words: Texts, connection: BoardConnection) -> str:
    """Return a board's name, or its kind if it has none."""
    if connection.is_simulated or not connection.surface:
        return str(words.SIMULATED if connection.is_simulated else words.BOARD_AT.format(connection.key))
    return connection.name or f"{words.REAL} {connection.board[-4:]}"


def status(words: Texts, connection: BoardConnection) -> Html:
    """Return the name of the board, or that it does not answer."""
    if connection.is_connected and connection.surface:
        return html("<span>{}, {}</span>", board_name(words, connection), words.SURFACES[connection.surface.NAME])
    return html('<span class="away">{}</span>', words.NO_ANSWER)


def title(game: FollowedGame) -> str:
    """Return the title of the game, empty without one."""
    return str(catalogue.title(game.name)) if game.state else ""


def game_line(words: Texts, game: FollowedGame) -> str:
    """Return the game and its standing in one line."""
    if game.state is None:
        return words.PHASES["idle"]
    return f"{catalogue.title(game.name)}: {standing(words, game)}"


def standing(words: Texts, game: FollowedGame) -> str:
    """Return who is to move, or how the game has ended."""
    if game.state is None:
        return words.PHASES["idle"]
    if game.is_over:
        return texts.outcome(words, game.winners, game.seats, game.reason, game.state.scores)
    return words.TO_MOVE.format(texts.player_name(words, game.seats, game.state.current_player()))
