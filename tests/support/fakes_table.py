"""Stand-ins for table, journal and sensing, for tests on both runtimes."""

from fakes_link import MemoryStorage
from fakes_sensing import MemoryCopies, Weights
from treppe import games, surfaces
from treppe.fold import GameLog
from treppe.job import step
from treppe.link.journal import Journal, JournalFull
from treppe.sensing import FAULTY, QUIET, stored, storing, tables
from treppe.sensing.cells import CellSensing
from treppe.table import open_table
from treppe.tracking.understand import ASK_MS

ASKED_MS = ASK_MS + 100  # after so long the table has asked about a piece in a hand


def finish(work):
    """Run a job to its end, and return its result."""
    results = []

    def keep():
        results.append((yield work))

    coroutine = [keep()]
    while step(coroutine):
        pass
    return results[0]


class TableJournal(Journal):
    """The journal on a flash in memory; `is_full` makes it refuse."""

    is_full = False

    def append(self, event):
        if self.is_full:
            raise JournalFull({"code": "journal_full", "free": 0, "needed": 90})
        return super().append(event)

    @property
    def events(self):
        return list(self.read_from(1))

    def notations(self):
        """Return the words of the actions that stand in the game that was begun last."""
        return GameLog(self.read_game(self.last_head()["e"])).notations if self.last_head() else []

    def kinds(self):
        return [event["k"] for event in self.events]


def flash(*events):
    """Return a flash that holds a journal of events."""
    storage = MemoryStorage()
    journal = Journal(storage)
    for event in events:
        journal.append(event)
    return storage


class _Seat:
    """What people at a table see, and what a host may command."""

    @property
    def display(self):
        return self.table.display

    @property
    def roles(self):
        return self.table.roles

    def command(self, name, fields):
        return self.table.command(name, fields)

    def role(self, name):
        return chr(self.roles[self.surface.NAMES.index(name)])

    def lit(self, role):
        """Return the names of the fields with a role."""
        return [name for field, name in enumerate(self.surface.NAMES) if self.roles[field] == ord(role)]

    def phase(self):
        return self.display["phase"]

    def lines(self):
        return self.display["lines"]

    def events(self):
        return self.session.journal.events

    def press(self, button):
        self.wait(30, button)
        self.think()

    def think(self):
        """Let frames pass until the board knows what to show, and has reported the host."""
        while self.session.job or self.session.messages.display_dirty:
            self.wait(10)


class WeighingTable(_Seat):
    """A session over weights on typical cells, and a memory that holds a calibration."""

    def __init__(self, material="steel", storage=None, grams=(), **settings):
        self.surface = surfaces.load("square7")
        self.weights = Weights(self.surface)
        for name, mass in dict(grams).items():
            self.weights.grams[self.surface.NAMES.index(name)] = mass
        for mux in range(4):
            self.weights.frame[16 * mux] = 3276
            self.weights.frame[16 * mux + 15] = 4096
        codes16 = tables.knots16(self.weights.table, 0) * self.surface.FIELDS
        record = storing.encode("square7", codes16, material, self.weights.frame[56])
        self.memory = MemoryCopies(record, record)
        self.memories = {
            "calibration": self.memory,
            "unfinished": MemoryCopies(b"", b""),
            "learned": MemoryCopies(b"", b""),
        }
        self.sensing = CellSensing(self.surface, stored.decode(record, self.surface), settings)
        journal = TableJournal(storage or MemoryStorage())
        self.table = open_table(self.surface, self.sensing, journal, settings, open_memory=self.open_memory)
        self.session = self.table.session
        self.now_ms = 0
        self.wait()

    def open_memory(self, kind="calibration"):
        return self.memories[kind]

    def wait(self, ms=960, presses=0):
        for _ in range(ms // 10):
            self.now_ms += 10
            self.sensing.update(self.weights.fill())
            self.table.tick(self.now_ms, presses)
            presses = 0

    def put(self, name, grams):
        self.weights.grams[self.surface.NAMES.index(name)] += grams
        self.wait()

    def clear(self, name):
        self.weights.grams[self.surface.NAMES.index(name)] = 0.0
        self.wait()

    def power_up(self):
        """Return what there is after a cut of the power, its fields cleared meanwhile."""
        after = WeighingTable()
        after.memories = self.memories
        return after

    def saved_serial(self):
        """Return the number of the calibration that the power would come back to."""
        return stored.choose_copy(self.memory.copies(), self.surface)[0].serial

    def follow(self, count):
        """Do what the lamps ask, up to so many towers that stay."""
        done = self.table.task.progress[0]
        while self.table.task and self.table.task.progress[0] < done + count:
            lit = self.lit("p")
            if not lit:
                self.put(self.lit("r")[0], -12.0)
                continue
            self.put(lit[-1], 84.0)
            if not self.lit("r"):
                self.weights.grams[self.surface.NAMES.index(lit[-1])] = 0.0


class FakeSensing:
    """A settled image that tests write themselves."""

    serial = 1

    def __init__(self, surface):
        self.num_known = surface.FIELDS
        self.open = {}
        self.image = bytearray(surface.FIELDS)
        self.activity = bytearray(surface.FIELDS)
        self.faults = []

    def use(self, kind=""):
        self.kind = kind

    def apply(self, settings):
        self.settings = settings

    def expect(self, image):
        self.expected = bytes(image)

    def open_values(self, field):
        return self.open.get(field, b"")

    def may_be(self, field, value):
        return True

    def assume(self, field, value):
        self.image[field] = value
        if self.activity[field] != FAULTY:
            self.activity[field] = QUIET

    def felt(self, fields):
        return bytes([byte for field in fields for byte in (field, self.image[field], 0)])


class Table(_Seat):
    """A session with hands: changes fields and lets time pass, 10 ms a frame."""

    def __init__(self, surface, storage=None, image=None, **settings):
        self.surface = surface
        self.sensing = FakeSensing(surface)
        if image:
            self.sensing.image[:] = image
        self.journal = TableJournal(storage or MemoryStorage())
        self.table = open_table(surface, self.sensing, self.journal, settings)
        self.session = self.table.session
        self.now_ms = 0

    def new(self, game, **options):
        """Start a game and set the board up."""
        self.table.command("new", {"game": game, "options": options, "seats": ["A", "B"]})
        self.set_up()

    def set_up(self):
        self.sensing.image[:] = self.session.observed.position.image
        self.wait(60)

    def arrange(self, values):
        """Set the position to these bytes by name of the field, all others free."""
        position = self.state().position
        for field, name in enumerate(self.surface.NAMES):
            position[field] = values.get(name, 0)
        self.session.lead("setup")
        self.set_up()
        assert self.phase() == "play"

    def state(self):
        return self.session.game_record.state

    def wait(self, ms, presses=0):
        """Let frames pass: for so long, and until the job of a button is done and reported."""
        end_ms = self.now_ms + ms
        is_pressed = presses != 0
        while self.now_ms < end_ms or (is_pressed and (self.table.is_changing or self.session.messages.display_dirty)):
            self.now_ms += 10
            self.table.tick(self.now_ms & 0x3FFFFFFF, presses)  # as a board tells the time
            self.table.think_ahead()
            presses = 0

    def change(self, name, change, ms=60):
        """Change a field, then let time pass."""
        self.sensing.image[self.surface.NAMES.index(name)] += change
        self.wait(ms)

    def touch(self, name, activity=1):
        self.sensing.activity[self.surface.NAMES.index(name)] = activity
        if activity == FAULTY:
            self.sensing.faults = self.sensing.faults + [{"code": "reed_stuck", "field": name}]
            self.sensing.serial += 1
        self.wait(10)

    def play(self, word, ms=400):
        """Carry out a word's action with clean hands."""
        state = self.state()
        for field, change in state.hand_moves(state.action(word)):
            if field != 255:
                self.sensing.image[field] += change
            self.wait(60)
        self.think()
        self.wait(ms)

    def legal_words(self):
        state = self.state()
        return sorted([state.word(action) for action in state.legal_actions()])

    def power_up(self):
        """Return what there is after a cut of the power; the pieces stay where they are, and sensors take a moment."""
        again = Table(self.surface, self.journal.storage)
        again.wait(20)
        again.sensing.image[:] = self.sensing.image
        return again


def begin(game, settings=None, **options):
    """Return a table on which a game has just begun."""
    table = Table(surfaces.load(games.start(game, **options).surface), **(settings or {}))
    table.new(game, **options)
    return table
