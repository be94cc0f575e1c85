"""What the page's script calls: a simulated board frame by frame, its world's hand, games by events, drawings.

Values are texts (JSON), numbers or nothing. Times are the page's, in milliseconds.
"""

import json

import followed
import machine
import plain_world
from board import Board
from drivers import console

_PIECES = 3  # of a program's thoughts in a frame
_BUTTONS = ("END", "UNDO", "MENU", "OK")
_board = [None]
_games = {}


class PageBoard(Board):
    """The controller, a frame at a time: a page must not wait. See Board.run."""

    def step(self, now_ms):
        """Scan, explain and talk."""
        self._link.listen(now_ms)
        self._link.obey()
        self._scanner.scan(self._frame)
        self._tick(self._frame, now_ms)
        self._num_frames += 1
        self._light(now_ms, False)
        self._link.talk()
        for _ in range(_PIECES):
            if not self._table.think_ahead():
                break

    def press(self, name, is_long):
        """Press a button."""
        self._buttons.presses |= 1 << _BUTTONS.index(name) | (16 if is_long else 0)


def _never_hangs():
    pass


def switch_on(surface, identity):
    """Switch a board on, with an empty surface of this name."""
    machine.identity[:] = bytes(int(identity[at : at + 2], 16) for at in range(0, 16, 2))
    plain_world.replace(surface)
    console.to_board[:] = b""
    console.to_host[:] = b""
    _board[0] = PageBoard("", _never_hangs)


def step(now_ms, received):
    """Let a frame pass; `received` has come from the host. Return what the board says."""
    console.to_board.extend(received.encode())
    _board[0].step(now_ms)
    said = str(bytes(console.to_host), "ascii")
    console.to_host[:] = b""
    return said


def press(button, is_long):
    """Press a button of the board."""
    _board[0].press(button, is_long)


def arrange(stacks, supply):
    """Set up a position (JSON)."""
    plain_world.world.arrange(json.loads(stacks), json.loads(supply))


def act(name, value):
    """Do something with the hand: touch, take, give or turn."""
    world = plain_world.world
    if name == "touch":
        world.touch(int(value))
    elif name == "take":
        world.take(value)
    elif name == "give":
        world.give()
    else:
        world.turn()


def around():
    """Return stacks, hand and supply of the simulated world."""
    world = plain_world.world
    return json.dumps({"stacks": world.stacks, "hand": world.hand, "supply": world.supply})


def follow(board, event, at_s):
    """Follow an event of a board."""
    if board not in _games:
        _games[board] = followed.Followed(board)
    _games[board].take(json.loads(event), at_s)


def position(board):
    """Return what stands on each field by the board's record, whose game it is and its last words; null if none."""
    known = _games.get(board)
    if not known or not known.state:
        return "null"
    state, sheet = known.state, known.sheet
    stacks = [state.pieces(field) for field in range(len(state.image()))]
    found = {"stacks": stacks, "game": sheet["game"], "options": sheet["options"], "reason": sheet["reason"]}
    found.update({"moves": sheet["moves"], "winners": sheet["winners"], "player": state.current_player()})
    return json.dumps(found)


def wanted(board, field):
    """Return the piece that the record's next actions bring to a field from the supply, empty if not exactly one."""
    known, world = _games.get(board), plain_world.world
    if not known or not known.state or world.hand:
        return ""
    state = known.state
    standing, should = world.stacks[field], state.pieces(field)
    if len(standing) < len(should) and should[: len(standing)] == standing:
        return should[len(standing)]
    found = set()
    for action in [] if state.is_terminal() else state.legal_actions():
        following = state.clone()
        following.apply_action(action)
        after = following.pieces(field)
        if len(after) > len(should) and world.supply.get(after[len(should)]):
            found.add(after[len(should)])
    return found.pop() if len(found) == 1 else ""


def sheets():
    """Return all games as JSON lines, as `treppe games import` takes them."""
    lines = []
    for board in _games.values():
        lines.extend([json.dumps(sheet) + "\n" for sheet in board.sheets])
    return "".join(lines)


def draw(stacks, view):
    """Return each field's drawing and height (JSON), in a view of the board."""
    from treppe_host.web.drawing import pieces, projections

    projection = getattr(projections, view)
    found = []
    for stack in json.loads(stacks):
        found.append((pieces.draw_stack(tuple(stack), projection), pieces.height_of(stack, projection)))
    return json.dumps(found)


def draw_piece(code, view):
    """Return one piece, and how high it is."""
    from treppe_host.web.drawing import pieces, projections

    projection = getattr(projections, view)
    return json.dumps((pieces.draw_piece(code, projection=projection), pieces.height_of([code], projection)))


def capture(field):
    """Lay the top piece of a field aside, while another piece is in the hand."""
    world = plain_world.world
    carried, world.hand = world.hand, []
    world.touch(field)
    world.give()
    world.hand = carried
