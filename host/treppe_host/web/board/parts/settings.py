"""The settings of a board, and seats for those who come by an entrance."""

from treppe import texts as display_texts

from treppe_host.html import Html, html
from treppe_host.programs.seats import is_program_at
from treppe_host.web import assets, texts
from treppe_host.web.board.seen import Content, Seen
from treppe_host.web.board.sitting import choices
from treppe_host.web.connections.connection import BoardConnection
from treppe_host.web.texts.en import Texts


def show(seen: Seen) -> Content:
    """Show them to those who may touch the board."""
    words, connection = seen.words, seen.connection
    shown = {
        "display-language": display_language(words, connection),
        "settings": settings(words, connection, seen.sitting.seat),
        "who-seats": choices(words, seen.game, connection.key),
    }
    return {"html": shown if seen.may_touch else dict.fromkeys(shown, "")}


def settings(words: Texts, connection: BoardConnection, seat: int | None = None) -> Html:
    """Return the board's settings: hints by player, those of `seat` if it is one's; brightness, sound, language."""
    seats = connection.game.seats
    people = [player for player in range(len(connection.hints)) if not is_program_at(seats, player)]
    people = [player for player in people if seat in (None, player)]
    hints = [(each, texts.player_name(words, seats, each), connection.hints[each]) for each in people]
    languages = [(language, texts.load(language).LANGUAGE_NAME) for language in display_texts.LANGUAGES]
    say, current = words.SETTINGS, connection.settings
    if not (hints or current):
        return html("<span>{}</span>", words.NO_ANSWER)
    return assets.part("board_parts", "settings", say, hints, say["levels"], current, languages)


def display_language(words: Texts, connection: BoardConnection) -> Html:
    """Return a button that gives the display the page's language, if the two differ."""
    spoken = connection.settings.get("language", words.LANGUAGE)
    if spoken == words.LANGUAGE or words.LANGUAGE not in display_texts.LANGUAGES:
        return Html()
    return html('<button id="speak" data-emit="speak">{}</button>', words.SPEAK)
