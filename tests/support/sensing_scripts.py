"""Weights and reeds in text, and what sensing makes of them; on both runtimes.

Scripts have the form of those of `table_scripts.py`. Where the title ends, a line says what there is: `cells c4=24`
weights in grams that come one after the other, `discs c4=24` in a game of discs, `power petg d4=60` on springs of PETG
before the power comes, `nominal` a table that nobody has measured, `reeds` all open; `|` stands before settings.

What happens: a number lets so many scans pass; `c4=36` is another weight on a field, `c4+12` so much more, `+c3` a reed
that closes, `-c3` one that opens; `assume:c4:2` is what people say of it, `expect:d4:5,c3:7` what the journal says of
the board, `use:discs` what is played; `read:c4:12` a broken cell, `read:31:1200` a broken place of the frame, `read:`
all whole again; `doubt:a1` a reed that errs, `set:KEY=VALUE` all settings anew; `silence:3` are scans in which no chain
answers. What stands in `20*( -c3 20 +c3 20 )` happens so many times.

Behind `=>` stand facts, with ` ; ` between them: `c4 2 quiet` is the value and the activity of a field, `c4 unsure` the
activity alone, `c4 3 or unsure` one of them at least; `unsure: a1 c3` are all such fields, `faults: hall_open c4` all
faults with their fields; `news: 0` says in how many of the last scans something was new; `may be: c4 21` and `may not
be: c4 3`.
"""

from fakes_sensing import TYPICAL_CODES, CellBench, ReedBench
from scripts import read
from table_scripts import value_of
from treppe import surfaces
from treppe.sensing import FAULTY, LIFTED, QUIET, SETTLING, TOUCHED, UNSURE, stored, storing, tables
from treppe.sensing.cells import CellSensing
from treppe.sensing.reeds import ReedSensing

_ACTIVITIES = {
    "quiet": QUIET,
    "touched": TOUCHED,
    "lifted": LIFTED,
    "settling": SETTLING,
    "unsure": UNSURE,
    "faulty": FAULTY,
}


class Cells(CellBench):
    """Cells of which some places of the frame read what a fault makes of them."""

    def __init__(self, *given):
        super().__init__(*given)
        self.read = {}

    def fill(self):
        super().fill()
        for place, reading in self.read.items():
            self.frame[place] = reading


def check_scripts(path):
    """Hold sensing against all scripts of a file."""
    scripts = read(path)
    assert scripts
    for title, position, lines in scripts:
        bench = _lay_out(position)
        for done, facts in lines:
            news = _do(bench, _written_out(done.split()))
            for fact in facts.split(" ; "):
                assert not fact or _is_so(bench, fact, news), (title, done, fact, _seen(bench))


def _lay_out(position):
    position, _, more = position.partition("|")
    kind, *words = position.split()
    settings = _settings(more.split())
    if kind == "reeds":
        surface = surfaces.load("reed12")
        bench = ReedBench(surface, ReedSensing(surface, settings))
        bench.run(3)
        return bench
    surface = surfaces.load("square7")
    material = words.pop(0) if kind == "power" else "steel"
    codes16 = [round(16 * code) for code in TYPICAL_CODES] * surface.FIELDS
    table = stored.decode(storing.encode("square7", codes16, material), surface)
    if kind == "nominal":
        table = tables.nominal(surface)
    bench = Cells(surface, CellSensing(surface, table, settings))
    if kind == "power":
        bench.frame[56] = 8192
        _do(bench, words + ["30"])
    else:
        bench.sensing.use("discs" if kind == "discs" else "bricks")
        bench.run(10)
        for word in words:
            _do(bench, [word, "20"])
    return bench


def _settings(words):
    pairs = [word.partition("=") for word in words]
    return {key: value.split(",") if key == "reed_masked" else value_of(value) for key, _, value in pairs}


def _written_out(words):
    """Return the words with those in brackets as often as they happen."""
    found, begun = [], []
    for word in words:
        if word.endswith("*("):
            begun.append((len(found), int(word[:-2])))
        elif word == ")":
            start, times = begun.pop()
            found += found[start:] * (times - 1)
        else:
            found.append(word)
    return found


def _do(bench, words):
    """Let happen what words say; return in how many of the last scans something was new."""
    news = 0
    for word in words:
        act, _, about = word.partition(":")
        name, _, value = about.partition(":")
        if word.isdigit():
            news = bench.run(int(word))
        elif word[0] in "+-":
            bench.close(word[1:], word[0] == "+")
        elif act == "assume":
            bench.sensing.assume(bench.surface.NAMES.index(name), int(value))
        elif act == "expect":
            values = dict([pair.split(":") for pair in about.split(",")])
            bench.sensing.expect(bytes([int(values.get(each, 0)) for each in bench.surface.NAMES]))
        elif act == "read" and not name:
            bench.read.clear()
        elif act == "read":
            place = int(name) if name.isdigit() else bench.surface.CHANNELS[bench.surface.NAMES.index(name)]
            bench.read[place] = int(value)
        elif act == "use":
            bench.sensing.use(name)
        elif act == "doubt":
            bench.sensing.doubt(bench.surface.NAMES.index(name))
        elif act == "set":
            bench.sensing.apply(_settings([about] if about else []))
        elif act == "silence":
            for _ in range(int(about)):
                bench.sensing.update(bytearray(20))
        else:
            field = bench.surface.NAMES.index(word[:2])
            before_g = 0.0 if word[2] == "=" else bench.masses_cg[field] / 100
            bench.put(word[:2], before_g + float(word[2:].lstrip("=")))
    return news


def _is_so(bench, fact, news):
    head, colon, about = fact.strip().partition(":")
    words = about.split()
    if head == "unsure" and colon:
        return _unsure(bench) == sorted(words)
    if head == "faults":
        return sorted(_faults(bench)) == sorted(words[at] + " " + words[at + 1] for at in range(0, len(words), 2))
    if head == "news":
        return news == int(about)
    if head in ("may be", "may not be"):
        return bench.sensing.may_be(bench.surface.NAMES.index(words[0]), int(words[1])) == (head == "may be")
    name, *wanted = head.split()
    found = [_has(bench, name, word) for word in wanted if word != "or"]
    return any(found) if "or" in wanted else all(found)


def _has(bench, name, wanted):
    return bench.value(name) == int(wanted) if wanted.isdigit() else bench.activity(name) == _ACTIVITIES[wanted]


def _unsure(bench):
    return sorted([name for name in bench.surface.NAMES if bench.activity(name) == UNSURE])


def _faults(bench):
    faults = bench.sensing.faults
    return [fault["code"] + " " + str(fault["field"] if "field" in fault else fault["mux"]) for fault in faults]


def _seen(bench):
    """Return what is not as on an empty board."""
    fields = [(name, bench.value(name), bench.activity(name)) for name in bench.surface.NAMES]
    return [field for field in fields if field[1:] != (0, QUIET)], _faults(bench)
