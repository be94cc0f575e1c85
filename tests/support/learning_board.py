"""A tower surface in virtual time that plays games, and a host that learns from its readings."""

from statistics import mean

from sensing_board import CellWorld
from treppe import games, surfaces
from treppe.sensing import QUIET, UNSURE, calibration, stored, storing
from treppe.sensing.calibrating.procedure import QuickStart
from treppe.sensing.cells import CellSensing
from treppe_host.tune import lessons
from treppe_host.tune.felt import Confirmation
from treppe_host.tune.learning import Learner
from treppe_sim.parameters import PARAMETERS
from treppe_sim.piece import make_piece

WATCHED_FRAMES = 45  # after each change: longer than hands and springs move
TURN_S = 12.0
_RESTS = 400  # scans: so long nothing moves between two turns, and a field's code then is one without a hand
_QUIET_FRAMES = 6
_VISITS = 49
_MOST_ACTIONS = 400
CODES_PER_CG = 0.05
# Where a tower stands on its field, as a part of its weight (sd), and friction in grams, by the springs' material.
OFF = {name: (each["off_centre_gain_sd"], each["hysteresis_g"]) for name, each in PARAMETERS["variants"].items()}


class LearningBoard(CellWorld):
    """One board with its spread, a calibration to begin with, and what follows from the games on it.

    `learns` puts what is learned after each game into use, if it is worth it: `num_writes` times. `counts` has changes,
    wrong and unsure fields; `asked` the numbers of those changes after which people had to be asked.
    """

    def __init__(self, game, variant, seed, begin="procedure", learns=True, **options):
        self.start = games.start(game, **options)
        self.surface = surfaces.load(self.start.surface)
        self.kind = "discs" if variant == "petg" or self.surface.NAME == "hex49" else "bricks"
        super().__init__(self.surface, variant, seed, f"learning {game} {variant} {seed}")
        self.variant = variant
        self.pool = {}
        self.asked = []
        self.num_games = 0
        self.num_writes = 0
        self.messages = []
        self._learns = learns
        self._grit = (-1, 0.0)
        self._stuck_g = 0.0
        self._loose = (-1, 0.0)
        self._shape = []
        self._warming_k = 0.0
        self._built = [(cell.spring_g_per_mm, cell.remanence_mt, cell.gap_mm) for cell in self.cells.cells]
        self._towers = [[make_piece("D0", self.random) for _ in range(7)] for _ in range(2)]
        self.base = self._begin(begin)
        self.learner = Learner(self.base)
        self._confirmation = Confirmation(self.surface.FIELDS, CODES_PER_CG)
        self._switch_on()

    def _switch_on(self):
        self.table = self.base
        self.sensing = CellSensing(self.surface, stored.decode(self._record(self.base), self.surface), {})
        self.sensing.use(self.kind)
        for _ in range(30):
            self.sensing.update(self.frame())

    def use(self, table):
        """Use a table that a host has sent."""
        self.table = stored.decode(self._record(table), self.surface)
        self.sensing.refine(self.table)

    def _record(self, table):
        return storing.record_of(table, self.surface.NAME)

    def _begin(self, begin):
        """Return the table of people who follow the whole "procedure" or put "seven" towers."""
        zeros16 = self.cells.calibration16([0.0])
        if begin == "seven":
            return stored.decode(self._by_seven_puts(zeros16), self.surface)
        record = storing.encode(self.surface.NAME, self._by_towers(zeros16), self.variant, self.frame()[56])
        return stored.decode(record, self.surface)

    def _by_seven_puts(self, zeros16):
        """Return the record of the quick start: where a tower stands, and friction, are in what is weighed."""
        start = QuickStart(self.surface, self.variant)
        start.thermistor = self.frame()[56]
        own_sd, friction_g = OFF[self.variant]
        mass_g = sum(piece.mass_g for piece in self._towers[0])
        for field in start.weighed:
            off_g = self.random.gauss(0, own_sd) * 84 + self.random.uniform(-1, 1) * friction_g
            start.spans16[field] = self.cells.calibration16([mass_g + off_g])[field] - zeros16[field]
        for field, zero16 in enumerate(zeros16):
            start.zero16[field] = zero16
        curve = start.weighed[3]
        true16 = self.cells.calibration16([calibration.KNOT_G * knot for knot in range(calibration.KNOTS)])
        own = true16[calibration.KNOTS * curve : calibration.KNOTS * (curve + 1)]
        start.curves.append(start.new_curve(0))
        start.curves[0].rises16 = [code16 - own[0] for code16 in own]
        return start.record()

    def _by_towers(self, zeros16):
        """Return what our procedure finds: where a tower stands on its field, and friction, are most of what it is off.

        A third of the fields has two towers; so does the mean of both weigh.
        """
        mass_g = mean(sum(piece.mass_g for piece in tower) for tower in self._towers)
        own_sd, friction_g = OFF[self.variant]
        codes16 = []
        for field, zero16 in enumerate(zeros16):
            offs = [self.random.gauss(0, own_sd) * 84 + self.random.uniform(-1, 1) * friction_g for _ in range(2)]
            felt_g = mass_g + mean(offs[: 2 if field % 3 == 0 else 1])
            span16 = self.cells.calibration16([felt_g])[field] - zero16
            codes16 += self._shaped(zero16, span16)
        return codes16

    def _shaped(self, zero16, span16):
        """Return the codes of a field whose tower makes `span16`, by the type's curve: that of three fields."""
        if not self._shape:
            knots = calibration.KNOTS
            masses_g = [calibration.KNOT_G * knot for knot in range(knots)]
            true16 = self.cells.calibration16(masses_g)
            learned = [true16[knots * each : knots * (each + 1)] for each in (8, 24, 40)]
            parts = [[(code16 - own[0]) / (own[-1] - own[0]) for code16 in own] for own in learned]
            self._shape = [mean(each) for each in zip(*parts, strict=True)]
        return [round(zero16 + span16 * part) for part in self._shape]

    def change(self, what, number, games):
        """Age the board by so many games: "springs" weaken by a tenth, "magnets" by 5 %."""
        for cell, built in zip(self.cells.cells, self._built, strict=True):
            if what == "springs":
                cell.spring_g_per_mm = built[0] * (1 - 0.1 * number / games)
            elif what == "magnets":
                cell.remanence_mt = built[1] * (1 - 0.05 * number / games)
            elif what == "creep":
                cell.gap_mm = built[2] - 0.25 * number / built[0]
        if what == "warmth":
            self._warming_k = 10.0
        if what:
            self.cells.arrange(self.stacks)
            for _ in range(30):
                self.sensing.update(self.frame())

    def play(self):
        """Play a game at random from an empty board, learn from it, then clear the board."""
        self.num_games += 1
        state = self.start.clone()
        self._become(bytes(state.image()), is_reported=False)
        for number in range(_MOST_ACTIONS):
            self.cells.warm(self._warming_k * min(1.0, number * TURN_S / 3600))
            if state.is_terminal():
                break
            images = [bytes(_after(state, action).image()) for action in state.legal_actions()]
            state.apply_action(self.random.choice(state.legal_actions()))
            self._become(bytes(state.image()), legal=images)
        self._become(bytes(self.surface.FIELDS), is_reported=False)
        learned = self.learner.table(self.surface.NAMES)
        if self._learns and lessons.is_worth(self.table, learned):
            self.use(learned)
            self.num_writes += 1

    def _tell(self, changed):
        """Let a host take the readings of an action."""
        content = self.sensing.felt(changed)
        self.messages.append((content, self.num_games))
        for reading in self._confirmation.take(content, self.num_games):
            self.learner.take(reading)

    def errors_g(self, mass_g=84.0):
        """Return the error of the table in use on each field, for a centred load of this mass."""
        codes16 = self.cells.calibration16([mass_g])
        zeros16 = self.cells.calibration16([0.0])
        table, found = self.table, []
        for field, code16 in enumerate(codes16):
            rise16 = code16 - zeros16[field] + table.code16(field, 0)  # sensing follows a field's zero by itself
            found.append(table.mass_cg(field, rise16) / 100 - mass_g)
        return found

    def _become(self, image, is_reported=True, legal=()):
        """Let hands change the board to `image`, one field after the other; lifts come first.

        What weights leave open is decided by the `legal` images of the board, or people are asked.
        """
        values = [self._value(stack) for stack in self.stacks]
        changed = [field for field in range(len(image)) if image[field] != values[field]]
        changed.sort(key=lambda field: image[field] > values[field])
        for field in changed:
            self._change(field, image[field])
            self._settle(field)
        unsure = [field for field in changed if self.sensing.activity[field] != QUIET]
        self._ask_rules(unsure, legal)
        is_clear = all([self._judge(field, is_reported) for field in changed])
        if changed and is_clear and is_reported:
            self._tell(changed)
        self._rest()

    def _ask_rules(self, unsure, legal):
        """Decide unsure fields as the table does, if one legal image alone has what they may hold."""
        sensing = self.sensing
        open_values = {field: sensing.open_values(field) for field in unsure}
        others = [field for field in range(self.surface.FIELDS) if field not in open_values]
        fitting = [
            image
            for image in set(legal)
            if all(image[field] == sensing.image[field] for field in others)
            and all(image[field] in values for field, values in open_values.items())
        ]
        if len(fitting) == 1:
            self.counts["by rules"] += len(unsure)
            for field in unsure:
                sensing.assume(field, fitting[0][field])

    def soil(self, field, grit_g):
        """Put grit under a field's platform that holds back so much of every second load."""
        self._grit = (field, grit_g)

    def loosen(self, field, off_g):
        """Let a field's magnet move at each change, by what weighs so much (standard deviation)."""
        self._loose = (field, off_g)

    def _change(self, field, value):
        if field == self._loose[0]:
            spring_g_per_mm, _, gap_mm = self._built[field]
            self.cells.cells[field].gap_mm = gap_mm + self.random.gauss(0, self._loose[1]) / spring_g_per_mm
        if field == self._grit[0]:
            bears_g = self.random.choice((0.0, self._grit[1]))
            self.cells.cells[field].load_g += self._stuck_g - bears_g
            self._stuck_g = bears_g
        stack = self.stacks[field]
        wanted = ["B" if self.kind == "bricks" else "D0"] * (value & 15) + ["O0"] * (value >> 4)
        self.cells.is_abrupt = self.random.random() < 0.2
        same = 0
        while same < min(len(stack), len(wanted)) and stack[same] == wanted[same]:
            same += 1
        if len(stack) > same:
            lifted = stack[same:]
            del stack[same:]
            for piece in lifted:
                self.pool.setdefault(str(piece), []).append(piece)
            self.cells.lift(field, stack, lifted, self.now_us)
            self._watch()
        for code in wanted[same:]:
            waiting = self.pool.get(code)
            stack.append(waiting.pop() if waiting else make_piece(code, self.random))
            self.cells.put(field, stack, self.now_us)
            self._watch()

    def _watch(self):
        for _ in range(WATCHED_FRAMES):
            self.sensing.update(self.frame())

    def _settle(self, field):
        """Let time pass until sensing has decided a field or says that it is unsure."""
        for _ in range(400):
            if self.sensing.activity[field] in (QUIET, UNSURE):
                break
            self.sensing.update(self.frame())

    def _judge(self, field, is_reported):
        """Compare a field with the truth; set a value that is unsure or wrong, as a player's answer does."""
        value, sensing = self._value(self.stacks[field]), self.sensing
        self.counts["changes"] += is_reported
        is_unsure = sensing.activity[field] != QUIET
        if sensing.image[field] == value and not is_unsure:
            return True
        self.counts["unsure" if is_unsure else "wrong"] += is_reported
        if is_reported:
            self.asked.append(self.counts["changes"])
        sensing.assume(field, value)
        return False

    def _rest(self):
        """Let the time of a turn pass."""
        self.now_us += TURN_S * 1e6
        for _ in range(_QUIET_FRAMES):
            self.sensing.update(self.frame())
            for visit in range(_VISITS):
                self.sensing.follow_drift((self.sensing.settling.scan * _VISITS + visit) % self.surface.FIELDS)
        self.sensing.settling.scan += _RESTS

    def _value(self, stack):
        balls = sum(piece == "O0" for piece in stack)
        return 16 * balls + len(stack) - balls


def _after(state, action):
    after = state.clone()
    after.apply_action(action)
    return after
