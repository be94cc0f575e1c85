"""The base of all games: the position, its history and its notation."""

from typing import TYPE_CHECKING

from treppe.alphabet.image import BEYOND
from treppe.games import position_text
from treppe.games.errors import IllegalAction, InvalidWord, NothingToUndo
from treppe.runtime import const

_SPACING = const(16)
_LEAVES = ("resign", "time")  # why a player may leave a game that goes on
# What is only declared takes no memory: True for a type checker, which knows the name, and False wherever this runs.


class State:
    """A game in progress: one position, and the way it came about.

    A game's rules have a class `State(state.State)` that sets `NAME`, `TITLE`, `SURFACE`, `REASONS` and implements
    `set_up`, `legal_actions`, `perform`, `word`, `parse`, `image`, `hand_moves`, `endpoints`, `pieces`, `cell_name`,
    and `field` where cells and surface fields differ.

    The whole position lies in one bytearray, `position`: it is copied, compared, written to text and taken back
    as a whole, so a game keeps nothing that can change anywhere else. Its last three bytes are the same in all
    games: `[-1]` the player to move, `[-2]` the index into `REASONS` (0 while the game goes on), `[-3]` the set
    of winners, bit p for player p; while the game goes on, of players who have left it. What comes before them is the
    game's own, cells first.

    Where more than two play for themselves, one may leave: he gives up, or his time is up. His pieces stay, his turns
    are passed over, and he cannot win. That is an action of the history with a negative number (see `leaving`), but
    never a legal one.

        >>> from treppe import games
        >>> state = games.start("step", players=2, size=5)
        >>> state.apply_action(state.action("a1-b1"))
        >>> state.current_player(), [state.word(action) for action in state.history()]
        (0, ['a1-b1'])
        >>> state.apply_action(state.action("+a1"))
        >>> state.current_player(), state.is_terminal()
        (1, False)
    """

    NAME = ""
    TITLE = ""
    SURFACE = ""
    DRAWING = "drawing12"  # the module that draws the board in letters
    REASONS: tuple[str, ...] = ("",)
    STOP = -1  # the action `.`, if the game has it
    # How hands do actions, for the table; docs/dev/games.md tells what follows from each.
    SIMPLE = True  # an action moves one piece: its `hand_moves` touches no fields but its `endpoints`
    CAPTURES = False  # at the last of its ends another piece may stand, which goes
    PASSES = False  # pieces between its ends go as well (`passed`, `count_passing`); then it is not SIMPLE
    CHAINS = False  # a piece that has been moved may be moved on by the same player (`moves_on`)
    TWO_SIDED = False  # pieces have two sides, and are turned over
    OPEN_SEED = False  # what a seed deals may be seen by all, so the board's menu may deal, too
    JUDGED = False  # its folder has a `judge`, by which a board without a PC can play
    DEALS_CARDS = False  # nor does it matter where it is for one alone: the display shows him what he holds

    def __init__(self, options: dict, size: int = 0):
        """Make room for a position of `size` bytes; `options` are complete and checked (see `games.start`)."""
        self.options = options
        self.players = options["players"]
        self.position = bytearray(size)
        self.events: list[tuple] = []
        self._actions: list[int] = []
        self._snapshots: list[bytes] = []

    # For games to implement.

    if TYPE_CHECKING:

        def set_up(self) -> None:
            """Write the start position into the empty `position`."""
            raise NotImplementedError

        def legal_actions(self) -> list[int]:
            """Return the legal actions, each once, in no particular order; none when the game is over.

            An action is a number below 2**30 that means something in this position alone: keep its `word` instead.

                >>> from treppe import games
                >>> state = games.start("aufstellen", board="small")
                >>> sorted(state.word(action) for action in state.legal_actions())[:3]
                ['+b11', '+b2', '+b5']
            """
            raise NotImplementedError

        def perform(self, action: int) -> None:
            """Change `position` by a legal action and add what happens by itself to `events`."""
            raise NotImplementedError

        def word(self, action: int) -> str:
            """Return the notation of an action, ASCII without blanks; ask before it is applied.

            It is the same in all languages; each game's rules page lists its notations, `action` reads them.

                >>> from treppe import games
                >>> state = games.start("step", size=5)
                >>> state.word(state.action("a1-b1"))
                'a1-b1'
            """
            raise NotImplementedError

        def parse(self, word: str) -> int:
            """Return the action that a word means, legal or not; -1 if it is none of this game."""
            raise NotImplementedError

        def image(self) -> bytearray:
            """Return what the sensors should see, a byte a surface field: reed 0 or 1; tower level, + 16 for a ball.

            treppe.alphabet.image has the byte's meaning. What hands move is the difference of two images.

                >>> from treppe import games
                >>> [height for height in games.start("step", size=5).image() if height]
                [16, 5, 16]
            """
            raise NotImplementedError

        def hand_moves(self, action: int) -> list[tuple[int, int]]:
            """Return the hand movements of an action in physical order, as (surface field, change of its image).

            Field 255 is beyond the surface (supply, box). What the game itself does afterwards (a collapse, the ball
            of an eliminated player, the rook of a castling) is not in it: `perform` adds an event, and it shows as
            difference between the board and `image()`.
            """
            raise NotImplementedError

        def endpoints(self, actions: list[int]) -> tuple[bytes, bytes]:
            """Return the fields that the piece which the player moves leaves, and where it then stands, by action.

            A piece that is captured at the target is not among them, though hands may lift it first. 255 is beyond the
            surface; both are 255 where `hand_moves` is empty. Of an action that takes two pieces off, their fields.
            """
            raise NotImplementedError

        def pieces(self, field: int) -> list[str]:
            """Return what stands on a surface field, the bottom first: a letter for the shape, then the colour.

            O ball, B brick, D disc, S square, T triangle, C cylinder, P any piece, W white stone, and N a stone with a
            figure or letter on it, which stands before the colour: `N41` has a 4, `NK1` a K.

                >>> from treppe import games
                >>> state = games.start("step", players=2, size=5)
                >>> state.apply_action(state.action("a1-b1"))
                >>> [state.pieces(field) for field in range(49) if state.pieces(field)]
                [['O0'], ['B', 'B', 'B', 'B', 'B'], ['O1']]
            """
            raise NotImplementedError

        def cell_name(self, cell: int) -> str:
            """Return the name of a cell of the rules."""
            raise NotImplementedError

        def can_move(self, player: int) -> bool:
            """Tell whether a player would have a legal action, were it his turn; for games that use `next_player`."""
            raise NotImplementedError

    # For games to override.

    def owner(self, field: int) -> int:
        """Return the player to whom the piece on top of a surface field belongs, -1 if it has no owner.

        >>> from treppe import games
        >>> state = games.start("step", players=2, size=5)
        >>> [state.owner(field) for field in range(49) if state.pieces(field)]
        [0, -1, 1]
        """
        pieces = self.pieces(field)
        if not pieces or pieces[-1][0] not in "OSTCN":
            return -1
        return int(pieces[-1][2 if pieces[-1][0] == "N" else 1])

    def moves_on(self, action: int, field: int) -> int:
        """Tell whether the same player might move the piece of an action on to a surface field, where `CHAINS`.

        0: no; 1: yes; 2: yes, but seldom enough to be asked about.
        """
        return 1

    def passed(self, action: int) -> range:
        """Return the fields from which an action takes pieces that it passes, where `PASSES`."""
        raise NotImplementedError

    def count_passing(self, field: int, firsts: bytes, lasts: bytes, counts: bytearray) -> None:
        """Add one to the count of each of some actions, by their `endpoints`, that passes a field, where `PASSES`."""
        raise NotImplementedError

    def passage(self, action: int) -> list[int]:
        """Return the fields to light as the way of an action, where hands do not show it."""
        return []

    @property
    def surface(self) -> str:
        """The surface that this game is played on; empty if there is none for these options."""
        return self.SURFACE

    @property
    def scores(self) -> tuple[int, ...] | None:
        """Points by player, or None in a game without points.

        >>> from treppe import games
        >>> games.start("weltreich").scores, games.start("seven", players=3).scores
        (None, (0, 0, 0))
        """
        return None

    @property
    def rating(self) -> str:
        """What the result of one player alone is worth: a key of the game's texts, empty where there is none."""
        return ""

    def winning_fields(self, player: int) -> list[int]:
        """Return the fields that shine when a player has won: those of his pieces."""
        image = self.image()
        return [field for field in range(len(image)) if image[field] and self.owner(field) == player]

    def notes(self) -> list[tuple]:
        """Return what the player to move has in front of him: (key in the game's texts, a player or -1, a value)."""
        return []

    def own_notes(self, player: int) -> list[tuple]:
        """Return what a player may know of himself alone, as `notes` do: the display shows it to him who asks."""
        return []

    def signs(self) -> list[tuple[int, int]]:
        """Return the fields beside the board whose lamps tell of a player: (field, player)."""
        return []

    # The same for all games.

    def current_player(self) -> int:
        """Return the player to move, from 0, -1 when the game is over.

        The same player may be asked several times in a row: a turn has as many actions as its game gives it.

            >>> from treppe import games
            >>> games.start("tor").current_player()
            0
        """
        return -1 if self.position[-2] else self.position[-1]

    def is_terminal(self) -> bool:
        """Return whether the game is over; then `reason` and `winners` say how, and no action is legal.

        >>> from treppe import games
        >>> state = games.start("aufstellen", board="small")
        >>> while not state.is_terminal():
        ...     state.apply_action(min(state.legal_actions()))
        >>> state.legal_actions(), state.current_player(), state.reason in state.REASONS
        ([], -1, True)
        """
        return self.position[-2] != 0

    @property
    def reason(self) -> str:
        """Why the game ended, one of the game's `REASONS`; empty while it goes on.

        >>> from treppe import games
        >>> state = games.start("tor")
        >>> state.finish("deadlock")
        >>> state.reason, state.is_terminal(), state.winners
        ('deadlock', True, ())
        """
        return self.REASONS[self.position[-2]]

    @property
    def winners(self) -> tuple[int, ...]:
        """The players who won, in the order of their seats: all of a team; none in a draw and while the game goes on.

        >>> from treppe import games
        >>> state = games.start("weltreich", players=4, teams=True)
        >>> state.finish(state.REASONS[-1], 0b1010)
        >>> state.winners, state.returns()
        ((1, 3), [-1, 1, -1, 1])
        """
        mask = self.position[-3] if self.position[-2] else 0
        return tuple(player for player in range(self.players) if mask >> player & 1)

    def returns(self) -> list[int]:
        """Return what the end is worth, by player: 1 for a winner, -1 for a loser, 0 in a draw or before the end.

        >>> from treppe import games
        >>> games.start("aufstellen").returns()
        [0, 0]
        """
        mask = self.position[-3] if self.position[-2] else 0
        return [0 if not mask else 1 if mask >> player & 1 else -1 for player in range(self.players)]

    def field(self, cell: int) -> int:
        """Return the surface field of a cell."""
        return cell

    def field_name(self, field: int) -> str:
        """Return what the game calls a surface field; empty for one that lies outside its board."""
        return self.cell_name(field)

    def is_out(self, player: int) -> bool:
        """Tell whether a player has been eliminated, or has left: he is not asked any more."""
        return self.has_left(player)

    def has_left(self, player: int) -> bool:
        """Tell whether a player has left the game, which goes on without him.

        >>> from treppe import games
        >>> state = games.start("weltreich", players=3)
        >>> state.apply_action(state.leaving("resign:0"))
        >>> state.has_left(0), state.current_player(), state.is_terminal()
        (True, 1, False)
        """
        return self.position[-2] == 0 and bool(self.position[-3] >> player & 1)

    def may_leave(self, player: int) -> bool:
        """Return whether the game would go on without a player: at least two others are left, each for himself.

        A team that one of its two players leaves has lost: its goals need both.
        """
        if self.position[-2] or self.options.get("teams") or not 0 <= player < self.players or self.is_out(player):
            return False
        return sum([not self.is_out(seat) for seat in range(self.players)]) > 2

    def leaving(self, word: str) -> int:
        """Return the action of leaving that a word like `resign:1` or `time:1` means, 0 if it means none.

        Such an action is below 0, so that it is none of the game's own, and may come out of turn.

        >>> from treppe import games
        >>> state = games.start("weltreich", players=3)
        >>> state.leaving("resign:1") < 0, state.leaving("a1-b2")
        (True, 0)
        """
        why, _, player = word.partition(":")
        return -1 - _LEAVES.index(why) * 4 - int(player) - 1 if why in _LEAVES and player in ("0", "1", "2", "3") else 0

    def notation(self, action: int) -> str:
        """Return the notation of any action of the history, also that of leaving; ask before it is applied.

        >>> from treppe import games
        >>> state = games.start("weltreich", players=3)
        >>> state.notation(state.leaving("resign:1"))
        'resign:1'
        """
        if action > -2:
            return self.word(action)
        return _LEAVES[(-2 - action) >> 2] + ":" + str((-2 - action) & 3)

    def touched(self, action: int) -> list[int]:
        """Return the surface fields that hands touch in any action of the history."""
        return [field for field, _ in self.hand_moves(action) if field != BEYOND] if action > -2 else []

    def abort_turn(self) -> None:
        """The player to move has left: his turn ends, whatever he has done in it."""
        self.next_player()

    def _do(self, action: int) -> None:
        if action > -2:
            self.perform(action)
            return
        player = (-2 - action) & 3
        self.position[-3] |= 1 << player
        self.events.append(("left", player))
        if self.position[-1] == player:
            self.abort_turn()

    def next_player(self) -> None:
        """Give the turn to the next player who can move; skip those who cannot; if no player can, end in a deadlock."""
        player = self.position[-1]
        for _ in range(self.players):
            player = (player + 1) % self.players
            if self.is_out(player):
                continue
            if self.can_move(player):
                self.position[-1] = player
                return
            self.events.append(("blocked", player))
        self.finish("deadlock")

    def finish(self, reason: str, winners: int = 0) -> None:
        """End the game; `winners` is a set of bits."""
        self.position[-2] = self.REASONS.index(reason)
        self.position[-3] = winners

    def apply_action(self, action: int) -> None:
        """Play a legal action, and note it and what follows from it in `events`.

        Legality is the caller's to check, with `action` or `legal_actions`: another action leaves a position that no
        rule foresees. Each call costs one copy of the position, for `undo_action`.

            >>> from treppe import games
            >>> state = games.start("blockade")
            >>> before = state.text()
            >>> state.apply_action(state.legal_actions()[0])
            >>> state.undo_action()
            >>> state.text() == before
            True
        """
        if len(self._actions) % _SPACING == 0:
            self._snapshots.append(bytes(self.position))
        self._actions.append(action)
        self.events = []
        self._do(action)

    def undo_action(self) -> None:
        """Take the last action back; `events` are then those of the action before it.

        Raises `NothingToUndo` at the start. Every 16th position is kept and the actions between are played again: a
        history of 500 actions stays within 12 kB, and a take-back is exact without a line of code in any game.

            >>> from treppe import games
            >>> state = games.start("step", size=5)
            >>> state.apply_action(state.action("a1-b1"))
            >>> state.undo_action()
            >>> state.history()
            []
        """
        if not self._actions:
            raise NothingToUndo({"code": "nothing_back"})
        self._actions.pop()
        length = len(self._actions)
        kept = (length - 1) // _SPACING if length else 0
        del self._snapshots[kept + 1 :]
        self.position[:] = self._snapshots[kept]
        self.events = []
        for index in range(kept * _SPACING, length):
            self.events = []
            self._do(self._actions[index])
        if not length:
            self._snapshots.clear()

    def history(self) -> list[int]:
        """Return the actions that stand, the first one first: those that were taken back are not among them.

        Their words are found by playing them again, for a word is asked for before its action is applied.

            >>> from treppe import games
            >>> state = games.start("step", size=5)
            >>> state.apply_action(state.action("a1-b1"))
            >>> again = games.start("step", size=5)
            >>> [again.word(action) for action in state.history()]
            ['a1-b1']
        """
        return self._actions[:]

    def clone(self) -> "State":
        """Return an independent copy with the same history: what is played or taken back in one leaves the other alone.

        >>> from treppe import games
        >>> state = games.start("tor")
        >>> twin = state.clone()
        >>> twin.apply_action(twin.legal_actions()[0])
        >>> len(state.history()), len(twin.history())
        (0, 1)
        """
        twin = type(self)(self.options)
        twin.position[:] = self.position
        twin.events = self.events[:]
        twin._actions = self._actions[:]
        twin._snapshots = self._snapshots[:]
        return twin

    def action(self, word: str) -> int:
        """Return the legal action that a notation means in this position.

        Raises `InvalidWord` for what is no notation of the game, `IllegalAction` for what the rules forbid here; both
        carry a code with its values.

            >>> from treppe import games
            >>> state = games.start("step", size=5)
            >>> state.word(state.action("a1-b1"))
            'a1-b1'
            >>> state.action("a1-e5")
            Traceback (most recent call last):
                ...
            treppe.games.errors.IllegalAction: {'code': 'illegal', 'word': 'a1-e5', ...}
        """
        action = self.leaving(word)
        if action and self.may_leave((-2 - action) & 3):
            return action
        action = self.parse(word)
        if action < 0:
            raise InvalidWord({"code": "no_word", "game": self.NAME, "word": word, "position": self.text()})
        if action not in self.legal_actions():
            raise IllegalAction({"code": "illegal", "word": word, "position": self.text()})
        return action

    def event_line(self, event: tuple) -> str:
        """Return an event as a line of the protocol; cells by name, players by number."""
        if event[0] in ("blocked", "eliminated", "converted", "left"):
            return " ".join(str(item) for item in event)
        return event[0] + " " + self.cell_name(event[1])

    def result(self) -> str:
        """Return `*` while the game goes on, else `REASON winners=0,2 scores=12,9`, as `treppe engine` answers it.

        >>> from treppe import games
        >>> games.start("cubes", seed=7).result()
        '*'
        """
        if not self.is_terminal():
            return "*"
        line = self.reason + " winners=" + ",".join(str(player) for player in self.winners)
        if self.scores is not None:
            line += " scores=" + ",".join(str(score) for score in self.scores)
        return line

    def board(self) -> str:
        """Return a drawing of the board in letters, over several lines."""
        # Asked for at a prompt only.
        return __import__("treppe.games." + self.DRAWING, None, None, ("draw_board",)).draw_board(self)

    def text(self) -> str:
        """Return game, options and position as one short line, for logs and reports of faults (see position_text.py).

        `treppe.games.positions.read` makes the position of it again, without its history.

            >>> from treppe import games
            >>> from treppe.games import positions
            >>> line = games.start("sprung").text()
            >>> positions.read(line).text() == line
            True
        """
        return position_text.write(self)
