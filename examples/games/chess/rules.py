"""Chess: six kinds of pieces, captures, castling, en passant, promotion by choice, mate, stalemate, repetition."""

from treppe.alphabet.image import BEYOND
from treppe.games import board12, square, state
from treppe.runtime import const

OPTIONS = (("players", (2,), 2),)

# Choices where the laws let a player claim a draw: the third occurrence of a position ends the game at once, and so
# do a hundred moves in a row, counted for both, without a capture and without a pawn's move.
OCCURRENCES = 3
QUIET_MOVES = 100

# A cell is its field of the 12x12 board: the squares are columns c to j, rows 3 to 10. So no leap of a knight leaves
# the bytes, and an edge ends every line. A byte a cell: 0 free, else player * 8 + kind.
EDGE = const(16)
PAWN = const(1)
KNIGHT = const(2)
BISHOP = const(3)
ROOK = const(4)
QUEEN = const(5)
KING = const(6)
LETTERS = "?PNBRQK"

# Then which castlings are still allowed, a bit each (white short, long, black short, long); the square behind a pawn
# that may be captured en passant, 0 for none; moves since the last capture or pawn's move; and since the last move
# that nothing brings back, their number and then start and target of each: by these, positions are compared exactly.
CASTLINGS = const(144)
PASSANT = const(145)
QUIET = const(146)
_NUM_BACK = const(147)
_BACK = const(148)
_SIZE = const(351)

# Actions: start * 256 + target; a capture adds _TAKES, a promotion kind * _BECOMES.
_TAKES = const(1 << 16)
_BECOMES = const(1 << 17)
PROMOTIONS = (QUEEN, ROOK, BISHOP, KNIGHT)
LETTERS = " PNBRQK"  # of the kinds

_STRAIGHT = (12, 1, -1, -12)
_DIAGONAL = (13, 11, -11, -13)
_ALL = _STRAIGHT + _DIAGONAL
_LEAPS = (25, 23, 14, 10, -10, -14, -23, -25)
_LINES = {BISHOP: _DIAGONAL, ROOK: _STRAIGHT, QUEEN: _ALL}
_BACK_ROW = bytes([ROOK, KNIGHT, BISHOP, QUEEN, KING, BISHOP, KNIGHT, ROOK])
SQUARES = bytes([row * 12 + column for row in range(2, 10) for column in range(2, 10)])
_KINGS = (30, 114)  # their squares, e1 and e8
_LOST = {30: 3, 33: 1, 26: 2, 114: 12, 117: 4, 110: 8}  # the castlings that end when a piece goes, or comes, there


class State(state.State):
    """One action a turn. A castling is the king's move; the rook goes after it, as what the game itself does."""

    NAME = "chess"
    TITLE = "Chess"
    SURFACE = "reed12"
    REASONS = ("", "mate", "stalemate", "repetition", "quiet")
    CAPTURES = True

    def __init__(self, options: dict):
        """Two players; the first one is white."""
        super().__init__(options, _SIZE)

    def set_up(self) -> None:
        """Two rows of pieces a player."""
        position = self.position
        for cell in range(144):
            position[cell] = 0 if cell in SQUARES else EDGE
        for column in range(8):
            position[26 + column] = _BACK_ROW[column]
            position[38 + column] = PAWN
            position[98 + column] = 8 + PAWN
            position[110 + column] = 8 + _BACK_ROW[column]
        position[CASTLINGS] = 15

    def legal_actions(self) -> list[int]:
        """Return the moves after which the player's king is not in check."""
        player = self.position[-1]
        return (
            [] if self.position[-2] else [move for move in self._unchecked_moves(player) if self._is_safe(move, player)]
        )

    def can_move(self, player: int) -> bool:
        """Tell whether a player has a legal move."""
        return any(self._is_safe(move, player) for move in self._unchecked_moves(player))

    def _unchecked_moves(self, player):
        """Return the moves of a player's pieces, also those that leave his king in check."""
        position = self.position
        moves: list[int] = []
        for start in SQUARES:
            piece = position[start]
            if not piece or piece >> 3 != player:
                continue
            kind = piece & 7
            if kind == PAWN:
                self._add_pawn_moves(moves, start, player)
                continue
            is_slider = kind in _LINES
            for step in _LINES[kind] if is_slider else _LEAPS if kind == KNIGHT else _ALL:
                cell = start + step
                while not position[cell]:
                    moves.append(start << 8 | cell)
                    if not is_slider:
                        break
                    cell += step
                if position[cell] and position[cell] >> 3 == 1 - player:
                    moves.append(_TAKES | start << 8 | cell)
            if kind == KING:
                self._add_castlings(moves, player)
        return moves

    def _add_pawn_moves(self, moves, start, player):
        position = self.position
        ahead = -12 if player else 12
        cell = start + ahead
        if not position[cell]:
            _add_pawn_move(moves, start << 8 | cell)
            if start // 12 == (8 if player else 3) and not position[cell + ahead]:
                moves.append(start << 8 | cell + ahead)
        for side in (cell - 1, cell + 1):
            if side == position[PASSANT] or (position[side] and position[side] >> 3 == 1 - player):
                _add_pawn_move(moves, _TAKES | start << 8 | side)

    def _add_castlings(self, moves, player):
        """Add the castlings whose squares are free and whose king is not, and does not pass, in check."""
        position = self.position
        king = _KINGS[player]
        allowed = position[CASTLINGS] >> player * 2
        if allowed & 1 and not (position[king + 1] or position[king + 2]) and self._passes_safely(king, 1, player):
            moves.append(king << 8 | king + 2)
        is_free = not (position[king - 1] or position[king - 2] or position[king - 3])
        if allowed & 2 and is_free and self._passes_safely(king, -1, player):
            moves.append(king << 8 | king - 2)

    def _passes_safely(self, king, step, player):
        return not (self._is_attacked(king, 1 - player) or self._is_attacked(king + step, 1 - player))

    def _is_attacked(self, cell, enemy):
        """Tell whether a piece of the enemy could capture on a cell."""
        position = self.position
        own = enemy * 8
        behind = cell + (12 if enemy else -12)
        if position[behind - 1] == own + PAWN or position[behind + 1] == own + PAWN:
            return True
        for step in _LEAPS:
            if position[cell + step] == own + KNIGHT:
                return True
        for step in _ALL:
            place = cell + step
            if position[place] == own + KING:
                return True
            while not position[place]:
                place += step
            if position[place] == own + QUEEN or position[place] == own + (ROOK if step in _STRAIGHT else BISHOP):
                return True
        return False

    def _victim(self, action):
        """Return the cell of the piece that an action captures, 0 for none."""
        if not action & _TAKES:
            return 0
        target = action & 255
        return target if self.position[target] else (action >> 8 & 255) // 12 * 12 + target % 12

    def _is_safe(self, action, player):
        """Tell whether a player's king would not be in check after a move."""
        position = self.position
        start, target, victim = action >> 8 & 255, action & 255, self._victim(action)
        piece, taken = position[start], position[victim]
        if victim:
            position[victim] = 0
        position[target], position[start] = piece, 0
        king = target if piece & 7 == KING else position.find(bytes([player * 8 + KING]))
        is_safe = not self._is_attacked(king, 1 - player)
        position[target], position[start] = 0, piece
        if victim:
            position[victim] = taken
        return is_safe

    def is_in_check(self, player: int) -> bool:
        """Tell whether a player's king could be captured."""
        return self._is_attacked(self.position.find(bytes([player * 8 + KING])), 1 - player)

    def perform(self, action: int) -> None:
        """Move, with what belongs to it, and look for the end."""
        position = self.position
        player = position[-1]
        start, target, victim = action >> 8 & 255, action & 255, self._victim(action)
        kind = position[start] & 7
        if victim:
            position[victim] = 0
            if victim != target:
                self.events.append(("removed", victim))
        position[target] = player * 8 + (action // _BECOMES or kind)
        position[start] = 0
        if kind == KING and abs(target - start) == 2:
            self._move_rook(start, target)
        self._note(start, target, kind == PAWN or victim)
        if kind == PAWN and abs(target - start) == 24:
            self._allow_passant(start, target, player)
        position[-1] = 1 - player
        self._look_for_end(player)

    def _move_rook(self, start, target):
        corner = start + 3 if target > start else start - 4
        self.position[(start + target) // 2] = self.position[corner]
        self.position[corner] = 0
        self.events.append(("castled", (start + target) // 2))

    def _note(self, start, target, is_progress):
        """Keep what later positions are compared by."""
        position = self.position
        lost = position[CASTLINGS] & (_LOST.get(start, 0) | _LOST.get(target, 0))
        position[CASTLINGS] -= lost
        position[QUIET] = 0 if is_progress else position[QUIET] + 1
        if is_progress or lost or position[PASSANT]:
            position[_NUM_BACK] = 0  # no position before this move comes again
        else:
            place = _BACK + position[_NUM_BACK] * 2
            position[place], position[place + 1] = start, target
            position[_NUM_BACK] += 1
        position[PASSANT] = 0

    def _allow_passant(self, start, target, player):
        """Note the square behind a pawn if an enemy's pawn may legally go there: else the position is no other one."""
        position = self.position
        behind = (start + target) // 2
        for side in (target - 1, target + 1):
            if position[side] == (1 - player) * 8 + PAWN and self._is_safe(_TAKES | side << 8 | behind, 1 - player):
                position[PASSANT] = behind

    def _look_for_end(self, player):
        position = self.position
        if not self.can_move(1 - player):
            if self.is_in_check(1 - player):
                self.finish("mate", 1 << player)
            else:
                self.finish("stalemate")
        elif self._count_occurrences() >= OCCURRENCES:
            self.finish("repetition")
        elif position[QUIET] >= QUIET_MOVES:
            self.finish("quiet")

    def _count_occurrences(self):
        """Return how often this position has been on the board, with the same player to move."""
        position = self.position
        count = 1
        board = position[:144]
        for number in range(position[_NUM_BACK] - 1, -1, -1):
            start, target = position[_BACK + number * 2], position[_BACK + number * 2 + 1]
            board[start], board[target] = board[target], 0
            if (position[_NUM_BACK] - number) % 2 == 0 and board == position[:144]:
                count += 1
        return count

    def cell_name(self, cell: int) -> str:
        return square.cell_name((cell // 12 - 2) * 8 + cell % 12 - 2, 8)

    def field_name(self, field: int) -> str:
        """Return the square's name, empty beside the squares."""
        return self.cell_name(field) if field in SQUARES else ""

    def word(self, action: int) -> str:
        """Return `e2-e4`, `e4xd5`, `e7-e8=Q`; a castling is `e1-g1`."""
        link = "x" if action & _TAKES else "-"
        name = self.cell_name(action >> 8 & 255) + link + self.cell_name(action & 255)
        return name + ("=" + LETTERS[action // _BECOMES] if action >= _BECOMES else "")

    def parse(self, word: str) -> int:
        """Return the action a word means, -1 if none."""
        start, target = square.parse_cell(word[:2], 8, 8), square.parse_cell(word[3:5], 8, 8)
        kind = LETTERS.find(word[6:]) if len(word) == 7 and word[5] == "=" else 0
        if start < 0 or target < 0 or word[2] not in "-x" or (len(word) != 5 and kind not in PROMOTIONS):
            return -1
        return kind * _BECOMES | (_TAKES if word[2] == "x" else 0) | SQUARES[start] << 8 | SQUARES[target]

    def image(self) -> bytearray:
        """Return 1 for every square with a piece."""
        return board12.occupied(self.position, EDGE)

    def endpoints(self, actions: list[int]) -> tuple[bytes, bytes]:
        """Return the squares from and to which the player's piece goes, a captured one's are not among them."""
        return board12.endpoints(actions)

    def hand_moves(self, action: int) -> list[tuple[int, int]]:
        """A piece from square to square; what it captures there goes first; a promoted pawn is changed for a piece.

        A pawn captured en passant and the rook of a castling are not in it: they show as events (see `perform`).
        """
        target = action & 255
        taken = [(target, -1), (BEYOND, 1)] if self._victim(action) == target else []
        changed = [(BEYOND, 1), (BEYOND, -1)] if action >= _BECOMES else []
        return taken + [(action >> 8 & 255, -1)] + changed + [(target, 1)]

    def pieces(self, field: int) -> list[str]:
        """Return the piece of a square, a stone with its kind's letter."""
        piece = self.position[field]
        return ["N" + LETTERS[piece & 7] + str(piece >> 3)] if piece and piece != EDGE else []


def _add_pawn_move(moves, action):
    """Add a pawn's move, or on the last row its four promotions."""
    if (action & 255) // 12 in (2, 9):
        moves += [kind * _BECOMES | action for kind in PROMOTIONS]
    else:
        moves.append(action)
