"""The settings of a board, as a form beside it."""

from types import ModuleType

from treppe.table import texts as display_texts

from treppe_host.html import Html, html, joined
from treppe_host.web import texts
from treppe_host.web.connections.connection import BoardConnection


def settings(words: ModuleType, connection: BoardConnection) -> Html:
    """Return the board's settings: hints by player, brightness, sound, language of the display."""
    say = words.SETTINGS
    parts = []
    for player, level in enumerate(connection.hints):
        name = texts.player_name(words, connection.game.seats, player)
        choices = joined(
            html('<option value="{}"{}>{}</option>', key, " selected" if key == level else "", said)
            for key, said in say["levels"].items()
        )
        parts.append(
            html(
                '<label class="player{player}"><span class="dot"></span><span>{hints}</span>'
                '<select id="hint{player}" data-hint="{player}">{choices}</select></label>',
                player=player,
                choices=choices,
                hints=say["hints"].format(name),
            )
        )
    if "brightness_percent" in connection.settings:
        percent = connection.settings["brightness_percent"]
        parts.append(
            html(
                '<label class="wide">{brightness}<input type="range" id="brightness"'
                ' data-set="brightness_percent" min="1" max="100" value="{percent}"><span>{percent} %</span>'
                "</label>",
                brightness=say["brightness"],
                percent=percent,
            )
        )
    if "sound" in connection.settings:
        checked = " checked" if connection.settings["sound"] else ""
        parts.append(
            html(
                '<label><input type="checkbox" id="sound" data-set="sound"{}>{}</label>',
                checked,
                say["sound"],
            )
        )
    if "language" in connection.settings:
        choices = joined(
            html(
                '<option value="{}"{}>{}</option>',
                language,
                " selected" if language == connection.settings["language"] else "",
                texts.load(language).LANGUAGE_NAME,
            )
            for language in display_texts.LANGUAGES
        )
        parts.append(
            html(
                '<label class="wide">{}<select id="board-language" data-set="language">{}</select></label>',
                say["language"],
                choices,
            )
        )
    return joined(parts) or html("<span>{}</span>", words.NO_ANSWER)


def display_language(words: ModuleType, connection: BoardConnection) -> Html:
    """Return a button that gives the display the page's language, if the two differ."""
    spoken = connection.settings.get("language", words.LANGUAGE)
    if spoken == words.LANGUAGE or words.LANGUAGE not in display_texts.LANGUAGES:
        return Html()
    return html('<button id="speak" data-emit="speak">{}</button>', words.SPEAK)
