"""One game on two boards: sends this board's actions to the other one, and leads hands to carry out those from there.

Nothing here remembers sent actions: joined_board.py keeps the common ones, reconciler.py resolves differences, and
shared_game.py holds the agreement. This file compares after each change, and has the facts for the page.
"""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

from treppe import games
from treppe.alphabet import events as kinds
from treppe_host.errors import TreppeError
from treppe_host.html import Html, html
from treppe_host.link.client import Client, Message
from treppe_host.programs.turn import Step
from treppe_host.supervision import start_job, start_task
from treppe_host.web.connections.connection import BoardConnection
from treppe_host.web.connections.move_prompter import MovePrompter
from treppe_host.words import reason
from treppe_host.words.translation import translated
from treppe_sim.errors import SimulationError

from treppe_together import TEXTS
from treppe_together.fair_clock import FairClock
from treppe_together.joined_board import JoinedBoard
from treppe_together.pair import Pair
from treppe_together.reconciler import Reconciler
from treppe_together.shared_game import GUEST, HOST, is_playable

_AGAIN_S = 1.0
_TICK_S = 0.5
_WRONG_S = 3.0


def _load_texts(language: str) -> dict[str, str]:
    words: dict[str, str] = translated(TEXTS, language)["TOGETHER"]
    return words


class RivalBoard:
    """Keeps the game of one board equal to the agreement of both sides."""

    is_thinking = False

    def __init__(self, connection: BoardConnection, pair: Pair):
        """Watch the board from now on; `begin` begins."""
        self.failure: Exception | None = None
        self.pair = pair
        self._connection = connection
        self._board = JoinedBoard(connection, pair)
        self._clock = FairClock(self._board)
        self._start = SharedStart(self._board, self._clock)
        self.prompter = MovePrompter(connection)
        self._reconciler = Reconciler(self._board, self.prompter, self._clock)
        self.moment: object = None
        self._restarts = 0
        self._wrong_ticks = 0
        self._work: asyncio.Task[None] | None = None
        self.ticking: asyncio.Task[None] | None = None
        pair.watch = self.compare_boards
        connection.changes.watchers.append(self.compare_boards)
        connection.attached.append(self._attach)

    def begin(self) -> None:
        """Connect to the broker; in the event loop."""
        self.pair.open()
        self.ticking = start_task(self._tick(), "the tie to the other board")

    def close(self) -> None:
        """Stop; the game goes on later."""
        self.drop_step()
        if self.ticking:
            self.ticking.cancel()
        self.pair.close()

    # For the page.

    @property
    def wish(self) -> Step | None:
        """The action of the other side for hands to carry out now."""
        return self.prompter.wish

    @property
    def is_ours(self) -> bool:
        """Whether the game on the board is the one that is played together."""
        return self._board.is_ours

    @property
    def is_to_move(self) -> bool:
        """Whether it is the other side's turn, or it has played and hands have to follow."""
        agreement, state = self._board.agreement, self._connection.game.state
        if not agreement or not state or not self.is_ours or state.is_terminal():
            return False
        return agreement.side_of(state.current_player()) != self.pair.side

    @property
    def open_question(self) -> tuple[bool, str, tuple[str, ...]] | None:
        """The open question: whether the other side asks it, `ask` or `offer`, and the actions to take back.

        `claim`: whether people here have done what the other side's log tells of them, and their actions there.
        """
        agreement, claimed = self._board.agreement, self.pair.game.claimed
        if claimed:
            return True, "claim", tuple(entry["word"] for entry in claimed if entry["do"] == "act")
        if not agreement or not agreement.question or not self.is_ours:
            return None
        by, what, count = agreement.question
        return by != self.pair.side, what, tuple(agreement.notations[len(agreement.notations) - count :])

    def question(self, language: str) -> Html:
        """Return the open question between the two sides, with buttons for the answer if this side gives it."""
        if not self.open_question:
            return Html()
        say = _load_texts(language)
        is_asked_here, what, played = self.open_question
        name = self.other_name or say["other"]
        if not is_asked_here:
            return html('<span class="asked">{}</span>', say["asked"].format(name))
        return html(
            '<span class="asked">{}</span><button class="primary" data-emit="grant" id="grant">{}</button>'
            '<button data-emit="refuse" id="refuse">{}</button>',
            say[what].format(name, " ".join(played)),
            say["grant"],
            say["refuse"],
        )

    def notice(self, language: str) -> str:
        """Return why the other side is silent, or that its players get hints; empty if all is well."""
        say = _load_texts(language)
        name = self.other_name or say["other"]
        if self.failure:
            return say["failed"].format(reason(self.failure, language))
        if not self.pair.is_reached:
            return say["no_broker"]
        if not self.pair.is_other_here:
            return say["away"].format(name)
        hints = self.other_hints if self.is_ours else "off"
        return "" if hints == "off" else say["hints"].format(name)

    @property
    def limits(self) -> dict[str, int] | None:
        """The time limits of the game, which the two sides keep, None without."""
        return self._clock.limits

    def left_s(self) -> list[int]:
        """Return each player's remaining time; it passes for the one whose board shows the position."""
        return self._clock.left_s()

    @property
    def other_name(self) -> str:
        """The other side's name, empty if unknown."""
        return self._board.shared.names[1 - self.pair.side]

    @property
    def other_hints(self) -> str:
        """The level of hints on the other board."""
        return self._board.agreement.hints[1 - self.pair.side] if self._board.agreement else "off"

    def answer(self, is_granted: bool) -> None:
        """Answer the other side's question."""
        if self.pair.game.claimed:
            self.pair.game.answer_claim(is_granted)
            self.pair.publish()
            self.compare_boards()
        else:
            self._board.say("grant" if is_granted else "refuse")

    def offer(self) -> None:
        self._board.say("offer")

    def resign(self) -> None:
        self._board.say("resign")

    # Comparing after changes.

    def _attach(self, client: Client) -> None:
        def restart(_: Message) -> None:
            self._restarts += 1
            self._reconciler.forget_plan()

        client.observe("connected", restart)
        client.observe("event", lambda event: self._connection.changes.carry(self._take_event, event))

    def _take_event(self, event: Message) -> None:
        """Tell the other side which hints are given here."""
        agreement = self._board.agreement
        kind = event["k"]
        level = "advice" if kind == kinds.ADVICE else event.get("level") if kind == kinds.HINTS else None
        is_own = agreement and agreement.side_of(event.get("player", 0)) == self.pair.side
        if agreement and level and is_own and self.is_ours and agreement.hints[self.pair.side] != level:
            self._board.say("hints", level=level)

    async def _tick(self) -> None:
        while True:
            await asyncio.sleep(_TICK_S)
            self.pair.tick()
            self._clock.tick()
            self.restart_if_behind()

    def restart_if_behind(self) -> None:
        """Restart when the board stays behind the agreement for a while."""
        is_idle = self._work is None or self._work.done()
        is_wrong = self.is_ours and self.prompter.waits_for_hands(is_led=self.is_to_move)
        self._wrong_ticks = self._wrong_ticks + 1 if is_wrong or (is_idle and self._is_behind()) else 0
        if self._wrong_ticks * _TICK_S > _WRONG_S:
            self._wrong_ticks, self.moment = 0, None
            self.compare_boards()

    def _is_behind(self) -> bool:
        """Whether the board differs from the agreement, and no hands are led."""
        agreement, shared = self._board.agreement, self._board.shared
        if not agreement or not self._connection.is_connected or self.wish or agreement.is_over:
            return False
        if not self.is_ours:
            return self.pair.side == GUEST and shared.kept.get("game") != shared.number
        return not agreement.question and self._connection.game.notations != agreement.notations

    def compare_boards(self) -> None:
        """Compare board and agreement after a change."""
        connection, shared = self._connection, self._board.shared
        game = connection.game
        moment = (
            (connection.is_connected, connection.board, self._restarts),
            (game.number, tuple(game.notations), game.is_over),
            (shared.number, len(shared.log), len(shared.pending), len(shared.claimed)),
        )
        if moment == self.moment:
            self.prompter.confirm()
            return
        self.moment = moment
        if not self._start.is_under_way:
            self.drop_step()
            self._work = start_job(self._run_steps(), "a step of the other board")

    def drop_step(self) -> None:
        if self._work:
            self._work.cancel()
        self._work = None
        self.prompter.drop()

    async def _run_steps(self) -> None:
        while self._connection.is_connected:
            try:
                is_done = not await self._reconcile()
                self.failure = None
            except (TreppeError, SimulationError, games.InvalidOption) as error:
                self.failure, is_done = error, False
                self.prompter.drop()
                self._reconciler.forget_plan()
                await asyncio.sleep(_AGAIN_S)  # hands may keep the board busy for a while
            self._connection.changes.tell()
            if is_done:
                return

    async def _reconcile(self) -> bool:
        """Do the next thing; return whether there may be more to do before something changes."""
        await self._start.follow_start()
        agreement = self._board.agreement
        if not agreement or not self.is_ours or self._connection.game.state is None:
            return False
        return await self._reconciler.reconcile(agreement)


class SharedStart:
    """Begins games on one side; `is_under_way` while a start must not be interrupted."""

    def __init__(self, board: JoinedBoard, clock: FairClock):
        self.is_under_way = False
        self._board = board
        self._clock = clock

    async def follow_start(self) -> None:
        """Follow the start of a game on one of the boards, if there is one; raise TreppeError, InvalidOption."""
        shared = self._board.shared
        if self._board.side == HOST:
            await self._adopt()
        elif shared.number and shared.kept.get("game") != shared.number:
            await self._begin_here()

    async def _adopt(self) -> None:
        """As the host: share a game that has begun on the board."""
        connection, shared, game = self._board.connection, self._board.shared, self._board.connection.game
        is_new = (connection.board, game.number) != (shared.kept.get("board"), shared.kept.get("number"))
        if game.state is None or game.is_over or not is_new or not is_playable(game.name, game.state.options):
            return
        if connection.board == shared.kept.get("board") and game.number < shared.kept.get("number", 0):
            return  # an older game goes on
        flip = int(bool(shared.names[1]) and list(game.seats[:1]) == [shared.names[1]])
        if any((turn.player + flip) % 2 != HOST for turn in game.turns()):
            return  # people have played both sides here
        if game.limits:
            raise TreppeError({"code": "clock_of_board"})
        shared.kept = {"board": connection.board, "number": game.number, "base": []}
        shared.begin(game.name, game.state.options, flip, self._clock.next_limits)
        self._board.pair.publish()
        with self._under_way():
            await self._hide_hints()

    async def _begin_here(self) -> None:
        """As the guest: begin the host's new game on this board."""
        connection, shared, agreement = self._board.connection, self._board.shared, self._board.agreement
        assert agreement
        if not connection.can_show(agreement.state.surface):
            raise TreppeError({"code": "other_side_surface", "surface": agreement.state.surface})
        seats = [shared.names[agreement.side_of(player)] for player in range(2)]
        with self._under_way():
            number = shared.number
            await connection.new_game(shared.start["name"], shared.start["options"], seats, {})
            shared.kept = {"game": number, "board": connection.board, "number": connection.game.number, "base": []}
            shared.save()
            await self._hide_hints()

    async def _hide_hints(self) -> None:
        await self._board.connection.command("hints", level="off")
        self._board.connection.ask("status")

    @contextmanager
    def _under_way(self) -> Iterator[None]:
        self.is_under_way = True
        try:
            yield
        finally:
            self.is_under_way = False
