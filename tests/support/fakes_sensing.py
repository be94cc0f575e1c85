"""Synthetic frames and stand-ins for tests of sensing on both runtimes."""

from array import array

from treppe import surfaces
from treppe.sensing import stored, storing
from treppe.sensing.cells import CellSensing

# Codes of the cell's model at 0, 12, ... 84 g.
TYPICAL_CODES = (2620.3, 2680.7, 2749.3, 2827.5, 2916.9, 3019.4, 3137.2, 3272.8)
CLIPS_AT = 4 * 3848


class Noise:
    """A small seeded generator, the same on both runtimes."""

    def __init__(self, seed):
        self.state = seed

    def below(self, limit):
        self.state = (self.state * 1103515245 + 12345) & 0x7FFFFFFF
        return (self.state >> 8) % limit


def typical_blob(surface):
    return storing.encode(surface.NAME, [round(16 * code) for code in TYPICAL_CODES] * surface.FIELDS)


def typical_calibration(surface):
    return stored.decode(typical_blob(surface), surface)


class Readings:
    """Readings of cells under masses, with seeded noise; computed again only where a mass has changed."""

    def __init__(self, surface, table, noise, seed):
        self.surface = surface
        self.table = table
        self._masses_cg = [-1] * surface.FIELDS
        self._codes = [0] * surface.FIELDS
        random = Noise(seed)
        self._noise = [random.below(2 * noise + 1) - noise for _ in range(1021)]
        self._place = 0

    def fill(self, frame, masses_cg):
        place = self._place
        for field, mass in enumerate(masses_cg):
            if mass != self._masses_cg[field]:
                self._masses_cg[field] = mass
                self._codes[field] = min(self.table.code16(field, mass) >> 2, CLIPS_AT)
            place = place - 1 if place else 1020
            frame[self.surface.CHANNELS[field]] = self._codes[field] + self._noise[place]
        self._place = place


class CellBench:
    """Frames of a tower surface on which masses are put, fed to sensing one by one."""

    def __init__(self, surface, sensing, seed=1, noise=3, table=None):
        self.surface = surface
        self.sensing = sensing
        self.readings = Readings(surface, table or typical_calibration(surface), noise, seed)
        self.masses_cg = [0] * surface.FIELDS
        self.frame = array("H", [0] * 64)
        self.scans = 0

    def put(self, name, grams, scans=0):
        """Put another weight on a field, and let so many scans pass."""
        self.masses_cg[self.surface.NAMES.index(name)] = round(100 * grams)
        self.run(scans)

    def run(self, scans):
        """Feed so many frames; return how many of them brought news."""
        news = 0
        for _ in range(scans):
            self.fill()
            news += self.sensing.update(self.frame)
            self.scans += 1
        return news

    def fill(self):
        for mux in range(4):
            self.frame[mux * 16] = 3276
            self.frame[mux * 16 + 15] = 4096
        self.readings.fill(self.frame, self.masses_cg)

    def run_until(self, condition, limit=200):
        """Feed frames until the condition holds; return how many."""
        for count in range(limit):
            if condition():
                return count
            self.run(1)
        raise AssertionError("did not happen")

    def value(self, name):
        return self.sensing.image[self.surface.NAMES.index(name)]

    def activity(self, name):
        return self.sensing.activity[self.surface.NAMES.index(name)]


def square_bench(kind="bricks", **masses_g):
    """Return a bench of typical cells for games of such pieces, on which these masses were put one after the other."""
    surface = surfaces.load("square7")
    sensing = CellSensing(surface, typical_calibration(surface), {})
    sensing.use(kind)
    bench = CellBench(surface, sensing)
    bench.run(10)
    for name, grams in masses_g.items():
        bench.put(name, grams, 20)
    return bench


class Weights:
    """Steady frames of a tower surface with grams on typical cells; 8000 is what the thermistor reads."""

    def __init__(self, surface, thermistor=8000):
        self.surface = surface
        self.table = typical_calibration(surface)
        self.grams = [0.0] * surface.FIELDS
        self.frame = array("H", [0] * 64)
        self.frame[56] = self.table.thermistor = thermistor
        self._readings = Readings(surface, self.table, 3, 5)

    def fill(self):
        """Fill the frame anew and return it."""
        self._readings.fill(self.frame, [round(100 * grams) for grams in self.grams])
        return self.frame


class MemoryCopies:
    """A surface's memory of two copies, written in pages; after `pages_left` of them the power goes (-1: never)."""

    def __init__(self, *copies):
        self.content = list(copies)
        self.pages_left = -1

    def copies(self):
        return list(self.content)

    def write(self, number, record):
        for at in range(0, len(record) or 1, 32):
            if self.pages_left == 0:
                raise OSError("the power went")
            self.pages_left -= 1
            is_last = at + 32 >= len(record)
            self.content[number] = record if is_last else record[: at + 32] + self.content[number][at + 32 :]
            yield


class ReedBench:
    """Scans of a reed surface with closed reeds, fed to sensing one by one."""

    def __init__(self, surface, sensing):
        self.surface = surface
        self.sensing = sensing
        self.frame = bytearray([255] * 20)
        self.pattern = 0

    def close(self, name, is_closed=True):
        channel = self.surface.CHANNELS[self.surface.NAMES.index(name)]
        bit = 1 << (channel & 7)
        old = self.frame[channel >> 3]
        self.frame[channel >> 3] = old & ~bit if is_closed else old | bit

    def open(self, name):
        self.close(name, False)

    def run(self, scans):
        news = 0
        for _ in range(scans):
            self.frame[18] = self.frame[19] = self.pattern
            self.pattern ^= 0xFF
            news += self.sensing.update(self.frame)
        return news

    def value(self, name):
        return self.sensing.image[self.surface.NAMES.index(name)]

    def activity(self, name):
        return self.sensing.activity[self.surface.NAMES.index(name)]
