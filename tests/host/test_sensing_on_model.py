"""The decoder against the model of the cells: spread, noise, wide codes, hands that press, platforms that swing."""

from random import Random

from treppe import surfaces
from treppe.sensing import QUIET, TOUCHED
from treppe_sim.bench_board import FRAME_MS, WorldFrames
from treppe_sim.world import World

SQUARE7 = surfaces.load("square7")
CHANGES = 60
FRAMES_A_CHANGE = 60


class Bench:
    """A world that is looked at 100 times a second."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.world = World(SQUARE7, seed)
        self.source = WorldFrames(self.world)
        self.sensing = self.source.open_sensing({})
        self.now_ms = 0
        self.run(20)

    def run(self, frames: int) -> None:
        for _ in range(frames):
            self.now_ms += FRAME_MS
            self.source.feel(self.now_ms)
            self.source.scan(self.sensing)

    def change(self, field: int) -> int:
        """Put or lift something; return the value that the field has then."""
        stack = self.world.stacks[field]
        if stack and (stack[-1] == "O0" or len(stack) == 5 or self.random.random() < 0.4):
            self.world.lift(field)
            self.world.hand.clear()
        else:
            code = "O0" if self.random.random() < 0.3 else "B"
            self.world.supply[code] = 1
            self.world.take(code)
            self.world.put(field)
        return stack.count("B") + 16 * stack.count("O0")


def test_changes_on_a_calibrated_board_are_decoded_right_and_in_time() -> None:
    bench = Bench(seed=1)
    touched_ms, settled_ms = [], []
    for _ in range(CHANGES):
        field = bench.random.randrange(SQUARE7.FIELDS)
        value = bench.change(field)
        began_ms = bench.now_ms
        first_ms = last_ms = 0
        for _ in range(FRAMES_A_CHANGE):
            bench.run(1)
            if bench.sensing.activity[field] != QUIET:
                first_ms = first_ms or bench.now_ms - began_ms
                last_ms = bench.now_ms - began_ms + 10
        assert (bench.sensing.image[field], bench.sensing.activity[field]) == (value, QUIET)
        assert max(bench.sensing.activity) < TOUCHED
        touched_ms.append(first_ms)
        settled_ms.append(last_ms)
    assert sorted(touched_ms)[CHANGES * 95 // 100] <= 60
    # A hand stays on the piece for up to 200 ms and takes up to 90 to let go.
    assert sorted(settled_ms)[CHANGES * 95 // 100] <= 200 + 90 + 250
