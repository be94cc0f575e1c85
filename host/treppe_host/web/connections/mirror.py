"""One game on two boards: what is played on this one goes to the other, and hands are led to what comes from there.

Nothing here remembers what was sent. `kept["base"]` are the actions that board and agreement had in common last; what
the board has beyond them was played here, what the agreement has beyond them comes from the other side. So whatever
stops when, the next look finds what is left to be done. See broker/shared_game.py for what both sides agree on.
"""

import asyncio
from typing import Any

from treppe import games
from treppe_sim.errors import SimulationError

from treppe_host.broker.agreement import Agreement, BadEntry
from treppe_host.broker.pair import Pair
from treppe_host.broker.shared_game import HOST, is_playable
from treppe_host.company.turn import Step
from treppe_host.errors import TreppeError
from treppe_host.link.client import Client, Message
from treppe_host.web.connections.connection import BoardConnection
from treppe_host.web.connections.leading import Leading

_SETTLED_S = 1.3  # so long a hand may move its piece on
_AGAIN_S = 1.0
_TICK_S = 0.5
_BY_AGREEMENT = ("resign", "agreed", "time", "discarded")


class Mirror:
    """Keeps the game of one board and the one that both sides agree on the same."""

    is_thinking = False

    def __init__(self, connection: BoardConnection, pair: Pair):
        """Watch the board from now on; `begin` begins."""
        self.failure = ""
        self.pair = pair
        self._connection = connection
        self._leading = Leading(connection)
        self._shared = pair.game
        self._moment: object = None
        self._restarts = 0
        self._plan: list[Step] = []
        self._is_beginning = False
        self._turn_since_s: float | None = None
        self._limits: dict[str, int] | None = None
        self._work: asyncio.Task[None] | None = None
        self._ticking: asyncio.Task[None] | None = None
        pair.watch = self._look
        connection.changes.watchers.append(self._look)
        connection.attached.append(self._attach)
        connection.take_clock = self._take_clock

    def begin(self) -> None:
        """Connect to the broker; in the event loop."""
        self.pair.open()
        self._ticking = asyncio.get_running_loop().create_task(self._tick())

    def close(self) -> None:
        """Leave off; the game goes on later."""
        self._drop()
        if self._ticking:
            self._ticking.cancel()
        self.pair.close()

    # What the page shows and asks.

    @property
    def wish(self) -> Step | None:
        """The action of the other side that hands shall do now."""
        return self._leading.wish

    @property
    def is_ours(self) -> bool:
        """Whether the game on the board is the one that is played together."""
        kept, game = self._shared.kept, self._connection.game
        return (kept.get("board"), kept.get("number")) == (self._connection.board, game.number) and game.number > 0

    @property
    def is_to_move(self) -> bool:
        """Whether it is the other side's turn, or it has played and hands have to follow."""
        agreement, state = self._shared.agreement, self._connection.game.state
        if not agreement or not state or not self.is_ours or state.is_terminal():
            return False
        return agreement.side_of(state.current_player()) != self.pair.side

    @property
    def question(self) -> tuple[bool, str, tuple[str, ...]] | None:
        """What is asked: whether by the other side, `ask` or `offer`, and which actions shall be taken back."""
        agreement = self._shared.agreement
        if not agreement or not agreement.question or not self.is_ours:
            return None
        by, what, count = agreement.question
        return by != self.pair.side, what, tuple(agreement.words[len(agreement.words) - count :])

    @property
    def limits(self) -> dict[str, int] | None:
        """The time limits of the game, which the two sides keep, None without."""
        return self._shared.agreement.limits if self._shared.agreement and self.is_ours else None

    def left_s(self) -> list[int]:
        """Return what each player has left; time passes for the one whose board shows the position."""
        agreement = self._shared.agreement
        if not agreement or not agreement.limits:
            return []
        left_ms = list(agreement.left_ms)
        left_ms[self.pair.side] -= int(1000 * self._thought_s(agreement))
        return [max(0, -(-left_ms[agreement.side_of(player)] // 1000)) for player in range(2)]

    def _thought_s(self, agreement: Agreement) -> float:
        """Return how long people here have thought about their turn."""
        if agreement.to_move != self.pair.side or self._turn_since_s is None:
            return 0.0
        return max(0.0, self._connection.clock() - self._turn_since_s)

    @property
    def other_name(self) -> str:
        """What the other side is called, empty if it has not said."""
        return self._shared.names[1 - self.pair.side]

    @property
    def other_hints(self) -> str:
        """The level of hints on the other board."""
        return self._shared.agreement.hints[1 - self.pair.side] if self._shared.agreement else "off"

    def answer(self, is_granted: bool) -> None:
        """Answer the other side's question."""
        self._say("grant" if is_granted else "refuse")

    def offer(self) -> None:
        """Offer a draw."""
        self._say("offer")

    def resign(self) -> None:
        """Give up."""
        self._say("resign")

    def _say(self, do: str, **fields: object) -> bool:
        """Say something to the other side; False if it may not be said now."""
        try:
            self._shared.say(do, **fields)
        except BadEntry:
            return False
        self.pair.say()
        self._connection.changes.tell()
        return True

    # When to look.

    def _attach(self, client: Client) -> None:
        def restart(_: Message) -> None:
            self._restarts += 1
            self._plan = []  # the board has forgotten what is wanted

        client.observe("connected", restart)
        client.observe("event", lambda event: self._connection.changes.carry(self._take_event, event))

    def _take_event(self, event: Message) -> None:
        """Tell the other side which hints are given here."""
        agreement = self._shared.agreement
        level = "advice" if event["k"] == "advice" else event.get("level") if event["k"] == "hints" else None
        is_own = agreement and agreement.side_of(event.get("player", 0)) == self.pair.side
        if agreement and level and is_own and self.is_ours and agreement.hints[self.pair.side] != level:
            self._say("hints", level=level)

    def _take_clock(self, name: str, options: dict[str, Any], limits: dict[str, int] | None) -> bool:
        """Keep the clock of a game that is begun on the page: the board's own counts while hands are led, too."""
        is_taken = self.pair.side == HOST and is_playable(name, options)
        self._limits = limits if is_taken else None
        return is_taken

    async def _tick(self) -> None:
        while True:
            await asyncio.sleep(_TICK_S)
            self.pair.tick()
            agreement = self._shared.agreement
            if not agreement or not agreement.limits or not self.is_ours or agreement.is_over:
                continue
            if 1000 * self._thought_s(agreement) >= agreement.left_ms[self.pair.side]:
                self._say("time")
            self._connection.changes.tell()

    def _look(self) -> None:
        """Something may have changed: go on from there, if it has."""
        connection, shared = self._connection, self._shared
        game = connection.game
        moment = (
            (connection.is_connected, connection.board, self._restarts, game.number, tuple(game.words), game.is_over),
            (shared.number, len(shared.log), len(shared.pending)),
        )
        if moment == self._moment:
            self._leading.confirm()
            return
        self._moment = moment
        if not self._is_beginning:
            self._drop()
            self._work = asyncio.get_running_loop().create_task(self._act())

    def _drop(self) -> None:
        if self._work:
            self._work.cancel()
        self._work = None
        self._leading.drop()

    async def _act(self) -> None:
        while self._connection.is_connected:
            try:
                is_done = not await self._step()
                self.failure = ""
            except (TreppeError, SimulationError, games.InvalidOption) as error:
                self.failure, is_done = str(error), False
                self._leading.drop()
                self._plan = []
                await asyncio.sleep(_AGAIN_S)  # hands may keep the board from it for a while
            self._connection.changes.tell()
            if is_done:
                return

    # What to do.

    async def _step(self) -> bool:
        """Do the next thing; return whether there may be more to do before something changes."""
        shared, game = self._shared, self._connection.game
        if self.pair.side == HOST:
            await self._adopt()
        elif shared.number and shared.kept.get("game") != shared.number:
            await self._begin_here()
        agreement = shared.agreement
        if not agreement or not self.is_ours or game.state is None:
            return False
        if not await self._match_end(agreement):
            return False
        return await self._match_words(agreement)

    async def _adopt(self) -> None:
        """As the host: a game that has begun on the board is the next one that is played together."""
        connection, shared, game = self._connection, self._shared, self._connection.game
        is_new = (connection.board, game.number) != (shared.kept.get("board"), shared.kept.get("number"))
        if game.state is None or game.is_over or not is_new or not is_playable(game.name, game.state.options):
            return
        if connection.board == shared.kept.get("board") and game.number < shared.kept.get("number", 0):
            return  # an older game goes on
        flip = int(bool(shared.names[1]) and list(game.seats[:1]) == [shared.names[1]])
        if any((turn.player + flip) % 2 != HOST for turn in game.turns()):
            return  # both sides have been played here
        if game.limits:
            raise TreppeError("begin a game with a clock on the page: the board's own does not wait for the other side")
        shared.kept = {"board": connection.board, "number": game.number, "base": []}
        shared.begin(game.name, game.state.options, flip, self._limits)
        self.pair.say()
        self._is_beginning = True
        try:
            await self._hide_hints()
        finally:
            self._is_beginning = False

    async def _begin_here(self) -> None:
        """As the guest: begin the host's new game on this board."""
        connection, shared, agreement = self._connection, self._shared, self._shared.agreement
        assert agreement
        name, options = shared.start["name"], shared.start["options"]
        if not connection.can_show(agreement.state.surface):
            raise TreppeError(f"the other side plays on another surface: {agreement.state.surface}")
        seats = [shared.names[agreement.side_of(player)] for player in range(2)]
        self._is_beginning = True  # what is begun is done to its end
        try:
            await connection.new_game(name, options, seats, {})
            shared.kept = {
                "game": shared.number,
                "board": connection.board,
                "number": connection.game.number,
                "base": [],
            }
            shared.save()
            await self._hide_hints()
        finally:
            self._is_beginning = False

    async def _hide_hints(self) -> None:
        await self._connection.command("hints", level="off")
        self._connection.ask("status")

    async def _match_end(self, agreement: Agreement) -> bool:
        """Make the ends of both the same; return whether the actions are to be looked at."""
        game, kept, side = self._connection.game, self._shared.kept, self.pair.side
        if agreement.result:
            if game.words == agreement.words and not game.is_over:
                why, player = agreement.result
                if why == "agreed":
                    await self._connection.command("draw")
                else:
                    await self._connection.command("resign", player=player)
                return False
            return not game.is_over
        if not game.is_over or game.reason not in _BY_AGREEMENT:
            return True
        if game.reason == "resign" and agreement.player_of(side) not in game.winners:
            self._say("resign")
            return False
        if game.reason == "agreed" and not kept.get("offered"):
            if self._say("offer"):
                kept["offered"] = True
                self._shared.save()
            return False
        if game.reason == "agreed" and agreement.question:
            return False
        kept.pop("offered", None)
        await self._cut(len(game.words) - 1)  # nobody else ends the game: it is open again
        return False

    async def _match_words(self, agreement: Agreement) -> bool:
        """Go one step towards the same actions; return whether there may be more to do at once."""
        kept, here, agreed = self._shared.kept, list(self._connection.game.words), list(agreement.words)
        if "cut" in kept:
            if len(here) > kept["cut"]:
                await self._connection.command("undo", count=len(here) - kept["cut"])
                return False
            del kept["cut"]
            self._keep(_common(here, agreed))
        base = kept["base"]
        common = _common(here, agreed)
        if here == agreed:
            if base != agreed or kept.get("asked") or self._turn_since_s is None:
                kept.pop("asked", None)
                self._turn_since_s = self._connection.clock()
                self._keep(len(agreed))
            await self._leading.tidy()
            return False
        if here[: len(base)] != base:
            return self._match_take_back(agreement, here, agreed)
        if agreed[: len(base)] != base or common < min(len(here), len(agreed)):
            await self._cut(common)  # what both agree on counts
            return False
        if len(here) == common:
            await self._lead(agreement, common)
            return False
        return await self._send(agreement, here, common)

    def _match_take_back(self, agreement: Agreement, here: list[str], agreed: list[str]) -> bool:
        """People here have taken back actions that the other side knows: tell it, or ask it."""
        kept, base = self._shared.kept, self._shared.kept["base"]
        left = _common(here, base)
        count = len(base) - left
        asked = agreement.question is not None and agreement.question[0] == self.pair.side
        if asked:
            return False
        if agreed != base:  # the other side has answered, or played on
            kept.pop("asked", None)
            self._keep(_common(here, agreed))
        elif kept.pop("asked", None):  # refused
            self._keep(left)
        elif agreement.may_take_back(self.pair.side, count):
            return self._say("back", count=count)
        else:
            kept["asked"] = self._say("ask", count=count)
            self._shared.save()
            return False
        return True

    async def _send(self, agreement: Agreement, here: list[str], common: int) -> bool:
        """Tell the other side what was played here, once it has settled; its own actions are not played here."""
        thought_s = self._thought_s(agreement)
        await asyncio.sleep(_SETTLED_S / self._connection.speed)
        for place, word in enumerate(here[common:], common):
            if agreement.to_move != self.pair.side:
                await self._cut(place)
                return False
            self._say("act", word=word, ms=int(1000 * thought_s))
            self._turn_since_s = self._connection.clock()
            self._keep(place + 1)
            thought_s = 0.0
        return True

    async def _lead(self, agreement: Agreement, first: int) -> None:
        """Bring the board on from its position: hands do what the other side has played."""
        words, players = agreement.words[first:], agreement.players[first:]
        own = 0
        while own < len(words) and agreement.side_of(players[own]) == self.pair.side:
            own += 1
        if own:  # taken back here, and the other side did not agree
            await self._connection.command("play", words=words[:own])
            return
        await self._leading.tidy()
        state = self._connection.game.state
        assert state
        twin, plan = state.clone(), []
        for word, player in zip(words, players, strict=True):
            if player != players[0]:
                break
            action = twin.action(word)
            plan.append(Step(bytes(twin.position), word, bool(twin.placement(action))))
            twin.apply_action(action)
        place = len(self._plan) - len(plan)
        if place < 0 or self._plan[place:] != plan:  # else the board knows it from the step before
            self._plan, place = plan, 0
            self._leading.begin()
        await self._leading.do(self._plan, place)

    async def _cut(self, length: int) -> None:
        """Take back on the board what goes beyond so many actions, also if this stops in the midst of it."""
        self._shared.kept["cut"] = max(0, length)
        self._shared.save()
        count = len(self._connection.game.words) - self._shared.kept["cut"]
        if count > 0:
            await self._connection.command("undo", count=count)

    def _keep(self, length: int) -> None:
        """Remember that board and agreement have so many actions in common."""
        self._shared.kept["base"] = list(self._connection.game.words[:length])
        self._shared.save()


def _common(one: list[str], other: list[str]) -> int:
    length = 0
    while one[length : length + 1] == other[length : length + 1] != []:
        length += 1
    return length
