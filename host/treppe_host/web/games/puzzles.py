"""Puzzles from stored games: lists people's worst actions, and puts one onto a board."""

from dataclasses import dataclass
from functools import partial
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse
from treppe.games import State, catalogue
from treppe_sim.errors import SimulationError

from treppe_host.errors import BoardError, TreppeError
from treppe_host.programs import stored_games
from treppe_host.programs.analysis import Mistake
from treppe_host.programs.seats import is_program_at
from treppe_host.store.game_filter import GameFilter
from treppe_host.store.rows import GameRow
from treppe_host.store.store import Store
from treppe_host.web import assets, layout, texts
from treppe_host.web.connections.connection import BoardConnection
from treppe_host.web.connections.connections import BoardConnections
from treppe_host.web.connections.puzzler import Puzzle
from treppe_host.web.games.position import Position
from treppe_host.web.requests import Content
from treppe_host.web.texts.en import Texts
from treppe_host.words import reason

_FEW = 5
_GAMES, _MOST = 200, 40
_SOLVED = "solved"


@dataclass(frozen=True, slots=True)
class Listed:
    """A mistake of a person in a stored game, and whether it was solved as a puzzle."""

    game: GameRow
    mistake: Mistake
    is_solved: bool

    @property
    def key(self) -> str:
        """The puzzle's name in addresses: the number of its game, and its place there."""
        return _key(self.game.number, self.mistake)


class Puzzles:
    """Finds puzzles in a store, poses them on boards, and keeps which of them were solved."""

    def __init__(self, connections: BoardConnections, store: Store):
        self._connections = connections
        self._store = store

    def find(self) -> list[Listed]:
        """Return the worst mistakes of people in the latest games: those still to be solved first."""
        found = []
        for game in self._store.games(GameFilter(limit=_GAMES)):
            remarks = self._store.remarks(game.number)
            solved = {remark.content["place"] for remark in remarks if remark.kind == _SOLVED}
            for mistake in stored_games.mistakes_in(remarks):
                if not is_program_at(game.seats, mistake.player):
                    found.append(Listed(game, mistake, mistake.place in solved))
        return sorted(found, key=lambda each: (each.is_solved, -each.mistake.loss))[:_MOST]

    def _turn_of(self, listed: Listed) -> int:
        """Return the number of a mistake's turn, as the game's record shows it."""
        return self._store.sheet(listed.game.number).turn_numbers()[listed.mistake.place - 1]

    def build_list(self, request: Request) -> HTMLResponse:
        """Return the page with the list."""
        words = layout.words_for(request)
        listed = self.find()
        say = words.PUZZLE
        rows = [_puzzle_row(words, each, self._turn_of(each)) for each in listed]
        content = assets.part("game_parts", "puzzles", say, rows)
        wiring = layout.Wiring(acts="games/do")
        return layout.page("games", words, say["title"], "puzzles", wiring=wiring, content=content)

    async def pose_listed(self, key: str, language: str) -> Content:
        """Put a puzzle of the list onto a board; `key` is its game's number and its place in the game."""
        for each in self.find():
            if key == each.key:
                return await self.pose(each.game.number, each.mistake, language)
        return {}

    async def _pose_after(self, key: str, language: str) -> Content:
        """Put the next unsolved puzzle after this one onto a board; where all are solved, the next one."""
        listed = self._by_loss()
        place = next((place for place, each in enumerate(listed) if each.key == key), -1)
        others = listed[place + 1 :] + listed[: max(place, 0)]
        following = [each for each in others if not each.is_solved] or others
        if not following:
            return {"go": "games/puzzles"}
        return await self.pose(following[0].game.number, following[0].mistake, language)

    def _by_loss(self) -> list[Listed]:
        """Return all puzzles in the order of their numbers, which solving one does not change."""
        return sorted(self.find(), key=lambda each: -each.mistake.loss)

    async def pose(self, number: int, mistake: Mistake, language: str) -> Content:
        """Put the position before a mistake in a game onto a board, and show the board."""
        try:
            state = Position(self._store.sheet(number), mistake.place - 1).state
            fitting = [each for each in self._connections.all.values() if each.can_show(state.surface)]
            if not fitting:
                raise BoardError(texts.load(language).PUZZLE["no_board"])
            board = min(fitting, key=lambda each: each.is_simulated)
            await self._connections.board_programs[board.key].puzzler.pose(self._puzzle(number, state, mistake))
            self._put_aside(board)
        except (TreppeError, SimulationError, TimeoutError) as error:
            return {"html": {"notice": reason(error, language)}}
        return {"go": f"boards/{board.key}"}

    def _puzzle(self, number: int, state: State, mistake: Mistake) -> Puzzle:
        """Return the puzzle of a mistake in a game; `state` has the actions before it."""
        key = _key(number, mistake)
        keys = [each.key for each in self._by_loss()]
        return Puzzle(
            source=number,
            begins=len(state.history()),
            state=state.clone(),
            better=mistake.better,
            verdicts={mistake.better: True, mistake.word: False},
            keep=partial(self._store.remark, number, _SOLVED, {"place": mistake.place}),
            place=keys.index(key) + 1 if key in keys else 0,  # a mistake of a program is in no list
            count=len(keys),
            go_on=partial(self._pose_after, key),
        )

    def _put_aside(self, board: BoardConnection) -> None:
        """Leave a puzzle that is on a board out of lists and statistics."""
        for each in self._store.games(GameFilter(limit=_FEW)):
            if each.board == board.board and str(each.origin).endswith(f"/{board.game.number}"):
                self._store.remark(each.number, "hide", {})


def _key(number: int, mistake: Mistake) -> str:
    return f"{number}/{mistake.place - 1}"


def _puzzle_row(words: Texts, listed: Listed, turn: int) -> dict[str, Any]:
    mistake, game = listed.mistake, listed.game
    name, title = texts.player_name(words, game.seats, mistake.player), catalogue.title(game.game)
    return {
        "is_solved": listed.is_solved,
        "number": game.number,
        "player": mistake.player,
        "loss": 100 * mistake.loss,
        "source": words.PUZZLE["turn"].format(title=title, number=game.number, turn=turn, name=name),
        "key": listed.key,
    }
