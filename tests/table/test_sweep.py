from fakes_link import MemoryStorage
from fakes_sensing import ReedBench
from treppe import surfaces
from treppe.alphabet.buttons import END, OK
from treppe.link.journal import Journal
from treppe.sensing import FAULTY
from treppe.sensing.reeds import ReedSensing
from treppe.table import open_table

REED12 = surfaces.load("reed12")


def _begin(settings):
    """Return a bench, and a table in which the check has begun."""
    bench = ReedBench(REED12, ReedSensing(REED12, settings))
    bench.run(4)
    table = open_table(REED12, bench.sensing, Journal(MemoryStorage()), settings)
    assert table.command("check", {})["progress"] == [0, 144]
    return bench, table


def _swept(skipped, settings=None, names=REED12.NAMES):
    """Return a table in which a magnet was moved over fields, but for some that do not answer."""
    bench, table = _begin({} if settings is None else settings)
    now_ms = 0
    for name in names:
        if name not in skipped:
            bench.close(name)
        for _ in range(16):
            bench.run(1)
            now_ms += 10
            table.tick(now_ms)
        bench.open(name)
    return table, now_ms


def test_reeds_that_all_close_end_the_check():
    table, _ = _swept(())
    assert table.task is None and table.display["lines"] == ["All reeds work"]


def test_reed_that_never_closes_stays_lit_and_is_left_out_on_ok():
    for button, activity in ((END, 0), (OK, FAULTY)):
        table, now_ms = _swept(("c5", "h8"))
        dead = [REED12.NAMES.index(name) for name in ("c5", "h8")]
        assert [field for field in range(144) if table.roles[field] == ord("p")] == dead
        assert table.command("check", {})["missing"] == ["c5", "h8"]
        table.tick(now_ms + 10, button)
        assert table.task is None and "Never closed: c5 h8" in " ".join(table.display["lines"])
        assert [table.session.sensing.activity[field] for field in dead] == [activity, activity]


def test_nothing_is_left_out_before_anything_was_tried():
    _, table = _begin({})
    table.tick(10, OK)
    assert table.task and "No field is tried yet" in " ".join(table.display["lines"])
    assert max(table.session.sensing.activity) == 0 and table.session.settings == {}
    table.tick(20, END)
    assert table.task is None and max(table.session.sensing.activity) == 0


def test_only_what_was_tried_is_left_out_and_it_stays_so_after_a_restart():
    rows = [name for name in REED12.NAMES if int(name[1:]) <= 4]
    kept = {}
    table, now_ms = _swept(("c2", "d2", "c4"), names=rows)
    table.keep_setting = lambda name, value: kept.update({name: value})
    table.tick(now_ms + 10, OK)
    assert kept == {"reed_masked": ["c2", "d2", "c4"]}
    assert sum([activity == FAULTY for activity in table.session.sensing.activity]) == 3, (
        "the magnet was not near others"
    )
    restarted = ReedSensing(REED12, kept)
    assert [REED12.NAMES[field] for field in range(144) if restarted.activity[field] == FAULTY] == ["c2", "d2", "c4"]


def test_a_reed_that_was_left_out_and_closes_again_is_believed_after_ok():
    for button, masked in ((END, ["c2", "h8"]), (OK, ["h8"])):
        table, now_ms = _swept(("h8",), {"reed_masked": ["c2", "h8"]})
        table.tick(now_ms + 10, button)
        assert table.session.settings["reed_masked"] == masked
        faulty = [REED12.NAMES[field] for field in range(144) if table.session.sensing.activity[field] == FAULTY]
        assert faulty == masked
