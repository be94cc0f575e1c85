from fakes_table import FakeJournal, ReedBench
from treppe import surfaces
from treppe.sensing import FAULTY
from treppe.sensing.reeds import ReedSensing
from treppe.table.input.buttons import END, OK
from treppe.table.session import Session

REED12 = surfaces.load("reed12")


def _begin(settings):
    """Return a bench, and a session in which the check has begun."""
    bench = ReedBench(REED12, ReedSensing(REED12, settings))
    bench.run(4)
    session = Session(REED12, bench.sensing, FakeJournal(), settings)
    assert session.command("check", {})["progress"] == [0, 144]
    return bench, session


def _swept(skipped, settings=None, names=REED12.NAMES):
    """Return a session in which a magnet was moved over fields, but for some that do not answer."""
    bench, session = _begin({} if settings is None else settings)
    now_ms = 0
    for name in names:
        if name not in skipped:
            bench.close(name)
        for _ in range(16):
            bench.run(1)
            now_ms += 10
            session.tick(now_ms)
        bench.open(name)
    return session, now_ms


def test_reeds_that_all_close_end_the_check():
    session, _ = _swept(())
    assert session.task is None and session.display["lines"] == ["All reeds work"]


def test_reed_that_never_closes_stays_lit_and_is_left_out_on_ok():
    for button, activity in ((END, 0), (OK, FAULTY)):
        session, now_ms = _swept(("c5", "h8"))
        dead = [REED12.NAMES.index(name) for name in ("c5", "h8")]
        assert [field for field in range(144) if session.roles[field] == ord("p")] == dead
        assert session.command("check", {})["missing"] == ["c5", "h8"]
        session.tick(now_ms + 10, button)
        assert session.task is None and "Never closed: c5 h8" in " ".join(session.display["lines"])
        assert [session.sensing.activity[field] for field in dead] == [activity, activity]


def test_nothing_is_left_out_before_anything_was_tried():
    _, session = _begin({})
    session.tick(10, OK)
    assert session.task and "No field is tried yet" in " ".join(session.display["lines"])
    assert max(session.sensing.activity) == 0 and session.settings == {}
    session.tick(20, END)
    assert session.task is None and max(session.sensing.activity) == 0


def test_only_what_was_tried_is_left_out_and_it_stays_so_after_a_restart():
    rows = [name for name in REED12.NAMES if int(name[1:]) <= 4]
    kept = {}
    session, now_ms = _swept(("c2", "d2", "c4"), names=rows)
    session.keep_setting = lambda name, value: kept.update({name: value})
    session.tick(now_ms + 10, OK)
    assert kept == {"reed_masked": ["c2", "d2", "c4"]}
    assert sum([activity == FAULTY for activity in session.sensing.activity]) == 3, "the magnet was not near others"
    restarted = ReedSensing(REED12, kept)
    assert [REED12.NAMES[field] for field in range(144) if restarted.activity[field] == FAULTY] == ["c2", "d2", "c4"]


def test_a_reed_that_was_left_out_and_closes_again_is_believed_after_ok():
    for button, masked in ((END, ["c2", "h8"]), (OK, ["h8"])):
        session, now_ms = _swept(("h8",), {"reed_masked": ["c2", "h8"]})
        session.tick(now_ms + 10, button)
        assert session.settings["reed_masked"] == masked
        faulty = [REED12.NAMES[field] for field in range(144) if session.sensing.activity[field] == FAULTY]
        assert faulty == masked
