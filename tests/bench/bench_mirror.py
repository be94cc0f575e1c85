"""Two simulated boards play one game over a real Mosquitto, through random cuts: `make bench-mirror CUTS=100 SEED=1`.

The boards run the unchanged firmware, ten times as fast. Each cut hits somebody at a random moment: the broker is
killed and comes back without its memory, a board's power or cable goes, a program is killed with its board. People who
held a piece then put it back. Afterwards both records have to be the same, no action lost, none twice.
"""

import asyncio
import random
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "support"))

from mirrored import sit_down, told, wait_until
from mosquitto import Broker

_MOST_WORDS = 60
_PATIENCE_S = 120.0


class Bench:
    """Both sides, the broker between them, and what has happened."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.folder = folder
        self.broker = Broker(folder)
        self.chance = random.Random(seed)
        self.happened: Counter[str] = Counter()
        self.games = self.actions = self.lost = self.doubled = 0
        self.waits_s: list[float] = []

    async def run(self, cuts: int) -> None:
        self.sides = await sit_down(self.folder, self.broker.url)
        for number in range(cuts):
            people = asyncio.create_task(self._play())
            await asyncio.sleep(self.chance.uniform(0.0, 1.5))
            await self._cut()
            people.cancel()
            await asyncio.gather(people, return_exceptions=True)
            began = time.monotonic()
            await self._compare()
            self.waits_s.append(time.monotonic() - began)
            if (number + 1) % 10 == 0:
                print(f"{number + 1} cuts, {self.actions + len(self.sides[0].words)} actions", flush=True)
            await self._begin_again()
        self.actions += len(self.sides[0].words)
        for side in self.sides:
            await side.stop()
        self.broker.stop()

    async def _play(self) -> None:
        while True:
            for side in self.sides:
                if side.may_act():
                    await side.act(self.chance)
            await asyncio.sleep(0.02)

    async def _cut(self) -> None:
        side = self.chance.choice(self.sides)
        kind = self.chance.choice(["broker", "power", "cable", "program", "both programs"])
        self.happened[kind] += 1
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
            await wait_until(lambda: side.connection.display)
        else:
            killed = self.sides if kind == "both programs" else (side,)
            for each in killed:
                await each.stop()
            await asyncio.sleep(pause_s)
            for each in killed:
                await each.start()

    async def _compare(self) -> None:
        """Wait until both boards have the same game, and hold the records against each other."""
        host, guest = self.sides

        def is_even() -> bool:
            if not (host.words == guest.words == host.agreed == guest.agreed) or guest.pair.game.pending:
                return False
            stored = [side.store.record_words(side.store.games()[0].number) for side in self.sides]
            return (
                stored == [host.words] * 2
                and host.mirror.is_ours
                and guest.mirror.is_ours
                and not (host.busy or guest.busy)
            )

        tidying = asyncio.create_task(self._tidy())
        try:
            await wait_until(is_even, _PATIENCE_S)
        except AssertionError:
            print(told(host, guest))
            raise
        finally:
            tidying.cancel()
        log = host.pair.game.log
        numbers = [entry["id"] for entry in log if "id" in entry]
        self.doubled += len(numbers) - len(set(numbers))
        self.lost += sum(entry["do"] == "void" for entry in log)

    async def _tidy(self) -> None:
        """People put back what they hold, which may take an action back, and answer what they are asked."""
        while True:
            await asyncio.sleep(0.3)
            for side in self.sides:
                if side.mirror.question and side.mirror.question[0]:
                    self.happened["answer"] += 1
                    side.mirror.answer(self.chance.random() < 0.5)
                if side.connection.hand and not side.connection.simulated_hand.is_playing:
                    side.connection.simulated_hand.give()
                    await side.mirror._leading.tidy()

    async def _begin_again(self) -> None:
        host, guest = self.sides
        if len(host.words) < _MOST_WORDS and not host.connection.game.is_over:
            return
        self.games, self.actions = self.games + 1, self.actions + len(host.words)
        number = guest.pair.game.number
        await host.connection.new_game("step", {"players": 2, "size": 5}, ["Ann", "Bob"], {})
        await wait_until(lambda: guest.pair.game.number > number and guest.mirror.is_ours and host.mirror.is_ours)


def main() -> None:
    cuts, seed = (int(text) for text in [*sys.argv[1:], "100", "1"][:2])
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(Path(folder), seed)
        asyncio.run(bench.run(cuts))
    waits = sorted(bench.waits_s)
    print(f"cuts {cuts}: {dict(bench.happened)}; games {bench.games + 1}; actions {bench.actions}")
    print(f"even again after: median {waits[len(waits) // 2]:.1f} s, longest {waits[-1]:.1f} s")
    print(f"lost {bench.lost} (goal 0), doubled {bench.doubled} (goal 0), positions equal after each cut")
    sys.exit(bool(bench.lost or bench.doubled))


if __name__ == "__main__":
    main()
