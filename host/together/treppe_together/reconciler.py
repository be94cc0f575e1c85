"""Makes one board's game and the agreement the same, step by step: each comparison finds the next step."""

from treppe_host.programs.turn import Step
from treppe_host.web.connections.move_prompter import MovePrompter

from treppe_together.agreement import Agreement
from treppe_together.fair_clock import FairClock
from treppe_together.joined_board import JoinedBoard

_SETTLED_S = 1.3  # so long a hand may move its piece on
_RECORDED_S = 2.0  # so long the board may take to record a hand's action
_BY_AGREEMENT = ("resign", "agreed", "time", "discarded")


class Reconciler:
    """Sends the actions played here, leads hands to those of the other side, and ends both games alike."""

    def __init__(self, board: JoinedBoard, prompter: MovePrompter, clock: FairClock):
        self._board = board
        self._prompter = prompter
        self._clock = clock
        self._plan: list[Step] | None = None  # the wanted actions that the board knows, None if unknown
        self._place = 0

    def forget_plan(self) -> None:
        """Note that the board has forgotten the wanted actions."""
        self._plan = None

    async def reconcile(self, agreement: Agreement) -> bool:
        """Take the next step; return whether there may be another one before something changes."""
        return await self._match_end(agreement) and await self._match_words(agreement)

    async def _match_end(self, agreement: Agreement) -> bool:
        """Make the ends of both the same; return whether to compare the actions, too."""
        connection, kept = self._board.connection, self._board.kept
        game = connection.game
        if agreement.result:
            if game.notations == agreement.notations and not game.is_over:
                why, player = agreement.result
                if why == "agreed":
                    await connection.command("draw")
                else:
                    await connection.command("resign", player=player)
                return False
            return not game.is_over
        if not game.is_over or game.reason not in _BY_AGREEMENT:
            return True
        if game.reason == "resign" and agreement.player_of(self._board.side) not in game.winners:
            self._board.say("resign")
            return False
        if game.reason == "agreed" and not kept.get("offered"):
            if self._board.say("offer"):
                kept["offered"] = True
                self._board.shared.save()
            return False
        if game.reason == "agreed" and agreement.question:
            return False
        kept.pop("offered", None)
        await self._cut(len(game.notations) - 1)  # neither side's players have ended the game: open it again
        return False

    async def _match_words(self, agreement: Agreement) -> bool:
        """Take one step towards the same actions; return whether there may be another one at once."""
        board, kept = self._board, self._board.kept
        here, agreed = list(board.connection.game.notations), list(agreement.notations)
        if "cut" in kept:
            if len(here) > kept["cut"]:
                await self._cut(kept["cut"])
                return False
            del kept["cut"]
            board.keep(_common(here, agreed))
        base = kept["base"]
        common = _common(here, agreed)
        if here == agreed:
            if base != agreed or kept.get("asked") or not self._clock.is_running:
                kept.pop("asked", None)
                self._clock.start()
                board.keep(len(agreed))
            await self._withdraw(here)
            if board.connection.display.get("phase") == "setup" or agreement.to_move == 1 - board.side:
                await self._prompter.tidy(_RECORDED_S)  # else people here may still be carrying out their action
            return False
        if here[: len(base)] != base:
            self.forget_plan()
            return self._match_take_back(agreement, here, agreed)
        if agreed[: len(base)] != base or common < min(len(here), len(agreed)):
            await self._cut(common)  # the agreement counts
            return False
        if len(here) == common:
            await self._lead(agreement, common)
            return False
        return await self._send_actions(agreement, here, common)

    def _match_take_back(self, agreement: Agreement, here: list[str], agreed: list[str]) -> bool:
        """Send a take-back of actions that the other side knows, or ask for it."""
        board, kept, base = self._board, self._board.kept, self._board.kept["base"]
        left = _common(here, base)
        count = len(base) - left
        if agreement.question is not None and agreement.question[0] == board.side:
            return False
        if agreed != base:  # the other side has answered, or played on
            kept.pop("asked", None)
            board.keep(_common(here, agreed))
        elif kept.pop("asked", None):  # refused
            board.keep(left)
        elif agreement.may_take_back(board.side, count):
            return board.say("back", count=count)
        else:
            kept["asked"] = board.say("ask", count=count)
            board.shared.save()
            return False
        return True

    async def _send_actions(self, agreement: Agreement, here: list[str], common: int) -> bool:
        """Send the actions played here once they are settled, but not the other side's own ones."""
        board = self._board
        thought_s = self._clock.thought_s(agreement)
        await board.connection.pass_time(_SETTLED_S)
        for place, word in enumerate(here[common:], common):
            if agreement.to_move != board.side:
                await self._cut(place)
                return False
            board.say("act", word=word, ms=int(1000 * thought_s))
            self._clock.start()
            board.keep(place + 1)
            thought_s = 0.0
        return True

    async def _lead(self, agreement: Agreement, first: int) -> None:
        """Lead hands to carry out the other side's next action."""
        connection = self._board.connection
        notations, players = agreement.notations[first:], agreement.players[first:]
        own = 0
        while own < len(notations) and agreement.side_of(players[own]) == self._board.side:
            own += 1
        if own:  # taken back here, and the other side did not agree
            self.forget_plan()
            await connection.command("play", words=notations[:own])
            return
        await self._prompter.tidy(_RECORDED_S)
        assert connection.game.state
        twin, plan = connection.game.state.clone(), []
        for word, player in zip(notations, players, strict=True):
            if player != players[0]:
                break
            action = twin.action(word)
            plan.append(Step(bytes(twin.position), word, bool(twin.hand_moves(action))))
            twin.apply_action(action)
        plan_before = self._plan or []
        place = len(plan_before) - len(plan)
        if place < self._place or plan_before[place:] != plan:  # else the board knows it from the step before
            self._plan, place = plan, 0
            self._prompter.begin()
        self._place = place
        await self._prompter.do(self._plan or plan, place)

    async def _withdraw(self, here: list[str]) -> None:
        """Withdraw the rest of a plan that the other side has taken back."""
        notations = [step.word for step in self._plan or ()]
        is_done = self._plan is not None and here[len(here) - len(notations) :] == notations
        if not is_done and not self._board.connection.game.is_over:
            await self._board.connection.command("want", words=[])
        self._plan, self._place = [], 0

    async def _cut(self, length: int) -> None:
        """Take back the board's actions beyond `length`; with them it forgets the wanted ones."""
        self.forget_plan()
        await self._board.cut(length)


def _common(one: list[str], other: list[str]) -> int:
    length = 0
    while one[length : length + 1] == other[length : length + 1] != []:
        length += 1
    return length
