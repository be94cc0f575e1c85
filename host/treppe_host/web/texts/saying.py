"""Actions in words, where people choose between them: notation is for records."""

from collections.abc import Sequence

from treppe import games
from treppe.alphabet.image import BEYOND
from treppe.games import IllegalAction, InvalidWord

from treppe_host.html import Html, html, joined
from treppe_host.records.followed_game import Way, way_of
from treppe_host.web import texts
from treppe_host.web.texts.en import Texts


def all_in_words(words: Texts, state: games.State, proposed: list[str]) -> str:
    """Return consecutive actions in words; an action that is not legal here in the board's notation."""
    text, after = [], state.clone()
    for word in proposed:
        try:
            action = after.action(word)
        except (InvalidWord, IllegalAction):  # the board may be an action ahead of the page
            text.append(word)
            continue
        text.append(in_words(words, after, action))
        after.apply_action(action)
    return words.THEN.join(text)


def in_words(words: Texts, state: games.State, action: int) -> str:
    """Return a legal action in words: `blue ball from a1 to c4`, `brick on d2`, `draw an aid tile`."""
    word = state.notation(action)
    if action < -1:
        why, _, player = word.partition(":")
        return words.LEAVES[why].format(words.PLAYERS[int(player)])
    meaning = texts.board_meaning(words, state.NAME, word)
    if meaning:
        return str(meaning)
    if word == ".":
        return words.TURN_ENDS
    if not state.hand_moves(action):
        return word
    after = state.clone()
    after.apply_action(action)
    return _moved(words, state, way_of(state, action, after)._replace(captured="x" if "x" in word[1:] else ""))


def shown(words: Texts, state: games.State, word: str) -> Html:
    """Return an action as records show it: in short words and in notation, of which a browser shows the chosen one.

    An action that is not legal in this position has its notation alone.
    """
    after = state.clone()
    try:
        action = state.action(word)
        after.apply_action(action)
    except (InvalidWord, IllegalAction):
        return html("<code>{}</code>", word)
    return both(in_short(words, state, word, way_of(state, action, after)), [word])


def both(text: str, played: Sequence[str]) -> Html:
    """Return actions in words and in notation."""
    return html(
        '<span class="act"><q>{}</q>{}</span>', text, joined((html("<code>{}</code>", each) for each in played), " ")
    )


def sentence(text: str) -> str:
    """Return a text with a capital letter at its beginning."""
    return text[:1].upper() + text[1:]


def in_short(words: Texts, state: games.State, word: str, way: Way) -> str:
    """Return an action as a row of a list says it, whose colour is known: `ball a1 → c4`, `brick d2`.

    `state` is any position of its game, for the names of fields.
    """
    if way.start == way.end == BEYOND:
        meaning = texts.board_meaning(words, state.NAME, word)
        return str(meaning or (words.TURN_ENDS if word == "." else word))
    kind = texts.kind_name(words, way.piece or "P")
    fields = " → ".join(_field_name(state, field) for field in (way.start, way.end) if field != BEYOND)
    off = f" {words.COMPANY['away']}" if way.end == BEYOND else ""
    return f"{kind} {fields}{off}{_change(words, way)}"


def _moved(words: Texts, state: games.State, way: Way) -> str:
    names = {"start": _field_name(state, way.start), "end": _field_name(state, way.end)}
    piece = texts.piece_name(words, way.piece) if way.piece else words.PIECES["P"]
    template = words.BROUGHT if way.start == BEYOND else words.TAKEN_OFF if way.end == BEYOND else words.MOVED
    return str(template.format(piece=piece, **names)) + _change(words, way)


def _change(words: Texts, way: Way) -> str:
    """Return what an action changes besides a piece's place."""
    becomes = words.BECOMES.format(texts.kind_name(words, way.becomes)) if way.becomes else ""
    return str(words.CAPTURING if way.captured else "") + str(becomes)


def _field_name(state: games.State, field: int) -> str:
    return state.field_name(field) if field != BEYOND else ""
