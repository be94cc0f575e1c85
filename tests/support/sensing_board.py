"""A tower surface in virtual time: world model, converter, the firmware's sensing, and hands that change stacks."""

import random
from collections import Counter

from treppe import surfaces
from treppe.sensing import LIFTED, QUIET, TOUCHED, UNSURE, stored
from treppe.sensing.calibrating.guided import CLEAR
from treppe.sensing.calibrating.procedure import AGAIN, DONE, LEARN, Procedure
from treppe.sensing.cells import CellSensing
from treppe_sim.piece import make_piece
from treppe_sim.world import World

SQUARE7 = surfaces.load("square7")
FRAME_US = 10_000.0
HANDS = 8  # at work at the same time, never on neighbours
APART_FRAMES = 4  # between two hands that come: four at once are taken for a knock
WATCHED_FRAMES = 60  # after a change every frame is scanned, then one in so many, and some fields' drift is followed
COARSE = 120
SETTLED_FRAMES = 600  # then no field has come to rest of late
VISITS = 6
CHANGE_S = 8 * 3600 / 10_000
WARMING_K = 10.0
# What 95 % of the times must not be above (goals for platforms damped with 0.3).
TIMES_MS = {
    "touched": 60,
    "lifted gentle": 100,
    "lifted abrupt": 180,
    "settled gentle": 250,
    "settled abrupt": 300,
}


class CellWorld:
    """Creeping cells of a variant, "steel", "fr4" or "petg", with their spread, and what their board scans of them."""

    def __init__(self, surface, variant, seed, label):
        self.world = World(surface, seed, variant)
        self.cells = self.world.sensors
        self.cells.is_creeping = True
        self.random = random.Random(label)
        self.now_us = 0.0
        self.stacks = [[] for _ in range(surface.FIELDS)]
        self.counts = Counter()
        self._make_frame = self.cells.frames(seed)

    def frame(self):
        """Let a frame's time pass and scan."""
        self.now_us += FRAME_US
        return self._make_frame(self.world.feel(self.now_us))


class SensingBoard(CellWorld):
    """One board, calibrated by our own procedure."""

    def __init__(self, variant, kind, seed, is_pushed_about=False):
        super().__init__(SQUARE7, variant, seed, f"{variant} {kind} {seed}")
        self.kind = kind
        self.watched_frames = WATCHED_FRAMES
        self.times_ms = {name: [] for name in TIMES_MS}
        self.record = self.calibrate(variant)
        self.table = stored.decode(self.record, SQUARE7)
        self.cells.is_pushed_about = is_pushed_about
        self.sensing = CellSensing(SQUARE7, self.table, {})
        self.sensing.use(kind)
        for _ in range(30):
            self.sensing.update(self.frame())

    def calibrate(self, variant):
        """Follow the procedure by its lights; return the record."""
        procedure = Procedure(SQUARE7, variant)
        towers = [[make_piece("D0", self.random) for _ in range(7)] for _ in range(2)]
        stacks = [[] for _ in range(SQUARE7.FIELDS)]
        cells = self.cells
        towered = -1
        while procedure.stage != DONE:
            procedure.update(self.frame())
            assert self.now_us < 20 * 60e6, (procedure.request, procedure.diagnostic, procedure.progress)
            asked = [field for field in range(SQUARE7.FIELDS) if procedure.asked[field]]
            if not self.is_calm() or not asked or cells.hands_off_us + 5e5 > self.now_us:
                continue
            pieces = towers[procedure.stage == AGAIN]
            cells.is_pushed_about = False
            if procedure.stage == LEARN and procedure.asked[asked[0]] == CLEAR:
                stack = stacks[towered]
                if len(stack) == procedure.request["left"]:
                    cells.lift(towered, stack, [stack.pop()], self.now_us)
            elif (
                towered not in asked
                or not (stacks[towered] and stacks[towered][0] is pieces[0])
                or procedure.diagnostic.get("code") == "count_pieces"
            ):
                if towered >= 0 and stacks[towered]:
                    lifted, stacks[towered] = stacks[towered], []
                    cells.lift(towered, [], lifted, self.now_us)
                    if towered in asked:
                        continue  # the other tower may come to the same field, later
                towered = self.random.choice(asked)
                stacks[towered] = list(pieces)
                cells.is_pushed_about = True  # it stands off the centre as a whole
                cells.put(towered, stacks[towered], self.now_us)
        cells.is_pushed_about = False
        cells.lift(towered, [], stacks[towered], self.now_us)
        self.puts = procedure.puts
        for _ in range(100):
            self.frame()
        return procedure.record()

    def is_knocked(self):
        return self.sensing.disturbances.is_knocked

    def is_calm(self):
        return self.cells.is_still

    def errors_g(self, mass_g):
        """Return the table's error on each field, for a centred load of this mass."""
        codes16 = self.cells.calibration16([mass_g])
        return [self.table.mass_cg(field, code16) / 100 - mass_g for field, code16 in enumerate(codes16)]

    def run(self, changes, from_k=0.0):
        """Let hands change so many fields while it gets warmer, 10 K in 8 hours; count what sensing makes of it."""
        rounds = max(1, changes // HANDS)
        visited = 0
        self.cells.warm(from_k)  # before anybody plays
        for frame in range(SETTLED_FRAMES):
            self.sensing.update(self.frame())
            self.sensing.follow_drift(frame % SQUARE7.FIELDS)
        for number in range(rounds):
            self.cells.warm(from_k + WARMING_K * HANDS * number / 10_000)
            self._change_some()
            for _ in range(round((HANDS * CHANGE_S - WATCHED_FRAMES / 100) * 100 / COARSE)):
                self.now_us += (COARSE - 1) * FRAME_US
                self.sensing.settling.scan += COARSE - 1
                self.sensing.update(self.frame())
                for _ in range(VISITS - 1):
                    visited = (visited + 1) % SQUARE7.FIELDS
                    self.sensing.follow_drift(visited)
            self._look_at_the_rest()

    def _change_some(self):
        fields = []
        while len(fields) < HANDS:
            field = self.random.randrange(SQUARE7.FIELDS)
            if all(abs(field % 7 - other % 7) > 1 or abs(field // 7 - other // 7) > 1 for other in fields):
                fields.append(field)
        hands = {field: APART_FRAMES * place for place, field in enumerate(fields)}  # frame in which each comes
        watched = []
        for frame in range(self.watched_frames + APART_FRAMES * HANDS):
            for field, begins in hands.items():
                if begins == frame:
                    watched.append(self._change(field))
            self.sensing.update(self.frame())
            for change in watched:
                change.look(self.now_us, self.sensing)
        for change in watched:
            self._judge(change)

    def _change(self, field):
        """Put pieces, or take some away."""
        stack, chance = self.stacks[field], self.random.random()
        most = 7 if self.kind == "discs" else 5
        is_crowned = bool(stack) and stack[-1] == "O0"
        self.cells.is_abrupt = is_abrupt = self.random.random() < 0.2
        if stack and (is_crowned or len(stack) >= most or chance < 0.45):
            count = 1 if self.random.random() < 0.8 else self.random.randint(1, len(stack))
            lifted = stack[len(stack) - count :]
            del stack[len(stack) - count :]
            self.cells.lift(field, stack, lifted, self.now_us)
            # The hand presses first: its weight goes before the pieces' does.
            hand = self.cells.last_press(field)
            goes_us = self.now_us + hand.lets_go_us * (1 - sum(piece.felt_g for piece in lifted) / hand.force_g)
            return Change(field, goes_us, self.now_us + hand.lets_go_us, "lift", is_abrupt)
        code = "D0" if self.kind == "discs" else "O0" if self.random.random() < 0.25 else "B"
        stack.append(make_piece(code, self.random))
        self.cells.put(field, stack, self.now_us)
        hand = self.cells.last_press(field)
        return Change(field, self.now_us, self.now_us + hand.lets_go_us, "put", is_abrupt)

    def _judge(self, change):
        self.counts["changes"] += 1
        self._settle(change.field, "wrong", "unsure")
        times = self.times_ms
        manner = "abrupt" if change.is_abrupt else "gentle"
        if change.act == "put" and change.touched_us:
            times["touched"].append((change.touched_us - change.began_us) / 1000)
        if change.lifted_us and change.act == "lift":
            times["lifted " + manner].append((change.lifted_us - change.began_us) / 1000)
        times["settled " + manner].append((change.busy_us + FRAME_US - change.hands_off_us) / 1000)

    def _look_at_the_rest(self):
        for field in range(SQUARE7.FIELDS):
            self._settle(field, "wrong at rest", "unsure at rest")

    def _settle(self, field, wrong, unsure):
        """Compare a field with the truth; set a value that is unsure or wrong, as a player's answer does."""
        stack = self.stacks[field]
        value = 16 * stack.count("O0") + len(stack) - stack.count("O0")
        activity, is_right = self.sensing.activity[field], self.sensing.image[field] == value
        if activity == UNSURE:
            self.counts[unsure] += 1
        elif activity != QUIET or (not is_right and (self._is_kept_waiting(field) or self.is_knocked())):
            self.counts["restless"] += 1
            return  # the board has not asked about it yet
        elif not is_right:
            self.counts[wrong] += 1
        else:
            return
        self.sensing.assume(field, value)

    def _is_kept_waiting(self, field):
        """Tell whether sensing has not looked at the field's new weight yet because a hand leans on a neighbour."""
        return self.sensing.disturbances.is_frozen(field)


class Change:
    """One change of a field, and when sensing saw its stages."""

    def __init__(self, field, began_us, hands_off_us, act, is_abrupt):
        self.field = field
        self.began_us = began_us
        self.hands_off_us = hands_off_us
        self.act = act
        self.is_abrupt = is_abrupt
        self.touched_us = self.lifted_us = self.busy_us = 0.0

    def look(self, now_us, sensing):
        activity = sensing.activity[self.field]
        if TOUCHED <= activity < UNSURE:
            self.touched_us = self.touched_us or now_us
            self.busy_us = now_us
        is_decided = activity == QUIET and now_us > self.began_us
        if activity == LIFTED or (self.touched_us and is_decided):
            self.lifted_us = self.lifted_us or now_us
