"""What the page's script calls: a simulated board frame by frame, its world's hand, games by events.

Values are texts (JSON), numbers or nothing. Times are the page's, in milliseconds.
"""

import json

import followed
import machine
import opponent
import plain_world
import table
from board import Board
from drivers import console
from treppe import texts
from treppe.alphabet.buttons import NAMES as _BUTTONS
from treppe.alphabet.image import BEYOND
from treppe.panel import wording
from treppe_host.web.board import task
from treppe_host.web.connections import clicks

_PIECES = 3  # of a program's thoughts in a frame
_board = [None]
_games = {}
_table = table.Table()
_opponent = opponent.Opponent()


class PageBoard(Board):
    """The controller, a frame at a time: a page must not wait. See Board.run."""

    def step(self, now_ms):
        """Scan, explain and talk."""
        self.link.listen(now_ms)
        self.link.obey()
        self.scanner.scan(self.frame)
        self._tick(self.frame, now_ms)
        self._num_frames += 1
        self.show_lights(now_ms, False)
        self.link.talk()
        for _ in range(_PIECES):
            if not self.table.think_ahead():
                break

    def press(self, name, is_long):
        self.buttons.presses |= 1 << _BUTTONS.index(name) | (16 if is_long else 0)


def _never_hangs():
    pass


def switch_on(surface, identity):
    """Switch a board on, with an empty surface of this name."""
    machine.identity[:] = bytes(int(identity[at : at + 2], 16) for at in range(0, 16, 2))
    plain_world.replace(surface)
    _table.forget()
    console.to_board[:] = b""
    console.to_host[:] = b""
    _board[0] = PageBoard("", _never_hangs)


def step(now_ms, received):
    """Let a frame pass; `received` has come from the host. Return what the board says."""
    console.to_board.extend(received.encode())
    _board[0].step(now_ms)
    sentence = str(bytes(console.to_host), "ascii")
    console.to_host[:] = b""
    return sentence


def press(button, is_long):
    """Press a button of the board."""
    _board[0].press(button, is_long)


def arrange(stacks, supply):
    """Set up a position (JSON)."""
    plain_world.world.arrange(json.loads(stacks), json.loads(supply))
    _table.forget()


def click(board, name, value, language, only):
    """Return what a click means (JSON, see clicks.py) with ideal hands: touch, take or give; null without a game.
    Of a lesson `only` the action that is due counts.

    `why`: what the game itself says about a refusal; `offers` as notations of actions and what they are called.
    """
    state = _state(board)
    meant = _table.mean(state, name, value, only) if state else None
    if meant:
        meant["offers"] = [(word, wording.in_words(_named(language, state), word)) for word in meant["offers"]]
    rule = meant and meant["refused"] and meant["refused"].get("rule")
    if rule:
        meant["why"] = texts.Texts(texts.own(language, state.NAME, "REFUSALS")).get(rule)
    return json.dumps(meant)


def lay(board, box):
    """Lay the pieces as the record has them, once; `box` (JSON): all pieces of the game, by code."""
    game_here = _games.get(board)
    if game_here and game_here.state:
        _table.lay(game_here.state, json.loads(box))


def think(board, level):
    """Return the action that a program of a level, 1 to 3, plays; empty while it thinks: each call is one thought."""
    state = _state(board)
    return _opponent.think(state, level) if state else ""


def around():
    """Return stacks, hand and supply of the simulated world."""
    world = plain_world.world
    return json.dumps({"stacks": world.stacks, "hand": world.hand, "supply": world.supply})


def to_do(board, language, sentences, only):
    """Return what the player to move may do (JSON): a sentence, buttons as notations of actions and their
    names, and the fields on which a click is accepted.

    `sentences`: those of task.py (JSON), for pieces as the rules allow them. `only`: see `click`.
    """
    state = _state(board)
    if not state:
        return "null"
    all_endpoints = clicks.shown_by_hands(state, only)
    brought = {endpoints.code for endpoints in all_endpoints if endpoints.first == BEYOND}
    moved = {state.pieces(endpoints.first)[-1] for endpoints in all_endpoints if endpoints.first != BEYOND}
    actions = [state.action(only)] if only else state.legal_actions()
    ended = "" if state.STOP < 0 or state.STOP not in actions else "turn" if state.players > 1 else "game"
    sentence = task.task(_Sentences(json.loads(sentences)), brought, moved, ended, bool(ended) and len(actions) == 1)
    named = _named(language, state)
    silent = [state.word(action) for action in actions if not state.hand_moves(action)]
    buttons = [(word, wording.in_words(named, word)) for word in silent if word != "."]
    taken = _table.accepting(state, all_endpoints, only)
    return json.dumps({"sentence": sentence, "buttons": buttons, "ends": ended, "targets": taken})


def _named(language, state):
    named = texts.load(language)
    named.use(language, state.NAME)
    return named


class _Sentences:
    def __init__(self, named):
        for name, sentence in named.items():
            setattr(self, name, sentence)


def _state(board):
    game_here = _games.get(board)
    is_on = game_here and game_here.state and not game_here.state.is_terminal() and not game_here.sheet["reason"]
    return game_here.state if is_on else None


def follow(board, event, at_s):
    """Follow an event of a board."""
    if board not in _games:
        _games[board] = followed.Followed(board)
    _games[board].take(json.loads(event), at_s)


def position(board, language="en"):
    """Return what stands on each field by the board's record, whose game it is and its last notations; null if none."""
    game_here = _games.get(board)
    if not game_here or not game_here.state:
        return "null"
    state, sheet = game_here.state, game_here.sheet
    stacks = [state.pieces(field) for field in range(len(state.image()))]
    found = {"stacks": stacks, "game": sheet["game"], "options": sheet["options"], "reason": sheet["reason"]}
    found["seats"], found["last"] = sheet["seats"], game_here.last_fields
    named = _named(language, state)
    moves = [dict(move, text=wording.in_words(named, move.get("word", ""))) for move in sheet["moves"]]
    found.update({"moves": moves, "notations": game_here.notations})
    found.update({"winners": sheet["winners"], "player": state.current_player()})
    return json.dumps(found)


def sheets():
    """Return all games as JSON lines, as `treppe games import` takes them."""
    lines = []
    for board in _games.values():
        lines.extend([json.dumps(sheet) + "\n" for sheet in board.sheets])
    return "".join(lines)
