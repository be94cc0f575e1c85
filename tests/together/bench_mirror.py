"""Two simulated boards play whole games over a real Mosquitto, through cuts: `make bench-mirror CUTS=100 SEED=1`.

The boards run the unchanged firmware, ten times as fast. People at both play all the time, and between two cuts some
actions at least. A cut hits somebody at a random moment: the broker is killed and comes back without its memory, a
board's power or cable goes, a program is killed with its board. After each, records and positions have to become the
same, with no action lost and none twice. `BROKER=unreliable` repeats and delays messages and loses some by cutting
connections; `BROKER=lying` also throws away what it has acknowledged, and forges.
"""

import asyncio
import random
import sys
import tempfile
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from waiting import until

sys.path.insert(0, str(Path(__file__).parents[1] / "support"))

from mirrored import NAMES, STEP, Side, begin, reported, sit_down
from mosquitto import Broker
from treppe import games
from unreliable_broker import Chances, UnreliableBroker

GAMES = (("blockade", {}), STEP, ("tor", {"players": 2}))
BROKERS = {
    "honest": Chances(),
    "unreliable": Chances(repeats=20, delays=20, cuts=3),
    "lying": Chances(repeats=10, delays=10, cuts=3, loses=5, forges=20),
}
_MOST_WORDS = 60  # then somebody resigns
_ACTIONS_BETWEEN = (2, 5)
_PATIENCE_S = 180.0
_RECORDED_S = 2.0


class Promise(NamedTuple):
    """An action that a board has recorded as played by the people there."""

    side: int
    place: int
    word: str


class Bench:
    """Both sides, the broker between them, and what has happened."""

    def __init__(self, folder: Path, seed: int, chances: Chances) -> None:
        self.folder = folder
        self.broker = Broker(folder)
        self.chance = random.Random(seed)
        self.between = UnreliableBroker(self.broker.port, chances, random.Random(seed))
        self.happened: Counter[str] = Counter()
        self.last_cuts: list[str] = []
        self.kinds: Counter[str] = Counter()
        self.actions = self.lost = self.doubled = 0
        self.waits_s: list[float] = []
        self.promises: list[Promise] = []
        self.may_play = True

    async def run(self, cuts: int) -> None:
        await self.between.start()
        url = f"mqtt://127.0.0.1:{self.between.port}/test"
        self.sides = await sit_down(self.folder, url, game=GAMES[0])
        self.people = [asyncio.create_task(self._play(side)) for side in self.sides]
        for number in range(cuts):
            await self._await_actions()
            await asyncio.sleep(self.chance.uniform(0.0, 1.0))
            await self._cut()
            await self._compare()
            if (number + 1) % 10 == 0:
                under_way = len(self.sides[0].agreed)
                print(
                    f"{number + 1} cuts, {self.actions} actions in {sum(self.kinds.values())} games over, "
                    f"{under_way} in the present one",
                    flush=True,
                )
        for task in self.people:
            task.cancel()
        for side in self.sides:
            await side.stop()
        self.between.stop()
        self.broker.stop()

    # People.

    async def _play(self, side: Side) -> None:
        """What one does at a board: answers, puts back what is in the hand, and plays."""
        while True:
            await asyncio.sleep(0.02)
            if side.mirror.open_question and side.mirror.open_question[0]:
                self.happened["answer"] += 1
                side.mirror.answer(self.chance.random() < 0.5)
            if side.connection.hand and not side.connection.simulated_hand.is_playing:
                await self._put_back(side)
            elif side.connection.display.get("question") and not side.mirror.wish and not side.busy:
                await self._answer_board(side)
            elif self.may_play and side.may_act():
                await self._act(side)

    async def _put_back(self, side: Side) -> None:
        """Put away what the hand still holds, which may take back what the other side has not heard of."""
        await asyncio.sleep(0.3)
        self.promises = [each for each in self.promises if each.side != side.side or each.place < len(side.agreed)]
        if side.connection.hand and not side.connection.simulated_hand.is_playing:
            side.connection.simulated_hand.give()
            await side.mirror._prompter.tidy()

    async def _answer_board(self, side: Side) -> None:
        """Say which action it was that the sensors cannot tell: what stands on the board shows it."""
        shown, state = side.connection.display, side.connection.game.state
        after = state.clone()
        with suppress(games.IllegalAction):  # it has just been recorded
            for word in shown["choice"]:
                after.apply_action(after.action(word))
        is_so = all(after.pieces(field) == list(stack) for field, stack in enumerate(side.connection.stacks))
        side.connection.choose("OK" if is_so else "END" if shown["no_more"] else "MENU")
        await asyncio.sleep(0.3)

    async def _act(self, side: Side) -> None:
        place = len(side.words)
        if place >= _MOST_WORDS:
            side.mirror.resign()
            return
        await side.act(self.chance)
        until = time.monotonic() + _RECORDED_S
        while len(side.words) <= place and time.monotonic() < until:
            await asyncio.sleep(0.02)
            if side.connection.display.get("question", {}).get("code") == "confirm":
                side.connection.choose("OK")
                await asyncio.sleep(0.1)
        if len(side.words) > place:
            self.promises.append(Promise(side.side, place, side.words[place]))

    async def _await_actions(self) -> None:
        """Wait until some actions were played, over the end of a game if it comes to one."""
        wanted, done = self.chance.randint(*_ACTIONS_BETWEEN), 0
        while done < wanted:
            if self._is_over():
                await self._begin_again()
            before = len(self.sides[0].agreed)
            await self._await(lambda before=before: len(self.sides[0].agreed) > before or self._is_over())
            done += len(self.sides[0].agreed) - before

    async def _begin_again(self) -> None:
        host, guest = self.sides
        await self._compare()
        self.kinds[host.connection.game.name] += 1
        self.actions += len(host.words)
        self.promises.clear()
        count = sum(self.kinds.values())
        await begin(host, guest, GAMES[count % len(GAMES)], is_host_first=bool(count // len(GAMES) % 2))

    def _is_over(self) -> bool:
        agreement = self.sides[0].pair.game.agreement
        return bool(agreement and agreement.is_over)

    # Cuts.

    async def _cut(self) -> None:
        side = self.chance.choice(self.sides)
        kind = self.chance.choice(["broker", "power", "cable", "program", "both programs"])
        self.happened[kind] += 1
        self.last_cuts = [*self.last_cuts[-3:], f"{kind} of {NAMES[side.side]}"]
        pause_s = self.chance.uniform(0.0, 1.0)
        if kind == "broker":
            self.broker.stop()
            await asyncio.sleep(pause_s)
            self.broker.start()
        elif kind == "power":
            await side.cut_power()
        elif kind == "cable":
            side.connection.move_cable()
            await asyncio.sleep(pause_s)
            side.connection.display = {}
            side.connection.move_cable()
            await until(lambda: side.connection.display)
        else:
            await self._kill(self.sides if kind == "both programs" else (side,), pause_s)

    async def _kill(self, killed: tuple[Side, ...], pause_s: float) -> None:
        for side in killed:
            self.people[side.side].cancel()
            await asyncio.gather(self.people[side.side], return_exceptions=True)
            await side.stop()
        await asyncio.sleep(pause_s)
        for side in killed:
            await side.start()
            self.people[side.side] = asyncio.create_task(self._play(side))

    # What has to be so.

    async def _compare(self) -> None:
        """Wait until both boards show the same game, and hold the records against each other."""
        self.may_play = False
        began = time.monotonic()
        await self._await(self._is_even)
        self.waits_s.append(time.monotonic() - began)
        log = self.sides[0].pair.game.log
        numbers = [entry["id"] for entry in log if "id" in entry]
        self.doubled += len(numbers) - len(set(numbers))
        self.lost += sum(entry["do"] == "void" for entry in log)
        agreed = Counter((entry["by"], entry["word"]) for entry in log if entry["do"] == "act")
        promised = Counter((promise.side, promise.word) for promise in set(self.promises))
        if lost := promised - agreed:
            print(f"lost: {lost}\n{reported(*self.sides)}")
            self.lost += lost.total()
        self.may_play = True

    def _is_even(self) -> bool:
        host, guest = self.sides
        games = [side.connection.game for side in self.sides]
        if not (host.words == guest.words == host.agreed == guest.agreed) or guest.pair.game.pending:
            return False
        if host.busy or guest.busy or not (host.mirror.is_ours and guest.mirror.is_ours):
            return False
        if any(game.is_over != self._is_over() for game in games) or games[0].winners != games[1].winners:
            return False
        stored = [side.store.record_words(side.store.games()[0].number) for side in self.sides]
        return stored == [host.words] * 2 and (self._is_over() or all(map(_shows_its_position, self.sides)))

    async def _await(self, is_so) -> None:
        def is_so_or_failed() -> bool:
            return is_so() or any(task.done() and not task.cancelled() for task in self.people)

        try:
            await until(is_so_or_failed)
            for task in self.people:
                if task.done() and not task.cancelled():
                    task.result()
        except AssertionError:
            print(reported(*self.sides), f"last cuts: {self.last_cuts}", dict(self.happened), sep="\n", flush=True)
            raise


def _shows_its_position(side: Side) -> bool:
    state, stacks = side.connection.game.state, side.connection.stacks
    return all(state.pieces(field) == list(stack) for field, stack in enumerate(stacks))


def main() -> None:
    cuts, seed, kind = (given or usual for given, usual in zip(sys.argv[1:], ("100", "1", "honest"), strict=True))
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(Path(folder), int(seed), BROKERS[kind])
        asyncio.run(bench.run(int(cuts)))
    waits = sorted(bench.waits_s)
    print(f"{kind} broker, seed {seed}, {cuts} cuts: {dict(bench.happened)}; messages {dict(bench.between.done)}")
    print(f"games played to their end {dict(bench.kinds)}; actions {bench.actions}")
    print(f"even again after: median {waits[len(waits) // 2]:.1f} s, longest {waits[-1]:.1f} s")
    print(f"lost {bench.lost} (goal 0), doubled {bench.doubled} (goal 0), positions equal after each cut")
    sys.exit(bool(bench.lost or bench.doubled))


if __name__ == "__main__":
    main()
