"""The game on a board, followed event by event."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from treppe import games
from treppe.alphabet.image import BEYOND
from treppe.fold import GameLog
from treppe.games.host import facts
from treppe.play import clock as clocks

from treppe_host.records.fields import Markings, markings_of, place_names
from treppe_host.words import reason


class Way(NamedTuple):
    """What an action does with a piece: from where, to where, BEYOND for the supply, the piece, one it captures, and
    what it becomes, empty where it stays what it is.
    """

    start: int
    end: int
    piece: str
    captured: str = ""
    becomes: str = ""


@dataclass(frozen=True, slots=True)
class Turn:
    """One player's actions in a row, a notation for each, and the events that followed from them."""

    player: int
    notations: tuple[str, ...]
    ways: tuple[Way, ...]
    events: tuple[str, ...] = ()


class FollowedGame(GameLog):
    """One game from its events, with its position; `state` is None before the event `start`."""

    def __init__(self) -> None:
        super().__init__()
        self.state: games.State | None = None
        self.name = ""
        self.number = 0
        """The number of the game's event `start`."""
        self.names: tuple[str, ...] = ()
        self.seats: list[Any] = []
        """The players in the order of play; a value that is no text is no name."""
        self.last_fields: tuple[int, ...] = ()
        self.clock: clocks.Clock | None = None
        self.limits: dict[str, int] = {}
        """The clocks' limits, as the command `new` takes them."""
        self.failure = ""
        """The reason why the game cannot be followed any more; empty while it can."""
        self._log: list[tuple[int, str, tuple[str, ...], tuple[int, ...], Way]] = []
        self._due: frozenset[str] | None = None
        self._movable: frozenset[str] | None = None
        self._silent: list[str] | None = None

    def follow(self, event: dict[str, Any]) -> None:
        """Take the next event of the board; after one that breaks the rules the game is followed no further."""
        self._due = self._movable = self._silent = None
        try:
            super().follow(event)
        except ValueError as error:
            self.__init__()  # type: ignore[misc]
            self.failure = reason(error)
        self.last_fields = self._log[-1][3] if self._log else ()

    def begin(self, event: dict[str, Any]) -> None:
        self.__init__()  # type: ignore[misc]
        super().begin(event)
        self.name, self.number = event["game"], event.get("e", 0)
        self.state = games.start(self.name, event.get("options", {}))
        self.names = place_names(self.state)
        self.seats = event.get("seats") or []
        self.limits = event.get("clock") or {}
        self.clock = clocks.read(self.limits, self.state.players)

    @property
    def left_ms(self) -> list[int]:
        """The time left on each player's clock; empty without clocks."""
        return self.clock.left_ms if self.clock else []

    def belongs(self, event: dict[str, Any]) -> bool:
        if self.state is not None and self.clock and "left_ms" in event:
            self.clock.left_ms[self.state.current_player()] = event["left_ms"]
        return self.state is not None

    def record_action(self, event: dict[str, Any]) -> None:
        super().record_action(event)
        state: Any = self.state
        word = event["word"]
        action = state.action(word)
        player = state.current_player()
        fields, before = tuple(state.touched(action)), state.clone()
        state.apply_action(action)
        if self.clock:
            self.clock.switch_player(player, state.current_player())
        events = tuple(state.event_line(event) for event in state.events)
        self._log.append((player, word, events, fields, way_of(before, action, state)))

    def take_back(self, event: dict[str, Any]) -> None:
        super().take_back(event)
        state: Any = self.state
        for _ in range(event["count"]):
            follower = state.current_player()
            state.undo_action()
            self._log.pop()
            if self.clock:
                self.clock.take_back(state.current_player(), follower)

    def give_up(self, event: dict[str, Any]) -> None:
        if self.clock and self.state is not None and event.get("why") == "time":
            self.clock.left_ms[self.state.current_player()] = 0

    def reopen(self) -> None:
        super().reopen()
        if self.clock and self.state is not None:
            self.clock.reopen(self.state.current_player())

    def due_pieces(self) -> frozenset[str]:
        """Return the pieces that may be brought onto the board now, by code."""
        if self._due is None:
            self._due = frozenset(self._brought())
        return self._due

    def movable_pieces(self) -> frozenset[str]:
        """Return the pieces on the board that may be lifted now, by code."""
        if self._movable is None:
            state: Any = self.state
            is_going_on = state is not None and not self.is_over
            firsts = set(state.endpoints(state.legal_actions())[0]) - {BEYOND} if is_going_on else set()
            self._movable = frozenset(state.pieces(field)[-1] for field in firsts)
        return self._movable

    def brought_to(self, field: int) -> set[str]:
        """Return the pieces that may be brought from the supply onto a field now, by code."""
        state: Any = self.state
        if state is None or self.ending or state.is_terminal():
            return set()
        actions = state.legal_actions()
        firsts, lasts = state.endpoints(actions)
        found = set()
        for action, first, last in zip(actions, firsts, lasts, strict=True):
            if first == BEYOND and last == field:
                after = state.clone()
                after.apply_action(action)
                found.update(after.pieces(field)[-1:])
        return found

    def _brought(self) -> Iterable[str]:
        state: Any = self.state
        if state is None or self.ending or state.is_terminal():
            return
        for action in state.legal_actions():
            hand_moves = state.hand_moves(action)
            if hand_moves and hand_moves[0][0] == BEYOND:
                after = state.clone()
                after.apply_action(action)
                yield from after.pieces(hand_moves[-1][0])[-1:]

    def silent_words(self) -> list[str]:
        """Return the notations of the actions that move no piece, without the end of the turn."""
        if self._silent is None:
            state: Any = self.state
            actions = state.legal_actions() if state is not None and not self.is_over else []
            notations = [state.word(action) for action in actions if not state.hand_moves(action)]
            self._silent = [word for word in notations if word != "."]
        return self._silent

    def may_end(self) -> str:
        """Return what the player to move may end early: `turn`, `game` where he plays alone, else empty."""
        state: Any = self.state
        if state is None or self.ending or state.is_terminal():
            return ""
        if state.STOP < 0 or state.STOP not in state.legal_actions():
            return ""
        return "turn" if state.players > 1 else "game"

    def ways(self) -> list[list[int]]:
        """Return the ways to draw over the board now, as fields of the surface."""
        if self.state is None or self.ending or self.state.is_terminal():
            return []
        return facts.of(self.name).ways(self.state)

    @property
    def markings(self) -> Markings:
        """The game's marks on the ground."""
        return markings_of(self.state) if self.state else Markings()

    @property
    def is_over(self) -> bool:
        """True after the end of the game, by the rules or by agreement."""
        return self.state is not None and (self.ending is not None or self.state.is_terminal())

    @property
    def reason(self) -> str:
        """Why a game that is over has ended."""
        assert self.state
        return str((self.ending or {}).get("reason", self.state.reason))

    @property
    def winners(self) -> Sequence[int]:
        """The winners of a game that is over."""
        assert self.state
        winners: Sequence[int] = (self.ending or {}).get("winners", self.state.winners)
        return winners

    def turns(self) -> list[Turn]:
        """Return the actions so far by turn: a player's actions in a row make one turn."""
        turns: list[Turn] = []
        for player, word, events, _, way in self._log:
            if turns and turns[-1].player == player and not turns[-1].events:
                turns[-1] = Turn(player, (*turns[-1].notations, word), (*turns[-1].ways, way), events)
            else:
                turns.append(Turn(player, (word,), (way,), events))
        return turns


def way_of(before: games.State, action: int, after: games.State) -> Way:
    """Return what an action does with a piece, from the positions before and after it."""
    if action < -1:  # a player leaves the game: he moves none
        return Way(BEYOND, BEYOND, "")
    [start], [end] = before.endpoints([action])
    if start != BEYOND:
        standing = before.pieces(end) if before.CAPTURES and end != BEYOND else []
        piece, stands = before.pieces(start)[-1], (after.pieces(end) if end != BEYOND else [])[-1:]
        becomes = [code for code in stands if piece[0] == code[0] == "N" and piece[1] != code[1]]
        return Way(start, end, piece, (standing or [""])[-1], (becomes or [""])[0])
    return Way(start, end, (after.pieces(end) or [""])[-1] if end != BEYOND else "")
