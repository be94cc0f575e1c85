"""The page's connection to one board: its link, its game, and people's requests."""

import asyncio
import time
from collections.abc import Callable, Sequence
from enum import StrEnum
from functools import partial
from types import ModuleType
from typing import Any

from treppe import games
from treppe.alphabet import events as kinds
from treppe.alphabet.buttons import NAMES as BUTTONS
from treppe.alphabet.codes import diagnostic_of
from treppe.link.limits import LINE_BYTES, NAME_LETTERS
from treppe.link.line import compact

from treppe_host.errors import BoardError, CommandUnanswered, TreppeError
from treppe_host.link.client import Client, Message
from treppe_host.link.transport import SerialTransport
from treppe_host.records.followed_game import FollowedGame
from treppe_host.records.game_feed import GameFeed
from treppe_host.store.game_filter import GameFilter
from treppe_host.store.rows import GameRow
from treppe_host.store.store import Store
from treppe_host.supervision import start_job
from treppe_host.tune.kept_frames import FrameKeeper
from treppe_host.web.connections.changes import Changes

SETTINGS = ("brightness_percent", "language", "sound")
"""The board's settings that the page may change."""
_CONNECT_S = 5.0
_STILL_S = 15.0  # a board whose time has stood still for so long does not begin any more
_LOOK_S = 0.02
_SETTLED_S = 1.3
_WORDS_A_LINE = 20  # so many fit a line of the link
_ENVELOPE = 72  # bytes of a command besides its fields


def _cut(seats: list[str], **others: Any) -> list[str]:
    """Return as much of the players' names as a line to the board has room for, beside other fields of `new`.

    A letter outside ASCII takes six bytes there, or twice six.
    """
    for letters in range(NAME_LETTERS, 0, -1):
        named = [name.encode("utf-16-le")[: 2 * letters].decode("utf-16-le", "ignore") for name in seats]
        if len(compact({"seats": named, **others})) <= LINE_BYTES - _ENVELOPE:
            break
    return named


class Hands(StrEnum):
    """How a simulated board's pieces move: as actions of the rules, or piece by piece and seen by sensors."""

    IDEAL = "ideal"
    CAREFUL = "careful"
    CARELESS = "careless"


class BoardConnection:
    """A board as the people beside it see it; subclasses for real and for simulated boards.

    All methods run in the event loop in which `listen` was called; `changes` carries the link's messages into it.
    """

    is_simulated = False
    simulated: Any = None
    """The SimulatedConnection where the board is a simulated one, with a hand, a box and mishaps; else None."""
    surface: ModuleType | None = None
    """None until the board has named it."""

    def __init__(self, key: str, store: Store):
        """Open nothing yet. `key` is the board's name in addresses."""
        self.key = key
        self.board = ""
        """The board's own id, after its hello."""
        self.changes = Changes()
        self.client: Client | None = None
        """The host's end of the link; `listen` makes a new one."""
        self.attached: list[Callable[[Client], None]] = []
        """Called with each new client; may observe more of its messages."""
        self.keeper: FrameKeeper | None = None
        """Keeps what the sensors read, for a day."""
        self.take_clock: Callable[[str, dict[str, Any], dict[str, int] | None], bool] | None = None
        """Called with each new game's time limits; returns whether somebody else keeps the clock."""
        self.feed = GameFeed(store)
        self.roles = ""
        self.display: Message = {}
        self.notice: list[Message] = []
        """Faults: codes with their values."""
        self.settings: Message = {}
        """The board's settings by name; empty until it has sent them."""
        self.only = ""
        """The one action that people may play now, as in a lesson; empty where the rules alone count."""
        self.hints: list[str] = []
        """Each player's level of hints."""
        self.is_connected = False
        self.is_displaced = False
        self._store = store
        self._transport: SerialTransport | None = None
        self._image = b""  # empty until the board has sent it
        self.is_heard = asyncio.Event()
        self._has_begun = asyncio.Event()
        self._has_turned = asyncio.Event()

    @property
    def settled_s(self) -> float:
        """Seconds for which a hand may still move a piece on that it has put; programs answer after that."""
        return _SETTLED_S

    @property
    def game(self) -> FollowedGame:
        return self.feed.game

    # What differs between boards.

    @property
    def hands(self) -> Hands | None:
        """What moves pieces for people who click; None where they move them at the board themselves."""
        return None

    def open(self) -> None:
        """Check that the board can be reached, before the page is shown; raise PortError or SimulationError."""
        raise NotImplementedError

    def port(self) -> str:
        """Return the board's present port; raise PortError."""
        raise NotImplementedError

    def clock(self) -> float:
        """Return seconds of the board's time."""
        return time.monotonic()

    async def pass_time(self, seconds: float) -> None:
        """Wait for a span of the board's time."""
        await asyncio.sleep(seconds)

    @property
    def stacks(self) -> list[tuple[str, ...]]:
        """The pieces on each field, the bottom first."""
        raise NotImplementedError

    @property
    def hand(self) -> list[str]:
        """The pieces in people's hands."""
        raise NotImplementedError

    @property
    def supply(self) -> dict[str, int]:
        """Numbers of pieces beside the board, by code; empty if unknown."""
        return {}

    async def clear(self, state: games.State) -> None:
        """Clear the board for another position; raise TreppeError or SimulationError."""

    def lay_out(self, state: games.State) -> None:
        """Set up the pieces of a position."""

    # The link.

    async def listen(self) -> None:
        """Open the link to the board; raises PortError."""
        self.changes.begin()
        client = Client(self._store)
        for kind, take in self.takers().items():
            client.observe(kind, partial(self.changes.carry, take))
        for attach in self.attached:
            attach(client)
        self.client = client
        self._transport = SerialTransport(
            client, self.port, waits_for_update=True, on_failure=self._fail, on_store_error=self._fail, clock=self.clock
        )
        self._transport.start()

    async def close(self) -> None:
        """Close the link; the board goes on by itself."""
        if self._transport:
            await asyncio.to_thread(self._transport.close)
        self._take_silence({})

    def takers(self) -> dict[str, Callable[[Message], None]]:
        return {
            "connected": self._take_hello,
            "disconnected": self._take_silence,
            "displaced": self._take_displacement,
            "violation": self._take_violation,
            "event": self._take_event,
            "missing": self._take_gap,
            "lamps": self._take_lamps,
            "display": self._take_display,
            "image": self._take_image,
        }

    def _fail(self, failure: TreppeError) -> None:
        def take(_: Message) -> None:
            self.notice = [diagnostic_of(failure)]

        self.changes.carry(take, {})

    # Messages of the board.

    def _take_hello(self, hello: Message) -> None:
        self.board = hello["board"]
        self.feed.read_board(self.board)
        self.is_connected = True
        self.is_displaced = False
        self.notice = hello.get("complaints", [])
        self.is_heard.set()
        self.ask("status")

    def _take_silence(self, _: Message) -> None:
        self.is_connected = False
        self.is_heard.clear()
        self.roles = ""

    def _take_displacement(self, _: Message) -> None:
        self.is_displaced = True

    def _take_violation(self, violation: Message) -> None:
        self.notice = [violation]

    def _take_event(self, event: Message) -> None:
        if not self.feed.is_new(event):
            return
        kind = event["k"]
        self.feed.follow(event)
        if kind == kinds.RESUME:
            self._has_turned.set()
        if kind == kinds.START:
            self._has_begun.set()
        if kind in (kinds.START, kinds.RESUME, kinds.HINTS):
            self.ask("status")
        if kind == kinds.DROPPED and event["games"]:
            self.notice = [{"code": "games_dropped", "games": ", ".join(map(str, event["games"]))}]

    def _take_gap(self, _: Message) -> None:
        self.feed.lose()

    def _take_lamps(self, lamps: Message) -> None:
        self.roles = lamps["roles"]

    def _take_display(self, display: Message) -> None:
        was_open, self.display = self.display.get("menu"), display
        if was_open and not display["menu"]:
            self.ask("status")  # settings may have been changed at the board

    def _take_image(self, image: Message) -> None:
        self._image = bytes.fromhex(image["fields"])

    # Requests of people.

    @property
    def name(self) -> str:
        """The name that people gave to the board, empty if none."""
        return self._store.board_names().get(self.board, "")

    def press(self, button: str) -> None:
        """Press a button of the board."""
        if button in BUTTONS:
            self.ask("button", name=button)

    def release(self, button: str) -> None:
        """Release a button."""

    def choose(self, word: str) -> None:
        """Play an action that moves no piece, or answer a question, by its word or by `OK`, `MENU`."""
        if word in BUTTONS:
            self.ask("button", name=word)
        else:
            self.ask("choose", word=word)

    def take_back(self) -> None:
        self.ask("undo")

    def redo(self) -> None:
        """Play forward what was taken back."""
        self.ask("redo")

    def set(self, setting: Message) -> None:
        """Change a setting of the board by name and value."""
        if setting.get("name") in SETTINGS:
            self.ask("set", name=setting["name"], value=setting.get("value"))
            self.ask("status")

    def hint(self, wish: Message) -> None:
        """Give a player hints of a level."""
        self.ask("hints", player=wish.get("player"), level=wish.get("level"))
        self.ask("status")

    def ask(self, do: str, **fields: Any) -> None:
        """Send a command without waiting; an error becomes the notice."""
        if self._transport:
            task = start_job(self._await_answer(do, fields), f"the command {do}")
            task.add_done_callback(lambda _: self.changes.tell())

    async def _await_answer(self, do: str, fields: dict[str, Any]) -> None:
        try:
            answer = await self.command(do, **fields)
            if do == "status":
                self.settings, self.hints = answer["settings"], answer.get("hints", [])
                return
            self.notice = []
        except BoardError as error:
            self.notice = [diagnostic_of(error)]

    async def command(self, do: str, **fields: Any) -> Message:
        """Return the board's answer to a command; raise BoardError."""
        assert self._transport
        return await asyncio.wrap_future(self._transport.command(do, **fields))

    async def new_game(self, name: str, options: dict[str, Any], seats: list[str], terms: dict[str, Any]) -> None:
        """Clear the board and start a game; `terms` are further fields of the board's command `new`.

        Raises InvalidOption, TreppeError and SimulationError.
        """
        state = games.start(name, options)
        if not state.surface:
            raise games.InvalidOption({"code": "no_surface", "title": state.TITLE})
        await self.clear(state)
        await self.wait_for(self.is_heard)
        named = [seats[place] if place < len(seats) else "" for place in range(state.players)]
        self._has_begun.clear()
        if self.take_clock and self.take_clock(name, options, terms.get("clock")):
            terms = {field: value for field, value in terms.items() if field != "clock"}
        fields = {"game": name, "options": options, **terms}
        await self.command("new", seats=_cut(named, **fields), **fields)
        await self.wait_for(self._has_begun)
        self.lay_out(state)

    async def go_on_from(self, name: str, options: dict[str, Any], notations: Sequence[str]) -> None:
        """Start a game in which these actions have been played; raises as `new_game`."""
        await self.new_game(name, options, [], {})
        for first in range(0, len(notations), _WORDS_A_LINE):
            await self.command("play", words=list(notations[first : first + _WORDS_A_LINE]))
        await self._wait(lambda: len(self.game.notations) >= len(notations))
        if self.game.state:
            await self.clear(self.game.state)  # where another piece stands now the board has to see one leave
            self.lay_out(self.game.state)

    def keep_from_lists(self, is_kept_from: bool = True) -> None:
        """Let lists and statistics leave out the board's last stored game, or have it again."""
        last = self._store.games(GameFilter(board=self.board, limit=1, is_hidden=not is_kept_from))
        if last and str(last[0].origin).endswith(f"/{self.game.number}"):
            self._store.remark(last[0].number, "hide" if is_kept_from else "show", {})

    def can_show(self, surface: str) -> bool:
        """Return whether a game on a surface can be played on this board now."""
        return self.is_connected and self.surface is not None and surface == self.surface.NAME

    def has_played(self, record: GameRow) -> bool:
        """Return whether a game was played on this board and the board is connected."""
        return self.is_connected and record.board == self.board

    async def go_on(self, record: GameRow) -> None:
        """Resume a game on the board; raises TreppeError and SimulationError."""
        number = int(str(record.origin).rpartition("/")[2])
        await self.command("resume", game=number)
        while self.game.number != number:
            self._has_turned.clear()
            await self.wait_for(self._has_turned)

    async def wait_for(self, news: asyncio.Event) -> None:
        """Wait for news of the board, for a span of its own time; raise CommandUnanswered."""
        await self._wait(news.is_set)

    async def _wait(self, is_so: Callable[[], bool]) -> None:
        begun_s = moved_s = self.clock()
        moved_at_s = time.monotonic()
        while not is_so():
            now_s, at_s = self.clock(), time.monotonic()
            if now_s != moved_s:
                moved_s, moved_at_s = now_s, at_s
            if now_s - begun_s > _CONNECT_S or at_s - moved_at_s > _STILL_S:
                raise CommandUnanswered({"code": "board_silent"})
            await asyncio.sleep(_LOOK_S)
