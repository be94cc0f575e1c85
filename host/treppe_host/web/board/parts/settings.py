"""The settings of a board, and seats for those who come by an entrance."""

from treppe import texts as display_texts

from treppe_host.html import Html, html, joined, options
from treppe_host.programs.seats import is_program_at
from treppe_host.web import texts
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
    parts = [_hints(words, connection, player) for player in people]
    current = connection.settings
    if "brightness_percent" in current:
        parts.append(_brightness(words, current["brightness_percent"]))
    if "sound" in current:
        parts.append(_sound(words, current["sound"]))
    if "language" in current:
        parts.append(_language(words, current["language"]))
    return joined(parts) or html("<span>{}</span>", words.NO_ANSWER)


def _hints(words: Texts, connection: BoardConnection, player: int) -> Html:
    say = words.SETTINGS
    return html(
        '<label class="player{player}"><span class="dot"></span><span>{hints}</span>'
        '<select id="hint{player}" data-hint="{player}">{choices}</select></label>',
        player=player,
        choices=options(say["levels"].items(), connection.hints[player]),
        hints=say["hints"].format(texts.player_name(words, connection.game.seats, player)),
    )


def _brightness(words: Texts, percent: int) -> Html:
    return html(
        '<label class="wide" data-own>{brightness}<input type="range" id="brightness"'
        ' data-set="brightness_percent" min="1" max="100" value="{percent}"><span>{percent} %</span>'
        "</label>",
        brightness=words.SETTINGS["brightness"],
        percent=percent,
    )


def _sound(words: Texts, is_on: bool) -> Html:
    return html(
        '<label data-own><input type="checkbox" id="sound" data-set="sound"{}>{}</label>',
        " checked" if is_on else "",
        words.SETTINGS["sound"],
    )


def _language(words: Texts, spoken: str) -> Html:
    names = ((language, texts.load(language).LANGUAGE_NAME) for language in display_texts.LANGUAGES)
    return html(
        '<label class="wide" data-own>{}<select id="board-language" data-set="language">{}</select></label>',
        words.SETTINGS["language"],
        options(names, spoken),
    )


def display_language(words: Texts, connection: BoardConnection) -> Html:
    """Return a button that gives the display the page's language, if the two differ."""
    spoken = connection.settings.get("language", words.LANGUAGE)
    if spoken == words.LANGUAGE or words.LANGUAGE not in display_texts.LANGUAGES:
        return Html()
    return html('<button id="speak" data-emit="speak">{}</button>', words.SPEAK)
